// Batches under lock: accepted in one insert with all their items, and settled item by item through
// the same act as every other transaction, all in one commit or a slice at a time.

import { type BatchStatus, isBatchOver } from '../../ledger/batch.ts';
import type { EventType } from '../../ledger/event.ts';
import { type LimitTerms, togetherRefusal } from '../../ledger/limits.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { type RejectionCode, rejection } from '../../ledger/rejection.ts';
import type { eventLog } from '../events/acts.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { isOutage } from '../kernel/group-commit.ts';
import type { Done } from '../kernel/keys.ts';
import { mint } from '../kernel/mint.ts';
import type { LimitWriter } from '../limits/acts.ts';
import type { Asked } from '../risk/judge.ts';
import type { Acceptor } from '../transactions/accept.ts';
import type { Cause, Settled, WorkflowRef } from '../transactions/port.ts';
import { requestBook } from '../transactions/request-book.ts';
import type { TransactionWriter } from '../transactions/rows.ts';
import type { SettleRow } from '../transactions/settle.ts';
import type { TransactionRow } from '../transactions/view.ts';
import { DUPLICATE, FAULT, ItemRefusal, type Reason } from './refusal.ts';
import { type BatchDraft, itemRow, newBatch } from './rows.ts';
import { batches, batchItems } from './tables.ts';
import { type BatchItemRow, type BatchRow, batchView } from './view.ts';

export interface BatchCancel {
  readonly tenantId: string;
  readonly batchId: string;
  readonly cause: Cause;
}

/** How far a batch has come with one step. */
export interface BatchStep {
  /** Null: there is no such batch. */
  readonly status: BatchStatus | null;
  readonly decided: number;
}

export interface BatchActs {
  /** Writes a batch with all its items, in one transaction: nothing is booked yet. */
  accept(draft: BatchDraft): Promise<Done>;
  /** Stops a batch that has not begun; replayed: it had been canceled before. */
  cancel(order: BatchCancel): Promise<Pick<Done, 'replayed'>>;
  /** Settles the next items, or all of an atomic batch: one transaction. */
  settle(order: { readonly batchId: string; readonly workflow: WorkflowRef }): Promise<BatchStep>;
}

export interface BatchWriter {
  accept(draft: BatchDraft): Done;
  cancel(order: BatchCancel): Pick<Done, 'replayed'>;
  /** One step: the next slice, or all of an atomic batch. */
  settle(batchId: string, workflow: WorkflowRef, settled: Settled[], asked?: Answers): BatchStep;
  /** The transactions that the next step makes of items; reads only. */
  upcoming(batchId: string): TransactionRow[];
}

interface Deps {
  readonly database: Database;
  readonly emit: ReturnType<typeof eventLog>;
  readonly writer: TransactionWriter;
  readonly acceptor: Pick<Acceptor, 'partyOf' | 'openBank'>;
  readonly settleRow: SettleRow;
  readonly limits: Pick<LimitWriter, 'termsAt'>;
  readonly livemode: boolean;
  readonly clock: BusinessClock;
}

/** What a model said about items, by their transactions. */
type Answers = ReadonlyMap<string, Asked>;

/** Items of one commit: everything else in the bank waits no longer than for a group. */
const SLICE = 256;

const IDENTITY = ['id', 'tenantId', 'mode', 'total', 'metadata', 'createdAt'];
const REQUEST = ['idempotencyKey', 'requestHash', 'requestId', 'actor'];

type Counts = Pick<BatchRow, 'posted' | 'declined' | 'failed'>;

