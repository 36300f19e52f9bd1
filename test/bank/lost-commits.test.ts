// A failover to a standby that lagged loses a hundred acknowledged payments. The bank lists them
// before it accepts the state of the standby, and informs the developer and the audit log. It does
// not sign the log, whose signed leaves are lost, until an operator restarts the log.

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
import { registerPayingDeveloper } from './paying-developer.ts';

const LOST_PAYMENTS = 100;
const POLL = { timeout: 40_000, interval: 200 };
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const postgresMissing = postgresFault();
if (postgresMissing !== null) console.warn(`lost commits are skipped: ${postgresMissing}`);

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function openFailoverRig() {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-lost-'));
  const server = await startPostgres();
  const ownUrl = server.database('bank');
  const wire = await openWire(ownUrl);
  const bank = await openTestBank({ databaseUrl: wire.url }, dataDir);
  const standby = await server.standby('behind');
  const standbyUrl = new URL(ownUrl);
  standbyUrl.port = String(standby.port);
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
    async stopReplication() {
      const { rows } = await query(ownUrl, 'SELECT pg_current_wal_lsn() AS at');
      await vi.waitFor(async () => {
        const sql = `SELECT pg_last_wal_replay_lsn() >= '${rows[0].at}' AS is`;
        expect((await query(standbyUrl.href, sql)).rows).toEqual([{ is: true }]);
      }, POLL);
      await query(standbyUrl.href, "ALTER SYSTEM SET primary_conninfo = ''");
      await query(standbyUrl.href, 'SELECT pg_reload_conf()');
      await vi.waitFor(async () => {
        const { rowCount } = await query(standbyUrl.href, 'SELECT 1 FROM pg_stat_wal_receiver');
        expect(rowCount).toBe(0);
      }, POLL);
    },
    async failOver() {
      await server.kill();
      await standby.promote('0/0');
      wire.forwardTo(standbyUrl.href);
    },
  };
}

test.skipIf(postgresMissing !== null)(
  'payments lost in a failover are listed, and reported to the developer and the audit log',
  async () => {
    const { bank, dataDir, url, stopReplication, failOver } = await openFailoverRig();
    const developer = await registerPayingDeveloper(bank);
    const { key, pay } = developer;
    const { ledger } = bank.bank.environments.sandbox;
    await pay('kept');
    const keptCheckpoint = await ledger.run(signCheckpoint, null);
    await stopReplication();
    const numbers = Array.from({ length: LOST_PAYMENTS }, (_, index) => index);
    const answers = await Promise.all(numbers.map((index) => pay(`lost-${index}`)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const ids = answers.map(({ body }) => body.id).sort();
    const lostCheckpoint = await ledger.run(signCheckpoint, null);
    expect(lostCheckpoint?.treeSize).toBe((keptCheckpoint?.treeSize ?? 0) + LOST_PAYMENTS);

    await failOver();
    const listLossEvents = async () =>
      (await bank.call('/v1/events?type=records.lost&limit=100', { key })).body.data;
    await vi.waitFor(async () => expect(await listLossEvents()).not.toEqual([]), POLL);
    const losses = (await listLossEvents()).map(
      ({ data }: { data: { object: object } }) => data.object,
    );
    expect(losses.flatMap((item: { transactions: string[] }) => item.transactions).sort()).toEqual(
      ids,
    );
    expect(losses.flatMap((item: { events: string[] }) => item.events).length).toBeGreaterThan(
      LOST_PAYMENTS,
    );
    const log = { signedSize: lostCheckpoint?.treeSize, keptSize: keptCheckpoint?.treeSize };
    expect(losses[0].log).toEqual(log);

    const lostFolder = join(dataDir, 'lost');
    const [file = ''] = readdirSync(lostFolder).filter((name) => name.startsWith('ledger_sandbox'));
    const lines = readFileSync(join(lostFolder, file), 'utf8').trim().split('\n');
    const listedRows = lines
      .map((line) => JSON.parse(line))
      .filter((item) => item.lost === 'transactions');
    expect(listedRows.map(({ row }) => row.id).sort()).toEqual(ids);
    const auditPath = '/v1/ops/audit?action=database.commits_lost';
    await vi.waitFor(async () => {
      const { body } = await bank.call(auditPath, { key: OPERATOR_KEY });
      expect(JSON.stringify(body.data)).toContain('"transactions":100');
    }, POLL);
    const metrics = await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`);
    expect(await metrics.text()).toMatch(
      /kontor_lost_rows_total\{schema="ledger_sandbox",table="transactions"\} 100/,
    );

    // The same keys book again, and nothing is signed yet.
    const repeatedAnswers = await Promise.all(numbers.map((index) => pay(`lost-${index}`)));
    expect(repeatedAnswers.every(({ status }) => status === 201)).toBe(true);
    expect(await ledger.run(signCheckpoint, null)).toMatchObject({
      treeSize: keptCheckpoint?.treeSize,
    });
    const env = { ...process.env, KONTOR_DATABASE_URL: url, KONTOR_DATA_DIR: dataDir };
    const restartArgs = ['--ledger', 'sandbox', '--by', 'Ada', '--reason', 'A standby was behind.'];
    const script = join(ROOT, 'scripts/restart-log.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...restartArgs], {
      env,
    });
    expect(stdout).toBe(`the log of sandbox begins anew at size ${keptCheckpoint?.treeSize}\n`);
    await vi.waitFor(async () => {
      expect(await ledger.run(signCheckpoint, null)).toMatchObject({
        treeSize: lostCheckpoint?.treeSize,
      });
    }, POLL);
    const { checks } = checkInvariants(ledger.database.raw, Date.now());
    expect(checks.filter(({ violations }) => violations > 0)).toEqual([]);
  },
  180_000,
);
