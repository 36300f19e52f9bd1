// Reads of batches and their items.

import { and, desc, eq, lt } from 'drizzle-orm';
import type { BatchStatus, ItemStatus } from '../../ledger/batch.ts';
import { firstIdAt } from '../../ledger/id.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { isAmong } from '../kernel/sets.ts';
import { batches } from './tables.ts';
import {
  type BatchItemRow,
  type BatchItemView,
  type BatchView,
  batchItemView,
  batchView,
  type ItemResult,
  itemTransactionId,
} from './view.ts';

/** Finds one batch; null when the tenant has none of that id. */
export async function findBatch(
  ledger: ReadLedger,
  tenantId: string,
  id: string,
): Promise<BatchView | null> {
  const row = findRow(ledger, tenantId, id);
  return row ? batchView(row, ledger.livemode) : null;
}

/** Finds the batches of these ids, of every tenant. Unknown ids are left out. */
export function findBatches(
  { database, livemode }: ReadLedger,
  ids: readonly string[],
): BatchView[] {
  const rows = database.orm.select().from(batches).where(isAmong(batches.id, ids)).all();
  return rows.map((row) => batchView(row, livemode));
}

function findRow({ database }: ReadLedger, tenantId: string, id: string) {
  const ownedBatch = and(eq(batches.id, id), eq(batches.tenantId, tenantId));
  return database.read(() => database.orm.select().from(batches).where(ownedBatch).get());
}

export interface BatchFilter extends PageOrder {
  readonly tenantId: string;
  readonly status?: BatchStatus | undefined;
}

/** Lists the batches of a tenant, newest first. */
export async function listBatches(
  ledger: ReadLedger,
  filter: BatchFilter,
): Promise<Page<BatchView>> {
  const { tenantId, status, startingAfter, limit } = filter;
  const select = ledger.database.orm
    .select()
    .from(batches)
    .where(
      and(
        eq(batches.tenantId, tenantId),
        status ? eq(batches.status, status) : undefined,
        hasMetadata('batch', tenantId, batches.id, filter.metadata),
        startingAfter ? lt(batches.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(batches.id))
    .limit(limit + 1);
  const rows = ledger.database.read(() => select.all());
  return pageOf(
    rows.map((row) => batchView(row, ledger.livemode)),
    limit,
  );
}

export interface ItemFilter extends PageOrder {
  readonly tenantId: string;
  readonly batchId: string;
  readonly status?: ItemStatus | undefined;
}

/** Lists the items of a batch in order, each with its result; null when there is no such batch. */
export async function listBatchItems(
  ledger: ReadLedger,
  filter: ItemFilter,
): Promise<Page<BatchItemView> | null> {
  const { batchId, startingAfter, status, limit } = filter;
  const { raw, read } = ledger.database;
  return read(() => {
    const batch = findRow(ledger, filter.tenantId, batchId);
    if (!batch) return null;
    const after = startingAfter === null ? '' : itemTransactionId(startingAfter);
    const items: BatchItemView[] = [];
    const from =
      raw.prepare<[string, string], number>(ITEM_INDEX).pluck().get(batchId, after) ?? -1;
    // At most 10,000 rows; a page is usually full much earlier.
    for (const row of raw.prepare<[string, number], ItemWithResult>(ITEMS).iterate(batchId, from)) {
      const { resultStatus, resultCode, resultMessage, ...item } = row;
      const result: ItemResult | null =
        resultStatus === null
          ? null
          : { status: resultStatus, code: resultCode, message: resultMessage };
      const view = batchItemView(item, batch, result);
      if (status === undefined || view.status === status) items.push(view);
      if (items.length > limit) break;
    }
    return pageOf(items, limit);
  });
}

interface ItemWithResult extends BatchItemRow {
  readonly resultStatus: ItemResult['status'] | null;
  readonly resultCode: string | null;
  readonly resultMessage: string | null;
}

const ITEM_INDEX = 'SELECT item_index FROM batch_items WHERE batch_id = ? AND transaction_id = ?';

const ITEMS = `SELECT i.batch_id AS batchId, i.item_index AS itemIndex,
  i.transaction_id AS transactionId, i.body, i.code, i.message, t.status AS resultStatus,
  t.status_code AS resultCode, t.status_message AS resultMessage
  FROM batch_items i LEFT JOIN transactions t ON t.id = i.transaction_id
  WHERE i.batch_id = ? AND i.item_index > ? ORDER BY i.item_index`;

/** Counts the waiting items of open batches, by tenant. */
export function countWaitingItems({ database }: ReadLedger): ReadonlyMap<string, number> {
  const rows = database.raw
    .prepare<[], [tenantId: string, items: number]>(
      `SELECT tenant_id, sum(total - decided) FROM batches INDEXED BY batches_open
       WHERE status IN ('pending', 'processing') GROUP BY tenant_id`,
    )
    .raw();
  return new Map(rows.all());
}

/** The input of the workflow of a batch. */
export interface BatchFacts {
  readonly id: string;
  readonly tenantId: string;
  /** The ids of the items' transactions ascend. */
  readonly firstTransactionId: string;
  readonly lastTransactionId: string;
}

const FACTS = `SELECT b.id, b.tenant_id AS tenantId,
  (SELECT transaction_id FROM batch_items WHERE batch_id = b.id AND item_index = 0)
    AS firstTransactionId,
  (SELECT transaction_id FROM batch_items WHERE batch_id = b.id AND item_index = b.total - 1)
    AS lastTransactionId
  FROM batches b`;

/** Returns null when there is no such batch. */
export function findBatchFacts({ database }: ReadLedger, id: string): BatchFacts | null {
  return database.raw.prepare<[string], BatchFacts>(`${FACTS} WHERE b.id = ?`).get(id) ?? null;
}

/** Lists open batches, oldest first. */
export function listOpenBatches(
  { database }: ReadLedger,
  { acceptedBefore, after, limit }: { acceptedBefore: number; after: string; limit: number },
): readonly BatchFacts[] {
  return database.raw
    .prepare<[string, string, number], BatchFacts>(
      `${FACTS} WHERE b.status IN ('pending', 'processing') AND b.id > ? AND b.id < ?
       ORDER BY b.id LIMIT ?`,
    )
    .all(after, firstIdAt('batch', acceptedBefore + 1), limit);
}
