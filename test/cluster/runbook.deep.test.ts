// The incidents of docs/operate/runbook.md for a bank on PostgreSQL with a standby: each is caused
// and solved by the page, and the log lines that the page quotes are those of the processes.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { postgresFault, startPostgres } from '../../scripts/run/postgres-server.ts';
import { callApi } from '../kit/bank/bank.ts';
import { type Cluster, type Member, openCluster, ROOT } from '../kit/cluster/cluster.ts';
import { fund, type Payer } from '../kit/cluster/payer.ts';

const OPERATOR_KEY = `op_${randomBytes(24).toString('hex')}`;
const POLL = { timeout: 60_000, interval: 100 };

const binary = inject('temporalBinary');
const reason = binary === null ? 'no Temporal CLI' : postgresFault();
if (reason !== null) console.warn(`NOT RUN: the runbook of a bank with a standby: ${reason}`);

test.skipIf(reason !== null)(
  'the writer reports a lost standby, which returns with or without its copy, and a ' +
    'standby takes over when the writer is killed',
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const url = postgres.database('bank');
    const cluster = await openCluster(binary ?? '');
    onTestFinished(() => cluster.close());
    const [bankOne, second] = [
      await processOf(cluster, 'one', url),
      await processOf(cluster, 'two', url),
    ];
    await startedAs(bankOne, 'ready');
    // The first line of a start says whether acknowledged commits can be lost.
    const [first = '{}'] = cluster.output().split('\n');
    expect(JSON.parse(first)).toMatchObject({ replication: 'none', canLose: true, standbys: 0 });
    await startedAs(second, 'standby');
    const payer = await fund(bankOne.url);
    const lines = linesOf('The standby is lost');
    expect(lines.length).toBeGreaterThan(2);

    // Every start without a standby logs this line, too.
    const lostAt = cluster.output().length;
    await second.kill();
    await expect.poll(() => cluster.output().slice(lostAt), POLL).toContain(lines[0]);
    await expect.poll(() => metricOf(bankOne, 'kontor_standbys'), POLL).toBe(0);
    await pay(bankOne, payer, 5);
    const withCopyMs = await startedAs(second, 'standby');
    await expect.poll(() => metricOf(bankOne, 'kontor_standbys'), POLL).toBe(1);
    await second.kill();
    await pay(bankOne, payer, 5);
    const copies = join(cluster.folder, 'two-copies');
    for (const name of readdirSync(copies)) rmSync(join(copies, name), { force: true });
    const withoutMs = await startedAs(second, 'standby');
    const balance = () =>
      callApi(second.url, `/v1/accounts/${payer.to}/balance`, { key: payer.key });
    await expect.poll(async () => (await balance()).body.posted, POLL).toBe(10);
    for (const line of lines) expect(cluster.output().slice(lostAt)).toContain(line);

    const before = cluster.output().length;
    const killedAt = performance.now();
    await bankOne.kill();
    await expect.poll(() => statusOf(second), POLL).toBe('ready');
    const takenMs = performance.now() - killedAt;
    await pay(second, payer, 1);
    await expect.poll(() => cluster.output().slice(before), POLL).toContain('workflows run here');
    for (const line of linesOf('The writer failed over')) {
      expect(cluster.output().slice(before)).toContain(line);
    }
    const { process } = await askRow<{ process: string }>(
      url,
      'SELECT process FROM platform.writer_lease',
    );
    expect(process).toContain(`process ${second.pid()}`);
    await startedAs(bankOne, 'standby');
    expect(await second.stop()).toBe(0);
    await expect.poll(() => statusOf(bankOne), POLL).toBe('ready');
    await pay(bankOne, payer, 1);
    console.warn(
      `a standby follows ${Math.round(withCopyMs)} ms after its start with its copy, ` +
        `${Math.round(withoutMs)} ms without; ready ${Math.round(takenMs)} ms after the kill`,
    );
  },
  600_000,
);

