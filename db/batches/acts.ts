// Batches under lock: accepted in one insert with all their items, and settled a slice at a time
// through the same act as every other transaction; a short atomic one in one commit.

import { type BatchStatus, isBatchOver } from '../../ledger/batch.ts';
import type { EventType } from '../../ledger/event.ts';
import { type LimitTerms, togetherRefusal } from '../../ledger/limits.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { type RejectionCode, rejection } from '../../ledger/rejection.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import type { JudgedBooking } from '../booking/judgement.ts';
import type { SettleRow } from '../booking/settle.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { isOutage } from '../kernel/group-commit.ts';
import type { Asked } from '../kernel/judge.ts';
import type { Done } from '../kernel/keys.ts';
import { mint } from '../kernel/mint.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { sliceSizes } from '../kernel/slice-sizes.ts';
import type { Tx, TxParts } from '../kernel/tx.ts';
import { limitTermsAt } from '../limits/acts.ts';
import type { Acceptor } from '../transactions/accept.ts';
import { requestBook } from '../transactions/request-book.ts';
import type { TransactionWriter } from '../transactions/rows.ts';
import type { TransactionView } from '../transactions/view.ts';
import { atomicParts } from './atomic.ts';
import { type BatchLook, type BatchPreview, batchPreviewer } from './preview.ts';
import { DUPLICATE, FAULT, ItemRefusal, type Reason } from './refusal.ts';
import { reserveBook } from './reserves.ts';
import { type BatchDraft, itemRow, newBatch } from './rows.ts';
import { batches, batchItems } from './tables.ts';
import { type BatchItemDraft, type BatchItemRow, type BatchRow, batchView } from './view.ts';

export interface BatchCancel {
  readonly tenantId: string;
  readonly batchId: string;
  readonly cause: Cause;
}

/** The progress of a batch after one step. */
export interface BatchStep {
  /** Null: there is no such batch. */
  readonly status: BatchStatus | null;
  readonly decided: number;
  readonly posted: number;
  readonly declined: number;
  readonly failed: number;
}

export interface BatchActs {
  /** Writes a batch with all its items, and accepts them in one commit: nothing is booked yet. */
  accept(draft: BatchDraft): Promise<Done>;
  /** Dry run: the expected outcome of a batch. Writes nothing and binds no key. */
  preview(draft: BatchDraft): Promise<BatchPreview>;
  /** Deletes the items that a crash left of batches that were never accepted. */
  prune(now: number): Promise<void>;
  /** Stops a batch that has not begun; replayed: it had been canceled before. */
  cancel(order: BatchCancel): Promise<Pick<Done, 'replayed'>>;
  /** Settles the next items, or all of an atomic batch: one transaction. */
  settle(order: { readonly batchId: string; readonly workflow: WorkflowRef }): Promise<BatchStep>;
}

export interface BatchWriter {
  accept(draft: BatchDraft): Done;
  /** The batch that its key is bound to, or null when the key is free. */
  findByKey(draft: BatchDraft): Done | null;
  /** @throws Refusal with the first item from `from` to `to` that cannot be accepted */
  requireAcceptable(draft: BatchDraft, from: number, to: number): void;
  /** Writes items of a batch that is not visible yet. */
  stage(row: BatchRow, draft: BatchDraft, from: number, to: number): void;
  /** Dry run: the expected outcome of its items. Reads only. */
  preview(draft: BatchDraft): BatchLook;
  /** Accepts a batch whose items are written. */
  acceptStaged(row: BatchRow, draft: BatchDraft): Done;
  cancel(order: BatchCancel): Pick<Done, 'replayed'>;
  /** One step: the next slice, or all of a short atomic batch. */
  settle(batchId: string, work: StepWork): BatchStep;
  /**
   * The transactions that the next step decides about. Reads only.
   * @param most their maximum number, across slices; omit it for those of one slice
   */
  upcoming(batchId: string, most?: number): Upcoming;
}

export interface Upcoming {
  /** Index of the first item; null when the next step needs no answer of a model. */
  readonly from: number | null;
  readonly rows: readonly TransactionRow[];
  /** Items of a slice at most. */
  readonly size: number;
}

