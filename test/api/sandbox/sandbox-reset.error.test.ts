// Refused resets, and the state after an interrupted reset.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { scheduleTransfer } from '../../kit/bank/objects-of-each-kind.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const PATH = '/v1/sandbox/reset';

test.each([
  {},
  { confirm: 'reset', epoch: -1 },
  { confirm: 'yes' },
  { confirm: 'reset', all: true },
  { confirm: true },
])('a reset without its confirmation changes nothing: %j', async (body) => {
  await writesNothing(bank, async () => {
    const answer = await bank.call(PATH, { key, body });
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
  });
});

test('of ten concurrent resets of the same epoch one takes effect', async () => {
  const ownKey = (await register(bank)).key;
  const { accountIds } = await openAccounts(bank, ownKey, [100, 0]);
  const [from = '', to = ''] = accountIds;
  await scheduleTransfer(bank, ownKey, { from, to });
  const resetSandbox = () => bank.call(PATH, { key: ownKey, body: { confirm: 'reset', epoch: 0 } });
  const answers = await Promise.all(Array.from({ length: 10 }, resetSandbox));
  expect(answers.map(({ body }) => body.epoch)).toEqual(Array.from({ length: 10 }, () => 1));
  const canceledCount = answers.reduce((sum, { body }) => sum + body.canceledSchedules, 0);
  expect(canceledCount).toBeGreaterThanOrEqual(1);
  expect((await bank.call('/v1/transactions/scheduled', { key: ownKey })).body.data).toEqual([]);
});
