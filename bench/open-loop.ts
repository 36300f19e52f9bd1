// Payments of many developers at fixed moments, independent of earlier answers, and the latency of
// `/healthz` meanwhile.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'undici';
import { percentile } from './measure.ts';

/**
 * Number of paying customers of each developer: five payments per second of one customer raise an
 * alert after half a minute, and each later payment then has a workflow of its own.
 */
const CUSTOMERS = 50;
/** In minor units: a deposit above 10,000.00 has a workflow of its own. */
const FUNDS = 900_000;
/** `--rate=20` lowers the rate on a machine that cannot carry the default without other load. */
const RATE = process.argv.find((word) => word.startsWith('--rate='))?.split('=')[1];
export const PER_SECOND = Number(RATE ?? 100);
/** Developers whose payments are measured. */
export const DEVELOPERS = 20;
/** Time from the first request of the other load to the start of the measurement. */
export const SETTLE_MS = 2_000;
/**
 * Targets: the ratio of the p99 during the other load to the p99 without it, and the slowest
 * `/healthz`.
 */
export const MAX_RATIO_TO_CALM = 1.5;
export const MAX_HEALTH_MS = 100;
const HEALTH_EVERY_MS = 100;
const LIMITED_PAUSE_MS = 200;

export interface Payer {
  readonly key: string;
  readonly id: string;
  /** Pairs of accounts: the payer's and the payee's. */
  readonly pairs: readonly (readonly [from: string, to: string])[];
}

export interface LoadFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly healthMs: number;
  readonly sent: number;
  readonly failed: number;
}

export type Post = (path: string, key: string | null, body: object) => Promise<Answer>;
export type Answer = { readonly status: number; readonly body: ReturnType<typeof JSON.parse> };

/** Returns a function that sends a body with a new idempotency key. */
export const createPost =
  (pool: Pool): Post =>
  async (path, key, body) => {
    const response = await pool.request({
      path,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body: JSON.stringify(body),
    });
    const text = await response.body.text();
    return { status: response.statusCode, body: JSON.parse(text) };
  };

/** Registers developers and opens pairs of customers for each. */
export async function openPayers(pool: Pool, count: number): Promise<Payer[]> {
  const postOnce = createPost(pool);
  const post: Post = async (...request) => {
    for (;;) {
      const answer = await postOnce(...request);
      // The bank has rate limits; nothing is measured yet.
      if (answer.status !== 429) return answer;
      await sleep(LIMITED_PAUSE_MS);
    }
  };
  const payers: Payer[] = [];
  for (let index = 0; index < count; index += 1) {
    const { body: developer } = await post('/v1/developer/register', null, {
      company: 'Bench',
      email: `bench-${randomUUID()}@example.com`,
      country: 'GB',
    });
    const key = developer.environment.sandbox.apiKey as string;
    const open = async (funds: number) => {
      const { body: customer } = await post('/v1/customers', key, {
        type: 'individual',
        name: 'Bench',
      });
      const { body: account } = await post('/v1/accounts', key, {
        customerId: customer.id,
        type: 'checking',
        currency: 'EUR',
        name: 'Account',
      });
      const deposit = { type: 'deposit', amount: funds, currency: 'EUR' };
      if (funds > 0) {
        await post('/v1/transactions', key, { ...deposit, destinationAccountId: account.id });
      }
      return account.id as string;
    };
    // The accounts of a pair belong to two customers: between the accounts of one, no model
    // decides.
    const pairs = await Promise.all(
      Array.from({ length: CUSTOMERS }, async () => [await open(FUNDS), await open(0)] as const),
    );
    payers.push({ key, id: developer.id, pairs });
  }
  return payers;
}

/** Sends payments at fixed moments, independent of earlier answers, and reads `/healthz`. */
export async function openLoop(
  pool: Pool,
  payers: readonly Payer[],
  forMs: number,
): Promise<LoadFigures> {
  const post = createPost(pool);
  const durations: number[] = [];
  const health: number[] = [];
  const requests: Promise<void>[] = [];
  let failed = 0;
  const began = performance.now();
  async function pay(index: number): Promise<void> {
    const { key, pairs } = payers[index % payers.length] as Payer;
    const [from, to] = pairs[Math.floor(index / payers.length) % pairs.length] ?? [];
    const due = began + (index * 1_000) / PER_SECOND;
    const amount = 1 + (index % 500);
    const transfer = { type: 'transfer', amount, currency: 'EUR' };
    const sides = { sourceAccountId: from, destinationAccountId: to };
    const { status } = await post('/v1/transactions', key, { ...transfer, ...sides });
    // The latency counts from the moment at which the payment was due, so a late start counts.
    durations.push(performance.now() - due);
    if (status !== 201) failed += 1;
  }
  async function measureHealth(): Promise<void> {
    const startedAt = performance.now();
    const response = await pool.request({ path: '/healthz', method: 'GET' });
    await response.body.dump();
    health.push(performance.now() - startedAt);
  }
  const all = Math.floor((forMs / 1_000) * PER_SECOND);
  let lastHealthAt = began;
  for (let index = 0; index < all; index += 1) {
    const due = began + (index * 1_000) / PER_SECOND;
    const earlyMs = due - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    requests.push(pay(index));
    if (performance.now() - lastHealthAt >= HEALTH_EVERY_MS) {
      lastHealthAt = performance.now();
      requests.push(measureHealth());
    }
  }
  await Promise.all(requests);
  return {
    p50Ms: percentile(durations, 0.5),
    p99Ms: percentile(durations, 0.99),
    healthMs: percentile(health, 0.99),
    sent: durations.length,
    failed,
  };
}
