// Misspellings of names as people and systems make them, each from a seed.

import type { Random } from './random.ts';

type Change = (words: readonly string[], random: Random) => readonly string[] | null;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const PARTICLES = new Set('al el bin ben ibn abu abd de la del van von der the of and'.split(' '));
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ou/, 'u'],
  [/u/, 'ou'],
  [/kh/, 'h'],
  [/y/, 'i'],
  [/i/, 'y'],
  [/ee/, 'i'],
  [/oo/, 'u'],
  [/q/, 'k'],
  [/k/, 'q'],
  [/dh/, 'd'],
  [/gh/, 'g'],
  [/ph/, 'f'],
  [/ts/, 'tz'],
  [/sh/, 'sch'],
  [/j/, 'dj'],
  [/w/, 'v'],
  [/(.)\1/, '$1'],
  [/([mlnsd])/, '$1$1'],
];
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: '\u0430',
  e: '\u0435',
  o: '\u043e',
  p: '\u0440',
  c: '\u0441',
  i: '\u0456',
};
const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  n: 'ñ',
};

function atLongest(words: readonly string[], random: Random, change: (word: string) => string) {
  const long = words.flatMap((word, index) => (word.length >= 5 ? [index] : []));
  if (long.length === 0) return null;
  const index = random.pick(long);
  return words.map((word, wordIndex) => (wordIndex === index ? change(word) : word));
}

function misspell(word: string, random: Random): string {
  const index = 1 + random.below(word.length - 2);
  const letter = LETTERS[random.below(LETTERS.length)] ?? 'x';
  switch (random.below(4)) {
    case 0:
      return word.slice(0, index) + letter + word.slice(index + 1);
    case 1:
      return word.slice(0, index) + letter + word.slice(index);
    case 2:
      return word.slice(0, index) + word.slice(index + 1);
    default:
      return word.slice(0, index) + (word[index + 1] ?? '') + word[index] + word.slice(index + 2);
  }
}

function respellWord(words: readonly string[], random: Random): readonly string[] | null {
  const options = words.flatMap((word, index) =>
    word.length < 4
      ? []
      : SPELLINGS.flatMap(([from, to]) => {
          const next = word.replace(from, to);
          return next === word ? [] : [{ at: index, next }];
        }),
  );
  if (options.length === 0) return null;
  const { at, next } = random.pick(options);
  return words.map((word, index) => (index === at ? next : word));
}

/** The kinds, by name; null where a name has nothing to change that way. */
export const PERTURBATIONS: Readonly<Record<string, Change>> = {
  typo: (words, random) => atLongest(words, random, (word) => misspell(word, random)),
  two_typos: (words, random) => {
    const once = atLongest(words, random, (word) => misspell(word, random));
    return once && atLongest(once, random, (word) => misspell(word, random));
  },
  transliteration: respellWord,
  particle_dropped: (words) => {
    const remaining = words.filter((word) => !PARTICLES.has(word));
    return remaining.length < words.length && remaining.length > 0 ? remaining : null;
  },
  initial: (words, random) => {
    if (words.length < 3) return null;
    const index = 1 + random.below(words.length - 1);
    return words.map((word, wordIndex) => (wordIndex === index ? word.slice(0, 1) : word));
  },
  middle_dropped: (words, random) => {
    if (words.length < 3) return null;
    const index = 1 + random.below(words.length - 1);
    return words.filter((_, wordIndex) => wordIndex !== index);
  },
  reordered: (words, random) => (words.length < 2 ? null : random.shuffle(words)),
  glued: (words, random) => {
    const index = random.below(Math.max(1, words.length - 1));
    if (words.length < 2) return null;
    return [
      ...words.slice(0, index),
      `${words[index]}${words[index + 1]}`,
      ...words.slice(index + 2),
    ];
  },
  lookalikes: (words) =>
    words.map((word) => [...word].map((letter) => LOOKALIKES[letter] ?? letter).join('')),
  accents: (words) =>
    words.map((word) => [...word].map((letter) => ACCENTS[letter] ?? letter).join('')),
};
