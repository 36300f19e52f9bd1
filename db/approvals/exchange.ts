// An exchange that a second person approved. It is decided again by the quote or rate in force at
// the approval. Then it is booked in place of its hold, or declined and its money released.

import { decideExchangeRow } from '../booking/exchange-decision.ts';
import { expireQuote, useQuote } from '../exchange/quotes.ts';
import { bookHold, endHold } from '../holds/acts.ts';
import { ledgerJournal } from '../journal/acts.ts';
import type { Tx } from '../kernel/tx.ts';
import { transactionRows } from '../transactions/rows.ts';
import type { TransactionView } from '../transactions/view.ts';
import type { HeldTransaction } from './release.ts';

/** Writes the outcome of an approved exchange. */
export function bookApprovedExchange(
  tx: Tx,
  { row, hold, cause, at }: HeldTransaction,
): TransactionView {
  const rows = transactionRows(tx);
  const terms = rows.exchangeOf(row.id);
  if (!terms) throw new Error(`exchange ${row.id} has no terms`);
  const { decision, quote, isQuoteExpired } = decideExchangeRow(tx, row, terms, at, hold.amount);
  if (quote && isQuoteExpired) expireQuote(tx, quote);
  const heldFields = { stage: 'done', expiresAt: null, cause } as const;
  if (decision.kind === 'decline') {
    return rows.writeStep(row, {
      ...heldFields,
      status: 'declined',
      events: ['transaction.declined'],
      reason: decision.rejection,
      hold: endHold(tx, hold, { status: 'released', capturedAmount: 0, cause, at }),
      at,
    });
  }
  if (decision.kind !== 'post') throw new Error('an exchange without limits has no approval');
  rows.writeStep(row, { status: 'pending', stage: 'post_journal', events: [], hold, cause, at });
  const pending = rows.find(row.id);
  if (!pending) throw new Error(`exchange ${row.id} is gone`);
  const { legs } = decision;
  const end = { status: 'captured', capturedAmount: hold.amount, cause, at } as const;
  const postExchange = () => ledgerJournal(tx).post(pending, legs);
  const { ended, booked } = bookHold(tx, hold, end, postExchange);
  if (quote) useQuote(tx, quote, row.id);
  return rows.writeStep(pending, {
    ...heldFields,
    status: 'posted',
    events: ['transaction.posted', 'exchange.completed'],
    booked,
    hold: ended,
    at: booked.row.postedAt,
  });
}
