// Clients of a bank behind a proxy that never retry: sixteen pay, and one reads a balance
// meanwhile. Half of the payments use new connections, half have bodies of 40 KB, and half have no
// `Idempotency-Key`.

import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Cluster, Member } from './cluster.ts';
import { statusOf } from './pair.ts';
import type { Payer } from './payer.ts';
import { openProxy } from './proxy.ts';

const CLIENTS = 16;
/** Pause between two additional requests while the writer is disturbed, milliseconds. */
const EXTRA_REQUEST_MS = 250;
const READ_EVERY_MS = 100;
const LARGE_BODY_BYTES = 40_000;

export interface SentRequest {
  readonly began: number;
  readonly endedAt: number;
  /** 0: no answer. */
  readonly status: number;
  readonly body: string;
}

/** The answers that clients got while a test disturbed the writer. */
export interface AnswerSummary {
  readonly at: number;
  /** When the disturbance was complete: a kill takes some time on a busy machine. */
  readonly doneAt: number;
  /** The longest time without a payment. */
  readonly gapMs: number;
  /** Time from the end of the disturbance to the next answered payment. */
  readonly recoveryMs: number;
  readonly longestMs: number;
  readonly failed: readonly SentRequest[];
  readonly sent: number;
}

/** Starts HAProxy in front of a writer and its standby; returns the address of HAProxy. */
export async function openBalanced(cluster: Cluster, member: Member, two: Member): Promise<string> {
  const banks = { KONTOR_ONE: member.url, KONTOR_TWO: two.url };
  const { url, log } = await openProxy(cluster, { file: 'standby.cfg', banks, probe: '/readyz' });
  // HAProxy treats a process as the writer until its first check.
  await expect.poll(log, { timeout: 10_000 }).toContain('writer/two is DOWN');
  return url;
}

/** The result in words, for the figures of a test. */
export const describeSummary = ({ gapMs, longestMs, failed, sent }: AnswerSummary): string =>
  `no payment for ${gapMs} ms, longest ${longestMs} ms, ${failed.length} of ${sent} failed`;

interface Order {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly agent: Agent;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Sends a request once; no answer is the status 0. */
function sendOnce({ url, body, ...options }: Order) {
  const began = performance.now();
  return new Promise<SentRequest & { readonly age: string | undefined }>((resolve) => {
    const end = (status: number, body: string, age?: string) =>
      resolve({ began, endedAt: performance.now(), status, body, age });
    const sentRequest = request(url, options, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece) => {
        body += piece;
      });
      answer.on('end', () =>
        end(answer.statusCode ?? 0, body, String(answer.headers['kontor-age'])),
      );
      answer.on('error', (error) => end(0, String(error)));
    });
    sentRequest.on('error', (error) => end(0, String(error)));
    sentRequest.end(body);
  });
}

/** Starts the clients, which run until they are stopped. */
export function startClients(url: string, { key, from, to }: Payer) {
  const done: SentRequest[] = [];
  const reads: { readonly status: number; readonly age: string | undefined }[] = [];
  let isOver = false;
  const sides = { sourceAccountId: from, destinationAccountId: to };
  const text = JSON.stringify({ type: 'transfer', amount: 1, currency: 'EUR', ...sides });
  const authorization = `Bearer ${key}`;

  function send(number: number, agent: Agent): Promise<SentRequest> {
    const body = number % 2 === 0 ? text : text.padEnd(LARGE_BODY_BYTES);
    const headers = {
      authorization,
      'content-type': 'application/json',
      'content-length': String(body.length),
      ...(number % 4 < 2 ? { 'idempotency-key': randomUUID() } : {}),
    };
    return sendOnce({
      method: 'POST',
      url: `${url}/v1/transactions?wait=10`,
      agent,
      headers,
      body,
    });
  }

  async function client(index: number): Promise<void> {
    // Half of the clients keep their connection.
    const agent = new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 });
    for (let number = index; !isOver; number += 1) done.push(await send(number, agent));
    agent.destroy();
  }
  async function reader(): Promise<void> {
    const agent = new Agent();
    const options = { method: 'GET', agent, headers: { authorization } } as const;
    for (; !isOver; await pause(READ_EVERY_MS)) {
      reads.push(await sendOnce({ ...options, url: `${url}/v1/accounts/${to}/balance` }));
    }
  }
  const all = [...Array.from({ length: CLIENTS }, (_, index) => client(index)), reader()];
  const extraRequests: Promise<void>[] = [];
  async function sendExtraRequest(): Promise<void> {
    done.push(await send(extraRequests.length, new Agent()));
  }
  const paidAfter = (time: number) =>
    done.find(({ status, endedAt }) => status === 201 && endedAt > time)?.endedAt;

  return {
    done,
    reads,
    /** Ids of the payments that were answered. */
    paid: () =>
      done.filter(({ status }) => status === 201).map(({ body }) => String(JSON.parse(body).id)),
    /**
     * Runs `act`, and measures until `untilRecovered` has resolved, a payment was answered and four
     * more seconds have passed.
     */
    async measureDuring(
      act: () => Promise<unknown>,
      settled: () => Promise<unknown> = async () => {},
    ): Promise<AnswerSummary> {
      const startedAt = performance.now();
      const first = done.length;
      let doneAt = startedAt;
      const acted = act().then(() => {
        doneAt = performance.now();
      });
      // All clients may be waiting for a process that does not answer, so additional requests are
      // sent at intervals.
      const asking = setInterval(() => extraRequests.push(sendExtraRequest()), EXTRA_REQUEST_MS);
      await Promise.all([acted, settled()]);
      await expect.poll(() => paidAfter(doneAt), { timeout: 60_000, interval: 50 }).toBeDefined();
      const recoveryMs = Math.round((paidAfter(doneAt) ?? doneAt) - doneAt);
      await pause(4_000);
      clearInterval(asking);
      const seen = done.slice(first);
      const paid = seen.filter(({ status }) => status === 201).map(({ endedAt }) => endedAt);
      const times = [startedAt, ...paid.sort((a, b) => a - b), performance.now()];
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
      const durations = seen.map(({ began, endedAt }) => endedAt - began);
      return {
        at: startedAt,
        doneAt,
        recoveryMs,
        gapMs: Math.round(Math.max(...gaps)),
        longestMs: Math.round(Math.max(...durations)),
        failed: seen.filter(({ status }) => status !== 201),
        sent: seen.length,
      };
    },
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all([...all, ...extraRequests]);
    },
  };
}

/** Waits until a process is the writer. */
export const untilWriter = (member: Member) =>
  expect.poll(() => statusOf(member), { timeout: 60_000, interval: 50 }).toBe('ready');
