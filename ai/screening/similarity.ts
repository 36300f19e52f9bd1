// Similarity of two words: by their letters, by their sound, and by their consonants where a script
// writes no vowels. A word with a typing error is the same word; two different names are not.

import { computeBareSimilarity } from './bare-words.ts';
import type { Word } from './fold-name.ts';

/** Maximum length of a word, or of two words that are read as one. */
const LONGEST_WORD = 128;
const MATCH_BUFFERS = [new Uint8Array(LONGEST_WORD), new Uint8Array(LONGEST_WORD)] as const;

/** Jaro similarity with Winkler's bonus for a common beginning, 0 to 1. */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1;
  const window = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const [takenA, takenB] = [
    MATCH_BUFFERS[0].fill(0, 0, a.length),
    MATCH_BUFFERS[1].fill(0, 0, b.length),
  ];
  let common = 0;
  for (let i = 0; i < a.length; i += 1) {
    const end = Math.min(b.length, i + window + 1);
    for (let j = Math.max(0, i - window); j < end; j += 1) {
      if (takenB[j] === 1 || a[i] !== b[j]) continue;
      takenA[i] = 1;
      takenB[j] = 1;
      common += 1;
      break;
    }
  }
  if (common === 0) return 0;
  let swapped = 0;
  let j = 0;
  for (let i = 0; i < a.length; i += 1) {
    if (takenA[i] === 0) continue;
    while (takenB[j] === 0) j += 1;
    if (a[i] !== b[j]) swapped += 1;
    j += 1;
  }
  const jaro = (common / a.length + common / b.length + (common - swapped / 2) / common) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}

const ROWS: readonly [Uint8Array, Uint8Array, Uint8Array] = [
  new Uint8Array(LONGEST_WORD),
  new Uint8Array(LONGEST_WORD),
  new Uint8Array(LONGEST_WORD),
];

