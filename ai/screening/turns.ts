// Long computing in slices: other work of the process has its turn between two of them.

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Least duration of one slice; a single step may extend it. */
const SLICE_MS = 4;

/** Runs to the end at once. */
export function runAtOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Runs to the end in slices. */
export async function runInTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  let until = performance.now() + SLICE_MS;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + SLICE_MS;
  }
}
