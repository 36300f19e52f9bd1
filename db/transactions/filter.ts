// Filters of a list of transactions, as conditions that its indexes support.

import { and, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { TransactionStatus, TransactionType } from '../../ledger/transaction.ts';
import { createdBetween } from '../kernel/created-between.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { afterCursor, type PageOrder } from '../kernel/page.ts';
import { accounts, transactions } from '../kernel/tables.ts';
import { contains, containsLetters, type TextSearch, textSearchOf } from '../kernel/text-search.ts';

export interface TransactionFilter extends PageOrder {
  readonly tenantId: string;
  readonly accountId?: string | undefined;
  readonly customerId?: string | undefined;
  /** Money out of the account or customer (`debit`), or into it (`credit`). */
  readonly direction?: 'debit' | 'credit' | undefined;
  readonly type?: TransactionType | undefined;
  /** Selects rows with one of these values. */
  readonly status?: readonly TransactionStatus[] | undefined;
  readonly currency?: string | undefined;
  readonly category?: string | undefined;
  /** Part of the name or of the account number on the other side. */
  readonly party?: string | undefined;
  /** Part of the description, the reference or the other side. */
  readonly text?: string | undefined;
  readonly reference?: string | undefined;
  readonly scheduleId?: string | undefined;
  readonly batchId?: string | undefined;
  /** Milliseconds since 1970 UTC, inclusive; as `to`. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
  /** Orders by the requested amount, and equal amounts by time. */
  readonly byAmount?: boolean | undefined;
}

/**
 * Selects the transactions of a batch by the key of its items, so that transactions need no index
 * for it.
 */
function ofBatch(batchId: string): SQL {
  const itemIds = sql`SELECT transaction_id FROM batch_items WHERE batch_id = ${batchId}`;
  return sql`${transactions.id} IN (${itemIds})`;
}

/**
 * Selects by reference. A reference is unique among transactions that are not declined, failed or
 * canceled, so each of the two parts has an index of its own.
 */
function withReference({ tenantId, reference }: TransactionFilter): SQL {
  const matchingIds = sql`SELECT id FROM transactions
    WHERE tenant_id = ${tenantId} AND reference = ${reference}`;
  const unused = sql`('declined', 'failed', 'canceled')`;
  return sql`${transactions.id} IN (${matchingIds} AND status NOT IN ${unused}
    UNION ALL ${matchingIds} AND status IN ${unused})`;
}

/** The booked amount once there is one, otherwise the requested amount. */
export const AMOUNT = sql<number>`coalesce(${transactions.amountPosted}, ${transactions.amount})`;

/** Filters without an index. */
const UNINDEXED_FILTERS = [
  ...(['type', 'status', 'minAmount', 'maxAmount'] as const),
  ...(['currency', 'category', 'party', 'text'] as const),
];

/** Searches the values of the external party, not the names of its fields. */
function ofParty(search: TextSearch): SQL {
  const field = (name: string) => sql`json_extract(${transactions.externalParty}, ${`$.${name}`})`;
  const parts = [contains(field('name'), search), containsLetters(field('accountNumber'), search)];
  return sql`(${sql.join(parts, sql` OR `)})`;
}

/**
 * Compares the stated category, and the category that the bank derives from the merchant's code and
 * name, in any spelling.
 */
function inCategory(word: string): SQL {
  const { category, externalParty } = transactions;
  const field = (name: string) => sql`json_extract(${externalParty}, ${`$.${name}`})`;
  return sql`(${category} IS NOT NULL OR ${externalParty} IS NOT NULL)
    AND in_category(${word}, ${category}, ${field('mcc')}, ${field('name')})`;
}

function withText(search: TextSearch): SQL {
  const { description, reference } = transactions;
  const parts = [
    contains(description, search),
    containsLetters(reference, search),
    ofParty(search),
  ];
  return sql`(${sql.join(parts, sql` OR `)})`;
}

/** Returns true when rows must be compared one by one, because no index supports the filter. */
export function isNarrowed(filter: TransactionFilter): boolean {
  const { reference, scheduleId, batchId } = filter;
  const hasIndexedFilter = [reference, scheduleId, batchId].some((filter) => filter !== undefined);
  return !hasIndexedFilter && UNINDEXED_FILTERS.some((name) => filter[name] !== undefined);
}

/** Returns the filter without the conditions that no index supports. */
export function withoutNarrowing(filter: TransactionFilter): TransactionFilter {
  return { ...filter, ...Object.fromEntries(UNINDEXED_FILTERS.map((name) => [name, undefined])) };
}

/** Conditions that apply whichever side of a transfer matches. */
export function commonConditions(ledger: ReadLedger, filter: TransactionFilter): SQL | undefined {
  return and(
    eq(transactions.tenantId, filter.tenantId),
    filter.type ? eq(transactions.type, filter.type) : undefined,
    filter.status ? inArray(transactions.status, [...filter.status]) : undefined,
    filter.currency ? eq(transactions.currency, filter.currency) : undefined,
    filter.category ? inCategory(filter.category) : undefined,
    filter.party ? ofParty(textSearchOf(filter.party)) : undefined,
    filter.text ? withText(textSearchOf(filter.text)) : undefined,
    filter.reference ? withReference(filter) : undefined,
    filter.scheduleId ? eq(transactions.scheduleId, filter.scheduleId) : undefined,
    filter.batchId ? ofBatch(filter.batchId) : undefined,
    createdBetween(ledger, {
      ...filter,
      noun: 'transaction',
      id: transactions.id,
      createdAt: transactions.createdAt,
    }),
    filter.minAmount === undefined ? undefined : gte(AMOUNT, filter.minAmount),
    filter.maxAmount === undefined ? undefined : lte(AMOUNT, filter.maxAmount),
    hasMetadata('transaction', filter.tenantId, transactions.id, filter.metadata),
    filter.byAmount ? undefined : afterCursor(transactions.id, filter),
  );
}

/** Returns the disjoint conditions by which a filter by account or customer can match. */
export function partyConditions(
  ledger: ReadLedger,
  filter: TransactionFilter,
): (SQL | undefined)[] {
  if (filter.accountId === undefined && filter.customerId === undefined) return [undefined];
  const ids = accountIds(ledger, filter);
  const [onlyId] = ids;
  if (onlyId && ids.length === 1) {
    // One account is read in the order of its index, without a sort.
    const sides = {
      debit: eq(transactions.sourceAccountId, onlyId),
      credit: eq(transactions.destinationAccountId, onlyId),
    };
    return filter.direction ? [sides[filter.direction]] : [sides.debit, sides.credit];
  }
  // One parameter for all accounts of a customer, because SQLite allows at most 32,766.
  const idList = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const asSource = sql`${transactions.sourceAccountId} IN ${idList}`;
  if (filter.direction === 'debit') return [asSource];
  if (filter.direction === 'credit') {
    return [sql`${transactions.destinationAccountId} IN ${idList}`];
  }
  // A transfer between two of these accounts is already found by its source.
  const asDestination = sql`${transactions.destinationAccountId} IN ${idList}
    AND ${transactions.sourceAccountId} NOT IN ${idList}`;
  return [asSource, asDestination];
}

function accountIds(ledger: ReadLedger, filter: TransactionFilter): string[] {
  return ledger.database.orm
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.tenantId, filter.tenantId),
        eq(accounts.kind, 'customer'),
        filter.accountId ? eq(accounts.id, filter.accountId) : undefined,
        filter.customerId ? eq(accounts.customerId, filter.customerId) : undefined,
      ),
    )
    .all()
    .map((row) => row.id);
}
