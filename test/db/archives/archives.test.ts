// Archives: events leave the log for files that are compared with them first, and whatever moment
// the bank ends at, each event is in the log or in one file, and the books still hold.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { takeBackup } from '../../../bank/backup/take.ts';
import { openVault } from '../../../bank/backup/vault.ts';
import { archiveSweep } from '../../../bank/sweeps/archives.ts';
import { loadArchives } from '../../../db/archives/archived-rows.ts';
import { archiveFolder } from '../../../db/archives/folder.ts';
import { decodeEvents } from '../../../db/archives/parquet.ts';
import { archiveFiles, mayBeArchived, readLastArchived } from '../../../db/archives/reads.ts';
import { lastSequence, listEvents } from '../../../db/events/reads.ts';
import { checkInvariants } from '../../../db/invariants.ts';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { openLedger } from '../../../db/ledger.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { tellerOf } from '../teller.ts';

const DAY_MS = 86_400_000;
const TRANSFERS = 20;

/** A ledger in a file with events that are all handed on. */
async function ground() {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'sandbox.db');
  const open = () => openLedger({ environment: 'sandbox', file });
  let ledger = open();
  const closing = new AbortController();
  onTestFinished(() => {
    closing.abort();
    ledger.close();
  });
  const execute = async (sql: string) => void ledger.database.raw.exec(sql);
  const parts = { store: ledger.store, people: ledger, balance: async () => null, execute };
  const teller = tellerOf(parts);
  const to = await teller.account();
  const ids: string[] = [];
  for (let i = 0; i < TRANSFERS; i += 1) ids.push(await teller.post({ to, amount: 100 + i }));
  while ((await ledger.deliveries.relay(256)).events > 0) {}
  const { tenantId } = teller;
  const folder = archiveFolder(dataDir, 'sandbox');
  return {
    ...{ dataDir, file, folder, tenantId, teller, to, ids },
    ledger: () => ledger,
    count: () => count(ledger.database.raw),
    /** Ids are dated by the real time, so what is to be old is asked for with a day of tomorrow. */
    order: (days: number) =>
      ledger.archives.orderArchive({
        beforeAt: Date.now() - days * DAY_MS,
        actor: 'opr_1',
        reason: 'The disk is full',
      }),
    /** As a start after `kill -9`. */
    restart() {
      ledger.close();
      ledger = open();
    },
    sweep: (rowsAFile: number, failPoint?: (name: string) => void) =>
      archiveSweep(ledger, {
        ...{ dataDir, afterDays: 0, log: pino({ level: 'silent' }), rowsAFile },
        ...{ closing: closing.signal, ...(failPoint ? { failPoint } : {}) },
      }),
  };
}

const count = (raw: BetterSqlite3.Database) =>
  raw.prepare<[], number>('SELECT count(*) FROM events').pluck().get() ?? 0;

/** What `npm run verify` says of the file and its archives. */
async function verdictOf({ file, folder }: { file: string; folder: string }) {
  const db = new BetterSqlite3(file, { readonly: true });
  try {
    const archived = await loadArchives(db, folder);
    const { checks } = checkInvariants(db, Date.now(), { archived });
    return checks
      .filter(({ violations, name }) => violations > 0 && name !== 'workflow_has_begun')
      .map(({ name, examples }) => `${name}: ${JSON.stringify(examples)}`);
  } finally {
    db.close();
  }
}

async function sweepAll(pass: () => Promise<number>): Promise<number> {
  let passes = 0;
  while ((await pass()) > 0) passes += 1;
  return passes;
}

test('old events go to files, the newest stays, and verify counts all of them', async () => {
  const all = await ground();
  const before = all.count();
  const kept = new Map(rowsIn(all.ledger().database.raw).map((row) => [row.id, row]));
  await all.order(-1);
  expect(await sweepAll(all.sweep(25))).toBe(Math.ceil((before - 1) / 25));
  expect(all.count()).toBe(1);
  const files = readdirSync(all.folder);
  expect(files).toHaveLength(Math.ceil((before - 1) / 25));
  for (const name of files) {
    for (const event of await decodeEvents(readFileSync(join(all.folder, name)))) {
      expect(event).toEqual(kept.get(event.id));
      kept.delete(event.id);
    }
  }
  expect(kept.size).toBe(1);
  expect(await verdictOf(all)).toEqual([]);
  // And goes on: what happens afterwards has the next number.
  await all.teller.post({ to: all.to, amount: 5 });
  expect(await verdictOf(all)).toEqual([]);
});

interface Row {
  readonly id: string;
}
const rowsIn = (raw: BetterSqlite3.Database) =>
  raw.prepare<[], Row>('SELECT * FROM events ORDER BY row').all();

test('nothing is archived that is younger, or that a reader waits for', async () => {
  const all = await ground();
  const before = all.count();
  const pass = all.sweep(25);
  expect(await pass()).toBe(0);
  await all.order(1);
  expect(await pass()).toBe(0);
  expect(all.count()).toBe(before);
  // A transaction that waits holds back its own events and all that follow, and so does the relay.
  const waiting = await all.teller.hold({ from: all.to, amount: 1 });
  await all.teller.post({ to: all.to, amount: 2 });
  await all.order(-1);
  await sweepAll(all.sweep(25));
  const left = all.count();
  expect(left).toBeGreaterThan(4);
  expect(await verdictOf(all)).toEqual([]);
  await all.teller.release(waiting, 'canceled');
  await sweepAll(all.sweep(25));
  expect(all.count()).toBeGreaterThan(left);
  while ((await all.ledger().deliveries.relay(256)).events > 0) {}
  await sweepAll(all.sweep(25));
  expect(all.count()).toBe(1);
  expect(await verdictOf(all)).toEqual([]);
});

