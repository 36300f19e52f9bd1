// Accounts in several currencies, for tests of exchange through the API.

import type { TestBank } from '../bank/bank.ts';

export const EXCHANGE_PATH = '/v1/transactions/exchange';
export const QUOTES_PATH = '/v1/exchange-rates/quotes';

/** Opens a verified customer. */
export async function openCustomer(bank: TestBank, key: string): Promise<string> {
  const body = { type: 'individual', name: 'Ada Lovelace' };
  return (await bank.call('/v1/customers', { key, body })).body.id;
}

/** Opens an account with `funds` minor units. */
export async function openAccount(
  bank: TestBank,
  key: string,
  order: { customerId: string; currency: string; funds?: number },
): Promise<string> {
  const { customerId, currency, funds = 0 } = order;
  const body = { customerId, type: 'checking', currency, name: currency };
  const { id } = (await bank.call('/v1/accounts', { key, body })).body;
  if (funds > 0) await deposit(bank, key, { accountId: id, currency, amount: funds });
  return id;
}

/** Makes a deposit. */
export async function deposit(
  bank: TestBank,
  key: string,
  to: { accountId: string; currency: string; amount: number },
): Promise<void> {
  const { accountId, currency, amount } = to;
  const body = { type: 'deposit', amount, currency, destinationAccountId: accountId };
  await bank.call('/v1/transactions?wait=10', { key, body });
}

/** Reads the posted balance of an account in minor units. */
export async function readPosted(bank: TestBank, key: string, accountId: string): Promise<number> {
  return (await bank.call(`/v1/accounts/${accountId}/balance`, { key })).body.posted;
}
