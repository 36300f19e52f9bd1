// The acts on transactions that handlers and activities run. Each is one business act and one
// database transaction: status, entries, balances, holds, timeline, event and log leaf together.

import { mergedMetadata } from '../../ledger/metadata.ts';
import { Refusal, requireVersion } from '../../ledger/refusal.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import { applyApproval } from '../approvals/acts.ts';
import type { RailActs, RailOutcome, RailStanding, SimulatedNews } from '../booking/rail-news.ts';
import { captureHold, releaseHold } from '../holds/acts.ts';
import { act, outlook } from '../kernel/act.ts';
import { isOutage } from '../kernel/group-commit.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import type { RiskWriter } from '../risk/acts.ts';
import { applyReview, type Screened, scoreQueued, screenQueued } from '../risk/review-acts.ts';
import { startDue, stepClock } from '../schedules/advance.ts';
import type { ClockStep, DueStep } from '../schedules/due-step.ts';
import { findFinal } from '../transactions/final.ts';
import { boundAct } from '../transactions/keyed-act.ts';
import type {
  CaptureOrder,
  ExchangeDraft,
  HoldOutcome,
  OrderOnHold,
  OrderRef,
  Preview,
  ReleaseOrder,
  ReversalOrder,
  RiskOutcome,
  Settlement,
  TransactionDescription,
  TransactionDraft,
} from '../transactions/port.ts';
import { type MoneyActs, moneyOf } from './acts.ts';

/** A model's answers about transactions before their decision. */
type Answers = Awaited<ReturnType<MoneyActs['scoring']['ask']>>;

/**
 * Writes a transaction as `pending`, stage `accepted`: no hold, in no balance.
 * @throws Refusal when it is not accepted; nothing is written and no key is bound
 */
export const acceptTransaction = act('transaction.accept', (tx, draft: TransactionDraft) =>
  moneyOf(tx).accept.accept(draft),
);

/** Writes a reversal: a transaction of its own. @throws Refusal when it is not accepted */
export const acceptReversal = act('transaction.reverse', (tx, order: ReversalOrder) =>
  moneyOf(tx).reverse.accept(order),
);

/** Agrees on the terms of an exchange and writes it. @throws Refusal when it is not accepted */
export const acceptExchange = act('transaction.exchange', (tx, draft: ExchangeDraft) =>
  moneyOf(tx).exchange.accept(draft),
);

/**
 * Previews the outcome of a draft.
 * @throws Refusal as `acceptTransaction`
 */
export const previewTransaction = outlook(
  'transaction.preview',
  previewJudged,
  (tx, draft: TransactionDraft) => judgedRow(tx, () => moneyOf(tx).accept.rowFor(draft)),
);

/**
 * Previews the outcome of a reversal.
 * @throws Refusal as `acceptReversal`
 */
export const previewReversal = outlook(
  'transaction.preview_reversal',
  previewJudged,
  (tx, order: ReversalOrder) => judgedRow(tx, () => moneyOf(tx).reverse.rowFor(order)),
);

/**
 * Previews the outcome of an exchange.
 * @throws Refusal as `acceptExchange`
 */
export const previewExchange = outlook(
  'transaction.preview_exchange',
  (tx, draft: ExchangeDraft): Preview => {
    const { exchange, preview } = moneyOf(tx);
    const { row, terms } = exchange.rowFor(draft);
    return preview(row, terms);
  },
);

interface Judged {
  readonly row: TransactionRow;
  readonly asked: ReturnType<Answers['get']>;
}

async function judgedRow(tx: Tx, rowFor: () => TransactionRow): Promise<Judged> {
  const row = tx.database.read(rowFor);
  const asked = await moneyOf(tx).scoring.ask([row]);
  return { row, asked: asked.get(row.id) };
}

function previewJudged(tx: Tx, _: unknown, { row, asked }: Judged): Preview {
  return moneyOf(tx).preview(row, undefined, asked);
}

