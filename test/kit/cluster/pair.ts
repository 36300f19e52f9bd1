// The writer of a bank and its standby, and clients that pay at the process that is the writer.

import { setTimeout as pause } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { callApi } from '../bank/bank.ts';
import type { Cluster, Member } from './cluster.ts';
import { fund } from './payer.ts';

const CLIENTS = 4;
const START_WAIT = { timeout: 240_000, interval: 50 };
const POLL = { timeout: 120_000, interval: 100 };

export interface Pair {
  readonly first: Member;
  readonly second: Member;
}

/** Starts a writer, and its standby once the writer is ready. */
export async function startPair(
  cluster: Cluster,
  env: Readonly<Record<string, string>>,
): Promise<Pair> {
  const processOf = (name: string) =>
    cluster.member(name, {
      KONTOR_CHAIN: 'off',
      KONTOR_ENCODER: 'off',
      KONTOR_RATE_MONEY: '0',
      KONTOR_RATE_READS: '0',
      ...env,
    });
  const [first, second] = [await processOf('one'), await processOf('two')];
  first.start();
  await vi.waitUntil(async () => (await statusOf(first)) === 'ready', START_WAIT);
  second.start();
  await vi.waitUntil(async () => (await statusOf(second)) === 'standby', START_WAIT);
  return { first, second };
}

/** Returns the status of a process at `/readyz`, or `away` when it does not answer. */
export async function statusOf({ adminUrl }: Member): Promise<string> {
  const answer = await fetch(`${adminUrl}/readyz`).catch(() => null);
  return answer === null ? 'away' : ((await answer.json()) as { status: string }).status;
}

/**
 * Starts clients that pay at the writer, and a client that reads at the other process. No client
 * retries.
 */
export async function startLoad({ first, second }: Pair) {
  const { key, from, to } = await fund(
    (await statusOf(first)) === 'ready' ? first.url : second.url,
  );
  const read = () => callApi(second.url, `/v1/accounts/${to}/balance`, { key });
  await expect.poll(async () => (await read()).status, POLL).toBe(200);

  const paid: { readonly id: string; readonly at: number }[] = [];
  const reads: number[] = [];
  let isOver = false;
  const sides = { sourceAccountId: from, destinationAccountId: to };
  const body = { type: 'transfer', amount: 1, currency: 'EUR', ...sides };
  async function pay(): Promise<void> {
    while (!isOver) {
      // Sends to the process that is the writer, as a proxy does.
      const writer = (await statusOf(second)) === 'ready' ? second : first;
      const answer = await callApi(writer.url, '/v1/transactions?wait=10', { key, body }).catch(
        () => null,
      );
      if (answer?.status === 201) paid.push({ id: answer.body.id, at: performance.now() });
      else await pause(100);
    }
  }
  async function readUntilOver(): Promise<void> {
    for (; !isOver; await pause(100))
      reads.push(
        await read().then(
          ({ status }) => status,
          () => 0,
        ),
      );
  }
  const all = [...Array.from({ length: CLIENTS }, pay), readUntilOver()];
  return {
    key,
    async paidAfter(time: number): Promise<number> {
      const paidAfter = () => paid.find((payment) => payment.at > time)?.at;
      await expect.poll(paidAfter, POLL).toBeDefined();
      return paidAfter() ?? Number.NaN;
    },
    async stop() {
      isOver = true;
      await Promise.all(all);
      return { paid: paid.map(({ id }) => id), reads };
    },
  };
}

/** Returns the payments that were answered with 201 and are not posted. */
export async function listMissing(
  { url }: Member,
  key: string,
  ids: readonly string[],
): Promise<string[]> {
  const lost: string[] = [];
  for (const id of ids) {
    const { body } = await callApi(url, `/v1/transactions/${id}`, { key });
    if (body.status !== 'posted') lost.push(id);
  }
  return lost;
}
