// Reads customers: one, many by their ids, and pages with filters.

import { and, eq, sql } from 'drizzle-orm';
import { searchFor } from '../../ai/names/search.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { createdBetween } from '../kernel/created-between.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { afterCursor, inOrder, type Page, type PageOrder, pageOf, upToId } from '../kernel/page.ts';
import { IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { customers } from '../kernel/tables.ts';
import { type CustomerRow, type CustomerView, customerView } from './view.ts';

/** SQL condition that hides customers whose data is erased or being erased. */
const NOT_ERASED =
  'NOT EXISTS (SELECT 1 FROM customer_erasures e WHERE e.customer_id = customers.id)';

const byId = prepareOnce(({ raw }: Database) =>
  raw.prepare<[{ id: string; tenantId: string | null }], typeof customers.$inferSelect>(
    `SELECT ${columnsOf(customers)} FROM customers WHERE id = @id
     AND (@tenantId IS NULL OR tenant_id = @tenantId) AND ${NOT_ERASED}`,
  ),
);

/** Returns a customer of a tenant (null: any tenant); null when there is no such customer. */
export async function findCustomer(
  ledger: ReadLedger,
  tenantId: string | null,
  id: string,
): Promise<CustomerView | null> {
  const row = byId(ledger.database).get({ id, tenantId });
  return row ? customerView(row, ledger.livemode) : null;
}

const byIds = prepareOnce(({ raw }: Database) =>
  raw.prepare<[string], typeof customers.$inferSelect>(
    `SELECT ${columnsOf(customers)} FROM customers WHERE id IN ${IN_GIVEN_LIST}`,
  ),
);

/** Returns the customers with these ids, of every tenant. Ids without a customer are left out. */
export function findCustomers(ledger: ReadLedger, ids: readonly string[]): CustomerView[] {
  const rows = byIds(ledger.database).all(JSON.stringify(ids));
  return rows.map((row) => customerView(row, ledger.livemode));
}

export interface CustomerFilter extends PageOrder {
  readonly tenantId: string;
  readonly type?: CustomerRow['type'] | undefined;
  readonly kycStatus?: CustomerRow['kycStatus'] | undefined;
  readonly riskLevel?: NonNullable<CustomerRow['riskLevel']> | undefined;
  readonly country?: string | undefined;
  /** The whole address, ignoring case. */
  readonly email?: string | undefined;
  /** Part of the name in any spelling, as ai/names/search.ts reads names. */
  readonly name?: string | undefined;
  /** Earliest time of creation; milliseconds since 1970 UTC, inclusive like `to`. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The most rows that a filtered page reads, which blocks the thread for some milliseconds. */
const MAX_ROWS_READ = 2_000;

/** True when a filter has no index, so that rows are compared one by one. */
function needsScan({ email, name, type, kycStatus, riskLevel, country }: CustomerFilter) {
  if (email !== undefined) return false;
  return [name, type, kycStatus, riskLevel, country].some((filter) => filter !== undefined);
}

/**
 * Returns a page of a tenant's customers. With a filter other than an address or a time, a page may
 * be short or empty although more follow, because it reads a limited number of rows.
 * @param maxRowsRead the most rows that such a page reads
 */
export async function listCustomers(
  ledger: ReadLedger,
  filter: CustomerFilter,
  maxRowsRead = MAX_ROWS_READ,
): Promise<Page<CustomerView>> {
  const { orm } = ledger.database;
  const { id } = customers;
  const listCondition = and(
    eq(customers.tenantId, filter.tenantId),
    createdBetween(ledger, { ...filter, noun: 'customer', id, createdAt: customers.createdAt }),
    afterCursor(id, filter),
  );
  const filterCondition = and(
    sql.raw(NOT_ERASED),
    hasMetadata('customer', filter.tenantId, id, filter.metadata),
    filter.type ? eq(customers.type, filter.type) : undefined,
    filter.kycStatus ? eq(customers.kycStatus, filter.kycStatus) : undefined,
    filter.riskLevel ? eq(customers.riskLevel, filter.riskLevel) : undefined,
    filter.country ? eq(customers.country, filter.country) : undefined,
    filter.email ? sql`lower(${customers.email}) = lower(${filter.email})` : undefined,
  );
  return ledger.database.read(() => {
    const lastReadId = needsScan(filter)
      ? orm
          .select({ id })
          .from(customers)
          .where(listCondition)
          .orderBy(inOrder(id, filter))
          .limit(1)
          .offset(maxRowsRead - 1)
          .get()?.id
      : undefined;
    const matchesName = filter.name === undefined ? null : searchFor(filter.name);
    const rows = orm
      .select()
      .from(customers)
      .where(and(listCondition, filterCondition, upToId(id, lastReadId, filter)))
      .orderBy(inOrder(id, filter))
      .limit(matchesName === null ? filter.limit + 1 : maxRowsRead)
      .all()
      .filter(({ name }) => matchesName === null || matchesName(name));
    const page = pageOf(rows, filter.limit);
    const data = page.data.map((row) => customerView(row, ledger.livemode));
    if (page.hasMore || lastReadId === undefined) return { data, hasMore: page.hasMore };
    return { data, hasMore: true, cursor: lastReadId };
  });
}
