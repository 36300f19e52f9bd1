// A group of transfers that arrived together: settled in one commit with a savepoint each. Members
// that have to wait, and members that faulted, go on in a workflow of their own, so that a group
// completes at once and one member holds nobody up.

import {
  CancellationScope,
  ParentClosePolicy,
  proxyLocalActivities,
  startChild,
  TemporalFailure,
} from '@temporalio/workflow';
import type { LedgerActivities } from '../activities/ledger.ts';
import { transferWorkflowId } from '../ledger/workflow-id.ts';
import type { TransfersInput, TransfersResult } from './messages.ts';
import { moneyStep, surely } from './policies.ts';
import { singleAttributes } from './search-attributes.ts';
import { transfer } from './transfer.ts';

const { settle } = proxyLocalActivities<LedgerActivities>(moneyStep('decide and book the group'));

/** Settles a group and hands over whoever is not final. */
export async function transfers({ transactionIds }: TransfersInput): Promise<TransfersResult> {
  return CancellationScope.nonCancellable(async () => {
    const rest = await notFinal(transactionIds);
    await Promise.all(rest.map(handOver));
    return { final: transactionIds.length - rest.length, handedOver: rest.length };
  });
}

async function notFinal(transactionIds: readonly string[]): Promise<readonly string[]> {
  try {
    const settled = await surely(() => settle({ transactionIds }));
    return settled.filter((one) => one.state !== 'final').map((one) => one.id);
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
    // The group as a whole cannot be settled: each member finds out alone which one is at fault.
    return transactionIds;
  }
}

async function handOver(transactionId: string): Promise<void> {
  try {
    await startChild(transfer, {
      workflowId: transferWorkflowId(transactionId),
      args: [{ transactionId }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowTaskTimeout: '2s',
      staticSummary: 'handed over by a group',
      typedSearchAttributes: singleAttributes(transactionId, null),
    });
  } catch (error) {
    // A capture or the sweeper was faster: the workflow it started does the same.
    if ((error as Error).name !== 'WorkflowExecutionAlreadyStartedError') throw error;
  }
}
