// Only the developer who owns the accounts, with a key that has the scope, can read, make, capture,
// cancel and refund payments.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { openPaymentParties, type PaymentParties, pay } from '../../kit/money/payments.ts';

let bank: CheckedBank;
let key: string;
let parties: PaymentParties;
let heldId: string;
let paymentId: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  parties = await openPaymentParties(bank, key);
  const sides = { sourceWalletId: parties.walletId, destinationAccountId: parties.to };
  heldId = (await pay(bank, key, { amount: 100, ...sides, capture: 'manual' })).body.id;
  paymentId = (await pay(bank, key, { amount: 100, ...sides })).body.id;
});
afterAll(() => bank.close());

describe("another developer's payment", () => {
  it('cannot be read, listed, captured, canceled or refunded', async () => {
    const strangerKey = (await register(bank)).key;
    await writesNothing(bank, async () => {
      for (const id of [heldId, paymentId]) {
        const answers = [
          await bank.call(`/v1/payments/${id}`, { key: strangerKey }),
          ...(await Promise.all(
            ['capture', 'cancel', 'refund'].map((name) =>
              bank.call(`/v1/payments/${id}/${name}`, { key: strangerKey, body: {} }),
            ),
          )),
        ];
        for (const { status, body } of answers) {
          expect([status, body.code]).toEqual([404, 'payment_not_found']);
        }
      }
      const { walletId, from } = parties;
      for (const query of [
        '',
        `walletId=${walletId}`,
        `accountId=${from}`,
        `startingAfter=${paymentId}`,
      ]) {
        expect((await bank.call(`/v1/payments?${query}`, { key: strangerKey })).body.data).toEqual(
          [],
        );
      }
    });
  });

  it("cannot be made from or to another developer's wallets and accounts", async () => {
    const strangerKey = (await register(bank)).key;
    const strangerParties = await openPaymentParties(bank, strangerKey);
    const { walletId, from } = parties;
    await writesNothing(bank, async () => {
      for (const [sides, code] of [
        [
          { sourceWalletId: walletId, destinationAccountId: strangerParties.to },
          'wallet_not_found',
        ],
        [
          { sourceAccountId: strangerParties.from, destinationWalletId: walletId },
          'wallet_not_found',
        ],
        [
          { sourceAccountId: from, destinationWalletId: strangerParties.walletId },
          'account_not_found',
        ],
        [
          { sourceWalletId: strangerParties.walletId, destinationAccountId: from },
          'account_not_found',
        ],
      ] as const) {
        const { status, body } = await pay(bank, strangerKey, { amount: 1, ...sides });
        expect([status, body.code]).toEqual([404, code]);
      }
    });
  });
});

describe('a key without the scopes of payments', () => {
  it('can neither read nor make, capture or refund payments', async () => {
    const createKey = async (scopes: string[]) => {
      const body = { name: 'Narrow', environment: 'sandbox', scopes };
      return (await bank.call('/v1/developer/keys', { key, body })).body.apiKey;
    };
    const readingKey = await createKey(['transactions:read', 'accounts:read']);
    const writingKey = await createKey(['transactions:write']);
    await writesNothing(bank, async () => {
      const sides = { sourceAccountId: parties.from, destinationAccountId: parties.to };
      const answers = [
        await pay(bank, readingKey, { amount: 1, ...sides }),
        await bank.call(`/v1/payments/${heldId}/capture`, { key: readingKey, body: {} }),
        await bank.call(`/v1/payments/${heldId}`, { key: writingKey }),
        await bank.call(`/v1/payments/${paymentId}/refund`, { key: writingKey, body: {} }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.code]).toEqual([403, 'insufficient_scope']);
      }
    });
    expect((await bank.call(`/v1/payments/${paymentId}`, { key: readingKey })).status).toBe(200);
  });
});
