// One statement as every format writes it: its subject, its figures, and its movements.

import type { Reader } from '../../db/kernel/read-thread.ts';
import { wallClockOf } from '../../db/kernel/zone.ts';
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
  reader: Reader,
  about: Pick<Statement, 'books' | 'livemode' | 'timezone'>,
): Promise<Statement> {
  const totals = await statementTotals(reader, about.books);
  return { ...totals, ...about, movements: () => statementMovements(reader, about.books) };
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