interface StepWork {
  readonly workflow: WorkflowRef;
  /** The answers of a model about the upcoming items. */
  readonly asked: Answers;
  /**
   * Index of the first item asked about; the step does nothing when another run has come further.
   */
  readonly from: number | null;
  /** Items that the step decides about. */
  readonly count: number;
}

export interface BatchDeps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly writer: TransactionWriter;
  readonly acceptor: Pick<Acceptor, 'partyOf' | 'openBank'>;
  readonly settleRow: SettleRow;
  readonly judged: JudgedBooking;
  readonly tx: Tx;
  readonly livemode: boolean;
  readonly now: () => number;
  /** Milliseconds that never go back. */
  readonly monotonic: () => number;
  readonly clock: BusinessClock;
}

/** The answers of a model about items, by transaction id. */
type Answers = ReadonlyMap<string, Asked>;

const IDENTITY = ['id', 'tenantId', 'mode', 'total', 'metadata', 'createdAt'];
const REQUEST = ['idempotencyKey', 'requestHash', 'requestId', 'actor'];

/** Why an item cannot be accepted, and with it the batch. */
export interface Objection {
  readonly code: 'account_not_found' | 'duplicate_reference';
  /** Within the item. */
  readonly pointer: string;
  readonly existingId?: string;
}

type Counts = Pick<BatchRow, 'posted' | 'declined' | 'failed' | 'travelling'>;

/** The statements by which the parts of a batch read and write its rows. */
export type BatchRows = ReturnType<typeof batchRows>;

function batchRows(deps: Pick<BatchDeps, 'database' | 'emit' | 'livemode' | 'clock'>) {
  const { database, clock } = deps;
  const update = database.raw.prepare(
    `UPDATE batches SET ${updateOf(batches, [...IDENTITY, ...REQUEST])} WHERE id = @id`,
  );
  return {
    requests: requestBook(database),
    itemsFrom: database.raw.prepare<[string, number, number], BatchItemRow>(
      `SELECT ${columnsOf(batchItems)} FROM batch_items WHERE batch_id = ? AND item_index >= ?
       ORDER BY item_index LIMIT ?`,
    ),
    emitEvent(row: BatchRow, type: EventType, cause: Cause): void {
      const object = batchView(row, deps.livemode);
      deps.emit({ tenantId: row.tenantId, type, object, cause, at: row.updatedAt });
    },
    save(row: BatchRow, fields: Partial<BatchRow>): BatchRow {
      const updatedAt = Math.max(clock(row.tenantId), row.updatedAt);
      const next = { ...row, ...fields, version: row.version + 1, updatedAt };
      update.run(next);
      return next;
    },
  };
}

/** Records network results of decided items of a batch; call it inside `database.write` only. */
export function batchEnds(deps: Pick<BatchDeps, 'database' | 'emit' | 'livemode' | 'clock'>) {
  const { save, emitEvent } = batchRows(deps);
  const byId = deps.database.raw.prepare<[string], BatchRow>(
    `SELECT ${columnsOf(batches)} FROM batches WHERE id = ?`,
  );
  return {
    /** Called with each step of an item after the one that decided about it. */
    transactionMoved({ batchId, status, statusCode, requestId, ledgerSequence }: TransactionRow) {
      const batch = byId.get(batchId ?? '');
      const isBack = statusCode === 'rail_returned';
      const isBooked = ledgerSequence !== null;
      if (!batch || (isBooked && status !== 'posted' && !isBack)) return;
      const isLost = isBack || !isBooked;
      const next = save(batch, {
        travelling: batch.travelling - (isBooked && isBack ? 0 : 1),
        ...(isLost ? { posted: batch.posted - 1, declined: batch.declined + 1 } : {}),
      });
      if (!isBatchOver(next.status) || (next.travelling > 0 && !isLost)) return;
      emitEvent(next, 'batch.updated', { actor: 'workflow', requestId, idempotencyKey: null });
    },
  };
}

