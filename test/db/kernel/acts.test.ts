// Acts in isolation: arguments and results are plain data, and an act that throws is rolled back.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { act, readingAct } from '../../../db/kernel/act.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { Refusal } from '../../../ledger/refusal.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';

let ledger: Ledger;
beforeEach(async () => {
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
});
afterEach(() => ledger.close());

const COUNT = "SELECT value FROM counters WHERE name = 'test'";
const ADD_TO_COUNTER = `INSERT INTO counters (name, value) VALUES ('test', ?)
  ON CONFLICT (name) DO UPDATE SET value = value + excluded.value`;

const add = act(
  'test.add',
  (tx, { by, isRefused = false }: { by: number; isRefused?: boolean }) => {
    tx.run(ADD_TO_COUNTER, by);
    if (isRefused) throw new Refusal('account_not_found');
    return { sum: tx.value<number>(COUNT) };
  },
);

const countTwice = readingAct(
  'test.count',
  (tx, _: null, actual: number) => [actual, tx.value<number>(COUNT) ?? 0],
  async (tx) => tx.value<number>(COUNT) ?? 0,
);

const echo = act('test.echo', (_, input: unknown) => input);

test('an act returns after its commit, and an act that refuses undoes only itself', async () => {
  const refused = ledger.run(add, { by: 5, isRefused: true });
  const added = ledger.run(add, { by: 2 });
  await expect(refused).rejects.toBeInstanceOf(Refusal);
  expect(await added).toEqual({ sum: 2 });
});

test('data looked up before the commit is passed to the act', async () => {
  await ledger.run(add, { by: 3 });
  expect(await ledger.run(countTwice, null)).toEqual([3, 3]);
});

test('input and result of an act are copies', async () => {
  const input = { bytes: Buffer.of(1, 2), list: [{ at: new Date(0) }], none: undefined };
  const echoed = await ledger.run(echo, input);
  expect(echoed).not.toBe(input);
  expect(echoed).toEqual({ ...input, bytes: new Uint8Array([1, 2]) });
});

test.each([
  ['a function', { work: () => 1 }],
  ['an object of a class', { refusal: new Refusal('account_not_found') }],
  ['a promise', Promise.resolve(1)],
])('%s cannot be passed to an act', async (_, input) => {
  await expect(ledger.run(echo, input)).rejects.toThrow();
});

test('two acts cannot have the same name', () => {
  expect(() => act('test.add', () => null)).toThrow('two acts are named test.add');
});
