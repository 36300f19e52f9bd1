// The cost of work that has many steps: processor time of bank and Temporal apart, and the events in
// the histories of its workflows, which no load of the machine changes.

import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { type Ground, processorMs } from './ground.ts';
import { percentile, type Row, type Target } from './measure.ts';

const IDLE_SECONDS = 5;

/** A row without a floor. */
export const row = (name: string, value: number, unit: string, target: Target = {}): Row => ({
  name,
  value,
  unit,
  floorName: 'none',
  floor: null,
  target,
});

/** Sends a request to the bank; throws what it refuses. */
export async function post(
  { url, key }: { readonly url: string; readonly key: string },
  path: string,
  body: object,
) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as ReturnType<typeof JSON.parse>;
}

/** Processor time in milliseconds. */
interface Spent {
  readonly bankMs: number;
  readonly temporalMs: number;
}

/** Processor time of bank and Temporal while some work is done. */
export async function spentBy(
  { bankPid, temporalPid }: Ground,
  work: () => Promise<unknown>,
): Promise<Spent> {
  const before = [processorMs(bankPid), processorMs(temporalPid)] as const;
  await work();
  return {
    bankMs: processorMs(bankPid) - before[0],
    temporalMs: processorMs(temporalPid) - before[1],
  };
}

/** Processor time of a second without any work. */
export async function spentIdle(ground: Ground): Promise<Spent> {
  await sleep(2_000);
  const { bankMs, temporalMs } = await spentBy(ground, () => sleep(IDLE_SECONDS * 1_000));
  return { bankMs: bankMs / IDLE_SECONDS, temporalMs: temporalMs / IDLE_SECONDS };
}

interface Plan {
  readonly clients: number;
  /** Left out: as many as the time allows. */
  readonly count?: number;
  readonly seconds?: number;
  /** Resolves when what the work has left for later is done: its processor time is counted. */
  readonly rest?: () => Promise<void>;
  /** Does one piece of work, its end included; calls `answered` when the bank has answered. */
  readonly one: (number: number, answered: () => void) => Promise<string>;
}

/** The result of clients that each do one piece of work after another. */
export interface Done extends Spent {
  /** What `one` returned. */
  readonly ids: readonly string[];
  readonly answeredMs: readonly number[];
  readonly doneMs: readonly number[];
  readonly perSecond: number;
}

/** Numbers pieces of work through all calls. */
let begun = 0;

/** Processor times are those of each piece of work. */
export async function workThrough(
  ground: Ground,
  { clients, count = Number.POSITIVE_INFINITY, seconds, rest, one }: Plan,
): Promise<Done> {
  const answeredMs: number[] = [];
  const doneMs: number[] = [];
  const ids: string[] = [];
  const began = performance.now();
  const until = seconds === undefined ? Number.POSITIVE_INFINITY : began + seconds * 1_000;
  let left = count;
  const client = async () => {
    while (performance.now() < until && left > 0) {
      left -= 1;
      const started = performance.now();
      ids.push(await one(begun++, () => answeredMs.push(performance.now() - started)));
      doneMs.push(performance.now() - started);
    }
  };
  let perSecond = 0;
  const { bankMs, temporalMs } = await spentBy(ground, async () => {
    await Promise.all(Array.from({ length: clients }, client));
    perSecond = ids.length / ((performance.now() - began) / 1_000);
    await rest?.();
  });
  const each = ids.length;
  return {
    ids,
    answeredMs,
    doneMs,
    perSecond,
    bankMs: bankMs / each,
    temporalMs: temporalMs / each,
  };
}

/** The rows of work done; `name` begins the first. */
export function rowsOf(
  name: string,
  done: Done,
  { rate = {}, ms = {} }: { readonly rate?: Target; readonly ms?: Target } = {},
): Row[] {
  return [
    row(name, done.perSecond, '/s', rate),
    row('the same, p50 until answered', percentile(done.answeredMs, 0.5), 'ms'),
    row('the same, p50 until done', percentile(done.doneMs, 0.5), 'ms'),
    ...spentRows('the same', done, ms),
  ];
}

/** The rows of processor time. */
export function spentRows(name: string, { bankMs, temporalMs }: Spent, target: Target = {}): Row[] {
  return [
    row(`${name}, processor time of bank and Temporal`, bankMs + temporalMs, 'ms', target),
    row('the same, of the bank', bankMs, 'ms'),
    row('the same, of Temporal', temporalMs, 'ms'),
  ];
}

/** Rows of the events of workflows by name, the mean of some of them. */
export async function eventRows(
  { temporalAddress }: Ground,
  name: string,
  workflowIds: readonly string[],
): Promise<Row[]> {
  const connection = await Connection.connect({ address: temporalAddress });
  const { workflow } = new Client({ connection, namespace: 'sandbox' });
  const counts = new Map<string, number>();
  try {
    for (const workflowId of workflowIds) {
      const { events } = await workflow.getHandle(workflowId).fetchHistory();
      for (const event of events ?? []) {
        const found = Object.entries(event).find(
          ([field, value]) => field.endsWith('EventAttributes') && value,
        );
        const label = (found?.[0] ?? '').replace('EventAttributes', '');
        counts.set(label, (counts.get(label) ?? 0) + 1 / workflowIds.length);
      }
    }
  } finally {
    await connection.close();
  }
  return [...counts].sort().map(([label, count]) => row(`${name}: ${label}`, count, ''));
}
