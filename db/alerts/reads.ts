// Reads the balance alerts of accounts.

import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { ShownLedger } from '../kernel/ledger-reads.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { ledgerTerms } from '../kernel/terms.ts';
import { alerts } from './tables.ts';
import { type AlertView, alertView } from './view.ts';

export interface AlertOwner {
  readonly tenantId: string;
  readonly accountId: string;
}

// A literal, because SQLite uses the partial index only for literals.
const notDeletedCondition = sql`${alerts.status} <> 'deleted'`;

/** Finds one alert of an account; null when the tenant has none of that id there. */
export async function findAlert(
  ledger: ShownLedger,
  { tenantId, accountId }: AlertOwner,
  id: string,
): Promise<AlertView | null> {
  const row = ledger.database.orm
    .select()
    .from(alerts)
    .where(and(eq(alerts.id, id), eq(alerts.accountId, accountId), eq(alerts.tenantId, tenantId)))
    .get();
  return row && row.status !== 'deleted'
    ? alertView(row, ledger.livemode, ledgerTerms(ledger.database).hasMail)
    : null;
}

/** Lists the alerts of an account, newest first. */
export async function listAlerts(
  ledger: ShownLedger,
  { tenantId, accountId, limit, startingAfter, metadata }: AlertOwner & PageOrder,
): Promise<Page<AlertView>> {
  const rows = ledger.database.orm
    .select()
    .from(alerts)
    .where(
      and(
        eq(alerts.accountId, accountId),
        eq(alerts.tenantId, tenantId),
        notDeletedCondition,
        hasMetadata('alert', tenantId, alerts.id, metadata),
        startingAfter === null ? undefined : lt(alerts.id, startingAfter),
      ),
    )
    .orderBy(desc(alerts.id))
    .limit(limit + 1)
    .all();
  const page = pageOf(rows, limit);
  return {
    ...page,
    data: page.data.map((row) =>
      alertView(row, ledger.livemode, ledgerTerms(ledger.database).hasMail),
    ),
  };
}
