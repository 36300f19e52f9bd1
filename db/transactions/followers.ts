// Questions and notices from the core of transactions to other subjects. Each subject is a part
// that the ledger is opened with, so that the core imports none of them.

import type { Cause } from '../kernel/cause.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { ledgerPart, type Tx } from '../kernel/tx.ts';

interface Instructions {
  /**
   * Writes down that one was confirmed, before its transaction is inserted.
   * @throws Refusal when it cannot be confirmed any more
   */
  confirm(tx: Tx, intentId: string, transactionId: string, cause: Cause): void;
  /** Called with each new status of the transaction of an instruction. */
  follow(tx: Tx, moved: TransactionRow): void;
}

export const instructions = ledgerPart<Instructions>('instructions in plain language');

/**
 * Returns the execution that keeps a client from capturing or canceling a transaction, or null when
 * there is none.
 */
export const executionBond = ledgerPart<(tx: Tx, transactionId: string) => string | null>(
  'executions of smart contracts',
);
