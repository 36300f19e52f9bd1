// Clients that send requests to a bank over HTTP and wait for each answer, and their latencies.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'undici';
import { percentile } from './measure.ts';
import type { Testbed } from './testbed.ts';

/** Number of clients that send requests at the same time. */
export const CLIENTS = 16;

export interface BankAccess {
  readonly testbed: Testbed;
  readonly pool: Pool;
  readonly key: string;
  readonly accounts: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** Sends one request and returns the answer. */
export async function sendRequest(
  { pool, key }: BankAccess,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await pool.request({
    path,
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.statusCode, body: await response.body.json() };
}

export interface TimedAnswer {
  readonly at: number;
  readonly ms: number;
  readonly answer: Answer;
}

/** Measures clients that each send one request after another until they are stopped. */
export async function measureUntil(
  send: () => Promise<Answer>,
  isOver: () => boolean,
): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = [];
  const client = async () => {
    while (!isOver()) {
      const now = performance.now();
      const answer = await send();
      answers.push({ at: now, ms: performance.now() - now, answer });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return answers;
}

/**
 * Returns the answers per second and their latencies.
 * @throws Error when a request is refused
 */
export async function measureRate(seconds: number, send: () => Promise<Answer>) {
  const until = performance.now() + seconds * 1_000;
  const answers = await measureUntil(send, () => performance.now() >= until);
  return { value: answers.length / seconds, ...percentilesOf(answers) };
}

/**
 * Sends requests at a fixed rate, independent of the answers (an open loop): a late answer delays
 * no other request, and the latency counts from the moment at which the request was due.
 */
export async function measureSteady(
  perSecond: number,
  seconds: number,
  send: () => Promise<Answer>,
) {
  const start = performance.now();
  const answers = await Promise.all(
    Array.from(
      { length: Math.round(perSecond * seconds) },
      async (_, index): Promise<TimedAnswer> => {
        const dueAt = start + (index * 1_000) / perSecond;
        await sleep(dueAt - performance.now());
        const answer = await send();
        return { at: dueAt, ms: performance.now() - dueAt, answer };
      },
    ),
  );
  return percentilesOf(answers);
}

function percentilesOf(answers: readonly TimedAnswer[]) {
  const refused = answers.find(({ answer }) => answer.status >= 300);
  if (refused)
    throw new Error(`answered ${refused.answer.status}: ${JSON.stringify(refused.answer.body)}`);
  const times = answers.map(({ ms }) => ms);
  return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}
