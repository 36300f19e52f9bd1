// Acts as their callers see them: input, result and errors.

import { expect, onTestFinished, test } from 'vitest';
import { act, actRunner } from '../../../db/kernel/act.ts';
import { openDatabase } from '../../../db/kernel/connect.ts';
import { createKeyStore } from '../../../db/kernel/keys.ts';
import { USUAL_TERMS } from '../../../db/kernel/terms.ts';
import { openTx } from '../../../db/kernel/tx.ts';
import { Refusal } from '../../../ledger/refusal.ts';

const addWord = act('word.add', (tx, { word, copies }: { word: string; copies: number }) => {
  for (let copy = 1; copy <= copies; copy++) {
    tx.run('INSERT INTO words VALUES (?)', `${word} ${copy}`);
  }
  if (copies > 2) throw new Refusal('batch_not_found', { existingId: word });
  return { word, isIn: tx.database.raw.inTransaction };
});

function openWordStore() {
  const database = openDatabase(':memory:', 'ledger');
  onTestFinished(() => database.close());
  database.raw.exec('CREATE TABLE words (word TEXT PRIMARY KEY)');
  const txParts = { terms: USUAL_TERMS, clock: Date.now, emit: () => '', failPoint: () => {} };
  const parts = {
    database,
    keys: createKeyStore(database),
    livemode: false,
    now: Date.now,
    ...txParts,
  };
  const count = database.raw.prepare<[], number>('SELECT count(*) FROM words').pluck();
  return { run: actRunner(openTx(parts)), count: () => count.get() };
}

test('an act runs with its input inside a commit and returns after the commit', async () => {
  const { run, count } = openWordStore();
  expect(await run(addWord, { word: 'two', copies: 2 })).toEqual({ word: 'two', isIn: true });
  expect(count()).toBe(2);
});

test('a refusal reaches the caller with its fields, and the act writes nothing', async () => {
  const { run, count } = openWordStore();
  const refused = { code: 'batch_not_found', fields: { existingId: 'three' } };
  await expect(run(addWord, { word: 'three', copies: 3 })).rejects.toMatchObject(refused);
  expect(count()).toBe(0);
});
