// Reads what the payments of an account said of where they were sent from, the newest first.

import type { Database } from '../kernel/connect.ts';

/** What a request says of where it comes from. */
export interface Origin {
  readonly ipAddress?: string;
  readonly deviceId?: string;
  readonly location?: { readonly country?: string; readonly lat?: number; readonly lon?: number };
}

/** Payments that are looked through for those that say anything. */
const MOST = 50;

/** Prepares the read on an open database. */
export function originReads({ raw }: Database) {
  // What was refused or taken back is no habit.
  const select = raw.prepare<[string, string, number], { context: string | null; at: number }>(
    `SELECT iif(status IN ('posted', 'reversed', 'pending'), context, NULL) AS context,
       created_at AS at
     FROM transactions INDEXED BY transactions_by_source
     WHERE source_account_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
  );
  const customer = raw
    .prepare<[string], string>('SELECT customer_id FROM accounts WHERE id = ?')
    .pluck();
  return {
    /** The customer of an account; undefined: there is no such account. */
    ownerOf: (accountId: string) => customer.get(accountId),
    /** Payments of the account before this one that say something. */
    before(accountId: string, transactionId: string): { origin: Origin; at: number }[] {
      return select.all(accountId, transactionId, MOST).flatMap(({ context, at }) => {
        return context === null ? [] : [{ origin: JSON.parse(context) as Origin, at }];
      });
    },
  };
}
