// The calls from transactions, which are core, to other folders and subjects. Each is a part that the
// ledger is opened with, so that the core imports no subject.

import type { EventType } from '../../ledger/event.ts';
import { Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import type { ModelAnswer } from '../kernel/judge.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { ledgerPart, type Tx } from '../kernel/tx.ts';
import type { HoldOutcome, PaymentSides, RiskOutcome, TransactionDraft } from './port.ts';
import type { TransactionView } from './view.ts';

interface Instructions {
  /**
   * Records the confirmation of an instruction, before its transaction is inserted.
   * @throws Refusal when the instruction cannot be confirmed any more
   */
  confirm(tx: Tx, intentId: string, transactionId: string, cause: Cause): void;
  /** Called with each new status of the transaction of an instruction. */
  follow(tx: Tx, changedRow: TransactionRow): void;
}

export const instructions = ledgerPart<Instructions>('instructions in plain language', {
  confirm() {
    throw new Refusal('intent_not_found');
  },
  follow: () => {},
});

/**
 * Returns the execution that keeps a client from capturing or canceling a transaction, or null when
 * there is none.
 */
export const findReservingExecution = ledgerPart<(tx: Tx, transactionId: string) => string | null>(
  'executions of smart contracts',
  () => null,
);

interface SecondPerson {
  /** Records that a second person is to decide about a transaction. */
  requestApproval(tx: Tx, row: TransactionRow, cause: Cause, now: number): void;
}

export const secondPerson = ledgerPart<SecondPerson>('approvals of a second person');

/** The result of comparing the external party with the sanctions lists. */
export interface ScreenedPayment {
  readonly outcome: 'no_hit' | 'hit' | 'not_run' | 'error';
  /** The number of entries that resemble the name. */
  readonly matches: number;
}

/** A payment before its submission to the network, and the model's latest answer about it. */
export interface QueuedPayment {
  readonly transactionId: string;
  readonly modelAnswer: ModelAnswer | undefined;
}

interface PaymentChecks {
  /** Applies a reviewer's decision; null when there is no such transaction. */
  applyReview(tx: Tx, transactionId: string): HoldOutcome | null;
  /** Compares the external party again before a network gets the payment. */
  screenQueued(tx: Tx, queued: QueuedPayment): ScreenedPayment | null;
  /** Returns the model's score again before a network gets the payment. */
  scoreQueued(tx: Tx, queued: QueuedPayment): RiskOutcome | null;
}

/** A ledger without risk decisions has no reviews and no checks to repeat. */
export const paymentChecks = ledgerPart<PaymentChecks>('checks of payments before their network', {
  applyReview: () => null,
  screenQueued: () => null,
  scoreQueued: () => null,
});

/** The payments that transactions belong to, and the wallets that payments name. */
export interface PaymentLinks {
  /**
   * Replaces wallets with their accounts in the currency; reads only.
   * @throws Refusal when a wallet has no account in the currency, or both sides are the same account
   */
  withAccounts(tx: Tx, draft: TransactionDraft): TransactionDraft;
  /** Inserts the payment of a transaction, with the wallets that it names. */
  insert(
    tx: Tx,
    row: PaymentSides & {
      readonly id: string;
      readonly tenantId: string;
      readonly createdAt: number;
    },
  ): void;
  /**
   * Emits the payment events that follow from events of a transaction; `before` is omitted at its
   * creation.
   */
  emitEvents(
    tx: Tx,
    row: TransactionRow,
    transaction: TransactionView,
    events: readonly EventType[],
    cause: Cause,
    before?: TransactionRow,
  ): void;
}

export const paymentLinks = ledgerPart<PaymentLinks>('payments');

/**
 * Called with each new status of a fee, and of a transaction of a schedule, an intent or a batch.
 */
export const notifyOwners =
  ledgerPart<(tx: Tx, changedRow: TransactionRow) => void>('owners of transactions');
