// Makes ai/screening/names/frequent.txt.gz from public lists of frequent names: `node
// research/screening/frequent-names.ts --census DIR --popular DIR --faker DIR`.
// ai/screening/names/SOURCES.md names their sources. The measurements use none of these lists.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { readWords } from '../../ai/screening/fold-name.ts';

const { values } = parseArgs({
  options: { census: { type: 'string' }, popular: { type: 'string' }, faker: { type: 'string' } },
});
const OUTPUT_FILE = fileURLToPath(
  new URL('../../ai/screening/names/frequent.txt.gz', import.meta.url),
);
/** Family names and given names of the United States, by rank. */
const FREQUENT_COUNTS = { family: 10_000, given: 1_500 };
/** A name that occurs in this number of countries counts as one of the most frequent. */
const MANY_COUNTRIES = 3;
const MOST_FREQUENT = { family: 500, given: 200 };

/** Reads lines such as `SMITH 1.006 1.006 1`, the most frequent name first. */
function readCensus(folder: string, { family, given }: typeof FREQUENT_COUNTS): string[] {
  const read = (file: string, max: number) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .slice(0, max)
      .map((line) => line.split(/\s/)[0] ?? '');
  return [
    ...read('dist.all.last', family),
    ...read('dist.female.first', given),
    ...read('dist.male.first', given),
  ];
}

/** Reads names in their own script and in Latin letters, which are two columns of the file. */
function readPopular(folder: string): string[] {
  const files = ['common-forenames-by-country.csv', 'common-surnames-by-country.csv'];
  return files.flatMap((file) => {
    const [head = '', ...lines] = readFileSync(join(folder, file), 'utf8').split(/\r?\n/);
    const columns = head.split(',');
    const columnIndexes = ['Localized Name', 'Romanized Name'].map((name) => columns.indexOf(name));
    return lines.flatMap((line) => columnIndexes.map((index) => line.split(',')[index] ?? ''));
  });
}

/** A longer field is a dictionary of names, not a list of frequent ones. */
const MAX_OF_FIELD = 1_500;
/** A field of names of a Python class, up to the next field. */
const FIELD = /^ {4}(?:first|last|middle)_\w*names?\w*[^=\n]*=(.*(?:\n(?! {4}\w).*)*)/gm;

/** The names of each country, some tens to hundreds. */
function readFaker(folder: string): string[][] {
  const people = join(folder, 'providers/person');
  const locales = readdirSync(people).filter((name) => /^[a-z]{2}(?:_[A-Z]{2})?$/.test(name));
  return locales.map((locale) => {
    const text = readFileSync(join(people, locale, '__init__.py'), 'utf8').replace(/#.*$/gm, '');
    return [...text.matchAll(FIELD)].flatMap(([, field = '']) => {
      const names = [...field.matchAll(/["']([^"'{}]+)["']/g)].map(([, name = '']) => name);
      return names.length > MAX_OF_FIELD ? [] : names;
    });
  });
}

const { census, popular, faker } = values;
if (!census || !popular || !faker) throw new Error('Name the folders: --census --popular --faker');
const wordsIn = (names: readonly string[]) =>
  new Set(
    names.flatMap((name) =>
      readWords(name)
        .filter(({ text, isSlight, isNumeric, isBare }) => {
          return text.length > 1 && !isSlight && !isNumeric && !isBare;
        })
        .map(({ text }) => text),
    ),
  );
const countries = readFaker(faker).map(wordsIn);
const counts = new Map<string, number>();
for (const words of countries) {
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
}
const shared = [...counts].filter(([, count]) => count >= MANY_COUNTRIES).map(([word]) => word);
const frequent = wordsIn([...readPopular(popular), ...readCensus(census, MOST_FREQUENT)]);
const union = new Set([...frequent, ...shared]);
const all = new Set([...wordsIn(readCensus(census, FREQUENT_COUNTS)), ...counts.keys(), ...union]);
// `+` marks the words that are among the most frequent of a country.
const lines = [...all].sort().map((word) => (union.has(word) ? `+${word}` : word));
writeFileSync(OUTPUT_FILE, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
console.log(`${all.size} words, ${union.size} of them the most frequent of a country`);
