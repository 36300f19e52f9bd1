// Records the day on which the owner last used an account: by a payment from it, at once or by a
// schedule, or by a payment of their own into it. Payments by others and acts of the bank do not
// count as use.

import { isOutsideLimits } from '../../ledger/transaction.ts';
import { dayAt } from '../../ledger/value-date.ts';
import type { LoadedAccount } from '../journal/acts.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';

const RECORD_USE = 'UPDATE accounts SET last_used_on = ? WHERE id = ?';

interface Sides {
  readonly source: LoadedAccount;
  readonly destination: LoadedAccount;
}

/** Records the use of the accounts of an accepted transaction. */
export function recordUse(tx: Tx, row: TransactionRow, { source, destination }: Sides): void {
  if (isOutsideLimits(row)) return;
  const today = dayAt(tx.clock(row.tenantId));
  const isOwnIncome = destination.customerId === row.customerId && row.externalParty === null;
  for (const account of isOwnIncome ? [source, destination] : [source]) {
    const isFirstToday = account.kind === 'customer' && account.lastUsedOn < today;
    if (isFirstToday) tx.run(RECORD_USE, today, account.id);
  }
}
