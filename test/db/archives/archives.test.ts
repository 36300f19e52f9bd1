// Archives of events: events move from the log to files, which are compared with the log first.
// Whenever the bank stops, each event is in the log or in one file, and the invariants hold.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { takeBackup } from '../../../bank/backup/take.ts';
import { openVault } from '../../../bank/backup/vault.ts';
import { archiveFolder } from '../../../db/archives/folder.ts';
import { mayBeArchived } from '../../../db/archives/reads.ts';
import { lastSequence, listEvents, readLastArchived } from '../../../db/events/reads.ts';
import { relayEvents } from '../../../db/events/relay.ts';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { listFailedChecks, openTestbed, sweepAll } from './testbed.ts';

test('old events move to files, the newest event stays, and verify counts all of them', async () => {
  const testbed = await openTestbed();
  const before = testbed.count();
  const stored = new Map(rowsIn(testbed.ledger().database.raw).map((row) => [row.id, row]));
  await testbed.order(-1);
  await sweepAll(testbed.sweep(25));
  expect(testbed.count()).toBe(1);
  const files = readdirSync(testbed.folder).filter((name) => name.startsWith('events-'));
  expect(files).toHaveLength(Math.ceil((before - 1) / 25));
  for (const event of await testbed.readArchived('events')) {
    expect(event).toEqual(stored.get(String(event.id)));
    stored.delete(String(event.id));
  }
  expect(stored.size).toBe(1);
  expect(await listFailedChecks(testbed)).toEqual([]);
  // A later event gets the next number.
  await testbed.teller.post({ to: testbed.to, amount: 5 });
  expect(await listFailedChecks(testbed)).toEqual([]);
});

interface Row {
  readonly id: string;
}
const rowsIn = (raw: BetterSqlite3.Database) =>
  raw.prepare<[], Row>('SELECT * FROM events ORDER BY row').all();

test('events younger than the order, or still awaited by a reader, are not archived', async () => {
  const testbed = await openTestbed();
  const before = testbed.count();
  const pass = testbed.sweep(25);
  expect(await pass()).toBe(0);
  await testbed.order(1);
  expect(await pass()).toBe(0);
  expect(testbed.count()).toBe(before);
  // A waiting transaction keeps its events and all later ones in the log; so does the relay.
  const waiting = await testbed.teller.hold({ from: testbed.to, amount: 1 });
  await testbed.teller.post({ to: testbed.to, amount: 2 });
  await testbed.order(-1);
  await sweepAll(testbed.sweep(25));
  const remaining = testbed.count();
  expect(remaining).toBeGreaterThan(4);
  expect(await listFailedChecks(testbed)).toEqual([]);
  await testbed.teller.release(waiting, 'canceled');
  await sweepAll(testbed.sweep(25));
  expect(testbed.count()).toBeGreaterThan(remaining);
  while ((await testbed.ledger().run(relayEvents, 256)).events > 0) {}
  await sweepAll(testbed.sweep(25));
  expect(testbed.count()).toBe(1);
  expect(await listFailedChecks(testbed)).toEqual([]);
});

describe('a bank that crashes while it archives events', () => {
  for (const point of ['archive-written', 'archive-recorded', 'archive-slice']) {
    test(`at ${point} loses no event and has none twice`, async () => {
      const testbed = await openTestbed();
      const before = testbed.count();
      await testbed.order(-1);
      let crashes = 0;
      for (let isDone = false; !isDone; ) {
        const pass = testbed.sweep(15, (name) => {
          if (name === point) throw new Error(point);
        });
        const outcome = await pass().catch((error: Error) => error.message);
        crashes += Number(outcome === point);
        isDone = outcome === 0 || crashes === 3;
        testbed.restart();
        expect(await listFailedChecks(testbed)).toEqual([]);
      }
      expect(crashes).toBeGreaterThan(1);
      await sweepAll(testbed.sweep(30));
      expect(testbed.count()).toBe(1);
      const lines = await testbed.readArchived('events');
      expect(new Set(lines.map(({ id }) => id)).size).toBe(before - 1);
      expect(lines).toHaveLength(before - 1);
      expect(await listFailedChecks(testbed)).toEqual([]);
    });
  }
});

