// Marks of the pages that operators have open: a mark changes when the content of its page changes.
// A mark is only compared and never shown, so the audit log records no access to personal data.

import { findAccounts } from '../accounts/reads.ts';
import { findCustomers } from '../customers/reads.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { findTransactions } from '../transactions/reads.ts';

const statementsOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) => ({
  newestPayment: raw
    .prepare<[{ id: string }], string>(
      `SELECT coalesce(max(
           coalesce((SELECT max(id) FROM transactions WHERE source_account_id = @id), ''),
           coalesce((SELECT max(id) FROM transactions WHERE destination_account_id = @id), '')
         ), '')`,
    )
    .pluck(),
  accountsOf: raw
    .prepare<[string], string>(
      `SELECT count(*) || '/' || coalesce(sum(version), 0) FROM accounts WHERE customer_id = ?`,
    )
    .pluck(),
}));

/** Includes how far the leaf of the transaction is anchored. */
export function transactionMark(ledger: ReadLedger, id: string): string {
  return JSON.stringify(findTransactions(ledger, [id]));
}

/** Includes the newest payment, because a refused one changes no balance. */
export function accountMark(ledger: ReadLedger, id: string): string {
  const newest = statementsOf(ledger.database).newestPayment.get({ id });
  return `${JSON.stringify(findAccounts(ledger, [id]))} ${newest}`;
}

/** Includes the customer's accounts, because the page shows their balances. */
export function customerMark(ledger: ReadLedger, id: string): string {
  const accounts = statementsOf(ledger.database).accountsOf.get(id);
  return `${JSON.stringify(findCustomers(ledger, [id]))} ${accounts}`;
}
