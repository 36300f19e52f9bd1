// How the characters of Han are read in Korea (Unihan, see screening/names/SOURCES.md).

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FILE = new URL('./han-readings.txt.gz', import.meta.url);

let read: ReadonlyMap<string, string> | null = null;

function readFile(): ReadonlyMap<string, string> {
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n');
  return new Map(lines.map((line) => [line.slice(0, 1), line.slice(1)]));
}

/** The syllables of Hangul that a character is read as. */
export function readInKorea(letter: string): readonly string[] {
  read ??= readFile();
  return [...(read.get(letter) ?? '')];
}
