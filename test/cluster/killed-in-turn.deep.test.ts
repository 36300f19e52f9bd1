// A bank of many processes on one Temporal and one PostgreSQL: each of them is killed in turn while
// clients keep moving money, and nothing is lost, doubled or left open.

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { WITHOUT_LIMITS } from '../../config/rate-limits.ts';
import { withFreshCopy } from '../../db/postgres/verify.ts';
import { postgresFault, startPostgres } from '../../scripts/run/postgres-server.ts';
import { type ClientLog, createClientLog, isFinalOutcome } from '../crash/client-log.ts';
import { judge } from '../crash/judge.ts';
import { countOpen, countUnstarted, readLedger } from '../crash/ledger-snapshot.ts';
import { type Load, startLoad } from '../crash/load.ts';
import { startDesk } from '../crash/sides/desk.ts';
import { openCluster } from '../kit/cluster/cluster.ts';
import { roundRobin } from '../kit/cluster/round-robin.ts';

const reason = postgresFault();
if (reason !== null) console.warn(`a bank of many processes is skipped: ${reason}`);
const binary = inject('temporalBinary');
const ROLES = { api: 2, worker: 3, lane: 2 };
const PAUSE_MS = 1_500;
const PROBE_WITHIN_MS = 60_000;
const OPERATOR_KEY = `op_${'7'.repeat(48)}`;

test.skipIf(reason !== null || binary === null)(
  'two APIs, three workers and two lanes are killed in turn under load: nothing is lost or ' +
    'doubled, everything ends, and the books balance',
  async () => {
    const postgres = await startPostgres({ isDurable: true });
    onTestFinished(() => postgres.stop());
    const url = postgres.database('bank');
    const cluster = await openCluster(binary ?? '');
    onTestFinished(() => cluster.close());
    const env = {
      ...WITHOUT_LIMITS,
      KONTOR_DATABASE_URL: url,
      KONTOR_CHAIN: 'off',
      KONTOR_LOG_LEVEL: 'warn',
      KONTOR_OPERATOR_KEY: OPERATOR_KEY,
      KONTOR_PAYLOAD_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    await cluster.run(['bank/migrate.ts'], env);
    const names = Object.entries(ROLES).flatMap(([role, count]) =>
      Array.from({ length: count }, (_, at) => ({ role, name: `${role}-${at + 1}` })),
    );
    const members = await Promise.all(
      names.map(({ role, name }) => cluster.member(name, { ...env, KONTOR_ROLE: role })),
    );
    for (const one of members) one.start();
    await Promise.all(members.map((one) => one.ready()));
    const proxy = await roundRobin(
      members.filter(({ name }) => /^api/.test(name)).map(({ url: at }) => at),
    );
    onTestFinished(() => proxy.close());

    const giveUp = new AbortController();
    onTestFinished(() => giveUp.abort());
    const log = createClientLog(join(cluster.folder, 'client-log.jsonl'));
    const options = { url: proxy.url, seed: 1, clients: 8, accounts: 8, log };
    const load = await startLoad({ ...options, giveUp: giveUp.signal });
    // The model holds some of the ordinary payments: a person approves them.
    const about = { url: proxy.url, operatorKey: OPERATOR_KEY, suspect: '' };
    const desk = startDesk({ ...about, giveUp: giveUp.signal });
    for (const one of members) {
      await sleep(PAUSE_MS);
      await one.kill();
      one.start();
      await probe(load);
      await one.ready();
    }
    await sleep(PAUSE_MS);
    await waitForRest(load, log);
    const verdict = await judgeRun(url, cluster.folder, load, log);
    await desk.stop();
    const story = [...log.problems, cluster.output().slice(-4_000)].join('\n');
    expect({ ...verdict, problems: log.problems }, story).toEqual({
      lost: 0,
      duplicated: 0,
      centsOff: 0,
      problems: [],
    });
    expect([...log.operations.values()].filter((one) => one.acknowledged).length).toBeGreaterThan(
      50,
    );
    expect(await cluster.run(['scripts/verify.ts'], env)).toContain('the books balance');
    for (const one of members) expect(await one.stop(), one.name).toBe(0);
    await log.close();
  },
  1_200_000,
);

/** A transfer that begins now is carried out. */
async function probe(load: Load): Promise<void> {
  const late = sleep(PROBE_WITHIN_MS).then(() => {
    throw new Error(`no transfer worked within ${PROBE_WITHIN_MS} ms`);
  });
  late.catch(() => {});
  await Promise.race([load.probe(), late]);
}

/** Every request has its answer, and what is held is captured or canceled. */
async function waitForRest(load: Load, log: ClientLog): Promise<void> {
  await load.stop();
  const { clients } = load;
  for (const one of clients.abandoned) await clients.ask(one);
  const held = [...log.operations.values()].filter(({ outcome }) => outcome === 'held');
  for (const [at, one] of held.entries()) {
    await clients.act(one, at % 2 === 0 ? 'capture' : 'cancel', null);
    if (!isFinalOutcome(one.outcome)) await clients.ask(one);
  }
}

async function judgeRun(url: string, folder: string, load: Load, log: ClientLog) {
  const read = async () => {
    for (const name of ['sandbox', 'production']) {
      const at = join(folder, `${name}.db`);
      await withFreshCopy({ url, name: `ledger_${name}` }, (file) => copyFileSync(file, at));
    }
  };
  const isAtRest = async () => {
    await read();
    return countOpen(folder) + countUnstarted(folder);
  };
  await expect.poll(isAtRest, { timeout: 90_000, interval: 1_000 }).toBe(0);
  const balances = new Map<string, number>();
  for (const id of load.bank.accountIds) {
    const { balance } = await load.http.read<{ balance: { posted: number } }>(`/v1/accounts/${id}`);
    balances.set(id, balance.posted);
  }
  const rows = readLedger(folder, load.bank.tenantId);
  return judge({ operations: log.operations, rows, balances }, log.problem);
}
