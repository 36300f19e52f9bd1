// A new copy starts from a file of another process of the bank: preferably of a follower, otherwise
// of the writer. The attempt ends when the writer's WAL grows too much. The tests use a real server.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { modelOf } from '../../../db/postgres/copy.ts';
import { openReplica, type ReplicaOptions } from '../../../db/postgres/replica.ts';
import { offerSnapshots, WRITER_WAITS_MS } from '../../../db/postgres/snapshot.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { makeCopyFolder, queryServer } from './rig.ts';
import { postgresForTests } from './server.ts';

const server = await postgresForTests();
const { version } = modelOf('platform');

/** A process of the bank: its copy, and its answers about files that others requested. */
async function openProcessOn(url: string, name: string, options: Partial<ReplicaOptions> = {}) {
  const sessionUrl = `${url}?application_name=kontor-${name}`;
  const folder = makeCopyFolder();
  const place = { folder: folder.path, name: 'platform', schema: 'platform' } as const;
  const replica = await openReplica({ url: sessionUrl, ...place, ...options });
  onTestFinished(async () => {
    await replica.close();
    folder.remove();
  });
  const insert = replica.database.raw.prepare('INSERT INTO application_reminders VALUES (?, 1, 1)');
  const count = replica.database.raw.prepare<[], number>(
    'SELECT count(*) FROM application_reminders',
  );
  return {
    replica,
    write: (id: string) => replica.database.write(() => void insert.run(id)),
    count: () => count.pluck().get(),
    /** Offers the file of the copy to other processes until the end of the test. */
    offerFile(to: string, isWriter: boolean, maxWalBytes?: number, schemaVersion = version) {
      const events: object[] = [];
      const subscription = offerSnapshots({
        ...{
          url: sessionUrl,
          name: 'platform',
          version: schemaVersion,
          folder: to,
          file: replica.file,
        },
        ...{ isWriter: () => isWriter, reportWritten: (detail) => events.push(detail) },
        ...(maxWalBytes === undefined ? {} : { maxWalBytes }),
      });
      onTestFinished(subscription.stop);
      return events;
    },
  };
}

function makeSharedFolder() {
  const shared = makeCopyFolder();
  onTestFinished(shared.remove);
  const folder = join(shared.path, 'snapshots');
  return { folder, snapshots: { folder, minBytes: 0 } };
}

const readArrivals = async (url: string) =>
  (await queryServer(url, "SELECT 1 FROM platform.followers WHERE copy LIKE 'arrival:%'")).rows
    .length;

test.skipIf(!server)(
  'a new copy starts from the file of a following process, has every row, and continues ' +
    'from there',
  async () => {
    const url = (server as PostgresServer).database('snapshot_file');
    const writer = await openProcessOn(url, 'writer');
    for (const id of ['one', 'two', 'three']) await writer.write(id);
    const standby = await openProcessOn(url, 'standby');
    const { folder, snapshots } = makeSharedFolder();
    const [writerEvents, standbyEvents] = [
      writer.offerFile(folder, true),
      standby.offerFile(folder, false),
    ];
    await writer.write('four');
    // This table is in the file alone, so it shows that the new copy started from the file.
    const standbyFile = new BetterSqlite3(standby.replica.file);
    standbyFile.exec('CREATE TABLE of_the_standby (id)');
    standbyFile.close();

    const newProcess = await openProcessOn(url, 'fresh', { snapshots });
    expect(standbyEvents).toEqual([{ seconds: expect.any(Number) }]);
    expect(writerEvents).toEqual([]);
    expect(newProcess.replica.database.raw.pragma('table_info(of_the_standby)')).toHaveLength(1);
    expect(newProcess.count()).toBe(4);
    expect(newProcess.replica.position()).toEqual(writer.replica.position());
    await writer.write('five');
    await expect.poll(newProcess.count).toBe(5);
    // Commits are kept for the new copy only until it has them, and no file remains.
    expect(await readArrivals(url)).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
    // The process writes to a received copy like to any other.
    await newProcess.write('six');
    await expect.poll(writer.count).toBe(6);
    // The writer waits first for a follower's file, and writes none for a process that has one.
    await pause(WRITER_WAITS_MS + 500);
    expect(writerEvents).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  },
  60_000,
);

test.skipIf(!server)(
  'the writer provides its file when no other process has one of the same version',
  async () => {
    const url = (server as PostgresServer).database('snapshot_writer');
    const writer = await openProcessOn(url, 'writer');
    await writer.write('one');
    const olderProcess = await openProcessOn(url, 'older');
    const { folder, snapshots } = makeSharedFolder();
    const olderEvents = olderProcess.offerFile(folder, false, undefined, 'another version');
    const writerEvents = writer.offerFile(folder, true);
    const newProcess = await openProcessOn(url, 'fresh', { snapshots });
    expect([olderEvents, writerEvents]).toEqual([[], [{ seconds: expect.any(Number) }]]);
    expect(newProcess.count()).toBe(1);
  },
  60_000,
);

test.skipIf(!server)(
  'the rows are read from PostgreSQL when no process offers a file, or when the ' +
    "writer's WAL grows too much",
  async () => {
    const url = (server as PostgresServer).database('snapshot_none');
    const writer = await openProcessOn(url, 'writer');
    await writer.write('one');
    const { folder, snapshots } = makeSharedFolder();
    const loneProcess = await openProcessOn(url, 'alone', { snapshots });
    expect(loneProcess.count()).toBe(1);
    expect(readdirSync(folder)).toEqual([]);

    const offerEvents = writer.offerFile(folder, true, 0);
    const newProcess = await openProcessOn(url, 'fresh', { snapshots });
    expect(newProcess.count()).toBe(1);
    expect(offerEvents).toEqual([
      { error: expect.objectContaining({ message: expect.stringContaining('grew by 0 bytes') }) },
    ]);
    expect(await readArrivals(url)).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  },
  60_000,
);

test.skipIf(!server)(
  'a process that has just read all rows provides its file, however long its WAL has become',
  async () => {
    const url = (server as PostgresServer).database('snapshot_after_rows');
    const writer = await openProcessOn(url, 'writer');
    await writer.write('one');
    const reader = await openProcessOn(url, 'reader');
    const { folder, snapshots } = makeSharedFolder();
    const maxWalBytes = 100_000;
    expect(statSync(`${reader.replica.file}-wal`).size).toBeGreaterThan(maxWalBytes);
    const offerEvents = reader.offerFile(folder, false, maxWalBytes);
    const newProcess = await openProcessOn(url, 'fresh', { snapshots });
    expect(offerEvents).toEqual([{ seconds: expect.any(Number) }]);
    expect(newProcess.count()).toBe(1);
  },
  60_000,
);
