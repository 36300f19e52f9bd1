// Reads of the daily money-laundering run: the next developer to monitor, the progress of a day,
// and the customers with bookings since the previous run.

import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { amlDays } from './tables.ts';

export type AmlDayRow = typeof amlDays.$inferSelect;

/** The next developer, by id, that has customers; undefined when there is none. */
export function nextTenantWithCustomers({ raw }: Database, after: string): string | undefined {
  const read = raw
    .prepare<[string], string | null>(
      'SELECT min(tenant_id) FROM customers INDEXED BY customers_by_tenant WHERE tenant_id > ?',
    )
    .pluck();
  return read.get(after) ?? undefined;
}

/** The newest day that was started; undefined when there is none. */
export function lastAmlDay({ raw }: Database, tenantId: string): AmlDayRow | undefined {
  return raw
    .prepare<[string], AmlDayRow>(
      `SELECT ${columnsOf(amlDays)} FROM aml_days WHERE tenant_id = ? ORDER BY day DESC LIMIT 1`,
    )
    .get(tenantId);
}

/** The end of the monitored period, in milliseconds; null when no day is finished yet. */
export function readProgress({ raw }: Database, tenantId: string): number | null {
  const read = raw
    .prepare<[string], number>(
      `SELECT moved_to FROM aml_days WHERE tenant_id = ? AND finished_at IS NOT NULL
       ORDER BY day DESC LIMIT 1`,
    )
    .pluck();
  return read.get(tenantId) ?? null;
}

export interface NextCustomersQuery {
  readonly tenantId: string;
  /** Id of the last customer of the previous page. */
  readonly after: string;
  readonly movedFrom: number;
  readonly movedTo: number;
  readonly limit: number;
}

/** Returns the next customers by id, and of each whether one of its accounts has bookings. */
export function nextCustomers(
  { raw }: Database,
  query: NextCustomersQuery,
): { readonly id: string; readonly hasBookings: 0 | 1 }[] {
  return raw
    .prepare<[NextCustomersQuery], { id: string; hasBookings: 0 | 1 }>(
      `SELECT c.id, EXISTS (
         SELECT 1 FROM accounts a INDEXED BY accounts_by_customer
         CROSS JOIN entries e INDEXED BY entries_by_account ON e.account_id = a.id
         WHERE a.customer_id = c.id AND e.posted_at > @movedFrom AND e.posted_at <= @movedTo
       ) AS hasBookings
       FROM customers c INDEXED BY customers_by_tenant
       WHERE c.tenant_id = @tenantId AND c.id > @after ORDER BY c.id LIMIT @limit`,
    )
    .all(query);
}
