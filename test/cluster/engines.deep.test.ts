// A bank on existing database and Temporal servers, as docs/operate/deployment.md describes: two
// PostgreSQL servers under Patroni, Temporal's server on them with TLS, client certificates and
// signed keys, and HAProxy. Each server is replaced under load, the bank is upgraded, and
// PostgreSQL is restored to a point in time.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { callApi } from '../kit/bank/bank.ts';
import { type Cluster, type Member, openCluster, ROOT } from '../kit/cluster/cluster.ts';
import {
  findTemporalServerFault,
  startTemporalServer,
  type TemporalServer,
} from '../kit/cluster/external-temporal.ts';
import { listMissing, type Pair, startLoad, startPair, statusOf } from '../kit/cluster/pair.ts';
import {
  findPatroniFault,
  type PatroniServers,
  runAsSuperuser,
  startPatroni,
} from '../kit/cluster/patroni.ts';
import { fund } from '../kit/cluster/payer.ts';
import { readCompose } from '../kit/formats/compose-file.ts';

const SECRETS = {
  KONTOR_DB_PASSWORD: randomBytes(12).toString('hex'),
  KONTOR_OPERATOR_KEY: `op_${randomBytes(24).toString('hex')}`,
  KONTOR_PAYLOAD_KEY: randomBytes(32).toString('base64'),
  POSTGRES_PASSWORD: 'unused',
  TEMPORAL_DB_PASSWORD: randomBytes(12).toString('hex'),
};
const POLL = { timeout: 120_000, interval: 100 };
/** A version that starts for the first time bundles its workflows. */
const START_WAIT = { timeout: 300_000, interval: 100 };
const LIMIT_MS = 900_000;
/** Limit of the time without money; docs/operate/deployment.md has the figures when idle. */
const MAX_BACK_MS = 60_000;
const TEMPORAL_AWAY_MS = 5_000;

const cli = inject('temporalBinary');
const reason = cli === null ? 'no Temporal CLI' : (findPatroniFault() ?? findTemporalServerFault());
if (reason !== null) console.warn(`NOT RUN: a bank on Patroni and Temporal's server: ${reason}`);

let folder: string;
let postgres: PatroniServers;
let temporal: TemporalServer;
let cluster: Cluster;
let pair: Pair;
let settings: Readonly<Record<string, string>>;
/** Folder of the running version. */
let version: string = ROOT;

beforeAll(async () => {
  if (reason !== null) return;
  folder = mkdtempSync(join(tmpdir(), 'kontor-engines-'));
  // The user of the servers has to enter the folder.
  execFileSync('chmod', ['755', folder]);
  const compose = readCompose(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), SECRETS);
  postgres = await startPatroni(join(folder, 'patroni'));
  const { command: [script = ''] = [], environment = {} } = compose.services.databases ?? {};
  runAsSuperuser(postgres, script, environment);
  const order = { folder, compose, postgres: postgres.proxy, cli: cli ?? '' };
  temporal = await startTemporalServer(order);
  cluster = await openCluster(temporal);
  settings = {
    KONTOR_DATABASE_URL: postgres.urlOf('kontor', SECRETS.KONTOR_DB_PASSWORD, 'kontor'),
    KONTOR_OPERATOR_KEY: SECRETS.KONTOR_OPERATOR_KEY,
    KONTOR_PAYLOAD_KEY: SECRETS.KONTOR_PAYLOAD_KEY,
  };
  pair = await startPair(cluster, settings);
}, LIMIT_MS);

afterAll(async () => {
  await cluster?.close();
  await temporal?.close();
  await postgres?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}, LIMIT_MS);