describe('a bank that ends', () => {
  for (const point of ['archive-written', 'archive-recorded', 'archive-slice']) {
    test(`at ${point} loses no event and has none twice`, async () => {
      const all = await ground();
      const before = all.count();
      await all.order(-1);
      let deaths = 0;
      for (let isDone = false; !isDone; ) {
        const pass = all.sweep(15, (name) => {
          if (name === point) throw new Error(point);
        });
        const outcome = await pass().catch((error: Error) => error.message);
        deaths += Number(outcome === point);
        isDone = outcome === 0 || deaths === 3;
        all.restart();
        expect(await verdictOf(all)).toEqual([]);
      }
      expect(deaths).toBeGreaterThan(1);
      await sweepAll(all.sweep(30));
      expect(all.count()).toBe(1);
      const lines = await Promise.all(
        archiveFiles(all.ledger()).map((name) =>
          decodeEvents(readFileSync(join(all.folder, name))),
        ),
      );
      expect(new Set(lines.flat().map(({ id }) => id)).size).toBe(before - 1);
      expect(lines.flat()).toHaveLength(before - 1);
      expect(await verdictOf(all)).toEqual([]);
    });
  }
});

test('verify finds a file that was changed, exchanged, or is gone', async () => {
  const all = await ground();
  await all.order(-1);
  await sweepAll(all.sweep(25));
  const [first = '', second = ''] = readdirSync(all.folder).map((name) => join(all.folder, name));
  const [one, two] = [readFileSync(first), readFileSync(second)];
  const broken = Buffer.from(one);
  broken.writeUInt8(broken.readUInt8(100) ^ 1, 100);
  for (const damage of [
    () => writeFileSync(first, broken),
    () => writeFileSync(first, two),
    () => rmSync(first),
  ]) {
    damage();
    expect((await verdictOf(all)).join()).toContain('archives_are_whole');
    writeFileSync(first, one);
    expect(await verdictOf(all)).toEqual([]);
  }
});

test('a backup has the archives, and its books hold with them', async () => {
  const all = await ground();
  openDatabase(join(all.dataDir, 'platform.db'), 'platform').close();
  await all.order(-1);
  await sweepAll(all.sweep(25));
  const to = join(all.dataDir, 'backup');
  const { dataDir } = all;
  const vault = openVault(null);
  await takeBackup({ dataDir, logKeyDir: null, to, vault, failPoint: () => {} });
  const backup = { file: join(to, 'sandbox.db'), folder: archiveFolder(to, 'sandbox') };
  expect(readdirSync(backup.folder)).toEqual(readdirSync(all.folder));
  expect(await verdictOf(backup)).toEqual([]);
});

test('a file that was read before an erasure began is not kept', async () => {
  const all = await ground();
  const { raw } = all.ledger().database;
  await all.order(-1);
  const pass = all.sweep(25, (name) => {
    if (name !== 'archive-written') return;
    raw.exec(`INSERT INTO customer_erasures SELECT id, tenant_id, 'running', 0, '', '', 0, 'opr_1',
      'opr_2', 'Asked for', 'req_1', 1, NULL FROM customers`);
  });
  const before = all.count();
  expect(await pass()).toBe(0);
  expect(all.count()).toBe(before);
  expect(raw.prepare('SELECT count(*) AS archives FROM archives').get()).toEqual({ archives: 0 });
});

test('only what lies in a file can be deleted, and its record never changes', async () => {
  const all = await ground();
  const { raw } = all.ledger().database;
  expect(() => raw.exec('DELETE FROM events WHERE row = 1')).toThrow('append-only');
  await all.order(-1);
  await sweepAll(all.sweep(25));
  expect(() => raw.exec('DELETE FROM events')).toThrow('append-only');
  expect(() => raw.exec("UPDATE archives SET sha256 = 'x'")).toThrow();
  expect(() => raw.exec('DELETE FROM archives')).toThrow('an archive never changes');
  expect(() => raw.exec('UPDATE archive_orders SET before_at = 1')).toThrow('stays archived');
});

test('the log says where it begins: no page passes over what lies in the archive', async () => {
  const all = await ground();
  const { tenantId } = all;
  const last = lastSequence(all.ledger(), tenantId);
  const [oldest] = rowsIn(all.ledger().database.raw);
  expect(readLastArchived(all.ledger(), tenantId)).toBe(0);
  await all.order(-1);
  await sweepAll(all.sweep(25));
  const ledger = all.ledger();
  expect(readLastArchived(ledger, tenantId)).toBe(last - 1);
  expect(lastSequence(ledger, tenantId)).toBe(last);
  const page = await listEvents(ledger, { tenantId, afterSequence: last - 1, limit: 10 });
  expect(page.data.map(({ sequence }) => sequence)).toEqual([last]);
  expect(mayBeArchived(ledger, tenantId, oldest?.id ?? '')).toBe(true);
  expect(mayBeArchived(ledger, 'dev_of_nothing', oldest?.id ?? '')).toBe(false);
});
