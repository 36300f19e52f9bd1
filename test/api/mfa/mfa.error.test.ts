// Refusals of second factors: customers without a factor, wrong codes, and customers who are not
// present.

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { enrol, findWrongCode, generateCode, requestTransfer } from '../../kit/people/mfa.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const act = (name: string, body: object) => bank.call(`/v1/auth/mfa/${name}`, { key, body });
const confirm = (id: string, code: string) =>
  bank.call(`/v1/transactions/${id}/confirm`, { key, body: { code } });

describe('enrolling a second factor', () => {
  it('is refused for an unknown customer, and codes are refused for a customer without a factor', async () => {
    const unknownCustomer = { customerId: 'cust_06ayx0rw7mf5w0h1y6k2v3c4d5' };
    const { customerId } = await openAccounts(bank, key, []);
    await writesNothing(bank, async () => {
      expect((await act('enable', unknownCustomer)).body.code).toBe('customer_not_found');
      for (const name of ['verify', 'recovery-codes', 'disable']) {
        const { status, body } = await act(name, { customerId, code: '123456' });
        expect([name, status, body.code]).toEqual([name, 422, 'mfa_not_enrolled']);
      }
    });
  });

  it('cannot begin again while a factor is active', async () => {
    const { customerId, secret } = await enrol(bank, key);
    await writesNothing(bank, async () => {
      const repeatedAnswer = await act('enable', { customerId });
      expect([repeatedAnswer.status, repeatedAnswer.body.code]).toEqual([
        409,
        'invalid_state_transition',
      ]);
      const verificationAnswer = await act('verify', { customerId, code: generateCode(secret, 1) });
      expect(verificationAnswer.status).toBe(409);
    });
  });

  it.each(['12345', '1234567', 'abcdef', '1234-5678', ''])(
    'is refused with the code %s',
    async (code) => {
      const { status, body } = await act('verify', {
        customerId: 'cust_06ayx0rw7mf5w0h1y6k2v3c4d5',
        code,
      });
      expect([status, body.errors[0].pointer]).toEqual([422, '/code']);
    },
  );
});

describe('a payment above the threshold', () => {
  it('is declined when its customer has no second factor', async () => {
    const { accountIds } = await openAccounts(bank, key, [10_000, 0]);
    const [from = '', to = ''] = accountIds;
    const body = { currency: 'EUR', requireMfaAbove: 1 };
    await bank.call(`/v1/accounts/${from}/limits`, { method: 'PUT', key, body });
    const refusedAnswer = await requestTransfer(bank, key, { from, to }, { amount: 2 });
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([422, 'mfa_not_enrolled']);
  });

  it('refuses an atomic batch as a whole, and a single item at best effort', async () => {
    const { from, to } = await enrol(bank, key);
    const items = [
      { ...transferOf(from, to, 10), reference: `small-${from}` },
      { ...transferOf(from, to, 5_000), reference: `large-${from}` },
    ];
    const path = '/v1/transactions/batch?wait=10';
    const wholeBatch = await bank.call(path, { key, body: { mode: 'atomic', items } });
    expect([wholeBatch.status, wholeBatch.body.code]).toEqual([422, 'mfa_unavailable']);
    const bestEffortAnswer = await bank.call(path, { key, body: { mode: 'best_effort', items } });
    expect(bestEffortAnswer.body.counts).toMatchObject({ posted: 1, declined: 1 });
    const page = await bank.call(`/v1/batches/${bestEffortAnswer.body.id}/items`, { key });
    expect(JSON.stringify(page.body)).toContain('mfa_unavailable');
  });

  it('fails the run of a schedule, because the customer is not present', async () => {
    const { from, to } = await enrol(bank, key);
    const { type: _, ...terms } = transferOf(from, to, 5_000);
    const body = { ...terms, startDate: '2098-01-01', timezone: 'UTC' };
    const { id } = (await bank.call('/v1/transactions/scheduled', { key, body })).body;
    await bank.call(`/v1/scheduled/${id}/run-now`, { key, body: {} });
    const readRuns = async () =>
      (await bank.call(`/v1/scheduled/${id}/occurrences`, { key })).body.data;
    await expect
      .poll(async () => JSON.stringify(await readRuns()), { timeout: 15_000 })
      .toContain('mfa_unavailable');
  });
});

describe('a wrong code', () => {
  it('is refused and leaves the payment unchanged; the right code then works', async () => {
    const customer = await enrol(bank, key);
    const { id } = (await requestTransfer(bank, key, customer)).body;
    const wrongCodeAnswer = await confirm(id, findWrongCode(customer.secret));
    expect([wrongCodeAnswer.status, wrongCodeAnswer.body.code]).toEqual([401, 'mfa_invalid']);
    const recoveryCodeAnswer = await confirm(id, 'aaaa-aaaa-aaaa-aaaa');
    expect(recoveryCodeAnswer.body.code).toBe('mfa_invalid');
    expect((await confirm(id, generateCode(customer.secret, 1))).status).toBe(201);
  });

  it('given five times in a row locks the factor, also for the right code', async () => {
    const customer = await enrol(bank, key);
    const { id } = (await requestTransfer(bank, key, customer)).body;
    const wrongCode = findWrongCode(customer.secret);
    for (let n = 0; n < 5; n += 1)
      expect((await confirm(id, wrongCode)).body.code).toBe('mfa_invalid');
    const lockedAnswer = await confirm(id, customer.recoveryCodes[0] ?? '');
    expect([lockedAnswer.status, lockedAnswer.body.code]).toEqual([429, 'mfa_locked']);
    expect(lockedAnswer.body.retryAfterSeconds).toBeGreaterThan(800);
    const { customerId } = customer;
    expect((await act('disable', { customerId, code: wrongCode })).body.code).toBe('mfa_locked');
    const { body } = await bank.call(`/v1/transactions/${id}`, { key });
    expect(body.status).toBe('requires_confirmation');
  });
});

test('a transaction that awaits no confirmation cannot be confirmed', async () => {
  const customer = await enrol(bank, key);
  const { id } = (await requestTransfer(bank, key, customer, { amount: 10 })).body;
  const answer = await confirm(id, customer.recoveryCodes[0] ?? '');
  expect([answer.status, answer.body.code]).toEqual([409, 'invalid_state_transition']);
});
