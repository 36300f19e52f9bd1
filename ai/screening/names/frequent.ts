// Words of names that many people bear, of public statistics (SOURCES.md): two of them beside each
// other say little about who is meant.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FILE = new URL('./frequent.txt.gz', import.meta.url);
/** What one of the most frequent names of a country says at most. */
export const MOST_FREQUENT = 0.36;
/** What another frequent name says at most. */
const FREQUENT = 0.55;

let read: ReadonlyMap<string, number> | null = null;

function readFrequent(): ReadonlyMap<string, number> {
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => (line.startsWith('+') ? [line.slice(1), MOST_FREQUENT] : [line, FREQUENT])),
  );
}

/** What a word of a person's name says at most, by how many people bear it; 1: few. */
export function rarityOf(word: string): number {
  read ??= readFrequent();
  return read.get(word) ?? 1;
}
