// The row of a transaction, and of its hold, by its id.

import { columnsOf } from './columns.ts';
import type { HoldRow, TransactionRow } from './rows.ts';
import { holds, transactions } from './tables.ts';
import type { Tx } from './tx.ts';

const BY_ID = `SELECT ${columnsOf(transactions)} FROM transactions WHERE id = ?`;

const HOLD_BY_TRANSACTION = `SELECT ${columnsOf(holds)} FROM holds WHERE transaction_id = ?`;

/** Returns the row of a transaction in its current state. */
export function findTransaction(tx: Tx, id: string): TransactionRow | undefined {
  return tx.get<TransactionRow>(BY_ID, id);
}

/** Returns the transaction's hold in its current state, or null when there is none. */
export function findHold(tx: Tx, transactionId: string): HoldRow | null {
  return tx.get<HoldRow>(HOLD_BY_TRANSACTION, transactionId) ?? null;
}
