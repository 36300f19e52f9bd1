// Batches of small transfers, made through the API.

import { expect } from 'vitest';
import { openAccounts, register, type TestBank } from '../bank/bank.ts';

export type Payroll = Awaited<ReturnType<typeof openPayroll>>;

/** Opens a developer with a funded account and three payees. */
export async function openPayroll(bank: TestBank, funds = 100_000) {
  const { key, developerId } = await register(bank);
  const { accountIds } = await openAccounts(bank, key, [funds, 0, 0, 0]);
  const [from = '', ...payees] = accountIds;
  const call = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    bank.call(path, { key, headers, ...(body === undefined ? {} : { body }) });
  const name = crypto.randomUUID().slice(0, 8);
  const item = (n: number, fields: object = {}) => ({
    type: 'transfer',
    amount: 10,
    currency: 'EUR',
    sourceAccountId: from,
    destinationAccountId: payees[n % payees.length],
    reference: `${name}-${n}`,
    ...fields,
  });
  return {
    key,
    developerId,
    from,
    payees,
    call,
    item,
    items: (count: number, fields: object = {}) =>
      Array.from({ length: count }, (_, n) => item(n, fields)),
    send: (mode: string, items: unknown, headers = {}, wait = 10) =>
      call(`/v1/transactions/batch?wait=${wait}`, { mode, items }, headers),
    read: async (id: string) => (await call(`/v1/batches/${id}`)).body,
    /** Reads all items of a batch, page by page. */
    async results(id: string, query = '') {
      const all: ReturnType<typeof JSON.parse>[] = [];
      for (let cursor = ''; ; ) {
        const page = await call(`/v1/batches/${id}/items?limit=100${query}${cursor}`);
        expect(page.status, JSON.stringify(page.body)).toBe(200);
        all.push(...page.body.data);
        if (!page.body.hasMore) return all;
        cursor = `&startingAfter=${page.body.nextCursor}`;
      }
    },
    readPosted: async (id = from) => (await call(`/v1/accounts/${id}/balance`)).body.posted,
    async readEventTypes() {
      const { body } = await call('/v1/events?limit=100&type=batch.*');
      return body.data.map(({ type }: { type: string }) => type);
    },
  };
}
