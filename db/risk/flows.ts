// What the histories behind a risk score are made of: an account's booked movements, read forward
// from where a reader stood, and the few facts of an account beside them.

import type { TransactionType } from '../../ledger/transaction.ts';
import type { Database } from '../kernel/connect.ts';

export interface FlowRow {
  readonly at: number;
  readonly sequence: number;
  readonly direction: 'debit' | 'credit';
  readonly amount: number;
  readonly type: TransactionType;
  readonly payer: string;
  readonly payee: string;
  readonly externalParty: string | null;
}

export interface FlowAccount {
  readonly openedAt: number;
  readonly currency: string;
  /** Minor units that are there and not held. */
  readonly available: number;
  /** Higher after each movement. */
  readonly version: number;
}

/** Where a reader of an account's movements stands. */
export interface FlowCursor {
  readonly at: number;
  readonly sequence: number;
}

export interface FlowReads {
  /** Movements after a cursor, in the order of time. */
  after(accountId: string, cursor: FlowCursor): FlowRow[];
  /** The newest movements, in the order of time, at most `limit`. */
  newest(accountId: string, limit: number): FlowRow[];
  account(accountId: string): FlowAccount | undefined;
  /** Those that are customers', by their ids: one statement for all of them. */
  accounts(accountIds: readonly string[]): ReadonlyMap<string, FlowAccount>;
}

// `+?` and not `?`: SQLite's planner looks at the value of a bare parameter in a join, or behind
// LIMIT, and compiles the statement anew for the next value: that took 20 times as long.
const FLOW = `SELECT e.posted_at AS at, e.ledger_sequence AS sequence, e.direction, e.amount,
  t.type, t.source_account_id AS payer, t.destination_account_id AS payee,
  t.external_party AS externalParty
  FROM entries e INDEXED BY entries_by_account
  CROSS JOIN transactions t ON t.id = e.transaction_id
  WHERE e.account_id = +?`;

export function flowReads({ raw }: Database): FlowReads {
  const after = raw.prepare<[string, number, number], FlowRow>(
    `${FLOW} AND (e.posted_at, e.ledger_sequence) > (?, ?)
     ORDER BY e.posted_at, e.ledger_sequence`,
  );
  const newest = raw.prepare<[string, number], FlowRow>(
    `${FLOW} ORDER BY e.posted_at DESC, e.ledger_sequence DESC LIMIT +?`,
  );
  const account = raw.prepare<[string], FlowAccount>(
    `SELECT created_at AS openedAt, currency, posted - held AS available, version
     FROM accounts WHERE id = ? AND kind = 'customer'`,
  );
  const accounts = raw.prepare<[string], FlowAccount & { readonly id: string }>(
    `SELECT a.id, a.created_at AS openedAt, a.currency, a.posted - a.held AS available, a.version
     FROM json_each(?) given CROSS JOIN accounts a ON a.id = given.value
     WHERE +a.kind = 'customer'`,
  );
  return {
    after: (accountId, { at, sequence }) => after.all(accountId, at, sequence),
    newest: (accountId, limit) => newest.all(accountId, limit).reverse(),
    account: (accountId) => account.get(accountId),
    accounts: (accountIds) =>
      new Map(accounts.all(JSON.stringify(accountIds)).map((row) => [row.id, row])),
  };
}