/** Call its functions inside `database.write` only. */
export function batchWriter(deps: BatchDeps): BatchWriter {
  const { database, writer, acceptor, clock } = deps;
  const { raw } = database;
  const rows = batchRows(deps);
  const { requests, itemsFrom, save, emitEvent } = rows;
  const settlePart = atomicParts(deps, rows);
  const sizes = sliceSizes({ most: SLICE, least: LEAST_SLICE });
  const insert = raw.prepare(`INSERT INTO batches ${insertOf(batches)}`);
  const insertItem = raw.prepare('INSERT INTO batch_items VALUES (?, ?, ?, ?, NULL, NULL)');
  const stage = raw.prepare(
    `INSERT INTO batch_staging VALUES (?, ?)
     ON CONFLICT (batch_id) DO UPDATE SET staged_at = excluded.staged_at`,
  );
  const unstage = raw.prepare('DELETE FROM batch_staging WHERE batch_id = ?');
  const byId = raw.prepare<[string], BatchRow>(
    `SELECT ${columnsOf(batches)} FROM batches WHERE id = ?`,
  );
  const byKey = raw.prepare<[string, string], { id: string; requestHash: Buffer }>(
    `SELECT id, request_hash AS requestHash FROM batches
     WHERE tenant_id = ? AND idempotency_key = ?`,
  );
  const refuseItem = raw.prepare(
    'UPDATE batch_items SET code = ?, message = ? WHERE batch_id = ? AND item_index = ?',
  );

  function objectionTo(tenantId: string, item: BatchItemDraft): Objection | null {
    for (const field of ['sourceAccountId', 'destinationAccountId'] as const) {
      const id = item[field];
      if (id === null || acceptor.partyOf(tenantId, id)) continue;
      return { code: 'account_not_found', pointer: `/${field}` };
    }
    const existingId = requests.holderOf({ tenantId, reference: item.reference });
    if (existingId === null) return null;
    return { code: 'duplicate_reference', pointer: '/reference', existingId };
  }

  function requireAcceptable({ tenantId, items }: BatchDraft, from: number, to: number): void {
    for (const [at, { draft: item }] of items.slice(from, to).entries()) {
      const found = objectionTo(tenantId, item);
      if (found === null) continue;
      const { code, ...fields } = found;
      throw new Refusal(code, { ...fields, pointer: `/items/${from + at}${fields.pointer}` });
    }
  }

  function findByKey({
    tenantId,
    cause: { idempotencyKey },
    requestHash,
  }: BatchDraft): Done | null {
    const found = idempotencyKey === null ? undefined : byKey.get(tenantId, idempotencyKey);
    if (found && !found.requestHash.equals(requestHash)) {
      throw new Refusal('idempotency_key_reused', { existingId: found.id });
    }
    return found ? { id: found.id, replayed: true } : null;
  }

  function write({ id }: BatchRow, { items }: BatchDraft, from: number, to: number): void {
    for (const [at, { body }] of items.slice(from, to).entries()) {
      insertItem.run(id, from + at, mint('transaction'), body);
    }
  }

  function acceptStaged(row: BatchRow, draft: BatchDraft): Done {
    const known = findByKey(draft);
    if (known) return known;
    insert.run(row);
    unstage.run(row.id);
    emitEvent(row, 'batch.created', draft.cause);
    return { id: row.id, replayed: false };
  }

  /** Makes a transaction of an item and settles it; a reason when there can be none. */
  function become(
    batch: BatchRow,
    item: BatchItemRow,
    workflow: WorkflowRef,
    asked?: Answers,
  ): TransactionView | Reason {
    const row = itemRow(batch, item, acceptor, clock(batch.tenantId));
    const cause: Cause = { actor: batch.actor, requestId: batch.requestId, idempotencyKey: null };
    if (requests.holderOf(row) !== null) return DUPLICATE;
    acceptor.openBank(row);
    writer.insert(row, cause);
    return deps.settleRow(row, workflow, asked?.get(row.id));
  }

  /** A fault names the item that has it, as every other refusal does. */
  function becomeOrRefuse(...args: Parameters<typeof become>) {
    const [, item] = args;
    try {
      return become(...args);
    } catch (error) {
      if (isOutage(error) || !raw.inTransaction) throw error;
      throw new ItemRefusal(FAULT, { index: item.itemIndex, cause: error });
    }
  }

  function bookAll(batch: BatchRow, workflow: WorkflowRef, asked?: Answers): void {
    const add = together(deps.tx, clock(batch.tenantId));
    for (const item of itemsFrom.all(batch.id, 0, batch.total)) {
      const index = item.itemIndex;
      const outcome = becomeOrRefuse(batch, item, workflow, asked);
      if (!('id' in outcome)) throw new ItemRefusal(outcome, { index });
      const { status, statusReason, sourceAccountId, amount } = outcome;
      if (status === 'pending') throw new ItemRefusal(TRAVELS, { index });
      if (status !== 'posted') throw new ItemRefusal(statusReason ?? FAULT, { index });
      const code = sourceAccountId === null ? null : add(sourceAccountId, amount);
      if (code !== null) throw new ItemRefusal(rejection(code, '/amount'), { index });
    }
  }

  function settleAll(batch: BatchRow, workflow: WorkflowRef, asked?: Answers): BatchRow {
    const { total, requestId } = batch;
    const cause: Cause = { actor: 'workflow', requestId, idempotencyKey: null };
    const completedAt = clock(batch.tenantId);
    const over = { workflowId: workflow.id, workflowRunId: workflow.runId, completedAt };
    try {
      database.part(() => bookAll(batch, workflow, asked));
    } catch (error) {
      if (!(error instanceof ItemRefusal) || !raw.inTransaction) throw error;
      const refused = save(batch, {
        ...over,
        status: 'refused',
        refusedIndex: error.index,
        refusedCode: error.code,
        refusedMessage: error.message,
        refusedPointer: error.pointer,
      });
      emitEvent(refused, 'batch.refused', cause);
      return refused;
    }
    const done = save(batch, { ...over, status: 'completed', decided: total, posted: total });
    emitEvent(done, 'batch.completed', cause);
    return done;
  }

  /** Settles an item, whatever its outcome. Returns the counter that the item adds to. */
  function settleOne(
    batch: BatchRow,
    item: BatchItemRow,
    workflow: WorkflowRef,
    asked?: Answers,
  ): keyof Counts {
    try {
      const outcome = database.part(() => become(batch, item, workflow, asked));
      if ('id' in outcome) return resultOf(outcome.status);
      refuseItem.run(outcome.code, outcome.message, item.batchId, item.itemIndex);
      return 'declined';
    } catch (error) {
      if (isOutage(error) || !raw.inTransaction) throw error;
      refuseItem.run(FAULT.code, FAULT.message, item.batchId, item.itemIndex);
      return 'failed';
    }
  }

  function settleSlice(batch: BatchRow, { workflow, asked, count }: StepWork): BatchRow {
    const { posted, declined, failed, travelling } = batch;
    const counts = { posted, declined, failed, travelling };
    const slice = itemsFrom.all(batch.id, batch.decided, count);
    for (const item of slice) {
      const as = settleOne(batch, item, workflow, asked);
      counts[as] += 1;
      if (as === 'travelling') counts.posted += 1;
    }
    const decided = batch.decided + slice.length;
    const isOver = decided >= batch.total;
    const next = save(batch, {
      ...counts,
      decided,
      status: isOver ? 'completed' : 'processing',
      workflowId: workflow.id,
      workflowRunId: workflow.runId,
      completedAt: isOver ? clock(batch.tenantId) : null,
    });
    const { requestId } = batch;
    const cause: Cause = { actor: 'workflow', requestId, idempotencyKey: null };
    if (isOver) emitEvent(next, 'batch.completed', cause);
    return next;
  }

  function settleStep(batch: BatchRow, work: StepWork): BatchRow {
    if (batch.mode === 'best_effort') return settleSlice(batch, work);
    const { workflow, asked } = work;
    return isShort(batch) ? settleAll(batch, workflow, asked) : settlePart(batch, work);
  }

  const look = batchPreviewer({ ...deps, objectionTo, reserves: reserveBook(database) });

  return {
    findByKey,
    requireAcceptable,
    preview: look,
    acceptStaged,
    accept(draft) {
      const known = findByKey(draft);
      if (known) return known;
      requireAcceptable(draft, 0, draft.items.length);
      const row = newBatch(draft, clock);
      const done = acceptStaged(row, draft);
      write(row, draft, 0, draft.items.length);
      return done;
    },
    stage(row, draft, from, to) {
      stage.run(row.id, deps.now());
      write(row, draft, from, to);
    },
    cancel({ tenantId, batchId, cause }) {
      const row = byId.get(batchId);
      if (row?.tenantId !== tenantId) throw new Refusal('batch_not_found');
      if (row.status === 'canceled') return { replayed: true };
      if (row.status !== 'pending') {
        throw invalidState(
          `The batch is ${row.status}: only a batch that has not begun can be canceled.`,
        );
      }
      const completedAt = clock(tenantId);
      emitEvent(save(row, { status: 'canceled', completedAt }), 'batch.canceled', cause);
      return { replayed: false };
    },
    upcoming(batchId, most = 0) {
      const batch = byId.get(batchId);
      const from = batch ? nextUndecided(batch) : null;
      if (!batch || from === null) return { from: null, rows: [], size: sizes.next() };
      const size = isShort(batch) ? SLICE : sizes.next();
      const items = itemsFrom.all(batch.id, from, isShort(batch) ? SLICE : Math.max(size, most));
      return {
        from,
        size,
        rows: items.map((item) => itemRow(batch, item, acceptor, clock(batch.tenantId))),
      };
    },
    settle(batchId, work) {
      const batch = byId.get(batchId);
      if (!batch) return { status: null, decided: 0, posted: 0, declined: 0, failed: 0 };
      if (isBatchOver(batch.status) || nextUndecided(batch) !== work.from) return stepOf(batch);
      const began = deps.monotonic();
      const next = settleStep(batch, work);
      const items = next.decided - batch.decided + next.judged - batch.judged;
      sizes.took(items, deps.monotonic() - began);
      return stepOf(next);
    },
  };
}

