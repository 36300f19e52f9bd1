// An owner who queues many items does not delay the other owners.

import { expect, test } from 'vitest';
import { createFairQueue } from '../../ledger/fair-queue.ts';

function fillQueue(...counts: readonly (readonly [string, number])[]) {
  const queue = createFairQueue<string>();
  for (const [owner, count] of counts) {
    for (let n = 0; n < count; n++) queue.push(owner, `${owner}${n}`);
  }
  return queue;
}

test("a fair queue serves owners in turn, and each owner's items in their order", () => {
  const queue = fillQueue(['a', 5], ['b', 1], ['c', 2]);
  expect(queue.take(4)).toEqual(['a0', 'b0', 'c0', 'a1']);
  expect(queue.take(10)).toEqual(['c1', 'a2', 'a3', 'a4']);
  expect([queue.size(), queue.owners(), queue.take(1)]).toEqual([0, 0, []]);
});

test('a late owner in a long queue waits for one item of each owner, not for all', () => {
  const queue = fillQueue(['noisy', 1_000], ['other', 2]);
  expect(queue.countAhead('quiet')).toBe(2);
  queue.push('quiet', 'quiet0');
  expect(queue.take(3)).toContain('quiet0');
});

test('the items ahead of an owner are those taken before its next item', () => {
  const queue = fillQueue(['a', 3], ['b', 9], ['c', 1]);
  // Three of the owner's items, four of owner b in the same rounds, and the only one of owner c.
  expect(queue.countAhead('a')).toBe(8);
  queue.push('a', 'last');
  expect(queue.take(9).indexOf('last')).toBeLessThanOrEqual(8);
});

test('adding items does not change whose turn is next', () => {
  const queue = fillQueue(['a', 2], ['b', 2]);
  expect(queue.take(1)).toEqual(['a0']);
  queue.push('a', 'a2');
  expect(queue.take(3)).toEqual(['b0', 'a1', 'b1']);
});

test("an owner's items are limited while others wait, and unlimited when no other does", () => {
  const queue = fillQueue(['noisy', 40], ['quiet', 1], ['other', 3]);
  const batch = queue.take(32, 8);
  expect(batch).toHaveLength(12);
  expect(batch.filter((item) => item.startsWith('noisy'))).toHaveLength(8);
  expect(queue.take(20, 8)).toHaveLength(20);
  expect(queue.size()).toBe(12);
});
