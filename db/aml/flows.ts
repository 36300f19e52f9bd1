// Reads of the ledger for the monitor: the booked movements of accounts in a period, and related
// facts. All of them use the index of an account's entries.

import type { Database } from '../kernel/connect.ts';

export interface AmlAccount {
  readonly id: string;
  readonly customerId: string;
  readonly currency: string;
  readonly openedAt: number;
}

export interface AmlFlowRow extends FlowPosition {
  readonly transactionId: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: number;
  readonly payer: string;
  readonly payee: string;
  readonly externalParty: string | null;
}

/** The position of a movement among those of its account. */
export interface FlowPosition {
  readonly at: number;
  readonly sequence: number;
}

/** A payment out of an account, without its external party. */
export type AmlPaymentRow = Omit<AmlFlowRow, 'direction' | 'externalParty' | 'sequence'>;

/** Both sides of a movement, its external party, and its position. */
export type AmlPartyRow = FlowPosition &
  Pick<AmlFlowRow, 'direction' | 'payer' | 'payee' | 'externalParty'>;

export interface AmlReads {
  /** Accounts of a customer, the oldest first, at most `limit`. */
  accountsOfCustomer(tenantId: string, customerId: string, limit: number): AmlAccount[];
  account(tenantId: string, accountId: string): AmlAccount | undefined;
  /** The customer accounts of a transaction; null when the tenant has no such transaction. */
  sidesOf(tenantId: string, transactionId: string): string[] | null;
  /**
   * The newest movements of a period, newest first, without reversed ones.
   * @param before returns only movements before this position; null starts at the end of the period
   */
  flows(
    accountId: string,
    period: Period,
    limit: number,
    before: FlowPosition | null,
  ): AmlFlowRow[];
  /** Sequence numbers of the newest debits in a period, newest first, by the index alone. */
  debits(accountId: string, period: Period, limit: number): number[];
  /** The payment to another account that a debit belongs to; undefined when it is none. */
  payment(sequence: number): AmlPaymentRow | undefined;
  /** The newest movements before a position, from which the known counterparties follow. */
  movementsBefore(accountId: string, position: FlowPosition, limit: number): AmlPartyRow[];
  /** Time of the last movement of the account before a time; null when there is none. */
  lastBefore(accountId: string, time: number): number | null;
}

/** Milliseconds since 1970 UTC; both ends are included. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The number of the leg that debits the source of a payment. */
const SOURCE_LEG = 0;

const ACCOUNT =
  'SELECT id, customer_id AS customerId, currency, created_at AS openedAt FROM accounts';

/** Prepares the reads on an open database. */
export function amlReads({ raw }: Database): AmlReads {
  const ofCustomer = raw.prepare<[string, string, number], AmlAccount>(
    `${ACCOUNT} INDEXED BY accounts_by_customer
     WHERE tenant_id = ? AND customer_id = ? ORDER BY id LIMIT ?`,
  );
  const account = raw.prepare<[string, string], AmlAccount>(
    `${ACCOUNT} WHERE tenant_id = ? AND id = ? AND kind = 'customer'`,
  );
  const sides = raw.prepare<[string], { tenantId: string; payer: string; payee: string }>(
    `SELECT tenant_id AS tenantId, source_account_id AS payer, destination_account_id AS payee
     FROM transactions WHERE id = ?`,
  );
  const flows = raw.prepare<[string, number, number, number, number], AmlFlowRow>(
    `SELECT e.transaction_id AS transactionId, e.posted_at AS at, e.ledger_sequence AS sequence,
       e.direction, e.amount, t.source_account_id AS payer, t.destination_account_id AS payee,
       t.external_party AS externalParty
     FROM entries e INDEXED BY entries_by_account
     CROSS JOIN transactions t ON t.id = e.transaction_id
     WHERE e.account_id = ? AND e.posted_at >= ? AND (e.posted_at, e.ledger_sequence) < (?, ?)
       AND t.type IN ('transfer', 'deposit', 'withdrawal') AND t.status = 'posted'
     ORDER BY e.posted_at DESC, e.ledger_sequence DESC LIMIT ?`,
  );
  // An account that receives many payments has tens of thousands of credits: the index alone
  // separates the debits from them.
  const debits = raw
    .prepare<[string, number, number, number], number>(
      `SELECT ledger_sequence FROM entries INDEXED BY entries_by_account
       WHERE account_id = ? AND posted_at BETWEEN ? AND ? AND leg = ${SOURCE_LEG}
       ORDER BY posted_at DESC, ledger_sequence DESC LIMIT ?`,
    )
    .pluck();
  const payment = raw.prepare<[number], AmlPaymentRow>(
    `SELECT e.transaction_id AS transactionId, e.posted_at AS at, e.amount,
       t.source_account_id AS payer, t.destination_account_id AS payee
     FROM entries e CROSS JOIN transactions t ON t.id = e.transaction_id
     WHERE e.ledger_sequence = ? AND e.leg = ${SOURCE_LEG} AND e.direction = 'debit'
       AND t.type = 'transfer' AND t.status = 'posted'`,
  );
  const before = raw.prepare<[string, number, number, number], AmlPartyRow>(
    `SELECT e.posted_at AS at, e.ledger_sequence AS sequence, e.direction, t.source_account_id AS payer, t.destination_account_id AS payee,
       t.external_party AS externalParty
     FROM entries e INDEXED BY entries_by_account
     CROSS JOIN transactions t ON t.id = e.transaction_id
     WHERE e.account_id = ? AND (e.posted_at, e.ledger_sequence) < (?, ?)
       AND t.type IN ('transfer', 'deposit', 'withdrawal')
     ORDER BY e.posted_at DESC, e.ledger_sequence DESC LIMIT ?`,
  );
  const lastBefore = raw
    .prepare<[string, number], number>(
      `SELECT posted_at FROM entries INDEXED BY entries_by_account
       WHERE account_id = ? AND posted_at < ? ORDER BY posted_at DESC LIMIT 1`,
    )
    .pluck();
  return {
    accountsOfCustomer: (tenantId, customerId, limit) =>
      ofCustomer.all(tenantId, customerId, limit),
    account: (tenantId, accountId) => account.get(tenantId, accountId),
    sidesOf(tenantId, transactionId) {
      const transactionSides = sides.get(transactionId);
      if (transactionSides?.tenantId !== tenantId) return null;
      return [transactionSides.payer, transactionSides.payee].filter(
        (id) => account.get(tenantId, id) !== undefined,
      );
    },
    flows: (accountId, { from, to }, limit, before) => {
      const { at, sequence } = before ?? { at: to + 1, sequence: 0 };
      return flows.all(accountId, from, at, sequence, limit);
    },
    debits: (accountId, { from, to }, limit) => debits.all(accountId, from, to, limit),
    payment: (sequence) => payment.get(sequence),
    movementsBefore: (accountId, { at, sequence }, limit) =>
      before.all(accountId, at, sequence, limit),
    lastBefore: (accountId, time) => lastBefore.get(accountId, time) ?? null,
  };
}