test.skipIf(reason !== null)(
  'no answered payment is lost during a switchover of the database, a kill of its leader, ' +
    'or a kill of Temporal; network payments accepted meanwhile reach their network ' +
    'afterwards',
  async () => {
    const load = await startLoad(pair);
    await pause(3_000);
    const handed = await timePhase(load, () => postgres.switchOver());
    await postgres.waitUntilReplicated();
    let dead: 'one' | 'two' = 'one';
    const killed = await timePhase(load, async () => {
      dead = await postgres.killLeader();
      await postgres.leader();
    });
    postgres.start(dead);
    await postgres.waitUntilReplicated();

    await temporal.kill();
    const now = performance.now();
    const withoutMs = (await load.paidAfter(now)) - now;
    const outside = await payOutside(await writerOf(pair));
    await pause(TEMPORAL_AWAY_MS);
    expect(await outside.status()).toBe('queued');
    await temporal.start();
    const served = performance.now();
    await expect.poll(outside.status, POLL).toBe('submitted');
    const caughtMs = performance.now() - served;

    const { paid, reads } = await load.stop();
    await revive(pair);
    expect(await listMissing(await writerOf(pair), load.key, paid)).toEqual([]);
    await expect.poll(() => replicationOf(pair), POLL).toBe('synchronous');
    console.warn(
      `Patroni: a hand-over took ${text(handed.actMs)}, money ${text(handed.backMs)} after it; a killed ` +
        `leader was replaced after ${text(killed.actMs)}, money ${text(killed.backMs)} after that. ` +
        `Temporal killed: money after ${text(withoutMs)}, a payment to a network ${text(caughtMs)} ` +
        `after its return. 0 of ${paid.length} lost, ${reads.filter((status) => status !== 200).length} of ` +
        `${reads.length} reads failed`,
    );
    expect(killed.backMs).toBeLessThan(MAX_BACK_MS);
  },
  LIMIT_MS,
);

test.skipIf(reason !== null)(
  'a bank is upgraded with a migration through its standby, and no answered payment is lost',
  async () => {
    const load = await startLoad(pair);
    await pause(2_000);
    version = nextVersion(join(folder, 'next'));
    const [old, standby] =
      (await statusOf(pair.first)) === 'ready'
        ? [pair.first, pair.second]
        : [pair.second, pair.first];
    expect(await standby.stop()).toBe(0);
    const ended = old.ended();
    const from = performance.now();
    const third = await cluster.member('three', { ...COMMON_SETTINGS, ...settings }, version);
    third.start();
    // It upgrades the schemas and is the writer: a process of the former version may not write.
    await expect.poll(() => statusOf(third), START_WAIT).toBe('ready');
    const readyMs = performance.now() - from;
    expect(await ended).toBe(1);
    const last = await load.stop();
    expect(await listMissing(third, load.key, last.paid)).toEqual([]);
    const fourth = await cluster.member('four', { ...COMMON_SETTINGS, ...settings }, version);
    fourth.start();
    await expect.poll(() => statusOf(fourth), START_WAIT).toBe('standby');
    pair = { first: third, second: fourth };
    const after = await fund(third.url);
    expect((await payOnce(third, after)).status).toBe(201);
    console.warn(
      `an upgrade with a migration: the new version writes ${text(readyMs)} after its start, ` +
        `0 of ${last.paid.length} lost`,
    );
  },
  LIMIT_MS,
);

test.skipIf(reason !== null)(
  'both servers are restored to a moment, and the bank continues from there with balanced books',
  async () => {
    const writer = await writerOf(pair);
    const payer = await fund(writer.url);
    for (let count = 0; count < 3; count++) await payOnce(writer, payer);
    await postgres.baseBackup();
    for (let count = 0; count < 4; count++) await payOnce(writer, payer);
    const { now } = await askRow<{ now: string }>('SELECT clock_timestamp()::text AS now');
    for (let count = 0; count < 5; count++) await payOnce(writer, payer);
    const { file } = await askRow<{ file: string }>(
      'SELECT pg_walfile_name(pg_switch_wal()) AS file',
    );
    const archived = () =>
      askRow<{ last: string | null }>('SELECT last_archived_wal AS last FROM pg_stat_archiver');
    await expect.poll(async () => ((await archived()).last ?? '') >= file, POLL).toBe(true);
    expect(await pair.second.stop()).toBe(0);
    expect(await pair.first.stop()).toBe(0);
    await temporal.stop();
    await postgres.restore(now);
    await temporal.start();
    pair.first.start();
    await expect.poll(() => statusOf(pair.first), POLL).toBe('ready');
    const balance = await callApi(pair.first.url, `/v1/accounts/${payer.to}/balance`, {
      key: payer.key,
    });
    expect(balance.body.posted).toBe(7);
    expect((await payOnce(pair.first, payer)).status).toBe(201);
    expect(await pair.first.stop()).toBe(0);
    const books = await cluster.run([join(version, 'scripts', 'verify.ts')], settings);
    expect(books).toContain('the books balance');
  },
  LIMIT_MS,
);

