// Remembers the day on which an account was last used by its owner: by paying out of it, at once
// or by a schedule of theirs, or by paying in. Money of others and acts of the bank are no use.

import { isBanks } from '../../ledger/transaction.ts';
import type { LoadedAccount } from '../journal/acts.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import type { TransactionRow } from '../kernel/rows.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days since 1970 at a time in milliseconds. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** The moment at which such a day begins, in milliseconds since 1970 UTC. */
export function startOfDay(day: number): number {
  return day * DAY_MS;
}

/** Notes the use of an account by an accepted transaction. */
export type AccountUse = (
  row: TransactionRow,
  sides: { readonly source: LoadedAccount; readonly destination: LoadedAccount },
) => void;

/** Call it inside `database.write` only. */
export function accountUse({ raw }: Database, clock: BusinessClock): AccountUse {
  const use = raw.prepare('UPDATE accounts SET last_used_on = ? WHERE id = ?');
  return (row, { source, destination }) => {
    if (isBanks(row)) return;
    const today = dayOf(clock(row.tenantId));
    const isOwnIncome = destination.customerId === row.customerId && row.externalParty === null;
    for (const account of isOwnIncome ? [source, destination] : [source]) {
      const isNews = account.kind === 'customer' && account.lastUsedOn < today;
      if (isNews) use.run(today, account.id);
    }
  };
}
