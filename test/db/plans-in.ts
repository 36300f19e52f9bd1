// Counts the statements of a read, and shows SQLite's query plans for them.

import BetterSqlite3, { type Statement as SqliteStatement } from 'better-sqlite3';
import { vi } from 'vitest';
import type { Ledger } from '../../db/ledger.ts';
import { isOnPostgres } from '../kit/bank/postgres.ts';

type Statement = SqliteStatement<unknown[]>;

const ANY_STATEMENT = 'SELECT 1';
/** Statements of the copy about itself, as when news of a commit arrives: no read of the bank. */
const COPY_STATEMENT = /__copy|temp\.written|PRAGMA user_version/;
/** The list of tables, which is read once for an open ledger. */
const SCHEMA_STATEMENT = /FROM main\.sqlite_schema\b/;
const PARAMETERS = /\?|@\w+/g;

/** A ledger, or a connection that only reads. */
interface PlannedDatabase {
  readonly database: Pick<Ledger['database'], 'raw'>;
}

/** Returns the number of statements with that beginning that a read runs. */
export async function statementsIn(
  ledger: PlannedDatabase,
  read: () => Promise<unknown>,
  beginning = '',
): Promise<number> {
  let count = 0;
  await watchPlans(ledger, read, (sql) => {
    if (sql.startsWith(beginning)) count += 1;
  });
  return count;
}

/** Calls back with each statement that the read runs on the ledger. */
async function watchPlans(
  { database: { raw } }: PlannedDatabase,
  read: () => Promise<unknown>,
  onStatement: (sql: string) => void,
): Promise<void> {
  // On PostgreSQL the handle routes to two connections to one copy.
  const any = new BetterSqlite3(':memory:');
  const prototype = Object.getPrototypeOf(any.prepare(ANY_STATEMENT)) as Statement;
  any.close();
  const isOfCopy = ({ database: { name }, source }: Statement) =>
    isOnPostgres && name === raw.name && !COPY_STATEMENT.test(source);
  const spies = (['get', 'all', 'run', 'iterate'] as const).map((name) => {
    const run = prototype[name] as (this: Statement, ...values: unknown[]) => unknown;
    return vi.spyOn(prototype, name).mockImplementation(function ran(this: Statement, ...values) {
      // Other ledgers of the process may be at work meanwhile.
      const isOfLedger = this.database === raw || isOfCopy(this);
      if (isOfLedger && !SCHEMA_STATEMENT.test(this.source)) onStatement(this.source);
      return run.apply(this, values) as never;
    });
  });
  try {
    await read();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/**
 * Returns SQLite's query plan for each statement that the read prepares or runs as prepared before.
 */
export async function plansIn(ledger: Ledger, read: () => Promise<unknown>): Promise<string[]> {
  const { raw } = ledger.database;
  const statements = new Set<string>();
  const prepare = raw.prepare.bind(raw);
  const preparing = vi.spyOn(raw, 'prepare').mockImplementation((sql: string) => {
    const statement = prepare(sql);
    statements.add(statement.source);
    return statement;
  });
  await watchPlans(ledger, read, (sql) => void statements.add(sql));
  preparing.mockRestore();
  return [...statements]
    .filter((sql) => /^\s*(select|with|insert|update|delete)\b/i.test(sql) && sql !== ANY_STATEMENT)
    .filter((sql) => !SCHEMA_STATEMENT.test(sql))
    .flatMap((sql) =>
      raw
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replace(PARAMETERS, "'x'")}`)
        .all()
        .map(({ detail }) => detail)
        // Values given by the caller are in no table.
        .filter((detail) => !detail.startsWith('SCAN json_each VIRTUAL TABLE')),
    );
}
