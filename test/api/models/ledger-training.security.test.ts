// A training on the ledger only uses payments of its developer.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import {
  advanceDays,
  makeLedgerTraining,
  makePayments,
  reverseAsFraud,
} from '../../kit/models/ledger-training.ts';
import { TRAIN_PATH } from '../../kit/models/training.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
}, 60_000);
afterAll(() => bank.close());

it("another developer's payments are never training data, however many exist", async () => {
  const owner = await makePayments(bank, 240);
  await reverseAsFraud(bank, owner.key, owner.ids.slice(0, 3));
  const stranger = await register(bank);
  await advanceDays(bank, stranger.key, 400);
  const { status, body } = await writesNothing(bank, () =>
    bank.call(TRAIN_PATH, { key: stranger.key, body: makeLedgerTraining() }),
  );
  expect([status, body.code]).toEqual([422, 'dataset_too_small']);
  expect(body.errors[0].message).toMatch(/^0 payments have a label/);
}, 60_000);

it('a key without models:train cannot train on the ledger', async () => {
  const { key } = await register(bank);
  const narrowKeyBody = {
    name: 'Reader',
    environment: 'sandbox',
    scopes: ['models:read', 'risk:read'],
  };
  const reader = (await bank.call('/v1/developer/keys', { key, body: narrowKeyBody })).body.apiKey;
  const { status, body } = await bank.call(TRAIN_PATH, { key: reader, body: makeLedgerTraining() });
  expect([status, body.code]).toEqual([403, 'insufficient_scope']);
});
