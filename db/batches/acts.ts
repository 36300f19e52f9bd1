// Settles a batch in slices, with the same act as every other transaction; a short atomic batch in
// one commit.

import { type BatchStatus, isBatchOver } from '../../ledger/batch.ts';
import { type LimitTerms, totalRefusal } from '../../ledger/limits.ts';
import { type RejectionCode, rejection } from '../../ledger/rejection.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import { settleRow } from '../booking/settle.ts';
import { actInParts } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { isOutage } from '../kernel/group-commit.ts';
import { type Answers, riskScoring } from '../kernel/judge.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { slicesOf, workClock } from '../kernel/slice-sizes.ts';
import type { Tx } from '../kernel/tx.ts';
import { limitTermsAt } from '../limits/acts.ts';
import { acceptor } from '../transactions/accept.ts';
import { findByReference } from '../transactions/earlier-requests.ts';
import { transactionRows } from '../transactions/rows.ts';
import type { TransactionView } from '../transactions/view.ts';
import { settlePart } from './atomic.ts';
import { FACTOR_WITHOUT_OTHER_REQUESTS, itemSizes } from './item-slices.ts';
import { DUPLICATE_REFERENCE, FAULT, ItemRefusal, type Reason } from './refusal.ts';
import {
  emitBatchEvent,
  findBatchRow,
  itemRow,
  itemsFrom,
  saveBatch,
  workflowCause,
} from './rows.ts';
import type { BatchItemRow, BatchRow } from './view.ts';

/** The progress of a batch after one step. */
export interface BatchStep {
  /** Null when there is no such batch. */
  readonly status: BatchStatus | null;
  /** The tenant of the batch; empty when there is no such batch. */
  readonly tenantId: string;
  readonly decided: number;
  readonly posted: number;
  readonly declined: number;
  readonly failed: number;
}

interface UpcomingItems {
  /** Index of the first item, or null when the next step needs no answer of a model. */
  readonly from: number | null;
  readonly items: readonly StepItem[];
  /** The most items of a slice. */
  readonly size: number;
}

/** An item and its transaction. */
export interface StepItem {
  readonly item: BatchItemRow;
  readonly row: TransactionRow;
}

export interface StepWork {
  readonly workflow: WorkflowRef;
  /** The answers of a model about the upcoming items. */
  readonly modelAnswers: Answers;
  /**
   * Index of the first item of the answers. The step does nothing when another run is further
   * ahead.
   */
  readonly from: number | null;
  /** The items that the step decides. */
  readonly items: readonly StepItem[];
}

type Counts = Pick<BatchRow, 'posted' | 'declined' | 'failed' | 'travelling'>;

/** Inserts and settles the transaction of an item. Returns a reason when there can be none. */
function settleItem(
  tx: Tx,
  batch: BatchRow,
  { row }: StepItem,
  { workflow, modelAnswers }: StepWork,
): TransactionView | Reason {
  const cause: Cause = { actor: batch.actor, requestId: batch.requestId, idempotencyKey: null };
  if (findByReference(tx, row) !== null) return DUPLICATE_REFERENCE;
  acceptor(tx).openBankAccounts(row);
  transactionRows(tx).beginRow(row, cause);
  return settleRow(tx, row, workflow, modelAnswers.get(row.id));
}

/** Converts a fault into a refusal that names the item. */
function settleItemOrRefuse(...args: Parameters<typeof settleItem>) {
  const [tx, , { item }] = args;
  try {
    return settleItem(...args);
  } catch (error) {
    if (isOutage(error) || !tx.database.raw.inTransaction) throw error;
    throw new ItemRefusal(FAULT, { index: item.itemIndex, cause: error });
  }
}

function bookAll(tx: Tx, batch: BatchRow, work: StepWork): void {
  const addToPayer = payerTotals(tx, tx.clock(batch.tenantId));
  for (const item of work.items) {
    const index = item.item.itemIndex;
    const outcome = settleItemOrRefuse(tx, batch, item, work);
    if (!('id' in outcome)) throw new ItemRefusal(outcome, { index });
    const { status, statusReason, sourceAccountId, amount } = outcome;
    if (status === 'pending') throw new ItemRefusal(NEEDS_NETWORK, { index });
    if (status !== 'posted') throw new ItemRefusal(statusReason ?? FAULT, { index });
    const code = sourceAccountId === null ? null : addToPayer(sourceAccountId, amount);
    if (code !== null) throw new ItemRefusal(rejection(code, '/amount'), { index });
  }
}

