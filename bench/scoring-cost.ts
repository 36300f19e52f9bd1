// The cost of judging every payment over HTTP (features, model, rules and the stored decision),
// with all other parts of the bank on.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Row } from './measure.ts';
import { compare, openSide, rowOf, type Side, warmUp } from './turns.ts';

const UNSCORED_SERVER = join(fileURLToPath(new URL('.', import.meta.url)), 'unscored-server.ts');
const CLIENTS = 64;
/** Target: share of the throughput without judging. */
const MIN_SHARE = 0.9;

/** @param seconds duration of each turn */
export async function benchScored(seconds: number): Promise<Row[]> {
  const sides: Side[] = [];
  try {
    const scored = await openSide(null, CLIENTS);
    sides.push(scored);
    const unscored = await openSide(UNSCORED_SERVER, CLIENTS);
    sides.push(unscored);
    await warmUp(sides);
    if (!(await isJudged(scored)) || (await isJudged(unscored))) {
      throw new Error('the balance of the two sides differs from the stated one');
    }
    const { perSecond, cpuMs } = await compare(scored, unscored, seconds);
    const floorName = 'the same bank without a risk desk, in turns';
    return [
      rowOf(perSecond, {
        name: `transfers over HTTP with their risk judged, ${CLIENTS} clients`,
        unit: 'transfers/s',
        floorName,
        target: { ratioAtLeast: MIN_SHARE },
      }),
      rowOf(cpuMs, {
        name: 'processor time of bank and Temporal for each of them',
        unit: 'ms',
        floorName,
        target: {},
      }),
    ];
  } finally {
    for (const { testbed } of sides) await testbed.stop();
  }
}

async function isJudged({ task }: Side): Promise<boolean> {
  const newest = await fetch(`${task.url}/v1/transactions?limit=1`, {
    headers: { authorization: `Bearer ${task.key}` },
  });
  const { data } = (await newest.json()) as { data: { risk: unknown }[] };
  return (data[0]?.risk ?? null) !== null;
}