/** Slips between two words: letters left out, put in, replaced, or two neighbours exchanged. */
export function countSlips(a: string, b: string, maxSlips: number): number {
  if (Math.abs(a.length - b.length) > maxSlips) return maxSlips + 1;
  const over = maxSlips + 1;
  let [before, above, row] = ROWS;
  for (let j = 0; j <= Math.min(b.length, over); j += 1) above[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    // Farther from the diagonal there are more slips than the maximum.
    const from = Math.max(1, i - maxSlips);
    const to = Math.min(b.length, i + maxSlips);
    if (i + maxSlips <= b.length) above[i + maxSlips] = over;
    row[from - 1] = from === 1 ? i : over;
    let rowMin = row[from - 1] ?? 0;
    for (let j = from; j <= to; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      cost = Math.min(cost, (above[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row[j] = cost;
      rowMin = Math.min(rowMin, cost);
    }
    if (rowMin > maxSlips) return over;
    [before, above, row] = [above, row, before];
  }
  return Math.min(over, above[b.length] ?? 0);
}

/** Minimum similarity of two spellings of one word. */
export const ALIKE_SCORE = 0.84;
const SAME_SOUND = 0.96;
/**
 * Minimum length of a word in which a slip is tolerated; a slip in a shorter word makes another
 * word.
 */
const SHORTEST_WORD = 4;
/**
 * Length from which on one typing error seldom gives another word, and the required similarity by
 * length.
 */
const MIN_SLIP_LENGTH = 5;
const ONE_SLIP = 0.6;

/** Maximum number of slips with which a word is recognisable. */
function maxSlipsFor(length: number): number {
  if (length < SHORTEST_WORD) return 0;
  return length < 5 ? 1 : 2;
}

/** Degree to which a word matches another, 0 to 1; an initial counts little. */
export function compareWords(a: Word, b: Word): number {
  let best = compareReadings(a, b);
  for (const other of a.alternatives) best = Math.max(best, compareReadings(other, b));
  return best;
}

/** The degree by one reading of each word. */
export function compareReadings(a: Word, b: Word): number {
  if (a.text === b.text) return 1;
  if (a.isExact) return 0;
  if (a.text.length === 1 || b.text.length === 1) {
    return a.text[0] === b.text[0] ? ALIKE_SCORE : 0;
  }
  if (a.isNumeric || b.isNumeric) return 0;
  if (a.isBare) return a.frame === b.frame ? computeBareSimilarity(a.text, b.text) : 0;
  const shorter = Math.min(a.text.length, b.text.length);
  if (shorter < SHORTEST_WORD) return a.key === b.key && shorter === 3 ? 0.88 : 0;
  const length = Math.max(a.text.length, b.text.length);
  const max = maxSlipsFor(length);
  const slips = countSlips(a.text, b.text, max);
  // Jaro's measure loses the order where a letter stands twice: PRRADA is one slip from PARADA.
  const oneSlip = slips === 1 && shorter >= MIN_SLIP_LENGTH ? 1 - ONE_SLIP / length : 0;
  if (differsOnlyInIJY(a.text, b.text)) return SAME_SOUND;
  if (a.key === b.key) {
    return a.key.length < 3 || !isSpeltAlike(a, b) ? Math.max(0.9, oneSlip) : SAME_SOUND;
  }
  if (slips > max && countSlips(a.key, b.key, 1) > (length > 5 ? 1 : 0)) return 0;
  const letters = jaroWinkler(a.text, b.text);
  const sounds = SAME_SOUND * jaroWinkler(a.key, b.key);
  const best = Math.max(letters, sounds, oneSlip);
  return best < ALIKE_SCORE ? 0 : best;
}

const spelt = new Map<string, string>();
const MAX_SPELT = 60_000;

/** Consonants as they are written, none of them doubled. */
function extractConsonants(text: string): string {
  const slips = spelt.get(text);
  if (slips !== undefined) return slips;
  if (spelt.size >= MAX_SPELT) spelt.clear();
  const bareWord = text
    .replace(/ph/g, 'f')
    .replace(/([td])h/g, '$1')
    .replace(/x/g, 'ks')
    .replace(/[cq]/g, 'k')
    // Dawood and Daud, Tawfiq and Taufik.
    .replace(/(?<=[aeo])w(?![aei])/g, '')
    .replace(/w/g, 'v')
    .replace(/[aeiouyj]/g, '')
    .replace(/(.)\1+/g, '$1');
  spelt.set(text, bareWord);
  return bareWord;
}

/** Yusuf and Jusuf, Dmitry and Dmitrij: one letter written as i, j or y. */
function differsOnlyInIJY(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) {
    if (
      a[index] !== b[index] &&
      !('ijy'.includes(a[index] ?? '') && 'ijy'.includes(b[index] ?? ''))
    ) {
      return false;
    }
  }
  return true;
}

const H_BEFORE = /^h[aeiou]/;
const H_BEHIND = /(?:^| )[aeiou]h/;

/** A consonant before the first vowel, however it is written: Jovan, Yovan, Iovan. Before e many leave it out. */
const GLIDE = /^(?:[ijy](?=[aou])|j(?=i))/;

/** True for two spellings of the vowels of one name: Yusuf, Yousif; not for Maria, Mario. */
export function isSpeltAlike(a: Word, b: Word): boolean {
  if (differsOnlyInIJY(a.text, b.text)) return true;
  // Jovanovic does not match Ivanovic, nor Yana Ana.
  if (GLIDE.test(a.text) !== GLIDE.test(b.text)) return false;
  // Ahmed does not match Hameed, whose h is before the first vowel.
  if (H_BEFORE.test(a.text) !== H_BEFORE.test(b.text) && H_BEHIND.test(`${a.text} ${b.text}`)) {
    return false;
  }
  const consonants = extractConsonants(a.text);
  if (consonants !== extractConsonants(b.text)) return false;
  if (a.key === b.key) return true;
  if (consonants.length > 3) return countSlips(a.key, b.key, 1) <= 1;
  return consonants.length > 2 && countSlips(a.text, b.text, 1) <= 1;
}
