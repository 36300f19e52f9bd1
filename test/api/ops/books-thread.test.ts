// Whole ledgers are read on a thread of their own: the thread that answers HTTP runs no statement
// for them, and what it gets is what it would have read itself.

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type BooksJob, type BooksOrder, readBooks } from '../../../api/ops/books-jobs.ts';
import { booksThread } from '../../../api/ops/books-thread.ts';
import { generalLedger, type LedgerDay } from '../../../db/journal/general-ledger.ts';
import { livedInLedger, temporaryFolder } from '../../db/ledger-file.ts';
import { statementsIn } from '../../db/plans-in.ts';

const DAY_MS = 86_400_000;

async function opened() {
  const { ledger } = await livedInLedger(join(temporaryFolder(), 'ledger.db'));
  const closing = new AbortController();
  onTestFinished(() => {
    closing.abort();
    ledger.close();
  });
  return { ledger, books: booksThread(closing.signal) };
}

test('whole ledgers are read on a thread of their own, with the answers of this one', async () => {
  const { ledger, books } = await opened();
  const start = readBooks('firstBookedDay', ledger, {}) ?? 0;
  const orders: [BooksJob, BooksOrder<BooksJob>][] = [
    ['trialBalance', { at: null }],
    ['trialBalance', { at: ledger.now() }],
    ['firstBookedDay', {}],
    ['ledgerPiece', { start, after: '' }],
  ];
  for (const [name, order] of orders) {
    let found: unknown;
    const ran = await statementsIn(ledger, async () => {
      found = await books.read(name, ledger, order);
    });
    expect(ran).toBe(0);
    expect(found).toEqual(readBooks(name, ledger, order));
  }
});

test('the general ledger has an account of a day once, and debits equal credits', async () => {
  const { ledger, books } = await opened();
  const first = readBooks('firstBookedDay', ledger, {}) ?? 0;
  const to = ledger.now() + DAY_MS;
  const days: LedgerDay[] = [];
  for await (const piece of generalLedger({ from: 0, to, first }, (order) =>
    books.read('ledgerPiece', ledger, order),
  )) {
    days.push(...piece);
  }
  const keys = days.map(({ date, accountId, currency }) => `${date} ${accountId} ${currency}`);
  expect(new Set(keys).size).toBe(keys.length);
  const sum = (side: 'debit' | 'credit') => days.reduce((all, day) => all + BigInt(day[side]), 0n);
  expect(sum('debit')).toBeGreaterThan(0n);
  expect(sum('debit')).toBe(sum('credit'));
});
