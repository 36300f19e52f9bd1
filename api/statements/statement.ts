// One statement as every format writes it: what it is about, its figures, and its movements.

import { wallClockOf } from '../../db/kernel/zone.ts';
import type { Ledger } from '../../db/ledger.ts';
import {
  type Movement,
  type StatementBooks,
  type StatementTotals,
  statementMovements,
  statementTotals,
} from '../../db/statements/reads.ts';
import { formatDate } from '../../ledger/calendar-date.ts';
import { formatMinor } from '../../ledger/money.ts';

export interface Statement extends StatementTotals {
  readonly books: StatementBooks;
  readonly livemode: boolean;
  /** IANA name; local dates are those of it. */
  readonly timezone: string;
  /** Pieces of a few hundred each, in the order of the journal. */
  movements(): AsyncIterable<readonly Movement[]>;
}

/** Adds a statement up. */
export async function statementOf(
  ledger: Ledger,
  books: StatementBooks,
  timezone: string,
): Promise<Statement> {
  const totals = await statementTotals(ledger, books);
  const { livemode } = ledger;
  return {
    ...totals,
    books,
    livemode,
    timezone,
    movements: () => statementMovements(ledger, books),
  };
}

/** The date that the wall clock shows, as YYYY-MM-DD. */
export function localDate({ timezone }: Pick<Statement, 'timezone'>, at: number): string {
  return formatDate(wallClockOf(at, timezone).date);
}

/** The date from which the money of a movement counts, as YYYY-MM-DD. */
export function valueDateOf({ valueDate }: Movement): string {
  return formatDate(valueDate);
}

/** An amount with the decimal places of the account's currency. */
export function decimal({ books }: Pick<Statement, 'books'>, amount: bigint | number): string {
  return formatMinor(BigInt(amount), books.account.currency);
}

/** The last date of it: its end does not belong to it. */
export function lastDate(statement: Pick<Statement, 'books' | 'timezone'>): string {
  return localDate(statement, statement.books.to - 1);
}
