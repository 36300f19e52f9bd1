// Clients that send transfers at a common rate, independent of the answers, or each one transfer at
// the same moment on its own connection. Reads its task from the command line and prints the
// outcomes.

import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile } from './measure.ts';

export interface FloodTask {
  readonly url: string;
  readonly key: string;
  readonly accounts: readonly string[];
  readonly clients: number;
  readonly seconds: number;
  /**
   * Transfers per second of all clients together, or null when each client sends one transfer at
   * the same moment.
   */
  readonly perSecond: number | null;
}

export interface FloodResult {
  readonly sentPerSecond: number;
  readonly acceptedPerSecond: number;
  /** Latency of accepted transfers. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /**
   * Latency of accepted transfers from the sending of their headers: without the connection setup.
   */
  readonly sentP99Ms: number;
  /** Latency of transfers sent after the first two seconds, or null when the flood ended before. */
  readonly laterP99Ms: number | null;
  /** Grouped by the second in which the transfer was sent. */
  readonly p99MsBySecond: readonly number[];
  /** Number of requests that were answered with 429 or 503 and Retry-After. */
  readonly shed: number;
  readonly failed: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Delay of the load generator, which the latencies include. */
  readonly ownDelayP99Ms: number;
}

/** In the first seconds all clients open their connections at once. */
const FIRST_MS = 2_000;

async function flood(task: FloodTask): Promise<FloodResult> {
  const pool = new Pool(task.url, { connections: task.clients });
  const { accounts } = task;
  const durations: number[] = [];
  const later: number[] = [];
  const sinceSent: number[] = [];
  const bySecond: number[][] = [];
  const sentAt = recordSendingTimes();
  const statuses: Record<string, number> = {};
  let shed = 0;
  let failed = 0;
  let opened = 0;

  async function transfer(n: number): Promise<void> {
    const began = performance.now();
    const key = randomUUID();
    const response = await pool.request({
      path: '/v1/transactions',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${task.key}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({
        type: 'transfer',
        amount: 1,
        currency: 'EUR',
        sourceAccountId: accounts[n % accounts.length],
        destinationAccountId: accounts[(n + 1) % accounts.length],
      }),
    });
    await response.body.dump();
    const { statusCode } = response;
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    const isShed = statusCode === 503 || statusCode === 429;
    const ms = performance.now() - began;
    const sent = sentAt.take(key);
    const second = Math.floor((began - opened) / 1000);
    if (statusCode === 201) {
      durations.push(ms);
      bySecond[second] = [...(bySecond[second] ?? []), ms];
    }
    if (statusCode === 201 && sent !== null) sinceSent.push(performance.now() - sent);
    if (statusCode === 201 && began - opened > FIRST_MS) later.push(ms);
    if (statusCode === 201) return;
    if (isShed && response.headers['retry-after'] !== undefined) shed += 1;
    else failed += 1;
  }

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  opened = began;
  const until = began + task.seconds * 1000;
  const startClient = (client: number) =>
    transfer(client).catch((error: { code?: string }) => {
      failed += 1;
      const label = error.code ?? 'unknown';
      statuses[label] = (statuses[label] ?? 0) + 1;
    });
  const everyMs = task.perSecond === null ? null : (1_000 * task.clients) / task.perSecond;
  await Promise.all(
    Array.from({ length: task.clients }, async (_, client) => {
      if (everyMs === null) return startClient(client);
      // A client that still waits when its turn comes again skips that turn.
      for (let due = began + (everyMs * client) / task.clients; due < until; ) {
        await sleep(Math.max(0, due - performance.now()));
        await startClient(client);
        while (due <= performance.now()) due += everyMs;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  delay.disable();
  const quantile = (share: number) => percentile(durations, share);
  return {
    sentPerSecond: (durations.length + shed + failed) / seconds,
    acceptedPerSecond: durations.length / seconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    sentP99Ms: percentile(sinceSent, 0.99),
    laterP99Ms: later.length === 0 ? null : percentile(later, 0.99),
    p99MsBySecond: Array.from(bySecond, (ones = []) => percentile(ones, 0.99)),
    shed,
    failed,
    statuses,
    ownDelayP99Ms: delay.percentile(99) / 1e6,
  };
}

const KEY = /idempotency-key: (\S+)/;

/** Records when the headers of each request were sent, by idempotency key. */
function recordSendingTimes() {
  const times = new Map<string, number>();
  subscribe('undici:client:sendHeaders', (message) => {
    const key = KEY.exec((message as { headers: string }).headers)?.[1];
    if (key !== undefined) times.set(key, performance.now());
  });
  return {
    take(key: string): number | null {
      const sentAt = times.get(key) ?? null;
      times.delete(key);
      return sentAt;
    },
  };
}

const argument = process.argv[2];
if (argument)
  process.stdout.write(`${JSON.stringify(await flood(JSON.parse(argument) as FloodTask))}\n`);
