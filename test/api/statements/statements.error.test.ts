// Invalid requests for statements: each has its code and names its field.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_TEMPORAL, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { SINCE_2020 } from '../../kit/money/statements.ts';

let bank: CheckedBank;
let key: string;
let path: string;
let foreignMovement: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [100, 200]);
  path = `/v1/accounts/${accountIds[0]}/statements`;
  const otherAnswer = await bank.call(`/v1/accounts/${accountIds[1]}/statements?${SINCE_2020}`, {
    key,
  });
  foreignMovement = otherAnswer.body.movements.data[0].transactionId;
});
afterAll(() => bank.close());

const FUTURE_DATE = '2098-01-01';

describe('GET /v1/accounts/{accountId}/statements refuses', () => {
  it.each([
    ['', 'missing_parameter', 'from'],
    ['from=', 'invalid_parameter', 'from'],
    ['from=2026-02-30', 'invalid_parameter', 'from'],
    ['from=2026-13-01', 'invalid_parameter', 'from'],
    ['from=1st%20of%20May', 'invalid_parameter', 'from'],
    ['from=2026-01-01T00:00:00', 'invalid_parameter', 'from'],
    ['from=1700000000000', 'invalid_parameter', 'from'],
    [`${SINCE_2020}&to=tomorrow`, 'invalid_parameter', 'to'],
    [`${SINCE_2020}&timezone=Mars/Olympus`, 'invalid_parameter', 'timezone'],
    [`${SINCE_2020}&timezone=%2B01:00`, 'invalid_parameter', 'timezone'],
    [`${SINCE_2020}&timezone=`, 'invalid_parameter', 'timezone'],
    [`${SINCE_2020}&format=xlsx`, 'invalid_parameter', 'format'],
    [`${SINCE_2020}&format=CSV`, 'invalid_parameter', 'format'],
    [`${SINCE_2020}&limit=0`, 'invalid_parameter', 'limit'],
    [`${SINCE_2020}&limit=101`, 'invalid_parameter', 'limit'],
    [`${SINCE_2020}&until=2026-01-01`, 'invalid_parameter', 'until'],
    [`${SINCE_2020}&format=csv&limit=10`, 'invalid_parameter', 'limit'],
    [`${SINCE_2020}&format=pdf&startingAfter=x`, 'invalid_parameter', 'startingAfter'],
    [`from=${FUTURE_DATE}`, 'invalid_date_range', 'from'],
    [`${SINCE_2020}&to=${FUTURE_DATE}`, 'invalid_date_range', 'to'],
    ['from=2020-01-02&to=2020-01-01', 'invalid_date_range', 'from'],
    ['from=2020-01-01&to=2020-02-01', 'invalid_date_range', 'to'],
  ])('?%s', async (query, code, pointer) => {
    await writesNothing(bank, async () => {
      const { status, body } = await bank.call(`${path}?${query}`, { key });
      expect([status, body.code]).toEqual([400, code]);
      expect(body.errors[0].pointer).toBe(pointer);
    });
  });

  it.each(['x', '', '%00', 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5', 'txn_06ayx0rw7mf5w0h1y6k2v3c4d5'])(
    'the cursor %s',
    async (cursor) => {
      const { status, body } = await bank.call(`${path}?${SINCE_2020}&startingAfter=${cursor}`, {
        key,
      });
      expect([status, body.code]).toEqual([400, 'invalid_cursor']);
    },
  );

  it('a cursor that is a movement of another account', async () => {
    const query = `${SINCE_2020}&startingAfter=${foreignMovement}`;
    const { status, body } = await bank.call(`${path}?${query}`, { key });
    expect([status, body.code]).toEqual([400, 'invalid_cursor']);
  });

  it.each(['text/html', 'image/*, text/plain', 'application/json;q=0', 'nonsense'])(
    'Accept: %s, a format it does not have',
    async (accept) => {
      const call = { key, headers: { accept } };
      const { status, body } = await bank.call(`${path}?${SINCE_2020}`, call);
      expect([status, body.code]).toEqual([406, 'not_acceptable']);
      expect((await bank.call(`${path}?${SINCE_2020}&format=json`, call)).status).toBe(200);
    },
  );

  it('every other method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status, body } = await bank.call(`${path}?${SINCE_2020}`, { key, method });
      expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    }
  });
});

describe('a statement of an empty period', () => {
  it('has the opening balance as its closing balance', async () => {
    const now = encodeURIComponent(new Date().toISOString());
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { body } = await bank.call(`${path}?from=${now}`, { key });
    expect([body.opening, body.closing, body.movements.data]).toEqual([100, 100, []]);
    for (const format of ['csv', 'camt053', 'pdf']) {
      const answer = await bank.call(`${path}?from=${now}&format=${format}`, { key });
      expect(answer.status, format).toBe(200);
    }
  });
});
