// Finds the work that prevents the move of a developer: work of a running workflow of this ledger,
// or rows that a move does not carry. Each kind is reported with its count and its remedy.

import type BetterSqlite3 from 'better-sqlite3';
import { subjectsIn } from '../all-subject-tables.ts';
import type { OpenKind } from './moved-tables.ts';

/** A kind of open work that prevents the move. */
export interface OpenWork {
  readonly subject: string;
  readonly count: number;
  /** Some of the ids. */
  readonly examples: readonly string[];
  /** How to end the work. */
  readonly remedy: string;
}

const EXAMPLES = 5;

/** Work of the core that must end before the pause of the developer's writes. */
const LASTING_WORK: readonly OpenKind[] = [
  {
    subject: 'transactions that are not settled',
    remedy: 'wait for them',
    sql: `SELECT id FROM transactions WHERE tenant_id = @tenantId
          AND status = 'pending' AND stage = 'accepted'`,
  },
  {
    subject: 'payments that their network can still settle, reject or return',
    remedy: 'wait for their settlement and the time in which they can be returned',
    sql: `SELECT transaction_id FROM rail_payments WHERE tenant_id = @tenantId
          AND (status IN ('queued', 'submitting', 'submitted')
            OR (status = 'settled' AND ask_at IS NOT NULL))`,
  },
  {
    subject: 'batches that have not finished',
    remedy: 'wait for them',
    sql: `SELECT id FROM batches WHERE tenant_id = @tenantId
          AND status IN ('pending', 'processing')`,
  },
  {
    subject: 'customers who are being erased',
    remedy: 'wait for the end of the erasure',
    sql: `SELECT customer_id FROM customer_erasures
          WHERE tenant_id = @tenantId AND status = 'running'`,
  },
  {
    subject: 'test clocks that are moving to a time',
    remedy: 'wait until the clock has arrived',
    sql: `SELECT tenant_id FROM clocks WHERE tenant_id = @tenantId AND target IS NOT NULL`,
  },
  {
    subject: 'e-mails that are not sent',
    remedy: 'wait for them, or mend the mail server',
    sql: `SELECT id FROM mails WHERE tenant_id = @tenantId AND status = 'queued'`,
  },
];

/** Work of the core that ends by itself shortly after the last write. `@now` is bound. */
const PASSING_WORK: readonly OpenKind[] = [
  {
    subject: 'transactions whose workflow has not started',
    remedy: 'start the bank, which starts it',
    sql: `SELECT id FROM transactions WHERE tenant_id = @tenantId
          AND workflow_started_at IS NULL AND stage <> 'accepted'`,
  },
  {
    subject: 'changed balances that alerts have not checked',
    remedy: 'start the bank, which checks them',
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
];

/** A delivery due within this time could be running when its row is deleted. */
const MARGIN_MS = 1_000;

const movesIn = (raw: BetterSqlite3.Database) =>
  subjectsIn(raw).flatMap(({ moves }) => moves ?? []);

const notMovedKind = (table: string): OpenKind => ({
  subject: `rows of ${table}`,
  remedy: 'none: models, trainings and contracts of a developer stay in their ledger',
  sql: `SELECT tenant_id FROM ${table} WHERE tenant_id = @tenantId`,
});

/** Returns the work that prevents the pause of the developer's writes. */
export function lastingWork(raw: BetterSqlite3.Database, tenantId: string): OpenWork[] {
  const movedTables = movesIn(raw).flatMap(({ lasting = [], notMoved = [] }) => [
    ...lasting,
    ...notMoved.map(notMovedKind),
  ]);
  return [...LASTING_WORK, ...movedTables].flatMap((kind) => findOpen(raw, kind, { tenantId }));
}

/** Returns the work that must end before rows can be carried, lasting work included. */
export function openWork(raw: BetterSqlite3.Database, tenantId: string, now: number): OpenWork[] {
  const movedTables = movesIn(raw).flatMap(({ passing = [] }) => passing);
  const passing = [...PASSING_WORK, ...movedTables].flatMap((kind) =>
    findOpen(raw, kind, { tenantId, now: now + MARGIN_MS }),
  );
  return [...passing, ...lastingWork(raw, tenantId)];
}

function findOpen(
  raw: BetterSqlite3.Database,
  { subject, remedy, sql }: OpenKind,
  { tenantId, now }: { readonly tenantId: string; readonly now?: number },
): OpenWork[] {
  const ids = raw
    .prepare<[object], string>(sql)
    .pluck()
    .all(sql.includes('@now') ? { tenantId, now } : { tenantId });
  if (ids.length === 0) return [];
  return [{ subject, count: ids.length, examples: ids.slice(0, EXAMPLES), remedy }];
}
