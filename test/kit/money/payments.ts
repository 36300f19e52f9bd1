// Accounts and wallets for payments, made through the API.

import { type Answer, openAccounts, type TestBank } from '../bank/bank.ts';

export interface PaymentParties {
  readonly from: string;
  readonly to: string;
  /** A wallet with EUR and USD, and a balance of 500.00 EUR. */
  readonly walletId: string;
  readonly walletAccountId: string;
  /** A wallet with EUR and USD, and no money. */
  readonly otherWalletId: string;
}

export async function openPaymentParties(bank: TestBank, key: string): Promise<PaymentParties> {
  const { customerId, accountIds } = await openAccounts(bank, key, [50_000, 0]);
  const [from = '', to = ''] = accountIds;
  const openWallet = async (name: string) =>
    (
      await bank.call('/v1/wallets', {
        key,
        body: { customerId, name, currencies: ['EUR', 'USD'] },
      })
    ).body;
  const payingWallet = await openWallet('Pays');
  const emptyWallet = await openWallet('Gets');
  const walletAccountId = payingWallet.balances[0].accountId;
  await bank.call('/v1/transactions?wait=10', {
    key,
    body: {
      type: 'deposit',
      amount: 50_000,
      currency: 'EUR',
      destinationAccountId: walletAccountId,
    },
  });
  return { from, to, walletId: payingWallet.id, walletAccountId, otherWalletId: emptyWallet.id };
}

/** Makes a payment in EUR, with a new idempotency key unless one is given. */
export function pay(
  bank: TestBank,
  key: string,
  body: object,
  idempotencyKey: string = crypto.randomUUID(),
): Promise<Answer> {
  return bank.call('/v1/payments?wait=10', {
    key,
    body: { currency: 'EUR', ...body },
    headers: { 'idempotency-key': idempotencyKey },
  });
}

/** Reads the types of all events about an object of the developer, oldest first. */
export async function readEventTypesAbout(
  bank: TestBank,
  key: string,
  id: string,
): Promise<string[]> {
  const types: string[] = [];
  for (let after = 0; ; ) {
    const { body } = await bank.call(`/v1/events?limit=100&afterSequence=${after}`, { key });
    for (const { type, data, sequence } of body.data) {
      if (data.object.id === id) types.push(type);
      after = sequence;
    }
    if (!body.hasMore) return types;
  }
}
