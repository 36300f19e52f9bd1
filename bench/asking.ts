// Clients that send requests to a bank over HTTP, each waiting for its answer, and their
// measurements.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'undici';
import type { Ground } from './ground.ts';
import { percentile } from './measure.ts';

/** At a time. */
export const CLIENTS = 16;

export interface Opened {
  readonly ground: Ground;
  readonly pool: Pool;
  readonly key: string;
  readonly accounts: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** One request. */
export async function askOnce({ pool, key }: Opened, path: string, body?: object): Promise<Answer> {
  const response = await pool.request({
    path,
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.statusCode, body: await response.body.json() };
}

export interface Taken {
  readonly at: number;
  readonly ms: number;
  readonly answer: Answer;
}

/** Measures a number of clients, each waiting for its answer, until they are stopped. */
export async function askUntil(
  ask: () => Promise<Answer>,
  isOver: () => boolean,
): Promise<Taken[]> {
  const taken: Taken[] = [];
  const client = async () => {
    while (!isOver()) {
      const at = performance.now();
      const answer = await ask();
      taken.push({ at, ms: performance.now() - at, answer });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return taken;
}

/** Answers a second; one that is no answer ends the measurement. */
export async function rateOf(seconds: number, ask: () => Promise<Answer>) {
  const until = performance.now() + seconds * 1_000;
  const taken = await askUntil(ask, () => performance.now() >= until);
  return { value: taken.length / seconds, ...timesOf(taken) };
}

/**
 * Sends so many requests a second at moments that no answer moves: a late answer delays no other
 * request, and its time counts from the moment at which it was due.
 */
export async function steadyRateOf(perSecond: number, seconds: number, ask: () => Promise<Answer>) {
  const start = performance.now();
  const taken = await Promise.all(
    Array.from({ length: Math.round(perSecond * seconds) }, async (_, turn): Promise<Taken> => {
      const at = start + (turn * 1_000) / perSecond;
      await sleep(at - performance.now());
      const answer = await ask();
      return { at, ms: performance.now() - at, answer };
    }),
  );
  return timesOf(taken);
}

function timesOf(taken: readonly Taken[]) {
  const odd = taken.find(({ answer }) => answer.status >= 300);
  if (odd) throw new Error(`answered ${odd.answer.status}: ${JSON.stringify(odd.answer.body)}`);
  const times = taken.map(({ ms }) => ms);
  return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}
