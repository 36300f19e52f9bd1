// The money steps: each runs one act of the ledger and nothing else. A rejection is an answer; an
// outage throws. Every step is idempotent.

import { activityInfo } from '@temporalio/activity';
import type { RunsActs } from '../db/kernel/act.ts';
import type { Cause } from '../db/kernel/cause.ts';
import {
  carryOutApproval,
  carryOutHoldOrder,
  carryOutReview,
  releaseHeldMoney,
  settleTransactions,
} from '../db/money/calls.ts';
import type {
  HoldOutcome,
  MoneyOutcome,
  OrderRef,
  Settlement,
  TransferFacts,
} from '../db/transactions/port.ts';
import { isFinal, type TransactionStatus } from '../ledger/transaction.ts';
import type { WorkflowRef } from '../ledger/workflow-id.ts';
import { createMissingRowFailure, limitAttempts } from './failure.ts';

/**
 * Names the row of a capture or cancellation that the API wrote; other content of a message is
 * ignored. A message that names no row does nothing.
 */
export type ActOrder = Partial<Pick<OrderRef, 'orderId'>>;

type TransactionOrder = ActOrder & Pick<OrderRef, 'transactionId'>;

export type { MoneyOutcome, Settlement, TransferFacts };

/** State of a transaction after the engine itself acted on it. */
export interface TransactionState
  extends Pick<Settlement, 'facts' | 'waitsFor' | 'ledgerSequence' | 'risk'> {
  readonly status: TransactionStatus;
  readonly expiresInMs: number | null;
}

export interface LedgerActivities {
  settle(input: { readonly transactionIds: readonly string[] }): Promise<Settlement[]>;
  capture(order: TransactionOrder): Promise<HoldOutcome | null>;
  cancel(order: TransactionOrder): Promise<HoldOutcome | null>;
  approve(input: { readonly transactionId: string }): Promise<HoldOutcome | null>;
  confirm(input: { readonly transactionId: string }): Promise<TransactionState>;
  review(input: { readonly transactionId: string }): Promise<HoldOutcome | null>;
  expire(input: { readonly transactionId: string }): Promise<TransactionState>;
  fail(input: { readonly transactionId: string }): Promise<TransactionState>;
}

/** The minimum wait for a hold that has not expired yet by the clock of the ledger. */
const POLL_EVERY_MS = 1000;

/** Returns the workflow whose step is running. */
export function ownWorkflow(): WorkflowRef {
  const { workflowExecution } = activityInfo();
  return { id: workflowExecution?.workflowId ?? '', runId: workflowExecution?.runId ?? '' };
}

const ENGINE: Cause = { actor: 'workflow', requestId: 'workflow', idempotencyKey: null };

/**
 * The ledger activities of one environment.
 * @param failPoint a line at which a crash test may end the process
 */
export function ledgerActivities(
  ledger: RunsActs,
  failPoint: (name: string) => void = () => {},
): LedgerActivities {
  async function settle(transactionIds: readonly string[]): Promise<Settlement[]> {
    return ledger.run(settleTransactions, { ids: transactionIds, workflow: ownWorkflow() });
  }

  /** Ends a transaction. Retried without limit, because other failed steps rely on it. */
  async function end(
    transactionId: string,
    to: 'expired' | 'failed',
    reason: string,
  ): Promise<TransactionState> {
    const workflow = ownWorkflow();
    const order = { tenantId: null, transactionId, to, reason, workflow, cause: ENGINE };
    const outcome = await ledger.run(releaseHeldMoney, order);
    if (!outcome) throw createMissingRowFailure(transactionId);
    const { status } = outcome;
    if (isFinal(status)) return { status, expiresInMs: null };
    // Either it is too early by the ledger's clock, which is authoritative and says how much time
    // is left; or its day has begun, and it may wait for something without a deadline.
    const [state] = await settle([transactionId]);
    if (state && state.expiresInMs === null) return { ...state, status: state.status ?? status };
    const expiresInMs = Math.max(state?.expiresInMs ?? 0, POLL_EVERY_MS);
    return { ...state, status: state?.status ?? status, expiresInMs };
  }

  /** Carries out the order in the row that the API wrote. Without a row it does nothing. */
  const carryOut = ({ transactionId, orderId = '' }: TransactionOrder) =>
    ledger.run(carryOutHoldOrder, { transactionId, orderId });

  return {
    settle: ({ transactionIds }) =>
      limitAttempts(activityInfo().attempt, async () => {
        failPoint('before-settle');
        const settlements = await settle(transactionIds);
        failPoint('after-settle');
        return settlements;
      }),
    capture: (order) =>
      limitAttempts(activityInfo().attempt, async () => {
        const outcome = await carryOut(order);
        failPoint('after-capture');
        return outcome;
      }),
    cancel: (order) =>
      limitAttempts(activityInfo().attempt, async () => {
        const outcome = await carryOut(order);
        failPoint('after-cancel');
        return outcome;
      }),
    approve: ({ transactionId }) =>
      limitAttempts(activityInfo().attempt, async () => {
        const outcome = await ledger.run(carryOutApproval, { transactionId });
        failPoint('after-approve');
        return outcome;
      }),
    confirm: ({ transactionId }) =>
      limitAttempts(activityInfo().attempt, async () => {
        const [state] = await settle([transactionId]);
        failPoint('after-confirm');
        if (!state?.status) throw createMissingRowFailure(transactionId);
        return { ...state, status: state.status };
      }),
    review: ({ transactionId }) =>
      limitAttempts(activityInfo().attempt, async () => {
        const outcome = await ledger.run(carryOutReview, { transactionId });
        failPoint('after-review');
        return outcome;
      }),
    expire: ({ transactionId }) => end(transactionId, 'expired', 'The hold expired.'),
    fail: ({ transactionId }) =>
      end(transactionId, 'failed', 'A technical fault ended the transaction; nothing was booked.'),
  };
}
