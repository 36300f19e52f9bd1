// The load generator, a process of its own, so that its processor time is not the bank's. Reads its
// task from the command line and prints one JSON line.

import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { blnkTransfer } from './blnk-requests.ts';
import { percentile } from './measure.ts';

export interface LoadTask {
  readonly url: string;
  readonly key: string;
  readonly accounts: readonly string[];
  readonly clients: number;
  readonly seconds: number;
  /** Path that is read instead of sending transfers. */
  readonly path?: string;
  /** True when the transfers are sent to Blnk; left out for the bank. */
  readonly isBlnk?: boolean;
}

/** Rates and latencies are those of accepted requests. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly count: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Processor time of the load generator for each request. */
  readonly ownCpuMs: number;
}

async function load(task: LoadTask): Promise<LoadResult> {
  const pool = new Pool(task.url, { connections: task.clients });
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const account = () => task.accounts[Math.floor(Math.random() * task.accounts.length)] as string;
  const until = performance.now() + task.seconds * 1000;

  const authorization = `Bearer ${task.key}`;
  async function sendRequest(): Promise<void> {
    const started = performance.now();
    const response = await (task.path === undefined
      ? pool.request(transfer())
      : pool.request({ path: task.path, method: 'GET', headers: { authorization } }));
    await response.body.dump();
    if (response.statusCode < 300) latencies.push(performance.now() - started);
    statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
  }

  function transfer() {
    const source = account();
    let destination = account();
    while (destination === source) destination = account();
    if (task.isBlnk) {
      const { path, body } = blnkTransfer(source, destination);
      const headers = { 'content-type': 'application/json' };
      return { path, method: 'POST' as const, headers, body: JSON.stringify(body) };
    }
    return {
      path: '/v1/transactions',
      method: 'POST' as const,
      headers: {
        'content-type': 'application/json',
        authorization,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        type: 'transfer',
        amount: 5,
        currency: 'EUR',
        sourceAccountId: source,
        destinationAccountId: destination,
      }),
    };
  }

  const before = process.cpuUsage();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: task.clients }, async () => {
      while (performance.now() < until) await sendRequest();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  await pool.close();
  return {
    perSecond: latencies.length / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    count: latencies.length,
    statuses,
    ownCpuMs: (user + system) / 1000 / latencies.length,
  };
}

const argument = process.argv[2];
if (argument) {
  process.stdout.write(`${JSON.stringify(await load(JSON.parse(argument) as LoadTask))}\n`);
}
