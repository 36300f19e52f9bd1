// 730 dialogues of people who fill, correct, choose, cancel and go back in words of their own.

import { expect, it } from 'vitest';
import { intentJudge } from '../../../ai/intents/judge.ts';
import { OWN_DIALOGUES, runOwnDialogues } from '../../../research/language/own-dialogues.ts';

const LEAST_RIGHT = 0.975;

it('a dialogue ends in the proposal that was meant or in a question, and never in another proposal', async () => {
  const rows = await runOwnDialogues(intentJudge(), OWN_DIALOGUES);
  const wrong = rows.filter(({ score }) => score === 'wrong').map(({ line }) => line);
  const right = rows.filter(({ score }) => score === 'right');
  expect(wrong).toEqual([]);
  expect(right.length / rows.length).toBeGreaterThan(LEAST_RIGHT);
});
