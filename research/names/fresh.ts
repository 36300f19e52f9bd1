// Harmless names that were written before the eleventh comparison by somebody who had read the documents and not the
// comparison: `node research/names/fresh.ts`. Half of them may be read (`--show`); of the other half the
// command prints totals alone, so that it stays one that nobody has looked at. The halves share no given
// name, shop or trade.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createRandomFor } from '../random.ts';
import { foldKey, foldWords, listedKeys } from './lists.ts';
import { buildAtOnce } from './shipped.ts';

const { values } = parseArgs({ options: { show: { type: 'boolean', default: false } } });
const MAX_PEOPLE = 300;

interface Name {
  readonly ownSpelling: string;
  /** The commonest spelling in Latin letters, where the name is written in another script. */
  readonly latin: string;
  readonly spellings: readonly string[];
}

const set = JSON.parse(readFileSync(new URL('./fresh.json', import.meta.url), 'utf8')) as {
  people: [string, string, string, string][];
  shops: [string, string][];
  trades: [string, string, string][];
};

const listed = listedKeys();

const knownMerchants = (
  JSON.parse(readFileSync(new URL('./merchants.json', import.meta.url), 'utf8')) as {
    name: string;
  }[]
).map(({ name }) => ` ${foldWords(name).join(' ')} `);

const readWords = (text: string) =>
  text.split('|').map((pair) => {
    const [ownScript = '', latin] = pair.split('=');
    return { ownSpelling: ownScript, latin: latin === undefined ? [ownScript] : latin.split('/') };
  });

function people([country, script, givenNames, families]: (typeof set.people)[number]): Name[] {
  const isFamilyFirst = ['CN', 'JP', 'KR'].includes(country);
  return readWords(givenNames).flatMap((givenName) =>
    readWords(families).map((family) => {
      const spellings = givenName.latin.flatMap((left) =>
        family.latin.map((right) => `${left} ${right}`),
      );
      const name = isFamilyFirst
        ? `${family.ownSpelling}${givenName.ownSpelling}`
        : `${givenName.ownSpelling} ${family.ownSpelling}`;
      return {
        ownSpelling: name,
        latin: script === 'Latin' ? '' : (spellings[0] ?? ''),
        spellings,
      };
    }),
  );
}

const screener = buildAtOnce();
const isListed = ({ spellings }: Name) =>
  spellings.some((spelling) => listed.has(foldKey(spelling)));
const share = (part: number, all: number) =>
  `${((100 * part) / Math.max(1, all)).toPrecision(3)} %`;

function measure(kind: string, half: string, names: readonly Name[]): void {
  const unlisted = names.filter((name) => !isListed(name));
  const really = names
    .filter(isListed)
    .map(({ ownSpelling, latin }) => `${ownSpelling} ${latin}`.trim());
  if (really.length > 0) console.log(`really on a list: ${really.join(', ')}`);
  let [matched, unread, inLatin] = [0, 0, 0];
  for (const { ownSpelling, latin } of unlisted) {
    const match = screener.screen({ name: ownSpelling })[0];
    const unreadReason = match ? null : screener.unread(ownSpelling);
    const latinMatch = latin === '' ? undefined : screener.screen({ name: latin })[0];
    matched += Number(match !== undefined);
    unread += Number(unreadReason !== null);
    inLatin += Number(latinMatch !== undefined);
    if (!values.show || half === 'kept') continue;
    if (match) console.log(`held: ${ownSpelling} = ${match.matchedName} (${match.score})`);
    if (unreadReason !== null)
      console.log(`not compared: ${ownSpelling} (${JSON.stringify(unreadReason)})`);
    if (latinMatch) console.log(`held: ${latin} = ${latinMatch.matchedName} (${latinMatch.score})`);
  }
  const latin = unlisted.some((name) => name.latin !== '') ? share(inLatin, unlisted.length) : '';
  const counts = [`${unlisted.length} of ${names.length}`, matched, unread];
  console.log(
    `| ${[kind, half, ...counts, share(matched + unread, unlisted.length), latin].join(' | ')} |`,
  );
}

/** Every second word to the half that may be read. */
const halfOf = <T>(all: readonly T[], half: string) =>
  all.filter((_, index) => (index % 2 === 0) === (half === 'read'));

const sample = (names: readonly Name[], ...seed: string[]) =>
  createRandomFor(1, 'fresh', ...seed).sample(names, MAX_PEOPLE);
const asShop = (pair: string): Name => {
  const [ownScript = '', latin = ownScript] = pair.split('=');
  return { ownSpelling: ownScript, latin: '', spellings: [latin] };
};

console.log('| Harmless | Half | Kept | Match | Not compared | Held | In Latin letters |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const half of ['read', 'kept']) {
  const inLatin: Name[] = [];
  for (const row of set.people) {
    const [country, script, givenNames, families] = row;
    const names = people([
      country,
      script,
      halfOf(givenNames.split('|'), half).join('|'),
      families,
    ]);
    if (script === 'Latin') inLatin.push(...names);
    else measure(`${country}, ${script}`, half, sample(names, country, script, half));
  }
  measure('people of 21 countries', half, inLatin);
  for (const [kind, shops] of set.shops) {
    const isKnown = (pair: string) =>
      knownMerchants.some((merchant) => merchant.includes(` ${foldWords(pair).join(' ')} `));
    const names = shops.split('|').filter((pair) => kind !== 'Latin, merchants' || !isKnown(pair));
    measure(kind, half, halfOf(names, half).map(asShop));
  }
  const trades = set.trades.flatMap(([, patterns, families]) =>
    halfOf(patterns.split('|'), half).flatMap((pattern) =>
      families.split('|').map((family) => asShop(pattern.replace('{}', family))),
    ),
  );
  measure('tradesmen and shops of 12 countries', half, trades);
}
