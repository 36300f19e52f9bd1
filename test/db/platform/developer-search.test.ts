// A search of operators compares the companies of all developers in every spelling, and other work
// on the thread runs meanwhile.

import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type WritableDatabase } from '../../../db/kernel/connect.ts';
import { type DeveloperFilter, searchDevelopers } from '../../../db/platform/developer-search.ts';
import { developers } from '../../../db/platform/tables.ts';

const COUNT = 2_100;
const idOf = (n: number) => `dev_${String(n).padStart(26, '0')}`;
let database: WritableDatabase;
beforeAll(() => {
  database = openDatabase(':memory:', 'platform');
  const insert = (n: number) =>
    database.orm
      .insert(developers)
      .values({
        id: idOf(n),
        company: n === 7 ? 'Müller GmbH' : `Firm ${n}`,
        email: `firm-${n}@example.com`,
        country: 'DE',
        sandboxStatus: n % 2 === 0 ? 'active' : 'suspended',
        applicationId: `app_${n}`,
        applicationStatus: 'pending',
        version: 1,
        createdAt: 0,
        updatedAt: 0,
        sandboxEpoch: 0,
      })
      .run();
  database.raw.transaction(() => {
    for (let n = 0; n < COUNT; n += 1) insert(n);
  })();
});
afterAll(() => database.close());

async function search(filter: Partial<DeveloperFilter>) {
  const order = { limit: 3, startingAfter: null, ...filter };
  const { data, hasMore } = await searchDevelopers(database.orm, order);
  return { ids: data.map(({ id }) => id), hasMore };
}

test('the oldest of 2,100 developers are found by company, e-mail and id', async () => {
  const pageWith = (n: number) => ({ ids: [idOf(n)], hasMore: false });
  expect(await search({ search: 'Мюллер' })).toEqual(pageWith(7));
  expect(await search({ search: 'FIRM-3@example.com' })).toEqual(pageWith(3));
  expect(await search({ search: idOf(0) })).toEqual(pageWith(0));
  expect(await search({ search: 'nobody' })).toEqual({ ids: [], hasMore: false });
});

test('the pages of a search contain each matching developer once, the newest first', async () => {
  const first = await search({ search: 'Firm', status: 'active' });
  expect(first).toEqual({ ids: [2_098, 2_096, 2_094].map(idOf), hasMore: true });
  const last = await search({ search: 'Firm', status: 'active', startingAfter: idOf(4) });
  expect(last).toEqual({ ids: [2, 0].map(idOf), hasMore: false });
  expect((await search({})).ids).toEqual([2_099, 2_098, 2_097].map(idOf));
});

test('other work on the thread runs after every five hundred companies', async () => {
  let isOver = false;
  const searching = search({ search: 'nobody' }).then(() => {
    isOver = true;
  });
  let turns = 0;
  while (!isOver) {
    await setImmediate();
    turns += 1;
  }
  await searching;
  expect(turns).toBeGreaterThanOrEqual(4);
});
