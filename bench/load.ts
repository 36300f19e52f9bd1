// The load generator: a process of its own, so that its work is not the bank's. Reads its task from
// the command line and prints one JSON line.

import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { percentile } from './measure.ts';
import { headersFor, peerNamed } from './peer.ts';

export interface LoadTask {
  readonly url: string;
  readonly key: string;
  readonly accounts: readonly string[];
  readonly clients: number;
  readonly seconds: number;
  /** Every transfer leaves the same account. */
  readonly hot: boolean;
  /** Read instead of sending transfers. */
  readonly path?: string;
  /** The name of the ledger of others to which the transfers go; left out: to the bank. */
  readonly peer?: string;
}

/** Rates and times are those of answers that were not refused. */
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
  const peer = task.peer === undefined ? null : peerNamed(task.peer);
  async function ask(): Promise<void> {
    const started = performance.now();
    const response = await (task.path === undefined
      ? pool.request(transfer())
      : pool.request({ path: task.path, method: 'GET', headers: { authorization } }));
    await response.body.dump();
    if (response.statusCode < 300) latencies.push(performance.now() - started);
    statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
  }

  function transfer() {
    const source = task.hot ? (task.accounts[0] as string) : account();
    let destination = account();
    while (destination === source) destination = account();
    if (peer !== null) {
      const { path, body } = peer.transfer(source, destination);
      const method = 'POST' as const;
      return { path, method, headers: headersFor(peer), body: JSON.stringify(body) };
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
      while (performance.now() < until) await ask();
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

const given = process.argv[2];
if (given) {
  process.stdout.write(`${JSON.stringify(await load(JSON.parse(given) as LoadTask))}\n`);
}
