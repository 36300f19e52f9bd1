// Reads the ledger's files with plain SQL instead of the code under test.

import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { copyPostgresRows } from './postgres-rows.ts';

export interface LedgerEntry {
  readonly transactionId: string;
  readonly accountId: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: number;
}

export interface LedgerRow {
  readonly id: string;
  readonly key: string | null;
  readonly status: string;
  readonly entries: readonly LedgerEntry[];
}

const ENVIRONMENTS = ['sandbox', 'production'] as const;
const OPEN_STATUSES =
  "status IN ('requires_confirmation', 'pending_approval', 'pending_review', 'pending')";

/**
 * Reads the rows of a bank that may be running, from its file or from PostgreSQL.
 * @param tables tables that `read` uses; on PostgreSQL only these are copied
 */
export function withLedgerFile<T>(
  dataDir: string,
  environment: (typeof ENVIRONMENTS)[number],
  tables: readonly string[],
  read: (db: BetterSqlite3.Database) => T,
): T {
  const schema = `ledger_${environment}`;
  const db = copyPostgresRows(dataDir, schema, tables) ?? openFile(dataDir, environment);
  try {
    return read(db);
  } finally {
    db.close();
  }
}

function openFile(dataDir: string, environment: string): BetterSqlite3.Database {
  const file = join(dataDir, `${environment}.db`);
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  db.pragma('busy_timeout = 10000');
  return db;
}

/** Reads every transaction of the clients of a run, which are in the sandbox. */
export function readLedger(dataDir: string, tenantId: string): LedgerRow[] {
  return withLedgerFile(dataDir, 'sandbox', ['entries', 'transactions'], (db) =>
    db.transaction(() => {
      const entries = new Map<string, LedgerEntry[]>();
      const all = db.prepare<[], LedgerEntry>(
        `SELECT transaction_id AS transactionId, account_id AS accountId, direction, amount
         FROM entries`,
      );
      for (const entry of all.iterate()) {
        const ownEntries = entries.get(entry.transactionId);
        if (ownEntries) ownEntries.push(entry);
        else entries.set(entry.transactionId, [entry]);
      }
      return db
        .prepare<[string], Omit<LedgerRow, 'entries'>>(
          `SELECT id, idempotency_key AS key, status FROM transactions WHERE tenant_id = ?
           ORDER BY id`,
        )
        .all(tenantId)
        .map((row) => ({ ...row, entries: entries.get(row.id) ?? [] }));
    })(),
  );
}

/** Counts the transactions that are not final, in both environments. */
export function countOpen(dataDir: string): number {
  let open = 0;
  for (const environment of ENVIRONMENTS) {
    open += withLedgerFile(dataDir, environment, ['transactions'], (db) =>
      Number(db.prepare(`SELECT count(*) FROM transactions WHERE ${OPEN_STATUSES}`).pluck().get()),
    );
  }
  return open;
}

/** Counts the transactions after the stage `accepted` whose workflow was not started. */
export function countUnstarted(dataDir: string): number {
  return withLedgerFile(dataDir, 'sandbox', ['transactions'], (db) =>
    Number(
      db
        .prepare(
          `SELECT count(*) FROM transactions
           WHERE workflow_started_at IS NULL AND stage <> 'accepted'`,
        )
        .pluck()
        .get(),
    ),
  );
}

/** Returns the workflows that the rows of transfers name. */
export function listNamedWorkflows(dataDir: string): string[] {
  return withLedgerFile(dataDir, 'sandbox', ['transactions'], (db) =>
    db
      .prepare<[], string>(
        "SELECT DISTINCT workflow_id FROM transactions WHERE workflow_id LIKE 'transfer%'",
      )
      .pluck()
      .all(),
  );
}

/** Returns the ids of the transactions that wait with a hold. */
export function listWaitingIds(dataDir: string): string[] {
  return withLedgerFile(dataDir, 'sandbox', ['transactions'], (db) =>
    db
      .prepare<[], string>(
        "SELECT id FROM transactions WHERE status = 'pending' AND stage = 'place_hold'",
      )
      .pluck()
      .all(),
  );
}
