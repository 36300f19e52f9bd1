// A code is accepted once, also by concurrent requests; no customer confirms for another; no secret
// is stored in the clear.

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { readStoredBytes } from '../../kit/bank/rows-outside.ts';
import { enrol, generateCode, requestTransfer } from '../../kit/people/mfa.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  key = (await register(bank)).key;
});
afterAll(() => bank.close());

const confirm = (id: string, code: string, callerKey = key) =>
  bank.call(`/v1/transactions/${id}/confirm`, { key: callerKey, body: { code } });
const readPosted = async (id: string) =>
  (await bank.call(`/v1/accounts/${id}/balance`, { key })).body.posted;

describe('a second-factor code', () => {
  it('sent twenty times at once moves money once', async () => {
    const customer = await enrol(bank, key);
    const { id } = (await requestTransfer(bank, key, customer)).body;
    const code = generateCode(customer.secret, 1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(id, code)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const firstAnswers = answers.filter(
      ({ headers }) => headers.get('idempotency-replayed') === null,
    );
    expect(firstAnswers).toHaveLength(1);
    expect([await readPosted(customer.from), await readPosted(customer.to)]).toEqual([
      95_000, 5_000,
    ]);
  });

  it('confirms only one of twenty payments that race for the same code', async () => {
    const customer = await enrol(bank, key);
    const pendingTransfers = await Promise.all(
      Array.from({ length: 20 }, () => requestTransfer(bank, key, customer, { amount: 1_001 })),
    );
    const [code = ''] = customer.recoveryCodes;
    const answers = await Promise.all(pendingTransfers.map(({ body }) => confirm(body.id, code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const otherCodes = new Set(answers.map(({ body }) => body.code ?? 'none'));
    expect(otherCodes).toEqual(new Set(['none', 'mfa_invalid', 'mfa_locked']));
    expect(await readPosted(customer.to)).toBe(1_001);
  });

  it('is not accepted a second time for another payment', async () => {
    const customer = await enrol(bank, key);
    const code = generateCode(customer.secret, 1);
    const firstTransactionId = (await requestTransfer(bank, key, customer)).body.id;
    const secondTransactionId = (await requestTransfer(bank, key, customer)).body.id;
    expect((await confirm(firstTransactionId, code)).status).toBe(201);
    expect((await confirm(secondTransactionId, code)).body.code).toBe('mfa_invalid');
  });

  it('and a concurrent cancellation leave exactly one outcome', async () => {
    const customer = await enrol(bank, key);
    const { id } = (await requestTransfer(bank, key, customer)).body;
    const [confirmationAnswer, cancelAnswer] = await Promise.all([
      confirm(id, customer.recoveryCodes[0] ?? ''),
      bank.call(`/v1/transactions/${id}/cancel`, { key, body: {} }),
    ]);
    const { status } = (await bank.call(`/v1/transactions/${id}`, { key })).body;
    expect(['posted', 'canceled']).toContain(status);
    expect([confirmationAnswer.status === 201, cancelAnswer.status === 200]).toContain(true);
    expect(await readPosted(customer.to)).toBe(status === 'posted' ? 5_000 : 0);
  });
});

test('another developer finds neither the payment nor the customer', async () => {
  const customer = await enrol(bank, key);
  const { id } = (await requestTransfer(bank, key, customer)).body;
  const otherKey = (await register(bank)).key;
  const [code = ''] = customer.recoveryCodes;
  await writesNothing(bank, async () => {
    expect((await confirm(id, code, otherKey)).body.code).toBe('transaction_not_found');
    const { customerId } = customer;
    for (const name of ['verify', 'recovery-codes', 'disable']) {
      const body = { customerId, code };
      const answer = await bank.call(`/v1/auth/mfa/${name}`, { key: otherKey, body });
      expect([name, answer.body.code]).toEqual([name, 'customer_not_found']);
    }
  });
});

test('neither secret nor recovery code appears in the file, the events or an answer', async () => {
  const { secret, recoveryCodes, customerId } = await enrol(bank, key);
  const file = (await readStoredBytes(bank.dataDir, 'sandbox')).toString('latin1');
  const events = JSON.stringify((await bank.call('/v1/events?limit=100', { key })).body);
  const customer = JSON.stringify((await bank.call(`/v1/customers/${customerId}`, { key })).body);
  for (const text of [secret, ...recoveryCodes]) {
    for (const surface of [file, events, customer]) expect(surface.includes(text)).toBe(false);
  }
});
