// 1,917 dialogues and 1,357 commands of people who order, fill, correct, choose, cancel, go back and
// chat in words of their own.

import { expect, it } from 'vitest';
import { intentJudge } from '../../../ai/intents/judge.ts';
import {
  OWN_COMMANDS,
  OWN_DIALOGUES,
  type OwnRow,
  runOwnDialogues,
} from '../../../research/language/own-dialogues.ts';

const MIN_RIGHT = 0.96;
/** Of all rows: the newest rounds, behind those that are settled, have sentences that are still asked about. */
const MIN_OF_ALL = 0.9;
const MAX_MS = 240_000;

it.each([
  ['dialogue', OWN_DIALOGUES, 1_492, MIN_OF_ALL],
  ['command', OWN_COMMANDS, 555, MIN_OF_ALL],
])(
  'a %s ends in the proposal that was meant or in a question, and never in another proposal',
  async (_, file, settled, leastOfAll) => {
    const rows = await runOwnDialogues(intentJudge(), file);
    const wrong = rows.filter(({ score }) => score === 'wrong').map(({ line }) => line);
    expect(wrong).toEqual([]);
    expect(shareRight(rows.slice(0, settled))).toBeGreaterThan(MIN_RIGHT);
    expect(shareRight(rows)).toBeGreaterThan(leastOfAll);
  },
  MAX_MS,
);

const shareRight = (rows: readonly OwnRow[]): number =>
  rows.filter(({ score }) => score === 'right').length / rows.length;
