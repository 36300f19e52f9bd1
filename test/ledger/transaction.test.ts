// The statuses of a transaction: the published transitions, and properties that follow from them.

import { describe, expect, test } from 'vitest';
import {
  isFinal,
  isTransactionEdge,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from '../../ledger/transaction.ts';

const PUBLISHED_STATUSES: Readonly<Partial<Record<TransactionStatus, string>>> = {
  requires_confirmation: 'pending pending_approval pending_review declined canceled expired',
  pending_approval: 'pending declined canceled expired',
  pending_review: 'pending declined canceled expired',
  pending:
    'requires_confirmation pending_approval pending_review posted declined failed canceled expired',
  posted: 'reversed',
};

const pairs = TRANSACTION_STATUSES.flatMap((from) =>
  TRANSACTION_STATUSES.map((to) => ({ from, to })),
);

describe('the states of a transaction', () => {
  test.each(pairs)('change from $from to $to exactly when published', ({ from, to }) => {
    expect(isTransactionEdge(from, to)).toBe(
      (PUBLISHED_STATUSES[from] ?? '').split(' ').includes(to),
    );
  });

  test('are final exactly when they end the workflow', () => {
    expect(TRANSACTION_STATUSES.filter(isFinal)).toEqual([
      'posted',
      'declined',
      'failed',
      'canceled',
      'expired',
      'reversed',
    ]);
  });

  test('lead from posted only to reversed, and from no other final state', () => {
    const out = pairs.filter(({ from, to }) => isFinal(from) && isTransactionEdge(from, to));
    expect(out).toEqual([{ from: 'posted', to: 'reversed' }]);
  });

  test('lead to posted only from pending, so that no transaction skips the decision', () => {
    expect(pairs.filter(({ from, to }) => to === 'posted' && isTransactionEdge(from, to))).toEqual([
      { from: 'pending', to: 'posted' },
    ]);
  });

  test('can each become declined, canceled or expired unless final, so that nothing waits for ever', () => {
    for (const from of TRANSACTION_STATUSES.filter((status) => !isFinal(status))) {
      for (const to of ['declined', 'canceled', 'expired'] as const) {
        expect(isTransactionEdge(from, to)).toBe(true);
      }
    }
  });
});
