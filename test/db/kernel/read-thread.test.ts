// A read thread: answers, pieces that are computed on request, and faults.

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { readThread } from '../../../db/kernel/read-thread.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { COUNTING_READS } from './counting-reads.ts';

function openThread(file: string | null = join(temporaryFolder(), 'ledger.db')) {
  const database = openDatabase(file ?? ':memory:', 'ledger');
  const closing = new AbortController();
  onTestFinished(() => {
    closing.abort();
    database.close();
  });
  const worker = new URL('./counting-worker.ts', import.meta.url);
  const reads = COUNTING_READS;
  const thread = readThread({ name: 'counting', worker, reads, closing: closing.signal });
  return { thread, ledger: { file, database } };
}

async function all<Piece>(pieces: AsyncIterable<Piece>): Promise<Piece[]> {
  const received: Piece[] = [];
  for await (const piece of pieces) received.push(piece);
  return received;
}

test.each(['on a thread', 'in memory'])(
  'a read and its pieces are answered %s',
  async (location) => {
    const { thread, ledger } = location === 'in memory' ? openThread(null) : openThread();
    expect(await thread.read('counters', ledger, {})).toBe(0);
    expect(await all(thread.pieces('upTo', ledger, { to: 4 }))).toEqual([1, 2, 3, 4]);
    expect(await all(thread.pieces('upTo', ledger, { to: 0 }))).toEqual([]);
  },
);

test('pieces are made only on request, and a reader that leaves ends the rest', async () => {
  const { thread, ledger } = openThread();
  const pieces = thread.pieces('upTo', ledger, { to: 1_000 });
  expect((await pieces.next()).value).toBe(1);
  expect((await pieces.next()).value).toBe(2);
  expect(await thread.read('made', ledger, {})).toEqual({ made: 2, ended: 0 });
  await pieces.return();
  expect(await thread.read('made', ledger, {})).toEqual({ made: 2, ended: 1 });
});

test('several concurrent reads take turns', async () => {
  const { thread, ledger } = openThread();
  const [first, other] = [1, 2].map(() => thread.pieces('upTo', ledger, { to: 3 }));
  const turns = [
    await first?.next(),
    await other?.next(),
    await first?.next(),
    await other?.next(),
  ];
  expect(turns.map((turn) => turn?.value)).toEqual([1, 1, 2, 2]);
});

test('the read thread cannot write', async () => {
  const { thread, ledger } = openThread();
  await expect(thread.read('write', ledger, {})).rejects.toThrow('readonly');
});

test('a fault fails only its own read, and the end of the thread fails the reads it had begun', async () => {
  const { thread, ledger } = openThread();
  await expect(all(thread.pieces('faulty', ledger, {}))).rejects.toThrow(
    'counting failed: no more',
  );
  const pieces = thread.pieces('upTo', ledger, { to: 9 });
  expect((await pieces.next()).value).toBe(1);
  await expect(thread.read('end', ledger, {})).rejects.toThrow('counting ended');
  await expect(pieces.next()).rejects.toThrow('the thread that began this work failed');
  expect(await all(thread.pieces('upTo', ledger, { to: 2 }))).toEqual([1, 2]);
  expect(thread.waiting()).toBe(0);
});
