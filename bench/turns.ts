// Two banks that are compared: loaded in many short turns, so that a busy second of the machine
// hits both, each pair with its own ratio, and the middle of the ratios with its interval.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Ground, prepareGround, processorMs } from './ground.ts';
import { child, openCustomers } from './http.ts';
import type { LoadResult } from './load.ts';
import { percentile, type Row, type Target } from './measure.ts';

const PAIRS = 12;
/** Work that a turn has left, such as workflows that start later, is work of that turn. */
const REST_MS = 1_000;
/** Until the compiler has seen enough: the rules of risk are sixty times slower at first. */
const WARM_SECONDS = 10;
const RESAMPLED = 2_000;

export interface Side {
  readonly ground: Ground;
  readonly task: { url: string; key: string; accounts: string[]; clients: number };
}

interface Turn {
  readonly perSecond: number;
  /** Processor time of a transfer, bank and Temporal. */
  readonly cpuMs: number;
}

/** The result of the turns of either side. */
export interface Compared {
  readonly perSecond: Figure;
  readonly cpuMs: Figure;
}

interface Figure {
  /** The second side: without the measured part. */
  readonly floor: number;
  /** The floor times the middle of the ratios. */
  readonly value: number;
  /** Bounds of the ratios in 95 of 100 resamples. */
  readonly least: number;
  readonly most: number;
  /** Turns of either side. */
  readonly pairs: number;
}

/**
 * @param entry started instead of the bank's own server, or null for that one
 * @param env settings of this side
 */
export async function openSide(
  entry: string | null,
  clients: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Side> {
  const ground = await prepareGround(entry === null ? { env } : { entry, env });
  const { key, accounts } = await openCustomers(ground);
  return { ground, task: { url: ground.url, key, accounts, clients } };
}

/** Lets both sides run until the compiler has seen enough of them. */
export async function warm(sides: readonly Side[]): Promise<void> {
  for (const side of sides) await load(side, WARM_SECONDS);
}

/**
 * @param seconds of a turn
 * @param count pairs of turns
 */
export async function compare(
  one: Side,
  other: Side,
  seconds: number,
  count = PAIRS,
): Promise<Compared> {
  const pairs: [Turn, Turn][] = [];
  for (let turn = 0; turn < count; turn++) {
    const isFirst = turn % 2 === 0;
    const before = await measureSide(isFirst ? one : other, seconds);
    const after = await measureSide(isFirst ? other : one, seconds);
    pairs.push(isFirst ? [before, after] : [after, before]);
  }
  const figureOf = (read: (turn: Turn) => number) => {
    return figure(pairs.map(([own, floor]) => [read(own), read(floor)]));
  };
  return { perSecond: figureOf((turn) => turn.perSecond), cpuMs: figureOf((turn) => turn.cpuMs) };
}

function figure(pairs: readonly (readonly [number, number])[]): Figure {
  const ratios = pairs.map(([own, other]) => own / other);
  const floor = middle(pairs.map(([, other]) => other));
  const resampled = Array.from({ length: RESAMPLED }, () => {
    return middle(ratios.map(() => ratios[Math.floor(Math.random() * ratios.length)] ?? 1));
  });
  const [least, most] = [percentile(resampled, 0.025), percentile(resampled, 0.975)];
  return { floor, value: floor * middle(ratios), least, most, pairs: pairs.length };
}

/** Between the two in the middle of an even number: the upper of them would be too much. */
function middle(all: readonly number[]): number {
  const sorted = [...all].sort((a, b) => a - b);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return ((sorted[low] ?? 0) + (sorted[high] ?? 0)) / 2;
}

/** The row of a figure; its name says how far the ratio can be trusted. */
export function rowOf(
  { value, floor, least, most, pairs }: Figure,
  about: { name: string; unit: string; floorName: string; target: Target },
): Row {
  const round = (ratio: number) => Math.round(100 * ratio) / 100;
  const interval = `(${pairs} pairs of turns: ${round(least)} to ${round(most)} ×)`;
  return { ...about, name: `${about.name} ${interval}`, value, floor };
}

async function measureSide(side: Side, seconds: number): Promise<Turn> {
  const { bankPid, temporalPid } = side.ground;
  const sumSpent = () => processorMs(bankPid) + processorMs(temporalPid);
  const before = sumSpent();
  const { perSecond, count } = await load(side, seconds);
  await sleep(REST_MS);
  return { perSecond, cpuMs: (sumSpent() - before) / count };
}

async function load({ task }: Side, seconds: number): Promise<LoadResult> {
  const result = await child<LoadResult>('load.ts', { ...task, seconds });
  const odd = Object.keys(result.statuses).filter((status) => status !== '201');
  if (odd.length > 0) process.stderr.write(`${JSON.stringify(result.statuses)}\n`);
  return result;
}
