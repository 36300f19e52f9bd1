// Finds the network payment of a transaction. Transactions that can have none cost no query.

import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { railPayments } from './tables.ts';
import type { RailPaymentRow } from './view.ts';

type PaymentRef = Pick<TransactionRow, 'id' | 'externalParty' | 'stage'>;

const BY_ID = `SELECT ${columnsOf(railPayments)} FROM rail_payments WHERE transaction_id = ?`;

function cannotHavePayment({ externalParty, stage }: PaymentRef): boolean {
  return externalParty === null || stage === 'accepted';
}

/** Returns a function that finds the network payment of a transaction, or null. */
export function railFinder({ raw }: Database) {
  const byId = raw.prepare<[string], RailPaymentRow>(BY_ID);
  return {
    find: (row: PaymentRef): RailPaymentRow | null =>
      cannotHavePayment(row) ? null : (byId.get(row.id) ?? null),
  };
}

/** Finds the network payment of a transaction inside an act. */
export function findRailPayment(tx: Tx, row: PaymentRef): RailPaymentRow | null {
  return cannotHavePayment(row) ? null : (findRailPaymentById(tx, row.id) ?? null);
}

export function findRailPaymentById(tx: Tx, transactionId: string): RailPaymentRow | undefined {
  return tx.get<RailPaymentRow>(BY_ID, transactionId);
}