/** Call its functions inside `database.write` only. */
export function batchWriter(deps: Deps): BatchWriter {
  const { database, writer, acceptor, clock } = deps;
  const { raw } = database;
  const requests = requestBook(database);
  const insert = raw.prepare(`INSERT INTO batches ${insertOf(batches)}`);
  const insertItem = raw.prepare('INSERT INTO batch_items VALUES (?, ?, ?, ?, NULL, NULL)');
  const byId = raw.prepare<[string], BatchRow>(
    `SELECT ${columnsOf(batches)} FROM batches WHERE id = ?`,
  );
  const byKey = raw.prepare<[string, string], { id: string; requestHash: Buffer }>(
    `SELECT id, request_hash AS requestHash FROM batches
     WHERE tenant_id = ? AND idempotency_key = ?`,
  );
  const itemsFrom = raw.prepare<[string, number, number], BatchItemRow>(
    `SELECT ${columnsOf(batchItems)} FROM batch_items WHERE batch_id = ? AND item_index >= ?
     ORDER BY item_index LIMIT ?`,
  );
  const update = raw.prepare(
    `UPDATE batches SET ${updateOf(batches, [...IDENTITY, ...REQUEST])} WHERE id = @id`,
  );
  const refuseItem = raw.prepare(
    'UPDATE batch_items SET code = ?, message = ? WHERE batch_id = ? AND item_index = ?',
  );

  function tell(row: BatchRow, type: EventType, cause: Cause): void {
    const object = batchView(row, deps.livemode);
    deps.emit({ tenantId: row.tenantId, type, object, cause, at: row.updatedAt });
  }

  function save(row: BatchRow, fields: Partial<BatchRow>): BatchRow {
    const updatedAt = Math.max(clock(row.tenantId), row.updatedAt);
    const next = { ...row, ...fields, version: row.version + 1, updatedAt };
    update.run(next);
    return next;
  }

  function requireAcceptable({ tenantId, items, ...draft }: BatchDraft): void {
    for (const [index, { draft: item }] of items.entries()) {
      for (const field of ['sourceAccountId', 'destinationAccountId'] as const) {
        const id = item[field];
        if (id === null || acceptor.partyOf(tenantId, id)) continue;
        throw new Refusal('account_not_found', { pointer: `/items/${index}/${field}` });
      }
      const named = requests.named({ ...draft, tenantId, keyScope: '', reference: item.reference });
      if (named?.kind === 'duplicate_reference') {
        const { existingId } = named;
        throw new Refusal(named.kind, { pointer: `/items/${index}/reference`, existingId });
      }
    }
  }

  function accept(draft: BatchDraft): Done {
    const { tenantId, cause, items } = draft;
    const { idempotencyKey } = cause;
    const bound = idempotencyKey === null ? undefined : byKey.get(tenantId, idempotencyKey);
    if (bound && !bound.requestHash.equals(draft.requestHash)) {
      throw new Refusal('idempotency_key_reused', { existingId: bound.id });
    }
    if (bound) return { id: bound.id, replayed: true };
    requireAcceptable(draft);
    const row = newBatch(draft, clock);
    insert.run(row);
    for (const [index, { body }] of items.entries()) {
      insertItem.run(row.id, index, mint('transaction'), body);
    }
    tell(row, 'batch.created', cause);
    return { id: row.id, replayed: false };
  }

  /** Makes a transaction of an item and settles it; a reason when there can be none. */
  function become(
    batch: BatchRow,
    item: BatchItemRow,
    workflow: WorkflowRef,
    settled: Settled[],
    asked?: Answers,
  ): Settled | Reason {
    const row = itemRow(batch, item, acceptor, clock(batch.tenantId));
    const cause: Cause = { actor: batch.actor, requestId: batch.requestId, idempotencyKey: null };
    if (requests.named({ ...row, cause })) return DUPLICATE;
    acceptor.openBank(row);
    writer.insert(row, cause);
    const outcome = deps.settleRow(row, workflow, settled, asked?.get(row.id));
    settled.push(outcome);
    return outcome;
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

  function bookAll(
    batch: BatchRow,
    workflow: WorkflowRef,
    settled: Settled[],
    asked?: Answers,
  ): void {
    const add = together(deps.limits, clock(batch.tenantId));
    for (const item of itemsFrom.all(batch.id, 0, batch.total)) {
      const index = item.itemIndex;
      const outcome = becomeOrRefuse(batch, item, workflow, settled, asked);
      if (!('transaction' in outcome)) throw new ItemRefusal(outcome, { index });
      const { status, statusReason, sourceAccountId, amount } = outcome.transaction;
      if (status !== 'posted') throw new ItemRefusal(statusReason ?? FAULT, { index });
      const code = sourceAccountId === null ? null : add(sourceAccountId, amount);
      if (code !== null) throw new ItemRefusal(rejection(code, '/amount'), { index });
    }
  }

  function settleAll(
    batch: BatchRow,
    workflow: WorkflowRef,
    settled: Settled[],
    asked?: Answers,
  ): BatchRow {
    const { total, requestId } = batch;
    const cause: Cause = { actor: 'workflow', requestId, idempotencyKey: null };
    const completedAt = clock(batch.tenantId);
    const over = { workflowId: workflow.id, workflowRunId: workflow.runId, completedAt };
    const before = settled.length;
    try {
      database.part(() => bookAll(batch, workflow, settled, asked));
    } catch (error) {
      if (!(error instanceof ItemRefusal) || !raw.inTransaction) throw error;
      settled.length = before;
      const refused = save(batch, {
        ...over,
        status: 'refused',
        refusedIndex: error.index,
        refusedCode: error.code,
        refusedMessage: error.message,
        refusedPointer: error.pointer,
      });
      tell(refused, 'batch.refused', cause);
      return refused;
    }
    const done = save(batch, { ...over, status: 'completed', decided: total, posted: total });
    tell(done, 'batch.completed', cause);
    return done;
  }

  /** Settles an item whatever becomes of it; says under what it counts. */
  function settleOne(
    batch: BatchRow,
    item: BatchItemRow,
    workflow: WorkflowRef,
    settled: Settled[],
    asked?: Answers,
  ): keyof Counts {
    const before = settled.length;
    try {
      const outcome = database.part(() => become(batch, item, workflow, settled, asked));
      if ('transaction' in outcome) {
        return outcome.transaction.status === 'posted' ? 'posted' : 'declined';
      }
      refuseItem.run(outcome.code, outcome.message, item.batchId, item.itemIndex);
      return 'declined';
    } catch (error) {
      if (isOutage(error) || !raw.inTransaction) throw error;
      settled.length = before;
      refuseItem.run(FAULT.code, FAULT.message, item.batchId, item.itemIndex);
      return 'failed';
    }
  }

  function settleSlice(
    batch: BatchRow,
    workflow: WorkflowRef,
    settled: Settled[],
    asked?: Answers,
  ): BatchRow {
    const counts = { posted: batch.posted, declined: batch.declined, failed: batch.failed };
    const slice = itemsFrom.all(batch.id, batch.decided, SLICE);
    for (const item of slice) counts[settleOne(batch, item, workflow, settled, asked)] += 1;
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
    if (isOver) tell(next, 'batch.completed', cause);
    return next;
  }

  return {
    accept,
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
      tell(save(row, { status: 'canceled', completedAt }), 'batch.canceled', cause);
      return { replayed: false };
    },
    upcoming(batchId) {
      const batch = byId.get(batchId);
      if (!batch || isBatchOver(batch.status)) return [];
      const most = batch.mode === 'atomic' ? batch.total : SLICE;
      const items = itemsFrom.all(batch.id, batch.decided, most);
      return items.map((item) => itemRow(batch, item, acceptor, clock(batch.tenantId)));
    },
    settle(batchId, workflow, settled, asked) {
      const batch = byId.get(batchId);
      if (!batch) return { status: null, decided: 0 };
      if (isBatchOver(batch.status)) return batch;
      const act = batch.mode === 'atomic' ? settleAll : settleSlice;
      const { status, decided } = act(batch, workflow, settled, asked);
      return { status, decided };
    },
  };
}

/**
 * Returns the function that adds an item to what an atomic batch takes from its payer, and says
 * whether a person would have to be asked about that sum: parts ask nobody around a threshold.
 */
function together({ termsAt }: Deps['limits'], at: number) {
  const payers = new Map<string, { total: bigint; readonly terms: LimitTerms | null }>();
  return (accountId: string, amount: number): RejectionCode | null => {
    const payer = payers.get(accountId) ?? { total: 0n, terms: termsAt(accountId, at) };
    payer.total += BigInt(amount);
    payers.set(accountId, payer);
    return payer.terms && togetherRefusal(payer.terms, payer.total);
  };
}
