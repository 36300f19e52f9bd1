// The request of an analysis for a book of the simulated world.

import type { InsightOrder } from '../../ai/insight/books.ts';

/** @param now milliseconds since 1970 of a midnight in UTC; the day that begins is the last one */
export function makeOrder(
  now: number,
  book: { readonly opening: number; readonly customer: { readonly account: string } },
): InsightOrder {
  const { account } = book.customer;
  const ownAccount = {
    id: account,
    currency: 'EUR',
    type: 'checking',
    posted: 0,
    overdraftUsed: 0,
  };
  return {
    ...{ tenantId: 'dev_world', customerId: account, accounts: [ownAccount], now, timezone: 'UTC' },
    ...{ period: null, currency: 'EUR' },
  };
}
