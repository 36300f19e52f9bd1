// The fees of a payment, as its transaction shows them: charged fees, and pending fees that will be
// charged unless the account recovers in time.

import type { Database } from '../kernel/connect.ts';
import { prepareOnce } from '../kernel/statements.ts';

/** A cost of a payment besides its amount. */
export interface ItemFee {
  readonly type: 'overdraft';
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly status: 'pending' | 'charged';
  /** When a pending fee will be charged unless the account has recovered; RFC 3339 UTC. */
  readonly dueAt: string | null;
  /** The transaction that charges the fee; null until then. */
  readonly transactionId: string | null;
}

export interface ItemFeeRow {
  /** Id of the payment. */
  readonly id: string;
  readonly amount: number;
  readonly status: 'pending' | 'billed' | 'charged';
  readonly dueAt: number;
  readonly feeTransactionId: string | null;
}

const CHARGED_FEES = `SELECT transaction_id AS id, amount, status, due_at AS dueAt,
  fee_transaction_id AS feeTransactionId FROM overdraft_fees
  WHERE status IN ('pending', 'billed', 'charged')`;

interface BookedItem {
  readonly id: string;
  readonly entries: readonly {
    readonly direction: 'debit' | 'credit';
    readonly balanceAfter: number;
  }[];
}

/**
 * Returns true when a payment left its payer below zero. Only such a payment can have a fee; other
 * payments need no query.
 */
export function mayHaveFee({ entries }: Pick<BookedItem, 'entries'>): boolean {
  return entries.some(({ direction, balanceAfter }) => direction === 'debit' && balanceAfter < 0);
}

/** Returns the function that reads the fees of a booked payment. */
export function itemFees({ raw }: Database): (item: BookedItem) => readonly ItemFeeRow[] {
  const byItem = raw.prepare<[string], ItemFeeRow>(`${CHARGED_FEES} AND transaction_id = ?`);
  return (item) => (mayHaveFee(item) ? byItem.all(item.id) : []);
}

const feesOfMany = prepareOnce(({ raw }: Database) =>
  raw.prepare<[string], ItemFeeRow>(
    `${CHARGED_FEES} AND transaction_id IN (SELECT value FROM json_each(?))`,
  ),
);

/** Reads the fees of many payments. */
export function feesOfItems(database: Database, ids: readonly string[]): readonly ItemFeeRow[] {
  return ids.length === 0 ? [] : feesOfMany(database).all(JSON.stringify(ids));
}

/** The wire form of a fee. */
export function feeView(row: Omit<ItemFeeRow, 'id'>, currency: string): ItemFee {
  const isCharged = row.status === 'charged';
  return {
    type: 'overdraft',
    amount: row.amount,
    currency,
    status: isCharged ? 'charged' : 'pending',
    dueAt: isCharged ? null : new Date(row.dueAt).toISOString(),
    transactionId: row.feeTransactionId,
  };
}
