// The stated origin of a payment, and the owner of an account.

import { amlAlerts } from '../aml/tables.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import type { Database } from '../kernel/connect.ts';

/** The origin that a request states. */
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
  const home = raw
    .prepare<[string], string | null>(
      `SELECT c.country FROM accounts a JOIN customers c ON c.id = a.customer_id WHERE a.id = ?`,
    )
    .pluck();
  const alert = raw
    .prepare<[string], 1>(
      readAbsentAsEmpty(
        raw,
        "SELECT 1 FROM aml_alerts WHERE account_id = ? AND status <> 'closed' LIMIT 1",
        [amlAlerts],
      ),
    )
    .pluck();
  return {
    /** Returns the country of residence of the account's customer, if known. */
    homeOf: (accountId: string) => home.get(accountId),
    /** Returns true when the account has an open money-laundering alert. */
    hasAmlAlert: (accountId: string) => alert.get(accountId) === 1,
    /** Returns the customer of an account, or undefined when there is no such account. */
    ownerOf: (accountId: string) => customer.get(accountId),
  };
}
