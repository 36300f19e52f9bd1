// The trial balance: the sums of all accounts of a currency, by kind.

import type { AccountKind } from '../../ledger/account.ts';
import type { BookReader } from '../movements/reads.ts';

export interface TrialBalanceRow {
  readonly currency: string;
  readonly kind: AccountKind;
  readonly accounts: number;
  /** Minor units; a string, because sums can exceed 2^53. */
  readonly debit: string;
  readonly credit: string;
}

/** One row per currency and kind; debits equal credits within a currency. */
export function readTrialBalance({ database }: BookReader): TrialBalanceRow[] {
  return database.raw
    .prepare<[], Sums>(
      `SELECT currency, kind, count(*) AS accounts, sum(max(-posted, 0)) AS debit,
           sum(max(posted, 0)) AS credit
       FROM accounts GROUP BY currency, kind ORDER BY currency, kind`,
    )
    .safeIntegers()
    .all()
    .map(rowOf);
}

/**
 * The trial balance as of the end of a moment, from the journal.
 * @param time milliseconds since 1970 UTC; later bookings do not count
 */
export function readTrialBalanceAsOf({ database }: BookReader, time: number): TrialBalanceRow[] {
  return database.raw
    .prepare<[object], Sums>(
      `SELECT currency, kind, count(*) AS accounts, sum(max(-balance, 0)) AS debit,
           sum(max(balance, 0)) AS credit
       FROM (SELECT currency, kind, coalesce((SELECT e.balance_after FROM entries e
               WHERE e.account_id = a.id AND e.posted_at <= @at
               ORDER BY e.posted_at DESC, e.ledger_sequence DESC, e.leg DESC LIMIT 1), 0) AS balance
             FROM accounts a WHERE a.created_at <= @at OR EXISTS (
               SELECT 1 FROM entries f WHERE f.account_id = a.id AND f.posted_at <= @at))
       GROUP BY currency, kind ORDER BY currency, kind`,
    )
    .safeIntegers()
    .all({ at: time })
    .map(rowOf);
}

interface Sums extends Pick<TrialBalanceRow, 'currency' | 'kind'> {
  readonly accounts: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
}

function rowOf({ accounts, debit, credit, ...row }: Sums): TrialBalanceRow {
  return {
    ...row,
    accounts: Number(accounts),
    debit: debit.toString(),
    credit: credit.toString(),
  };
}
