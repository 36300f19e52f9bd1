// Lists are narrowed by metadata, together with their other filters and page after page.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModule, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
let customerId: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  key = (await register(bank)).key;
  const opened = await openAccounts(bank, key, [100_000, 0]);
  ({ customerId } = opened);
  [from = '', to = ''] = opened.accountIds;
});
afterAll(() => bank.close());

const get = (path: string) => bank.call(path, { key });
const post = (path: string, body: object) => bank.call(path, { key, body });
const pay = async (metadata: object, amount = 1) =>
  (await post('/v1/transactions?wait=10', { ...transferOf(from, to, amount), metadata })).body.id;
const search = async (path: string, terms: Record<string, string>, more = '') => {
  const query = Object.entries(terms).map(
    ([name, value]) => `metadata[${encodeURIComponent(name)}]=${encodeURIComponent(value)}`,
  );
  const answer = await get(`${path}?${[...query, more].filter(Boolean).join('&')}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.map(({ id }: { id: string }) => id);
};

describe('the metadata filter of transactions', () => {
  it('finds texts, numbers and booleans at the top level only, by equality', async () => {
    const textPayment = await pay({
      order: '17',
      note: null,
      lines: ['17'],
      deep: { order: '18' },
    });
    const numberPayment = await pay({ order: 17, rate: 0.25, big: 1e21, negative: -3 });
    const paidPayment = await pay({ paid: true });
    const unpaidPayment = await pay({ paid: false, 'a]b"c': 'ü' });
    const path = '/v1/transactions';
    expect(await search(path, { order: '17' })).toEqual([numberPayment, textPayment]);
    expect(await search(path, { order: '17.0' })).toEqual([numberPayment, textPayment]);
    expect(await search(path, { rate: '0.25' })).toEqual([numberPayment]);
    expect(await search(path, { rate: '2.5e-1' })).toEqual([numberPayment]);
    expect(await search(path, { big: '1e21' })).toEqual([numberPayment]);
    expect(await search(path, { negative: '-3' })).toEqual([numberPayment]);
    expect(await search(path, { paid: 'true' })).toEqual([paidPayment]);
    expect(await search(path, { paid: 'false' })).toEqual([unpaidPayment]);
    expect(await search(path, { 'a]b"c': 'ü' })).toEqual([unpaidPayment]);
    for (const terms of [{ order: '18' }, { note: 'null' }, { lines: '17' }, { order: '1' }]) {
      expect(await search(path, terms as Record<string, string>)).toEqual([]);
    }
  });

  it('combines several terms, and works with other filters, the limit and the cursor', async () => {
    const shop = crypto.randomUUID();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift(await pay({ shop, even: n % 2 === 0 }, 10 + n));
    const path = '/v1/transactions';
    expect(await search(path, { shop })).toEqual(ids);
    expect(await search(path, { shop, even: 'true' })).toEqual([ids[0], ids[2], ids[4]]);
    expect(await search(path, { shop }, `accountId=${to}&minAmount=13`)).toEqual(ids.slice(0, 2));
    expect(await search(path, { shop }, 'limit=2')).toEqual(ids.slice(0, 2));
    const nextPage = await search(path, { shop }, `limit=2&startingAfter=${ids[1]}`);
    expect(nextPage).toEqual(ids.slice(2, 4));
    const strangerKey = (await register(bank)).key;
    const foreignAnswer = await bank.call(`${path}?metadata[shop]=${shop}`, { key: strangerKey });
    expect(foreignAnswer.body.data).toEqual([]);
  });

  it('refuses a term without a key, too many terms or too long values, and misspelt filters', async () => {
    const elevenTerms = Array.from({ length: 11 }, (_, n) => `metadata[k${n}]=1`).join('&');
    for (const [query, pointer] of [
      ['metadata[]=1', 'metadata[]'],
      [`metadata[${'k'.repeat(65)}]=1`, `metadata[${'k'.repeat(65)}]`],
      [`metadata[a]=${'x'.repeat(501)}`, 'metadata[a]'],
      ['metadata[a]=1&metadata[a]=2', 'metadata[a]'],
      ['metadata=1', 'metadata'],
      ['meta[a]=1', 'meta[a]'],
      ['typo=1', 'typo'],
      [elevenTerms, 'metadata'],
    ] as const) {
      const { status, body } = await get(`/v1/transactions?${query}`);
      expect([query.slice(0, 40), status]).toEqual([query.slice(0, 40), 400]);
      expect(body.errors[0].pointer).toBe(pointer);
    }
  });
});

describe('the metadata filter', () => {
  it('on accounts and customers follows a change of the metadata', async () => {
    const tag = crypto.randomUUID();
    const account = { customerId, type: 'checking', currency: 'EUR', name: 'A' };
    const { id } = (await post('/v1/accounts', { ...account, metadata: { tag } })).body;
    expect(await search('/v1/accounts', { tag })).toEqual([id]);
    const change = { key, method: 'PATCH', body: { metadata: { tag: `${tag}-2` } } };
    await bank.call(`/v1/accounts/${id}`, change);
    expect(await search('/v1/accounts', { tag })).toEqual([]);
    expect(await search('/v1/accounts', { tag: `${tag}-2` })).toEqual([id]);
    const customer = { type: 'individual', name: 'Ada', metadata: { tag } };
    const creationAnswer = await post('/v1/customers', customer);
    expect(await search('/v1/customers', { tag })).toEqual([creationAnswer.body.id]);
  });

  it('works on payments, wallets, schedules, batches, alerts and endpoints too', async () => {
    const tag = crypto.randomUUID();
    const metadata = { tag };
    const sides = { sourceAccountId: from, destinationAccountId: to, currency: 'EUR' };
    const path = `/v1/accounts/${from}/alerts`;
    const startDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const item = { ...transferOf(from, to, 1), reference: tag };
    const expected: [string, string, object][] = [
      ['/v1/payments', '/v1/payments', { ...sides, amount: 1 }],
      ['/v1/wallets', '/v1/wallets', { customerId, name: 'W', currencies: ['EUR'] }],
      [
        '/v1/transactions/scheduled',
        '/v1/transactions/scheduled',
        { ...sides, amount: 1, startDate, timezone: 'UTC' },
      ],
      ['/v1/transactions/batch', '/v1/batches', { mode: 'atomic', items: [item] }],
      [path, path, { type: 'low_balance', direction: 'below', threshold: 5 }],
    ];
    const hooks = '/v1/webhook-endpoints';
    const endpoint = { url: 'https://example.com/hook', events: ['*'] };
    if (hasModule('webhooks')) expected.push([hooks, hooks, endpoint]);
    for (const [path, list, body] of expected) {
      const creationAnswer = await post(path, { ...body, metadata });
      expect(creationAnswer.status, `${path} ${JSON.stringify(creationAnswer.body)}`).toBeLessThan(
        300,
      );
      expect(await search(list, { tag }), list).toEqual([creationAnswer.body.id]);
      expect(await search(list, { tag: 'other' }), list).toEqual([]);
    }
  });
});
