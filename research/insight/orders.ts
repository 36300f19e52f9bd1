// An order of an analysis over a book of the simulated world.

import type { InsightOrder } from '../../ai/insight/books.ts';

/** @param now milliseconds since 1970 UTC, a midnight: the day that has just begun is the last */
export function orderAt(
  now: number,
  book: { readonly opening: number; readonly customer: { readonly account: string } },
): InsightOrder {
  const { account } = book.customer;
  const own = { id: account, currency: 'EUR', type: 'checking', posted: 0, overdraftUsed: 0 };
  return {
    ...{ tenantId: 'dev_world', customerId: account, accounts: [own], now, timezone: 'UTC' },
    ...{ period: null, currency: 'EUR' },
  };
}