function settleAll(tx: Tx, batch: BatchRow, work: StepWork): BatchRow {
  const { total, tenantId } = batch;
  const { id: workflowId, runId: workflowRunId } = work.workflow;
  const completion = { workflowId, workflowRunId, completedAt: tx.clock(tenantId) };
  try {
    tx.database.runPart(() => bookAll(tx, batch, work));
  } catch (error) {
    if (!(error instanceof ItemRefusal) || !tx.database.raw.inTransaction) throw error;
    const refused = saveBatch(tx, batch, {
      ...completion,
      status: 'refused',
      refusedIndex: error.index,
      refusedCode: error.code,
      refusedMessage: error.message,
      refusedPointer: error.pointer,
    });
    emitBatchEvent(tx, refused, 'batch.refused', workflowCause(batch));
    return refused;
  }
  const totals = { decided: total, posted: total };
  const completed = saveBatch(tx, batch, { ...completion, status: 'completed', ...totals });
  emitBatchEvent(tx, completed, 'batch.completed', workflowCause(batch));
  return completed;
}

const REFUSE_ITEM =
  'UPDATE batch_items SET code = ?, message = ? WHERE batch_id = ? AND item_index = ?';

/** Settles an item, whatever its outcome. Returns the counter that the item adds to. */
function settleOne(tx: Tx, batch: BatchRow, step: StepItem, work: StepWork): keyof Counts {
  const { database } = tx;
  const { item } = step;
  const refuse = ({ code, message }: Reason) =>
    tx.run(REFUSE_ITEM, code, message, item.batchId, item.itemIndex);
  try {
    const outcome = database.runPart(() => settleItem(tx, batch, step, work));
    if ('id' in outcome) return resultOf(outcome.status);
    refuse(outcome);
    return 'declined';
  } catch (error) {
    if (isOutage(error) || !database.raw.inTransaction) throw error;
    refuse(FAULT);
    return 'failed';
  }
}

function settleSlice(tx: Tx, batch: BatchRow, work: StepWork): BatchRow {
  const { posted, declined, failed, travelling } = batch;
  const counts = { posted, declined, failed, travelling };
  for (const item of work.items) {
    const outcome = settleOne(tx, batch, item, work);
    counts[outcome] += 1;
    if (outcome === 'travelling') counts.posted += 1;
  }
  const decided = batch.decided + work.items.length;
  const isOver = decided >= batch.total;
  const next = saveBatch(tx, batch, {
    ...counts,
    decided,
    status: isOver ? 'completed' : 'processing',
    workflowId: work.workflow.id,
    workflowRunId: work.workflow.runId,
    completedAt: isOver ? tx.clock(batch.tenantId) : null,
  });
  if (isOver) emitBatchEvent(tx, next, 'batch.completed', workflowCause(batch));
  return next;
}

function settleStep(tx: Tx, batch: BatchRow, work: StepWork): BatchRow {
  if (batch.mode === 'best_effort') return settleSlice(tx, batch, work);
  return isShort(batch) ? settleAll(tx, batch, work) : settlePart(tx, batch, work);
}

/** Returns the items that the next step decides; reads only. */
function readUpcomingItems(tx: Tx, order: BatchOrder): UpcomingItems {
  const batch = findBatchRow(tx, order.batchId);
  const from = batch ? nextUndecided(batch) : null;
  if (!batch || from === null) return { from: null, items: [], size: 1 };
  const { followsOtherProcesses } = tx.database;
  const max = followsOtherProcesses ? DECIDED_TOGETHER * sliceFactorOf(order) : 1;
  // On PostgreSQL other work on the thread runs between slices, so longer slices would save
  // nothing.
  const size = isShort(batch)
    ? MAX_SINGLE_COMMIT
    : sliceSizeOf(tx, batch, followsOtherProcesses ? 1 : sliceFactorOf(order));
  const items = itemsFrom(
    tx,
    batch.id,
    from,
    isShort(batch) ? MAX_SINGLE_COMMIT : Math.max(size, max),
  );
  return { from, size, items: items.map((item) => ({ item, row: itemRow(tx, batch, item) })) };
}

/**
 * Returns the size of a slice. A slice of an atomic batch is booked as a whole after it was
 * decided, so it must suit the slower booking.
 */
function sliceSizeOf(tx: Tx, { mode }: BatchRow, factor: number): number {
  const { booking, judging } = itemSizes(tx);
  const bookingSize = booking.next(factor);
  return mode === 'atomic' ? Math.min(judging.next(factor), bookingSize) : bookingSize;
}

function sliceFactorOf({
  hasNoOtherRequests = false,
}: Pick<BatchOrder, 'hasNoOtherRequests'>): number {
  return hasNoOtherRequests ? FACTOR_WITHOUT_OTHER_REQUESTS : 1;
}

/** Takes one step: settles the next slice, or the whole of a short atomic batch. */
function takeStep(tx: Tx, batchId: string, work: StepWork): BatchStep {
  const sizes = itemSizes(tx);
  const batch = findBatchRow(tx, batchId);
  if (!batch) return { status: null, tenantId: '', decided: 0, posted: 0, declined: 0, failed: 0 };
  if (isBatchOver(batch.status) || nextUndecided(batch) !== work.from) return stepOf(batch);
  const startedAt = workClock(tx)();
  const next = settleStep(tx, batch, work);
  const tookMs = workClock(tx)() - startedAt;
  sizes.booking.record(next.decided - batch.decided, tookMs);
  sizes.judging.record(next.judged - batch.judged, tookMs);
  return stepOf(next);
}

