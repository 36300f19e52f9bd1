// A name that nobody has asked for yet takes the words of it one by one, with a turn for other work
// between two, and finds what it finds at once.

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
