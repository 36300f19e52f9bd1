// Lists: the pages together contain each object exactly once, and filters apply to every page.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

interface Row {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly amount: number;
  readonly sourceAccountId: string | null;
  readonly destinationAccountId: string | null;
  readonly createdAt: string;
}

let bank: CheckedBank;
let key: string;
let customerId: string;
let firstAccountId: string;
let secondAccountId: string;
let thirdAccountId: string;
/** All transactions of the developer, newest first. */
let allRows: readonly Row[];

const get = (path: string) => bank.call(path, { key });
const move = (body: object) => bank.call('/v1/transactions?wait=10', { key, body });

beforeAll(async () => {
  bank = await openSharedCheckedBank();
  key = (await register(bank)).key;
  const opened = await openAccounts(bank, key, [10_000, 5_000]);
  customerId = opened.customerId;
  [firstAccountId = '', secondAccountId = ''] = opened.accountIds;
  [thirdAccountId = ''] = (await openAccounts(bank, key, [0])).accountIds;
  await Promise.all(
    Array.from({ length: 24 }, (_, index) => {
      const extraFields = index % 6 === 0 ? { capture: 'manual' } : {};
      return move({
        ...transferOf(
          index % 2 ? firstAccountId : secondAccountId,
          index % 3 ? thirdAccountId : index % 2 ? secondAccountId : firstAccountId,
          index + 1,
        ),
        ...extraFields,
      });
    }),
  );
  await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      move(transferOf(thirdAccountId, firstAccountId, 90_000 + index)),
    ),
  );
  allRows = (await get('/v1/transactions?limit=100')).body.data;
});
afterAll(() => bank.close());

