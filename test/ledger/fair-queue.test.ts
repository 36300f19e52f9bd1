// An owner who puts many items into a queue is the only one who waits for them.

import { expect, test } from 'vitest';
import { fairQueue } from '../../ledger/fair-queue.ts';

function fillQueue(...counts: readonly (readonly [string, number])[]) {
  const queue = fairQueue<string>();
  for (const [owner, count] of counts) {
    for (let n = 0; n < count; n++) queue.push(owner, `${owner}${n}`);
  }
  return queue;
}

test('each owner has its turn, and its own in their order', () => {
  const queue = fillQueue(['a', 5], ['b', 1], ['c', 2]);
  expect(queue.take(4)).toEqual(['a0', 'b0', 'c0', 'a1']);
  expect(queue.take(10)).toEqual(['c1', 'a2', 'a3', 'a4']);
  expect([queue.size(), queue.owners(), queue.take(1)]).toEqual([0, 0, []]);
});

test('who comes late to a long queue waits for one of each, not for all', () => {
  const queue = fillQueue(['noisy', 1_000], ['other', 2]);
  expect(queue.ahead('quiet')).toBe(2);
  queue.push('quiet', 'quiet0');
  expect(queue.take(3)).toContain('quiet0');
});

test('what lies ahead of an owner is what is taken before its next', () => {
  const queue = fillQueue(['a', 3], ['b', 9], ['c', 1]);
  // Three of its own, four of b in the same rounds, and the one of c.
  expect(queue.ahead('a')).toBe(8);
  queue.push('a', 'last');
  expect(queue.take(9).indexOf('last')).toBeLessThanOrEqual(8);
});

test('the turn goes on where it stood when more is put in', () => {
  const queue = fillQueue(['a', 2], ['b', 2]);
  expect(queue.take(1)).toEqual(['a0']);
  queue.push('a', 'a2');
  expect(queue.take(3)).toEqual(['b0', 'a1', 'b1']);
});

test('of one owner so many are taken while others wait, and all when none does', () => {
  const queue = fillQueue(['noisy', 40], ['quiet', 1], ['other', 3]);
  const taken = queue.take(32, 8);
  expect(taken).toHaveLength(12);
  expect(taken.filter((item) => item.startsWith('noisy'))).toHaveLength(8);
  expect(queue.take(20, 8)).toHaveLength(20);
  expect(queue.size()).toBe(12);
});
