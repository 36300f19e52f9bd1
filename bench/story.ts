// What the story costs that operators read in Temporal: summary, details, BankState and RiskBand of
// each start, over HTTP with everything else on, against the same bank without them, in turns.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { percentile, type Row } from './measure.ts';
import { load, measure, openSide, type Side } from './scored.ts';

const STORYLESS = join(fileURLToPath(new URL('.', import.meta.url)), 'storyless-server.ts');
const CLIENTS = [1, 64] as const;
const ROUNDS = 4;
const MOST = 1.05;

/** @param seconds how long each of four rounds loads either side */
export async function benchStory(seconds: number): Promise<Row[]> {
  const sides: Side[] = [];
  try {
    for (const entry of [null, STORYLESS]) sides.push(await openSide(entry));
    const rows: Row[] = [];
    for (const clients of CLIENTS) rows.push(await compared(sides, clients, seconds));
    return rows;
  } finally {
    for (const { ground } of sides) await ground.stop();
  }
}

async function compared(sides: readonly Side[], clients: number, seconds: number): Promise<Row> {
  const own = sides.map(
    (side): Side => ({ ...side, task: { ...side.task, clients }, perSecond: [], processorMs: [] }),
  );
  for (const [place, side] of own.entries()) {
    await load(side, 2);
    if ((await says(side)) !== (place === 0)) throw new Error('the sides are not as they say');
  }
  // Taken in turns, so that a busy minute of the machine hits both.
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of round % 2 === 0 ? own : [...own].reverse())
      await measure(side, seconds, true);
  }
  const [told, silent] = own.map(({ processorMs }) => percentile(processorMs, 0.5));
  const many = clients === 1 ? '1 client' : `${clients} clients`;
  return {
    name: `processor time of bank and Temporal for a transfer with its story, ${many}`,
    value: told ?? 0,
    unit: 'ms',
    floorName: 'the same without summary, details, BankState and RiskBand, in turns',
    floor: silent ?? 0,
    target: { ratioAtMost: MOST },
  };
}

/** True when the newest transfers tell what they are. */
async function says({ ground }: Side): Promise<boolean> {
  const connection = await Connection.connect({ address: ground.temporalAddress });
  try {
    const { workflow } = new Client({ connection, namespace: 'sandbox' });
    const query = 'WorkflowType IN ("transfer", "transfers")';
    for await (const { workflowId } of workflow.list({ query, pageSize: 1 })) {
      const found = await workflow.getHandle(workflowId).describe();
      return (await found.staticSummary()) !== undefined;
    }
    throw new Error('no transfer has a workflow');
  } finally {
    await connection.close();
  }
}
