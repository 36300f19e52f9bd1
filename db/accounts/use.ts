// Remembers the day on which an account was last used by its owner: by paying out of it, at once
// or by a schedule of theirs, or by paying in. Money of others and acts of the bank are no use.

import { isOutsideLimits } from '../../ledger/transaction.ts';
import type { LoadedAccount } from '../journal/acts.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days since 1970 at a time in milliseconds. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** The moment at which such a day begins, in milliseconds since 1970 UTC. */
export function startOfDay(day: number): number {
  return day * DAY_MS;
}

const USE = 'UPDATE accounts SET last_used_on = ? WHERE id = ?';

interface Sides {
  readonly source: LoadedAccount;
  readonly destination: LoadedAccount;
}

/** Notes the use of an account by an accepted transaction. */
export function noteUse(tx: Tx, row: TransactionRow, { source, destination }: Sides): void {
  if (isOutsideLimits(row)) return;
  const today = dayOf(tx.clock(row.tenantId));
  const isOwnIncome = destination.customerId === row.customerId && row.externalParty === null;
  for (const account of isOwnIncome ? [source, destination] : [source]) {
    const isNews = account.kind === 'customer' && account.lastUsedOn < today;
    if (isNews) tx.run(USE, today, account.id);
  }
}
