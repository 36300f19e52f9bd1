// Runs long computations in slices, between which other work of the process runs.

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Minimum duration of a slice; a single step may extend it. */
const SLICE_MS = 4;

/** Runs a computation to its end at once. */
export function runAtOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Runs a computation to its end in slices. */
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