/** Transactions to settle, and the workflow that carries them. */
export interface SettleOrder {
  readonly ids: readonly string[];
  readonly workflow: WorkflowRef;
}

/**
 * Decides and books every transaction that is still at stage `accepted`, each in a savepoint of its
 * own; returns the recorded outcome for the others. The model is not asked about final
 * transactions.
 */
export const settleTransactions = act(
  'transaction.settle',
  (tx, { ids, workflow }: SettleOrder, asked: Answers): Settlement[] => {
    const { database } = tx;
    const money = moneyOf(tx);
    // Read again: the read before the commit may have seen a transaction that is not on disk yet.
    let final = findFinal(tx, ids);
    let isOutdated = false;
    if (workflow.runId !== null) money.noteStart(ids, workflow);
    return ids.map((id): Settlement => {
      // A member of the group may have reversed another one.
      if (isOutdated && final.has(id)) final = findFinal(tx, ids);
      isOutdated &&= !final.has(id);
      const known = final.get(id);
      if (known) return known;
      isOutdated = true;
      try {
        return database.part(() => money.settle(id, workflow, asked.get(id)));
      } catch (error) {
        // Alone, or when the database itself is in trouble, the caller has to know.
        if (ids.length === 1 || isOutage(error) || !database.raw.inTransaction) throw error;
        return { id, state: 'fault', status: null, expiresInMs: null };
      }
    });
  },
  (tx, { ids }) => {
    const asIs = findFinal(tx, ids);
    return moneyOf(tx).scoring.askUndecided(ids.filter((id) => !asIs.has(id)));
  },
);

export type { Screened };

interface Looked<Found> {
  /** State of the payment after the act. */
  readonly standing: RailStanding;
  readonly found: Found | null;
}

interface PaymentRef {
  readonly transactionId: string;
}

/** Compares the party outside with the lists of now, before a network has the payment. */
export const screenRailPayment = act(
  'rail.screen',
  (tx, { transactionId }: PaymentRef, asked: Answers): Looked<Screened> => {
    const { holding, rails } = moneyOf(tx);
    const queued = { transactionId, asked: asked.get(transactionId) };
    const found = screenQueued(holding, queued);
    return { standing: rails.find({ transactionId }), found };
  },
  askAgain,
);

/** Asks the model again, with the current history, before the network receives the payment. */
export const scoreRailPayment = act(
  'rail.score',
  (tx, { transactionId }: PaymentRef, asked: Answers): Looked<RiskOutcome> => {
    const { holding, rails } = moneyOf(tx);
    const queued = { transactionId, asked: asked.get(transactionId) };
    const found = scoreQueued(holding, queued);
    return { standing: rails.find({ transactionId }), found };
  },
  askAgain,
);

function askAgain(tx: Tx, { transactionId }: PaymentRef): Promise<Answers> {
  const { scoring, writer } = moneyOf(tx);
  const row = tx.database.read(() => writer.find(transactionId));
  return scoring.ask(row ? [row] : []);
}

/**
 * Changes the metadata that a client keeps with a transaction.
 * @throws Refusal when it is not accepted
 */
export const describeTransaction = act(
  'transaction.describe',
  (tx, order: TransactionDescription): void => {
    const { writer } = moneyOf(tx);
    const row = writer.find(order.transactionId);
    if (row?.tenantId !== order.tenantId) throw new Refusal('transaction_not_found');
    requireVersion(row, order.ifVersion);
    const metadata = mergedMetadata(row.currentMetadata ?? row.metadata, order.metadata);
    writer.describe(row, metadata, { cause: order.cause, at: tx.clock(row.tenantId) });
  },
);

/** Books the money of a hold, or part of it, and releases the rest. */
export const captureHeldMoney = act(
  'transaction.capture',
  (tx, order: CaptureOrder): HoldOutcome | null => {
    const { holding } = moneyOf(tx);
    return boundAct(holding, 'capture', order, () => captureHold(holding, order));
  },
);

