// Kinds of names that the screening did not find when they were tried by hand: Han characters in
// the readings of Hong Kong, Taiwan, Singapore and Malaysia, parts of Arabic names, letters that a
// scanner confuses, and names written backwards. `node research/names/silent.ts [--seed 1]
// [--misses 20]`.
//
// Misses are printed for every second name only, so that nobody sees the other half.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { SanctionsList } from '../../ai/screening/list-file.ts';
import { type Screener, THRESHOLD } from '../../ai/screening/screener.ts';
import { createRandomFor, type Random } from '../random.ts';
import { writeByWord } from './scripts/words.ts';
import { removeListed } from './sets.ts';
import { buildAtOnce, readShippedLists } from './shipped.ts';
import { readSources, type Source } from './sources.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, misses: { type: 'string', default: '0' } },
});
const seed = Number(values.seed);
const misses = Number(values.misses);
const PER_KIND = 300;
const HARMLESS_COUNT = 1000;

const readJson = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

interface Row {
  readonly query: string;
  /** Entries (`list:id`), one of which has to be found. */
  readonly right: readonly string[];
  readonly listedName: string;
}

const shipped = readShippedLists();

/** Public persons with their names in Han characters and in the Latin spelling that they use. */
function writtenInHan(): { rows: Map<string, Row[]>; list: SanctionsList } {
  const rows = new Map<string, Row[]>();
  const entries: SanctionsList['entries'][number][] = [];
  for (const [region, text] of readJson('./han-names.json').written as [string, string][]) {
    const harmlessRows: Row[] = text.split('|').map((pair, index) => {
      const [han = '', latin = ''] = pair.split('=');
      const id = `${region}-${index}`;
      entries.push({
        id,
        type: 'individual',
        name: latin,
        aliases: [],
        weakAliases: [],
        birthDates: [],
        countries: [],
        programs: [],
      });
      return { query: han, right: [`written:${id}`], listedName: latin };
    });
    rows.set(`han_${region}`, harmlessRows);
  }
  const list: SanctionsList = {
    code: 'written',
    title: '',
    source: '',
    licence: '',
    asOf: null,
    retrievedAt: null,
    entries,
  };
  return { rows, list };
}

const rowOf = (source: Source, query: string): Row => ({
  query,
  right: [`${source.list}:${source.entry.id}`, ...source.also],
  listedName: source.name,
});

function sampleRows(kind: string, write: (source: Source, random: Random) => string | null): Row[] {
  const random = createRandomFor(seed, 'silent', kind);
  const rows: Row[] = [];
  const pool = readSources().filter(({ set }) => set === 'strong');
  for (const source of random.sample(pool, pool.length)) {
    if (rows.length === PER_KIND) break;
    const query = write(source, random);
    if (query !== null) rows.push(rowOf(source, query));
  }
  return rows;
}

const SCAN_MISTAKES: readonly (readonly [string, string])[] = [
  ['l', 'i'],
  ['i', 'l'],
  ['l', 'I'],
  ['I', 'l'],
  ['l', '1'],
  ['rn', 'm'],
  ['m', 'rn'],
  ['cl', 'd'],
  ['d', 'cl'],
  ['w', 'vv'],
  ['o', '0'],
  ['O', '0'],
  ['S', '5'],
  ['B', '8'],
];

/** Replaces one or two letters of each word with letters that a scanner confuses with them. */
function scan(name: string, random: Random): string | null {
  const words = name.split(' ').map((word) => {
    const places = SCAN_MISTAKES.flatMap(([from, to]) =>
      [...word.matchAll(new RegExp(from, 'g'))].map(({ index }) => ({ index, from, to })),
    ).filter(({ index }) => index > 0);
    if (places.length === 0) return word;
    const { index, from, to } = random.pick(places);
    return word.slice(0, index) + to + word.slice(index + from.length);
  });
  const changed = words.join(' ');
  return changed === name ? null : changed;
}

/** Writes the first and the last word of a name of three or more words in Arabic letters. */
function writeArabicPart({ words, entry }: Source): string | null {
  if (entry.type !== 'individual' || words.length < 3) return null;
  if (writeByWord(words, 'arabic') === null) return null;
  return writeByWord([words[0] ?? '', words.at(-1) ?? ''], 'arabic');
}

