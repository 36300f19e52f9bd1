// The acts on transactions that handlers and activities run. Each is one business act and one
// database transaction: status, entries, balances, holds, timeline, event and log leaf together.

import { mergeMetadata } from '../../ledger/metadata.ts';
import { Refusal, requireVersion } from '../../ledger/refusal.ts';
import { transferWorkflowId, type WorkflowRef } from '../../ledger/workflow-id.ts';
import { applyApproval } from '../approvals/acts.ts';
import { draftExchange, insertExchange } from '../booking/exchange-accept.ts';
import { previewRow } from '../booking/preview.ts';
import {
  beginRailPayment,
  findRailState,
  type RailState,
  recordAcceptance,
  recordRefusal,
  recordReport,
  simulateReport,
} from '../booking/rail-messages.ts';
import { settleTransaction } from '../booking/settle-once.ts';
import { captureHold, releaseHold } from '../holds/acts.ts';
import { carryOutOrder, placeOrder } from '../holds/orders.ts';
import { act, readingAct } from '../kernel/act.ts';
import { findTransaction } from '../kernel/find-transaction.ts';
import { isOutage } from '../kernel/group-commit.ts';
import { type Answers, type ModelAnswer, riskScoring } from '../kernel/judge.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { startDue, stepClock } from '../schedules/advance.ts';
import type { ClockStep, DueStep } from '../schedules/due-step.ts';
import { acceptor } from '../transactions/accept.ts';
import { findFinalSettlements } from '../transactions/final-settlements.ts';
import { paymentChecks, type ScreenedPayment } from '../transactions/followers.ts';
import { runUnderKey } from '../transactions/keyed-act.ts';
import type {
  CaptureOrder,
  ExchangeDraft,
  HoldOutcome,
  OrderRef,
  Preview,
  ReleaseOrder,
  ReversalOrder,
  RiskOutcome,
  Settlement,
  TransactionDescription,
  TransactionDraft,
} from '../transactions/port.ts';
import { insertReversal, makeReversal } from '../transactions/reverse.ts';
import { transactionRows } from '../transactions/rows.ts';

/**
 * Writes a transaction as `pending`, stage `accepted`: no hold, in no balance.
 * @throws Refusal when it is not accepted; nothing is written and no key is bound
 */
export const acceptTransaction = act('transaction.accept', (tx, draft: TransactionDraft) =>
  acceptor(tx).accept(draft),
);

/** Writes the transaction of a reversal. @throws Refusal when it is not accepted */
export const acceptReversal = act('transaction.reverse', insertReversal);

/** Fixes the terms of an exchange and writes it. @throws Refusal when it is not accepted */
export const acceptExchange = act('transaction.exchange', insertExchange);

/**
 * Previews the outcome of a draft.
 * @throws Refusal as `acceptTransaction`
 */
export const previewTransaction = readingAct(
  'transaction.preview',
  previewJudged,
  (tx, draft: TransactionDraft) => judgedRow(tx, () => acceptor(tx).rowFor(draft)),
);

/**
 * Previews the outcome of a reversal.
 * @throws Refusal as `acceptReversal`
 */
export const previewReversal = readingAct(
  'transaction.preview_reversal',
  previewJudged,
  (tx, order: ReversalOrder) => judgedRow(tx, () => makeReversal(tx, order)),
);

/**
 * Previews the outcome of an exchange.
 * @throws Refusal as `acceptExchange`
 */
export const previewExchange = readingAct(
  'transaction.preview_exchange',
  (tx, draft: ExchangeDraft): Preview => {
    const { row, terms } = draftExchange(tx, draft);
    return previewRow(tx, row, terms);
  },
);

interface JudgedRow {
  readonly row: TransactionRow;
  readonly modelAnswer: ModelAnswer | undefined;
}

async function judgedRow(tx: Tx, rowFor: () => TransactionRow): Promise<JudgedRow> {
  const row = tx.database.read(rowFor);
  const answers = await riskScoring(tx).ask(tx, [row]);
  return { row, modelAnswer: answers.get(row.id) };
}

function previewJudged(tx: Tx, _: unknown, { row, modelAnswer }: JudgedRow): Preview {
  return previewRow(tx, row, undefined, modelAnswer);
}

/** Transactions to settle, and the workflow that processes them. */
export interface SettleOrder {
  readonly ids: readonly string[];
  readonly workflow: WorkflowRef;
}

/** Records that the workflow of transactions has started. */
function recordStart(tx: Tx, ids: readonly string[], workflow: WorkflowRef): void {
  const rows = transactionRows(tx);
  const [id] = ids;
  if (ids.length === 1 && id !== undefined && workflow.id === transferWorkflowId(id))
    rows.noteOwnStart(id, tx.now());
  else rows.noteStart(ids, workflow, tx.now());
}

/**
 * Decides and books every transaction at stage `accepted`, each in its own savepoint. Returns the
 * recorded outcome of other transactions. The model is not asked about final transactions.
 */
