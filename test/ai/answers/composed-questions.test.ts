// Conditions in any order, and a second question behind the first: the figure is that of all of them.

import { expect, it } from 'vitest';
import { askComposed } from '../../../research/language/composed-questions.ts';

it('a question with conditions in any order has the figure of all of them, or none', async () => {
  const { right, wrong } = await askComposed(150, 5);
  expect(wrong).toEqual([]);
  expect(right).toBeGreaterThan(100);
}, 60_000);
