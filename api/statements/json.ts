// Writes a statement as JSON: the figures of the whole range, and one page of movements.

import type { Reader } from '../../db/kernel/read-thread.ts';
import { listMovementsAfter, type Movement, type MovementKey } from '../../db/statements/reads.ts';
import { formatDate } from '../../ledger/calendar-date.ts';
import { exponentOf } from '../../ledger/currency.ts';
import { MAX_AMOUNT, toJson } from '../../ledger/money.ts';
import { localDate, type Statement } from './statement.ts';

/** Returns the wire form of a statement with a page of movements. */
export function statementBody(
  reader: Reader,
  statement: Statement,
  { after, limit }: { after: MovementKey; limit: number },
) {
  const { account, holder, from, to, opening, valueDated } = statement.books;
  const movements = listMovementsAfter(reader, statement.books, after, limit + 1);
  const page = movements.slice(0, limit);
  const hasMore = movements.length > limit;
  return {
    object: 'statement' as const,
    livemode: statement.livemode,
    accountId: account.id,
    accountNumber: account.accountNumber,
    name: account.name,
    holder,
    currency: account.currency,
    currencyExponent: exponentOf(account.currency),
    from: new Date(from).toISOString(),
    to: new Date(to - 1).toISOString(),
    timezone: statement.timezone,
    opening: toJson(opening),
    closing: toJson(statement.closing),
    valueDated: { opening: toJson(valueDated.opening), closing: toJson(valueDated.closing) },
    totals: { debit: totalOf(statement.debit), credit: totalOf(statement.credit) },
    movements: {
      object: 'list' as const,
      data: page.map((movement) => movementBody(statement, movement)),
      hasMore,
      nextCursor: hasMore ? (page.at(-1)?.transactionId ?? null) : null,
    },
  };
}

function totalOf({ count, amount }: Statement['debit']) {
  return { count, amount: amount > MAX_AMOUNT ? null : toJson(amount) };
}

function movementBody(statement: Statement, movement: Movement) {
  const { method: _, postedAt, valueDate, ...figures } = movement;
  const date = localDate(statement, postedAt);
  const dates = { date, valueDate: formatDate(valueDate) };
  return { ...figures, ...dates, postedAt: new Date(postedAt).toISOString() };
}
