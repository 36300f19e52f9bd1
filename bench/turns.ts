// Compares two banks, loaded in many short turns so that a busy second of the machine affects both:
// the ratio of each pair of turns, and the median of the ratios with its interval.

import { setTimeout as sleep } from 'node:timers/promises';
import { openCustomers, runChild } from './http.ts';
import type { LoadResult } from './load.ts';
import { percentile, type Row, type Target } from './measure.ts';
import { processorMs, startTestbed, type Testbed } from './testbed.ts';

const PAIRS = 12;
/** Pause after a turn, in which its deferred work, such as workflows, is done and counted. */
const REST_MS = 1_000;
/** Warm-up for the JavaScript compiler: the risk rules are sixty times slower at first. */
const WARM_SECONDS = 10;
const RESAMPLED = 2_000;

export interface Side {
  readonly testbed: Testbed;
  readonly task: { url: string; key: string; accounts: string[]; clients: number };
}

interface Turn {
  readonly perSecond: number;
  /** Processor time of a transfer, bank and Temporal. */
  readonly cpuMs: number;
}

/** The results of both sides. */
export interface ComparedRates {
  readonly perSecond: Figure;
  readonly cpuMs: Figure;
}

interface Figure {
  /** The figure of the second side, without the measured part. */
  readonly floor: number;
  /** The floor multiplied by the median of the ratios. */
  readonly value: number;
  /** Bounds of the ratios in 95 of 100 resamples. */
  readonly min: number;
  readonly max: number;
  /** Turns of either side. */
  readonly pairs: number;
}

/**
 * @param entry program that is started instead of the bank's own server, or null
 * @param env settings of this side
 */
export async function openSide(
  entry: string | null,
  clients: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Side> {
  const testbed = await startTestbed(entry === null ? { env } : { entry, env });
  const { key, accounts } = await openCustomers(testbed);
  return { testbed, task: { url: testbed.url, key, accounts, clients } };
}

/** Warms up both sides for the JavaScript compiler. */
export async function warmUp(sides: readonly Side[]): Promise<void> {
  for (const side of sides) await load(side, WARM_SECONDS);
}

/**
 * @param seconds duration of a turn
 * @param count number of pairs of turns
 */
export async function compare(
  side: Side,
  other: Side,
  seconds: number,
  count = PAIRS,
): Promise<ComparedRates> {
  const pairs: [Turn, Turn][] = [];
  for (let turn = 0; turn < count; turn++) {
    const isFirst = turn % 2 === 0;
    const before = await measureSide(isFirst ? side : other, seconds);
    const after = await measureSide(isFirst ? other : side, seconds);
    pairs.push(isFirst ? [before, after] : [after, before]);
  }
  const figureOf = (read: (turn: Turn) => number) => {
    return figure(pairs.map(([bankTurn, floor]) => [read(bankTurn), read(floor)]));
  };
  return { perSecond: figureOf((turn) => turn.perSecond), cpuMs: figureOf((turn) => turn.cpuMs) };
}

function figure(pairs: readonly (readonly [number, number])[]): Figure {
  const ratios = pairs.map(([bankRate, other]) => bankRate / other);
  const floor = medianOf(pairs.map(([, other]) => other));
  const resampled = Array.from({ length: RESAMPLED }, () => {
    return medianOf(ratios.map(() => ratios[Math.floor(Math.random() * ratios.length)] ?? 1));
  });
  const [min, max] = [percentile(resampled, 0.025), percentile(resampled, 0.975)];
  return { floor, value: floor * medianOf(ratios), min, max, pairs: pairs.length };
}

/** Returns the median; of an even number of values the mean of the two in the middle. */
function medianOf(all: readonly number[]): number {
  const sorted = [...all].sort((a, b) => a - b);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return ((sorted[low] ?? 0) + (sorted[high] ?? 0)) / 2;
}

/** Returns the row of a figure; its name states the interval of the ratio. */
export function rowOf(
  { value, floor, min, max, pairs }: Figure,
  labels: { name: string; unit: string; floorName: string; target: Target },
): Row {
  const round = (ratio: number) => Math.round(100 * ratio) / 100;
  const interval = `(${pairs} pairs of turns: ${round(min)} to ${round(max)} ×)`;
  return { ...labels, name: `${labels.name} ${interval}`, value, floor };
}

async function measureSide(side: Side, seconds: number): Promise<Turn> {
  const { bankPid, temporalPid } = side.testbed;
  const sumSpent = () => processorMs(bankPid) + processorMs(temporalPid);
  const before = sumSpent();
  const { perSecond, count } = await load(side, seconds);
  await sleep(REST_MS);
  return { perSecond, cpuMs: (sumSpent() - before) / count };
}

async function load({ task }: Side, seconds: number): Promise<LoadResult> {
  const result = await runChild<LoadResult>('load.ts', { ...task, seconds });
  const unexpected = Object.keys(result.statuses).filter((status) => status !== '201');
  if (unexpected.length > 0) process.stderr.write(`${JSON.stringify(result.statuses)}\n`);
  return result;
}
