// Refusals to a caller that floods the bank are delayed, and refusals to other callers are not.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefusalTurns } from '../../../api/kit/refusal-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createTestRefusals() {
  const turns = createRefusalTurns(() => Date.now());
  const answered: Record<string, number> = {};
  const add = (caller: string, count: number) => {
    for (let n = 0; n < count; n++) {
      turns.add(caller, () => {
        answered[caller] = (answered[caller] ?? 0) + 1;
      });
    }
  };
  return { add, answered };
}

test('a turn of the event loop answers at most 32 refusals', () => {
  const { add, answered } = createTestRefusals();
  add('noisy', 70);
  const counts = Array.from({ length: 3 }, () => {
    vi.advanceTimersToNextTimer();
    return answered['noisy'];
  });
  expect(counts).toEqual([32, 64, 70]);
});

test('refusals to a caller that persists within the second are delayed, others are not', () => {
  const { add, answered } = createTestRefusals();
  add('noisy', 130);
  add('other', 1);
  vi.advanceTimersByTime(240);
  expect(answered).toEqual({ noisy: 128, other: 1 });
  vi.advanceTimersByTime(20);
  expect(answered).toEqual({ noisy: 130, other: 1 });
});

test("after a quiet second a caller's refusals are answered at once again", () => {
  const { add, answered } = createTestRefusals();
  add('noisy', 130);
  vi.advanceTimersByTime(1_001);
  add('noisy', 1);
  vi.advanceTimersByTime(10);
  expect(answered).toEqual({ noisy: 131 });
});
