// Shared resources: each developer has a share, and nobody can take all of them.

import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { Problem } from '../../../api/kit/errors.ts';
import { createOwnerQueue } from '../../../api/kit/owner-queue.ts';
import { uploadSlots } from '../../../api/kit/uploads/slots.ts';
import { isShareFull } from '../../../ledger/share.ts';

test('the owner that fills a shared storage is refused, and other owners are admitted', () => {
  const heldByOwner = new Map([['greedy', 20_000]]);
  expect(isShareFull(heldByOwner, 'greedy', 20_000)).toBe(true);
  expect(isShareFull(heldByOwner, 'other', 20_000)).toBe(false);
  heldByOwner.set('other', 3);
  expect(isShareFull(heldByOwner, 'other', 20_000)).toBe(false);
  expect(isShareFull(heldByOwner, 'greedy', 20_000)).toBe(true);
});

test('a share is an equal part of a full storage, and the whole of a storage that is not full', () => {
  const heldByOwner = new Map([
    ['one', 50],
    ['two', 30],
    ['three', 20],
  ]);
  const fullOwners = [...heldByOwner.keys()].filter((owner) =>
    isShareFull(heldByOwner, owner, 100),
  );
  expect(fullOwners).toEqual(['one']);
  expect(isShareFull(heldByOwner, 'one', 101)).toBe(false);
});

test("a developer's long queue of work delays another developer by one piece of work only", async () => {
  const queue = createOwnerQueue({ work: 'analyses', maxRunning: 1, maxPerOwner: 3 });
  const finishedOrder: string[] = [];
  const work = async (owner: string, name: string) => {
    const leave = await queue.enter(owner);
    await new Promise((resolve) => setImmediate(resolve));
    finishedOrder.push(name);
    leave();
  };
  const greedyWork = ['a', 'b', 'c'].map((name) => work('greedy', name));
  const modestWork = work('modest', 'x');
  await Promise.all([...greedyWork, modestWork]);
  expect(finishedOrder.indexOf('x')).toBeLessThanOrEqual(2);
});

test("a developer's work beyond its share is refused, and accepted again after earlier work ends", async () => {
  const queue = createOwnerQueue({ work: 'analyses', maxRunning: 1, maxPerOwner: 2 });
  const leaveFirst = await queue.enter('greedy');
  const secondRequest = queue.enter('greedy');
  await expect(queue.enter('greedy')).rejects.toThrow(Problem);
  leaveFirst();
  leaveFirst();
  (await secondRequest)();
  (await queue.enter('greedy'))();
  (await queue.enter('other'))();
});

test('a developer without an upload under way is admitted when all slots are taken', async () => {
  const { take } = uploadSlots(tmpdir());
  const turns = [1, 2, 3, 4];
  for (let owner = 0; owner < 7; owner += 1)
    await Promise.all(turns.map(() => take(`many ${owner}`)));
  const lastSlots = await Promise.all(turns.map(() => take('last')));
  await take('newcomer');
  for (const giveBack of lastSlots) giveBack();
  await Promise.all(turns.map(() => take('another')));
  await expect(take('another')).rejects.toMatchObject({ code: 'concurrency_limited' });
  await take('one more');
});