const isAscii = (name: string) => /^[A-Za-z ,.'-]+$/.test(name);
const titled = ({ name }: Source) =>
  name.replace(/\p{L}+/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase());

const kinds = new Map<string, Row[]>([
  ['arabic_part', sampleRows('arabic_part', writeArabicPart)],
  [
    'scanned',
    sampleRows('scanned', (source, random) =>
      isAscii(source.name) ? scan(titled(source), random) : null,
    ),
  ],
  [
    'backwards',
    sampleRows('backwards', (source) =>
      isAscii(source.name) ? [...titled(source)].reverse().join('') : null,
    ),
  ],
]);

function* pairs(families: readonly string[], givenNames: readonly string[]) {
  for (const family of families) for (const other of givenNames) yield [family, other] as const;
}

function harmlessHan(): string[] {
  const { families, given } = readJson('./han-names.json').harmless;
  const all = [...pairs(families.split(' '), given.split(' '))].map((pair) => pair.join(''));
  return createRandomFor(seed, 'silent', 'harmless_han').sample(all, HARMLESS_COUNT);
}

/** Frequent names of countries that write Arabic letters, combined as in people.json. */
function harmlessArabic(): { name: string; latin: string }[] {
  const ownNames = readJson('./frequent-names.json').own as {
    given: string[];
    givenLatin: string[];
    family: string[];
    familyLatin: string[];
  }[];
  const all = ownNames
    .filter(({ given }) => /\p{Script=Arabic}/u.test(given[0] ?? ''))
    .flatMap(({ given, givenLatin, family, familyLatin }) =>
      given.flatMap((first, index) =>
        family.map((last, familyIndex) => ({
          name: `${first} ${last}`,
          latin: `${givenLatin[index]} ${familyLatin[familyIndex]}`,
        })),
      ),
    );
  return createRandomFor(seed, 'silent', 'harmless_arabic').sample(all, HARMLESS_COUNT);
}

const share = (part: number, all: number) => Math.round((part / Math.max(1, all)) * 1e4) / 1e4;

function measureKind(screener: Screener, kind: string, rows: readonly Row[]): void {
  let [foundCount, askedCount, shownCount] = [0, 0, 0];
  for (const [index, { query, right, listedName }] of rows.entries()) {
    const matches = screener.screen({ name: query, limit: 1000 });
    const isFound = matches.some(({ list, entityId }) => right.includes(`${list}:${entityId}`));
    const isAsked = matches.length > 0 || screener.unread(query) !== null;
    foundCount += Number(isFound);
    askedCount += Number(isAsked);
    if (!isFound && index % 2 === 0 && shownCount < misses) {
      shownCount += 1;
      console.log(`missed ${kind}: ${query} = ${listedName}${isAsked ? ' (held)' : ''}`);
    }
  }
  console.log(
    `| ${kind} | ${rows.length} | ${share(foundCount, rows.length)} | ${share(askedCount, rows.length)} |`,
  );
}

function measureHarmless(kind: string, rows: readonly { name: string; latin?: string }[]): void {
  const { unlisted } = removeListed(rows as { name: string }[]);
  let [heldCount, sameCount, shownCount] = [0, 0, 0];
  for (const [index, { name }] of unlisted.entries()) {
    const [best] = onShipped.screen({ name });
    const isHeld = best !== undefined || onShipped.unread(name) !== null;
    heldCount += Number(isHeld);
    // Names in Han characters have no Latin spelling here, so names that are really on a list
    // cannot be removed.
    sameCount += Number((best?.score ?? 0) >= 0.999);
    if (isHeld && index % 2 === 0 && shownCount < misses) {
      shownCount += 1;
      console.log(`held ${kind}: ${name} = ${best?.matchedName} (${best?.score})`);
    }
  }
  const counts = [
    `${unlisted.length} of ${rows.length}`,
    heldCount,
    share(heldCount, unlisted.length),
    sameCount,
  ];
  console.log(`| ${kind} | ${counts.join(' | ')} |`);
}

const onShipped = buildAtOnce(shipped);
const { rows: inHan, list } = writtenInHan();
const withWritten = buildAtOnce([...shipped, list]);
console.log(`| Kind | Names | Found | Found or held (threshold ${THRESHOLD}) |`);
for (const [kind, rows] of inHan) measureKind(withWritten, kind, rows);
for (const [kind, rows] of kinds) measureKind(onShipped, kind, rows);
console.log('| Harmless | Names | Held | Share | Of them the very words of an entry |');
measureHarmless(
  'harmless_han',
  harmlessHan().map((name) => ({ name })),
);
measureHarmless('harmless_arabic', harmlessArabic());
