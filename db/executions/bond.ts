// The execution of a smart-contract function that reserves a transaction: while it runs, and after
// a function that keeps the hold for later ones (an escrow's deposit).

import type { Tx } from '../kernel/tx.ts';

const BOND = `SELECT id FROM contract_executions WHERE transaction_id = ?
  AND (status IN ('queued', 'simulated', 'submitted', 'included')
    OR (effect = 'bind' AND status = 'final')) ORDER BY id DESC LIMIT 1`;

/** The execution that keeps a client from capturing or canceling a transaction. */
export function findBond(tx: Tx, transactionId: string): string | null {
  return tx.value<string>(BOND, transactionId) ?? null;
}
