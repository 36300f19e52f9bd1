// The way of a transaction through a payment network, by its row; those that can have none do not
// pay for the question.

import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { railPayments } from './tables.ts';
import type { RailPaymentRow } from './view.ts';

type Asked = Pick<TransactionRow, 'id' | 'externalParty' | 'stage'>;

/** Finds it; null when the transaction has not been given to a network. */
export function railFinder({ raw }: Database) {
  const byId = raw.prepare<[string], RailPaymentRow>(
    `SELECT ${columnsOf(railPayments)} FROM rail_payments WHERE transaction_id = ?`,
  );
  return {
    find({ id, externalParty, stage }: Asked): RailPaymentRow | null {
      if (externalParty === null || stage === 'accepted') return null;
      return byId.get(id) ?? null;
    },
    byId: (transactionId: string) => byId.get(transactionId),
  };
}
