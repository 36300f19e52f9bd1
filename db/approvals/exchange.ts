// An exchange that a second person agreed to: decided again at that moment, by the quote or rate
// that is in force then, and booked instead of its hold, or declined and freed.

import { type ExchangeDeps, exchangeDecider } from '../booking/exchange-decision.ts';
import { expireQuote, useQuote } from '../exchange/quotes.ts';
import type { HoldWriter } from '../holds/acts.ts';
import type { Journal } from '../journal/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import type { HoldRow, TransactionRow } from '../kernel/rows.ts';
import type { TransactionWriter } from '../transactions/rows.ts';
import type { TransactionView } from '../transactions/view.ts';

/** Writes the outcome of an approved exchange. */
export type ApprovedExchange = (agreed: {
  readonly row: TransactionRow;
  readonly hold: HoldRow;
  readonly cause: Cause;
  readonly at: number;
}) => TransactionView;

interface Deps extends ExchangeDeps {
  readonly writer: TransactionWriter;
  readonly journal: Journal;
  readonly holds: HoldWriter;
}

/** Returns that function; call it inside `database.write` only. */
export function approvedExchange(deps: Deps): ApprovedExchange {
  const { writer, journal, tx, holds } = deps;
  const decide = exchangeDecider(deps);

  return ({ row, hold, cause, at }) => {
    const terms = writer.exchangeOf(row.id);
    if (!terms) throw new Error(`exchange ${row.id} has no terms`);
    const { decision, quote, quoteIsOver } = decide(row, terms, at, hold.amount);
    if (quote && quoteIsOver) expireQuote(tx, quote);
    const common = { stage: 'done', expiresAt: null, cause } as const;
    if (decision.kind === 'decline') {
      return writer.step(row, {
        ...common,
        status: 'declined',
        events: ['transaction.declined'],
        reason: decision.rejection,
        hold: holds.end(hold, { status: 'released', capturedAmount: 0, cause, at }),
        at,
      });
    }
    if (decision.kind !== 'post') throw new Error('an exchange without limits has no approval');
    writer.step(row, { status: 'pending', stage: 'post_journal', events: [], hold, cause, at });
    const pending = writer.find(row.id);
    if (!pending) throw new Error(`exchange ${row.id} is gone`);
    const { legs } = decision;
    const end = { status: 'captured', capturedAmount: hold.amount, cause, at } as const;
    const { ended, booked } = holds.capture(hold, end, () => journal.post(pending, legs));
    if (quote) useQuote(tx, quote, row.id);
    return writer.step(pending, {
      ...common,
      status: 'posted',
      events: ['transaction.posted', 'exchange.completed'],
      booked,
      hold: ended,
      at: booked.row.postedAt,
    });
  };
}
