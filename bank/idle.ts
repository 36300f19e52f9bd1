// Whether the machine has time for what may as well wait or be left out: a fifth of its processor
// time in the last second was nobody's.

import { cpus } from 'node:os';

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

/** Begins to measure; until the first second is over, the machine is taken to be idle. */
export function startIdleMeter(read = readTimes): IdleMeter {
  let before = read();
  let share = 1;
  const timer = setInterval(() => {
    const now = read();
    const all = now.all - before.all;
    if (all > 0) share = (now.idle - before.idle) / all;
    before = now;
  }, SAMPLE_MS);
  timer.unref();
  return { hasTime: () => share >= ENOUGH, stop: () => clearInterval(timer) };
}
