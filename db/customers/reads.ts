// Plain reads of customers.

import { and, desc, eq, lt } from 'drizzle-orm';
import { hasMetadata } from '../kernel/metadata.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { customers } from '../kernel/tables.ts';
import type { Ledger } from '../ledger.ts';
import { type CustomerView, customerView } from './view.ts';

/** One customer; null when the tenant (null: any tenant) has none of that id. */
export async function findCustomer(
  ledger: Ledger,
  tenantId: string | null,
  id: string,
): Promise<CustomerView | null> {
  const row = ledger.database.orm
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), tenantId ? eq(customers.tenantId, tenantId) : undefined))
    .get();
  return row ? customerView(row, ledger.livemode) : null;
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
