// An over-capture is agreed when the money is held. An invalid percentage, or one without a hold,
// is refused.

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
let transferBody: object;
beforeAll(async () => {
  bank = await openCheckedBank({ overcapturePercent: 15 });
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [1_000, 0]);
  transferBody = transferOf(accountIds[0] ?? '', accountIds[1] ?? '', 100);
});
afterAll(() => bank.close());

it.each([
  ['above the maximum of the bank', { capture: 'manual', allowOvercapturePercent: 16 }],
  ['above 100', { capture: 'manual', allowOvercapturePercent: 101 }],
  ['below 0', { capture: 'manual', allowOvercapturePercent: -1 }],
  ['that is not a whole number', { capture: 'manual', allowOvercapturePercent: 0.5 }],
  ['that is a text', { capture: 'manual', allowOvercapturePercent: '10' }],
  ['without a hold', { allowOvercapturePercent: 10 }],
])(
  'an over-capture percentage %s is refused: the field is named and nothing is written',
  async (_, fields) => {
    await writesNothing(bank, async () => {
      const answer = await bank.call('/v1/transactions', {
        key,
        body: { ...transferBody, ...fields },
      });
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([
        422,
        '/allowOvercapturePercent',
      ]);
    });
  },
);

it('a capture of one cent more than a hold without over-capture is refused, and the hold is unchanged', async () => {
  const holdFields = { capture: 'manual' };
  const { body: heldPayment } = await bank.call('/v1/transactions?wait=10', {
    key,
    body: { ...transferBody, ...holdFields },
  });
  const path = `/v1/transactions/${heldPayment.id}/capture`;
  const answer = await bank.call(path, { key, body: { amount: 101 } });
  expect([answer.status, answer.body.code]).toEqual([422, 'capture_exceeds_hold']);
  const { body: transactionAfter } = await bank.call(`/v1/transactions/${heldPayment.id}`, { key });
  expect(transactionAfter).toMatchObject({ status: 'pending', version: heldPayment.version });
});
