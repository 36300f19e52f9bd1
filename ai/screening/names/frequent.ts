// Frequent words of names, from public statistics (SOURCES.md): two of them together say little
// about which person is meant.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { BY_HAND } from './by-hand.ts';

const FILE = new URL('./frequent.txt.gz', import.meta.url);
/** Maximal weight of one of the most frequent names of a country. */
export const MOST_FREQUENT = 0.36;
/** Maximal weight of another frequent name. */
const FREQUENT_SHARE = 0.55;

let read: ReadonlyMap<string, number> | null = null;

function readFrequent(): ReadonlyMap<string, number> {
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n');
  const rarities = new Map<string, number>();
  for (const line of [...lines, ...BY_HAND]) {
    const [word, rarity] = line.startsWith('+')
      ? [line.slice(1), MOST_FREQUENT]
      : [line, FREQUENT_SHARE];
    for (const form of [word, oneLetter(word)]) {
      rarities.set(form, Math.min(rarities.get(form) ?? 1, rarity));
    }
  }
  return rarities;
}

/** Mikhaylov and Mikhailov are one name: behind a vowel j and y are written i. */
const oneLetter = (word: string) => word.replace(/(?<=[aeo])[jy](?=[^aeiouy])/g, 'i');

/** All frequent words. */
export function frequentWords(): Iterable<string> {
  read ??= readFrequent();
  return read.keys();
}

/** Maximal weight of a word of a person's name by its frequency; 1 for a rare one. */
export function rarityOf(word: string): number {
  read ??= readFrequent();
  return read.get(word) ?? read.get(oneLetter(word)) ?? 1;
}
