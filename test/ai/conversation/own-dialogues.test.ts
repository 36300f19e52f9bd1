// 1,922 dialogues and 1,357 commands of people who order, fill, correct, choose, cancel, go back and
// chat in words of their own.

import { expect, it } from 'vitest';
import { intentJudge } from '../../../ai/intents/judge.ts';
import {
  OWN_COMMANDS,
  OWN_DIALOGUES,
  type OwnRow,
  runOwnDialogues,
} from '../../../research/language/own-dialogues.ts';

/** Least shares that are right: of the first so many rows, round by round, and of all of them. */
type Shares = readonly (readonly [rows: number, share: number])[];
const DIALOGUES: Shares = [
  [1_185, 0.96],
  [1_492, 0.96],
  [Number.POSITIVE_INFINITY, 0.93],
];
const COMMANDS: Shares = [
  [555, 0.96],
  [1_048, 0.93],
  [Number.POSITIVE_INFINITY, 0.9],
];
const MAX_MS = 240_000;

it.each([
  ['dialogue', OWN_DIALOGUES, DIALOGUES],
  ['command', OWN_COMMANDS, COMMANDS],
])(
  'a %s ends in the proposal that was meant or in a question, and never in another proposal',
  async (_, file, shares) => {
    const rows = await runOwnDialogues(intentJudge(), file);
    const wrong = rows.filter(({ score }) => score === 'wrong').map(({ line }) => line);
    expect(wrong).toEqual([]);
    for (const [count, share] of shares) {
      expect(shareRight(rows.slice(0, count)), `of the first ${count}`).toBeGreaterThan(share);
    }
  },
  MAX_MS,
);

const shareRight = (rows: readonly OwnRow[]): number =>
  rows.filter(({ score }) => score === 'right').length / rows.length;
