// Short lists can be sorted by amount: paging through one returns everything once, in one order.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../../db/ledger.ts';
import { acceptTransaction, settleTransactions } from '../../../db/money/calls.ts';
import { isSortable, listTransactions } from '../../../db/transactions/reads.ts';
import { draftOf, openCustomer, openPairIn, type Pair, TENANT } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { plansIn } from '../plans-in.ts';

let ledger: Ledger;
let pair: Pair;
let other: Pair;

async function makeTransfers(pair: Pair, amounts: readonly number[]): Promise<void> {
  const sides = { sourceAccountId: pair.from, destinationAccountId: pair.to };
  const drafts = amounts.map((amount) => draftOf({ ...sides, amount }));
  const accepted = await Promise.all(drafts.map((draft) => ledger.run(acceptTransaction, draft)));
  await ledger.run(settleTransactions, {
    ids: accepted.map(({ id }) => id),
    workflow: { id: 'test', runId: 'test' },
  });
}

beforeAll(async () => {
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  const customer = await openCustomer(ledger);
  pair = await openPairIn(ledger, customer, 1_000_000);
  other = await openPairIn(ledger, customer, 1_000_000);
  // Many amounts are equal, so that the id decides the order.
  await makeTransfers(
    pair,
    Array.from({ length: 90 }, (_, index) => 1 + ((index * 37) % 11)),
  );
  await makeTransfers(other, [5, 700, 3]);
});
afterAll(() => ledger.close());

interface ListFilter {
  readonly accountId?: string;
  readonly minAmount?: number;
}

async function readAllPages(filter: ListFilter, oldestFirst: boolean) {
  const results: { readonly id: string; readonly amount: number }[] = [];
  for (let startingAfter: string | null = null; ; ) {
    const order = { tenantId: TENANT, limit: 7, startingAfter, oldestFirst, byAmount: true };
    const page = await listTransactions(ledger, { ...order, ...filter });
    results.push(...page.data.map(({ id, amount }) => ({ id, amount })));
    if (!page.hasMore) return results;
    startingAfter = page.cursor ?? page.data.at(-1)?.id ?? null;
  }
}

it('listing by amount returns each transaction once and in order', async () => {
  const cases: [ListFilter, number][] = [
    [{}, 95],
    [{ accountId: other.from }, 4],
    [{ minAmount: 600 }, 3],
  ];
  for (const [filter, count] of cases) {
    const ascending = await readAllPages(filter, true);
    expect(ascending).toHaveLength(count);
    const key = ({ id, amount }: (typeof ascending)[number]) =>
      `${String(amount).padStart(9, '0')} ${id}`;
    expect(ascending.map(key)).toEqual(ascending.map(key).sort());
    expect(new Set(ascending.map(({ id }) => id)).size).toBe(count);
    expect(await readAllPages(filter, false)).toEqual([...ascending].reverse());
  }
});

it('bookings between two pages do not change the remaining pages of a list by amount', async () => {
  const order = { tenantId: TENANT, limit: 5, byAmount: true, oldestFirst: true };
  const before = await readAllPages({ accountId: other.from }, true);
  const first = await listTransactions(ledger, {
    ...{ ...order, limit: 2, startingAfter: null },
    accountId: other.from,
  });
  await makeTransfers(other, [1, 4, 900]);
  const nextPage = await listTransactions(ledger, {
    ...{ ...order, startingAfter: first.data.at(-1)?.id ?? null },
    accountId: other.from,
  });
  const ids = [...first.data, ...nextPage.data].map(({ id }) => id);
  for (const { id } of before) expect(ids.filter((value) => value === id)).toEqual([id]);
});

it('a page by amount starts only after a transaction of the same list', async () => {
  const [otherTransaction] = await readAllPages({ accountId: pair.from }, true);
  const order = {
    tenantId: TENANT,
    limit: 5,
    byAmount: true,
    startingAfter: otherTransaction?.id ?? null,
  };
  const refused = listTransactions(ledger, { ...order, accountId: other.to });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_cursor' });
});

it.each([
  ['of a developer', {}, 98],
  ['of one account', { accountId: '' }, 6],
  ['filtered by a minimum amount, which counts all rows', { minAmount: 600 }, 98],
])('a list %s is sorted by amount only below a number of rows', async (_which, filter, count) => {
  const ownFilter = 'accountId' in filter ? { accountId: other.from } : filter;
  const order = { tenantId: TENANT, limit: 5, byAmount: true, startingAfter: null, ...ownFilter };
  expect(await isSortable(ledger, order, count)).toBe(false);
  expect(await isSortable(ledger, order, count + 1)).toBe(true);
  const plans = await plansIn(ledger, () => isSortable(ledger, order, count));
  expect(plans.filter((plan) => plan.startsWith('SCAN transactions'))).toEqual([]);
});
