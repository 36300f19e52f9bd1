// Accounts and wallets for payments, made through the API.

import { type Answer, openAccounts, type TestBank } from '../bank/bank.ts';

export interface Payers {
  readonly from: string;
  readonly to: string;
  /** A wallet with EUR and USD, and a balance of 500.00 EUR. */
  readonly walletId: string;
  readonly walletAccountId: string;
  /** A wallet with EUR and USD, and no money. */
  readonly otherWalletId: string;
}

export async function openPayers(bank: TestBank, key: string): Promise<Payers> {
  const { customerId, accountIds } = await openAccounts(bank, key, [50_000, 0]);
  const [from = '', to = ''] = accountIds;
  const open = async (name: string) =>
    (
      await bank.call('/v1/wallets', {
        key,
        body: { customerId, name, currencies: ['EUR', 'USD'] },
      })
    ).body;
  const wallet = await open('Pays');
  const other = await open('Gets');
  const walletAccountId = wallet.balances[0].accountId;
  await bank.call('/v1/transactions?wait=10', {
    key,
    body: {
      type: 'deposit',
      amount: 50_000,
      currency: 'EUR',
      destinationAccountId: walletAccountId,
    },
  });
  return { from, to, walletId: wallet.id, walletAccountId, otherWalletId: other.id };
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
export async function eventsAbout(bank: TestBank, key: string, id: string): Promise<string[]> {
  const paths: string[] = [];
  for (let after = 0; ; ) {
    const { body } = await bank.call(`/v1/events?limit=100&afterSequence=${after}`, { key });
    for (const { type, data, sequence } of body.data) {
      if (data.object.id === id) paths.push(type);
      after = sequence;
    }
    if (!body.hasMore) return paths;
  }
}
