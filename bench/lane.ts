// The lane: the rate, and the processor time that the bank and Temporal's server spend on a
// transfer, which other work on the machine disturbs least.

import { type Ground, prepareGround, processorMs } from './ground.ts';
import { child, openCustomers } from './http.ts';
import type { LoadResult } from './load.ts';
import type { Row } from './measure.ts';

const CLIENTS = [1, 16, 64, 256] as const;
/** The most processor time of a transfer, in milliseconds. */
const MOST_MS: Readonly<Record<number, number>> = { 16: 1.2, 64: 0.8, 256: 0.7 };
const LEAST: Readonly<Record<number, number>> = { 1: 190, 16: 900, 64: 1_400, 256: 1_800 };
/** The most that a transfer takes, in ms: alone the middle, in a crowd the 99th percentile. */
const MOST_P50_MS: Readonly<Record<number, number>> = { 1: 6 };
const MOST_P99_MS: Readonly<Record<number, number>> = { 64: 150, 256: 300 };
const MOST_IDLE_PERCENT = 3;
/** A bank that has just begun is not idle yet, and neither is one that was just asked. */
const SETTLES_MS = 5_000;
const IDLE_MS = 10_000;
/** The newest answered transfer has its workflow by then. */
const CARRIED_WITHIN_MS = 1_500;

interface Measured extends LoadResult {
  readonly cpuMs: number;
}

/** @param seconds how long each figure is measured */
export async function benchLane(seconds: number): Promise<Row[]> {
  const { results, idleShare } = await measureLane(seconds);
  const rows = CLIENTS.flatMap((clients): Row[] => {
    const now = results.get(clients);
    if (!now) throw new Error(`${clients} clients were not measured`);
    const { perSecond: value, p50Ms, p99Ms } = now;
    const many = clients === 1 ? '1 client' : `${clients} clients`;
    const least = LEAST[clients];
    const most = MOST_MS[clients];
    return [
      {
        name: `transfers through the lane, ${many}`,
        value,
        unit: 'transfers/s',
        p50Ms,
        p99Ms,
        ...NO_FLOOR,
        target: least === undefined ? {} : { valueAtLeast: least },
      },
      {
        name: `processor time of a transfer, ${many}`,
        value: now.cpuMs,
        unit: 'ms',
        ...NO_FLOOR,
        target: most === undefined ? {} : { valueAtMost: most },
      },
      ...latencyRows(many, clients, now),
    ];
  });
  return [...rows, idleRow(idleShare)];
}

function idleRow(value: number): Row {
  const name = 'processor time of bank and Temporal without requests';
  const target = { valueAtMost: MOST_IDLE_PERCENT };
  return { name, value: 100 * value, unit: '% of a core', ...NO_FLOOR, target };
}

const NO_FLOOR = { floorName: '', floor: null };

function latencyRows(many: string, clients: number, now: Measured): Row[] {
  const kinds = [
    { what: 'p50', most: MOST_P50_MS[clients], value: now.p50Ms },
    { what: 'p99', most: MOST_P99_MS[clients], value: now.p99Ms },
  ];
  return kinds.flatMap(({ what, most, value }): Row[] => {
    if (most === undefined) return [];
    const name = `${what} of a transfer, ${many}`;
    return [{ name, value, unit: 'ms', ...NO_FLOOR, target: { valueAtMost: most } }];
  });
}

interface Side {
  readonly results: ReadonlyMap<number, Measured>;
  /** Share of one processor, without requests. */
  readonly idleShare: number;
}

async function measureLane(seconds: number): Promise<Side> {
  const ground = await prepareGround();
  try {
    const { key, accounts } = await openCustomers(ground);
    const task = { url: ground.url, key, accounts, hot: false };
    await child<LoadResult>('load.ts', { ...task, clients: 16, seconds: 2 });
    const results = new Map<number, Measured>();
    for (const clients of CLIENTS) {
      const before = sumSpent(ground);
      const result = await child<LoadResult>('load.ts', { ...task, clients, seconds });
      // The workflows of the last ones belong to them.
      await new Promise((resolve) => setTimeout(resolve, CARRIED_WITHIN_MS));
      results.set(clients, { ...result, cpuMs: (sumSpent(ground) - before) / result.count });
    }
    await new Promise((resolve) => setTimeout(resolve, SETTLES_MS));
    const [before, began] = [sumSpent(ground), performance.now()];
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const idleShare = (sumSpent(ground) - before) / (performance.now() - began);
    return { results, idleShare };
  } finally {
    await ground.stop();
  }
}

function sumSpent({ bankPid, temporalPid }: Ground): number {
  return processorMs(bankPid) + processorMs(temporalPid);
}
