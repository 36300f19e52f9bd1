// The sets of harmless names: `node research/names/sets.ts` prints the names that are really on a
// list, `node research/names/sets.ts --write` rebuilds people.json (the same text each time).
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createRandomFor } from '../random.ts';
import { foldKey, indexListedNames, type ListedName } from './lists.ts';

export interface Merchant {
  readonly name: string;
  readonly country: string;
  readonly mcc: string;
}

export interface Person {
  readonly name: string;
  /** The usual Latin spelling of a name in its own script. */
  readonly latin?: string;
  readonly culture: string;
  readonly country: string;
}

export interface OnList<T> {
  readonly row: T;
  readonly listed: ListedName;
}

interface FrequentNames {
  readonly latin: readonly {
    culture: string;
    country: string;
    order: string;
    given: string[];
    family: string[];
  }[];
  readonly own: readonly {
    culture: string;
    country: string;
    language: string;
    given: string[];
    givenLatin: string[];
    family: string[];
    familyLatin: string[];
  }[];
}

const SEED = 20261128;
const LATIN_PER_CULTURE = 21;
const OWN_PER_CULTURE = 12;

/** Languages without a blank between family name and given name. */
const JOINED_LANGUAGES = new Set(['zh', 'ko', 'ja']);

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as T;
}

export const readMerchants = () => readJson<Merchant[]>('./merchants.json');
export const readPeople = () => readJson<Person[]>('./people.json');

/** Removes rows whose folded words are those of a listed person or organisation. */
export function removeListed<T extends { name: string; latin?: string }>(
  rows: readonly T[],
  index = indexListedNames(),
): { unlisted: T[]; removed: OnList<T>[] } {
  const kept: T[] = [];
  const removed: OnList<T>[] = [];
  for (const row of rows) {
    const names = row.latin === undefined ? [row.name] : [row.name, row.latin];
    const listed = names.flatMap((name) => index.get(foldKey(name)) ?? [])[0];
    if (listed) removed.push({ row, listed });
    else kept.push(row);
  }
  return { unlisted: kept, removed };
}

/** Combines frequent given with frequent family names; never the same pair twice. */
export function combinePeople(names: FrequentNames): Person[] {
  const latin = names.latin.flatMap(({ culture, country, order, given, family }) => {
    const pairs = given.flatMap((first) =>
      family.map((last) => (order === 'fg' ? `${last} ${first}` : `${first} ${last}`)),
    );
    const pairsChosen = createRandomFor(SEED, culture).sample(pairs, LATIN_PER_CULTURE);
    return pairsChosen.map((name) => ({ name, culture, country }));
  });
  const ownNames = names.own.flatMap((language) => {
    const isJoined = JOINED_LANGUAGES.has(language.language);
    const pairs = language.given.flatMap((first, index) =>
      language.family.map((last, familyIndex) => ({
        name: isJoined ? `${last}${first}` : `${first} ${last}`,
        latin: isJoined
          ? `${language.familyLatin[familyIndex]} ${language.givenLatin[index]}`
          : `${language.givenLatin[index]} ${language.familyLatin[familyIndex]}`,
        culture: language.culture,
        country: language.country,
      })),
    );
    return createRandomFor(SEED, language.culture).sample(pairs, OWN_PER_CULTURE);
  });
  const seen = new Set<string>();
  return [...latin, ...ownNames].filter(({ name }) => {
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
}

function writePeople() {
  const people = combinePeople(readJson<FrequentNames>('./frequent-names.json'));
  const lines = people.map((person) => {
    const fields = Object.entries(person).map(([key, value]) => `"${key}": "${value}"`);
    return `  { ${fields.join(', ')} }`;
  });
  writeFileSync(new URL('./people.json', import.meta.url), `[\n${lines.join(',\n')}\n]\n`);
}

function printSet<T extends { name: string; country: string; latin?: string }>(
  title: string,
  rows: readonly T[],
  index: Map<string, ListedName[]>,
) {
  const { unlisted, removed } = removeListed(rows, index);
  const countries = new Set(rows.map(({ country }) => country)).size;
  const share = Math.round((removed.length / rows.length) * 1000) / 10;
  console.log(`${title}: ${rows.length} names of ${countries} countries, ${unlisted.length} kept`);
  console.log(`  really on a list: ${removed.length} (${share} %, at most 5 %)`);
  for (const { row, listed } of removed) {
    console.log(`    ${row.name} = ${listed.name} (${listed.list} ${listed.id})`);
  }
  if (share > 5) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--write')) writePeople();
  const index = indexListedNames();
  printSet('merchants', readMerchants(), index);
  printSet('people', readPeople(), index);
}
