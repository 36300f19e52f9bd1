// Lists in another order, and filtered by the details that clients know.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;

const get = (path: string) => bank.call(path, { key });
const move = (body: object) => bank.call('/v1/transactions?wait=10', { key, body });

async function walk(path: string, limit: number) {
  const results: { id: string; amount: number; name: string }[] = [];
  for (let cursor = ''; ; ) {
    const { status, body } = await get(`${path}limit=${limit}${cursor}`);
    expect([path, status]).toEqual([path, 200]);
    results.push(...body.data);
    if (!body.hasMore) return results;
    cursor = `&startingAfter=${body.nextCursor}`;
  }
}

beforeAll(async () => {
  bank = await openSharedCheckedBank();
  key = (await register(bank)).key;
  const opened = await openAccounts(bank, key, [100_000, 0]);
  [from = '', to = ''] = opened.accountIds;
  for (const amount of [300, 20, 1000, 20, 7]) await move(transferOf(from, to, amount));
});
afterAll(() => bank.close());

describe('the sort parameter', () => {
  it('createdAt reverses the list of transactions, accounts and customers', async () => {
    for (const path of [
      '/v1/transactions?',
      `/v1/transactions?accountId=${to}&`,
      '/v1/accounts?',
      '/v1/customers?',
    ]) {
      const newestFirst = await walk(path, 100);
      expect(newestFirst.length).toBeGreaterThan(0);
      expect(await walk(`${path}sort=-createdAt&`, 2)).toEqual(newestFirst);
      expect(await walk(`${path}sort=createdAt&`, 2)).toEqual([...newestFirst].reverse());
    }
  });

  it('amount orders transactions by amount, and equal amounts oldest first', async () => {
    const path = `/v1/transactions?accountId=${to}&`;
    const ascendingItems = await walk(`${path}sort=amount&`, 2);
    expect(ascendingItems.map(({ amount }) => amount)).toEqual([7, 20, 20, 300, 1000]);
    expect(ascendingItems[1]!.id < ascendingItems[2]!.id).toBe(true);
    expect(await walk(`${path}sort=-amount&`, 1)).toEqual([...ascendingItems].reverse());
  });

  it('with any other value is refused with the possible orders', async () => {
    const { status, body } = await get('/v1/transactions?sort=description');
    expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'invalid_parameter', 'sort']);
    expect(body.errors[0].message).toContain('-amount');
    expect((await get('/v1/accounts?sort=amount')).status).toBe(400);
  });
});

describe('customers', () => {
  it('are found by name, address, type, country and verification status', async () => {
    const create = async (fields: object) =>
      (await bank.call('/v1/customers', { key, body: { type: 'individual', ...fields } })).body;
    const ozturk = await create({
      name: 'Nilüfer Öztürk',
      email: 'Nil@Example.com',
      country: 'TR',
    });
    const businessCustomer = await create({ name: 'Öz Türkçe Yayın', type: 'business' });
    const minorCustomer = await create({
      name: 'Kim Young',
      dateOfBirth: `${new Date().getUTCFullYear() - 9}-01-01`,
    });
    const findIds = async (query: string) =>
      (await walk(`/v1/customers?${query}&`, 1)).map(({ id }) => id);
    expect(await findIds(`name=${encodeURIComponent('OZTURK')}`)).toEqual([
      businessCustomer.id,
      ozturk.id,
    ]);
    expect(await findIds('name=ozturk&type=business')).toEqual([businessCustomer.id]);
    expect(await findIds('email=nil@example.COM')).toEqual([ozturk.id]);
    expect(await findIds('email=nil')).toEqual([]);
    expect(await findIds('country=TR')).toEqual([ozturk.id]);
    expect(await findIds('kycStatus=unverified')).toEqual([minorCustomer.id]);
    expect(await findIds('endDate=2020-01-01')).toEqual([]);
    const { status, body } = await get('/v1/customers?kycStatus=fine');
    expect([status, body.errors[0].pointer]).toEqual([400, 'kycStatus']);
  });
});

describe('holds', () => {
  it('that ended are listed by the way they ended', async () => {
    const hold = async () => (await move({ ...transferOf(from, to, 50), capture: 'manual' })).body;
    const [storedHold, capturedHold, releasedHold] = [await hold(), await hold(), await hold()];
    await bank.call(`/v1/transactions/${capturedHold.id}/capture`, { key, body: {} });
    await bank.call(`/v1/transactions/${releasedHold.id}/cancel`, { key, body: {} });
    const holdIds = async (query: string) =>
      (await get(`/v1/holds?${query}`)).body.data.map((item: { id: string }) => item.id);
    expect(await holdIds('')).toEqual([storedHold.hold.id]);
    expect(await holdIds('status=captured')).toEqual([capturedHold.hold.id]);
    expect(await holdIds(`status=released&accountId=${from}&currency=EUR`)).toEqual([
      releasedHold.hold.id,
    ]);
    expect(await holdIds(`status=released&accountId=${to}`)).toEqual([]);
    expect(await holdIds('status=expired')).toEqual([]);
  });
});

describe('a date filter of a list', () => {
  it('begins at midnight in the given time zone', async () => {
    const dayIn = (zone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(Date.now());
    // Midnight in these two zones is 25 hours apart, so their dates always differ.
    const zones = ['Pacific/Kiritimati', 'Pacific/Niue'];
    for (const timezone of zones) {
      for (const day of zones.map(dayIn)) {
        const query = new URLSearchParams({ timezone, startDate: day, endDate: day });
        const result = await walk(`/v1/transactions?${query}&`, 100);
        expect([timezone, day, result.length > 0]).toEqual([
          timezone,
          day,
          day === dayIn(timezone),
        ]);
      }
    }
    const { status, body } = await get('/v1/transactions?timezone=%2B01:00');
    expect([status, body.errors[0].pointer]).toEqual([400, 'timezone']);
  });
});
