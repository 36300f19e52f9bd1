// 200 questions over the bank of asked-bank.ts, each with the figures that the entries give. They
// were written after the grammar, and the grammar was then asked once; docs/build/language.md says
// how many it answered at first sight.

import type { Bookkeeper } from './asked-bank.ts';
import { OTHER_QUESTIONS } from './other-questions.ts';
import { SPENDING_QUESTIONS } from './spending-questions.ts';
import { STANDING_QUESTIONS } from './standing-questions.ts';

/** Expected figures in order, a section of the help, or null for a question without an answer. */
export type Wanted = readonly (number | undefined)[] | string | null;

export type Question = readonly [string, (b: Bookkeeper) => Wanted];

export const QUESTIONS: readonly Question[] = [
  ...SPENDING_QUESTIONS,
  ...STANDING_QUESTIONS,
  ...OTHER_QUESTIONS,
];
