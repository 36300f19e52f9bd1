// Transfers over HTTP with everything on, against a no-op workflow on the same server and against
// the same API without workflows.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Ground, prepareGround, residentMb } from './ground.ts';
import type { LoadResult, LoadTask } from './load.ts';
import type { Row } from './measure.ts';
import type { NoopResult, NoopTask } from './noop-floor.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const run = promisify(execFile);

const CLIENTS = [1, 16, 64, 256] as const;
const ACCOUNTS = 100;
const RATIO = { 1: 0, 16: 5, 64: 10, 256: 16 } as const;
/** Share of the same server without workflows. */
const SHARE_AT_64 = 0.25;
const P99_AT_64_MS = 150;
const MEMORY_MB = 800;

/** @param seconds how long each figure is measured */
export async function benchHttp(seconds: number): Promise<Row[]> {
  const rows: Row[] = [];
  const noop = await floors(seconds);
  const without = await loads(seconds, {
    entry: join(HERE, 'no-workflow-server.ts'),
    clients: [16, 64, 256],
  });
  const coalesced = await loads(seconds, { clients: CLIENTS });
  const hot = await loads(seconds, { clients: [64], hot: true });
  const alone = await loads(seconds, { clients: [1, 64], env: { KONTOR_COALESCE: 'off' } });
  const floorName = 'no-op workflow, same server';
  for (const clients of CLIENTS) {
    const result = coalesced.results.get(clients) as LoadResult;
    const floor = clients === 1 ? noop.alone : noop.busy;
    rows.push({
      name: `transfers over HTTP, ${clients} client${clients === 1 ? '' : 's'}`,
      value: result.perSecond,
      unit: 'transfers/s',
      floorName: `${floorName}, ${clients === 1 ? 1 : 32} in flight`,
      floor: floor.perSecond,
      target: clients === 1 ? {} : { ratioAtLeast: RATIO[clients] },
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
    });
  }
  const single = coalesced.results.get(1) as LoadResult;
  const at64 = coalesced.results.get(64) as LoadResult;
  const hot64 = hot.results.get(64) as LoadResult;
  rows.push(
    {
      name: 'one client, p50 of a transfer',
      value: single.p50Ms,
      unit: 'ms',
      floorName: `${floorName}, p50 alone`,
      floor: noop.alone.p50Ms,
      target: { ratioAtMost: 1.5 },
    },
    {
      name: '64 clients, p99 of a transfer',
      value: at64.p99Ms,
      unit: 'ms',
      floorName: 'none',
      floor: null,
      target: { valueAtMost: P99_AT_64_MS },
    },
    {
      name: '64 clients on one hot account',
      value: hot64.perSecond,
      unit: 'transfers/s',
      floorName: '64 clients, uniform',
      floor: at64.perSecond,
      target: { ratioAtLeast: 0.8 },
      p50Ms: hot64.p50Ms,
      p99Ms: hot64.p99Ms,
    },
  );
  for (const clients of [16, 64, 256]) {
    const mine = coalesced.results.get(clients) as LoadResult;
    const bare = without.results.get(clients) as LoadResult;
    rows.push({
      name: `${clients} clients, with workflows`,
      value: mine.perSecond,
      unit: 'transfers/s',
      floorName: 'the same API with one group commit and no workflow',
      floor: bare.perSecond,
      target: clients === 64 ? { ratioAtLeast: SHARE_AT_64 } : {},
    });
  }
  for (const clients of [1, 64]) {
    const result = alone.results.get(clients) as LoadResult;
    rows.push({
      name: `a workflow per transfer (KONTOR_COALESCE=off), ${clients} client${clients === 1 ? '' : 's'}`,
      value: result.perSecond,
      unit: 'transfers/s',
      floorName: `${floorName}, ${clients === 1 ? 1 : 32} in flight`,
      floor: (clients === 1 ? noop.alone : noop.busy).perSecond,
      target: {},
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
    });
  }
  rows.push(
    {
      name: 'memory of API and worker, both environments, after the load',
      value: coalesced.memoryMb,
      unit: 'MB',
      floorName: 'none',
      floor: null,
      target: { valueAtMost: MEMORY_MB },
    },
    {
      name: 'memory of the Temporal server after the load',
      value: coalesced.temporalMb,
      unit: 'MB',
      floorName: 'none',
      floor: null,
      target: {},
    },
  );
  return rows;
}

interface Loads {
  readonly entry?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly clients: readonly number[];
  readonly hot?: boolean;
}

/** One bank, loaded with each number of clients in turn. */
async function loads(seconds: number, plan: Loads) {
  const ground = await prepareGround({
    ...(plan.entry === undefined ? {} : { entry: plan.entry }),
    ...(plan.env === undefined ? {} : { env: plan.env }),
  });
  try {
    const { key, accounts } = await openCustomers(ground);
    const task = { url: ground.url, key, accounts, hot: plan.hot === true };
    await child<LoadResult>('load.ts', { ...task, clients: 16, seconds: 2 });
    const results = new Map<number, LoadResult>();
    for (const clients of plan.clients) {
      const result = await child<LoadResult>('load.ts', { ...task, clients, seconds });
      const odd = Object.keys(result.statuses).filter((status) => status !== '201');
      if (odd.length > 0) process.stderr.write(`${JSON.stringify(result.statuses)}\n`);
      results.set(clients, result);
    }
    return {
      results,
      memoryMb: residentMb(ground.bankPid),
      temporalMb: residentMb(ground.temporalPid),
    };
  } finally {
    await ground.stop();
  }
}

async function floors(seconds: number): Promise<{ alone: NoopResult; busy: NoopResult }> {
  const ground = await prepareGround();
  try {
    const task = { address: ground.temporalAddress, cacheDir: join(ground.dataDir, 'cache') };
    const alone = await child<NoopResult>('noop-floor.ts', { ...task, inFlight: 1, seconds });
    const busy = await child<NoopResult>('noop-floor.ts', { ...task, inFlight: 32, seconds });
    return { alone, busy };
  } finally {
    await ground.stop();
  }
}

async function child<T>(file: string, task: LoadTask | NoopTask): Promise<T> {
  const args = ['--import', 'tsx', join(HERE, file), JSON.stringify(task)];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1024 * 1024 });
  return JSON.parse(stdout) as T;
}

async function openCustomers(ground: Ground): Promise<{ key: string; accounts: string[] }> {
  const post = async (path: string, key: string | null, body: object) => {
    const response = await fetch(ground.url + path, {
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
    email: 'bench@example.com',
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
