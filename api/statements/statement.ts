// The common input of all formats of a statement: its subject, its figures and its movements.

import type { Reader } from '../../db/kernel/read-thread.ts';
import { wallClockOf } from '../../db/kernel/zone.ts';
import {
  type Movement,
  type OpenedStatement,
  readStatementTotals,
  type StatementTotals,
  streamMovements,
} from '../../db/statements/reads.ts';
import { formatDate } from '../../ledger/calendar-date.ts';
import { formatMinor } from '../../ledger/money.ts';

export interface Statement extends StatementTotals {
  readonly books: OpenedStatement;
  readonly livemode: boolean;
  /** IANA name of the time zone of local dates. */
  readonly timezone: string;
  /** Yields movements in pieces of a few hundred, in the order of the journal. */
  movements(): AsyncIterable<readonly Movement[]>;
}

/** Computes the totals of a statement. */
export async function buildStatement(
  reader: Reader,
  context: Pick<Statement, 'books' | 'livemode' | 'timezone'>,
): Promise<Statement> {
  const totals = await readStatementTotals(reader, context.books);
  return { ...totals, ...context, movements: () => streamMovements(reader, context.books) };
}

/** Returns the date of a time in the time zone of the statement, as YYYY-MM-DD. */
export function localDate({ timezone }: Pick<Statement, 'timezone'>, time: number): string {
  return formatDate(wallClockOf(time, timezone).date);
}

/** Returns the value date of a movement as YYYY-MM-DD. */
export function valueDateOf({ valueDate }: Movement): string {
  return formatDate(valueDate);
}

/** Returns an amount with the decimal places of the account's currency. */
export function decimal({ books }: Pick<Statement, 'books'>, amount: bigint | number): string {
  return formatMinor(BigInt(amount), books.account.currency);
}

/** Returns the last date of a statement, whose end is exclusive. */
export function lastDate(statement: Pick<Statement, 'books' | 'timezone'>): string {
  return localDate(statement, statement.books.to - 1);
}
