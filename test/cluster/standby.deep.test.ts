// The writer of a bank and its standby behind HAProxy with the configuration of deploy/haproxy, on one
// PostgreSQL: the writer is stopped in order, killed, and frozen, while clients that repeat nothing
// make payments on new and on kept connections, with small and with large bodies.

import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { postgresFault, startPostgres } from '../../scripts/run/postgres-server.ts';
import { callApi } from '../kit/bank/bank.ts';
import { type Cluster, type Member, openCluster } from '../kit/cluster/cluster.ts';
import { fund, type Payer } from '../kit/cluster/payer.ts';
import { haproxyFault, openProxy } from '../kit/cluster/proxy.ts';

const CLIENTS = 16;
/** Pause between two clients that begin while something happens to the writer. */
const LATE_EVERY_MS = 250;
const LARGE = 40_000;
const OPERATOR_KEY = `op_${randomBytes(24).toString('hex')}`;
/** The aims are those of a quiet machine; beyond this the bank did not come back by itself. */
const MOST_GAP_MS = 15_000;

const binary = inject('temporalBinary');
const reason = binary === null ? 'no Temporal CLI' : (postgresFault() ?? haproxyFault());
if (reason !== null) console.warn(`NOT RUN: a writer and its standby behind HAProxy: ${reason}`);

test.skipIf(reason !== null)(
  'a writer that is stopped in order loses no request; one that is killed or frozen loses what was ' +
    'in hand, its standby goes on, and the one that wakes up writes nothing',
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const databaseUrl = postgres.database('bank');
    const cluster = await openCluster(binary ?? '');
    onTestFinished(() => cluster.close());
    const one = await processOf(cluster, 'one', databaseUrl);
    const two = await processOf(cluster, 'two', databaseUrl);
    one.start();
    await one.ready();
    two.start();
    await two.ready();
    expect(await statusOf(one)).toBe('ready');
    expect(await statusOf(two)).toBe('standby');
    const url = await openBalanced(cluster, one, two);
    const payer = await fund(url);
    const load = startLoad(url, payer);
    await pause(3_000);

    const idle = cpuMs(two);
    const before = load.done.length;
    await pause(5_000);
    const followed = load.done.length - before;
    const costMs = (cpuMs(two) - idle) / followed;

    // In order.
    const stopped = await load.through(() => one.stop(), two);
    expect(stopped.failed).toEqual([]);

    // Killed.
    one.start();
    await one.ready();
    expect(await statusOf(one)).toBe('standby');
    const killed = await load.through(() => two.kill(), one);
    expect(killed.failed.filter(({ began }) => began > killed.doneAt + IN_HAND_MS)).toEqual([]);

    // Frozen.
    two.start();
    await two.ready();
    expect(await statusOf(two)).toBe('standby');
    const pid = one.pid();
    const frozen = await load.through(async () => void process.kill(pid, 'SIGSTOP'), two);
    const commits = await headsIn(databaseUrl);
    const ended = one.ended();
    process.kill(pid, 'SIGCONT');
    expect(await ended).toBe(1);
    expect(cluster.output()).toContain('this process is not the writer any more');
    await load.stop();
    expect(frozen.failed.filter(({ began }) => began > frozen.at + NOTICED_MS)).toEqual([]);
    expect(commits.epochs).toEqual([4, 4, 4]);
    expect((await headsIn(databaseUrl)).epochs).toEqual([4, 4, 4]);

    const of = ({ gapMs, longestMs, failed, sent }: Passage) =>
      `no payment for ${gapMs} ms, longest ${longestMs} ms, ${failed.length} of ${sent} failed`;
    console.warn(
      [
        `handed over: ${of(stopped)}`,
        `killed: ${of(killed)}`,
        `frozen: ${of(frozen)}`,
        `following: ${Math.round(costMs * 1_000)} us of processor time a payment (${followed})`,
      ].join('\n'),
    );
    for (const { gapMs } of [stopped, killed, frozen]) expect(gapMs).toBeLessThan(MOST_GAP_MS);

    // What was answered with 201 is there once; of the others each is there once or not at all.
    const paid = load.done.filter(({ status }) => status === 201).length;
    const lost = load.done.length - paid;
    const { body } = await callApi(url, `/v1/accounts/${payer.to}/balance`, { key: payer.key });
    expect(body.posted).toBeGreaterThanOrEqual(paid);
    expect(body.posted).toBeLessThanOrEqual(paid + lost);
    expect(await two.stop()).toBe(0);
    const books = await cluster.run(['scripts/verify.ts'], { KONTOR_DATABASE_URL: databaseUrl });
    expect(books).toContain('the books balance');
  },
  900_000,
);

