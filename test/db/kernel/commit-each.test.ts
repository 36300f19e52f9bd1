// The acts of a writer as callers see them.

import { expect, onTestFinished, test } from 'vitest';
import { commitEach } from '../../../db/kernel/commit-each.ts';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { Refusal } from '../../../ledger/refusal.ts';

function openWords() {
  const database = openDatabase(':memory:', 'ledger');
  onTestFinished(() => database.close());
  database.raw.exec('CREATE TABLE words (word TEXT PRIMARY KEY)');
  const insert = database.raw.prepare('INSERT INTO words VALUES (?)');
  const writer = {
    add: (word: string, copies: number) => {
      for (let copy = 1; copy <= copies; copy++) insert.run(`${word} ${copy}`);
      if (copies > 2) throw new Refusal('batch_not_found', { existingId: word });
      return { word, isIn: database.raw.inTransaction };
    },
  };
  const count = database.raw.prepare<[], number>('SELECT count(*) FROM words').pluck();
  return { words: commitEach(database, writer), count: () => count.get() };
}

test('an act runs with all its arguments inside a commit and answers after it', async () => {
  const { words, count } = openWords();
  expect(await words.add('two', 2)).toEqual({ word: 'two', isIn: true });
  expect(count()).toBe(2);
});

test('a refusal reaches the caller with its fields, and the act writes nothing', async () => {
  const { words, count } = openWords();
  const refused = { code: 'batch_not_found', fields: { existingId: 'three' } };
  await expect(words.add('three', 3)).rejects.toMatchObject(refused);
  expect(count()).toBe(0);
});
