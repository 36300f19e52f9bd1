// Variants of the names on the shipped lists, one JSON row a line:
// `node research/names/variants.ts [--seed 1] [--per-kind 250] [--summary]`.

import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createRandomFor, type Random } from '../random.ts';
import { COSTUMES } from './costumes.ts';
import { EDITS, type Edit } from './edits.ts';
import { foldKey, type ListEntry, readLists } from './lists.ts';
import { type Alphabet, writeName } from './scripts/letters.ts';
import { writeByWord, writeHan, writeHangul } from './scripts/words.ts';
import { readSources, type SetName, type Source } from './sources.ts';

export interface Variant {
  readonly query: string;
  /** The list and the entry that has to be found. */
  readonly list: string;
  readonly entryId: string;
  /** Other entries (`list:id`) with the same name, which are right answers, too. */
  readonly also: readonly string[];
  readonly entryType: string;
  readonly listedName: string;
  readonly kind: string;
  readonly set: SetName;
  /** The second feature that is given with the name. */
  readonly context?: { readonly dateOfBirth?: string; readonly country?: string };
}

const SLAVIC = /(ov|ova|ev|eva|in|ina|sky|skiy|skaya|enko|chuk|yuk|ich)$/;
const GEORGIANS = /(shvili|dze|ia|ava|uri|ani)$/;

const lastWordMatches = ({ words }: Source, end: RegExp) => end.test(words.at(-1) ?? '');
const isPersonOf = (source: Source, countries: readonly string[]) =>
  source.entry.type === 'individual' &&
  source.entry.countries.some((country) => countries.includes(country));

/** Names of Russia, Belarus and Ukraine: their spellings in Latin letters follow one table. */
function isSlavic(source: Source): boolean {
  const isAscii = /^[a-z ]+$/.test(source.words.join(' '));
  const isShort = source.words.every((word) => word.length > 1);
  return (
    isPersonOf(source, ['RU', 'BY', 'UA']) && lastWordMatches(source, SLAVIC) && isAscii && isShort
  );
}

const inAlphabet =
  (alphabet: Alphabet): Edit =>
  (source) =>
    isSlavic(source) ? writeName(source.words, alphabet) : null;

const byWord =
  (script: 'arabic' | 'hebrew' | 'devanagari'): Edit =>
  (source) =>
    source.entry.type === 'individual' ? writeByWord(source.words, script) : null;

/** Writes the family name first, which the lists have before the comma. */
const familyFirst = ({ words }: Source) => [...words.slice(-1), ...words.slice(0, -1)];

const SCRIPTS: Readonly<Record<string, Edit>> = {
  script_cyrillic: inAlphabet('cyrillic'),
  script_greek: inAlphabet('greek'),
  script_georgian: (source) =>
    isPersonOf(source, ['GE']) && lastWordMatches(source, GEORGIANS)
      ? writeName(source.words, 'georgian_own')
      : inAlphabet('georgian')(source, createRandomFor(0)),
  script_armenian: inAlphabet('armenian'),
  script_hebrew: inAlphabet('hebrew'),
  script_devanagari: inAlphabet('devanagari'),
  script_arabic: byWord('arabic'),
  script_hebrew_of_arabic: byWord('hebrew'),
  script_devanagari_of_arabic: byWord('devanagari'),
  script_hangul: (source) =>
    isPersonOf(source, ['KP', 'KR']) ? writeHangul(familyFirst(source)) : null,
  script_han: (source) =>
    isPersonOf(source, ['CN', 'HK', 'TW', 'MO']) ? writeHan(familyFirst(source)) : null,
};

/** Chooses the second feature: a full date of birth, a day of the stated year, or a country. */
function chooseContext(entry: ListEntry, random: Random): Variant['context'] | null {
  const date = entry.birthDates[0];
  const country = entry.countries[0];
  if (date !== undefined && (country === undefined || random.chance(0.5))) {
    if (/^\d{4}-\d\d-\d\d$/.test(date)) return { dateOfBirth: date };
    const month = String(random.integer(1, 12)).padStart(2, '0');
    if (/^\d{4}$/.test(date)) return { dateOfBirth: `${date}-${month}-15` };
  }
  return country === undefined ? null : { country };
}

function describeVariant(source: Source, kind: string, query: string): Variant {
  return {
    query,
    list: source.list,
    entryId: source.entry.id,
    also: source.also,
    entryType: source.entry.type,
    listedName: source.name,
    kind,
    set: source.set,
  };
}

