// Tells whether the bank has time for optional work: in the last second a fifth of the machine's
// processor time was unused, and a fifth of the bank's own thread was idle. On a machine of several
// cores the thread is saturated long before the machine.

import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

const SAMPLE_MS = 1_000;
const ENOUGH = 0.2;

export interface IdleMeter {
  hasTime(): boolean;
  stop(): void;
}

/** Processor time of the whole machine so far, and the part of it that nobody used. */
function readTimes(): { readonly idle: number; readonly all: number } {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, all };
}

/** Returns the share of its time that this thread has been idle since the call before. */
function threadMeter(): () => number {
  let since = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(since);
    since = performance.eventLoopUtilization();
    return 1 - utilization;
  };
}

/** Begins to measure; until the first second is over, machine and thread are taken to be idle. */
export function startIdleMeter(read = readTimes, readThread = threadMeter()): IdleMeter {
  let before = read();
  let share = 1;
  const timer = setInterval(() => {
    const now = read();
    const all = now.all - before.all;
    const ofThread = readThread();
    if (all > 0) share = Math.min(ofThread, (now.idle - before.idle) / all);
    before = now;
  }, SAMPLE_MS);
  timer.unref();
  return { hasTime: () => share >= ENOUGH, stop: () => clearInterval(timer) };
}