/** A pending item has its money held; its network reports the outcome later. */
function resultOf(status: TransactionView['status']): keyof Counts {
  if (status === 'pending') return 'travelling';
  return status === 'posted' ? 'posted' : 'declined';
}

/** Refuses an atomic batch, whose items cannot wait for a network. */
const TRAVELS: Reason = rejection('rail_unavailable', '/externalParty/method');

/** Items of a slice at most. */
const SLICE = 32;
const LEAST_SLICE = 4;

function stepOf({ status, decided, posted, declined, failed, travelling }: BatchRow): BatchStep {
  return { status, decided, posted: posted - travelling, declined, failed };
}

/** Booked in one commit, as it holds the thread no longer than a slice does. */
function isShort({ total }: BatchRow): boolean {
  return total <= SLICE;
}

/** Index of the first item to decide about next; null when there is none. */
function nextUndecided(batch: BatchRow): number | null {
  if (isBatchOver(batch.status) || batch.refusing !== null) return null;
  if (batch.mode === 'best_effort' || isShort(batch)) return batch.decided;
  return batch.judged < batch.total ? batch.judged : null;
}

/**
 * Returns a function that adds an item to the sum that an atomic batch takes from its payer, and
 * returns a rejection code when that sum needs the approval of a person: splitting a payment does
 * not evade the threshold.
 */
function together(tx: Tx, at: number) {
  const payers = new Map<string, { total: bigint; readonly terms: LimitTerms | null }>();
  return (accountId: string, amount: number): RejectionCode | null => {
    const payer = payers.get(accountId) ?? { total: 0n, terms: limitTermsAt(tx, accountId, at) };
    payer.total += BigInt(amount);
    payers.set(accountId, payer);
    return payer.terms && togetherRefusal(payer.terms, payer.total);
  };
}