test('verify detects a changed, exchanged or missing archive file', async () => {
  const testbed = await openTestbed();
  await testbed.order(-1);
  await sweepAll(testbed.sweep(25));
  const [first = '', second = ''] = readdirSync(testbed.folder).map((name) =>
    join(testbed.folder, name),
  );
  const [firstContent, secondContent] = [readFileSync(first), readFileSync(second)];
  const damagedContent = Buffer.from(firstContent);
  damagedContent.writeUInt8(damagedContent.readUInt8(100) ^ 1, 100);
  for (const damage of [
    () => writeFileSync(first, damagedContent),
    () => writeFileSync(first, secondContent),
    () => rmSync(first),
  ]) {
    damage();
    expect((await listFailedChecks(testbed)).join()).toContain('archives_are_whole');
    writeFileSync(first, firstContent);
    expect(await listFailedChecks(testbed)).toEqual([]);
  }
});

test('a backup contains the archives, and its books balance with them', async () => {
  const testbed = await openTestbed();
  openDatabase(join(testbed.dataDir, 'platform.db'), 'platform').close();
  await testbed.order(-1);
  await sweepAll(testbed.sweep(25));
  const to = join(testbed.dataDir, 'backup');
  const { dataDir } = testbed;
  const vault = openVault(null);
  const order = { dataDir, logKeyDir: null, to, vault, withKeys: false };
  await takeBackup({ ...order, failPoint: () => {} });
  const backup = { file: join(to, 'sandbox.db'), folder: archiveFolder(to, 'sandbox') };
  expect(readdirSync(backup.folder)).toEqual(readdirSync(testbed.folder));
  expect(await listFailedChecks(backup)).toEqual([]);
});

test('a file read before an erasure began is not kept', async () => {
  const testbed = await openTestbed();
  const { raw } = testbed.ledger().database;
  await testbed.order(-1);
  const pass = testbed.sweep(25, (name) => {
    if (name !== 'archive-written') return;
    raw.exec(`INSERT INTO customer_erasures SELECT id, tenant_id, 'running', 0, '', '', 0, 'opr_1',
      'opr_2', 'Asked for', 'req_1', 1, NULL FROM customers`);
  });
  const before = testbed.count();
  expect(await pass()).toBe(0);
  expect(testbed.count()).toBe(before);
  expect(raw.prepare('SELECT count(*) AS archives FROM archives').get()).toEqual({ archives: 0 });
});

test('only archived events can be deleted, and the record of an archive never changes', async () => {
  const testbed = await openTestbed();
  const { raw } = testbed.ledger().database;
  expect(() => raw.exec('DELETE FROM events WHERE row = 1')).toThrow('append-only');
  await testbed.order(-1);
  await sweepAll(testbed.sweep(25));
  expect(() => raw.exec('DELETE FROM events')).toThrow('append-only');
  expect(() => raw.exec("UPDATE archives SET sha256 = 'x'")).toThrow();
  expect(() => raw.exec('DELETE FROM archives')).toThrow('an archive never changes');
  expect(() => raw.exec('UPDATE archive_orders SET before_at = 1')).toThrow('stays archived');
});

test('the event log states its first event: no page silently skips archived events', async () => {
  const testbed = await openTestbed();
  const { tenantId } = testbed;
  const last = lastSequence(testbed.ledger(), tenantId);
  const [oldest] = rowsIn(testbed.ledger().database.raw);
  expect(readLastArchived(testbed.ledger(), tenantId)).toBe(0);
  await testbed.order(-1);
  await sweepAll(testbed.sweep(25));
  const ledger = testbed.ledger();
  expect(readLastArchived(ledger, tenantId)).toBe(last - 1);
  expect(lastSequence(ledger, tenantId)).toBe(last);
  const page = await listEvents(ledger, { tenantId, afterSequence: last - 1, limit: 10 });
  expect(page.data.map(({ sequence }) => sequence)).toEqual([last]);
  expect(mayBeArchived(ledger, tenantId, oldest?.id ?? '')).toBe(true);
  expect(mayBeArchived(ledger, 'dev_of_nothing', oldest?.id ?? '')).toBe(false);
});
