// Changes that people make to a name when they type it: one typing slip, words in another order, a
// title or a legal form added or left out.
import type { Random } from '../random.ts';
import { isLegalForm, isTitle, type Source, TITLES } from './sources.ts';

const KEYBOARD = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

function neighbourKeys(letter: string): string[] {
  for (const [row, keys] of KEYBOARD.entries()) {
    const index = keys.indexOf(letter);
    if (index < 0) continue;
    const sides = [keys[index - 1], keys[index + 1]];
    const above = [KEYBOARD[row - 1]?.[index], KEYBOARD[row - 1]?.[index + 1]];
    const below = [KEYBOARD[row + 1]?.[index - 1], KEYBOARD[row + 1]?.[index]];
    return [...sides, ...above, ...below].filter((key) => key !== undefined);
  }
  return [];
}

type Slip = (word: string, index: number, random: Random) => string | null;

const SLIPS: Readonly<Record<string, Slip>> = {
  typing_drop: (word, index) => word.slice(0, index) + word.slice(index + 1),
  typing_double: (word, index) => word.slice(0, index) + word.charAt(index) + word.slice(index),
  typing_swap: (word, index) => {
    const [first, second] = [word.charAt(index - 1), word.charAt(index)];
    if (first.toLowerCase() === second.toLowerCase()) return null;
    return word.slice(0, index - 1) + second + first + word.slice(index + 1);
  },
  typing_neighbour: (word, index, random) => {
    const keys = neighbourKeys(word.charAt(index).toLowerCase());
    return keys.length === 0
      ? null
      : word.slice(0, index) + random.pick(keys) + word.slice(index + 1);
  },
};

/** One slip makes another name of a shorter word. */
const SHORTEST_WORD = 5;

const isLong = (word: string) =>
  word.replace(/\P{L}/gu, '').length >= SHORTEST_WORD && !isLegalForm(word.toLowerCase());

/** Makes one typing slip behind the first letter of a word with five letters or more. */
function slip(name: string, make: Slip, random: Random): string | null {
  const words = name.split(' ');
  const long = words.flatMap((word, index) => (isLong(word) ? [index] : []));
  if (long.length === 0) return null;
  const index = random.pick(long);
  const word = words[index] ?? '';
  const places = [...word.matchAll(/(?<=\p{L})\p{L}/gu)].map(({ index }) => index);
  if (places.length === 0) return null;
  const changed = make(word, random.pick(places), random);
  if (changed === null || changed === word) return null;
  return words.map((word, wordIndex) => (wordIndex === index ? changed : word)).join(' ');
}

function slipTwice(source: Source, random: Random): string | null {
  if (source.words.filter(isLong).length < 3) return null;
  const once = slip(source.name, random.pick(Object.values(SLIPS)), random);
  return once === null ? null : slip(once, random.pick(Object.values(SLIPS)), random);
}

function swapOrder({ name, entry }: Source, random: Random): string | null {
  const words = name.replaceAll(',', '').split(' ');
  if (words.length < 2) return null;
  if (entry.type === 'individual') return [...words.slice(-1), ...words.slice(0, -1)].join(' ');
  const index = random.integer(0, words.length - 2);
  const [first = '', second = ''] = words.slice(index, index + 2);
  if (first.toLowerCase() === second.toLowerCase()) return null;
  return [...words.slice(0, index), second, first, ...words.slice(index + 2)].join(' ');
}

function joinWords({ name }: Source, random: Random): string | null {
  const words = name.split(' ');
  if (words.length < 2) return null;
  const index = random.integer(0, words.length - 2);
  return [
    ...words.slice(0, index),
    words.slice(index, index + 2).join(''),
    ...words.slice(index + 2),
  ].join(' ');
}

/**
 * Drops the words that `drops` selects; returns null when there are none or fewer than two words
 * stay.
 */
function dropWords({ name }: Source, drops: (word: string) => boolean): string | null {
  const words = name.split(' ');
  const remaining = words.filter((word) => !drops(word.toLowerCase().replace(/\P{L}/gu, '')));
  const longWords = remaining.filter((word) => word.replace(/\P{L}/gu, '').length > 1);
  return remaining.length === words.length || longWords.length < 2
    ? null
    : remaining.join(' ').replace(/,$/, '');
}

const FORMS_TO_ADD = ['Ltd', 'LLC', 'GmbH', 'S.A.', 'Inc.', 'B.V.', 'S.p.A.', 'Sp. z o.o.', 'FZE'];

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\bCO\.,? LTD\.?/i, 'Company Limited'],
  [/\bCOMPANY LIMITED\b/i, 'Co. Ltd'],
  [/\bLLC\b/, 'Limited Liability Company'],
  [/\bLIMITED LIABILITY COMPANY\b/i, 'LLC'],
  [/\bPJSC\b/, 'Public Joint Stock Company'],
  [/\bPUBLIC JOINT STOCK COMPANY\b/i, 'PJSC'],
  [/\bJSC\b/, 'Joint Stock Company'],
  [/\bJOINT STOCK COMPANY\b/i, 'JSC'],
  [/\bLTD\.?$/i, 'Limited'],
  [/\bLIMITED$/i, 'Ltd'],
  [/\bCORP\.?$/i, 'Corporation'],
  [/\bCORPORATION$/i, 'Corp.'],
];

const hasForm = ({ words }: Source) => words.some((word) => isLegalForm(word));
const isPerson = ({ entry }: Source) => entry.type === 'individual';

function respellForm(source: Source): string | null {
  const spelling = SPELLINGS.find(([pattern]) => pattern.test(source.name));
  return !spelling || isPerson(source) ? null : source.name.replace(spelling[0], spelling[1]);
}

export type Edit = (source: Source, random: Random) => string | null;

const slips = Object.entries(SLIPS).map(([kind, make]): [string, Edit] => [
  kind,
  (source, random) => slip(source.name, make, random),
]);

/** Edits by kind; each returns null when it cannot change the name. */
export const EDITS: Readonly<Record<string, Edit>> = {
  exact: ({ name }) => name,
  ...Object.fromEntries(slips),
  typing_two: slipTwice,
  order_swapped: swapOrder,
  words_joined: joinWords,
  title_dropped: (source) => (isPerson(source) ? dropWords(source, isTitle) : null),
  title_added: (source, random) =>
    isPerson(source) && !source.words.some(isTitle)
      ? `${random.pick(TITLES)} ${source.name}`
      : null,
  form_dropped: (source) => (isPerson(source) ? null : dropWords(source, isLegalForm)),
  form_added: (source, random) =>
    isPerson(source) || hasForm(source) ? null : `${source.name} ${random.pick(FORMS_TO_ADD)}`,
  form_respelled: respellForm,
};
