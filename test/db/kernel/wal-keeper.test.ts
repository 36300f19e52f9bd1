// A thread checkpoints the WAL: no commit does it, the WAL stays short, and no write is lost.

import { fork } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../db/kernel/connect.ts';
import { DUE_PAGES, FALLBACK_PAGES, startWalKeeper } from '../../../db/kernel/wal-keeper.ts';
import { temporaryFolder } from '../ledger-file.ts';

const FILLER = fileURLToPath(new URL('./wal-filler.ts', import.meta.url));
const PAGE_BYTES = 4096;
/** Pages of a commit in these tests, a little more than its blob. */
const PAGES = 250;
/** Commits of these tests after which a checkpoint is due. */
const COMMITS = DUE_PAGES / PAGES;

function open(file = join(temporaryFolder(), 'ledger.db')) {
  const database = openDatabase(file, 'ledger');
  onTestFinished(() => database.close());
  database.raw.exec('CREATE TABLE IF NOT EXISTS filling (n INTEGER PRIMARY KEY, bytes BLOB)');
  const insert = database.raw.prepare('INSERT INTO filling (bytes) VALUES (zeroblob(?))');
  /** Each row is a separate commit. */
  async function fill(commits: number, pages = PAGES): Promise<void> {
    for (let i = 0; i < commits; i++) {
      await database.write(() => void insert.run(pages * PAGE_BYTES));
    }
  }
  return { file, database, fill };
}

/** The length of the WAL and the part of it already copied, in pages. */
function readWal({ raw }: Database): { pages: number; copied: number } {
  const [result] = raw.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  return { pages: result?.log ?? 0, copied: result?.checkpointed ?? 0 };
}

async function pollUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}

const isCopied = (database: Database) => {
  const { pages, copied } = readWal(database);
  return copied === pages;
};

test('the thread copies a WAL that is due, and the next writer restarts the WAL', async () => {
  const { database, fill } = open();
  // The last of these commits finds that a checkpoint is due, and only a writer can restart the
  // WAL.
  await fill(COMMITS);
  expect(readWal(database).pages).toBeGreaterThan(DUE_PAGES);
  await pollUntil(() => isCopied(database));
  await fill(1, 1);
  expect(readWal(database).pages).toBeLessThan(10);
});

test("no commit copies pages below SQLite's own limit, which is far above the thread's limit", async () => {
  const { database, fill } = open();
  expect(database.raw.pragma('wal_autocheckpoint', { simple: true })).toBe(FALLBACK_PAGES);
  // Without the group commit the thread gets no order.
  const insert = database.raw.prepare('INSERT INTO filling (bytes) VALUES (zeroblob(?))');
  for (let i = 0; i < 40; i++) insert.run(PAGES * PAGE_BYTES);
  expect(readWal(database)).toMatchObject({ copied: 0 });
  for (let i = 0; i < 60; i++) insert.run(PAGES * PAGE_BYTES);
  expect(readWal(database).pages).toBeLessThan(FALLBACK_PAGES + 2 * PAGES);
  await fill(1, 1);
});

test('a reader holds the WAL back; after it has read, the WAL is copied and restarted', async () => {
  const { file, database, fill } = open();
  const reader = new BetterSqlite3(file, { readonly: true });
  onTestFinished(() => void reader.close());
  await fill(1);
  reader.exec('BEGIN');
  const count = reader.prepare<[], number>('SELECT count(*) FROM filling').pluck();
  expect(count.get()).toBe(1);
  await fill(FALLBACK_PAGES / PAGES + 20);
  expect(count.get()).toBe(1);
  expect(readWal(database).pages).toBeGreaterThan(FALLBACK_PAGES);
  reader.exec('COMMIT');
  await pollUntil(async () => {
    await fill(8, 1);
    return readWal(database).pages < FALLBACK_PAGES;
  });
  expect(statSync(`${file}-wal`).size).toBeLessThan(
    (FALLBACK_PAGES + PAGES) * (PAGE_BYTES + 24) + 32,
  );
});

test('two processes that write to one file leave it intact, and its WAL short', async () => {
  const first = open();
  const other = open(first.file);
  await Promise.all([first.fill(50, 100), other.fill(50, 100)]);
  const count = first.database.raw.prepare<[], number>('SELECT count(*) FROM filling').pluck();
  expect(count.get()).toBe(100);
  await pollUntil(() => readWal(first.database).pages - readWal(first.database).copied < DUE_PAGES);
  expect(first.database.raw.pragma('quick_check', { simple: true })).toBe('ok');
});

test('closing waits for the thread, and leaves no WAL file', async () => {
  const { file, database, fill } = open();
  for (let round = 0; round < 3; round++) {
    await fill(COMMITS + 1);
    if (round < 2) await sleep(round * 3);
  }
  database.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
  const reopenedDatabase = new BetterSqlite3(file);
  onTestFinished(() => void reopenedDatabase.close());
  expect(reopenedDatabase.prepare('SELECT count(*) FROM filling').pluck().get()).toBe(
    3 * (COMMITS + 1),
  );
});

test('a database in memory has no WAL and no WAL keeper', () => {
  const raw = new BetterSqlite3(':memory:');
  const keeper = startWalKeeper(raw);
  for (let i = 0; i < 100; i++) keeper.onCommit();
  keeper.close();
  raw.close();
});

test('kill -9 while the thread copies loses no answered write', async () => {
  const file = join(temporaryFolder(), 'ledger.db');
  let answered = 0;
  for (let round = 0; round < 2; round++) {
    const child = fork(FILLER, [file], { execArgv: [] });
    const before = answered;
    await new Promise<void>((resolve, reject) => {
      child.on('message', (rows: number) => {
        answered = rows;
        // The thread receives its order a moment later.
        if (rows > before + COMMITS) child.kill('SIGKILL');
      });
      child.once('exit', (_, signal) => {
        if (signal === 'SIGKILL') resolve();
        else reject(new Error('the process that fills the disk ended too early'));
      });
    });
    const { database } = open(file);
    const rows = database.raw.prepare('SELECT count(*) FROM filling').pluck().get() as number;
    expect(rows).toBeGreaterThanOrEqual(answered);
    expect(database.raw.pragma('integrity_check', { simple: true })).toBe('ok');
    answered = rows;
    database.close();
  }
});
