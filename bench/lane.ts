// The lane against workflows that settle: the rate, and the processor time that the bank and
// Temporal's server spend on a transfer, which other work on the machine disturbs least.

import { type Ground, prepareGround, processorMs } from './ground.ts';
import { child, openCustomers } from './http.ts';
import type { LoadResult } from './load.ts';
import type { Row } from './measure.ts';

const CLIENTS = [1, 16, 64, 256] as const;
/** The most processor time of a transfer, in milliseconds. */
const MOST_MS: Readonly<Record<number, number>> = { 16: 1.2, 64: 0.8, 256: 0.7 };
const LEAST: Readonly<Record<number, number>> = { 1: 190, 16: 900, 64: 1_400, 256: 1_800 };
/** What was answered last has its workflow by then. */
const CARRIED_WITHIN_MS = 1_500;

interface Measured extends LoadResult {
  readonly cpuMs: number;
}

/** @param seconds how long each figure is measured */
export async function benchLane(seconds: number): Promise<Row[]> {
  const off = await measured(seconds, 'off');
  const on = await measured(seconds, 'on');
  return CLIENTS.flatMap((clients): Row[] => {
    const [now, before] = [on.get(clients), off.get(clients)];
    if (!now || !before) throw new Error(`${clients} clients were not measured`);
    const { perSecond: value, p50Ms, p99Ms } = now;
    const floorName = 'KONTOR_LANE=off';
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
        floorName,
        floor: before.perSecond,
        target: least === undefined ? {} : { valueAtLeast: least },
      },
      {
        name: `processor time of a transfer, ${many}`,
        value: now.cpuMs,
        unit: 'ms',
        floorName,
        floor: before.cpuMs,
        target: most === undefined ? {} : { valueAtMost: most },
      },
    ];
  });
}

async function measured(seconds: number, lane: 'on' | 'off'): Promise<Map<number, Measured>> {
  const ground = await prepareGround({ env: { KONTOR_LANE: lane } });
  try {
    const { key, accounts } = await openCustomers(ground);
    const task = { url: ground.url, key, accounts, hot: false };
    await child<LoadResult>('load.ts', { ...task, clients: 16, seconds: 2 });
    const results = new Map<number, Measured>();
    for (const clients of CLIENTS) {
      const before = spent(ground);
      const result = await child<LoadResult>('load.ts', { ...task, clients, seconds });
      // The workflows of the last ones belong to them.
      await new Promise((resolve) => setTimeout(resolve, CARRIED_WITHIN_MS));
      results.set(clients, { ...result, cpuMs: (spent(ground) - before) / result.count });
    }
    return results;
  } finally {
    await ground.stop();
  }
}

function spent({ bankPid, temporalPid }: Ground): number {
  return processorMs(bankPid) + processorMs(temporalPid);
}
