// A name is compared in slices, with a turn for other work between two of them.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreening } from '../../ai/screening/open.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('screening a long name yields to other work between its words, with the same result', async () => {
  const screener = await openScreening(null).screener();
  const words = Array.from({ length: 20 }, (_, index) => `qu${'abcdefghijklmnopqrst'[index]}vexo`);
  const name = `Ayman al Zawahiri ${words.join(' ')}`;
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns += 1) await nextTurn();
  })();
  // A slow machine: each step takes as long as a slice may.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 4;
    return now;
  });
  const result = await screener.search({ name, threshold: 0.5 });
  isOver = true;
  await counting;
  expect(turns).toBeGreaterThanOrEqual(words.length);
  expect(result).toEqual(screener.screen({ name, threshold: 0.5 }));
  const [match] = screener.screen({ name: 'Ayman al Zawahiri' });
  expect(match?.name).toMatch(/ZAWAHIRI/i);
});

test('names screened concurrently have the results that each has alone', async () => {
  const screener = await openScreening(null).screener();
  const names = ['Ayman al Zawahiri', 'a b', 'V l a d i m i r  P u t i n', 'بشار الأسد', '津田力'];
  const directMatches = names.map((name) => screener.screen({ name, threshold: 0.6 }));
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 4;
    return now;
  });
  const together = await Promise.all(
    names.map((name) => screener.search({ name, threshold: 0.6 })),
  );
  expect(together).toEqual(directMatches);
});
