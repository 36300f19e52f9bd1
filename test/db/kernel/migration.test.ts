// A ledger of an earlier release is migrated with all its rows; a new one starts from the baseline.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { openLedger } from '../../../db/ledger.ts';
import { FIRST_RELEASE, FIRST_RELEASE_ROWS } from '../first-release.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { stoppedClock } from '../sqlite-rig.ts';
import { tellerOf } from '../teller.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../db/migrations/sqlite/ledger', import.meta.url));

/** Creates an empty ledger as of the migration with that number. */
function ledgerBefore(number: number): string {
  const folder = temporaryFolder();
  const older = join(folder, 'migrations');
  cpSync(MIGRATIONS, older, { recursive: true });
  const path = join(older, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8'));
  const entries = journal.entries.filter(({ idx }: { idx: number }) => idx < number);
  writeFileSync(path, JSON.stringify({ ...journal, entries }));
  const file = join(folder, 'sandbox.db');
  const raw = new BetterSqlite3(file);
  migrate(drizzle(raw), { migrationsFolder: older });
  raw.close();
  return file;
}

/** The schema and the first rows of a database, except the tables that differ in each database. */
function contentOf(raw: BetterSqlite3.Database): unknown {
  const schema = raw
    .prepare<[], { type: string; name: string }>(
      'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name',
    )
    .all();
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => name);
  const rows = tables.map((name) => [name, raw.prepare(`SELECT * FROM "${name}"`).all()]);
  return { schema, rows: rows.filter(([name]) => name !== 'ledger' && name !== 'bank') };
}

describe.each(['ledger', 'platform'] as const)('a new %s', (schema) => {
  const folder = fileURLToPath(new URL(`../../../db/migrations/sqlite/${schema}`, import.meta.url));

  test('starts from the baseline, which equals the result of all migrations one by one', () => {
    const stepwise = new BetterSqlite3(':memory:');
    migrate(drizzle(stepwise), { migrationsFolder: folder });
    const { raw, close } = openDatabase(':memory:', schema);
    expect(contentOf(raw)).toEqual(contentOf(stepwise));
    close();
  });
});

test('two new ledgers have different names', () => {
  const nameOf = () => {
    const { raw, close } = openDatabase(':memory:', 'ledger');
    const name = raw.prepare<[], string>('SELECT name FROM ledger').pluck().get();
    close();
    return name;
  };
  expect(nameOf()).not.toBe(nameOf());
});

describe('a ledger of the first release', () => {
  function upgrade() {
    const file = ledgerBefore(FIRST_RELEASE);
    const older = new BetterSqlite3(file);
    older.exec(FIRST_RELEASE_ROWS);
    older.close();
    const clock = stoppedClock();
    return { clock, ledger: openLedger({ environment: 'sandbox', file, now: clock.now }) };
  }

  test('keeps every row, with booked and pending transactions', () => {
    const { ledger, clock } = upgrade();
    const { raw } = ledger.database;
    const rows = (sql: string) => raw.prepare(sql).raw().all();
    expect(
      rows('SELECT id, posted, held, pending_in FROM accounts ORDER BY account_number'),
    ).toEqual([
      ['acc_a', 600, 250, 0],
      ['acc_b', 0, 0, 250],
      ['settlement/EUR/dev_a', -600, 0, 0],
    ]);
    const booked =
      'SELECT id, amount, amount_posted, amount_reversed FROM transactions ORDER BY id';
    expect(rows(booked)).toEqual([
      ['txn_a', 1000, 600, 0],
      ['txn_b', 250, null, 0],
    ]);
    expect(raw.pragma('foreign_key_check')).toEqual([]);
    expect(raw.pragma('foreign_keys', { simple: true })).toBe(1);
    const brokenChecks = checkInvariants(raw, clock.now()).checks.filter(
      (check) => check.violations > 0,
    );
    // The rows above have no leaf, no events and no timeline.
    expect(brokenChecks.map(({ name }) => name)).toEqual([
      'posted_has_leaf',
      'transaction_has_events',
      'timeline_ends_at_status',
    ]);
    ledger.close();
  });

  test('still enforces its old constraints, and continues to work', async () => {
    const { ledger } = upgrade();
    const { raw } = ledger.database;
    expect(() => raw.exec("DELETE FROM transactions WHERE id = 'txn_a'")).toThrow('never deleted');
    expect(() => raw.exec("UPDATE accounts SET currency = 'USD'")).toThrow('identity');
    raw.exec('UPDATE log_head SET size = 1, posted_at = 2');
    const execute = async (sql: string) => void raw.exec(sql);
    const people = { store: ledger, people: ledger, balance: async () => null, execute };
    const teller = tellerOf(people, 'dev_a');
    expect(await teller.capture('txn_b', 200)).toMatchObject({ status: 'posted' });
    const figures = raw.prepare("SELECT posted, held, pending_in FROM accounts WHERE id = 'acc_b'");
    expect(figures.raw().get()).toEqual([200, 0, 0]);
    ledger.close();
  });
});
