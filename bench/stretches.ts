// The longest stretches in which the thread that answers HTTP answered no other request: every
// heavy operation is requested alone, and the bank's own metric reports the stretches.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/run/ports.mjs';
import { fillBank, makeBatch } from './filled-bank.ts';
import { openCustomers } from './http.ts';
import type { Row } from './measure.ts';
import { createProfiler, longestStretch } from './profiler.ts';
import { startTestbed, type Testbed } from './testbed.ts';

const MAX_MS = 20;
const OPERATOR_KEY = 'op_bench_operator_key_0123456789';
const REPETITIONS = 3;

interface HeavyRequest {
  readonly name: string;
  readonly path: string;
  /** Makes a new body for each call: a body that was accepted once is refused the second time. */
  readonly body?: () => object;
  readonly isOperator?: boolean;
}

/**
 * @param batches number of batches of 10,000 transfers in the ledger
 * @param print receives the longest stretch of each operation; null for no profile
 */
export async function benchStretches(
  batches: number,
  print: ((table: string) => void) | null,
): Promise<Row[]> {
  const inspectPort = print === null ? null : await freePort();
  const env = { KONTOR_OPERATOR_KEY: OPERATOR_KEY };
  const testbed = await startTestbed({ env, ...(inspectPort === null ? {} : { inspectPort }) });
  try {
    const { key, accounts } = await openCustomers(testbed);
    const sendRequest = async ({ path, body, isOperator }: Omit<HeavyRequest, 'name'>) => {
      const headers = {
        authorization: `Bearer ${isOperator ? OPERATOR_KEY : key}`,
        'x-audit-reason': 'Measured by the bench',
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
      };
      const init = body ? { method: 'POST', body: JSON.stringify(body()), headers } : { headers };
      const response = await fetch(testbed.url + path, init);
      const text = await response.text();
      if (!response.ok && response.status !== 404) process.stderr.write(`${path}: ${text}\n`);
      return { status: response.status, text };
    };
    await fillBank(testbed, { key, accounts }, batches);
    await sleep(2_000);
    const rows: Row[] = [];
    const lines: string[] = [];
    const account = await sendRequest({ path: `/v1/accounts/${accounts[0]}` });
    const { customerId } = JSON.parse(account.text) as { customerId: string };
    const all = [
      ...listRequests(accounts),
      ...listOperatorRequests(accounts),
      ...listAnalyses(customerId),
    ];
    for (const request of all) {
      // Warm-up for the JavaScript compiler.
      await sendRequest(request);
      const profiler = inspectPort === null ? null : await createProfiler(inspectPort);
      await profiler?.start();
      const before = await readStretches(testbed);
      for (let time = 0; time < REPETITIONS; time++) await sendRequest(request);
      await sleep(100);
      rows.push(rowOf(request, (await readStretches(testbed)).since(before)));
      if (profiler) lines.push(`| ${request.name} | ${longestStretch(await profiler.stop())} |`);
    }
    print?.(
      ['### The longest stretch of each', '', '| of | ms |', '|---|---|', ...lines].join('\n'),
    );
    return rows.sort((a, b) => b.value - a.value);
  } finally {
    await testbed.stop();
  }
}

function listRequests(accounts: readonly string[]): HeavyRequest[] {
  const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const statement = `/v1/accounts/${accounts[0]}/statements?from=${from}`;
  const get = (path: string): HeavyRequest => ({
    name: `GET ${path.replaceAll(/acc_\w+/g, '{id}')}`,
    path,
  });
  return [
    get('/v1/transactions?limit=100'),
    get(`/v1/transactions?limit=100&accountId=${accounts[0]}`),
    get('/v1/accounts?limit=100'),
    get('/v1/customers?limit=100'),
    get('/v1/events?limit=100'),
    get('/v1/batches?limit=100'),
    get(`${statement}&limit=100`),
    get(`${statement}&format=csv`),
    get(`${statement}&format=pdf`),
    get(`${statement}&format=camt053`),
    get(`/v1/accounts/${accounts[0]}/balance`),
    get('/openapi.json'),
    {
      name: 'POST an atomic batch of 10,000',
      path: '/v1/transactions/batch?wait=10',
      body: () => ({ ...makeBatch(accounts), mode: 'atomic' }),
    },
  ];
}

/** Lists of operators, some with a search. */
function listOperatorRequests(accounts: readonly string[]): HeavyRequest[] {
  const readOf = (path: string): HeavyRequest => ({
    name: `GET /v1/ops/${path.replaceAll(/acc_\w+/g, '{id}')}`,
    path: `/v1/ops/${path}${path.includes('?') ? '&' : '?'}environment=sandbox`,
    isOperator: true,
  });
  return [
    readOf('transactions?limit=100'),
    readOf(`transactions?limit=100&search=${accounts[0]}`),
    readOf('transactions?limit=25&search=4711'),
    readOf('events?limit=100'),
    readOf('accounts?limit=100'),
    readOf('risk?days=30'),
    readOf('work'),
    readOf('trial-balance'),
  ];
}

/** Analyses of one customer's books, which the bank computes on another thread. */
function listAnalyses(customerId: string): HeavyRequest[] {
  const profile = { age: 40, riskTolerance: 'moderate', horizonYears: 40 };
  const post = (name: string, fields: object): HeavyRequest => {
    return {
      name: `POST ${name}`,
      path: `/v1/ai/${name}`,
      body: () => ({ customerId, ...fields }),
    };
  };
  return [
    post('spending-analysis', { groupBy: 'month' }),
    post('behavior-analysis', { compareTo: 'peer_group' }),
    post('investment-advice', { profile: { ...profile, monthlyContribution: 1 } }),
  ];
}

function rowOf({ name }: HeavyRequest, ms: number): Row {
  return {
    name: `mean of the stretches over 20 ms in ${name}`,
    value: ms,
    unit: 'ms',
    floorName: 'none',
    floor: null,
    target: { valueAtMost: MAX_MS },
  };
}

/** Reads the stretches of requests, without those of the bank's own periodic work. */
async function readStretches({ adminUrl }: Testbed) {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const total = (name: string) =>
    [...text.matchAll(new RegExp(`^kontor_stretch_seconds_${name}\\{([^}]*)\\} (\\S+)$`, 'gm'))]
      .filter(([, labels]) => labels !== 'route="none"')
      .map(([, , value]) => Number(value))
      .reduce((sum, value) => sum + value, 0);
  const now = { sum: total('sum'), count: total('count') };
  return {
    ...now,
    since(before: { readonly sum: number; readonly count: number }): number {
      const count = now.count - before.count;
      return count === 0 ? 0 : ((now.sum - before.sum) / count) * 1000;
    },
  };
}
