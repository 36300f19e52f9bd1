// The delay before a child that ended is started again.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepRunning } from '../../../scripts/run/keep.mjs';
import type { Exit } from '../../../scripts/run/tether.mjs';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/**
 * Returns the pauses before `starts` starts of a child that always ends with `exit` before it is
 * ready.
 */
async function pausesOf(exit: Exit, starts: number): Promise<number[]> {
  const startedAt: number[] = [];
  const stored = keepRunning({
    name: 'The child',
    crashLimit: 1_000,
    outputHint: '',
    launch: async () => {
      startedAt.push(performance.now());
      return {
        exited: Promise.resolve(exit),
        ready: new Promise<void>(() => {}),
        stop: async () => {},
        kill: async () => {},
      };
    },
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await stored.stop();
  return startedAt
    .slice(1, starts)
    .map((time, index) => Math.round(time - (startedAt[index] ?? 0)));
}

test('a child that exits before it works is restarted ever more slowly', async () => {
  const pauses = await pausesOf({ code: 1, signal: null }, 8);
  expect(pauses).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
});

test('a child that is killed before it works is restarted at once, however often', async () => {
  const pauses = await pausesOf({ code: null, signal: 'SIGKILL' }, 8);
  expect(pauses).toEqual([200, 200, 200, 200, 200, 200, 200]);
});