/** Walks a list page by page; `between` runs after each page. */
async function walk(
  path: string,
  limit: number,
  between: () => Promise<unknown> = async () => null,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor = '';
  for (let page = 0; page < 100; page++) {
    const { body } = await get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`);
    expect(body.data.length).toBeLessThanOrEqual(limit);
    expect(body.nextCursor).toBe(body.hasMore ? body.data.at(-1).id : null);
    if (body.hasMore) expect(body.data).toHaveLength(limit);
    rows.push(...body.data);
    if (!body.hasMore) return rows;
    cursor = `&startingAfter=${body.nextCursor}`;
    await between();
  }
  throw new Error('the list has no end');
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

describe('a list', () => {
  it('is newest first, with ten items by default', async () => {
    const { body } = await get('/v1/transactions');
    expect(body).toMatchObject({ object: 'list', hasMore: true });
    expect(body.data).toHaveLength(10);
    expect(allRows).toHaveLength(32);
    expect(idsOf(allRows)).toEqual(idsOf(allRows).sort().reverse());
    const times = allRows.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('read page by page contains every item exactly once, with any page size', async () => {
    for (const limit of [1, 7, 31, 32, 33, 100]) {
      expect(idsOf(await walk('/v1/transactions', limit)), String(limit)).toEqual(idsOf(allRows));
    }
  });

  it('of customers, accounts and keys can be walked in the same way', async () => {
    for (const path of ['/v1/customers', '/v1/accounts', '/v1/developer/keys']) {
      await Promise.all(
        ['x', 'y'].map((name) =>
          path === '/v1/developer/keys'
            ? bank.call(path, { key, body: { name, environment: 'sandbox' } })
            : openAccounts(bank, key, [0]),
        ),
      );
      const allIds = idsOf((await get(`${path}?limit=100`)).body.data);
      expect(allIds.length).toBeGreaterThan(2);
      expect(idsOf(await walk(path, 1)), path).toEqual(allIds);
      expect(idsOf(await walk(path, 2)), path).toEqual(allIds);
    }
  });

  it('accepts a cursor of an object that does not exist as a position between two others', async () => {
    const [firstRow, secondRow] = allRows;
    const cursorBetween = `${secondRow?.id.slice(0, -1)}z`;
    const { body } = await get(`/v1/transactions?startingAfter=${cursorBetween}&limit=1`);
    expect([firstRow?.id, secondRow?.id]).toContain(body.data[0].id);
  });
});

describe('list filters', () => {
  const isOnAccount = (id: string) => (row: Row) =>
    row.sourceAccountId === id || row.destinationAccountId === id;
  const day = new Date().toISOString().slice(0, 10);

  it('apply on every page and together with a limit', async () => {
    const cases: [string, (row: Row) => boolean][] = [
      ['type=deposit', ({ type }) => type === 'deposit'],
      ['status=declined', ({ status }) => status === 'declined'],
      ['status=pending', ({ status }) => status === 'pending'],
      [`accountId=${firstAccountId}`, isOnAccount(firstAccountId)],
      [`accountId=${thirdAccountId}`, isOnAccount(thirdAccountId)],
      [
        `customerId=${customerId}`,
        (row) => isOnAccount(firstAccountId)(row) || isOnAccount(secondAccountId)(row),
      ],
      ['minAmount=10&maxAmount=20', ({ amount }) => amount >= 10 && amount <= 20],
      ['minAmount=90003', ({ amount }) => amount >= 90_003],
      [
        `accountId=${thirdAccountId}&status=posted`,
        (row) => isOnAccount(thirdAccountId)(row) && row.status === 'posted',
      ],
      [`customerId=${customerId}&accountId=${secondAccountId}`, isOnAccount(secondAccountId)],
      [`customerId=${customerId}&accountId=${thirdAccountId}`, () => false],
      [
        `accountId=${firstAccountId}&type=transfer&status=posted&maxAmount=12&startDate=${day}&endDate=${day}`,
        (row) =>
          isOnAccount(firstAccountId)(row) &&
          row.type === 'transfer' &&
          row.status === 'posted' &&
          row.amount <= 12,
      ],
    ];
    for (const [query, fits] of cases) {
      const ids = idsOf(allRows.filter(fits));
      for (const limit of [1, 3, 100]) {
        const listedIds = idsOf(await walk(`/v1/transactions?${query}`, limit));
        expect(listedIds, `${query} by ${limit}`).toEqual(ids);
      }
    }
  });

  it('by time include both ends, and a date means the whole day in UTC', async () => {
    const middleTime = allRows[15]?.createdAt ?? '';
    const rowsFrom = allRows.filter(({ createdAt }) => createdAt >= middleTime);
    const rowsTo = allRows.filter(({ createdAt }) => createdAt <= middleTime);
    const ask = async (query: string) => idsOf(await walk(`/v1/transactions?${query}`, 100));
    expect(await ask(`startDate=${middleTime}`)).toEqual(idsOf(rowsFrom));
    expect(await ask(`endDate=${middleTime}`)).toEqual(idsOf(rowsTo));
    const rowsAtInstant = allRows.filter(({ createdAt }) => createdAt === middleTime);
    expect(await ask(`startDate=${middleTime}&endDate=${middleTime}`)).toEqual(
      idsOf(rowsAtInstant),
    );
    expect(await ask(`startDate=${day}&endDate=${day}`)).toEqual(idsOf(allRows));
    expect(await ask('endDate=2020-01-01')).toEqual([]);
    expect(await ask('startDate=2099-01-01')).toEqual([]);
    const timeWithOffset = middleTime.replace('Z', '%2B00:00');
    expect(await ask(`startDate=${timeWithOffset}`)).toEqual(idsOf(rowsFrom));
  });

  it('by reference find exactly the transaction with that reference', async () => {
    const creationAnswer = await move({
      ...transferOf(firstAccountId, secondAccountId, 1),
      reference: 'a/b c?&=%ü',
    });
    const { body } = await get(`/v1/transactions?reference=${encodeURIComponent('a/b c?&=%ü')}`);
    expect(idsOf(body.data)).toEqual([creationAnswer.body.id]);
  });
});

describe('paging while new rows arrive', () => {
  it('returns every item that existed at the start exactly once, and nothing twice', async () => {
    const idsBefore = idsOf((await get('/v1/transactions?limit=100')).body.data);
    for (const query of ['', `?accountId=${firstAccountId}`, '?status=posted']) {
      const idsAtStart = idsOf((await get(`/v1/transactions${query || '?'}&limit=100`)).body.data);
      let count = 0;
      const rows = await walk(`/v1/transactions${query}`, 5, async () => {
        count += 1;
        await Promise.all([
          move(transferOf(firstAccountId, secondAccountId, 1)),
          move(transferOf(secondAccountId, firstAccountId, 1)),
        ]);
      });
      expect(count).toBeGreaterThan(2);
      expect(idsOf(rows), query).toEqual(idsAtStart);
    }
    const itemsAfter = (await get('/v1/transactions?limit=100')).body.data;
    expect(itemsAfter.length).toBeGreaterThan(idsBefore.length);
  });
});
