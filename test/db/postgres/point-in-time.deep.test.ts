// PostgreSQL restores a bank to a moment before an accident, as the runbook says: from a base backup
// and the archived log, up to a target time. All earlier bookings are restored, and the books balance.

import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openSeal } from '../../../db/kernel/seal.ts';
import { openReplica } from '../../../db/postgres/replica.ts';
import { AUDIT_HEAD_FILE } from '../../../identity/audit-head.ts';
import { openPlatform } from '../../../identity/platform.ts';
import { freePort } from '../../../scripts/run/ports.mjs';
import {
  type PostgresServer,
  postgresFault,
  startPostgres,
} from '../../../scripts/run/postgres-server.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { tellerOf } from '../teller.ts';
import { openForTest } from './rig.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAYLOAD_KEY = Buffer.alloc(32, 7).toString('base64');
const postgresMissing = postgresFault();
if (postgresMissing !== null) console.warn(`point-in-time recovery is skipped: ${postgresMissing}`);

/** Registers the developer of the ledger with the platform, because `verify` compares the two. */
async function createDeveloperIn(url: string, dataDir: string): Promise<string> {
  const place = { name: 'platform', schema: 'platform', folder: temporaryFolder() } as const;
  const { database, close } = await openReplica({ url, ...place });
  const platform = await database.write(() => openPlatform(database));
  const seal = openSeal(PAYLOAD_KEY, join(dataDir, 'payload.key'));
  await platform.keepHead({ file: join(dataDir, AUDIT_HEAD_FILE), seal, isCopy: true });
  const emptyFields = { phone: null, useCase: null, expectedVolume: null };
  const registration = {
    company: 'Example',
    email: 'back@example.com',
    country: 'GB',
    ...emptyFields,
  };
  const created = await platform.register(registration);
  platform.close();
  await close();
  if (!created) throw new Error('the address is registered already');
  return created.developer.id;
}

/** Makes a folder owned by the user who runs the server. */
function makeServerFolder(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder, { mode: 0o700 });
  const { uid, gid } = statSync(parent);
  chownSync(folder, uid, gid);
  return folder;
}

async function queryRow<Row extends object>(url: string, sql: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows[0] as Row;
  } finally {
    await client.end();
  }
}

async function waitUntil(isReached: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isReached().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the expected state was not reached within 30 s');
}

/** Starts the base backup as a server that recovers until a time. Returns its address. */
async function recover(server: PostgresServer, base: string, until: string): Promise<string> {
  const wal = join(server.folder, 'wal');
  appendFileSync(
    join(base, 'postgresql.auto.conf'),
    `restore_command = 'cp ${wal}/%f %p'\nrecovery_target_time = '${until}'\n` +
      "recovery_target_action = 'promote'\n",
  );
  const signal = join(base, 'recovery.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(base);
  chownSync(signal, uid, gid);
  const port = await freePort();
  const settings = `-k ${server.folder} -p ${port} -c listen_addresses=127.0.0.1`;
  const log = join(server.folder, 'recovered.log');
  server.run('pg_ctl', ['-D', base, '-w', '-s', '-l', log, '-o', settings, 'start']);
  onTestFinished(() => server.run('pg_ctl', ['-D', base, '-w', '-s', '-m', 'immediate', 'stop']));
  const url = `postgres://kontor@127.0.0.1:${port}/bank`;
  await waitUntil(async () => {
    const sql = 'SELECT pg_is_in_recovery() AS recovering';
    return !(await queryRow<{ recovering: boolean }>(url, sql)).recovering;
  });
  return url;
}

function verify(
  databaseUrl: string,
  dataDir: string,
): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, KONTOR_DATABASE_URL: databaseUrl, KONTOR_PAYLOAD_KEY: PAYLOAD_KEY };
  const args = ['scripts/verify.ts', dataDir];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, output: stdout + stderr });
    });
  });
}

test.skipIf(postgresMissing !== null)(
  'a bank on PostgreSQL is restored to a chosen time, with all earlier bookings',
  async () => {
    const server = await startPostgres({
      isDurable: true,
      configure: (folder) => [
        'wal_level = replica',
        'archive_mode = on',
        `archive_command = 'test ! -f ${folder}/wal/%f && cp %p ${folder}/wal/%f'`,
      ],
    });
    onTestFinished(() => server.stop());
    makeServerFolder(server.folder, 'wal');
    const url = server.database('bank');
    const production = { name: 'ledger_production', schema: 'ledger' } as const;
    await (await openReplica({ url, folder: temporaryFolder(), ...production })).close();
    const dataDir = temporaryFolder();
    const developerId = await createDeveloperIn(url, dataDir);
    const { ledger } = await openForTest({ url, environment: 'sandbox' });
    const parts = { store: ledger, people: ledger, balance: async () => null };
    const teller = tellerOf({ ...parts, execute: async () => {} }, developerId);
    const to = await teller.account();
    const post = async (times: number) => {
      for (let i = 0; i < times; i += 1) await teller.post({ to, amount: 100 });
    };
    await post(5);
    const base = join(server.folder, 'base');
    server.run('pg_basebackup', [...server.place, '-D', base, '-X', 'stream', '-c', 'fast']);
    await post(7);
    const { now } = await queryRow<{ now: string }>(url, 'SELECT now()::text AS now');
    // These bookings happen after the target time, so none of them may be restored.
    await post(9);
    const switchWal = 'SELECT pg_walfile_name(pg_switch_wal()) AS file';
    const { file } = await queryRow<{ file: string }>(url, switchWal);
    await waitUntil(async () => {
      const sql = 'SELECT last_archived_wal AS last FROM pg_stat_archiver';
      return (await queryRow<{ last: string }>(url, sql)).last >= file;
    });

    const recovered = await recover(server, base, now);
    const sql = 'SELECT count(*)::int AS booked FROM ledger_sandbox.transactions';
    expect(await queryRow(recovered, sql)).toEqual({ booked: 12 });
    const { code, output } = await verify(recovered, dataDir);
    expect(output).toContain('sandbox: 12 transactions');
    expect([code, output.trim().split('\n').at(-1)], output).toEqual([0, 'the books balance']);
  },
  120_000,
);
