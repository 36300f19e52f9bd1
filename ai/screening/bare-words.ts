// Compares words of scripts without short vowels with Latin spellings.

import { splitConsonants, type Word } from './fold-name.ts';

/** Similarity of a word without short vowels when nothing contradicts it. */
export const SAME_CONSONANTS = 0.96;

/** Consonants of one kind that no spelling confuses, by their Latin letters. */
const LETTERS = /sch|shch|tch|ch|sh|zh|ts|tz|cz|kh|gh|ck|qu|th|dh|dj|ph|[b-df-hj-np-tvz]/g;
const CLEAR_SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  kh: ['j', 'dj'],
  k: ['j', 'dj'],
  q: ['j', 'dj'],
  j: ['k', 'kh', 'q', 'c', 'ck'],
  f: ['b', 'p'],
  b: ['f', 'ph'],
  z: ['sh', 'ch', 'sch', 'tch'],
  d: ['t', 'th'],
  t: ['d', 'dh'],
};

/** Lists the consonants of a word; doubled consonants count once. */
const listConsonants = (word: string): readonly string[] =>
  [...word.replaceAll('x', 'ks').matchAll(LETTERS)]
    .map(([letters]) => letters)
    .filter((letter, index, all) => letter !== 'h' && letter !== all[index - 1]);

/** Counts the consonants of a script without vowels that differ in the Latin word. */
function countOtherLetters(bareText: string, latin: string): number {
  const [bareLetters, latinLetters] = [listConsonants(bareText), listConsonants(latin)];
  return bareLetters.filter((letter, index) =>
    CLEAR_SPELLINGS[letter]?.includes(latinLetters[index] ?? ''),
  ).length;
}

/** A long vowel at the end of a word, which every script writes. */
const LAST_VOWELS: readonly (readonly [RegExp, RegExp])[] = [
  [/[iy]e?$/, /y/],
  [/[ou]$/, /w/],
];

/** Compares the vowels that such a script writes with those of a Latin spelling. */
export function computeBareSimilarity(bareText: string, latin: string): number {
  const writtenGaps = splitConsonants(bareText).gaps;
  const read = splitConsonants(latin).gaps;
  let penalty = 0.16 * countOtherLetters(bareText, latin);
  for (const [index, gap] of writtenGaps.entries()) {
    const other = read[index] ?? '';
    const isInside = index < writtenGaps.length - 1;
    if (isInside && gap.includes('h') !== other.includes('h')) penalty += 0.16;
    if (gap.includes('y') && !/[iyeh]/.test(other)) penalty += 0.16;
    if (gap.includes('w') && !/[ouwv]/.test(other)) penalty += 0.16;
    if (gap.includes('a') && !/[aeiou]/.test(other)) penalty += 0.12;
    if (!gap.includes('y') && /[aeu]y|[ae]i|ee|iy/.test(other)) penalty += 0.12;
    if (!gap.includes('w') && /aw|au/.test(other)) penalty += 0.12;
  }
  const [first = '', firstRead = ''] = [writtenGaps[0], read[0]];
  if (first.startsWith('h') && /^[aeiou]/.test(firstRead)) penalty += 0.16;
  const [last = '', lastRead = ''] = [writtenGaps.at(-1), read.at(-1)];
  const isUnwritten = LAST_VOWELS.some(([vowel, sign]) => vowel.test(lastRead) && !sign.test(last));
  if (isUnwritten) penalty += 0.16;
  return SAME_CONSONANTS - penalty;
}

