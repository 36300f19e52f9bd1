// Payments of a simulated world over HTTP, compared with uniform transfers on the same server: the
// cost of judging when histories, merchants and hours differ, and the decisions about such
// payments.

import { openCustomers, runChild } from './http.ts';
import type { LoadResult } from './load.ts';
import type { Row } from './measure.ts';
import type { SimulatedResult } from './simulated-load.ts';
import { startTestbed } from './testbed.ts';

const CLIENTS = 16;
/** Some 12,000 payments, more than a measurement sends. */
const WORLD = { seed: 1, customers: 300, days: 60 };

/** @param seconds duration of each measurement */
export async function benchSimulated(seconds: number): Promise<Row[]> {
  const testbed = await startTestbed();
  try {
    const { key, accounts } = await openCustomers(testbed);
    const task = { url: testbed.url, key, clients: CLIENTS };
    await runChild<LoadResult>('load.ts', { ...task, accounts, seconds: 2 });
    const uniform = await runChild<LoadResult>('load.ts', { ...task, accounts, seconds });
    const played = await runChild<SimulatedResult>('simulated-load.ts', {
      ...task,
      world: WORLD,
      seconds,
    });
    const { perSecond, p50Ms, p99Ms } = played;
    const rate: Row = {
      name: `simulated payments over HTTP, ${CLIENTS} clients`,
      value: perSecond,
      unit: 'payments/s',
      p50Ms,
      p99Ms,
      floorName: `equal transfers, p50 ${Math.round(uniform.p50Ms)} ms`,
      floor: uniform.perSecond,
      target: {},
    };
    return [
      rate,
      ...formatShares('decided', played.decisions),
      ...formatShares('became', played.outcomes),
    ];
  } finally {
    await testbed.stop();
  }
}

function formatShares(verb: string, counts: Readonly<Record<string, number>>): Row[] {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([word, count]) => ({
      name: `of those, ${verb} ${word}`,
      value: count,
      unit: 'payments',
      floorName: `of ${all.toLocaleString('en')}`,
      floor: null,
      target: {},
    }));
}
