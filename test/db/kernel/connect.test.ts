// A database is opened durably, by one process or by several at once.

import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { namesOf, temporaryFolder } from '../ledger-file.ts';

const OPENER = fileURLToPath(new URL('../opener.ts', import.meta.url));

function open(file: string) {
  const database = openDatabase(file, 'ledger');
  onTestFinished(() => database.close());
  return database;
}

describe('an open database', () => {
  test('flushes every commit to the disk: it is in WAL mode with synchronous = FULL', () => {
    const { raw } = open(join(temporaryFolder(), 'ledger.db'));
    expect(raw.pragma('synchronous', { simple: true })).toBe(2);
    expect(raw.pragma('journal_mode', { simple: true })).toBe('wal');
  });

  test('checks foreign keys, fires triggers on replaced rows, and waits for other writers', () => {
    const { raw } = open(join(temporaryFolder(), 'ledger.db'));
    expect(raw.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(raw.pragma('recursive_triggers', { simple: true })).toBe(1);
    expect(raw.pragma('busy_timeout', { simple: true })).toBe(10_000);
  });

  test('has the same settings each time it is opened, not only when it is created', () => {
    const file = join(temporaryFolder(), 'ledger.db');
    openDatabase(file, 'ledger').close();
    const { raw } = open(file);
    const settings = ['synchronous', 'foreign_keys', 'recursive_triggers'];
    expect(settings.map((name) => raw.pragma(name, { simple: true }))).toEqual([2, 1, 1]);
  });

  test('has no statistics of the planner, even after another program gathered them', () => {
    const file = join(temporaryFolder(), 'ledger.db');
    const tables = () => {
      const raw = new BetterSqlite3(file);
      const names = raw.prepare("SELECT name FROM sqlite_schema WHERE name GLOB 'sqlite_stat*'");
      const found = names.pluck().all();
      raw.close();
      return found;
    };
    openDatabase(file, 'ledger').close();
    const other = new BetterSqlite3(file);
    other.exec('ANALYZE');
    other.close();
    expect(tables()).toEqual(['sqlite_stat1', 'sqlite_stat4']);
    openDatabase(file, 'ledger').close();
    expect(tables()).toEqual([]);
  });

  test('creates its missing folder', () => {
    const file = join(temporaryFolder(), 'a', 'b', 'ledger.db');
    open(file);
    expect(readFileSync(file).subarray(0, 15).toString()).toBe('SQLite format 3');
  });

  test('can be closed twice', () => {
    const database = openDatabase(':memory:', 'ledger');
    database.close();
    expect(() => database.close()).not.toThrow();
  });

  test('gives several reads one snapshot, whatever another process commits in between', () => {
    const file = join(temporaryFolder(), 'ledger.db');
    const [first, other] = [open(file), open(file)];
    const count = () =>
      first.raw.prepare<[], number>('SELECT count(*) FROM counters').pluck().get();
    const seen = first.read(() => {
      const before = count();
      other.raw.exec("INSERT INTO counters (name, value) VALUES ('meanwhile', 1)");
      return [before, count()];
    });
    expect(seen).toEqual([0, 0]);
    expect(count()).toBe(1);
  });
});

describe('migrations', () => {
  test('applied twice change nothing and lose nothing', () => {
    const file = join(temporaryFolder(), 'ledger.db');
    const first = openDatabase(file, 'ledger');
    const name = () => first.raw.prepare('SELECT name FROM ledger').pluck().get();
    const before = { name: name(), tables: namesOf(first.raw, 'table') };
    first.close();
    const second = open(file);
    expect(namesOf(second.raw, 'table')).toEqual(before.tables);
    expect(second.raw.prepare('SELECT name FROM ledger').pluck().all()).toEqual([before.name]);
    const applied = second.raw.prepare('SELECT hash FROM __drizzle_migrations').pluck().all();
    expect(applied).toHaveLength(new Set(applied).size);
  });

  test('give every ledger its own name', () => {
    const names = [1, 2].map(() => open(':memory:').raw.prepare('SELECT name FROM ledger').get());
    expect(names[0]).not.toEqual(names[1]);
  });

  test('refuse a file that is no database, with the reason, and leave the file unchanged', () => {
    const file = join(temporaryFolder(), 'ledger.db');
    const text = 'Dear diary, this is not a database. '.repeat(100);
    writeFileSync(file, text);
    expect(() => openDatabase(file, 'ledger')).toThrow('file is not a database');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('run by three processes that open a new database at once leave it complete for each', async () => {
    for (let round = 0; round < 4; round++) {
      const file = join(temporaryFolder(), 'ledger.db');
      const answers = await openAtOnce(file, 3);
      expect(answers).toEqual(['opened', 'opened', 'opened']);
      const db = new BetterSqlite3(file, { readonly: true });
      expect(db.prepare('SELECT count(*) FROM ledger').pluck().get()).toBe(1);
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      db.close();
    }
  });
});

/** Starts processes, waits until all are ready, and lets them open the file at the same moment. */
async function openAtOnce(file: string, count: number): Promise<unknown[]> {
  const children = Array.from({ length: count }, () => fork(OPENER, [file], { execArgv: [] }));
  const message = (child: (typeof children)[number]) =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)));
    });
  await Promise.all(children.map(message));
  const startAt = Date.now() + 50;
  const answers = Promise.all(children.map(message));
  for (const child of children) child.send(startAt);
  return answers;
}
