// Far more than the bank can do: what it accepts is answered within a second, the rest is told to
// come again, and it is itself again soon after.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FloodResult, FloodTask } from './flood.ts';
import { type Ground, prepareGround } from './ground.ts';
import { child, openCustomers } from './http.ts';
import type { LoadResult } from './load.ts';
import type { Row } from './measure.ts';

const CLIENTS = 2_000;
const IDLE = 10_000;
const BURST = 2_000;
const P99_MS = 1_000;
/** Itself again: a transfer alone takes no more than so many times what it took before. */
const RECOVERED_TIMES = 3;
const MOST_RECOVERY_MS = 60_000;

const plain = { floorName: 'none', floor: null, target: {} };

/** @param seconds how long the flood lasts */
export async function benchOverload(seconds: number): Promise<Row[]> {
  const ground = await prepareGround();
  try {
    const own = { url: ground.url, ...(await openCustomers(ground)) };
    const alone = () =>
      child<LoadResult>('load.ts', { ...own, clients: 1, seconds: 2, hot: false });
    const can = await child<LoadResult>('load.ts', { ...own, clients: 64, seconds: 3, hot: false });
    const calm = await alone();
    const flood = (task: Partial<FloodTask>) =>
      child<FloodResult>('flood.ts', { ...own, clients: CLIENTS, seconds, once: false, ...task });
    const flooded = await flood({});
    const recoveryMs = await recovered(calm, alone);
    const idle = await idleConnections(ground, IDLE);
    const beside = await alone();
    for (const socket of idle.sockets) socket.destroy();
    const burst = await flood({ clients: BURST, once: true });
    return [
      ...floodRows(`${CLIENTS.toLocaleString('en')} clients without a pause`, flooded, can),
      { ...plain, name: 'until a transfer alone is as before', value: recoveryMs, unit: 'ms' },
      {
        ...plain,
        name: `connections of ${IDLE.toLocaleString('en')} idle ones that are open`,
        value: idle.sockets.length,
        unit: 'connections',
      },
      {
        name: 'a transfer alone beside them, p50',
        value: beside.p50Ms,
        unit: 'ms',
        floorName: 'without them',
        floor: calm.p50Ms,
        target: {},
      },
      ...floodRows(`a burst of ${BURST.toLocaleString('en')} new connections`, burst, can),
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
      floorName: '64 clients',
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
    { ...plain, name: `${name}: told to come again`, value: result.shed, unit: 'requests' },
    {
      ...plain,
      name: `${name}: failed otherwise, or without Retry-After`,
      value: result.failed,
      unit: 'requests',
      target: { valueAtMost: 0 },
    },
  ];
}

async function recovered(calm: LoadResult, alone: () => Promise<LoadResult>): Promise<number> {
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
