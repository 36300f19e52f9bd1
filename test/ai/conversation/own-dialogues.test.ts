// 1,185 dialogues and 853 commands of people who order, fill, correct, choose, cancel, go back and
// chat in words of their own.

import { expect, it } from 'vitest';
import { intentJudge } from '../../../ai/intents/judge.ts';
import {
  OWN_COMMANDS,
  OWN_DIALOGUES,
  runOwnDialogues,
} from '../../../research/language/own-dialogues.ts';

/** The newest rounds hold sentences that are still asked about. */
const LEAST_RIGHT = 0.93;
const MOST_MS = 240_000;

it.each([
  ['dialogue', OWN_DIALOGUES],
  ['command', OWN_COMMANDS],
])(
  'a %s ends in the proposal that was meant or in a question, and never in another proposal',
  async (_, file) => {
    const rows = await runOwnDialogues(intentJudge(), file);
    const wrong = rows.filter(({ score }) => score === 'wrong').map(({ line }) => line);
    const right = rows.filter(({ score }) => score === 'right');
    expect(wrong).toEqual([]);
    expect(right.length / rows.length).toBeGreaterThan(LEAST_RIGHT);
  },
  MOST_MS,
);
