// Transfers over HTTP with everything on, against a no-op workflow on the same server and against
// the same API without workflows.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Ground, prepareGround, residentMb } from './ground.ts';
import type { LoadResult } from './load.ts';
import type { Row } from './measure.ts';
import type { NoopResult } from './noop-floor.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const run = promisify(execFile);

const CLIENTS = [1, 16, 64, 256] as const;
const ACCOUNTS = 100;
const RATIO = { 1: 0, 16: 5, 64: 10, 256: 16 } as const;
/** Share of the same server without workflows. */
const SHARE_AT_64 = 0.25;
const P99_AT_64_MS = 150;
const MEMORY_MB = 800;

const FLOOR = 'no-op workflow, same server';

interface Noops {
  readonly alone: NoopResult;
  readonly busy: NoopResult;
}

/** @param seconds how long each figure is measured */
export async function benchHttp(seconds: number): Promise<Row[]> {
  const noops = await floors(seconds);
  const bare = await loads(seconds, {
    entry: join(HERE, 'no-workflow-server.ts'),
    clients: [16, 64, 256],
  });
  const through = await loads(seconds, { clients: CLIENTS });
  const hot = await loads(seconds, { clients: [64], hot: true });
  const at = (clients: number) => through.results.get(clients) as LoadResult;
  return [
    ...CLIENTS.map((clients) => throughput(clients, at(clients), noops)),
    ...latencies(at(1), at(64), noops),
    hotRow(hot.results.get(64) as LoadResult, at(64)),
    ...[16, 64, 256].map((n) => shareRow(n, at(n), bare.results.get(n) as LoadResult)),
    memoryRow('API and worker, both environments', through.memoryMb, MEMORY_MB),
    memoryRow('the Temporal server', through.temporalMb, null),
  ];
}

function floorOf(clients: number, noops: Noops) {
  const inFlight = clients === 1 ? 1 : 32;
  return {
    floorName: `${FLOOR}, ${inFlight} in flight`,
    floor: (clients === 1 ? noops.alone : noops.busy).perSecond,
  };
}

function figures(result: LoadResult) {
  const { perSecond, p50Ms, p99Ms } = result;
  return { value: perSecond, unit: 'transfers/s', p50Ms, p99Ms };
}

function throughput(clients: (typeof CLIENTS)[number], result: LoadResult, noops: Noops): Row {
  return {
    name: `transfers over HTTP, ${many(clients)}`,
    ...figures(result),
    ...floorOf(clients, noops),
    target: clients === 1 ? {} : { ratioAtLeast: RATIO[clients] },
  };
}

function latencies(one: LoadResult, at64: LoadResult, noops: Noops): Row[] {
  return [
    {
      name: 'one client, p50 of a transfer',
      value: one.p50Ms,
      unit: 'ms',
      floorName: `${FLOOR}, p50 alone`,
      floor: noops.alone.p50Ms,
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
  ];
}

function hotRow(hot: LoadResult, uniform: LoadResult): Row {
  return {
    name: '64 clients on one hot account',
    ...figures(hot),
    floorName: '64 clients, uniform',
    floor: uniform.perSecond,
    target: { ratioAtLeast: 0.8 },
  };
}

function shareRow(clients: number, mine: LoadResult, bare: LoadResult): Row {
  return {
    name: `${many(clients)}, with workflows`,
    ...figures(mine),
    floorName: 'the same API with one group commit and no workflow',
    floor: bare.perSecond,
    target: clients === 64 ? { ratioAtLeast: SHARE_AT_64 } : {},
  };
}

function memoryRow(what: string, megabytes: number, most: number | null): Row {
  return {
    name: `memory of ${what}, after the load`,
    value: megabytes,
    unit: 'MB',
    floorName: 'none',
    floor: null,
    target: most === null ? {} : { valueAtMost: most },
  };
}

function many(clients: number): string {
  return clients === 1 ? '1 client' : `${clients} clients`;
}

interface Loads {
  readonly entry?: string;
  readonly clients: readonly number[];
  readonly hot?: boolean;
}

/** One bank, loaded with each number of clients in turn. */
async function loads(seconds: number, plan: Loads) {
  const ground = await prepareGround(plan.entry === undefined ? {} : { entry: plan.entry });
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

async function floors(seconds: number): Promise<Noops> {
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

/** @param timeout after which the process is killed, in ms; 0 for never */
export async function child<T>(file: string, task: object, timeout = 0): Promise<T> {
  const args = [join(HERE, file), JSON.stringify(task)];
  const options = { maxBuffer: 1024 * 1024, timeout, killSignal: 'SIGKILL' as const };
  const { stdout } = await run(process.execPath, args, options);
  return JSON.parse(stdout) as T;
}

export async function openCustomers(ground: Ground): Promise<{ key: string; accounts: string[] }> {
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
