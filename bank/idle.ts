// Measures whether the bank has time for optional work: in the last second at least a fifth of the
// machine's processor time, and a fifth of the time of the bank's thread, were idle. On several
// cores the thread is saturated long before the machine.

import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

const SAMPLE_MS = 1_000;
const MIN_IDLE_SHARE = 0.2;

export interface IdleMeter {
  /** True when the bank has time for optional work. */
  hasTime(): boolean;
  stop(): void;
}

/** Total processor time of the machine so far, and the idle part of it. */
function readTimes(): { readonly idle: number; readonly all: number } {
  let [idleTime, all] = [0, 0];
  for (const { times } of cpus()) {
    idleTime += times.idle;
    all += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle: idleTime, all };
}

/** Returns a function that gives the idle share of this thread since its previous call. */
function threadMeter(): () => number {
  let since = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(since);
    since = performance.eventLoopUtilization();
    return 1 - utilization;
  };
}

/** Starts to measure. Machine and thread count as idle during the first second. */
export function startIdleMeter(read = readTimes, readThread = threadMeter()): IdleMeter {
  let before = read();
  let idleShare = 1;
  const timer = setInterval(() => {
    const now = read();
    const all = now.all - before.all;
    const threadShare = readThread();
    if (all > 0) idleShare = Math.min(threadShare, (now.idle - before.idle) / all);
    before = now;
  }, SAMPLE_MS);
  timer.unref();
  return { hasTime: () => idleShare >= MIN_IDLE_SHARE, stop: () => clearInterval(timer) };
}