/** Latin letters for consonants of Arabic or Hebrew that have more than one. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  ...{ kh: ['kh', 'h', 'ch'], gh: ['gh', 'g'], g: ['g', 'gh'] },
  ...{ k: ['k', 'c', 'ck', 'q', 'qu'], q: ['q', 'k', 'g', 'gh', 'c', 'qu'] },
  ...{ j: ['j', 'g', 'dj', 'zh'], sh: ['sh', 'ch', 'sch', 'shch'], s: ['s', 'c'] },
  ...{ z: ['z', 'dh', 'd'], ts: ['ts', 'tz', 'z', 'c', 'cz'] },
  ...{ th: ['th', 's', 't'], dh: ['dh', 'd', 'z', 'th'], d: ['d', 'dh', 'z'], t: ['t', 'th'] },
  ...{ b: ['b', 'p'], f: ['f', 'ph', 'p'], p: ['p', 'b', 'f', 'ph'] },
  ...{ ch: ['ch', 'tch', 'cz', 'c'], zh: ['zh', 'j', 'g'] },
};
const SHORT_VOWELS = '[aeiou]*';
const LONG_VOWELS: Readonly<Record<string, string>> = {
  ...{
    w: '[ouwv]+',
    yh: '[iyej]+h?',
    v: '[vw]',
    y: '[iyej]+',
    a: '[aeiou]',
    h: 'h',
    iy: '(?:[ae]+[ie]+|i[iye]+)',
  },
};

const spellings = new Map<string, RegExp>();
const MAX_SPELLINGS = 2_000;

function isSpelling(gap: string, read: string): boolean {
  const signs = (gap.match(/iy|yh|./g) ?? [])
    .map((sign) => `${LONG_VOWELS[sign] ?? ''}${SHORT_VOWELS}`)
    .join('');
  const pattern = spellings.get(gap) ?? new RegExp(`^${SHORT_VOWELS}${signs}$`);
  if (spellings.size < MAX_SPELLINGS) spellings.set(gap, pattern);
  return pattern.test(read);
}

/** True for a Latin word that a word in Arabic letters may be, letter by letter. */
export const isReadingOf = (bareText: Word, latin: string): boolean =>
  [bareText, ...bareText.alternatives].some((reading) => isOneReading(reading, latin));

/** Inside of a word alif is a, or e as some write it. */
const isOtherVowel = (gap: string, read: string) => gap === 'a' && !/[ae]/.test(read);

/** Abd al-: the alif of the article is written, and read as any short vowel (Abdul, Abdel). */
const SERVANT = /^bdal./;
const ARTICLE_LENGTH = 2;

/**
 * Extracts the vowels of a Latin word that the script leaves out. They distinguish Saad from Suad,
 * but not Said from Saeed, whose long vowel is written.
 */
export function extractShortVowels({ text }: Pick<Word, 'text'>, latin: string): string {
  const { gaps } = splitConsonants(latin);
  return splitConsonants(text)
    .gaps.map((gap, index) => (gap === '' ? shorten(gaps[index] ?? '') : '_'))
    .join('.');
}

const shorten = (gap: string) =>
  gap
    .replaceAll(/[ouw]+/g, 'u')
    .replaceAll(/[iyj]+/g, 'i')
    .replaceAll(/[ae]+/g, 'a');

function isOneReading({ text, frame }: Word, latin: string): boolean {
  const [bareParts, read] = [splitConsonants(text), splitConsonants(latin)];
  if (bareParts.frame !== frame || read.frame !== frame) return false;
  const last = bareParts.gaps.length - 1;
  const areVowels = bareParts.gaps.every((gap, index) => {
    const other = read.gaps[index] ?? '';
    // The first letter only carries the vowel behind it, and an h at the end is silent.
    const sounds = index === 0 ? gap.replace(/^a(?=[yw])/, '') : gap;
    if (index === 0) return isSpelling(sounds, other);
    if (index === ARTICLE_LENGTH && SERVANT.test(text)) return isSpelling('', other);
    if (index < last) return isSpelling(sounds, other) && !isOtherVowel(sounds, other);
    return isSpelling(sounds, other) || isSpelling(sounds, other.replace(/h$/, ''));
  });
  if (!areVowels) return false;
  // A vowel at the end is written, and one at the beginning has its letter before it.
  if (/[aeiouy]h?$/.test(read.gaps[last] ?? '') && !/[awyh]$/.test(bareParts.gaps[last] ?? ''))
    return false;
  // The frame of a word has v and w among its vowels.
  const [bareLetters, latinLetters] = [text, latin].map((word) =>
    listConsonants(word).filter((letter) => letter !== 'v'),
  ) as [string[], string[]];
  return bareLetters.every((letter, index) =>
    (SPELLINGS[letter] ?? [letter]).includes(latinLetters[index] ?? ''),
  );
}
