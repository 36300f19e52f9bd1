// The step-up of a transaction, as its way knows it: the customer confirms it with a second factor.

import type { StepUp } from '../../ledger/transfer.ts';
import type { TransactionRow } from './rows.ts';

/** What the decision about a transaction asks. */
export interface StepUpReader {
  standing(row: TransactionRow): StepUp;
}

export interface StepUps extends StepUpReader {
  /** Begins the wait; returns when it is over, by the business clock. */
  request(row: TransactionRow, at: number): number;
  /** What was confirmed; null while it was not. */
  findConfirmed(transactionId: string): Confirmed | null;
  /** Transactions of a tenant whose time is over, the earliest first. */
  dueOf(tenantId: string, at: number, limit: number): string[];
  nextDueOf(tenantId: string): number | null;
}

interface Confirmed {
  readonly confirmedBy: string | null;
  /** When a manual hold ends. */
  readonly holdExpiresAt: number | null;
}
