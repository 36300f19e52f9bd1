// The words of a name that no earlier name had are looked up one by one, with a turn for other work
// between two of them.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openScreening } from '../../ai/screening/open.ts';

test('a long name gives other work a turn between its words, and finds the same', async () => {
  const screener = await openScreening(null).screener();
  const words = Array.from({ length: 20 }, (_, at) => `qu${'abcdefghijklmnopqrst'[at]}vexo`);
  const name = `Ayman al Zawahiri ${words.join(' ')}`;
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns += 1) await nextTurn();
  })();
  await screener.prepare(name);
  isOver = true;
  await counting;
  expect(turns).toBeGreaterThanOrEqual(words.length);
  const [match] = screener.screen({ name: 'Ayman al Zawahiri' });
  expect(match?.name).toMatch(/ZAWAHIRI/i);
});
