// The writer of a bank and its standby behind HAProxy with the configuration of deploy/haproxy, on
// one PostgreSQL: the writer is shut down, killed, and frozen, while clients without retries make
// payments on new and on kept connections, with small and with large bodies.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { postgresFault, startPostgres } from '../../scripts/run/postgres-server.ts';
import { callApi } from '../kit/bank/bank.ts';
import {
  describeSummary,
  openBalanced,
  startClients,
  untilWriter,
} from '../kit/cluster/clients.ts';
import { type Cluster, type Member, openCluster } from '../kit/cluster/cluster.ts';
import { statusOf } from '../kit/cluster/pair.ts';
import { fund } from '../kit/cluster/payer.ts';
import { findHaproxyFault } from '../kit/cluster/proxy.ts';

const OPERATOR_KEY = `op_${randomBytes(24).toString('hex')}`;
/** The targets are for a quiet machine; after this time the bank has not recovered by itself. */
const MAX_GAP_MS = 15_000;

const binary = inject('temporalBinary');
const reason = binary === null ? 'no Temporal CLI' : (postgresFault() ?? findHaproxyFault());
if (reason !== null) console.warn(`NOT RUN: a writer and its standby behind HAProxy: ${reason}`);

test.skipIf(reason !== null)(
  'a writer that is shut down loses no request; when it is killed or frozen, only running ' +
    'requests are lost, the standby takes over, and a writer that wakes up writes nothing',
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const databaseUrl = postgres.database('bank');
    const cluster = await openCluster(binary ?? '');
    onTestFinished(() => cluster.close());
    const bankProcess = await processOf(cluster, 'one', databaseUrl);
    const second = await processOf(cluster, 'two', databaseUrl);
    bankProcess.start();
    await bankProcess.ready();
    second.start();
    await second.ready();
    expect(await statusOf(bankProcess)).toBe('ready');
    expect(await statusOf(second)).toBe('standby');
    const url = await openBalanced(cluster, bankProcess, second);
    const payer = await fund(url);
    // The proxy also checks an idle process, and its lease and timers continue.
    await pause(3_000);
    const restMs = await spentIn(second);
    const load = startClients(url, payer);
    await pause(3_000);
    const before = load.done.length;
    const spentMs = await spentIn(second);
    const followed = load.done.length - before;

    // An orderly shutdown.
    const stopped = await load.measureDuring(
      () => bankProcess.stop(),
      () => untilWriter(second),
    );
    expect(stopped.failed).toEqual([]);

    // Killed.
    bankProcess.start();
    await bankProcess.ready();
    expect(await statusOf(bankProcess)).toBe('standby');
    const killed = await load.measureDuring(
      () => second.kill(),
      () => untilWriter(bankProcess),
    );
    expect(killed.failed.filter(({ began }) => began > killed.doneAt + IN_FLIGHT_MS)).toEqual([]);

    // Frozen.
    second.start();
    await second.ready();
    expect(await statusOf(second)).toBe('standby');
    const pid = bankProcess.pid();
    const frozen = await load.measureDuring(
      async () => void process.kill(pid, 'SIGSTOP'),
      () => untilWriter(second),
    );
    const commits = await headsIn(databaseUrl);
    const ended = bankProcess.ended();
    process.kill(pid, 'SIGCONT');
    expect(await ended).toBe(1);
    expect(cluster.output()).toContain('this process is not the writer any more');
    await load.stop();
    expect(frozen.failed.filter(({ began }) => began > frozen.at + NOTICED_MS)).toEqual([]);
    expect(commits.epochs).toEqual([4, 4, 4]);
    expect((await headsIn(databaseUrl)).epochs).toEqual([4, 4, 4]);

    const unread = load.reads.filter(({ status }) => status !== 200).length;
    console.warn(
      [
        `handed over: ${describeSummary(stopped)}`,
        `killed: ${describeSummary(killed)}`,
        `frozen: ${describeSummary(frozen)}`,
        `reads: ${unread} of ${load.reads.length} failed`,
        `following: ${Math.round((spentMs / followed) * 1_000)} us of processor time a payment (${followed}), ` +
          `${Math.round(((spentMs - restMs) / followed) * 1_000)} us without what the process takes at rest`,
      ].join('\n'),
    );
    for (const { gapMs } of [stopped, killed, frozen]) expect(gapMs).toBeLessThan(MAX_GAP_MS);

    // Each payment answered with 201 is booked once; each other one is booked once or not at all.
    const paid = load.done.filter(({ status }) => status === 201).length;
    const lost = load.done.length - paid;
    const { body } = await callApi(url, `/v1/accounts/${payer.to}/balance`, { key: payer.key });
    expect(body.posted).toBeGreaterThanOrEqual(paid);
    expect(body.posted).toBeLessThanOrEqual(paid + lost);
    expect(await second.stop()).toBe(0);
    const books = await cluster.run(['scripts/verify.ts'], { KONTOR_DATABASE_URL: databaseUrl });
    expect(books).toContain('the books balance');
  },
  900_000,
);

/** A request that was sent just before the process ended counts as open. */
const IN_FLIGHT_MS = 50;
/** The proxy waits two seconds for a check, and looks ten times a second. */
const NOTICED_MS = 2_500;

function processOf(cluster: Cluster, name: string, databaseUrl: string): Promise<Member> {
  return cluster.member(name, {
    KONTOR_DATABASE_URL: databaseUrl,
    KONTOR_OPERATOR_KEY: OPERATOR_KEY,
    KONTOR_CHAIN: 'off',
    KONTOR_ENCODER: 'off',
    KONTOR_RATE_MONEY: '0',
  });
}

const FOLLOWED_MS = 10_000;

/** Processor time that a process uses in ten seconds. */
async function spentIn(member: Member): Promise<number> {
  const before = cpuMs(member);
  await pause(FOLLOWED_MS);
  return cpuMs(member) - before;
}

/** Processor time so far, by the system: ticks are hundredths of a second. */
function cpuMs(member: Member): number {
  const fields = readFileSync(`/proc/${member.pid()}/stat`, 'utf8').split(') ')[1]?.split(' ');
  return (Number(fields?.[11]) + Number(fields?.[12])) * 10;
}

async function headsIn(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const schemas = ['platform', 'ledger_sandbox', 'ledger_production'];
  const texts = schemas.map((schema) => `SELECT epoch FROM ${schema}.commit_head`);
  const { rows } = await client.query(texts.join(' UNION ALL '));
  await client.end();
  return { epochs: rows.map(({ epoch }) => Number(epoch)) };
}
