// Makes ai/names/han-readings.txt.gz of the Unicode character database:
// `node research/screening/han-readings.ts Unihan_Readings.txt Unihan_Variants.txt Unihan_OtherMappings.txt`.

import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const [readings = '', variants = '', mappings = ''] = process.argv.slice(2);
const OUTPUT_FILE = new URL('../../ai/names/han-readings.txt.gz', import.meta.url);

const letterOf = (code: string) => String.fromCodePoint(Number.parseInt(code.slice(2), 16));

/** A field of each character that has it. */
function readField(path: string, fieldName: string): ReadonlyMap<string, string> {
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(
      ([code = '', field]) => code.startsWith('U+') && code.length <= 6 && field === fieldName,
    );
  return new Map(rows.map(([code = '', , reading = '']) => [letterOf(code), reading] as const));
}

const hangul = readField(readings, 'kHangul');
const kun = readField(readings, 'kJapaneseKun');
const on = readField(readings, 'kJapaneseOn');
const cantonese = readField(readings, 'kCantonese');
const traditional = readField(variants, 'kTraditionalVariant');
/** The characters that names in Japan may have. */
const japanese = new Set(
  ['kJoyoKanji', 'kJinmeiyoKanji'].flatMap((field) => [...readField(mappings, field).keys()]),
);

/** A character that China writes in a simplified form is read in Korea as its traditional form. */
function syllablesOf(letter: string): string {
  const otherSyllables = (traditional.get(letter) ?? '').split(' ').filter(Boolean).map(letterOf);
  const hangulReading =
    [letter, ...otherSyllables].map((other) => hangul.get(other)).find(Boolean) ?? '';
  return hangulReading.replace(/[^\uac00-\ud7a3]/g, '');
}

/** The readings in Canton, without tones. */
function readInCanton(letter: string): string {
  const otherSyllables = (traditional.get(letter) ?? '').split(' ').filter(Boolean).map(letterOf);
  const cantoneseReading =
    [letter, ...otherSyllables].map((other) => cantonese.get(other)).find(Boolean) ?? '';
  return [...new Set(cantoneseReading.replace(/[0-9]/g, '').split(' '))].join(' ');
}

const all = new Set([
  ...[...hangul.keys(), ...japanese, ...traditional.keys()],
  ...[...cantonese.keys()].filter((letter) => letter >= '\u4e00' && letter <= '\u9fff'),
]);
const lines: string[] = [];
for (const letter of all) {
  const syllables = syllablesOf(letter);
  const readings = japanese.has(letter) ? [kun.get(letter), on.get(letter)] : [];
  const read = readings
    .filter((reading) => reading !== undefined)
    .join(' ')
    .toLowerCase();
  const columns = [`${letter}${syllables}`, read, readInCanton(letter)];
  if (columns.join('') !== letter) lines.push(columns.join('\t').trimEnd());
}
writeFileSync(OUTPUT_FILE, gzipSync(`${lines.sort().join('\n')}\n`, { level: 9 }));
console.log(`${lines.length} characters`);
