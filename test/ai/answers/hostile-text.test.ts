// No message keeps the thread of words busy: its time grows with its length, and not faster.

import { describe, expect, it } from 'vitest';
import { understand } from '../../../ai/answers/understand.ts';
import * as replies from '../../../ai/conversation/grammar.ts';
import { hear } from '../../../ai/conversation/hear.ts';
import * as amounts from '../../../ai/english/amounts.ts';
import * as corrections from '../../../ai/english/corrections.ts';
import * as days from '../../../ai/english/days.ts';
import * as questions from '../../../ai/english/questions.ts';
import * as said from '../../../ai/english/replies.ts';
import * as commands from '../../../ai/intents/grammar.ts';
import { commandIn } from '../../../ai/intents/parse.ts';

/** Parts that patterns repeat, and that fit in more than one of their places. */
const PARTS = [
  '@',
  '@ ',
  '@,',
  '@ and ',
  ', ',
  ',,',
  ' ',
  '# ',
  'the ',
  'and ',
  'did @ ',
  'without @ ',
  'put money into ',
  'a ',
  'a! ',
  'em ',
  'per ',
  '1',
  '1,',
  '1.',
  '50 euros ',
  'one hundred and ',
  'five ',
  'please ',
  'no, ',
  'yes ',
  'for me ',
  'on the first ',
  'to Ahmed ',
  'not ',
  "i'd ",
  '(',
  '-',
];
const hostile = (length: number) =>
  PARTS.flatMap((part) => {
    const run = part.repeat(Math.ceil(length / part.length)).slice(0, length);
    return [run, `did ${run}x`, `send ${run}x`, `without ${run}!`, `${run}more than`];
  });

/** Milliseconds of this process's own time. */
function costOf(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** True when each of five runs is: the collector and other threads of the process count, too. */
function isDearer(limitMs: number, act: () => void): boolean {
  return Array.from({ length: 5 }).every(() => costOf(act) > limitMs);
}

const patterns = (value: unknown): RegExp[] => {
  if (value instanceof RegExp) return [value];
  return Array.isArray(value) ? value.flatMap(patterns) : [];
};

describe('a pattern of English', () => {
  const english = {
    ...amounts,
    ...commands,
    ...corrections,
    ...replies,
    ...said,
    ...days,
    ...questions,
  };
  const all = Object.entries(english).flatMap(([name, value]) =>
    patterns(value).map((pattern) => ({ name, pattern })),
  );
  const texts = hostile(10_000);

  it.each(all)('$name reads ten thousand letters at once', ({ pattern }) => {
    const slowTexts = texts.filter((text) => isDearer(150, () => pattern.test(text)));
    expect(slowTexts.map((text) => text.slice(0, 30))).toEqual([]);
  });
});

const NOW = Date.UTC(2026, 10, 23, 10);
const contacts = [{ name: 'Ahmed', accountId: 'acc_ahmed', relationship: null }];
const spoken = { contacts, now: NOW, timezone: 'UTC' };
const draft = { verb: 'transfer' as const, amount: '50 euros', payee: 'Ahmed', source: null };
const open = { ...draft, date: null, recurrence: null, purpose: null };
const lexicon = { accounts: [], categories: ['rent'], parties: ['Ahmed', 'Zoë'], incomes: [] };

it.each([
  ['a command', (message: string) => commandIn({ ...spoken, message })],
  ['a reply', (message: string) => hear({ ...spoken, message, open, asked: null })],
  ['a question', (message: string) => understand(message, lexicon, { now: NOW, timezone: 'UTC' })],
])('the longest message is read as %s within a fifth of a second', (_, read) => {
  read('hello');
  const slowTexts = hostile(1_000).filter((text) => isDearer(200, () => read(text)));
  expect(slowTexts.map((text) => text.slice(0, 40))).toEqual([]);
});
