// A bank of several processes (two APIs, two workers, a lane) beside one process that does all of
// it, each on a PostgreSQL server of its own, in turns at each number of clients. On a machine of
// two cores it shows what it costs to have them apart, not how far they go on hosts of their own.

import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '../scripts/run/postgres-server.ts';
import { type Ground, prepareGround, processorMs, residentMb } from './ground.ts';
import { child, openCustomers } from './http.ts';
import type { LoadResult } from './load.ts';
import type { Row } from './measure.ts';
import { many, printRow, sumSpent } from './postgres-http.ts';

const CLIENTS = [2, 16, 64, 256] as const;
const ROLES = ['worker', 'worker', 'lane', 'api', 'api'] as const;
/** What was answered last has its workflow by then. */
const CARRIED_WITHIN_MS = 1_500;

interface Side {
  readonly ground: Ground;
  readonly server: PostgresServer;
  readonly customers: Awaited<ReturnType<typeof openCustomers>>;
}

interface Measured extends Pick<LoadResult, 'perSecond' | 'p50Ms' | 'p99Ms'> {
  /** Of all processes of the bank, and of the database server; milliseconds of a transfer. */
  readonly bankMs: number;
  readonly serverMs: number;
}

/** @param seconds how long each figure is measured */
export async function benchRoles(seconds: number): Promise<Row[]> {
  // A server each: nothing says for which bank a process of the server works.
  const first = await startPostgres({ isDurable: true });
  const second = await startPostgres({ isDurable: true });
  const grounds: Ground[] = [];
  const sideOf = async (server: PostgresServer, roles: readonly string[] | null) => {
    const env = {
      KONTOR_DATABASE_URL: server.database('bank'),
      KONTOR_OPERATOR_KEY: `op_${'7'.repeat(48)}`,
      KONTOR_PAYLOAD_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const ground = await prepareGround({ env, ...(roles === null ? {} : { roles }) });
    grounds.push(ground);
    const side = { ground, server, customers: await openCustomers(ground) };
    await load(side, 16, 3);
    return side;
  };
  try {
    const one = await sideOf(first, null);
    const apart = await sideOf(second, ROLES);
    const rows: Row[] = [];
    for (const clients of CLIENTS) {
      const beside = await load(one, clients, seconds);
      const found = rowsOf(clients, await load(apart, clients, seconds), beside);
      for (const row of found) printRow(row);
      rows.push(...found);
    }
    return [...rows, memoryRow(apart.ground, one.ground)];
  } finally {
    for (const ground of grounds) await ground.stop();
    for (const server of [first, second]) server.stop();
  }
}

/** Each API gets its share of the clients. */
async function load({ ground, server, customers }: Side, clients: number, seconds: number) {
  const before = { bank: spentByAll(ground), server: sumSpent(server) };
  const share = { clients: Math.ceil(clients / ground.urls.length), seconds, hot: false };
  const results = await Promise.all(
    ground.urls.map((url) => child<LoadResult>('load.ts', { url, ...customers, ...share })),
  );
  const odd = results
    .flatMap(({ statuses }) => Object.keys(statuses))
    .filter((one) => one !== '201');
  if (odd.length > 0) process.stderr.write(`answers beside 201: ${odd.join(', ')}\n`);
  await pause(CARRIED_WITHIN_MS);
  const count = results.reduce((sum, one) => sum + one.count, 0);
  return {
    perSecond: results.reduce((sum, one) => sum + one.perSecond, 0),
    p50Ms: results.reduce((sum, one) => sum + one.p50Ms, 0) / results.length,
    p99Ms: Math.max(...results.map((one) => one.p99Ms)),
    bankMs: (spentByAll(ground) - before.bank) / count,
    serverMs: (sumSpent(server) - before.server) / count,
  };
}

const spentByAll = ({ pids }: Ground) => pids.reduce((sum, pid) => sum + processorMs(pid), 0);
const memoryOf = ({ pids }: Ground) => pids.reduce((sum, pid) => sum + residentMb(pid), 0);

function rowsOf(clients: number, apart: Measured, one: Measured): Row[] {
  const name = `two APIs, two workers and a lane, ${many(clients)}`;
  const common = { floorName: 'one process, in turns', target: {} };
  const { perSecond: value, p50Ms, p99Ms } = apart;
  const rate = { name: `transfers over HTTP, ${name}`, value, unit: 'transfers/s', p50Ms, p99Ms };
  const costRow = (of: string, ms: number, floor: number) => {
    return {
      ...common,
      name: `${name}: processor time of the ${of}, a transfer`,
      value: ms,
      unit: 'ms',
      floor,
    };
  };
  return [
    { ...common, ...rate, floor: one.perSecond },
    costRow('bank', apart.bankMs, one.bankMs),
    costRow('database server', apart.serverMs, one.serverMs),
  ];
}

function memoryRow(apart: Ground, one: Ground): Row {
  const common = { floorName: 'one process', target: {}, unit: 'MB' };
  const name = 'memory of two APIs, two workers and a lane together';
  return { ...common, name, value: memoryOf(apart), floor: memoryOf(one) };
}
