// A caller with hundreds of concurrent requests does not delay the requests of other callers.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFairTurns } from '../../../api/kit/fair-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns turns with a clock that the test advances, and the number of begun requests by caller. */
function createTestTurns(busyShare = 1) {
  const turns = createFairTurns(
    () => Date.now(),
    () => busyShare,
  );
  const starts: Record<string, number> = {};
  const ask = (caller: string, count = 1) =>
    Array.from({ length: count }, () =>
      turns.schedule(caller, () => {
        starts[caller] = (starts[caller] ?? 0) + 1;
      }),
    );
  return { ask, begun: starts, advance: (ms: number) => vi.advanceTimersByTime(ms) };
}

test('a lone caller begins all its requests', () => {
  const { ask, begun } = createTestTurns();
  ask('noisy', 500);
  expect(begun).toEqual({ noisy: 500 });
});

test(
  'with another caller present, a few requests of a caller run at a time; further ones begin ' +
    'as these end',
  () => {
    const { ask, begun } = createTestTurns();
    ask('quiet');
    const noisyTurns = ask('noisy', 100);
    expect(begun).toEqual({ quiet: 1, noisy: 4 });
    for (const turn of noisyTurns.slice(0, 3)) turn.end();
    expect(begun).toEqual({ quiet: 1, noisy: 7 });
    ask('quiet', 8);
    expect(begun).toEqual({ quiet: 4, noisy: 7 });
  },
);

test('each caller has four requests under way, however many callers there are', () => {
  const { ask, begun } = createTestTurns();
  for (let n = 0; n < 9; n++) ask(`caller-${n}`, 20);
  expect(begun).toMatchObject({ 'caller-1': 4, 'caller-4': 4, 'caller-8': 4 });
});

test('callers without a credential together have two places', () => {
  const { ask, begun } = createTestTurns();
  ask('developer');
  const registrations = ask('', 16);
  expect(begun).toEqual({ developer: 1, '': 2 });
  registrations[0]?.end();
  registrations[0]?.end();
  expect(begun['']).toBe(3);
});

test('a request that takes longer than a tenth of a second lets the next request begin', () => {
  const { ask, begun, advance } = createTestTurns();
  ask('quiet');
  const slowTurns = ask('noisy', 10);
  advance(100);
  expect(begun['noisy']).toBe(8);
  for (const turn of slowTurns.slice(0, 4)) turn.end();
  expect(begun['noisy']).toBe(8);
  advance(100);
  expect(begun['noisy']).toBe(10);
});

test('while the thread has idle time, more requests begin than there are places', () => {
  const { ask, begun, advance } = createTestTurns(0.4);
  ask('quiet');
  ask('noisy', 100);
  expect(begun['noisy']).toBe(4);
  advance(35);
  expect(begun['noisy']).toBe(10);
});

test('a request whose client disconnects before its turn never begins', () => {
  const { ask, begun } = createTestTurns();
  ask('quiet');
  const noisyTurns = ask('noisy', 10);
  noisyTurns[9]?.end();
  for (const turn of noisyTurns.slice(0, 8)) turn.end();
  expect(begun['noisy']).toBe(9);
});

test('once the other callers are silent for a second, all waiting requests begin', () => {
  const { ask, begun, advance } = createTestTurns();
  ask('quiet');
  ask('noisy', 100);
  advance(1_001);
  ask('noisy');
  expect(begun['noisy']).toBe(101);
});

test('long work yields to a request and resumes once the request has ended', async () => {
  vi.useRealTimers();
  const turns = createFairTurns();
  await turns.yieldToRequests('');
  const request = turns.schedule('developer', () => {});
  let hasResumed = false;
  const paused = turns.yieldToRequests('').then(() => {
    hasResumed = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(hasResumed).toBe(false);
  request.end();
  await paused;
});

test('long work learns whether any caller but its tenant has sent a request within the last second', async () => {
  vi.useRealTimers();
  let time = 0;
  const { schedule: ask, noteTenant, yieldToRequests } = createFairTurns(() => time);
  const isAlone = async (...callers: string[]) => {
    for (const caller of callers) {
      ask(caller, () => {}).end();
      if (caller !== 'not authenticated') noteTenant(caller, `tenant of ${caller}`);
    }
    return yieldToRequests('tenant of one');
  };
  expect(await isAlone()).toBe(true);
  expect(await isAlone('one', 'one')).toBe(true);
  time = 500;
  expect(await isAlone('other')).toBe(false);
  // The tenant's own requests do not hide the one of another tenant.
  expect(await isAlone('one')).toBe(false);
  time = 1_501;
  expect(await isAlone('one')).toBe(true);
  expect(await isAlone('not authenticated')).toBe(false);
});

test('an endless series of requests does not stop long work', async () => {
  vi.useRealTimers();
  const turns = createFairTurns();
  for (let n = 0; n < 10; n++) turns.schedule(`caller-${n}`, () => {});
  const startedAt = performance.now();
  await turns.yieldToRequests('');
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(20);
});
