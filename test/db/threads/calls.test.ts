import { expect, onTestFinished, test } from 'vitest';
import { openThread } from '../../../db/threads/calls.ts';

function openDoublingThread() {
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const file = new URL('./doubling-worker.ts', import.meta.url);
  const options = { name: 'the doubler', file, data: { factor: 2 }, closing: closing.signal };
  return { closing, thread: openThread<number | 'fail' | 'die', number, string>(options) };
}

test('concurrent calls each get their own result', async () => {
  const { thread } = openDoublingThread();
  expect(await Promise.all([1, 2, 3].map((order) => thread.call(order)))).toEqual([2, 4, 6]);
  expect(thread.waiting()).toBe(0);
});

test('the parts of a result come before its end, in order', async () => {
  const { thread } = openDoublingThread();
  const parts: string[] = [];
  await thread.call(3, { onPart: (part) => void parts.push(part) });
  expect(parts).toEqual(['part 1', 'part 2', 'part 3']);
});

test('a failing call does not affect other calls', async () => {
  const { thread } = openDoublingThread();
  const [first, failed, last] = await Promise.allSettled(
    [1, 'fail', 3].map((order) => thread.call(order as number)),
  );
  expect([first, last]).toMatchObject([{ value: 2 }, { value: 6 }]);
  expect(failed).toMatchObject({ reason: { message: 'the doubler failed: failed on request' } });
});

test('a thread that dies fails its waiting calls, and the next call starts another thread', async () => {
  const { thread } = openDoublingThread();
  await expect(thread.call('die')).rejects.toThrow('the doubler ended: 7');
  expect(thread.waiting()).toBe(0);
  expect(await thread.call(4)).toBe(8);
});

test('closing fails the waiting calls', async () => {
  const { closing, thread } = openDoublingThread();
  await thread.call(1);
  const waiting = expect(thread.call('die')).rejects.toThrow('the doubler ended');
  closing.abort();
  await waiting;
});

test("a caller with many calls delays another caller's call only by a few", async () => {
  const { thread } = openDoublingThread();
  const ends: string[] = [];
  const call = async (owner: string, order: number) => {
    await thread.call(order, { owner });
    ends.push(owner);
  };
  const greedy = Array.from({ length: 200 }, (_, n) => call('greedy', n));
  await Promise.all([...greedy, call('modest', 1)]);
  expect(ends.indexOf('modest')).toBeLessThanOrEqual(3);
});

test('a full thread refuses a caller that has its share, and accepts another caller', async () => {
  const { thread } = openDoublingThread();
  const calls = Array.from({ length: 8 }, (_, n) => thread.call(n, { owner: 'greedy' }));
  expect(thread.isFull('greedy', 8)).toBe(true);
  expect(thread.isFull('modest', 8)).toBe(false);
  calls.push(thread.call(1, { owner: 'modest' }));
  expect(thread.isFull('modest', 8)).toBe(false);
  await Promise.all(calls);
  expect(thread.isFull('greedy', 8)).toBe(false);
});
