// Restarts the workflow of a piece of work: the running one is terminated, and a new one continues
// from the row. Every workflow reads its row first, so nothing is done twice.

import { WorkflowNotFoundError } from '@temporalio/client';
import type { BatchFacts } from '../activities/batches.ts';
import type { Carried } from '../ledger/carried.ts';
import * as ids from '../ledger/workflow-id.ts';
import { ensureWorkflow, type Place, signalWorkflow } from './carried.ts';

interface Work {
  readonly kind: Carried;
  readonly id: string;
  readonly tenantId: string;
  /** Null when the work is not a batch. */
  readonly batch: BatchFacts | null;
  /**
   * True when the transaction is also a payment through a network, which has a workflow of its own.
   */
  readonly hasRail: boolean;
}

const NAMES: Readonly<Record<Carried, (id: string) => string>> = {
  transaction: ids.transferWorkflowId,
  batch: ids.batchWorkflowId,
  execution: ids.executionWorkflowId,
  mail: ids.mailWorkflowId,
  trainingJob: ids.trainingWorkflowId,
};

/** Returns the id of the workflow of a record. */
export function workflowIdOf(kind: Carried, id: string): string {
  return NAMES[kind](id);
}

/** Ends the workflow when one runs. Returns false when none did. */
export async function endWorkflow(
  { client }: Pick<Place, 'client'>,
  workflowId: string,
  reason: string,
): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId).terminate(reason);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** Ends the running workflow and starts it again. Returns whether one was running. */
export async function restartWorkflow(place: Place, work: Work, reason: string): Promise<boolean> {
  const { kind, id, tenantId } = work;
  const hasRun = await endWorkflow(place, workflowIdOf(kind, id), reason);
  if (kind === 'transaction') {
    if (work.hasRail) {
      await endWorkflow(place, ids.railWorkflowId(id), reason);
      await signalWorkflow(place, 'railPayment', id);
    }
    await ensureWorkflow(place, 'transfer', id);
  } else if (work.batch) await ensureWorkflow(place, 'batch', work.batch);
  else if (kind === 'execution') await ensureWorkflow(place, 'execution', { id, tenantId });
  else if (kind === 'mail') await ensureWorkflow(place, 'mail', { id, tenantId });
  else await ensureWorkflow(place, 'training', { id, tenantId });
  return hasRun;
}