/** Ends a transaction that has not posted and releases its hold. */
export const releaseHeldMoney = act(
  'transaction.release',
  (tx, order: ReleaseOrder): HoldOutcome | null => {
    const { holding } = moneyOf(tx);
    return boundAct(holding, 'cancel', order, () => releaseHold(holding, order));
  },
);

/** Records an order on a hold, for its workflow; returns null when there is no such transaction. */
export const placeHoldOrder = act('transaction.order', (tx, order: OrderOnHold) =>
  moneyOf(tx).holdOrders.place(order),
);

/** Carries out a recorded order once; returns null when there is no such order. */
export const carryOutHoldOrder = act('transaction.carry_out', (tx, ref: OrderRef) =>
  moneyOf(tx).holdOrders.carryOut(ref),
);

/** Applies a second person's decision to the money of a transaction. */
export const carryOutApproval = act(
  'transaction.approve',
  (tx, { transactionId }: Pick<OrderRef, 'transactionId'>): HoldOutcome | null =>
    applyApproval(moneyOf(tx).holding, transactionId),
);

/** Applies the decision of a risk review to the money of a transaction. */
export const carryOutReview = act(
  'transaction.review',
  (tx, { transactionId }: Pick<OrderRef, 'transactionId'>): HoldOutcome | null =>
    applyReview(moneyOf(tx).holding, transactionId),
);

/** Starts occurrences of schedules that are due, up to 256: each becomes a transfer, accepted. */
export const startDueSchedules = act('schedule.start_due', (tx, _: null): DueStep => startDue(tx));

/** Moves a test clock on towards its target, up to the next things that fall due. */
export const driveClock = act(
  'schedule.drive_clock',
  (tx, { tenantId }: { readonly tenantId: string }): ClockStep => stepClock(tx, tenantId),
);

/** A person has looked at a payment that was held or let through. @throws Refusal */
export const reviewPayment = act('risk.review', (tx, order: Parameters<RiskWriter['review']>[0]) =>
  moneyOf(tx).risk.review(order),
);

/** Plans the sandbox's decisions about the next payments of an account. */
export const planRiskHits = act(
  'risk.simulate',
  (tx, order: Parameters<RiskWriter['simulate']>[0]) => moneyOf(tx).risk.simulate(order),
);

/** Records the suspicion of an analysis about an account's behaviour, for its next decisions. */
export const heedBehavior = act('risk.heed', (tx, order: Parameters<RiskWriter['heed']>[0]) =>
  moneyOf(tx).risk.heed(order),
);

/** A payment is about to be given to its network: from here on it cannot be stopped. */
export const beginRail = act('rail.begin', (tx, order: Parameters<RailActs['begin']>[0]) =>
  moneyOf(tx).rails.begin(order),
);

/** Its network has taken it. */
export const noteRailTaken = act(
  'rail.note_taken',
  (tx, order: Parameters<RailActs['noteTaken']>[0]) => moneyOf(tx).rails.noteTaken(order),
);

/** Its network does not take it: declined, and nothing is held any more. */
export const noteRailRefusal = act(
  'rail.note_refusal',
  (tx, order: Parameters<RailActs['noteRefusal']>[0]) => moneyOf(tx).rails.noteRefusal(order),
);

/**
 * Books a settled payment; a returned one releases the hold, or is reversed when it had settled.
 */
export const noteRailNews = act('rail.note_news', (tx, order: RailOutcome) =>
  moneyOf(tx).rails.noteNews(order),
);

/** Plans the next message of the simulated network. */
export const simulateRailNews = act('rail.simulate', (tx, order: SimulatedNews) =>
  moneyOf(tx).rails.simulate(order),
);

/** Returns the state of a payment on a network. */
export const findRail = outlook('rail.find', (tx, order: PaymentRef) =>
  moneyOf(tx).rails.find(order),
);
