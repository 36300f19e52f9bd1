// Over-capture is agreed when the money is held: too much of it, or without a hold, is refused.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let body: object;
beforeAll(async () => {
  bank = await openCheckedBank({ overcapturePercent: 15 });
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [1_000, 0]);
  body = transferOf(accountIds[0] ?? '', accountIds[1] ?? '', 100);
});
afterAll(() => bank.close());

it.each([
  ['more than the bank allows', { capture: 'manual', allowOvercapturePercent: 16 }],
  ['more than a hundred', { capture: 'manual', allowOvercapturePercent: 101 }],
  ['less than nothing', { capture: 'manual', allowOvercapturePercent: -1 }],
  ['a part of a percent', { capture: 'manual', allowOvercapturePercent: 0.5 }],
  ['a text', { capture: 'manual', allowOvercapturePercent: '10' }],
  ['without a hold', { allowOvercapturePercent: 10 }],
])('%s: the field is named and nothing is written', async (_, fields) => {
  await writesNothing(bank, async () => {
    const answer = await bank.call('/v1/transactions', { key, body: { ...body, ...fields } });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([
      422,
      '/allowOvercapturePercent',
    ]);
  });
});

it('a capture beyond the agreed amount is refused to the cent, and the hold remains unchanged', async () => {
  const fields = { capture: 'manual' };
  const { body: heldPayment } = await bank.call('/v1/transactions?wait=10', {
    key,
    body: { ...body, ...fields },
  });
  const path = `/v1/transactions/${heldPayment.id}/capture`;
  const answer = await bank.call(path, { key, body: { amount: 101 } });
  expect([answer.status, answer.body.code]).toEqual([422, 'capture_exceeds_hold']);
  const { body: transactionAfter } = await bank.call(`/v1/transactions/${heldPayment.id}`, { key });
  expect(transactionAfter).toMatchObject({ status: 'pending', version: heldPayment.version });
});
