// Shared by the measurements over HTTP: a load generator in a process of its own, and accounts.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Testbed } from './testbed.ts';

const BENCH_FOLDER = fileURLToPath(new URL('.', import.meta.url));
const run = promisify(execFile);

const ACCOUNTS = 100;
const PAYMENT_EVERY_MS = 100;

/** @param timeout after which the process is killed, in ms; 0 for never */
export async function runChild<T>(file: string, task: object, timeout = 0): Promise<T> {
  const args = [join(BENCH_FOLDER, file), JSON.stringify(task)];
  const options = { maxBuffer: 1024 * 1024, timeout, killSignal: 'SIGKILL' as const };
  const { stdout } = await run(process.execPath, args, options);
  return JSON.parse(stdout) as T;
}

export async function openCustomers(
  testbed: Testbed,
): Promise<{ key: string; accounts: string[] }> {
  const post = async (path: string, key: string | null, body: object) => {
    const response = await fetch(testbed.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as ReturnType<typeof JSON.parse>;
  };
  const developer = await post('/v1/developer/register', null, {
    company: 'Bench',
    email: `bench-${crypto.randomUUID()}@example.com`,
    country: 'GB',
  });
  const key = developer.environment.sandbox.apiKey as string;
  const customer = await post('/v1/customers', key, { type: 'individual', name: 'Bench' });
  const opened = Array.from({ length: ACCOUNTS }, async (_, n) => {
    const account = await post('/v1/accounts', key, {
      customerId: customer.id,
      type: 'checking',
      currency: 'EUR',
      name: `Account ${n}`,
    });
    await post('/v1/transactions', key, {
      type: 'deposit',
      amount: 1_000_000_000,
      currency: 'EUR',
      destinationAccountId: account.id,
    });
    return account.id as string;
  });
  return { key, accounts: await Promise.all(opened) };
}

/**
 * Makes payments sequentially until it is stopped; returns the latencies in milliseconds.
 * @param pauseMs pause between two payments
 */
export async function payContinuously(
  url: string,
  { key, accounts }: { readonly key: string; readonly accounts: readonly string[] },
  until: { readonly isOver: boolean },
  pauseMs = PAYMENT_EVERY_MS,
): Promise<number[]> {
  const durations: number[] = [];
  const [sourceAccountId, destinationAccountId] = accounts;
  const order = { type: 'transfer', amount: 1, currency: 'EUR' };
  while (!until.isOver) {
    const began = performance.now();
    const answer = await fetch(`${url}/v1/transactions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, sourceAccountId, destinationAccountId }),
    });
    await answer.text();
    if (answer.status !== 201)
      throw new Error(`a payment beside them was answered ${answer.status}`);
    durations.push(performance.now() - began);
    await sleep(pauseMs);
  }
  return durations;
}
