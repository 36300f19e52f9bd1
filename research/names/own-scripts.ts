// Harmless names in their own letters: Arabic of twelve countries, Hebrew, merchants in Han, and frequent
// names of sixteen more countries. `node research/names/own-scripts.ts [--seed 1]` prints totals alone: no held name
// is shown, so that the sets stay ones that nobody has looked at. `--show RS,GR` shows those of countries of the
// third set that are used for development.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createRandomFor } from '../random.ts';
import { foldKey, listedKeys } from './lists.ts';
import { buildAtOnce } from './shipped.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, show: { type: 'string', default: '' } },
});
const titles = new Set(values.show.split(','));
const seed = Number(values.seed);
const [MAX_ARABIC, MAX_HEBREW, MAX_MERCHANTS] = [2000, 600, 600];

interface Word {
  readonly ownSpelling: string;
  /** The usual spellings in Latin letters, the commonest first. */
  readonly latin: readonly string[];
}

interface Name {
  readonly ownSpelling: string;
  readonly latin: string;
  /** All usual spellings of the whole name: by one of them it may be really on a list. */
  readonly spellings: readonly string[];
}

const sets = JSON.parse(readFileSync(new URL('./own-scripts.json', import.meta.url), 'utf8')) as {
  arabic: [string, string, string][];
  hebrew: [string, string][];
  hanMerchants: { places: string; brands: string; trades: string };
  hanBrands: string;
};

/** Everyday brands, with the name in Latin letters of those that have a known one. */
const brandsOfThree = JSON.parse(
  readFileSync(new URL('./han-brands.json', import.meta.url), 'utf8'),
) as { brands: string };

const otherScripts = JSON.parse(
  readFileSync(new URL('./more-scripts.json', import.meta.url), 'utf8'),
) as {
  names: [string, string, string, string][];
};

const readWords = (text: string): Word[] =>
  text.split('|').map((pair) => {
    const [ownScript = '', latin = ''] = pair.split('=');
    return { ownSpelling: ownScript, latin: latin.split('/') };
  });

function join(words: readonly Word[]): Name {
  const spellings = words.reduce<string[]>(
    (before, { latin }) =>
      before.flatMap((left) => latin.map((right) => `${left} ${right}`.trim())),
    [''],
  );
  return {
    ownSpelling: words.map(({ ownSpelling }) => ownSpelling).join(' '),
    latin: spellings[0] ?? '',
    spellings,
  };
}

/** Two words of each pair; with `father`, as many of three: given name, father's, family. */
function combine(
  givenNames: readonly Word[],
  family: readonly Word[],
  withFather: boolean,
): Name[] {
  return givenNames.flatMap((first, index) =>
    family.flatMap((last, familyIndex) => {
      const father = givenNames[(index + familyIndex + 1) % givenNames.length];
      const two = join([first, last]);
      return withFather && father && father !== first ? [two, join([first, father, last])] : [two];
    }),
  );
}

const listed = listedKeys();
const isListed = ({ spellings }: Name) =>
  spellings.some((spelling) => listed.has(foldKey(spelling)));

const screener = buildAtOnce();
const share = (part: number, all: number) => Math.round((part / Math.max(1, all)) * 1e4) / 1e4;

function measure(kind: string, names: readonly Name[]): void {
  const unlisted = names.filter((name) => !isListed(name));
  for (const { ownSpelling, latin } of names.filter(isListed)) {
    console.log(`really on a list: ${ownSpelling} (${latin})`);
  }
  let [matched, unread, inLatin] = [0, 0, 0];
  for (const { ownSpelling, latin } of unlisted) {
    const isMatch = screener.screen({ name: ownSpelling }).length > 0;
    matched += Number(isMatch);
    unread += Number(!isMatch && screener.unread(ownSpelling) !== null);
    const latinMatch = latin === '' ? [] : screener.screen({ name: latin });
    inLatin += Number(latinMatch.length > 0);
    if (titles.has(kind.slice(0, 2))) {
      const [ownMatch, ofLatin] = [screener.screen({ name: ownSpelling })[0], latinMatch[0]];
      if (isMatch)
        console.log(`held: ${ownSpelling} = ${ownMatch?.matchedName} (${ownMatch?.score})`);
      if (ofLatin) console.log(`held: ${latin} = ${ofLatin.matchedName} (${ofLatin.score})`);
    }
  }
  const heldCount = matched + unread;
  const cells = [
    kind,
    `${unlisted.length} of ${names.length}`,
    matched,
    unread,
    share(heldCount, unlisted.length),
  ];
  console.log(
    `| ${cells.join(' | ')} | ${unlisted[0]?.latin ? share(inLatin, unlisted.length) : ''} |`,
  );
}

const arabic = sets.arabic.flatMap(([country, givenName, family]) =>
  combine(readWords(givenName), readWords(family), !['IR', 'PK'].includes(country)),
);
const hebrew = sets.hebrew.flatMap(([givenName, family]) =>
  combine(readWords(givenName), readWords(family), false),
);
const { places, brands, trades } = sets.hanMerchants;
const merchants = trades
  .split(' ')
  .flatMap((trade, familyIndex) =>
    brands
      .split(' ')
      .flatMap((brand, index) => [
        `${brand}${trade}`,
        `${places.split(' ')[(familyIndex + index) % 10]}${brand}${trade}`,
      ]),
  );
const asName = (ownName: string): Name => ({ ownSpelling: ownName, latin: '', spellings: [] });
/** Brands of the first set whose firm is an entry by its English name, which is how lists have it. */
const ENGLISH: Readonly<Record<string, string>> = {
  中国移动: 'China Mobile',
  中国电信: 'China Telecom',
};
const brandNameOf = (ownName: string): Name => {
  const english = ENGLISH[ownName];
  return { ...asName(ownName), spellings: english === undefined ? [] : [english] };
};

console.log('| Harmless | Kept | Match | Not compared | Held, share | In Latin letters |');
console.log('| --- | --- | --- | --- | --- | --- |');
measure('arabic', createRandomFor(seed, 'own', 'arabic').sample(arabic, MAX_ARABIC));
measure('hebrew', createRandomFor(seed, 'own', 'hebrew').sample(hebrew, MAX_HEBREW));
measure(
  'han merchants',
  createRandomFor(seed, 'own', 'han').sample(merchants, MAX_MERCHANTS).map(asName),
);
measure('han brands', sets.hanBrands.split(' ').map(brandNameOf));
measure(
  'han brands, second set',
  brandsOfThree.brands.split('|').map((pair) => {
    const [ownScript = '', latin = ''] = pair.split('=');
    return { ownSpelling: ownScript, latin: '', spellings: latin === '' ? [] : [latin] };
  }),
);
for (const [country, script, givenName, family] of otherScripts.names) {
  measure(`${country}, ${script}`, combine(readWords(givenName), readWords(family), false));
}
