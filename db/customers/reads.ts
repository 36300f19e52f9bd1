// Plain reads of customers.

import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { GIVEN } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { customers } from '../kernel/tables.ts';
import type { Ledger } from '../ledger.ts';
import { type CustomerView, customerView } from './view.ts';

/** One that is erased, or about to be, is no longer there. */
const NOT_ERASED =
  'NOT EXISTS (SELECT 1 FROM customer_erasures e WHERE e.customer_id = customers.id)';

const byId = prepareOnce(({ raw }: Database) =>
  raw.prepare<[{ id: string; tenantId: string | null }], typeof customers.$inferSelect>(
    `SELECT ${columnsOf(customers)} FROM customers WHERE id = @id
     AND (@tenantId IS NULL OR tenant_id = @tenantId) AND ${NOT_ERASED}`,
  ),
);

/** One customer; null when the tenant (null: any tenant) has none of that id. */
export async function findCustomer(
  ledger: Ledger,
  tenantId: string | null,
  id: string,
): Promise<CustomerView | null> {
  const row = byId(ledger.database).get({ id, tenantId });
  return row ? customerView(row, ledger.livemode) : null;
}

const byIds = prepareOnce(({ raw }: Database) =>
  raw.prepare<[string], typeof customers.$inferSelect>(
    `SELECT ${columnsOf(customers)} FROM customers WHERE id IN ${GIVEN}`,
  ),
);

/** Those of the ids that there are, of every tenant. */
export function findCustomers(ledger: Ledger, ids: readonly string[]): CustomerView[] {
  const rows = byIds(ledger.database).all(JSON.stringify(ids));
  return rows.map((row) => customerView(row, ledger.livemode));
}

/** Customers of a tenant, newest first. */
export async function listCustomers(
  ledger: Ledger,
  tenantId: string,
  page: PageOrder,
): Promise<Page<CustomerView>> {
  const rows = ledger.database.orm
    .select()
    .from(customers)
    .where(
      and(
        eq(customers.tenantId, tenantId),
        sql.raw(NOT_ERASED),
        hasMetadata('customer', tenantId, customers.id, page.metadata),
        page.startingAfter ? lt(customers.id, page.startingAfter) : undefined,
      ),
    )
    .orderBy(desc(customers.id))
    .limit(page.limit + 1)
    .all();
  return pageOf(
    rows.map((row) => customerView(row, ledger.livemode)),
    page.limit,
  );
}