test.skipIf(reason !== null)(
  'a bank restored to a moment reports the lost payments and continues with balanced books',
  async () => {
    const postgres = await startPostgres({
      isDurable: true,
      configure: (folder) => [
        'wal_level = replica',
        'archive_mode = on',
        `archive_command = 'test ! -f ${folder}/wal/%f && cp %p ${folder}/wal/%f'`,
      ],
    });
    onTestFinished(() => postgres.stop());
    const owner = statSync(postgres.folder);
    mkdirSync(join(postgres.folder, 'wal'));
    chownSync(join(postgres.folder, 'wal'), owner.uid, owner.gid);
    const url = postgres.database('bank');
    const cluster = await openCluster(binary ?? '');
    onTestFinished(() => cluster.close());
    const bank = await processOf(cluster, 'one', url);
    await startedAs(bank, 'ready');
    const payer = await fund(bank.url);
    await pay(bank, payer, 3);
    postgres.baseBackup('base');
    await pay(bank, payer, 4);
    const { now } = await askRow<{ now: string }>(url, 'SELECT clock_timestamp()::text AS now');
    await pay(bank, payer, 5);
    expect(await bank.stop()).toBe(0);
    const { file } = await askRow<{ file: string }>(
      url,
      'SELECT pg_walfile_name(pg_switch_wal()) AS file',
    );
    const archived = () =>
      askRow<{ last: string }>(url, 'SELECT last_archived_wal AS last FROM pg_stat_archiver');
    await expect.poll(async () => (await archived()).last >= file, POLL).toBe(true);

    // After the recovery target.
    await postgres.kill();
    postgres.restore('base');
    const data = join(postgres.folder, 'data');
    const request = linesOf('Recover PostgreSQL to a point in time', 'ini').slice(-3);
    const settings = request.map((line) =>
      line
        .replace('/backup/wal', join(postgres.folder, 'wal'))
        .replace(/(recovery_target_time = ').*'/, `$1${now}'`),
    );
    expect(settings.join()).toContain(now);
    appendFileSync(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
    writeFileSync(join(data, 'recovery.signal'), '');
    chownSync(join(data, 'recovery.signal'), owner.uid, owner.gid);
    await postgres.start();
    const recovering = () => askRow<{ is: boolean }>(url, 'SELECT pg_is_in_recovery() AS is');
    await expect
      .poll(async () => (await recovering().catch(() => ({ is: true }))).is, POLL)
      .toBe(false);
    const books = await cluster.run(['scripts/verify.ts'], { KONTOR_DATABASE_URL: url });
    expect(books).toContain('the books balance');

    await startedAs(bank, 'ready');
    for (const line of linesOf('Recover PostgreSQL to a point in time', 'text')) {
      await expect.poll(() => cluster.output(), POLL).toContain(line);
    }
    const { body } = await callApi(bank.url, `/v1/accounts/${payer.to}/balance`, {
      key: payer.key,
    });
    expect(body.posted).toBe(7);
    await pay(bank, payer, 1);
    const lost = readdirSync(join(cluster.folder, 'one-copies', 'lost'));
    expect(lost.filter((name) => name.startsWith('ledger_sandbox'))).toHaveLength(1);
  },
  600_000,
);

const mountFault = mountable();
if (mountFault !== null) console.warn(`NOT RUN: a full disk: ${mountFault}`);

test.skipIf(reason !== null || mountFault !== null)(
  'while the disk of a bank or of its PostgreSQL is full, payments are refused and none is ' +
    'lost, and they resume once there is space',
  async () => {
    const disks = { postgres: mountSmallDisk('900m'), copies: mountSmallDisk('120m') };
    const before = process.env.TMPDIR;
    process.env.TMPDIR = disks.postgres;
    const postgres = await startPostgres().finally(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
    onTestFinished(() => postgres.stop());
    const url = postgres.database('bank');
    const cluster = await openCluster(binary ?? '');
    onTestFinished(() => cluster.close());
    const bank = await processOf(cluster, 'one', url, disks.copies);
    await startedAs(bank, 'ready');
    const payer = await fund(bank.url);
    let paid = 0;
    // The reason that the page names for each disk.
    const incidents = [
      { disk: disks.copies, why: 'database or disk is full' },
      { disk: disks.postgres, why: 'PostgreSQL has not committed' },
    ];
    for (const { disk, why } of incidents) {
      const from = cluster.output().length;
      const filler = fillDisk(disk);
      const answers = await payUntilRefused(bank, payer);
      paid += answers.paid;
      expect(answers.refusal).toMatchObject({
        status: 503,
        code: 'ledger_unavailable',
        retryable: true,
      });
      for (const line of [...linesOf('The disk is full'), why]) {
        await expect.poll(() => cluster.output().slice(from), POLL).toContain(line);
      }
      const read = await callApi(bank.url, `/v1/accounts/${payer.to}/balance`, { key: payer.key });
      expect(read.status).toBe(200);
      rmSync(filler);
      // PostgreSQL may have ended because it could not write its WAL.
      if (disk === disks.postgres) await postgres.start().catch(() => {});
      const payAgain = async () => (await payOnce(bank, payer)).status;
      await expect.poll(payAgain, POLL).toBe(201);
      paid += 1;
    }
    const { body } = await callApi(bank.url, `/v1/accounts/${payer.to}/balance`, {
      key: payer.key,
    });
    expect(body.posted).toBeGreaterThanOrEqual(paid);
    expect(await bank.stop()).toBe(0);
    const books = await cluster.run(['scripts/verify.ts'], { KONTOR_DATABASE_URL: url });
    expect(books).toContain('the books balance');
  },
  600_000,
);

/** Returns the lines of a section's code blocks in a language. */
function linesOf(title: string, language = 'text'): string[] {
  const page = readFileSync(join(ROOT, 'docs/operate/runbook.md'), 'utf8');
  const [, section = ''] = page.split(`\n## ${title}\n`);
  const [ownPart = ''] = section.split('\n## ');
  const blocks = ownPart.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'gm'));
  return [...blocks].flatMap(([, block = '']) => block.trim().split('\n'));
}

function processOf(
  cluster: Cluster,
  name: string,
  databaseUrl: string,
  copies?: string,
): Promise<Member> {
  const copyDir = copies ?? join(cluster.folder, `${name}-copies`);
  return cluster.member(name, {
    KONTOR_DATABASE_URL: databaseUrl,
    KONTOR_COPY_DIR: copyDir,
    KONTOR_OPERATOR_KEY: OPERATOR_KEY,
    KONTOR_CHAIN: 'off',
    KONTOR_ENCODER: 'off',
    KONTOR_RATE_MONEY: '0',
  });
}

async function statusOf({ adminUrl }: Member): Promise<string> {
  const answer = await fetch(`${adminUrl}/readyz`).catch(() => null);
  return answer === null ? 'away' : ((await answer.json()) as { status: string }).status;
}

/** Starts a process; returns the milliseconds until it reports a status. */
async function startedAs(member: Member, status: string): Promise<number> {
  const now = performance.now();
  member.start();
  await expect.poll(() => statusOf(member), { timeout: 240_000, interval: 50 }).toBe(status);
  return performance.now() - now;
}

async function metricOf({ adminUrl }: Member, name: string): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);
}

