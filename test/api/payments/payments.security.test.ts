// Ownership of payments: the callers that can see, make and undo them.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { openPaymentParties, type PaymentParties, pay } from '../../kit/money/payments.ts';

let bank: CheckedBank;
let key: string;
let payers: PaymentParties;
let heldId: string;
let paid: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  payers = await openPaymentParties(bank, key);
  const sides = { sourceWalletId: payers.walletId, destinationAccountId: payers.to };
  heldId = (await pay(bank, key, { amount: 100, ...sides, capture: 'manual' })).body.id;
  paid = (await pay(bank, key, { amount: 100, ...sides })).body.id;
});
afterAll(() => bank.close());

describe("another developer's payment", () => {
  it('cannot be read, listed, captured, canceled or refunded', async () => {
    const strangerKey = (await register(bank)).key;
    await writesNothing(bank, async () => {
      for (const id of [heldId, paid]) {
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
      const { walletId, from } = payers;
      for (const query of [
        '',
        `walletId=${walletId}`,
        `accountId=${from}`,
        `startingAfter=${paid}`,
      ]) {
        expect((await bank.call(`/v1/payments?${query}`, { key: strangerKey })).body.data).toEqual(
          [],
        );
      }
    });
  });

  it("cannot be made from or to another developer's wallets and accounts", async () => {
    const strangerKey = (await register(bank)).key;
    const strangers = await openPaymentParties(bank, strangerKey);
    const { walletId, from } = payers;
    await writesNothing(bank, async () => {
      for (const [sides, code] of [
        [{ sourceWalletId: walletId, destinationAccountId: strangers.to }, 'wallet_not_found'],
        [{ sourceAccountId: strangers.from, destinationWalletId: walletId }, 'wallet_not_found'],
        [{ sourceAccountId: from, destinationWalletId: strangers.walletId }, 'account_not_found'],
        [{ sourceWalletId: strangers.walletId, destinationAccountId: from }, 'account_not_found'],
      ] as const) {
        const { status, body } = await pay(bank, strangerKey, { amount: 1, ...sides });
        expect([status, body.code]).toEqual([404, code]);
      }
    });
  });
});

describe('a key without the scope', () => {
  it('can neither read, pay nor refund', async () => {
    const createKey = async (scopes: string[]) => {
      const body = { name: 'Narrow', environment: 'sandbox', scopes };
      return (await bank.call('/v1/developer/keys', { key, body })).body.apiKey;
    };
    const reader = await createKey(['transactions:read', 'accounts:read']);
    const writer = await createKey(['transactions:write']);
    await writesNothing(bank, async () => {
      const sides = { sourceAccountId: payers.from, destinationAccountId: payers.to };
      const answers = [
        await pay(bank, reader, { amount: 1, ...sides }),
        await bank.call(`/v1/payments/${heldId}/capture`, { key: reader, body: {} }),
        await bank.call(`/v1/payments/${heldId}`, { key: writer }),
        await bank.call(`/v1/payments/${paid}/refund`, { key: writer, body: {} }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.code]).toEqual([403, 'insufficient_scope']);
      }
    });
    expect((await bank.call(`/v1/payments/${paid}`, { key: reader })).status).toBe(200);
  });
});
