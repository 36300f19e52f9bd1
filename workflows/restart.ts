// Restarts the workflow of a piece of work: the running one is terminated, and a new one continues
// from the row. Every workflow reads its row first, so nothing is done twice.

import { WorkflowNotFoundError } from '@temporalio/client';
import type { BatchFacts } from '../activities/batches.ts';
import type { BackgroundWorkKind } from '../ledger/background-work.ts';
import * as ids from '../ledger/workflow-id.ts';
import { ensureWorkflow, signalWorkflow, type WorkflowTarget } from './record-workflows.ts';

interface Work {
  readonly kind: BackgroundWorkKind;
  readonly id: string;
  readonly tenantId: string;
  /** Null when the work is not a batch. */
  readonly batch: BatchFacts | null;
  /**
   * True when the transaction is also a payment through a network, which has a workflow of its own.
   */
  readonly hasRail: boolean;
}

const WORKFLOW_IDS: Readonly<Record<BackgroundWorkKind, (id: string) => string>> = {
  transaction: ids.transferWorkflowId,
  batch: ids.batchWorkflowId,
  execution: ids.executionWorkflowId,
  mail: ids.mailWorkflowId,
  trainingJob: ids.trainingWorkflowId,
};

/** Returns the id of the workflow of a record. */
export function workflowIdOf(kind: BackgroundWorkKind, id: string): string {
  return WORKFLOW_IDS[kind](id);
}

/** Terminates a running workflow. Returns false when it was not running. */
export async function endWorkflow(
  { client }: Pick<WorkflowTarget, 'client'>,
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

/** Terminates the running workflow and starts it again. Returns whether it was running. */
export async function restartWorkflow(
  target: WorkflowTarget,
  work: Work,
  reason: string,
): Promise<boolean> {
  const { kind, id, tenantId } = work;
  const wasRunning = await endWorkflow(target, workflowIdOf(kind, id), reason);
  if (kind === 'transaction') {
    if (work.hasRail) {
      await endWorkflow(target, ids.railWorkflowId(id), reason);
      await signalWorkflow(target, 'railPayment', id);
    }
    await ensureWorkflow(target, 'transfer', id);
  } else if (work.batch) await ensureWorkflow(target, 'batch', work.batch);
  else if (kind === 'execution') await ensureWorkflow(target, 'execution', { id, tenantId });
  else if (kind === 'mail') await ensureWorkflow(target, 'mail', { id, tenantId });
  else await ensureWorkflow(target, 'training', { id, tenantId });
  return wasRunning;
}
