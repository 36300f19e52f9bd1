// The trial balance: what all accounts of a currency hold, by kind.

import type { AccountKind } from '../../ledger/account.ts';
import type { Ledger } from '../ledger.ts';

export interface TrialBalanceRow {
  readonly currency: string;
  readonly kind: AccountKind;
  readonly accounts: number;
  /** Minor units; a string, because sums can pass 2^53. */
  readonly debit: string;
  readonly credit: string;
}

/** One row per currency and kind; debits equal credits within a currency. */
export async function readTrialBalance(ledger: Ledger): Promise<TrialBalanceRow[]> {
  return ledger.database.raw
    .prepare<
      [],
      { currency: string; kind: TrialBalanceRow['kind']; n: bigint; d: bigint; c: bigint }
    >(
      `SELECT currency, kind, count(*) AS n, sum(max(-posted, 0)) AS d, sum(max(posted, 0)) AS c
       FROM accounts GROUP BY currency, kind ORDER BY currency, kind`,
    )
    .safeIntegers()
    .all()
    .map((row) => ({
      currency: row.currency,
      kind: row.kind,
      accounts: Number(row.n),
      debit: row.d.toString(),
      credit: row.c.toString(),
    }));
}