/** A request that was sent a moment before the process was gone is in hand, whatever the clocks say. */
const IN_HAND_MS = 50;
/** The proxy waits two seconds for a check, and looks ten times a second. */
const NOTICED_MS = 2_500;

interface Sent {
  readonly began: number;
  readonly endedAt: number;
  /** 0: no answer. */
  readonly status: number;
  readonly said: string;
}

interface Passage {
  readonly at: number;
  /** When it was done to the writer: a kill takes a while on a machine that is busy. */
  readonly doneAt: number;
  /** The longest time without a payment. */
  readonly gapMs: number;
  readonly longestMs: number;
  readonly failed: readonly Sent[];
  readonly sent: number;
}

function processOf(cluster: Cluster, name: string, databaseUrl: string): Promise<Member> {
  return cluster.member(name, {
    KONTOR_DATABASE_URL: databaseUrl,
    KONTOR_OPERATOR_KEY: OPERATOR_KEY,
    KONTOR_CHAIN: 'off',
    KONTOR_ENCODER: 'off',
    KONTOR_RATE_MONEY: '0',
  });
}

async function statusOf({ adminUrl }: Member): Promise<string> {
  const answer = await fetch(`${adminUrl}/readyz`);
  return ((await answer.json()) as { status: string }).status;
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

async function openBalanced(cluster: Cluster, one: Member, two: Member): Promise<string> {
  const banks = { KONTOR_ONE: one.url, KONTOR_TWO: two.url };
  const { url, log } = await openProxy(cluster, { file: 'standby.cfg', banks, probe: '/readyz' });
  // HAProxy takes a process for one that writes until its first look.
  await expect.poll(log, { timeout: 10_000 }).toContain('writer/two is DOWN');
  return url;
}

/** Clients that send one payment after the other, and repeat none. */
function startLoad(url: string, { key, from, to }: Payer) {
  const done: Sent[] = [];
  let isOver = false;
  const sides = { sourceAccountId: from, destinationAccountId: to };
  const text = JSON.stringify({ type: 'transfer', amount: 1, currency: 'EUR', ...sides });

  function send(number: number, agent: Agent): Promise<Sent> {
    const began = performance.now();
    const body = number % 2 === 0 ? text : text.padEnd(LARGE);
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
      ...(number % 4 < 2 ? { 'idempotency-key': randomUUID() } : {}),
    };
    return new Promise((resolve) => {
      const end = (status: number, said: string) =>
        resolve({ began, endedAt: performance.now(), status, said });
      const options = { method: 'POST', agent, headers };
      const asked = request(`${url}/v1/transactions?wait=10`, options, (answer) => {
        let said = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece) => {
          said += piece;
        });
        answer.on('end', () => end(answer.statusCode ?? 0, said));
        answer.on('error', (error) => end(0, String(error)));
      });
      asked.on('error', (error) => end(0, String(error)));
      asked.end(body);
    });
  }

  async function client(index: number): Promise<void> {
    // Half of them keep their connection.
    const agent = new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 });
    for (let number = index; !isOver; number += 1) done.push(await send(number, agent));
    agent.destroy();
  }
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  const late: Promise<void>[] = [];
  async function askOnce(): Promise<void> {
    done.push(await send(late.length, new Agent()));
  }

  return {
    done,
    /** Does something to the writer, and watches until the next one has written for a while. */
    async through(act: () => Promise<unknown>, next: Member): Promise<Passage> {
      const at = performance.now();
      const first = done.length;
      let doneAt = at;
      const acted = act().then(() => {
        doneAt = performance.now();
      });
      // The others may all wait for a process that does not answer: one more asks every so often.
      const asking = setInterval(() => late.push(askOnce()), LATE_EVERY_MS);
      await expect.poll(() => statusOf(next), { timeout: 60_000, interval: 50 }).toBe('ready');
      await acted;
      await pause(4_000);
      clearInterval(asking);
      const seen = done.slice(first);
      const paid = seen.filter(({ status }) => status === 201).map(({ endedAt }) => endedAt);
      const times = [at, ...paid.sort((a, b) => a - b), performance.now()];
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
      const took = seen.map(({ began, endedAt }) => endedAt - began);
      return {
        at,
        doneAt,
        gapMs: Math.round(Math.max(...gaps)),
        longestMs: Math.round(Math.max(...took)),
        failed: seen.filter(({ status }) => status !== 201),
        sent: seen.length,
      };
    },
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all([...clients, ...late]);
    },
  };
}