const COMMON_SETTINGS = {
  KONTOR_CHAIN: 'off',
  KONTOR_ENCODER: 'off',
  KONTOR_RATE_MONEY: '0',
  KONTOR_RATE_READS: '0',
};
const text = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

type Load = Awaited<ReturnType<typeof startLoad>>;

/** Measures the duration of an act, and the time from its end to the next answered payment. */
async function timePhase(load: Load, act: () => Promise<unknown>) {
  const from = performance.now();
  await act();
  const endedAt = performance.now();
  const next = await load.paidAfter(endedAt);
  await pause(2_000);
  return { actMs: endedAt - from, backMs: next - endedAt };
}

/** Restarts a writer that has ended because its standby replaced it, as a supervisor does. */
async function revive(pair: Pair): Promise<void> {
  for (const item of [pair.first, pair.second]) {
    if ((await statusOf(item)) !== 'away') continue;
    await item.stop();
    item.start();
    await expect.poll(() => statusOf(item), POLL).toBe('standby');
  }
}

const writerOf = async ({ first, second }: Pair): Promise<Member> =>
  (await statusOf(first)) === 'ready' ? first : second;

/** Reads how the writer describes the replication of acknowledged commits. */
async function replicationOf(pair: Pair): Promise<string> {
  const answer = await fetch(`${(await writerOf(pair)).adminUrl}/readyz?verbose`);
  return ((await answer.json()) as { replication: { state: string } }).replication.state;
}

const payOnce = ({ url }: Member, { key, from, to }: Awaited<ReturnType<typeof fund>>) => {
  const sides = { sourceAccountId: from, destinationAccountId: to };
  const body = { type: 'transfer', amount: 1, currency: 'EUR', ...sides };
  return callApi(url, '/v1/transactions?wait=10', { key, body });
};

/** Makes payments to an external party, and reads their status at the network. */
async function payOutside({ url }: Member) {
  const { key, from } = await fund(url);
  const party = { name: 'Grace Hopper', method: 'ach', accountNumber: '400000012' };
  const sides = { sourceAccountId: from, externalParty: party };
  const body = { type: 'withdrawal', amount: 4_321, currency: 'EUR', ...sides };
  const { status, body: created } = await callApi(url, '/v1/transactions', { key, body });
  expect(status, JSON.stringify(created)).toBe(202);
  return {
    status: async () =>
      (
        await askRow<{ status: string }>(
          `SELECT status FROM ledger_sandbox.rail_payments WHERE transaction_id = '${created.id}'`,
        ).catch(() => ({ status: 'away' }))
      ).status,
  };
}

async function askRow<Row>(sql: string): Promise<Row> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:${postgres.superuserPassword}@${postgres.proxy}/kontor`,
  });
  await client.connect();
  try {
    return (await client.query(sql)).rows[0] as Row;
  } finally {
    await client.end();
  }
}

/** Copies this version into a folder and adds one migration of the ledger. */
function nextVersion(to: string): string {
  mkdirSync(to);
  const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' });
  for (const name of tracked.split('\n')) {
    if (name === '' || /^(test|docs|research|bench)\//.test(name)) continue;
    mkdirSync(dirname(join(to, name)), { recursive: true });
    cpSync(join(ROOT, name), join(to, name));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(to, 'node_modules'));
  const migrations = join(to, 'db', 'migrations', 'sqlite', 'ledger');
  const journal = join(migrations, 'meta', '_journal.json');
  const all = JSON.parse(readFileSync(journal, 'utf8'));
  const last = all.entries.at(-1);
  const tag = '9999_note_of_next_version';
  all.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1_000, tag });
  writeFileSync(journal, JSON.stringify(all));
  writeFileSync(
    join(migrations, `${tag}.sql`),
    'ALTER TABLE accounts ADD COLUMN note_of_next TEXT;\n',
  );
  return to;
}
