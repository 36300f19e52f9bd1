// A group of transfers that arrived together, settled in one commit with a savepoint for each.
// Members that wait or failed with a fault continue in workflows of their own, so the group
// completes at once and no member delays another.

import {
  CancellationScope,
  ParentClosePolicy,
  proxyLocalActivities,
  setCurrentDetails,
  startChild,
  TemporalFailure,
} from '@temporalio/workflow';
import type { LedgerActivities, Settlement } from '../activities/ledger.ts';
import { transferWorkflowId } from '../ledger/workflow-id.ts';
import { groupProgress, recordDetails } from './details.ts';
import {
  type GroupMember,
  TASK_TIMEOUT,
  type TransfersInput,
  type TransfersResult,
} from './messages.ts';
import { finishWhenCancelled, moneyStep } from './policies.ts';
import { singleAttributes } from './search-attributes.ts';
import { transfer } from './transfer.ts';

const step = (summary: string) => proxyLocalActivities<LedgerActivities>(moneyStep(summary));
const { settle } = step('decide and book the group');
const { settle: read } = step('read the decisions of the lane');

/** Settles a group and hands over the members that are not final. */
export async function transfers(input: TransfersInput): Promise<TransfersResult> {
  const { transactionIds, isDecided = false } = input;
  return CancellationScope.nonCancellable(async () => {
    const settledRows = await settleGroup(transactionIds, isDecided ? read : settle);
    const final = new Set(settledRows.filter(({ state }) => state === 'final').map(({ id }) => id));
    const openIds = transactionIds.filter((id) => !final.has(id));
    await Promise.all(openIds.map(handOver));
    const counts = { final: final.size, handedOver: openIds.length };
    setCurrentDetails(groupProgress(settledRows, counts));
    return { ...counts, members: settledRows.map(memberOf) };
  });
}

/**
 * Settles the members. Returns an empty list when the group cannot be settled as a whole; each
 * member then continues in its own workflow.
 */
async function settleGroup(
  transactionIds: readonly string[],
  settleRows: typeof settle,
): Promise<readonly Settlement[]> {
  try {
    return await finishWhenCancelled(() => settleRows({ transactionIds }));
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
    return [];
  }
}

/**
 * Returns the state of a member. A waiting member has a workflow of its own, which returns its
 * final state.
 */
function memberOf({ id, status, ledgerSequence = null, risk = null }: Settlement): GroupMember {
  return { id, status, score: risk?.score ?? null, ledgerSequence };
}

async function handOver(transactionId: string): Promise<void> {
  try {
    await startChild(transfer, {
      workflowId: transferWorkflowId(transactionId),
      args: [{ transactionId }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowTaskTimeout: TASK_TIMEOUT,
      staticSummary: 'handed over by a group',
      staticDetails: recordDetails({ noun: 'transaction', id: transactionId }),
      typedSearchAttributes: singleAttributes(transactionId, null),
    });
  } catch (error) {
    // A capture or the sweeper has already started the same workflow.
    if ((error as Error).name !== 'WorkflowExecutionAlreadyStartedError') throw error;
  }
}
