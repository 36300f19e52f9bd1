// Spellings of one name. A blocked name, and the name of a payee, match in each of them.

import anyAscii from 'any-ascii';
import { type NameWord, plainText, readWord, splitWords } from './fold.ts';
import { isReadable } from './scripts.ts';

/** A name in a form in which its spellings are equal. */
interface Spellings {
  /** The lower-case letters and digits of the name, without signs, blanks and accents. */
  readonly letters: string;
  /**
   * True for a script of which Latin letters keep too little to tell two names apart: characters,
   * syllables, and letters without vowels.
   */
  readonly needsOwnScript: boolean;
  /** The name in Latin letters by its sound, without blanks. */
  readonly readings: ReadonlySet<string>;
  /** The readings, and the Latin words that the letters look like. */
  readonly lookalikeReadings: ReadonlySet<string>;
}

/** All but letters, numbers and the vowels that scripts of India and Thailand write as marks: राम is not रमा. */
const NON_LETTERS = /[^\p{L}\p{N}\p{M}]|\p{Script=Inherited}|(?=\p{Script=Hebrew})\p{M}/gu;

/** The letters and digits of a text in its own script. */
export const ownLetters = (text: string): string =>
  plainText(text).toLowerCase().normalize('NFD').replace(NON_LETTERS, '');

const PLAIN_TEXT = /^[ -~]*$/;
const LETTER_BESIDE_DIGIT = /[a-z]\d|\d[a-z]/;
/**
 * Maximum readings of a name of many words with umlauts; beyond it each word has only its first
 * reading.
 */
const MAX_READINGS = 64;

/** The words joined, each in every way to read it. */
export function joinReadings(words: readonly (readonly string[])[], maxCount: number): string[] {
  return words.reduce<string[]>(
    (starts, ways) => {
      const ends = starts.length * ways.length > maxCount ? ways.slice(0, 1) : ways;
      return starts.flatMap((start) => ends.map((end) => start + end));
    },
    [''],
  );
}

/** `Мюллер` is Müller, and `Людмила` Ludmila or Lyudmila. */
const withoutSoftening = (latin: string): string => latin.replace(/(?<=[^aeiouy])y(?=[ou])/g, '');

const CYRILLIC = /^[\p{Script=Cyrillic}\p{M}]+$/u;

/** Spellings in Latin letters that people use and lists do not. */
function usualSound(writtenWord: string, { text }: NameWord): string {
  if (CYRILLIC.test(writtenWord)) return withoutSoftening(text);
  // The spelling of passports: Papadopoulos.
  if (/\p{Script=Greek}/u.test(writtenWord)) {
    return anyAscii(writtenWord.toLowerCase().replace(/ο[υύ]/gu, 'ou')).toLowerCase();
  }
  return text;
}

/** Readings of a word by its sound, that of lists first. */
export function soundsOf(writtenWord: string, word: NameWord): readonly string[] {
  const { text, alternatives, lookalike } = word;
  const all = [
    text,
    ...alternatives.filter((reading) => reading !== lookalike),
    usualSound(writtenWord, word),
  ];
  return [...new Set(all)];
}

const standaloneName = (name: string, letters: string): Spellings => {
  const readings = new Set([letters]);
  return { letters: name, needsOwnScript: false, readings, lookalikeReadings: readings };
};

function computeSpellings(name: string): Spellings {
  const lowerName = name.toLowerCase();
  if (PLAIN_TEXT.test(name) && !LETTER_BESIDE_DIGIT.test(lowerName)) {
    const letters = lowerName.replaceAll(/[^a-z0-9]/g, '');
    return standaloneName(letters || name, letters || name);
  }
  const letters = ownLetters(name);
  // A name of punctuation alone is only itself.
  if (letters === '') return standaloneName(name, name);
  const words = splitWords(name).flatMap((writtenWord) =>
    readWord(writtenWord).map((word) => ({ word, sounds: soundsOf(writtenWord, word) })),
  );
  const needsOwnScript =
    words.length === 0 ||
    words.some(({ word }) => word.kind !== 'letters') ||
    !isReadable(plainText(name));
  const readings = joinReadings(
    words.map(({ sounds }) => sounds),
    MAX_READINGS,
  );
  const lookReadings = joinReadings(
    words.map(({ word, sounds }) =>
      word.lookalike === null ? sounds : [...sounds, word.lookalike],
    ),
    MAX_READINGS,
  );
  return {
    letters,
    needsOwnScript,
    readings: new Set(readings),
    lookalikeReadings: new Set([...readings, ...lookReadings]),
  };
}

/** Names that were compared lately: a blocked name is compared with every payment of its account. */
const cache = new Map<string, Spellings>();
const MAX_CACHED = 20_000;
const MAX_CACHED_LENGTH = 200;

function findSpellings(name: string): Spellings {
  const cachedResult = cache.get(name);
  if (cachedResult !== undefined) return cachedResult;
  const spellings = computeSpellings(name);
  if (name.length > MAX_CACHED_LENGTH) return spellings;
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(name, spellings);
  return spellings;
}

/** All readings of a name in lower-case Latin letters without blanks. */
export const listReadings = (name: string): ReadonlySet<string> =>
  findSpellings(name).lookalikeReadings;

function isSameSpelling(
  name: string,
  other: string,
  comparison: 'readings' | 'lookalikeReadings',
): boolean {
  if (name === other) return true;
  const [a, b] = [findSpellings(name), findSpellings(other)];
  if (a.needsOwnScript && b.needsOwnScript) return a.letters === b.letters;
  for (const reading of a[comparison]) if (b[comparison].has(reading)) return true;
  return false;
}

/**
 * True for two spellings of one name: in case, accents, blanks, punctuation, letters that look like
 * others, umlauts in two letters, and another alphabet. Two names in characters are compared by their
 * characters, because different ones sound the same.
 */
export const isSpelledAs = (name: string, other: string): boolean =>
  isSameSpelling(name, other, 'lookalikeReadings');

/** Like `isSpelledAs`, without lookalike letters, which forged names use. */
export const soundsAs = (name: string, other: string): boolean =>
  isSameSpelling(name, other, 'readings');

/** Spellings of one sound that no rule of a language tells apart. */
export const loosen = (latin: string): string =>
  latin
    .replace(/dj/g, 'd')
    .replace(/([aou])e/g, '$1')
    .replace(/[iyj]+/g, 'i')
    .replace(/w/g, 'v');

/**
 * One key for the spellings of a name, which a few other names share. For counts by name that can
 * only raise a doubt. Names in characters are their own key.
 */
export function spellingKey(name: string): string {
  const letters = ownLetters(name);
  if (letters === '') return name;
  const words = splitWords(name).flatMap((writtenWord) =>
    readWord(writtenWord).map((word) => ({
      kind: word.kind,
      sound: usualSound(writtenWord, word),
    })),
  );
  if (words.some(({ kind }) => kind !== 'letters')) return letters;
  return words.map(({ sound }) => loosen(sound)).join('');
}
