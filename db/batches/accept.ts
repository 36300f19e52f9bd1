// Accepts a batch. A small batch takes one commit. The items of a large batch are checked and
// written in slices, and one short commit accepts them. Until then they are invisible; items that a
// crash leaves behind are deleted.

import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { act, actInParts } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { type KeyedResult, type KeyedRow, replayOf } from '../kernel/keys.ts';
import { mint } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { acceptor } from '../transactions/accept.ts';
import { findByReference } from '../transactions/earlier-requests.ts';
import {
  type BatchDraft,
  createBatchRow,
  emitBatchEvent,
  findBatchRow,
  saveBatch,
} from './rows.ts';
import { batches, batchStaging } from './tables.ts';
import type { BatchItemDraft, BatchRow } from './view.ts';

/** Items of one slice, about five milliseconds of work. */
const SLICE_ITEMS = 256;
/** Maximum rows that one commit deletes. */
const DELETED_PER_COMMIT = 1_000;
/** Staged items older than this belong to a process that has ended. */
const ABANDONED_AFTER_MS = 10 * 60 * 1000;

/** The reason why an item, and so the batch, cannot be accepted. */
interface Objection {
  readonly code: 'account_not_found' | 'duplicate_reference';
  /** JSON pointer within the item. */
  readonly pointer: string;
  readonly existingId?: string;
}

/** Returns why an item cannot be accepted, or null; reads only. */
export function findObjection(tx: Tx, tenantId: string, item: BatchItemDraft): Objection | null {
  for (const field of ['sourceAccountId', 'destinationAccountId'] as const) {
    const id = item[field];
    if (id === null || acceptor(tx).findOwner(tenantId, id)) continue;
    return { code: 'account_not_found', pointer: `/${field}` };
  }
  const existingId = findByReference(tx, { tenantId, reference: item.reference });
  if (existingId === null) return null;
  return { code: 'duplicate_reference', pointer: '/reference', existingId };
}

/** @throws Refusal with the first item of a slice that cannot be accepted */
function requireAcceptable(tx: Tx, { tenantId, items }: BatchDraft, from: number): void {
  for (const [index, body] of items.slice(from, from + SLICE_ITEMS).entries()) {
    const objection = findObjection(tx, tenantId, JSON.parse(body));
    if (objection === null) continue;
    const { code, ...fields } = objection;
    throw new Refusal(code, { ...fields, pointer: `/items/${from + index}${fields.pointer}` });
  }
}

/** Returns the batch that the key is bound to, or null when the key is free. */
function findByKey(tx: Tx, draft: BatchDraft): KeyedResult | null {
  const { tenantId, cause, requestHash } = draft;
  if (cause.idempotencyKey === null) return null;
  const keyed = tx.get<KeyedRow>(
    `SELECT id, request_hash AS requestHash FROM batches
     WHERE tenant_id = ? AND idempotency_key = ?`,
    tenantId,
    cause.idempotencyKey,
  );
  return replayOf(keyed, requestHash);
}

function writeItems(tx: Tx, { id }: BatchRow, { items }: BatchDraft, from: number): void {
  for (const [index, body] of items.slice(from, from + SLICE_ITEMS).entries()) {
    tx.run(
      'INSERT INTO batch_items VALUES (?, ?, ?, ?, NULL, NULL)',
      id,
      from + index,
      mint('transaction'),
      body,
    );
  }
}

const INSERT = `INSERT INTO batches ${insertOf(batches)}`;
const DELETE_STAGING = 'DELETE FROM batch_staging WHERE batch_id = ?';

function acceptStaged(tx: Tx, row: BatchRow, draft: BatchDraft): KeyedResult {
  const replayed = findByKey(tx, draft);
  if (replayed) return replayed;
  tx.run(INSERT, row);
  tx.run(DELETE_STAGING, row.id);
  emitBatchEvent(tx, row, 'batch.created', draft.cause);
  return { id: row.id, replayed: false };
}

