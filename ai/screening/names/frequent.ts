// Frequent words of names, from public statistics (SOURCES.md): a match of two frequent words
// hardly identifies a person.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { FURTHER_FREQUENT } from './further-frequent.ts';

const FILE = new URL('./frequent.txt.gz', import.meta.url);
/** Maximal weight of one of the most frequent names of a country. */
export const MOST_FREQUENT_WEIGHT = 0.36;
/** Maximal weight of another frequent name. */
const FREQUENT_WEIGHT = 0.55;

let rarityByWord: ReadonlyMap<string, number> | null = null;

function readFrequent(): ReadonlyMap<string, number> {
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n');
  const rarities = new Map<string, number>();
  for (const line of [...lines, ...FURTHER_FREQUENT]) {
    const [word, rarity] = line.startsWith('+')
      ? [line.slice(1), MOST_FREQUENT_WEIGHT]
      : [line, FREQUENT_WEIGHT];
    for (const form of [word, unifyGlides(word)]) {
      rarities.set(form, Math.min(rarities.get(form) ?? 1, rarity));
    }
  }
  return rarities;
}

/** Mikhaylov and Mikhailov are one name: behind a vowel j and y are written i. */
const unifyGlides = (word: string) => word.replace(/(?<=[aeo])[jy](?=[^aeiouy])/g, 'i');

/** All frequent words. */
export function listFrequentWords(): Iterable<string> {
  rarityByWord ??= readFrequent();
  return rarityByWord.keys();
}

/** Maximal weight of a word of a person's name by its frequency; 1 for a rare one. */
export function findRarity(word: string): number {
  rarityByWord ??= readFrequent();
  return rarityByWord.get(word) ?? rarityByWord.get(unifyGlides(word)) ?? 1;
}