async function askRow<Row extends object>(url: string, sql: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows[0] as Row;
  } finally {
    await client.end();
  }
}

function payOnce({ url }: Member, { key, from, to }: Payer) {
  const sides = { sourceAccountId: from, destinationAccountId: to };
  const body = {
    type: 'transfer',
    amount: 1,
    currency: 'EUR',
    ...sides,
    metadata: { note: 'x'.repeat(400) },
  };
  return callApi(url, '/v1/transactions?wait=10', { key, body });
}

async function pay(member: Member, payer: Payer, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const { status, body } = await payOnce(member, payer);
    expect([status, body.status], JSON.stringify(body)).toEqual([201, 'posted']);
  }
}

const MAX_PAYMENTS = 5_000;

async function payUntilRefused(member: Member, payer: Payer) {
  for (let paid = 0; paid < MAX_PAYMENTS; paid += 1) {
    const { status, body } = await payOnce(member, payer);
    if (status !== 201) return { paid, refusal: body };
  }
  throw new Error(`${MAX_PAYMENTS} payments found room on a full disk`);
}

/** Fills a disk up to its last block; returns the file. */
function fillDisk(folder: string): string {
  const file = join(folder, 'filler');
  const block = Buffer.alloc(64 * 1_024, 1);
  try {
    for (;;) appendFileSync(file, block);
  } catch {
    return file;
  }
}

function mountSmallDisk(size: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=1777`, 'none', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Returns the reason why no small file system can be mounted here; null when it can. */
function mountable(): string | null {
  if (process.getuid?.() !== 0) return 'only root mounts a small file system';
  const folder = mkdtempSync(join(tmpdir(), 'kontor-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return null;
  } catch {
    return 'no file system can be mounted here';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
