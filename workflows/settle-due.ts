// Settles due transactions: several in one group, a single one in its own workflow.

import {
  condition,
  executeChild,
  ParentClosePolicy,
  proxyLocalActivities,
  startChild,
  TemporalFailure,
} from '@temporalio/workflow';
import type { LedgerActivities } from '../activities/ledger.ts';
import { transfersWorkflowId, transferWorkflowId } from '../ledger/workflow-id.ts';
import { countOf, idsDetails } from './details.ts';
import { TASK_TIMEOUT } from './messages.ts';
import { finishWhenCancelled, moneyStep } from './policies.ts';
import { rangeAttributes, singleAttributes } from './search-attributes.ts';
import { transfer } from './transfer.ts';
import { transfers } from './transfers.ts';

const { settle } = proxyLocalActivities<LedgerActivities>(moneyStep('decide and book the group'));

/** The longest wait for a single transaction, which may itself wait for a person or a network. */
const MAX_WAIT_MS = 1_000;

/**
 * Settles a group in a workflow of its own and waits until all its members are at rest or handed
 * over. A stop of that workflow leaves its rows to the sweeper.
 * @param transactionIds in ascending order of id
 */
export async function settleDue(transactionIds: readonly string[]): Promise<void> {
  const first = transactionIds[0];
  const last = transactionIds.at(-1);
  if (!first || !last) return;
  if (first === last) return settleOneDue(first);
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
    if (!(error instanceof TemporalFailure) && !isAlreadyStarted(error)) throw error;
    // The sweeper was faster, or the group was stopped. Settling is safe in both cases.
    await settleAll(transactionIds);
  }
}

async function settleOneDue(transactionId: string): Promise<void> {
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
    await condition(() => isOver, MAX_WAIT_MS, { summary: 'settlement of the transaction' });
  } catch (error) {
    // The sweeper was faster: its workflow settles the transaction.
    if (!isAlreadyStarted(error)) throw error;
  }
}

async function settleAll(transactionIds: readonly string[]): Promise<void> {
  try {
    await finishWhenCancelled(() => settle({ transactionIds }));
  } catch (error) {
    // A workflow of its own ends a member that can never be settled.
    if (!(error instanceof TemporalFailure)) throw error;
  }
}

function isAlreadyStarted(error: unknown): boolean {
  return (error as Error).name === 'WorkflowExecutionAlreadyStartedError';
}
