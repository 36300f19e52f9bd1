// Invalid limits and decisions are refused with the field at fault and change nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let account: string;
let other: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
  [account = '', other = ''] = accountIds;
});
afterAll(() => bank.close());

const putLimits = (body: unknown, headers = {}) =>
  bank.call(`/v1/accounts/${account}/limits`, {
    method: 'PUT',
    key,
    body: body as object,
    headers,
  });

const pastTime = new Date(Date.now() - 60_000).toISOString();
const soonTime = new Date(Date.now() + 60_000).toISOString();
const window = { days: ['mon'], start: '08:00', end: '18:00', timezone: 'Europe/Berlin' };

describe('limits', () => {
  it.each([
    ['no currency', {}, 422, '/currency'],
    ['another currency', { currency: 'USD' }, 422, '/currency'],
    ['an unknown field', { currency: 'EUR', hourly: 5 }, 422, '/hourly'],
    ['a fractional amount', { currency: 'EUR', daily: 0.5 }, 422, '/daily'],
    ['a fractional threshold', { currency: 'EUR', requireMfaAbove: 0.5 }, 422, '/requireMfaAbove'],
    ['an amount of 0', { currency: 'EUR', weekly: 0 }, 422, '/weekly'],
    ['an amount above the largest integer', { currency: 'EUR', monthly: 2 ** 53 }, 422, '/monthly'],
    ['an amount as text', { currency: 'EUR', perTransaction: '5' }, 422, '/perTransaction'],
    ['a fractional count', { currency: 'EUR', dailyCount: 1.5 }, 422, '/dailyCount'],
    ['a past start', { currency: 'EUR', effectiveFrom: pastTime }, 422, '/effectiveFrom'],
    [
      'an end before the start',
      { currency: 'EUR', effectiveFrom: soonTime, temporary: { until: soonTime } },
      422,
      '/temporary/until',
    ],
    [
      'an unknown zone',
      { currency: 'EUR', windows: [{ ...window, timezone: 'Mars/Olympus' }] },
      422,
      '/windows/0/timezone',
    ],
    [
      'a window over midnight',
      { currency: 'EUR', windows: [{ ...window, end: '07:00' }] },
      422,
      '/windows/0/end',
    ],
    [
      'an unknown day',
      { currency: 'EUR', windows: [{ ...window, days: ['funday'] }] },
      422,
      '/windows/0/days/0',
    ],
    [
      'a country in words',
      { currency: 'EUR', allowedCountries: ['Mars'] },
      422,
      '/allowedCountries/0',
    ],
    [
      'a thousand names',
      { currency: 'EUR', blockedCategories: Array.from({ length: 1_000 }, () => 'x') },
      422,
      '/blockedCategories',
    ],
  ])('with %s are refused and change nothing', async (_label, body, status, pointer) => {
    await writesNothing(bank, async () => {
      const answer = await putLimits(body);
      expect(answer.status).toBe(status);
      expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(
        pointer,
      );
    });
  });

  it('with malformed JSON or for an unknown account are refused', async () => {
    const path = `/v1/accounts/${account}/limits`;
    const tornBody = await bank.call(path, { method: 'PUT', key, raw: '{"currency":' });
    expect(tornBody.body.code).toBe('malformed_json');
    const missingAnswer = await bank.call('/v1/accounts/acc_06ayx0rw7mf5w0h1y6k2v3c4d5/limits', {
      method: 'PUT',
      key,
      body: { currency: 'EUR' },
    });
    expect([missingAnswer.status, missingAnswer.body.code]).toEqual([404, 'account_not_found']);
  });

  it('with an If-Match that names no valid version are refused', async () => {
    const answer = await putLimits({ currency: 'EUR' }, { 'if-match': 'yesterday' });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_parameter']);
  });
});

describe('a decision on an approval', () => {
  const decide = (id: string, body: object) =>
    bank.call(`/v1/ops/approvals/${id}/decision`, { key: OPERATOR_KEY, body });
  const granted = { environment: 'sandbox', decision: 'granted', reason: 'Seen.' };

  it('requires a reason, a known decision and an environment', async () => {
    for (const body of [
      { ...granted, reason: '' },
      { ...granted, decision: 'maybe' },
      { ...granted, environment: 'staging' },
      { ...granted, amount: 1 },
    ]) {
      expect((await decide('txn_06ayx0rw7mf5w0h1y6k2v3c4d5', body)).status).toBe(422);
    }
  });

  it('on a transaction that needs no approval or does not exist is refused', async () => {
    const postedAnswer = await bank.call('/v1/transactions?wait=10', {
      key,
      body: transferOf(account, other, 1),
    });
    for (const id of [postedAnswer.body.id, 'txn_06ayx0rw7mf5w0h1y6k2v3c4d5']) {
      expect((await decide(id, granted)).body.code).toBe('transaction_not_found');
    }
  });
});
