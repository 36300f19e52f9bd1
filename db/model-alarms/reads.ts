// Reads alarms about models.

import type { AlarmKind } from '../../ledger/models/alarm.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { LedgerReads, ShownLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { modelAlarms } from './tables.ts';
import { alarmView, type ModelAlarmView, type NamedAlarm } from './view.ts';

/** Query for alarms with the names of their versions; the caller appends a condition. */
export const NAMED_ALARMS = `SELECT ${columnsOf(modelAlarms, 'a')}, v.model_id AS modelId, v.name,
  v.label FROM model_alarms a JOIN model_versions v ON v.id = a.version_id`;

/** Alarms of all tenants, or about one version and tenant, newest first. */
export function listModelAlarms(
  { database, livemode }: ShownLedger,
  order: PageOrder & {
    readonly status: 'open' | 'closed' | 'any';
    readonly about?: { readonly tenantId: string; readonly versionId: string };
  },
): Page<ModelAlarmView> {
  const { limit, startingAfter, status, about } = order;
  const conditions = [
    startingAfter === null ? null : 'a.id < @startingAfter',
    status === 'any' ? null : `a.closed_at IS ${status === 'open' ? '' : 'NOT '}NULL`,
    about ? 'a.version_id = @versionId AND a.tenant_id = @tenantId' : null,
  ].filter((term) => term !== null);
  const rows = database.raw
    .prepare<object, NamedAlarm>(
      `${NAMED_ALARMS} ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
       ORDER BY a.id DESC LIMIT @limit`,
    )
    .all({ limit: limit + 1, ...(startingAfter === null ? {} : { startingAfter }), ...about });
  return pageOf(
    rows.map((row) => alarmView(row, livemode)),
    limit,
  );
}

/** Counts the open alarms of each kind. */
export function countOpenAlarms({ database }: LedgerReads): ReadonlyMap<AlarmKind, number> {
  const { raw } = database;
  const sql =
    'SELECT kind, count(*) AS count FROM model_alarms WHERE closed_at IS NULL GROUP BY kind';
  const rows = raw
    .prepare<[], { kind: AlarmKind; count: number }>(readAbsentAsEmpty(raw, sql, [modelAlarms]))
    .all();
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}
