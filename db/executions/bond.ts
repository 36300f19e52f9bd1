// Finds the execution of a smart-contract function that reserves a transaction: a running one, or a
// final one whose function keeps the hold for later ones (an escrow's deposit).

import type { Tx } from '../kernel/tx.ts';

const BOND = `SELECT id FROM contract_executions WHERE transaction_id = ?
  AND (status IN ('queued', 'simulated', 'submitted', 'included')
    OR (effect = 'bind' AND status = 'final')) ORDER BY id DESC LIMIT 1`;

/** Returns the id of the execution that reserves a transaction, or null. */
export function findBond(tx: Tx, transactionId: string): string | null {
  return tx.value<string>(BOND, transactionId) ?? null;
}
