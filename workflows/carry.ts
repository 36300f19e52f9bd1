// Has transactions settled that fell due: several in a group of their own, one by its own workflow.

import {
  condition,
  executeChild,
  ParentClosePolicy,
  patched,
  proxyLocalActivities,
  startChild,
  TemporalFailure,
} from '@temporalio/workflow';
import type { LedgerActivities } from '../activities/ledger.ts';
import { transfersWorkflowId, transferWorkflowId } from '../ledger/workflow-id.ts';
import { TASK_TIMEOUT } from './messages.ts';
import { finishWhenCancelled, moneyStep } from './policies.ts';
import { rangeAttributes, singleAttributes } from './search-attributes.ts';
import { countOf, idsDetails } from './story.ts';
import { transfer } from './transfer.ts';
import { transfers } from './transfers.ts';

const { settle } = proxyLocalActivities<LedgerActivities>(moneyStep('decide and book the group'));

/** One that waits for more than its settlement is not waited for. */
const ALONE_MS = 1_000;

/** Runs that began before it have a group of one. */
const ALONE = 'one-alone';

/**
 * Settles a group in a workflow of its own and waits until all its members are at rest or handed
 * over. A stop of that workflow leaves its rows to the sweeper.
 * @param transactionIds in ascending order of id
 */
export async function carry(transactionIds: readonly string[]): Promise<void> {
  const first = transactionIds[0];
  const last = transactionIds.at(-1);
  if (!first || !last) return;
  if (first === last && patched(ALONE)) return carryOne(first);
  try {
    await executeChild(transfers, {
      workflowId: transfersWorkflowId(first),
      args: [{ transactionIds }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowTaskTimeout: TASK_TIMEOUT,
      staticSummary: `${countOf(transactionIds.length, 'transaction')} that fell due`,
      staticDetails: idsDetails(transactionIds),
      typedSearchAttributes: rangeAttributes(first, last),
    });
  } catch (error) {
    if (!(error instanceof TemporalFailure) && !isStarted(error)) throw error;
    // The sweeper was faster, or the group was stopped: settling is safe beside both.
    await settleAll(transactionIds);
  }
}

async function carryOne(transactionId: string): Promise<void> {
  let isOver = false;
  try {
    const child = await startChild(transfer, {
      workflowId: transferWorkflowId(transactionId),
      args: [{ transactionId }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowTaskTimeout: TASK_TIMEOUT,
      staticSummary: 'a transaction that fell due',
      staticDetails: idsDetails([transactionId]),
      typedSearchAttributes: singleAttributes(transactionId, null),
    });
    const end = () => {
      isOver = true;
    };
    void child.result().then(end, end);
    await condition(() => isOver, ALONE_MS, { summary: 'its settlement' });
  } catch (error) {
    // The sweeper was faster: that workflow settles it, and the next look sees whether it has.
    if (!isStarted(error)) throw error;
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
