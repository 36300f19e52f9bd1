// A ledger of an earlier release is migrated with all its rows. A database of a version before the
// first release, or of a later one, is refused unchanged.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { migrateFile } from '../../../db/kernel/migrate-file.ts';
import { migrateTo, migrationsOf, OtherVersion } from '../../../db/kernel/migrations.ts';
import { openLedger } from '../../../db/ledger.ts';
import { EARLIER, EARLIER_ROWS, useLaterRelease } from '../earlier-release.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { stoppedClock } from '../sqlite-rig.ts';
import { tellerOf } from '../teller.ts';

/** Creates a ledger of the earlier release, with its rows. */
function createEarlier(): string {
  const file = join(temporaryFolder(), 'sandbox.db');
  const raw = new BetterSqlite3(file);
  raw.pragma('journal_mode = WAL');
  migrateTo(raw, migrationsOf('ledger'), EARLIER);
  raw.exec(EARLIER_ROWS);
  raw.close();
  return file;
}

test('two new ledgers have different names', () => {
  const nameOf = () => {
    const { raw, close } = openDatabase(':memory:', 'ledger');
    const name = raw.prepare<[], string>('SELECT name FROM ledger').pluck().get();
    close();
    return name;
  };
  expect(nameOf()).not.toBe(nameOf());
});

describe('a ledger of an earlier release', () => {
  function upgrade() {
    onTestFinished(useLaterRelease());
    const file = createEarlier();
    const clock = stoppedClock();
    return { file, clock, ledger: openLedger({ environment: 'sandbox', file, now: clock.now }) };
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
    expect(rows('SELECT id, amount, amount_posted FROM transactions ORDER BY id')).toEqual([
      ['txn_a', 1000, 600],
      ['txn_b', 250, null],
    ]);
    expect(rows('SELECT hold_id, delta FROM hold_movements')).toEqual([['hold_b', 250]]);
    expect(rows('SELECT * FROM nickname_changes')).toEqual([['cust_a', 1, 'ADA']]);
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

  test('still enforces its old constraints and the new ones, and continues to work', async () => {
    const { ledger } = upgrade();
    const { raw } = ledger.database;
    expect(() => raw.exec("DELETE FROM transactions WHERE id = 'txn_a'")).toThrow('never deleted');
    expect(() => raw.exec("UPDATE accounts SET currency = 'USD'")).toThrow('identity');
    expect(() => raw.exec('UPDATE nickname_changes SET number = 2')).toThrow('append-only');
    raw.exec('UPDATE log_head SET size = 1, posted_at = 2');
    const execute = async (sql: string) => void raw.exec(sql);
    const people = { store: ledger, people: ledger, balance: async () => null, execute };
    const teller = tellerOf(people, 'dev_a');
    expect(await teller.capture('txn_b', 200)).toMatchObject({ status: 'posted' });
    const figures = raw.prepare("SELECT posted, held, pending_in FROM accounts WHERE id = 'acc_b'");
    expect(figures.raw().get()).toEqual([200, 0, 0]);
    ledger.close();
  });

  test('is migrated once, by the command too, which names the migrations', () => {
    onTestFinished(useLaterRelease());
    const file = createEarlier();
    expect(migrateFile(file, 'ledger')).toEqual(['0001_later', '0002_later']);
    expect(migrateFile(file, 'ledger')).toEqual([]);
  });
});

describe('a database of another version', () => {
  const refusal = (file: string) => {
    const before = readFileSync(file);
    let error: unknown = null;
    try {
      openDatabase(file, 'ledger').close();
    } catch (thrown) {
      error = thrown;
    }
    expect(readFileSync(file)).toEqual(before);
    expect(error).toBeInstanceOf(OtherVersion);
    return (error as Error).message;
  };

  test('from before the first release is refused in one line, and not changed', () => {
    const file = createEarlier();
    const raw = new BetterSqlite3(file);
    raw.exec("UPDATE __drizzle_migrations SET hash = 'of an unreleased version'");
    raw.close();
    const message = refusal(file);
    expect(message).toContain(file);
    expect(message).toContain('empty data directory');
    expect(message).not.toContain('\n');
  });

  test('that is newer is refused, and not changed', () => {
    const restore = useLaterRelease();
    onTestFinished(restore);
    const file = createEarlier();
    openDatabase(file, 'ledger').close();
    restore();
    expect(refusal(file)).toContain('newer version');
  });
});
