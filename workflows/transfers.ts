// A group of transfers that arrived together: settled in one commit with a savepoint each. Members
// that have to wait, and members that faulted, go on in a workflow of their own, so that a group
// completes at once and one member holds nobody up.

import { ParentClosePolicy, proxyLocalActivities, startChild } from '@temporalio/workflow';
import type { LedgerActivities } from '../activities/ledger.ts';
import { type TransfersInput, type TransfersResult, transferWorkflowId } from './messages.ts';
import { MONEY_STEP } from './policies.ts';
import { transfer } from './transfer.ts';

const ledger = proxyLocalActivities<LedgerActivities>(MONEY_STEP);

/** Settles a group and hands over whoever is not final. */
export async function transfers(input: TransfersInput): Promise<TransfersResult> {
  const standings = await ledger.settle({ transactionIds: input.transactionIds });
  const rest = standings.filter((one) => one.state === 'waiting' || one.state === 'fault');
  await Promise.all(rest.map((one) => handOver(one.id)));
  return { final: standings.length - rest.length, handedOver: rest.length };
}

async function handOver(transactionId: string): Promise<void> {
  try {
    await startChild(transfer, {
      workflowId: transferWorkflowId(transactionId),
      args: [{ transactionId }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowTaskTimeout: '2s',
      staticSummary: 'handed over by a group',
    });
  } catch (error) {
    // A capture or the sweeper was faster: the workflow it started does the same.
    if ((error as Error).name !== 'WorkflowExecutionAlreadyStartedError') throw error;
  }
}