export const settleTransactions = act(
  'transaction.settle',
  (tx, { ids, workflow }: SettleOrder, answers: Answers): Settlement[] => {
    const { database } = tx;
    // Read again: the read before the commit may have seen a transaction that is not on disk yet.
    let finalSettlements = findFinalSettlements(tx, ids);
    let isOutdated = false;
    if (workflow.runId !== null) recordStart(tx, ids, workflow);
    return ids.map((id): Settlement => {
      // A transaction of the group may have reversed another.
      if (isOutdated && finalSettlements.has(id)) finalSettlements = findFinalSettlements(tx, ids);
      isOutdated &&= !finalSettlements.has(id);
      const outcome = finalSettlements.get(id);
      if (outcome) return outcome;
      isOutdated = true;
      try {
        return database.runPart(() => settleTransaction(tx, id, workflow, answers.get(id)));
      } catch (error) {
        // The caller gets the error of a single transaction, and any error of the database itself.
        if (ids.length === 1 || isOutage(error) || !database.raw.inTransaction) throw error;
        return { id, state: 'fault', status: null, expiresInMs: null };
      }
    });
  },
  (tx, { ids }) => {
    const finalSettlements = findFinalSettlements(tx, ids);
    return riskScoring(tx).askUndecided(
      tx,
      ids.filter((id) => !finalSettlements.has(id)),
    );
  },
);

interface PaymentCheck<Found> {
  /** State of the payment after the act. */
  readonly state: RailState;
  readonly found: Found | null;
}

interface PaymentRef {
  readonly transactionId: string;
}

/**
 * Screens the external party against the current lists, before the network receives the payment.
 */
export const screenRailPayment = act(
  'rail.screen',
  (tx, { transactionId }: PaymentRef, answers: Answers): PaymentCheck<ScreenedPayment> => {
    const queued = { transactionId, modelAnswer: answers.get(transactionId) };
    const judgement = paymentChecks(tx).screenQueued(tx, queued);
    return { state: findRailState(tx, { transactionId }), found: judgement };
  },
  askAgain,
);

/** Asks the model again, with the current history, before the network receives the payment. */
export const scoreRailPayment = act(
  'rail.score',
  (tx, { transactionId }: PaymentRef, answers: Answers): PaymentCheck<RiskOutcome> => {
    const queued = { transactionId, modelAnswer: answers.get(transactionId) };
    const judgement = paymentChecks(tx).scoreQueued(tx, queued);
    return { state: findRailState(tx, { transactionId }), found: judgement };
  },
  askAgain,
);

function askAgain(tx: Tx, { transactionId }: PaymentRef): Promise<Answers> {
  const row = tx.database.read(() => findTransaction(tx, transactionId));
  return riskScoring(tx).ask(tx, row ? [row] : []);
}

/**
 * Changes the metadata that a client keeps with a transaction.
 * @throws Refusal when it is not accepted
 */
export const describeTransaction = act(
  'transaction.describe',
  (tx, order: TransactionDescription): void => {
    const rows = transactionRows(tx);
    const row = rows.find(order.transactionId);
    if (row?.tenantId !== order.tenantId) throw new Refusal('transaction_not_found');
    requireVersion(row, order.ifVersion);
    const metadata = mergeMetadata(row.currentMetadata ?? row.metadata, order.metadata);
    rows.replaceMetadata(row, metadata, { cause: order.cause, at: tx.clock(row.tenantId) });
  },
);

/** Books the money of a hold, or part of it, and releases the rest. */
export const captureHeldMoney = act(
  'transaction.capture',
  (tx, order: CaptureOrder): HoldOutcome | null =>
    runUnderKey(tx, 'capture', order, () => captureHold(tx, order)),
);

/** Ends a transaction that has not posted and releases its hold. */
export const releaseHeldMoney = act(
  'transaction.release',
  (tx, order: ReleaseOrder): HoldOutcome | null =>
    runUnderKey(tx, 'cancel', order, () => releaseHold(tx, order)),
);

/** Records an order on a hold, for its workflow; returns null when there is no such transaction. */
export const placeHoldOrder = act('transaction.order', placeOrder);

/** Carries out a recorded order once; returns null when there is no such order. */
export const carryOutHoldOrder = act('transaction.carry_out', carryOutOrder);

/** Applies a second person's decision to the money of a transaction. */
export const carryOutApproval = act(
  'transaction.approve',
  (tx, { transactionId }: Pick<OrderRef, 'transactionId'>): HoldOutcome | null =>
    applyApproval(tx, transactionId),
);

/** Applies the decision of a risk review to the money of a transaction. */
export const carryOutReview = act(
  'transaction.review',
  (tx, { transactionId }: Pick<OrderRef, 'transactionId'>): HoldOutcome | null =>
    paymentChecks(tx).applyReview(tx, transactionId),
);

/** Starts due occurrences of schedules, at most 256: each becomes an accepted transfer. */
export const startDueSchedules = act('schedule.start_due', (tx, _: null): DueStep => startDue(tx));

/** Advances a test clock towards its target, up to the next due work. */
export const driveClock = act(
  'schedule.drive_clock',
  (tx, { tenantId }: { readonly tenantId: string }): ClockStep => stepClock(tx, tenantId),
);

/** Marks a payment that is about to be sent to its network. It can no longer be stopped. */
export const beginRail = act('rail.begin', beginRailPayment);

/** Records that the network has accepted a payment. */
export const recordRailAcceptance = act('rail.note_taken', recordAcceptance);

/** Declines a payment that its network refused, and releases its money. */
export const recordRailRefusal = act('rail.note_refusal', recordRefusal);

/**
 * Books a settled payment. A returned payment releases its hold, or is reversed when it had
 * settled.
 */
export const recordRailReport = act('rail.note_news', recordReport);

/** Plans the next message of the simulated network. */
export const simulateRailReport = act('rail.simulate', simulateReport);

/** Returns the state of a payment on a network. */
export const findRail = readingAct('rail.find', findRailState);