function acceptAtOnce(tx: Tx, draft: BatchDraft): KeyedResult {
  const replayed = findByKey(tx, draft);
  if (replayed) return replayed;
  requireAcceptable(tx, draft, 0);
  const row = createBatchRow(tx, draft);
  const accepted = acceptStaged(tx, row, draft);
  writeItems(tx, row, draft, 0);
  return accepted;
}

function stageItems(tx: Tx, row: BatchRow, draft: BatchDraft, from: number): void {
  tx.run(
    `INSERT INTO batch_staging VALUES (?, ?)
     ON CONFLICT (batch_id) DO UPDATE SET staged_at = excluded.staged_at`,
    row.id,
    tx.now(),
  );
  writeItems(tx, row, draft, from);
}

async function stageBatch(tx: Tx, draft: BatchDraft): Promise<KeyedResult> {
  const { database } = tx;
  const earlierResult = database.read(() => findByKey(tx, draft));
  if (earlierResult) return earlierResult;
  for (let from = 0; from < draft.items.length; from += SLICE_ITEMS) {
    database.read(() => requireAcceptable(tx, draft, from));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const row = createBatchRow(tx, draft);
  let accepted: KeyedResult | null = null;
  try {
    for (let from = 0; from < draft.items.length; from += SLICE_ITEMS) {
      await database.write(() => stageItems(tx, row, draft, from));
    }
    accepted = await database.write(() => acceptStaged(tx, row, draft));
    return accepted;
  } finally {
    if (accepted?.id !== row.id) await discardStaged(tx, row.id);
  }
}

async function discardStaged(tx: Tx, batchId: string): Promise<void> {
  const deleteItems = () =>
    tx.run(
      `DELETE FROM batch_items WHERE (batch_id, item_index) IN (
         SELECT batch_id, item_index FROM batch_items WHERE batch_id = ? LIMIT ?)`,
      batchId,
      DELETED_PER_COMMIT,
    );
  while ((await tx.database.write(deleteItems)) === DELETED_PER_COMMIT);
  await tx.database.write(() => tx.run(DELETE_STAGING, batchId));
}

/**
 * Writes a batch with all its items, and accepts them in one commit: nothing is booked yet.
 * @throws Refusal with the first item that cannot be accepted
 */
export const acceptBatch = actInParts(
  'batch.accept',
  (tx, draft: BatchDraft): Promise<KeyedResult> => {
    if (draft.items.length > SLICE_ITEMS) return stageBatch(tx, draft);
    return tx.database.write(() => acceptAtOnce(tx, draft));
  },
);

/** Deletes staged items of batches that a crash kept from being accepted. */
export const pruneBatches = actInParts('batch.prune', async (tx, now: number): Promise<void> => {
  const abandoned = tx.all<{ readonly batchId: string }>(
    `SELECT ${columnsOf(batchStaging)} FROM batch_staging WHERE staged_at < ? LIMIT 8`,
    now - ABANDONED_AFTER_MS,
  );
  for (const { batchId } of abandoned) await discardStaged(tx, batchId);
});

export interface BatchCancel {
  readonly tenantId: string;
  readonly batchId: string;
  readonly cause: Cause;
}

/**
 * Cancels a batch that has not begun. `replayed` is true when it was canceled before.
 * @throws Refusal when it has begun
 */
export const cancelBatch = act(
  'batch.cancel',
  (tx, order: BatchCancel): Pick<KeyedResult, 'replayed'> => {
    const { tenantId, batchId, cause } = order;
    const row = findBatchRow(tx, batchId);
    if (row?.tenantId !== tenantId) throw new Refusal('batch_not_found');
    if (row.status === 'canceled') return { replayed: true };
    if (row.status !== 'pending') {
      throw invalidState(
        `The batch is ${row.status}: only a batch that has not begun can be canceled.`,
      );
    }
    const canceled = saveBatch(tx, row, { status: 'canceled', completedAt: tx.clock(tenantId) });
    emitBatchEvent(tx, canceled, 'batch.canceled', cause);
    return { replayed: false };
  },
);
