// Two and four ledgers beside one, one after the other on the same machine: four developers pay at
// the same time, in a ledger each or all in the same. All ledgers of a process share its thread,
// and the machine its cores: what is asked here is what it costs to have several, not how far they
// go on hosts of their own.

import { type Ground, prepareGround, processorMs, residentMb } from './ground.ts';
import { child, openCustomers } from './http.ts';
import type { LoadResult } from './load.ts';
import type { Row } from './measure.ts';

const DEVELOPERS = 4;
const CLIENTS = 16;
const LEDGERS = [2, 4] as const;
/** What was answered last has its workflow by then. */
const CARRIED_WITHIN_MS = 1_500;

interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMs: number;
  readonly memoryMb: number;
}

/** @param seconds how long each figure is measured */
export async function benchLedgers(seconds: number): Promise<Row[]> {
  const one = await measureLedgers(seconds, 1);
  const rows: Row[] = [];
  for (const ledgers of LEDGERS) {
    rows.push(...rowsOf(ledgers, await measureLedgers(seconds, ledgers), one));
  }
  return rows;
}

function rowsOf(ledgers: number, many: Measured, one: Measured): Row[] {
  const { perSecond: value, p50Ms, p99Ms } = many;
  const common = { floorName: 'one ledger', target: {} };
  const what = `${DEVELOPERS} developers, ${CLIENTS} clients each, ${ledgers} ledgers`;
  const rate = { name: `transfers, ${what}`, value, unit: 'transfers/s', p50Ms, p99Ms };
  return [
    { ...common, ...rate, floor: one.perSecond },
    {
      ...common,
      name: `processor time of a transfer, ${what}`,
      value: many.cpuMs,
      unit: 'ms',
      floor: one.cpuMs,
    },
    {
      ...common,
      name: `memory of the bank, ${ledgers} ledgers`,
      value: many.memoryMb,
      unit: 'MB',
      floor: one.memoryMb,
    },
  ];
}

async function measureLedgers(seconds: number, ledgers: number): Promise<Measured> {
  const ground = await prepareGround({ env: { KONTOR_LEDGERS: `${ledgers}` } });
  try {
    const developers: Awaited<ReturnType<typeof openCustomers>>[] = [];
    for (let count = 0; count < DEVELOPERS; count += 1)
      developers.push(await openCustomers(ground));
    const load = (clients: number, lasting: number) =>
      Promise.all(
        developers.map(({ key, accounts }) => {
          const task = { url: ground.url, key, accounts, hot: false, clients, seconds: lasting };
          return child<LoadResult>('load.ts', task);
        }),
      );
    await load(2, 2);
    const before = sumSpent(ground);
    const results = await load(CLIENTS, seconds);
    await new Promise((resolve) => setTimeout(resolve, CARRIED_WITHIN_MS));
    const count = results.reduce((sum, one) => sum + one.count, 0);
    return {
      perSecond: results.reduce((sum, one) => sum + one.perSecond, 0),
      p50Ms: results.reduce((sum, one) => sum + one.p50Ms, 0) / DEVELOPERS,
      p99Ms: Math.max(...results.map((one) => one.p99Ms)),
      cpuMs: (sumSpent(ground) - before) / count,
      memoryMb: residentMb(ground.bankPid),
    };
  } finally {
    await ground.stop();
  }
}

function sumSpent({ bankPid, temporalPid }: Ground): number {
  return processorMs(bankPid) + processorMs(temporalPid);
}
