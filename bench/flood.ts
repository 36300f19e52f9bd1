// Clients that send transfers without a pause, or each one on a connection of its own at the same
// moment. Reads its task from the command line and prints what became of them.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile } from './measure.ts';

export interface FloodTask {
  readonly url: string;
  readonly key: string;
  readonly accounts: readonly string[];
  readonly clients: number;
  readonly seconds: number;
  /** Each client sends one transfer. */
  readonly once: boolean;
}

export interface FloodResult {
  readonly acceptedPerSecond: number;
  /** Of what was accepted. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answered with 429 or 503 and Retry-After. */
  readonly shed: number;
  readonly failed: number;
  readonly statuses: Readonly<Record<string, number>>;
}

async function flood(task: FloodTask): Promise<FloodResult> {
  const pool = new Pool(task.url, { connections: task.clients });
  const { accounts } = task;
  const took: number[] = [];
  const statuses: Record<string, number> = {};
  let shed = 0;
  let failed = 0;

  async function transfer(n: number): Promise<void> {
    const began = performance.now();
    const response = await pool.request({
      path: '/v1/transactions',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${task.key}`,
        'idempotency-key': randomUUID(),
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
    if (statusCode === 201) took.push(performance.now() - began);
    else if (isShed && response.headers['retry-after'] !== undefined) shed += 1;
    else failed += 1;
    // A tenth of what it was asked to wait: ten times the rate of a client that listens.
    if (isShed && !task.once) await sleep(100);
  }

  const began = performance.now();
  const until = began + task.seconds * 1000;
  await Promise.all(
    Array.from({ length: task.clients }, async (_, client) => {
      do {
        await transfer(client).catch((error: { code?: string }) => {
          failed += 1;
          const what = error.code ?? 'unknown';
          statuses[what] = (statuses[what] ?? 0) + 1;
        });
      } while (!task.once && performance.now() < until);
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  const at = (share: number) => percentile(took, share);
  const acceptedPerSecond = took.length / seconds;
  return { acceptedPerSecond, p50Ms: at(0.5), p99Ms: at(0.99), shed, failed, statuses };
}

const given = process.argv[2];
if (given) process.stdout.write(`${JSON.stringify(await flood(JSON.parse(given) as FloodTask))}\n`);
