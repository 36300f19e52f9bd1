// Plain reads of reversals by what they undo.

import { and, asc, eq, inArray } from 'drizzle-orm';
import { transactions } from '../kernel/tables.ts';
import type { Ledger } from '../ledger.ts';
import type { TransactionRow } from './view.ts';

/** Booked reversals of those among the rows that have any, the first one first. */
export function reversalsOf(ledger: Ledger, rows: readonly TransactionRow[]) {
  const ids = rows.filter((row) => row.amountReversed > 0).map((row) => row.id);
  if (ids.length === 0) return [];
  return ledger.database.orm
    .select({ id: transactions.id, reversalOf: transactions.reversalOf })
    .from(transactions)
    .where(and(inArray(transactions.reversalOf, ids), eq(transactions.status, 'posted')))
    .orderBy(asc(transactions.ledgerSequence))
    .all();
}
