// An older dump is restored as the bank's database, so that later acknowledged payments are lost.
// Both a running bank and a bank that starts on the dump list these payments, inform the developer
// and the audit log, and continue from the state of the dump.

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
import { registerPayingDeveloper } from './paying-developer.ts';

const LOST_PAYMENTS = 20;
const POLL = { timeout: 60_000, interval: 200 };
const RESTART_LOG = fileURLToPath(new URL('../../scripts/restart-log.ts', import.meta.url));
const postgresMissing = postgresFault();
if (postgresMissing !== null) console.warn(`an older dump is skipped: ${postgresMissing}`);

async function startDumpServer() {
  const server = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-dump-'));
  onTestFinished(() => {
    server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const file = join(server.folder, 'bank.dump');
  const runAsAdmin = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.urlOf('postgres') });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  return {
    dataDir,
    url: server.database('bank'),
    dump: () => server.run('pg_dump', [...server.place, '-Fc', '-f', file, 'bank']),
    async restoreDump() {
      await runAsAdmin('DROP DATABASE bank WITH (FORCE)');
      await runAsAdmin('CREATE DATABASE bank TEMPLATE template0');
      server.run('pg_restore', [...server.place, '-d', 'bank', file]);
    },
  };
}

test.skipIf(postgresMissing !== null).each([
  ['under a running bank', false],
  ['before the bank starts', true],
])(
  'payments that were made after a dump, which is restored %s, are listed, reported, and can be made again',
  async (_, isRestarted) => {
    const { dataDir, url, dump, restoreDump } = await startDumpServer();
    let bank = await openTestBank({ databaseUrl: url }, dataDir);
    onTestFinished(() => bank.close());
    // Sends each request to the bank that runs then, which a restart replaces.
    const client = {
      ...bank,
      call: (...request: Parameters<typeof bank.call>) => bank.call(...request),
    };
    const { key, pay } = await registerPayingDeveloper(client);
    const getLedger = () => bank.bank.environments.sandbox.ledger;
    await pay('kept');
    const keptCheckpoint = await getLedger().run(signCheckpoint, null);
    dump();
    const numbers = Array.from({ length: LOST_PAYMENTS }, (__, index) => index);
    const answers = await Promise.all(numbers.map((index) => pay(`lost-${index}`)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const ids = answers.map(({ body }) => body.id).sort();
    const lostCheckpoint = await getLedger().run(signCheckpoint, null);

    if (isRestarted) await bank.close();
    await restoreDump();
    if (isRestarted) bank = await openTestBank({ databaseUrl: url }, dataDir);

    const listLossEvents = async () =>
      (await bank.call('/v1/events?type=records.lost&limit=100', { key })).body.data ?? [];
    await vi.waitFor(async () => expect(await listLossEvents()).not.toEqual([]), POLL);
    const losses = (await listLossEvents()).map(
      ({ data }: { data: { object: object } }) => data.object,
    );
    expect(losses.flatMap((item: { transactions: string[] }) => item.transactions).sort()).toEqual(
      ids,
    );
    expect(losses[0].log).toEqual({
      signedSize: lostCheckpoint?.treeSize,
      keptSize: keptCheckpoint?.treeSize,
    });

    const [file = ''] = readdirSync(join(dataDir, 'lost')).filter((name) =>
      name.startsWith('ledger_sandbox'),
    );
    const lines = readFileSync(join(dataDir, 'lost', file), 'utf8')
      .trim()
      .split('\n');
    const rows = lines.map((line) => JSON.parse(line));
    const listRows = (table: string) => rows.filter(({ lost }) => lost === table);
    expect(
      listRows('transactions')
        .map(({ row }) => row.id)
        .sort(),
    ).toEqual(ids);
    expect(listRows('events').length).toBeGreaterThanOrEqual(LOST_PAYMENTS);
    await vi.waitFor(async () => {
      const auditPath = '/v1/ops/audit?action=database.commits_lost';
      const { body } = await bank.call(auditPath, { key: OPERATOR_KEY });
      expect(JSON.stringify(body.data)).toContain(`"transactions":${LOST_PAYMENTS}`);
    }, POLL);
    const metrics = await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`);
    expect(await metrics.text()).toMatch(
      new RegExp(
        `kontor_lost_rows_total{schema="ledger_sandbox",table="transactions"} ${LOST_PAYMENTS}`,
      ),
    );

    // The lost payments are unknown, and their idempotency keys book them again.
    expect((await bank.call(`/v1/transactions/${ids[0]}`, { key })).status).toBe(404);
    const repeatedAnswers = await Promise.all(numbers.map((index) => pay(`lost-${index}`)));
    expect(repeatedAnswers.map(({ status }) => status)).toEqual(numbers.map(() => 201));
    expect((await pay('kept')).headers.get('idempotency-replayed')).toBe('true');

    // Until an operator restarts the log, nothing is signed that contradicts an earlier signature.
    expect(await getLedger().run(signCheckpoint, null)).toMatchObject({
      treeSize: keptCheckpoint?.treeSize,
    });
    const env = { ...process.env, KONTOR_DATABASE_URL: url, KONTOR_DATA_DIR: dataDir };
    const args = [
      '--ledger',
      'sandbox',
      '--by',
      'Ada',
      '--reason',
      'An older dump was taken back.',
    ];
    const { stdout } = await promisify(execFile)(process.execPath, [RESTART_LOG, ...args], { env });
    expect(stdout).toBe(`the log of sandbox begins anew at size ${keptCheckpoint?.treeSize}\n`);
    await vi.waitFor(async () => {
      expect(await getLedger().run(signCheckpoint, null)).toMatchObject({
        treeSize: (keptCheckpoint?.treeSize ?? 0) + LOST_PAYMENTS,
      });
    }, POLL);
    const { checks } = checkInvariants(getLedger().database.raw, Date.now());
    expect(checks.filter(({ violations }) => violations > 0)).toEqual([]);
  },
  180_000,
);
