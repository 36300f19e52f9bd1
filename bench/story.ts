// The cost of the texts that operators read in Temporal: summary, details, BankState and RiskBand
// of each start, over HTTP with everything else on, against the same bank without them, in turns.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import type { Row } from './measure.ts';
import { compare, openSide, rowOf, type Side, warm } from './turns.ts';

const STORYLESS = join(fileURLToPath(new URL('.', import.meta.url)), 'storyless-server.ts');
const CLIENTS = [1, 64] as const;
const MOST = 1.05;

/** @param seconds how long each turn loads either side */
export async function benchStory(seconds: number): Promise<Row[]> {
  const sides: Side[] = [];
  try {
    const traced = await openSide(null, 1);
    sides.push(traced);
    const silent = await openSide(STORYLESS, 1);
    sides.push(silent);
    const rows: Row[] = [];
    for (const clients of CLIENTS)
      rows.push(await compareStories(traced, silent, { clients, seconds }));
    return rows;
  } finally {
    for (const { ground } of sides) await ground.stop();
  }
}

async function compareStories(
  traced: Side,
  silent: Side,
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<Row> {
  const [own, other] = [traced, silent].map((side): Side => {
    return { ...side, task: { ...side.task, clients } };
  }) as [Side, Side];
  await warm([own, other]);
  if (!(await says(own)) || (await says(other))) throw new Error('the sides are not as they say');
  const { cpuMs } = await compare(own, other, seconds);
  const many = clients === 1 ? '1 client' : `${clients} clients`;
  return rowOf(cpuMs, {
    name: `processor time of bank and Temporal for a transfer with its story, ${many}`,
    unit: 'ms',
    floorName: 'the same without summary, details, BankState and RiskBand, in turns',
    target: { ratioAtMost: MOST },
  });
}

/** True when the newest transfers have a summary and details. */
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