export interface BatchOrder {
  readonly batchId: string;
  readonly workflow: WorkflowRef;
  /** True when nobody but the tenant has sent requests lately, so the next slice may be long. */
  readonly hasNoOtherRequests?: boolean;
}

/**
 * Settles the next slice of a batch, or the whole of a short atomic batch. When a commit needs
 * another machine, several slices share one commit, and other work on the thread runs between them.
 */
export const settleBatch = actInParts(
  'batch.settle',
  async (tx, order: BatchOrder): Promise<BatchStep> => {
    const { database } = tx;
    const { batchId, workflow } = order;
    const groupSize = database.followsOtherProcesses ? BOOKED_TOGETHER * sliceFactorOf(order) : 1;
    const { from, items, size } = database.read(() => readUpcomingItems(tx, order));
    const answers = await riskScoring(tx).ask(
      tx,
      items.map(({ row }) => row),
    );
    const works: StepWork[] =
      from === null
        ? Array.from({ length: groupSize }, () => ({
            workflow,
            modelAnswers: answers,
            from,
            items,
          }))
        : slicesOf(items, size).map((slice, index) => ({
            ...{ workflow, modelAnswers: answers, items: slice },
            from: from + index * size,
          }));
    const steps = await Promise.all(
      works.map((work) => database.write(() => takeStep(tx, batchId, work))),
    );
    return steps.at(-1) as BatchStep;
  },
);

/**
 * Returns the counter of an item's outcome. A pending item has its money held; its network reports
 * later.
 */
function resultOf(status: TransactionView['status']): keyof Counts {
  if (status === 'pending') return 'travelling';
  return status === 'posted' ? 'posted' : 'declined';
}

/** Refuses an atomic batch, whose items cannot wait for a network. */
const NEEDS_NETWORK: Reason = rejection('rail_unavailable', '/externalParty/method');

/** The most items of an atomic batch that is booked in one commit. */
const MAX_SINGLE_COMMIT = 32;
/**
 * The items that share a commit on PostgreSQL, and the slices that share one when they are only
 * booked.
 */
const DECIDED_TOGETHER = 64;
const BOOKED_TOGETHER = 2;

function stepOf(batch: BatchRow): BatchStep {
  const { status, tenantId, decided, posted, declined, failed, travelling } = batch;
  return { status, tenantId, decided, posted: posted - travelling, declined, failed };
}

/**
 * True for a batch that is booked in one commit, because it occupies the thread no longer than a
 * slice.
 */
function isShort({ total }: BatchRow): boolean {
  return total <= MAX_SINGLE_COMMIT;
}

/** Returns the index of the next item to decide, or null when there is none. */
function nextUndecided(batch: BatchRow): number | null {
  if (isBatchOver(batch.status) || batch.refusing !== null) return null;
  if (batch.mode === 'best_effort' || isShort(batch)) return batch.decided;
  return batch.judged < batch.total ? batch.judged : null;
}

/**
 * Returns a function that adds an item to the sum of an atomic batch by payer, and returns a
 * rejection code when that sum needs a second person's approval, so that splitting a payment does
 * not evade the threshold.
 */
function payerTotals(tx: Tx, now: number) {
  const payers = new Map<string, { total: bigint; readonly terms: LimitTerms | null }>();
  return (accountId: string, amount: number): RejectionCode | null => {
    const payer = payers.get(accountId) ?? { total: 0n, terms: limitTermsAt(tx, accountId, now) };
    payer.total += BigInt(amount);
    payers.set(accountId, payer);
    return payer.terms && totalRefusal(payer.terms, payer.total);
  };
}

/** Records the result of an item with each step of its transaction after the decision. */
export function followItem(tx: Tx, transaction: TransactionRow): void {
  const { batchId, status, statusCode, requestId, ledgerSequence } = transaction;
  const batch = findBatchRow(tx, batchId ?? '');
  const isReturned = statusCode === 'rail_returned';
  const isBooked = ledgerSequence !== null;
  if (!batch || (isBooked && status !== 'posted' && !isReturned)) return;
  const becomesDeclined = isReturned || !isBooked;
  const next = saveBatch(tx, batch, {
    travelling: batch.travelling - (isBooked && isReturned ? 0 : 1),
    ...(becomesDeclined ? { posted: batch.posted - 1, declined: batch.declined + 1 } : {}),
  });
  if (!isBatchOver(next.status) || (next.travelling > 0 && !becomesDeclined)) return;
  emitBatchEvent(tx, next, 'batch.updated', { actor: 'workflow', requestId, idempotencyKey: null });
}
