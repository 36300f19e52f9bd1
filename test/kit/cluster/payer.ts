// A developer of a running bank with two accounts, one of them with money.

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { callApi } from '../bank/bank.ts';

/** The key of a developer, and the two accounts of its payments. */
export interface Payer {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/** Registers a developer, opens two accounts and deposits 10,000.00 EUR in the first. */
export async function fund(url: string): Promise<Payer> {
  const registration = {
    company: 'Payer Ltd',
    email: `dev-${randomUUID()}@example.com`,
    country: 'GB',
  };
  const { status, body } = await callApi(url, '/v1/developer/register', { body: registration });
  expect(status, JSON.stringify(body)).toBe(201);
  const key = body.environment.sandbox.apiKey;
  async function call(path: string, fields: object) {
    const answer = await callApi(url, path, { key, body: fields });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  const { id: customerId } = await call('/v1/customers', { type: 'individual', name: 'Ada' });
  const fields = { customerId, type: 'checking', currency: 'EUR', name: 'Main' };
  const [from, to] = [await call('/v1/accounts', fields), await call('/v1/accounts', fields)];
  const deposit = { type: 'deposit', amount: 1_000_000, currency: 'EUR' };
  const put = await call('/v1/transactions?wait=10', { ...deposit, destinationAccountId: from.id });
  expect(put.status).toBe('posted');
  return { key, from: from.id, to: to.id };
}
