// Payments beside the other work of a run: completed at once, or authorised and then captured in
// part or canceled; and refunds that two clients request at once, which together must not exceed
// the captured amount. The payee has a balance alert, so that the bank checks balances all the
// time.

import type { Random } from '../random.ts';
import type { AnsweredPayment, SideAct } from './load.ts';

interface PaymentDeps {
  readonly ask: (key: string, path: string, body: object) => Promise<AnsweredPayment>;
  readonly acts: SideAct[];
  readonly shopper: string;
  readonly shop: string;
}

const SHARE_AUTHORISED = 0.6;
const SHARE_CANCELED = 0.2;
const SHARE_REFUNDED = 0.6;

/** Returns a function that makes one payment. */
export function createPaymentWork({ ask, acts, shopper, shop }: PaymentDeps) {
  const balanceChanges = (amount: number) => ({ [shopper]: -amount, [shop]: amount });

  async function refund(payment: AnsweredPayment, key: string, captured: number): Promise<void> {
    const path = `/v1/payments/${payment.body.id}/refund`;
    // Each refund is two thirds, so one of the two has to be refused.
    const amount = Math.ceil((captured * 2) / 3);
    await Promise.all(
      ['a', 'b'].map(async (name) => {
        const order = { amount, reason: 'Returned.' };
        const { status, body } = await ask(`${key}-${name}`, path, order);
        const posted = status === 201;
        const id = (posted ? body.refund?.transactionId : null) ?? null;
        const refundedBalances = posted ? balanceChanges(-amount) : {};
        acts.push({ kind: 'refund', key: `${key}-${name}`, id, posted, moves: refundedBalances });
      }),
    );
  }

  return async (random: Random, key: string): Promise<void> => {
    const amount = random.whole(3, 400);
    const isAuthorised = random.chance(SHARE_AUTHORISED);
    const sides = { sourceAccountId: shopper, destinationAccountId: shop };
    const capture = isAuthorised ? 'manual' : 'automatic';
    const order = { amount, currency: 'EUR', ...sides, capture };
    const payment = await ask(key, '/v1/payments', order);
    const id = payment.body.transactionId ?? null;
    let captured = payment.status === 201 ? amount : 0;
    if (isAuthorised && payment.status === 201) {
      const isCanceled = random.chance(SHARE_CANCELED);
      captured = isCanceled ? 0 : random.whole(1, amount);
      const path = `/v1/payments/${payment.body.id}/${isCanceled ? 'cancel' : 'capture'}`;
      const body = isCanceled ? {} : { amount: captured };
      const { status } = await ask(`${key}-end`, path, body);
      if (status !== 200 && status !== 201) throw new Error(`${path} was answered with ${status}`);
    }
    acts.push({ kind: 'payment', key, id, posted: captured > 0, moves: balanceChanges(captured) });
    if (captured > 0 && random.chance(SHARE_REFUNDED)) await refund(payment, key, captured);
  };
}

/** Returns a balance alert of the payee. */
export function makePayeeAlert(shop: string): { readonly path: string; readonly body: object } {
  return {
    path: `/v1/accounts/${shop}/alerts`,
    body: {
      type: 'high_balance',
      threshold: 1_000,
      channels: [{ type: 'webhook' }],
    },
  };
}
