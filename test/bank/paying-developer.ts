// Registers a developer who makes payments, for tests.

import { openAccounts, register, type TestBank } from '../kit/bank/bank.ts';

/** Registers a developer with two accounts, the first of which has money. */
export async function registerPayingDeveloper(bank: TestBank) {
  const { key, developerId } = await register(bank);
  const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
  const [sourceAccountId, destinationAccountId] = accountIds;
  const pay = (idempotencyKey: string) =>
    bank.call('/v1/transactions?wait=10', {
      key,
      headers: { 'idempotency-key': idempotencyKey },
      body: {
        type: 'transfer',
        amount: 100,
        currency: 'EUR',
        sourceAccountId,
        destinationAccountId,
      },
    });
  return { key, developerId, pay };
}
