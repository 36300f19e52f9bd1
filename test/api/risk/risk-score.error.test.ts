// Refused requests for a risk score: each with its code and field, and nothing is written.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
let depositId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
  [from = '', to = ''] = accountIds;
  const body = { type: 'deposit', amount: 100, currency: 'EUR', destinationAccountId: from };
  depositId = (await bank.call('/v1/transactions?wait=10', { key, body })).body.id;
});
afterAll(() => bank.close());

const UNKNOWN_ID = '06ayx0rw7mf5w0h1y6k2v3c4d5';
const VALIDATION_FAILED = 'validation_failed';

type Case = readonly [body: object, status: number, code: string, pointer: string];

function listInvalidQuestions(): Case[] {
  const goodTransfer = transferOf(from, to, 10);
  return [
    [{}, 422, VALIDATION_FAILED, '/transactionId'],
    [
      { transactionId: 'txn_1', transaction: goodTransfer },
      422,
      VALIDATION_FAILED,
      '/transactionId',
    ],
    [{ transactionId: 7 }, 422, VALIDATION_FAILED, '/transactionId'],
    [{ transactionId: `txn_${UNKNOWN_ID}` }, 404, 'transaction_not_found', '/transactionId'],
    [{ transactionId: 'nonsense' }, 404, 'transaction_not_found', '/transactionId'],
    [{ transactionId: depositId }, 404, 'risk_decision_not_found', '/transactionId'],
    [{ transactionId: depositId, context: {} }, 422, VALIDATION_FAILED, '/context'],
    [
      { transactionId: depositId, options: { modelVersion: '2.1.0' } },
      422,
      VALIDATION_FAILED,
      '/options/modelVersion',
    ],
    [
      { transaction: goodTransfer, options: { modelVersion: '9.9.9' } },
      404,
      'model_not_found',
      '/options/modelVersion',
    ],
    [
      { transaction: goodTransfer, options: { modelVersion: 2.1 } },
      422,
      VALIDATION_FAILED,
      '/options/modelVersion',
    ],
    [
      { transaction: goodTransfer, options: { includeFeatures: 'yes' } },
      422,
      VALIDATION_FAILED,
      '/options/includeFeatures',
    ],
  ];
}

function listInvalidPayments(): Case[] {
  const goodTransfer = transferOf(from, to, 10);
  const unknownAccountId = `acc_${UNKNOWN_ID}`;
  const { destinationAccountId: _, ...transferWithoutPayee } = goodTransfer;
  return [
    [
      { transaction: { ...goodTransfer, type: 'deposit' } },
      422,
      VALIDATION_FAILED,
      '/transaction/type',
    ],
    [
      { transaction: { ...goodTransfer, amount: 1.5 } },
      422,
      'amount_not_integer',
      '/transaction/amount',
    ],
    [
      { transaction: { ...goodTransfer, amount: 0 } },
      422,
      'amount_out_of_range',
      '/transaction/amount',
    ],
    [
      { transaction: { ...goodTransfer, currency: 'EURO' } },
      422,
      'currency_not_supported',
      '/transaction/currency',
    ],
    [
      { transaction: { ...goodTransfer, currency: 'USD' } },
      422,
      'currency_mismatch',
      '/transaction/sourceAccountId',
    ],
    [
      { transaction: { ...goodTransfer, destinationAccountId: from } },
      422,
      'same_account',
      '/transaction/destinationAccountId',
    ],
    [
      { transaction: transferWithoutPayee },
      422,
      VALIDATION_FAILED,
      '/transaction/destinationAccountId',
    ],
    [
      { transaction: { ...goodTransfer, type: 'withdrawal' } },
      422,
      VALIDATION_FAILED,
      '/transaction/destinationAccountId',
    ],
    [
      { transaction: { ...goodTransfer, sourceAccountId: unknownAccountId } },
      404,
      'account_not_found',
      '/transaction/sourceAccountId',
    ],
    [
      { transaction: { ...goodTransfer, destinationAccountId: unknownAccountId } },
      404,
      'account_not_found',
      '/transaction/destinationAccountId',
    ],
  ];
}

test('each invalid risk-score request names its field', async () => {
  await writesNothing(bank, async () => {
    for (const [body, status, code, pointer] of [
      ...listInvalidQuestions(),
      ...listInvalidPayments(),
    ]) {
      const answer = await bank.call('/v1/ai/risk-score', { key, body });
      const label = JSON.stringify(body);
      expect([answer.status, answer.body.code], label).toEqual([status, code]);
      expect(answer.body.errors[0].pointer, label).toBe(pointer);
    }
  });
});

test('an unknown risk decision and invalid filters are refused', async () => {
  for (const id of [`dec_${UNKNOWN_ID}`, 'x', from]) {
    const answer = await bank.call(`/v1/ai/risk-decisions/${id}`, { key });
    expect([answer.status, answer.body.code]).toEqual([404, 'risk_decision_not_found']);
  }
  for (const [query, code] of [
    ['decision=maybe', 'invalid_parameter'],
    ['startingAfter=txn_1', 'invalid_cursor'],
    ['accountId=x', 'invalid_parameter'],
  ]) {
    const answer = await bank.call(`/v1/ai/risk-decisions?${query}`, { key });
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  }
  const path = `/v1/ai/risk-decisions?transactionId=txn_${UNKNOWN_ID}`;
  expect((await bank.call(path, { key })).body.data).toEqual([]);
});
