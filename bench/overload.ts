// Far more load than the bank can carry: accepted requests are answered within a second, the rest
// is refused with Retry-After, and the bank recovers soon after.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/run/ports.mjs';
import type { FloodResult, FloodTask } from './flood.ts';
import { openCustomers, runChild } from './http.ts';
import type { LoadResult } from './load.ts';
import type { Row } from './measure.ts';
import { createProfiler, formatTimes } from './profiler.ts';
import { startTestbed, type Testbed } from './testbed.ts';

const CLIENTS = 2_000;
const IDLE_CONNECTIONS = 10_000;
const BURST_CONNECTIONS = 2_000;
const MAX_P99_MS = 1_000;
/**
 * The bank has recovered when a single transfer takes at most this multiple of its former latency.
 */
const RECOVERED_TIMES = 3;
/** Clients of a load that the bank can carry. */
const CAPACITY_CLIENTS = 64;
/** Multiple of that load. */
const FLOOD_FACTOR = 10;
const MAX_RECOVERY_MS = 60_000;

const FLOOD_NAME = `${FLOOD_FACTOR} times the bank's capacity, ${CLIENTS.toLocaleString('en')} clients`;
const RECOVERED = 'time until a single transfer is as fast as before';
const plainRow = { floorName: 'none', floor: null, target: {} };

/**
 * @param seconds duration of the flood
 * @param print receives the table of a profile of the flood; null for no profile
 */
export async function benchOverload(
  seconds: number,
  print: ((table: string) => void) | null,
): Promise<Row[]> {
  const inspectPort = print === null ? null : await freePort();
  const testbed = await startTestbed(inspectPort === null ? {} : { inspectPort });
  try {
    const ownTask = { url: testbed.url, ...(await openCustomers(testbed)) };
    const load = (clients: number, forSeconds: number) =>
      runChild<LoadResult>('load.ts', { ...ownTask, clients, seconds: forSeconds });
    const singleClient = () => load(1, 2);
    // A warm-up, so that the compiler has optimised the code.
    await load(CAPACITY_CLIENTS, 4);
    const capacity = await load(CAPACITY_CLIENTS, 4);
    const calmLoad = await singleClient();
    const flood = (task: Pick<FloodTask, 'clients' | 'perSecond'>) =>
      runChild<FloodResult>('flood.ts', { ...ownTask, seconds, ...task });
    const profiler = inspectPort === null ? null : await createProfiler(inspectPort);
    await profiler?.start();
    const perSecond = FLOOD_FACTOR * capacity.perSecond;
    const flooded = await flood({ clients: CLIENTS, perSecond });
    const sent = flooded.sentPerSecond * seconds;
    if (profiler) print?.(formatTimes('a request of the flood', await profiler.stop(), sent));
    const recoveryMs = await measureRecovery(calmLoad, singleClient);
    const idle = await openIdleConnections(testbed, IDLE_CONNECTIONS);
    const loadBeside = await singleClient();
    const burst = await flood({ clients: BURST_CONNECTIONS, perSecond: null });
    for (const socket of idle.sockets) socket.destroy();
    return [
      ...formatFlood(FLOOD_NAME, flooded, capacity),
      { ...plainRow, name: RECOVERED, value: recoveryMs, unit: 'ms' },
      {
        ...plainRow,
        name: `open connections of ${IDLE_CONNECTIONS.toLocaleString('en')} idle ones`,
        value: idle.sockets.length,
        unit: 'connections',
        target: { valueAtLeast: IDLE_CONNECTIONS },
      },
      {
        name: 'p50 of a single transfer with the idle connections',
        value: loadBeside.p50Ms,
        unit: 'ms',
        floorName: 'without idle connections',
        floor: calmLoad.p50Ms,
        target: {},
      },
      ...formatFlood(
        `a burst of ${BURST_CONNECTIONS.toLocaleString('en')} new connections, with the idle ones`,
        burst,
        capacity,
      ),
    ];
  } finally {
    await testbed.stop();
  }
}

/**
 * Measures ten times the load that the bank can carry: the refusals and the time to recover.
 * @param seconds duration of the flood
 */
export async function benchFlood(seconds: number): Promise<Row[]> {
  const testbed = await startTestbed();
  try {
    const ownTask = { url: testbed.url, ...(await openCustomers(testbed)) };
    const load = (clients: number, forSeconds: number) =>
      runChild<LoadResult>('load.ts', { ...ownTask, clients, seconds: forSeconds });
    // A warm-up, so that the compiler has optimised the code.
    await load(CAPACITY_CLIENTS, 4);
    const capacity = await load(CAPACITY_CLIENTS, 4);
    const calmLoad = await load(1, 2);
    const task = {
      ...ownTask,
      seconds,
      clients: CLIENTS,
      perSecond: FLOOD_FACTOR * capacity.perSecond,
    };
    const flooded = await runChild<FloodResult>('flood.ts', task);
    const recoveryMs = await measureRecovery(calmLoad, () => load(1, 2));
    return [
      ...formatFlood(FLOOD_NAME, flooded, capacity),
      {
        ...plainRow,
        name: RECOVERED,
        value: recoveryMs,
        unit: 'ms',
        target: { valueAtMost: MAX_RECOVERY_MS },
      },
    ];
  } finally {
    await testbed.stop();
  }
}

function formatFlood(name: string, result: FloodResult, capacity: LoadResult): Row[] {
  process.stderr.write(`${name}: ${JSON.stringify(result)}\n`);
  return [
    {
      name: `${name}: accepted`,
      value: result.acceptedPerSecond,
      unit: 'transfers/s',
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
      floorName: `${CAPACITY_CLIENTS} clients`,
      floor: capacity.perSecond,
      target: {},
    },
    {
      ...plainRow,
      name: `${name}: p99 of the accepted requests`,
      value: result.p99Ms,
      unit: 'ms',
      target: { valueAtMost: MAX_P99_MS },
    },
    {
      ...plainRow,
      name: `${name}: p99 of the accepted requests, measured from the sent headers (without connecting)`,
      value: result.sentP99Ms,
      unit: 'ms',
    },
    ...formatLater(name, result),
    {
      ...plainRow,
      name: `${name}: p99 of the load generator's own delay`,
      value: result.ownDelayP99Ms,
      unit: 'ms',
    },
    { ...plainRow, name: `${name}: sent`, value: result.sentPerSecond, unit: 'requests/s' },
    {
      ...plainRow,
      name: `${name}: refused with Retry-After`,
      value: result.shed,
      unit: 'requests',
    },
    {
      ...plainRow,
      name: `${name}: failed, or refused without Retry-After`,
      value: result.failed,
      unit: 'requests',
      target: { valueAtMost: 0 },
    },
  ];
}

function formatLater(name: string, { laterP99Ms }: FloodResult): Row[] {
  if (laterP99Ms === null) return [];
  const row = `${name}: p99 of the requests that were sent after the first two seconds`;
  return [
    { ...plainRow, name: row, value: laterP99Ms, unit: 'ms', target: { valueAtMost: MAX_P99_MS } },
  ];
}

async function measureRecovery(
  calmLoad: LoadResult,
  singleClient: () => Promise<LoadResult>,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const ms = performance.now() - began;
    const { p50Ms } = await singleClient();
    if (p50Ms <= RECOVERED_TIMES * calmLoad.p50Ms || ms > MAX_RECOVERY_MS) return ms;
  }
}

/** Opens as many idle connections as the machine permits. */
async function openIdleConnections(
  { url }: Testbed,
  count: number,
): Promise<{ sockets: Socket[] }> {
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
