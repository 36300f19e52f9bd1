// What the judgement of every payment costs its path: features, model, rules and the kept decision,
// over HTTP with everything else on.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ground, prepareGround, processorMs } from './ground.ts';
import { child, openCustomers } from './http.ts';
import type { LoadResult } from './load.ts';
import { percentile, type Row } from './measure.ts';

const UNSCORED = join(fileURLToPath(new URL('.', import.meta.url)), 'unscored-server.ts');
const CLIENTS = 64;
const ROUNDS = 4;
/** Of the throughput without. */
const SHARE = 0.9;

/** One of two banks that are measured in turns. */
export interface Side {
  readonly ground: Ground;
  readonly task: { url: string; key: string; accounts: string[]; clients: number; hot: boolean };
  readonly perSecond: number[];
  readonly processorMs: number[];
}

/** @param seconds how long each of four rounds loads either side */
export async function benchScored(seconds: number): Promise<Row[]> {
  const sides: Side[] = [];
  try {
    for (const entry of [null, UNSCORED]) sides.push(await openSide(entry));
    for (const [place, side] of sides.entries()) {
      await load(side, 2);
      if ((await isJudged(side)) !== (place === 0))
        throw new Error('the sides are not as they say');
    }
    // Taken in turns, so that a busy minute of the machine hits both.
    for (let round = 0; round < ROUNDS; round++) {
      for (const side of round % 2 === 0 ? sides : [...sides].reverse())
        await measure(side, seconds);
    }
  } finally {
    for (const { ground } of sides) await ground.stop();
  }
  const [scored, unscored] = sides as [Side, Side];
  const middle = (all: readonly number[]) => percentile([...all], 0.5);
  return [
    {
      name: `transfers over HTTP with their risk judged, ${CLIENTS} clients`,
      value: middle(scored.perSecond),
      unit: 'transfers/s',
      floorName: 'the same bank without a risk desk, in turns',
      floor: middle(unscored.perSecond),
      target: { ratioAtLeast: SHARE },
    },
    {
      name: 'processor time of the bank for each of them',
      value: middle(scored.processorMs),
      unit: 'ms',
      floorName: 'without',
      floor: middle(unscored.processorMs),
      target: {},
    },
  ];
}

/** @param entry started instead of the bank's own server; null: that one */
export async function openSide(entry: string | null): Promise<Side> {
  const ground = await prepareGround(entry === null ? {} : { entry });
  const { key, accounts } = await openCustomers(ground);
  const task = { url: ground.url, key, accounts, clients: CLIENTS, hot: false };
  return { ground, task, perSecond: [], processorMs: [] };
}

async function isJudged({ task }: Side): Promise<boolean> {
  const newest = await fetch(`${task.url}/v1/transactions?limit=1`, {
    headers: { authorization: `Bearer ${task.key}` },
  });
  const { data } = (await newest.json()) as { data: { risk: unknown }[] };
  return (data[0]?.risk ?? null) !== null;
}

/** @param isWhole with the Temporal server's processor time, too */
export async function measure(side: Side, seconds: number, isWhole = false): Promise<void> {
  const { bankPid, temporalPid } = side.ground;
  const spent = () => processorMs(bankPid) + (isWhole ? processorMs(temporalPid) : 0);
  const before = spent();
  const { perSecond, count } = await load(side, seconds);
  side.perSecond.push(perSecond);
  side.processorMs.push((spent() - before) / count);
}

export async function load({ task }: Side, seconds: number): Promise<LoadResult> {
  const result = await child<LoadResult>('load.ts', { ...task, seconds });
  const odd = Object.keys(result.statuses).filter((status) => status !== '201');
  if (odd.length > 0) process.stderr.write(`${JSON.stringify(result.statuses)}\n`);
  return result;
}
