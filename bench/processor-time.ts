// The cost of work with many steps: processor time of bank and Temporal separately, and the number
// of events in the histories of its workflows, which the load of the machine does not change.

import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { percentile, type Row, type Target } from './measure.ts';
import { processorMs, type Testbed } from './testbed.ts';

const IDLE_SECONDS = 5;

/** Returns a row without a floor. */
export const row = (name: string, value: number, unit: string, target: Target = {}): Row => ({
  name,
  value,
  unit,
  floorName: 'none',
  floor: null,
  target,
});

/**
 * Sends a request to the bank.
 * @throws Error when the bank refuses it
 */
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
interface ProcessorTimes {
  readonly bankMs: number;
  readonly temporalMs: number;
}

/** Measures the processor time of bank and Temporal while some work is done. */
export async function measureProcessorTimes(
  { bankPid, temporalPid }: Testbed,
  work: () => Promise<unknown>,
): Promise<ProcessorTimes> {
  const before = [processorMs(bankPid), processorMs(temporalPid)] as const;
  await work();
  return {
    bankMs: processorMs(bankPid) - before[0],
    temporalMs: processorMs(temporalPid) - before[1],
  };
}

/** Measures the processor time of a second without work. */
export async function measureIdle(testbed: Testbed): Promise<ProcessorTimes> {
  await sleep(2_000);
  const { bankMs, temporalMs } = await measureProcessorTimes(testbed, () =>
    sleep(IDLE_SECONDS * 1_000),
  );
  return { bankMs: bankMs / IDLE_SECONDS, temporalMs: temporalMs / IDLE_SECONDS };
}

interface WorkPlan {
  readonly clients: number;
  /** Number of pieces of work; undefined for as many as the time permits. */
  readonly count?: number;
  readonly seconds?: number;
  /** Waits for deferred work, whose processor time is counted, too. */
  readonly waitForDeferred?: () => Promise<void>;
  /** Does one piece of work to its end; calls `answered` when the bank has answered. */
  readonly carryOut: (number: number, answered: () => void) => Promise<string>;
}

/** The result of clients that each do one piece of work after another. */
export interface WorkResult extends ProcessorTimes {
  /** The values that `carryOut` returned. */
  readonly ids: readonly string[];
  readonly answeredMs: readonly number[];
  readonly doneMs: readonly number[];
  readonly perSecond: number;
}

/** Counts the pieces of work of all calls. */
let nextNumber = 0;

/** Runs the work with parallel clients. Processor times are those of each piece of work. */
export async function runWork(
  testbed: Testbed,
  { clients, count = Number.POSITIVE_INFINITY, seconds, waitForDeferred, carryOut }: WorkPlan,
): Promise<WorkResult> {
  const answeredMs: number[] = [];
  const doneMs: number[] = [];
  const ids: string[] = [];
  const began = performance.now();
  const until = seconds === undefined ? Number.POSITIVE_INFINITY : began + seconds * 1_000;
  let remaining = count;
  const client = async () => {
    while (performance.now() < until && remaining > 0) {
      remaining -= 1;
      const started = performance.now();
      ids.push(await carryOut(nextNumber++, () => answeredMs.push(performance.now() - started)));
      doneMs.push(performance.now() - started);
    }
  };
  let perSecond = 0;
  const { bankMs, temporalMs } = await measureProcessorTimes(testbed, async () => {
    await Promise.all(Array.from({ length: clients }, client));
    perSecond = ids.length / ((performance.now() - began) / 1_000);
    await waitForDeferred?.();
  });
  const idCount = ids.length;
  return {
    ids,
    answeredMs,
    doneMs,
    perSecond,
    bankMs: bankMs / idCount,
    temporalMs: temporalMs / idCount,
  };
}

/** Returns the rows of a result; the first one is called `name`. */
export function formatWorkResult(
  name: string,
  result: WorkResult,
  { rate = {}, ms = {} }: { readonly rate?: Target; readonly ms?: Target } = {},
): Row[] {
  return [
    row(name, result.perSecond, '/s', rate),
    row(`${name}: p50 until answered`, percentile(result.answeredMs, 0.5), 'ms'),
    row(`${name}: p50 until done`, percentile(result.doneMs, 0.5), 'ms'),
    ...formatProcessorTimes(name, result, ms),
  ];
}

/** Returns the rows of processor time. */
export function formatProcessorTimes(
  name: string,
  { bankMs, temporalMs }: ProcessorTimes,
  target: Target = {},
): Row[] {
  return [
    row(`${name}: processor time of bank and Temporal`, bankMs + temporalMs, 'ms', target),
    row(`${name}: processor time of the bank`, bankMs, 'ms'),
    row(`${name}: processor time of Temporal`, temporalMs, 'ms'),
  ];
}

/** Returns a row for each type of event: its mean number in the given workflows. */
export async function countEvents(
  { temporalAddress }: Testbed,
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
        const attributes = Object.entries(event).find(
          ([field, value]) => field.endsWith('EventAttributes') && value,
        );
        const label = (attributes?.[0] ?? '').replace('EventAttributes', '');
        counts.set(label, (counts.get(label) ?? 0) + 1 / workflowIds.length);
      }
    }
  } finally {
    await connection.close();
  }
  return [...counts].sort().map(([label, count]) => row(`${name}: ${label}`, count, ''));
}
