// Finds the work that prevents the move of a developer: work of a running workflow of this ledger,
// or rows that a move does not carry. Each kind is reported with its count and its remedy.

import type BetterSqlite3 from 'better-sqlite3';
import { NOT_CARRIED } from './slice.ts';

/** A kind of open work that prevents the move. */
export interface OpenWork {
  readonly subject: string;
  readonly count: number;
  /** Some of the ids. */
  readonly examples: readonly string[];
  /** How to end the work. */
  readonly remedy: string;
}

interface Kind {
  readonly subject: string;
  readonly remedy: string;
  /** Query for the rows of open work; the first column identifies a row, `@tenantId` is bound. */
  readonly sql: string;
}

const EXAMPLES = 5;

/** Work that must end before the pause of the developer's writes. */
const LASTING: readonly Kind[] = [
  {
    subject: 'transactions that are not settled',
    remedy: 'wait for them',
    sql: `SELECT id FROM transactions WHERE tenant_id = @tenantId
          AND status = 'pending' AND stage = 'accepted'`,
  },
  {
    subject: 'payments whose network has something left to say',
    remedy: 'wait for their settlement and the time in which they can be returned',
    sql: `SELECT transaction_id FROM rail_payments WHERE tenant_id = @tenantId
          AND (status IN ('queued', 'submitting', 'submitted')
            OR (status = 'settled' AND ask_at IS NOT NULL))`,
  },
  {
    subject: 'batches that are not over',
    remedy: 'wait for them',
    sql: `SELECT id FROM batches WHERE tenant_id = @tenantId
          AND status IN ('pending', 'processing')`,
  },
  {
    subject: 'assessments of identities that are not over',
    remedy: 'decide them, or wait for them',
    sql: `SELECT id FROM kyc_assessments WHERE tenant_id = @tenantId AND status = 'pending'`,
  },
  {
    subject: 'customers who are being erased',
    remedy: 'wait for the end of the erasure',
    sql: `SELECT customer_id FROM customer_erasures
          WHERE tenant_id = @tenantId AND status = 'running'`,
  },
  {
    subject: 'test clocks on their way to a time',
    remedy: 'wait until the clock has arrived',
    sql: `SELECT tenant_id FROM clocks WHERE tenant_id = @tenantId AND target IS NOT NULL`,
  },
  {
    subject: 'e-mails that are not sent',
    remedy: 'wait for them, or mend the mail server',
    sql: `SELECT id FROM mails WHERE tenant_id = @tenantId AND status = 'queued'`,
  },
  {
    subject: 'daily looks for money laundering that are not over',
    remedy: 'wait for the end of the look',
    sql: `SELECT cast(day AS TEXT) FROM aml_days
          WHERE tenant_id = @tenantId AND finished_at IS NULL`,
  },
  {
    subject: 'events that are archived',
    remedy: 'none: files of an archive belong to their ledger',
    sql: `SELECT 'events' FROM counters WHERE name = 'events/' || @tenantId AND value <>
          (SELECT count(*) FROM events WHERE tenant_id = @tenantId)
          UNION ALL SELECT id FROM archives WHERE noun = 'events' AND last_row >=
          (SELECT min(row) FROM events WHERE tenant_id = @tenantId)`,
  },
  {
    subject: 'transactions with steps or decisions that are archived',
    remedy: 'none: files of an archive belong to their ledger',
    sql: `SELECT id FROM transactions t WHERE tenant_id = @tenantId AND (
          archived_version IS NOT NULL OR archived_risk IS NOT NULL
          OR EXISTS (SELECT 1 FROM archives a
            WHERE a.noun <> 'events' AND a.deleted_row < a.last_row
            AND t.id BETWEEN a.first_id AND a.last_id))`,
  },
  ...NOT_CARRIED.map((table) => ({
    subject: `rows of ${table}`,
    remedy: 'none: models, trainings and contracts of a developer stay in their ledger',
    sql: `SELECT tenant_id FROM ${table} WHERE tenant_id = @tenantId`,
  })),
];

/** Work that ends by itself shortly after the last write. `@now` is bound. */
const PASSING: readonly Kind[] = [
  {
    subject: 'transactions whose workflow has not begun',
    remedy: 'start the bank, which begins it',
    sql: `SELECT id FROM transactions WHERE tenant_id = @tenantId
          AND workflow_started_at IS NULL AND stage <> 'accepted'`,
  },
  {
    subject: 'balances that alerts have not looked at',
    remedy: 'start the bank, which looks at them',
    sql: `SELECT account_id FROM alert_readings
          WHERE account_id IN (SELECT id FROM accounts WHERE tenant_id = @tenantId)`,
  },
  {
    subject: 'events that are not relayed to webhook endpoints',
    remedy: 'start the bank, which relays them',
    sql: `SELECT id FROM events WHERE tenant_id = @tenantId
          AND row > (SELECT event_row FROM relay_cursor)
          AND EXISTS (SELECT 1 FROM webhook_endpoints
            WHERE tenant_id = @tenantId AND status = 'enabled' AND removed_at IS NULL)`,
  },
  {
    subject: 'deliveries to webhook endpoints that are due',
    remedy: 'wait for them, or disable an endpoint that does not answer',
    sql: `SELECT d.id FROM deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id
          WHERE w.tenant_id = @tenantId AND w.status = 'enabled' AND w.removed_at IS NULL
          AND d.status IN ('pending', 'retrying') AND d.next_attempt_at <= @now`,
  },
];

/** A delivery due within this time could be running when its row is deleted. */
const MARGIN_MS = 1_000;

/** Returns the work that prevents the pause of the developer's writes. */
export function lastingWork(raw: BetterSqlite3.Database, tenantId: string): OpenWork[] {
  return LASTING.flatMap((kind) => findOpen(raw, kind, { tenantId }));
}

/** Returns the work that must end before rows can be carried, lasting work included. */
export function openWork(raw: BetterSqlite3.Database, tenantId: string, now: number): OpenWork[] {
  const passing = PASSING.flatMap((kind) =>
    findOpen(raw, kind, { tenantId, now: now + MARGIN_MS }),
  );
  return [...passing, ...lastingWork(raw, tenantId)];
}

function findOpen(
  raw: BetterSqlite3.Database,
  { subject, remedy, sql }: Kind,
  { tenantId, now }: { readonly tenantId: string; readonly now?: number },
): OpenWork[] {
  const ids = raw
    .prepare<[object], string>(sql)
    .pluck()
    .all(sql.includes('@now') ? { tenantId, now } : { tenantId });
  if (ids.length === 0) return [];
  return [{ subject, count: ids.length, examples: ids.slice(0, EXAMPLES), remedy }];
}
