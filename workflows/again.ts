// Sets the work of a workflow going again: the one that runs is ended, and another begins with what
// stands in the ledger. Every workflow looks at its row first, so nothing is done twice.

import { WorkflowNotFoundError } from '@temporalio/client';
import type { Carried } from '../ledger/carried.ts';
import { executionWorkflowId } from '../ledger/execution.ts';
import { trainingWorkflowId } from '../ledger/models/training.ts';
import { railWorkflowId } from '../ledger/rail.ts';
import { batchWorkflowId, mailWorkflowId, transferWorkflowId } from './messages.ts';
import {
  ensureMail,
  ensureTransfer,
  nudgeRailPayment,
  type Starter,
  startBatch,
  startExecution,
  startTraining,
} from './start.ts';

interface Work {
  readonly kind: Carried;
  readonly id: string;
  readonly tenantId: string;
  /** A payment that is given to a network has a workflow for that, too. */
  readonly hasRail: boolean;
}

const NAMES: Readonly<Record<Carried, (id: string) => string>> = {
  transaction: transferWorkflowId,
  batch: batchWorkflowId,
  execution: executionWorkflowId,
  mail: mailWorkflowId,
  trainingJob: trainingWorkflowId,
};

/** Id of the workflow that carries it. */
export function carrierOf(kind: Carried, id: string): string {
  return NAMES[kind](id);
}

/** Ends the workflow where one runs; false: none did. */
export async function endWorkflow(
  { client }: Pick<Starter, 'client'>,
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

/** Ends what runs and begins anew; answers whether something ran. */
export async function beginAgain(starter: Starter, work: Work, reason: string): Promise<boolean> {
  const { kind, id, tenantId } = work;
  const hasRun = await endWorkflow(starter, carrierOf(kind, id), reason);
  if (kind === 'transaction') {
    if (work.hasRail) {
      await endWorkflow(starter, railWorkflowId(id), reason);
      await nudgeRailPayment(starter, id);
    }
    await ensureTransfer(starter, id);
  } else if (kind === 'batch') await startBatch(starter, { id, tenantId });
  else if (kind === 'execution') await startExecution(starter, id);
  else if (kind === 'mail') await ensureMail(starter, id);
  else await startTraining(starter, { id, tenantId });
  return hasRun;
}
