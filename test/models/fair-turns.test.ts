// Owners take turns: an owner with much work waits for its own work, and no other owner waits for
// it.

import { expect, test } from 'vitest';
import { createFairTurns } from '../../models/fair-turns.ts';

/** Jobs that end on request, and the names of the jobs that have begun. */
function controlledWorks() {
  const starts: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<void>((end) => {
      starts.push(name);
      ends.set(name, end);
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { begun: starts, work, end, settle };
}

test('one owner never occupies all places: another owner begins at once', async () => {
  const { begun, work, end, settle } = controlledWorks();
  const turns = createFairTurns(2);
  const slow = [1, 2, 3].map((turn) => turns.run('slow', work(`slow${turn}`)));
  await settle();
  expect(begun).toEqual(['slow1']);
  const other = turns.run('other', work('other'));
  await settle();
  expect(begun).toEqual(['slow1', 'other']);
  await end('other');
  await end('slow1');
  expect(begun).toEqual(['slow1', 'other', 'slow2']);
  await end('slow2');
  await end('slow3');
  await Promise.all([...slow, other]);
});

test('owners take turns, and a failing job frees its place', async () => {
  const { begun, work, end, settle } = controlledWorks();
  const turns = createFairTurns(1);
  const failing = turns.run('a', async () => {
    begun.push('failing');
    throw new Error('no');
  });
  const all = ['a1', 'a2', 'b1', 'c1'].map((name) => turns.run(name[0] ?? '', work(name)));
  await expect(failing).rejects.toThrow('no');
  await settle();
  for (const name of ['b1', 'c1', 'a1', 'a2', 'b1', 'c1', 'a1', 'a2']) await end(name);
  await Promise.all(all);
  expect(new Set(begun)).toEqual(new Set(['failing', 'a1', 'b1', 'c1', 'a2']));
  expect(begun.indexOf('a2')).toBe(4);
});
