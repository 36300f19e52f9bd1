// Has transfers settled that a schedule has made: in a group of their own, as the dispatcher does.

import {
  executeChild,
  ParentClosePolicy,
  proxyLocalActivities,
  TemporalFailure,
} from '@temporalio/workflow';
import type { LedgerActivities } from '../activities/ledger.ts';
import { transfersWorkflowId } from '../ledger/workflow-id.ts';
import { TASK_TIMEOUT } from './messages.ts';
import { finishWhenCancelled, moneyStep } from './policies.ts';
import { rangeAttributes } from './search-attributes.ts';
import { countOf, idsDetails } from './story.ts';
import { transfers } from './transfers.ts';

const { settle } = proxyLocalActivities<LedgerActivities>(moneyStep('decide and book the group'));

/**
 * Settles a group in a workflow of its own and waits until all its members are at rest or handed
 * over. A stop of that workflow leaves its rows to the sweeper.
 * @param transactionIds in ascending order of id
 */
export async function carry(transactionIds: readonly string[]): Promise<void> {
  const first = transactionIds[0];
  const last = transactionIds.at(-1);
  if (!first || !last) return;
  try {
    await executeChild(transfers, {
      workflowId: transfersWorkflowId(first),
      args: [{ transactionIds }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowTaskTimeout: TASK_TIMEOUT,
      staticSummary: `${countOf(transactionIds.length, 'transfer')} of schedules`,
      staticDetails: idsDetails(transactionIds),
      typedSearchAttributes: rangeAttributes(first, last),
    });
  } catch (error) {
    if (!(error instanceof TemporalFailure) && !isStarted(error)) throw error;
    // The sweeper was faster, or the group was stopped: settling is safe beside both.
    await settleAll(transactionIds);
  }
}

async function settleAll(transactionIds: readonly string[]): Promise<void> {
  try {
    await finishWhenCancelled(() => settle({ transactionIds }));
  } catch (error) {
    // A member that can never be settled is ended by a workflow of its own.
    if (!(error instanceof TemporalFailure)) throw error;
  }
}

function isStarted(error: unknown): boolean {
  return (error as Error).name === 'WorkflowExecutionAlreadyStartedError';
}
