// What a payment says of where it was sent from, and whose an account is.

import type { Database } from '../kernel/connect.ts';

/** What a request says of where it comes from. */
export interface Origin {
  readonly ipAddress?: string;
  readonly deviceId?: string;
  readonly location?: { readonly country?: string; readonly lat?: number; readonly lon?: number };
}

/** Prepares the read on an open database. */
export function originReads({ raw }: Database) {
  const customer = raw
    .prepare<[string], string>('SELECT customer_id FROM accounts WHERE id = ?')
    .pluck();
  return {
    /** The customer of an account; undefined: there is no such account. */
    ownerOf: (accountId: string) => customer.get(accountId),
  };
}
