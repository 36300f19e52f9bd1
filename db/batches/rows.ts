// The rows of a batch and of its items, and the transaction that an item becomes.

import type { BatchMode } from '../../ledger/batch.ts';
import type { EventType } from '../../ledger/event.ts';
import { settlementId } from '../../ledger/internal-account.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, updateOf } from '../kernel/columns.ts';
import { mintDated } from '../kernel/mint.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { acceptor, newRow } from '../transactions/accept.ts';
import { batches, batchItems } from './tables.ts';
import { type BatchItemDraft, type BatchItemRow, type BatchRow, batchView } from './view.ts';

/** A checked batch, ready to be accepted. */
export interface BatchDraft {
  readonly tenantId: string;
  readonly mode: BatchMode;
  /** JSON of each item's `BatchItemDraft`, as it is stored. */
  readonly items: readonly string[];
  readonly metadata: Metadata;
  /** SHA-256 of the canonical request body: distinguishes a replay from a reused key. */
  readonly requestHash: Uint8Array;
  readonly cause: Cause;
}

/** Creates the row of a batch that is accepted now. */
export function createBatchRow({ clock }: Pick<Tx, 'clock'>, draft: BatchDraft): BatchRow {
  const { tenantId, mode, items, metadata, requestHash, cause } = draft;
  const { id, at } = mintDated('batch', tenantId, clock);
  return {
    id,
    tenantId,
    mode,
    status: 'pending',
    total: items.length,
    decided: 0,
    posted: 0,
    declined: 0,
    travelling: 0,
    failed: 0,
    refusedIndex: null,
    refusedCode: null,
    refusedMessage: null,
    refusedPointer: null,
    metadata: JSON.stringify(metadata),
    workflowId: null,
    workflowRunId: null,
    idempotencyKey: cause.idempotencyKey,
    requestHash: Buffer.from(requestHash),
    requestId: cause.requestId,
    actor: cause.actor,
    version: 1,
    createdAt: at,
    updatedAt: at,
    completedAt: null,
    judged: 0,
    refusing: null,
  };
}

const FIND_BATCH = `SELECT ${columnsOf(batches)} FROM batches WHERE id = ?`;
const IDENTITY = ['id', 'tenantId', 'mode', 'total', 'metadata', 'createdAt'];
const REQUEST = ['idempotencyKey', 'requestHash', 'requestId', 'actor'];
const UPDATE = `UPDATE batches SET ${updateOf(batches, [...IDENTITY, ...REQUEST])} WHERE id = @id`;
const ITEMS_AFTER = `SELECT ${columnsOf(batchItems)} FROM batch_items
  WHERE batch_id = ? AND item_index >= ? ORDER BY item_index LIMIT ?`;

export function findBatchRow(tx: Tx, id: string): BatchRow | undefined {
  return tx.get<BatchRow>(FIND_BATCH, id);
}

/** Writes changed fields and returns the new row. */
export function saveBatch(tx: Tx, row: BatchRow, fields: Partial<BatchRow>): BatchRow {
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const next = { ...row, ...fields, version: row.version + 1, updatedAt };
  tx.run(UPDATE, next);
  return next;
}

export function emitBatchEvent(tx: Tx, row: BatchRow, type: EventType, cause: Cause): void {
  const object = batchView(row, tx.livemode);
  tx.emit({ tenantId: row.tenantId, type, object, cause, at: row.updatedAt });
}

/** Lists the items in order, starting at an index. */
export function itemsFrom(tx: Tx, batchId: string, from: number, limit: number): BatchItemRow[] {
  return tx.all<BatchItemRow>(ITEMS_AFTER, batchId, from, limit);
}

export function workflowCause({ requestId }: BatchRow): Cause {
  return { actor: 'workflow', requestId, idempotencyKey: null };
}

/** Builds the transaction of an item at stage `accepted`, as if it had been sent alone. */
export function itemRow(tx: Tx, batch: BatchRow, item: BatchItemRow): TransactionRow {
  const draft = JSON.parse(item.body) as BatchItemDraft;
  const { tenantId, requestHash, actor, requestId } = batch;
  const settlementAccountId = settlementId(tenantId, draft.currency);
  const source = draft.sourceAccountId ?? settlementAccountId;
  const destination = draft.destinationAccountId ?? settlementAccountId;
  const accountId = draft.sourceAccountId ?? draft.destinationAccountId ?? '';
  const owner = acceptor(tx).findOwner(tenantId, accountId);
  const fullDraft = {
    ...draft,
    tenantId,
    capture: 'automatic' as const,
    holdExpiresAt: null,
    requestHash,
    cause: { actor, requestId, idempotencyKey: null },
  };
  const customerId = owner?.customerId ?? '';
  const now = tx.clock(tenantId);
  const row = newRow(fullDraft, item.transactionId, now, { source, destination, customerId });
  return { ...row, keyScope: 'batch', batchId: batch.id };
}
