// The step-up of a transaction: the customer confirms it with a second factor.

import type { StepUp } from '../../ledger/transfer.ts';
import type { TransactionRow } from './rows.ts';
import { ledgerPart, type Tx } from './tx.ts';

export interface StepUps {
  /** Returns the state of a transaction's step-up, for the decision about the transaction. */
  stateOf(tx: Tx, row: TransactionRow): StepUp;
  /** Starts the wait for the confirmation. Returns its deadline, by the business clock. */
  request(tx: Tx, row: TransactionRow, now: number): number;
  /** Returns the confirmation of a transaction, or null while there is none. */
  findConfirmed(tx: Tx, transactionId: string): ConfirmedPayment | null;
  /** Lists the transactions of a tenant whose deadline to confirm has passed, earliest first. */
  listDueOf(tx: Tx, tenantId: string, now: number, limit: number): string[];
  nextDueOf(tx: Tx, tenantId: string): number | null;
}

interface ConfirmedPayment {
  readonly confirmedBy: string | null;
  /** When a manual hold ends. */
  readonly holdExpiresAt: number | null;
}

/** Without the subject no customer has a second factor, so a payment that needs one is declined. */
export const stepUps = ledgerPart<StepUps>('second factors', {
  stateOf: () => 'none',
  request() {
    throw new Error('no customer of this ledger has a second factor to confirm with');
  },
  findConfirmed: () => null,
  listDueOf: () => [],
  nextDueOf: () => null,
});
