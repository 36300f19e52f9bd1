// Every word of a question counts: a word that sets a condition is in the answer, or there is none.

import { expect, it } from 'vitest';
import { lostWords } from '../../../research/language/inserted-words.ts';

/** One of so many insertions; `research/language/inserted-words.ts` makes all of them. */
const SHARE = 1_499;

it('a word inserted into a question changes the answer, or is reported as not understood', () => {
  const { tried, lost } = lostWords((index) => (index * 7_919) % SHARE === 3);
  expect(tried).toBeGreaterThan(300);
  expect(lost.map(({ text }) => text)).toEqual([]);
}, 60_000);
