// A search of operators compares thousands of names in every spelling, and other work on the thread
// runs meanwhile.

import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type WritableDatabase } from '../../../db/kernel/connect.ts';
import { type LookupQuery, lookUp } from '../../../db/oversight/reads.ts';

const ROWS = 45_000;
const PEOPLE = { table: 'people', exact: ['id'], within: ['name'] } as const;
let database: WritableDatabase;
beforeAll(() => {
  database = openDatabase(':memory:', 'ledger');
  database.raw.exec('CREATE TABLE people (id TEXT PRIMARY KEY, tenant_id TEXT, created_at, name)');
  const insert = database.raw.prepare("INSERT INTO people VALUES (?, 'dev_1', 0, ?)");
  const nameOf = (n: number) => (n === 7 ? 'Jürgen Müller' : `Zoë Nguyễn ${n} Ivanova`);
  database.raw.transaction(() => {
    for (let n = 0; n < ROWS; n += 1) insert.run(String(n).padStart(6, '0'), nameOf(n));
  })();
});
afterAll(() => database.close());

const idsOf = async (query: Partial<LookupQuery>) => {
  const page = await lookUp({ database }, PEOPLE, { limit: 5, startingAfter: null, ...query });
  return { ...page, ids: page.data.map(({ id }) => id) };
};

test(
  'a search in another alphabet finds the oldest of 45,000 customers, on pages that state ' +
    'that more follow',
  async () => {
    const results: string[] = [];
    let startingAfter: string | null = null;
    let pages = 0;
    do {
      const page = await idsOf({ search: 'Мюллер', startingAfter });
      results.push(...page.ids);
      startingAfter = page.cursor;
      pages += 1;
      expect(page.hasMore).toBe(page.cursor !== null);
    } while (startingAfter !== null);
    expect([results, pages]).toEqual([['000007'], 3]);
  },
);

test('pages of many matches contain each match once', async () => {
  const first = await idsOf({ search: 'nguyen', limit: 3 });
  const second = await idsOf({ search: 'nguyen', limit: 3, startingAfter: first.cursor });
  expect([...first.ids, ...second.ids]).toEqual(
    [1, 2, 3, 4, 5, 6].map((n) => String(ROWS - n).padStart(6, '0')),
  );
});

test('a search yields to other work after every 500 names', async () => {
  const searching = idsOf({ search: 'Мюллер' });
  let turns = 0;
  let isOver = false;
  void searching.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await setImmediate();
    turns += 1;
  }
  expect(turns).toBeGreaterThanOrEqual(39);
});
