// Far more load than the bank can carry: accepted requests are answered within a second, the rest
// is refused with Retry-After, and the bank recovers soon after.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/run/ports.mjs';
import type { FloodResult, FloodTask } from './flood.ts';
import { type Ground, prepareGround } from './ground.ts';
import { child, openCustomers } from './http.ts';
import type { LoadResult } from './load.ts';
import type { Row } from './measure.ts';
import { profilerOf, timesTable } from './profiler.ts';

const CLIENTS = 2_000;
const IDLE = 10_000;
const BURST = 2_000;
const P99_MS = 1_000;
/** Recovered: a lone transfer takes at most so many times its former latency. */
const RECOVERED_TIMES = 3;
/** Clients of a load that the bank can carry. */
const CAN = 64;
/** Multiple of that load. */
const FLOOD = 10;
const MOST_RECOVERY_MS = 60_000;

const TIMES = `${FLOOD} times what it can do, ${CLIENTS.toLocaleString('en')} clients`;
const RECOVERED = 'until a transfer alone is as before';
const plain = { floorName: 'none', floor: null, target: {} };

/**
 * @param seconds of the flood
 * @param print gets the table of a profile of the flood, or null for no profile
 */
export async function benchOverload(
  seconds: number,
  print: ((table: string) => void) | null,
): Promise<Row[]> {
  const inspectPort = print === null ? null : await freePort();
  const ground = await prepareGround(inspectPort === null ? {} : { inspectPort });
  try {
    const own = { url: ground.url, ...(await openCustomers(ground)) };
    const load = (clients: number, forSeconds: number) =>
      child<LoadResult>('load.ts', { ...own, clients, seconds: forSeconds });
    const alone = () => load(1, 2);
    // Until the compiler has seen enough of them.
    await load(CAN, 4);
    const can = await load(CAN, 4);
    const calm = await alone();
    const flood = (task: Pick<FloodTask, 'clients' | 'perSecond'>) =>
      child<FloodResult>('flood.ts', { ...own, seconds, ...task });
    const profiler = inspectPort === null ? null : await profilerOf(inspectPort);
    await profiler?.start();
    const perSecond = FLOOD * can.perSecond;
    const flooded = await flood({ clients: CLIENTS, perSecond });
    const sent = flooded.sentPerSecond * seconds;
    if (profiler) print?.(timesTable('a request of the flood', await profiler.stop(), sent));
    const recoveryMs = await timeToRecover(calm, alone);
    const idle = await idleConnections(ground, IDLE);
    const beside = await alone();
    const burst = await flood({ clients: BURST, perSecond: null });
    for (const socket of idle.sockets) socket.destroy();
    return [
      ...floodRows(TIMES, flooded, can),
      { ...plain, name: RECOVERED, value: recoveryMs, unit: 'ms' },
      {
        ...plain,
        name: `connections of ${IDLE.toLocaleString('en')} idle ones that are open`,
        value: idle.sockets.length,
        unit: 'connections',
        target: { valueAtLeast: IDLE },
      },
      {
        name: 'a transfer alone beside them, p50',
        value: beside.p50Ms,
        unit: 'ms',
        floorName: 'without them',
        floor: calm.p50Ms,
        target: {},
      },
      ...floodRows(
        `a burst of ${BURST.toLocaleString('en')} new connections beside them`,
        burst,
        can,
      ),
    ];
  } finally {
    await ground.stop();
  }
}

/**
 * Ten times the load that the bank can carry, alone: what it refuses, and when it has recovered.
 * @param seconds of the flood
 */
export async function benchFlood(seconds: number): Promise<Row[]> {
  const ground = await prepareGround();
  try {
    const own = { url: ground.url, ...(await openCustomers(ground)) };
    const load = (clients: number, forSeconds: number) =>
      child<LoadResult>('load.ts', { ...own, clients, seconds: forSeconds });
    // Until the compiler has seen enough of them.
    await load(CAN, 4);
    const can = await load(CAN, 4);
    const calm = await load(1, 2);
    const task = { ...own, seconds, clients: CLIENTS, perSecond: FLOOD * can.perSecond };
    const flooded = await child<FloodResult>('flood.ts', task);
    const recoveryMs = await timeToRecover(calm, () => load(1, 2));
    return [
      ...floodRows(TIMES, flooded, can),
      {
        ...plain,
        name: RECOVERED,
        value: recoveryMs,
        unit: 'ms',
        target: { valueAtMost: MOST_RECOVERY_MS },
      },
    ];
  } finally {
    await ground.stop();
  }
}

function floodRows(name: string, result: FloodResult, can: LoadResult): Row[] {
  process.stderr.write(`${name}: ${JSON.stringify(result)}\n`);
  return [
    {
      name: `${name}: accepted`,
      value: result.acceptedPerSecond,
      unit: 'transfers/s',
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
      floorName: `${CAN} clients`,
      floor: can.perSecond,
      target: {},
    },
    {
      ...plain,
      name: `${name}: p99 of what was accepted`,
      value: result.p99Ms,
      unit: 'ms',
      target: { valueAtMost: P99_MS },
    },
    {
      ...plain,
      name: `${name}: the same, from the sending of its headers: without the connecting`,
      value: result.sentP99Ms,
      unit: 'ms',
    },
    ...laterRow(name, result),
    {
      ...plain,
      name: `${name}: of that the load generator's own delay, p99`,
      value: result.ownDelayP99Ms,
      unit: 'ms',
    },
    { ...plain, name: `${name}: sent`, value: result.sentPerSecond, unit: 'requests/s' },
    { ...plain, name: `${name}: refused with Retry-After`, value: result.shed, unit: 'requests' },
    {
      ...plain,
      name: `${name}: failed otherwise, or without Retry-After`,
      value: result.failed,
      unit: 'requests',
      target: { valueAtMost: 0 },
    },
  ];
}

function laterRow(name: string, { laterP99Ms }: FloodResult): Row[] {
  if (laterP99Ms === null) return [];
  const row = `${name}: the same, of what was sent after the first two seconds`;
  return [{ ...plain, name: row, value: laterP99Ms, unit: 'ms', target: { valueAtMost: P99_MS } }];
}

async function timeToRecover(calm: LoadResult, alone: () => Promise<LoadResult>): Promise<number> {
  const began = performance.now();
  for (;;) {
    const ms = performance.now() - began;
    const { p50Ms } = await alone();
    if (p50Ms <= RECOVERED_TIMES * calm.p50Ms || ms > MOST_RECOVERY_MS) return ms;
  }
}

/** As many as the machine lets be opened. */
async function idleConnections({ url }: Ground, count: number): Promise<{ sockets: Socket[] }> {
  const { port, hostname } = new URL(url);
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n += 500) {
    for (let m = 0; m < 500 && n + m < count; m++) {
      const socket = connect(Number(port), hostname);
      socket.on('connect', () => sockets.push(socket));
      socket.on('error', () => {});
    }
    await sleep(50);
  }
  await sleep(500);
  return { sockets };
}