/** Makes one variant of each of up to `count` different names. */
function makeVariantsOfKind(
  pool: readonly Source[],
  kind: string,
  edit: Edit,
  count: number,
  seed: number,
) {
  const random = createRandomFor(seed, 'variants', kind, pool[0]?.set ?? '');
  const rows: { source: Source; row: Variant }[] = [];
  const seen = new Set<string>();
  for (const source of random.sample(pool, pool.length)) {
    if (rows.length === count) break;
    const query = edit(source, random);
    if (query === null || query.length > 200 || seen.has(query)) continue;
    seen.add(query);
    rows.push({ source, row: describeVariant(source, kind, query) });
  }
  return rows;
}

const dress = Object.entries(COSTUMES).map(([kind, costume]): [string, Edit] => [
  kind,
  ({ name }, random) => costume(name, random),
]);

const ALL_KINDS: Readonly<Record<string, Edit>> = {
  ...EDITS,
  ...SCRIPTS,
  ...Object.fromEntries(dress),
};

/** One word alone is neither swapped nor joined, and one slip of five letters is another word. */
const KINDS_OF_ONE_WORD = [
  'exact',
  'typing_drop',
  'typing_double',
  'typing_swap',
  'typing_neighbour',
];

/** Names in another script that the lists themselves have, for the entry and for its namesakes. */
function readOriginals(sources: readonly Source[], count: number, seed: number): Variant[] {
  const byKey = new Map<string, Source[]>();
  const firstOf = new Map<string, Source>();
  for (const source of sources) {
    const key = foldKey(source.name);
    byKey.set(key, [...(byKey.get(key) ?? []), source]);
    const id = `${source.list}:${source.entry.id}`;
    if (!firstOf.has(id)) firstOf.set(id, source);
  }
  const rows = readLists().flatMap(({ code, entries }) =>
    entries.flatMap((entry) => {
      const names = [entry.name, ...entry.aliases];
      const originals = names.filter((name) => /\p{Script=Arabic}{2}/u.test(name));
      const ownVariant = firstOf.get(`${code}:${entry.id}`);
      const namesakes = names
        .flatMap((name) => byKey.get(foldKey(name)) ?? [])
        .filter(({ list }) => list !== code);
      const [query] = originals;
      if (query === undefined || !ownVariant) return [];
      return [
        describeVariant(ownVariant, 'script_original_on_list', query),
        ...namesakes
          .slice(0, 1)
          .map((namesake) => describeVariant(namesake, 'script_original', query)),
      ];
    }),
  );
  const random = createRandomFor(seed, 'variants', 'originals');
  const kinds = ['script_original_on_list', 'script_original'];
  return kinds.flatMap((kind) =>
    random.sample(
      rows.filter((row) => row.kind === kind),
      count,
    ),
  );
}

/** The rows of one seed: strong names, then one-word names and weak aliases without and with. */
export function makeVariants(seed: number, perKind: number): Variant[] {
  const sources = readSources();
  const strong = sources.filter(({ set }) => set === 'strong');
  const rows = Object.entries(ALL_KINDS).flatMap(([kind, edit]) =>
    makeVariantsOfKind(strong, kind, edit, perKind, seed).map(({ row }) => row),
  );
  rows.push(...readOriginals(strong, perKind, seed));
  for (const set of ['one_word', 'weak'] as const) {
    const random = createRandomFor(seed, 'context', set);
    const pool = sources.filter((source) => source.set === set);
    for (const kind of KINDS_OF_ONE_WORD) {
      const edit = EDITS[kind] ?? (() => null);
      for (const { source, row } of makeVariantsOfKind(pool, kind, edit, perKind, seed)) {
        const context = chooseContext(source.entry, random);
        rows.push(row);
        if (context) rows.push({ ...row, context });
      }
    }
  }
  return rows;
}

function printSummary(rows: readonly Variant[]) {
  const counts = new Map<string, number>();
  for (const { set, kind, context } of rows) {
    const title = `${set}${context ? ' with a second feature' : ''}: ${kind}`;
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  for (const [title, count] of counts) console.log(`${String(count).padStart(6)}  ${title}`);
  console.log(`${String(rows.length).padStart(6)}  rows`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      'per-kind': { type: 'string', default: '250' },
      summary: { type: 'boolean', default: false },
    },
  });
  const rows = makeVariants(Number(values.seed), Number(values['per-kind']));
  if (values.summary) printSummary(rows);
  else for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
}
