// A failover to a standby that was behind loses a hundred acknowledged payments. The bank lists
// them before it accepts the state of the standby, informs the developer and the audit log, and
// does not sign a log whose signed leaves are lost until an operator restarts it.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import { signCheckpoint } from '../../db/log/checkpoints.ts';
import { postgresFault, startPostgres } from '../../scripts/run/postgres-server.ts';
import { OPERATOR_KEY, openTestBank } from '../kit/bank/bank.ts';
import { openWire } from '../kit/outside/postgres-wire.ts';
import { developerOn } from './paying-developer.ts';

const LOST_PAYMENTS = 100;
const POLL = { timeout: 40_000, interval: 200 };
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const reason = postgresFault();
if (reason !== null) console.warn(`lost commits are skipped: ${reason}`);

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function failingOver() {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-lost-'));
  const server = await startPostgres();
  const ownUrl = server.database('bank');
  const wire = await openWire(ownUrl);
  const bank = await openTestBank({ databaseUrl: wire.url }, dataDir);
  const standby = await server.standby('behind');
  const behind = new URL(ownUrl);
  behind.port = String(standby.port);
  onTestFinished(async () => {
    await bank.close();
    wire.end();
    standby.stop();
    server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    bank,
    dataDir,
    url: wire.url,
    /** Stops the replication to the standby. */
    async fallBehind() {
      const { rows } = await query(ownUrl, 'SELECT pg_current_wal_lsn() AS at');
      await vi.waitFor(async () => {
        const sql = `SELECT pg_last_wal_replay_lsn() >= '${rows[0].at}' AS is`;
        expect((await query(behind.href, sql)).rows).toEqual([{ is: true }]);
      }, POLL);
      await query(behind.href, "ALTER SYSTEM SET primary_conninfo = ''");
      await query(behind.href, 'SELECT pg_reload_conf()');
      await vi.waitFor(async () => {
        const { rowCount } = await query(behind.href, 'SELECT 1 FROM pg_stat_wal_receiver');
        expect(rowCount).toBe(0);
      }, POLL);
    },
    async failOver() {
      await server.kill();
      await standby.promote('0/0');
      wire.forwardTo(behind.href);
    },
  };
}

test.skipIf(reason !== null)(
  'payments lost in a failover are listed, and reported to the developer and the audit log',
  async () => {
    const { bank, dataDir, url, fallBehind, failOver } = await failingOver();
    const developer = await developerOn(bank);
    const { key, pay } = developer;
    const { ledger } = bank.bank.environments.sandbox;
    await pay('kept');
    const stored = await ledger.run(signCheckpoint, null);
    await fallBehind();
    const numbers = Array.from({ length: LOST_PAYMENTS }, (_, index) => index);
    const answers = await Promise.all(numbers.map((index) => pay(`lost-${index}`)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const ids = answers.map(({ body }) => body.id).sort();
    const signed = await ledger.run(signCheckpoint, null);
    expect(signed?.treeSize).toBe((stored?.treeSize ?? 0) + LOST_PAYMENTS);

    await failOver();
    const lossEvents = async () =>
      (await bank.call('/v1/events?type=records.lost&limit=100', { key })).body.data;
    await vi.waitFor(async () => expect(await lossEvents()).not.toEqual([]), POLL);
    const answer = (await lossEvents()).map(
      ({ data }: { data: { object: object } }) => data.object,
    );
    expect(answer.flatMap((item: { transactions: string[] }) => item.transactions).sort()).toEqual(
      ids,
    );
    expect(answer.flatMap((item: { events: string[] }) => item.events).length).toBeGreaterThan(
      LOST_PAYMENTS,
    );
    const log = { signedSize: signed?.treeSize, keptSize: stored?.treeSize };
    expect(answer[0].log).toEqual(log);

    const lists = join(dataDir, 'lost');
    const [file = ''] = readdirSync(lists).filter((name) => name.startsWith('ledger_sandbox'));
    const lines = readFileSync(join(lists, file), 'utf8').trim().split('\n');
    const listed = lines
      .map((line) => JSON.parse(line))
      .filter((item) => item.lost === 'transactions');
    expect(listed.map(({ row }) => row.id).sort()).toEqual(ids);
    const audit = '/v1/ops/audit?action=database.commits_lost';
    await vi.waitFor(async () => {
      const { body } = await bank.call(audit, { key: OPERATOR_KEY });
      expect(JSON.stringify(body.data)).toContain('"transactions":100');
    }, POLL);
    const metrics = await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`);
    expect(await metrics.text()).toMatch(
      /kontor_lost_rows_total\{schema="ledger_sandbox",table="transactions"\} 100/,
    );

    // The same keys book again, and nothing is signed yet.
    const repeatedAnswers = await Promise.all(numbers.map((index) => pay(`lost-${index}`)));
    expect(repeatedAnswers.every(({ status }) => status === 201)).toBe(true);
    expect(await ledger.run(signCheckpoint, null)).toMatchObject({ treeSize: stored?.treeSize });
    const env = { ...process.env, KONTOR_DATABASE_URL: url, KONTOR_DATA_DIR: dataDir };
    const restart = ['--ledger', 'sandbox', '--by', 'Ada', '--reason', 'A standby was behind.'];
    const script = join(ROOT, 'scripts/restart-log.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...restart], { env });
    expect(stdout).toBe(`the log of sandbox begins anew at size ${stored?.treeSize}\n`);
    await vi.waitFor(async () => {
      expect(await ledger.run(signCheckpoint, null)).toMatchObject({ treeSize: signed?.treeSize });
    }, POLL);
    const { checks } = checkInvariants(ledger.database.raw, Date.now());
    expect(checks.filter(({ violations }) => violations > 0)).toEqual([]);
  },
  180_000,
);
