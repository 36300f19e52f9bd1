// Falsifications of exchanges and quotes, by the invariant that must detect them.

import type { FilledLedger } from '../ledger-file.ts';

/** An SQL statement that falsifies the ledger. */
export type Breakage = (
  transactions: FilledLedger['transactions'],
  accounts: readonly string[],
  quotes: FilledLedger['quotes'],
) => string;

export const entryOf = (id: string, leg: number) => `transaction_id = '${id}' AND leg = ${leg}`;

export const EXCHANGE_BREAKAGES: Readonly<Record<string, Readonly<Record<string, Breakage>>>> = {
  exchange_is_booked_as_agreed: {
    'terms with an amount other than the booked one': (_, __, { exchange }) =>
      `UPDATE exchanges SET destination_amount = destination_amount + 1
       WHERE transaction_id = '${exchange}'`,
    'an entry on another account': (_, [from], { exchange }) =>
      `UPDATE entries SET account_id = '${from}' WHERE ${entryOf(exchange, 0)}`,
    'a missing entry': (_, __, { exchange }) => `DELETE FROM entries WHERE ${entryOf(exchange, 3)}`,
  },
  exchange_has_terms: {
    'an exchange without terms': (_, __, { exchange }) =>
      `DELETE FROM exchanges WHERE transaction_id = '${exchange}'`,
    'terms of a transaction that is no exchange': ({ posted }, __, { exchange }) =>
      `UPDATE exchanges SET transaction_id = '${posted}' WHERE transaction_id = '${exchange}'`,
  },
  positions_come_of_exchanges: {
    'a transfer on a position account': ({ posted }) =>
      `UPDATE entries SET account_id = (SELECT id FROM accounts WHERE kind = 'position')
       WHERE ${entryOf(posted, 0)}`,
  },
  quote_is_used_once: {
    'an exchange that names a quote which names another exchange': (_, __, { exchange, expired }) =>
      `UPDATE exchanges SET quote_id = '${expired}' WHERE transaction_id = '${exchange}'`,
    'a used quote that is active again': (_, __, { used }) =>
      `UPDATE quotes SET status = 'active', transaction_id = NULL WHERE id = '${used}'`,
    'an exchange at another rate than that of its quote': (_, __, { exchange }) =>
      `UPDATE exchanges SET rate = '9' WHERE transaction_id = '${exchange}'`,
  },
  quote_expires_once: {
    'an expiry without an event': (_, __, { expired }) =>
      `DELETE FROM events WHERE type = 'quote.expired' AND object_id = '${expired}'`,
    'an expired quote that is active again': (_, __, { expired }) =>
      `UPDATE quotes SET status = 'active' WHERE id = '${expired}'`,
  },
};
