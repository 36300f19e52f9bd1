// The status of a payment derives from its transaction.

import { expect, test } from 'vitest';
import { PAYMENT_STATUSES, paymentStatusOf } from '../../ledger/payment.ts';
import { isFinal, STAGES, TRANSACTION_STATUSES } from '../../ledger/transaction.ts';

test.each([
  ['pending', 'accepted', 0, 'processing'],
  ['pending', 'place_hold', 0, 'authorized'],
  ['pending_approval', 'place_hold', 0, 'pending_approval'],
  ['posted', 'done', 0, 'completed'],
  ['posted', 'done', 1, 'partially_refunded'],
  ['reversed', 'done', 100, 'refunded'],
  ['declined', 'done', 0, 'declined'],
  ['failed', 'done', 0, 'failed'],
  ['canceled', 'done', 0, 'canceled'],
  ['expired', 'done', 0, 'expired'],
] as const)('%s at %s with %i reversed is %s', (status, stage, amountReversed, expected) => {
  expect(paymentStatusOf({ status, stage, amountReversed })).toBe(expected);
});

test('every state of a transaction has a payment status, and every payment status occurs', () => {
  const named = TRANSACTION_STATUSES.flatMap((status) =>
    STAGES.flatMap((stage) =>
      [0, 1].map((amountReversed) => paymentStatusOf({ status, stage, amountReversed })),
    ),
  );
  expect([...new Set(named)].sort()).toEqual([...PAYMENT_STATUSES].sort());
});

test('a payment is open exactly while its transaction is not final', () => {
  const open = ['processing', 'requires_confirmation', 'pending_approval', 'pending_review'];
  for (const status of TRANSACTION_STATUSES) {
    const name = paymentStatusOf({ status, stage: 'place_hold', amountReversed: 0 });
    expect([...open, 'authorized'].includes(name)).toBe(!isFinal(status));
  }
});
