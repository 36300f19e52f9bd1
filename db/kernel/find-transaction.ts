// The row of a transaction by its id.

import { columnsOf } from './columns.ts';
import type { TransactionRow } from './rows.ts';
import { transactions } from './tables.ts';
import type { Tx } from './tx.ts';

const BY_ID = `SELECT ${columnsOf(transactions)} FROM transactions WHERE id = ?`;

/** Returns it as it stands in the commit. */
export function findTransaction(tx: Tx, id: string): TransactionRow | undefined {
  return tx.get<TransactionRow>(BY_ID, id);
}
