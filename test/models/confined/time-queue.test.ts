// The queue shares time, not turns: an owner with slow calls delays the other owners no more than an
// owner with quick calls does.

import { expect, test } from 'vitest';
import { createTimeQueue, type TimeQueue } from '../../../models/confined/time-queue.ts';

/**
 * Takes a number of turns and returns their owners in order.
 * @param tookMs duration of a turn, by owner
 */
function take(queue: TimeQueue<string>, turns: number, tookMs: Record<string, number>): string[] {
  return Array.from({ length: turns }, () => {
    const { owner = '' } = queue.next() ?? {};
    queue.spend(owner, tookMs[owner] ?? 0);
    return owner;
  });
}

const queueOf = (...owners: string[]) => {
  const queue = createTimeQueue<string>();
  for (const [index, owner] of owners.entries()) queue.push(owner, `${owner}${index}`);
  return queue;
};

test('owners whose items take equally long take turns, each with its items in order', () => {
  const queue = queueOf('a', 'a', 'b', 'b');
  const items = [];
  for (let next = queue.next(); next; next = queue.next()) {
    items.push(next.item);
    queue.spend(next.owner, 5);
  }
  expect(items).toEqual(['a0', 'b2', 'a1', 'b3']);
});

test('an owner with items ten times as slow gets a tenth of the turns', () => {
  const queue = queueOf(...Array(40).fill('slow'), ...Array(40).fill('quick'));
  const order = take(queue, 33, { slow: 100, quick: 10 });
  expect(order.filter((owner) => owner === 'slow')).toHaveLength(3);
});

test('an owner who returns after a long time is next, but has no extra credit', () => {
  const queue = queueOf(...Array(40).fill('slow'));
  take(queue, 10, { slow: 100 });
  for (let index = 0; index < 20; index += 1) queue.push('late', `late${index}`);
  const order = take(queue, 8, { slow: 100, late: 100 });
  expect(order.filter((owner) => owner === 'late')).toHaveLength(4);
  expect(order[0]).toBe('late');
});

test('an owner who leaves and returns at once keeps the used time', () => {
  const queue = queueOf('slow', 'quick', 'quick', 'quick');
  expect(take(queue, 2, { slow: 100, quick: 10 })).toEqual(['slow', 'quick']);
  queue.push('slow', 'again');
  expect(take(queue, 3, { slow: 100, quick: 10 })).toEqual(['quick', 'quick', 'slow']);
});

test('an item that is put back comes before the others of its owner', () => {
  const queue = queueOf('a', 'a');
  const first = queue.next();
  queue.putBack('a', first?.item ?? '');
  expect(queue.drain()).toEqual(['a0', 'a1']);
  expect(queue.next()).toBeNull();
});
