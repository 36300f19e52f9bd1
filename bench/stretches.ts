// The longest stretches for which the thread that answers HTTP did nothing else: every heavy
// operation is asked for alone, and the bank's own watch says how long it was kept.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { batchOf, fill } from './filled.ts';
import { type Ground, prepareGround } from './ground.ts';
import { openCustomers } from './http.ts';
import type { Row } from './measure.ts';

const MOST_MS = 20;
const TIMES = 3;

interface Asked {
  readonly name: string;
  readonly path: string;
  /** Made anew for each time: what was accepted once is refused the second time. */
  readonly body?: () => object;
}

/** @param batches of 10,000 transfers that lie in the ledger before */
export async function benchStretches(batches: number): Promise<Row[]> {
  const ground = await prepareGround();
  try {
    const { key, accounts } = await openCustomers(ground);
    const ask = async ({ path, body }: Omit<Asked, 'name'>) => {
      const headers = {
        authorization: `Bearer ${key}`,
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
      };
      const init = body ? { method: 'POST', body: JSON.stringify(body()), headers } : { headers };
      const response = await fetch(ground.url + path, init);
      const text = await response.text();
      if (!response.ok && response.status !== 404) process.stderr.write(`${path}: ${text}\n`);
      return { status: response.status, text };
    };
    await fill(ground, { key, accounts }, batches);
    await sleep(2_000);
    const rows: Row[] = [];
    const account = await ask({ path: `/v1/accounts/${accounts[0]}` });
    const { customerId } = JSON.parse(account.text) as { customerId: string };
    for (const one of [...operations(accounts), ...analyses(customerId)]) {
      const before = await worst(ground);
      for (let time = 0; time < TIMES; time++) await ask(one);
      await sleep(100);
      rows.push(rowOf(one, (await worst(ground)).since(before)));
    }
    return rows.sort((a, b) => b.value - a.value);
  } finally {
    await ground.stop();
  }
}

function operations(accounts: readonly string[]): Asked[] {
  const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const statement = `/v1/accounts/${accounts[0]}/statements?from=${from}`;
  const get = (path: string): Asked => ({
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
      body: () => batchOf(accounts),
    },
  ];
}

/** The books of one customer, read on a thread of their own. */
function analyses(customerId: string): Asked[] {
  const profile = { age: 40, riskTolerance: 'moderate', horizonYears: 40 };
  const post = (name: string, over: object): Asked => {
    return { name: `POST ${name}`, path: `/v1/ai/${name}`, body: () => ({ customerId, ...over }) };
  };
  return [
    post('spending-analysis', { groupBy: 'month' }),
    post('behavior-analysis', { compareTo: 'peer_group' }),
    post('investment-advice', { profile: { ...profile, monthlyContribution: 1 } }),
  ];
}

function rowOf({ name }: Asked, ms: number): Row {
  return {
    name: `mean of the stretches over 20 ms in ${name}`,
    value: ms,
    unit: 'ms',
    floorName: 'none',
    floor: null,
    target: { valueAtMost: MOST_MS },
  };
}

/** What the watch has counted while a request was under way; the bank's own rounds are not it. */
async function worst({ adminUrl }: Ground) {
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
