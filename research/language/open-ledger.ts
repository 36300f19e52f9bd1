// The books of a simulated customer, as rows in memory.

import type { BookAccount, Books } from '../../ai/answers/books.ts';
import { lexiconOf } from '../../ai/answers/open-books.ts';
import type { BookedMovement } from '../../db/movements/reads.ts';
import type { Ledger } from './ledgers.ts';

function movementsOf({ bookings, accounts }: Ledger): BookedMovement[] {
  const byId = new Map(bookings.map((one) => [one.id, one]));
  const idOf = (name: string) => `acct_${accounts.findIndex((one) => one.name === name)}`;
  return bookings.flatMap((one): BookedMovement[] => {
    if (one.type === 'hold') return [];
    const reversed = one.reverses === null ? null : byId.get(one.reverses);
    const kind = reversed?.type ?? null;
    const base = {
      transactionId: one.id,
      reversalOf: one.reverses,
      accountId: idOf(one.account),
      amount: one.amount,
      currency: one.currency,
      postedAt: Date.parse(one.at),
      type: one.type as BookedMovement['type'],
      reversedType: (kind === 'hold' ? null : kind) as BookedMovement['reversedType'],
      category: one.category,
      categoryFrom: null,
      country: null,
      deviceId: null,
      balanceAfter: 0,
      description: one.description,
      party: one.payee,
      isOwn: false,
    };
    if (one.toAccount !== null) {
      const ownMovement = { ...base, party: null, isOwn: true };
      return [
        { ...ownMovement, direction: 'debit' },
        { ...ownMovement, direction: 'credit', accountId: idOf(one.toAccount) },
      ];
    }
    const isIn = one.type === 'deposit' || one.type === 'reversal';
    return [{ ...base, direction: isIn ? 'credit' : 'debit' }];
  });
}

/** A ledger as questions read it. */
export function openLedger(ledger: Ledger, timezone: string) {
  const all = movementsOf(ledger);
  const accounts = ledger.accounts.map(({ name, type, currency }, index): BookAccount => {
    const id = `acct_${index}`;
    const posted = all
      .filter(({ accountId }) => accountId === id)
      .reduce((sum, one) => sum + (one.direction === 'credit' ? one.amount : -one.amount), 0);
    const heldAmount = ledger.bookings
      .filter((one) => one.type === 'hold' && one.account === name)
      .reduce((sum, one) => sum + one.amount, 0);
    const balances = { posted, held: heldAmount, available: posted - heldAmount };
    return { id, name, type, currency, status: 'active', ...balances, overdraft: null };
  });
  const books: Books = {
    accounts,
    now: Date.parse(ledger.asOf),
    timezone,
    movements: ({ from, to }) => all.filter((one) => one.postedAt >= from && one.postedAt < to),
    beginning: (ids) =>
      all
        .filter(({ accountId }) => ids.length === 0 || ids.includes(accountId))
        .reduce<number | null>(
          (first, { postedAt }) => Math.min(first ?? postedAt, postedAt),
          null,
        ),
    balanceAt: async (id, time) =>
      all
        .filter(({ accountId, postedAt }) => accountId === id && postedAt <= time)
        .reduce((sum, one) => sum + (one.direction === 'credit' ? one.amount : -one.amount), 0),
    listPlanned: async () => [],
    limits: async () => [],
    convert: () => null,
  };
  return { books, lexicon: lexiconOf(accounts, all) };
}
