// Reads the obstacles to the erasure of a customer, or its progress.

import { eq } from 'drizzle-orm';
import { columnsOf } from '../kernel/columns.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { customers } from '../kernel/tables.ts';
import { ledgerTerms } from '../kernel/terms.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { obstaclesOf } from './erasure-obstacles.ts';
import { customerErasures } from './erasure-tables.ts';
import { HELD_TABLES } from './held-data.ts';
import type { CustomerRow } from './view.ts';

const customerOf = prepareOnce(({ raw }: Pick<ReadLedger['database'], 'raw'>) =>
  raw.prepare<[string], CustomerRow>(`SELECT ${columnsOf(customers)} FROM customers WHERE id = ?`),
);

/** Returns the tenant of a customer, erased or not; null when there is no such customer. */
export function tenantOfCustomer({ database }: ReadLedger, customerId: string): string | null {
  return customerOf(database).get(customerId)?.tenantId ?? null;
}

/** An erasure as operators see it; null when there is no such customer. */
export function customerErasureView(ledger: ReadLedger, customerId: string) {
  const { database, livemode, clock } = ledger;
  const customer = customerOf(database).get(customerId);
  if (!customer) return null;
  const row = database.orm
    .select()
    .from(customerErasures)
    .where(eq(customerErasures.customerId, customerId))
    .get();
  const now = clock(customer.tenantId);
  const obstacles = row
    ? []
    : obstaclesOf(database, customer, { now, days: ledgerTerms(database).retentionDays });
  const status = row ? row.status : obstacles.length > 0 ? ('held_up' as const) : ('due' as const);
  const parts = HELD_TABLES.length + 1;
  return {
    object: 'customer_erasure' as const,
    livemode,
    customerId,
    status,
    obstacles: obstacles.map(({ until, ...obstacle }) => ({
      ...obstacle,
      until: timestampOrNull(until),
    })),
    progress: { done: row?.status === 'erased' ? parts : (row?.part ?? 0), of: parts },
    rows: row?.rows ?? 0,
    requestedBy: row?.requestedBy ?? null,
    approvedBy: row?.approvedBy ?? null,
    reason: row?.reason ?? null,
    startedAt: timestampOrNull(row?.startedAt ?? null),
    erasedAt: timestampOrNull(row?.erasedAt ?? null),
  };
}

const timestampOrNull = (time: number | null) => (time === null ? null : timestamp(time));
