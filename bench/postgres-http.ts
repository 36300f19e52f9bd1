// Transfers over HTTP on PostgreSQL, beside the same bank on SQLite and beside Blnk on the same
// PostgreSQL server, in turns at each number of clients: rates, latencies, and the processor time
// of the bank and of the server.

import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '../scripts/run/postgres-server.ts';
import { type Blnk, startBlnk } from './blnk.ts';
import { type Ground, prepareGround, processorMs, treesMs } from './ground.ts';
import { child, openCustomers } from './http.ts';
import type { LoadResult } from './load.ts';
import type { Row } from './measure.ts';
import { BLNK } from './peer.ts';
import { type Figures, measurePeer } from './peers.ts';

const CLIENTS = [1, 16, 64, 256] as const;

/** Cost of a transfer in each place; processor times in ms of a transfer. */
interface Measured extends Pick<LoadResult, 'perSecond' | 'p50Ms' | 'p99Ms'> {
  readonly bankMs: number;
  readonly serverMs: number;
}

/** @param seconds how long each figure is measured */
export async function benchPostgresHttp(seconds: number): Promise<Row[]> {
  const server = await startPostgres({ isDurable: true });
  const sqlite = await prepareGround();
  const postgres = await prepareGround({ env: { KONTOR_DATABASE_URL: server.database('bank') } });
  const blnk = await startBlnk(server);
  try {
    const [onSqlite, onPostgres] = [await clientsOf(sqlite), await clientsOf(postgres)];
    const rows: Row[] = [];
    for (const clients of CLIENTS) {
      const task = { clients, seconds };
      const beside = await loadWith(sqlite, { ...onSqlite, ...task }, null);
      const own = await loadWith(postgres, { ...onPostgres, ...task }, server);
      const found = [
        ...rowsOf(clients, own, beside),
        ...(await blnkRows(blnk, clients, seconds, own)),
      ];
      for (const row of found) printRow(row);
      rows.push(...found);
    }
    return rows;
  } finally {
    await blnk.stop();
    await sqlite.stop();
    await postgres.stop();
    server.stop();
  }
}

/** Prints each row as soon as it is known: the whole takes minutes. */
export function printRow({ name, value, unit, p50Ms, p99Ms, floor, notRun }: Row): void {
  const round = (one?: number | null) =>
    typeof one === 'number' ? Math.round(one * 100) / 100 : '-';
  const figures = [value, p50Ms, p99Ms, floor].map(round).join(' / ');
  process.stderr.write(`  ${name}: ${notRun ?? `${figures} (${unit}, p50, p99, floor)`}\n`);
}

async function clientsOf(ground: Ground) {
  const task = { url: ground.url, ...(await openCustomers(ground)), hot: false };
  await child<LoadResult>('load.ts', { ...task, clients: 16, seconds: 3 });
  return task;
}

async function loadWith(
  ground: Ground,
  task: object,
  server: PostgresServer | null,
): Promise<Measured> {
  const [bankBefore, serverBefore] = [processorMs(ground.bankPid), sumSpent(server)];
  const result = await child<LoadResult>('load.ts', task);
  const odd = Object.keys(result.statuses).filter((status) => status !== '201');
  if (odd.length > 0) process.stderr.write(`${JSON.stringify(result.statuses)}\n`);
  // The workflows end before the next measurement.
  await pause(1_500);
  return {
    ...result,
    bankMs: (processorMs(ground.bankPid) - bankBefore) / result.count,
    serverMs: (sumSpent(server) - serverBefore) / result.count,
  };
}

/** Processor time of the server's processes. */
export function sumSpent(server: PostgresServer | null): number {
  return treesMs(server?.pids().slice(0, 1) ?? []);
}

function rowsOf(clients: number, own: Measured, beside: Measured): Row[] {
  const name = `PostgreSQL, ${many(clients)}`;
  const common = { floorName: 'the same bank on SQLite, in turns', target: {} };
  const { perSecond: value, p50Ms, p99Ms } = own;
  const spent = { unit: 'ms', ...common };
  return [
    {
      name: `transfers over HTTP on ${name}`,
      value,
      unit: 'transfers/s',
      p50Ms,
      p99Ms,
      ...common,
      floor: beside.perSecond,
    },
    {
      name: `${name}: processor time of the bank, a transfer`,
      value: own.bankMs,
      ...spent,
      floor: beside.bankMs,
    },
    {
      name: `${name}: processor time of the server, a transfer`,
      value: own.serverMs,
      unit: 'ms',
      floorName: '',
      floor: null,
      target: {},
    },
  ];
}

export const many = (clients: number) => (clients === 1 ? '1 client' : `${clients} clients`);

async function blnkRows(
  blnk: Blnk,
  clients: number,
  seconds: number,
  own: Measured,
): Promise<Row[]> {
  const name = `Blnk on the same server, ${many(clients)}`;
  const common = { name, unit: 'transfers/s', floorName: 'this bank on it, in turns', target: {} };
  const floor = own.perSecond;
  if (blnk.url === null) return [{ ...common, value: 0, floor: null, notRun: blnk.reason }];
  const figures: Figures = await measurePeer(BLNK, blnk.url, clients, seconds);
  const { perSecond: value, p50Ms, p99Ms } = figures;
  return [{ ...common, value, p50Ms, p99Ms, floor }];
}
