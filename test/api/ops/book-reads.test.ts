// Whole ledgers are read on a thread of their own: the thread that answers HTTP runs no statement
// for them, and what it gets is what it would have read itself.

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BOOK_READS, booksThread } from '../../../api/ops/book-reads.ts';
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
  const start = BOOK_READS.firstBookedDay(ledger, {}) ?? 0;
  const now = { at: ledger.now() };
  const piece = { start, after: '' };
  const found: unknown[] = [];
  const ran = await statementsIn(ledger, async () => {
    found.push(await books.read('trialBalance', ledger, { at: null }));
    found.push(await books.read('trialBalance', ledger, now));
    found.push(await books.read('firstBookedDay', ledger, {}));
    found.push(await books.read('ledgerPiece', ledger, piece));
  });
  expect(ran).toBe(0);
  expect(found).toEqual([
    BOOK_READS.trialBalance(ledger, { at: null }),
    BOOK_READS.trialBalance(ledger, now),
    start,
    BOOK_READS.ledgerPiece(ledger, piece),
  ]);
});

test('the general ledger has an account of a day once, and debits equal credits', async () => {
  const { ledger, books } = await opened();
  const first = BOOK_READS.firstBookedDay(ledger, {}) ?? 0;
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
