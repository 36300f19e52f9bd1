// A list filtered to rare rows: no page reads more rows than a few milliseconds allow, and paging
// finds every row.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../../db/ledger.ts';
import { acceptTransaction, settleTransactions } from '../../../db/money/calls.ts';
import { listTransactions } from '../../../db/transactions/reads.ts';
import type { TransactionStatus, TransactionType } from '../../../ledger/transaction.ts';
import { draftOf, openCustomer, openPairIn, type Pair, TENANT } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';

/** The most rows that a page reads in this test. */
const MAX_ROWS = 50;
const PAYMENT_COUNT = 60;

let ledger: Ledger;
let pair: Pair;

async function bookTransfers(count: number): Promise<void> {
  const sides = { sourceAccountId: pair.from, destinationAccountId: pair.to };
  const drafts = Array.from({ length: count }, () => draftOf({ ...sides, amount: 1 }));
  const accepted = await Promise.all(drafts.map((draft) => ledger.run(acceptTransaction, draft)));
  const ids = accepted.map(({ id }) => id);
  await ledger.run(settleTransactions, { ids, workflow: { id: 'test', runId: 'test' } });
}

beforeAll(async () => {
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  pair = await openPairIn(ledger, await openCustomer(ledger), 1_000_000);
  await bookTransfers(PAYMENT_COUNT);
});
afterAll(() => ledger.close());

interface ListFilter {
  readonly type?: TransactionType;
  readonly status?: readonly TransactionStatus[];
  readonly accountId?: string;
  readonly minAmount?: number;
}

/** Returns the number of rows on each page. */
async function countRowsByPage(filter: ListFilter): Promise<number[]> {
  const shown: number[] = [];
  for (let startingAfter: string | null = null; ; ) {
    const order = { tenantId: TENANT, limit: 10, startingAfter };
    const page = await listTransactions(ledger, { ...order, ...filter }, MAX_ROWS);
    shown.push(page.data.length);
    if (!page.hasMore) return shown;
    startingAfter = page.cursor ?? page.data.at(-1)?.id ?? null;
    expect(startingAfter).not.toBeNull();
  }
}

it('a narrowed list finds rare transactions behind many others, on the page after an empty one', async () => {
  expect(await countRowsByPage({ type: 'deposit' })).toEqual([0, 1]);
  expect(await countRowsByPage({ minAmount: 1_000 })).toEqual([0, 1]);
  expect(await countRowsByPage({ type: 'deposit', accountId: pair.from })).toEqual([0, 1]);
  expect(await countRowsByPage({ status: ['declined'] })).toEqual([0, 0]);
});

it('a narrowed list shows full pages where many transactions match, each of them once', async () => {
  expect(await countRowsByPage({ type: 'transfer' })).toEqual([10, 10, 10, 10, 10, 10]);
  expect(await countRowsByPage({ type: 'transfer', accountId: pair.to })).toEqual([
    10, 10, 10, 10, 10, 10,
  ]);
});
