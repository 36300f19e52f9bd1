// Questions of old and young, hurried and chatty people, and of some who learnt English late, over
// simulated books: `research/language/voices.txt`, with gold by SQL.

import { expect, test } from 'vitest';
import { askVoices } from '../../../research/language/voices.ts';

/** Questions that have been answered: a change of the grammar may not lose one unnoticed. */
const ANSWERED = 375;

test('no question of different kinds of speakers has another figure than SQL has, and most have one', async () => {
  const rows = await askVoices();
  const wrong = rows.filter(({ score }) => score === 'wrong').map(({ question }) => question);
  expect(wrong).toEqual([]);
  expect(rows.filter(({ score }) => score === 'right').length).toBeGreaterThanOrEqual(ANSWERED);
});
