// The lease of the writer on a real PostgreSQL server: one process has it, and a second process takes
// it when the first has ended or is silent. The epoch then refuses later writes of the first process.

import { expect, onTestFinished, test } from 'vitest';
import { modelOf } from '../../../db/postgres/copy.ts';
import { writeGate } from '../../../db/postgres/gate.ts';
import { type Lease, type LeaseOptions, openLease } from '../../../db/postgres/lease.ts';
import { openReplica } from '../../../db/postgres/replica.ts';
import type { PostgresServer } from '../../../scripts/run/postgres-server.ts';
import { openWire } from '../../kit/outside/postgres-wire.ts';
import { makeCopyFolder, queryServer } from './rig.ts';
import { postgresForTests } from './server.ts';

const server = await postgresForTests();
let count = 0;

/** A process of a bank with only the platform's schema: a copy, a gate and a lease. */
async function openProcess(url: string, options: Partial<LeaseOptions> = {}) {
  const folder = makeCopyFolder();
  const gate = writeGate(500);
  const session = `kontor-test-${++count}`;
  const replica = await openReplica({
    url: `${url}?application_name=${session}`,
    folder: folder.path,
    name: 'platform',
    schema: 'platform',
    gate,
  });
  const replaced: string[] = [];
  gate.close();
  const lease = await openLease({
    url: `${url}?application_name=${session}`,
    session,
    schemas: new Map([['platform', modelOf('platform').version]]),
    lead: gate.open,
    replaced(detail) {
      gate.end(detail);
      replaced.push(detail);
    },
    ...options,
  });
  onTestFinished(async () => {
    gate.end('the test is over');
    await lease.release();
    await replica.close();
    folder.remove();
  });
  const { raw } = replica.database;
  const writeNote = (id: string) =>
    replica.database.write(() => {
      raw
        .prepare('INSERT INTO application_reminders VALUES (?, 1, 1) ON CONFLICT DO NOTHING')
        .run(id);
    });
  return { lease, gate, replica, replaced, writeNote, session };
}

const readRoles = (...leases: Lease[]) => leases.map((lease) => lease.role());
const readEpochs = async (url: string) =>
  (await queryServer(url, 'SELECT epoch FROM platform.commit_head')).rows.map(({ epoch }) =>
    Number(epoch),
  );
const readNotes = async (url: string) =>
  (await queryServer(url, 'SELECT application_id FROM platform.application_reminders')).rows.map(
    (row) => row.application_id,
  );

test.skipIf(!server)(
  'one process writes, a second one follows, and takes over at once when the first releases the lease',
  async () => {
    const url = (server as PostgresServer).database('lease_given');
    const first = await openProcess(url);
    const second = await openProcess(url);
    expect(readRoles(first.lease, second.lease)).toEqual(['writer', 'standby']);
    expect(first.lease.epoch()).toBe(1);
    await first.writeNote('a');
    await expect(second.writeNote('b')).rejects.toThrow('this process follows the writer');
    const waitingWrite = second.writeNote('c');
    first.gate.end('it ends');
    await first.lease.release();
    await waitingWrite;
    expect(readRoles(first.lease, second.lease)).toEqual(['over', 'writer']);
    expect(await readEpochs(url)).toEqual([2]);
    expect(await readNotes(url)).toEqual(['a', 'c']);
    await expect(first.writeNote('d')).rejects.toThrow('it ends: nothing was written');
  },
);

test.skipIf(!server)(
  'a process that does not renew its lease for three seconds is replaced, and writes ' +
    'nothing when it wakes up',
  async () => {
    const url = (server as PostgresServer).database('lease_lapsed');
    const wire = await openWire(url);
    onTestFinished(wire.end);
    const suspended = await openProcess(wire.url);
    await suspended.writeNote('a');
    const successor = await openProcess(url);
    expect(successor.lease.role()).toBe('standby');
    // As when the process is suspended: nothing that it sends arrives, its sessions stay open, and
    // it does not notice when they end.
    wire.setSilent(true);
    await expect.poll(() => successor.lease.role(), { timeout: 5_000 }).toBe('writer');
    expect(await readEpochs(url)).toEqual([2]);
    wire.setSilent(false);
    // The process does not know that it has lost the lease, so PostgreSQL refuses the write.
    await expect(suspended.writeNote('b')).rejects.toThrow();
    await expect.poll(() => suspended.lease.role(), { timeout: 5_000 }).toBe('over');
    expect(suspended.replaced).toEqual(['another process has taken over from epoch 1']);
    await successor.writeNote('c');
    expect(await readNotes(url)).toEqual(['a', 'c']);
  },
);

test.skipIf(!server)(
  'a writer whose connections PostgreSQL closes reconnects before another process takes over',
  async () => {
    const url = (server as PostgresServer).database('lease_cut');
    const first = await openProcess(url);
    const second = await openProcess(url);
    await queryServer(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = '${first.session}'`,
    );
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(readRoles(first.lease, second.lease)).toEqual(['writer', 'standby']);
    await first.writeNote('a');
    expect(await readNotes(url)).toEqual(['a']);
  },
);

test.skipIf(!server)(
  'a process of a version that cannot write the schemas never takes over',
  async () => {
    const url = (server as PostgresServer).database('lease_version');
    const first = await openProcess(url);
    const olderProcess = await openProcess(url, { schemas: new Map([['platform', 'of before']]) });
    first.gate.end('it ends');
    await first.lease.release();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(olderProcess.lease.role()).toBe('standby');
    expect(await readEpochs(url)).toEqual([1]);
  },
);
