// Writes a statement as CSV (RFC 4180): a line for the opening balance, one for each movement, one
// for the closing balance. Amounts are decimal numbers in major units.

import type { Movement } from '../../db/statements/reads.ts';
import { formatDate } from '../../ledger/calendar-date.ts';
import { formatCsv } from '../kit/csv.ts';
import { decimal, lastDate, localDate, type Statement } from './statement.ts';

const COLUMNS = [
  'line',
  'date',
  'value_date',
  'posted_at',
  'ledger_sequence',
  'transaction_id',
  'type',
  'description',
  'reference',
  'category',
  'counterparty',
  'counterparty_account',
  'debit',
  'credit',
  'balance',
  'currency',
] as const;

type Line = Partial<Record<(typeof COLUMNS)[number], string>>;

/** Yields the lines of a statement in pieces. */
export async function* csvOf(statement: Statement): AsyncGenerator<string> {
  const { opening, account, from } = statement.books;
  const { currency } = account;
  const balanceLine = (line: string, date: string, amount: bigint) => {
    return { line, date, balance: decimal(statement, amount), currency };
  };
  yield text([balanceLine('opening', localDate(statement, from), opening)], true);
  for await (const piece of statement.movements()) {
    yield text(piece.map((movement) => movementLine(statement, movement)));
  }
  yield text([balanceLine('closing', lastDate(statement), statement.closing)]);
}

function movementLine(statement: Statement, movement: Movement): Line {
  const { direction, counterparty, postedAt, ledgerSequence, type } = movement;
  return {
    line: 'movement',
    date: localDate(statement, postedAt),
    value_date: formatDate(movement.valueDate),
    posted_at: new Date(postedAt).toISOString(),
    ledger_sequence: String(ledgerSequence),
    transaction_id: movement.transactionId,
    type,
    description: movement.description ?? '',
    reference: movement.reference ?? '',
    category: movement.category ?? '',
    counterparty: counterparty?.name ?? '',
    counterparty_account: counterparty?.accountNumber ?? '',
    [direction]: decimal(statement, movement.amount),
    balance: decimal(statement, movement.balanceAfter),
    currency: statement.books.account.currency,
  };
}

function text(lines: readonly Line[], header = false): string {
  return formatCsv(lines, { columns: COLUMNS, figures: ['debit', 'credit', 'balance'], header });
}
