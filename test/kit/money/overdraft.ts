// Customers whose accounts may be below zero, made through the API.

import { expect } from 'vitest';
import { openAccounts, register } from '../bank/bank.ts';
import type { CheckedBank } from '../bank/checked-bank.ts';

export const CONSENT = { accepted: true, at: '2026-01-01T00:00:00Z' };

export type Spender = Awaited<ReturnType<typeof openSpender>>;

/**
 * Opens a developer with three EUR accounts of one customer: the spending account, savings, a
 * payee.
 */
export async function openSpender(bank: CheckedBank, { funds = 0, savings = 0 } = {}) {
  const { key, developerId } = await register(bank);
  const { accountIds, customerId } = await openAccounts(bank, key, [funds, savings, 0]);
  const [account = '', saved = '', payee = ''] = accountIds;
  const call = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    bank.call(path, { key, headers, ...(body === undefined ? {} : { body }) });
  const path = `/v1/accounts/${account}/overdraft`;
  return {
    key,
    developerId,
    customerId,
    account,
    saved,
    payee,
    call,
    path,
    /** Sets the terms and returns the answer, also a refusal. */
    ask: (terms: object, headers = {}) => call(path, terms, headers),
    async enable(terms: object) {
      const body = { enabled: true, mode: 'allow', limit: 1_000, consent: CONSENT, ...terms };
      const answer = await call(path, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body;
    },
    read: async () => (await call(path)).body,
    balance: async (id = account) => (await call(`/v1/accounts/${id}/balance`)).body,
    withdraw: (amount: number, fields: object = {}) =>
      call('/v1/transactions?wait=10', {
        type: 'withdrawal',
        amount,
        currency: 'EUR',
        sourceAccountId: account,
        ...fields,
      }),
    deposit: (amount: number, id = account) =>
      call('/v1/transactions?wait=10', {
        type: 'deposit',
        amount,
        currency: 'EUR',
        destinationAccountId: id,
      }),
    async advance(advanceBy: string) {
      const answer = await call('/v1/sandbox/clock?wait=30', { advanceBy });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    },
    /** Reads the types of the overdraft's events, oldest first. */
    async readEventTypes() {
      const { body } = await call('/v1/events?limit=100&type=overdraft.*');
      return body.data.map(({ type }: { type: string }) => type.slice(10));
    },
    async fees() {
      const { body } = await call(`/v1/transactions?limit=100&accountId=${account}`);
      return body.data.filter(({ type }: { type: string }) => type === 'fee');
    },
  };
}
