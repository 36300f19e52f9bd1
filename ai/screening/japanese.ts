// Japanese names in Chinese characters: the words of the lists that a family name and a given name
// may be read as. A character has many readings, so only readings that occur in the lists are
// considered.

import {
  isRomaji,
  loadReadings,
  plainRomaji,
  type RomajiWords,
  readJapanese,
} from '../names/han.ts';

/** Words of the lists that may be Japanese, by their plain romaji. */
export interface RomajiIndex extends RomajiWords {
  /** Names in the spelling of the lists. */
  spellings(romaji: string): readonly string[];
}

/** Number of words that are indexed before other work continues. */
const WORDS_PER_TURN = 1000;

/** Indexes the words of the lists. */
export function* indexRomaji(words: readonly { text: string }[]): Generator<void, RomajiIndex> {
  loadReadings();
  const spelt = new Map<string, string[]>();
  const starts = new Set<string>();
  for (const [index, { text }] of words.entries()) {
    if (index % WORDS_PER_TURN === 0) yield;
    if (!isRomaji(text)) continue;
    const plainText = plainRomaji(text);
    spelt.set(plainText, [...(spelt.get(plainText) ?? []), text]);
    for (let end = 1; end <= plainText.length; end += 1) starts.add(plainText.slice(0, end));
  }
  return {
    has: (romaji) => spelt.has(romaji),
    hasPrefix: (romaji) => starts.has(romaji),
    spellings: (romaji) => spelt.get(romaji) ?? [],
  };
}

const NAME = /^\s*(\p{Script=Han}+)(?:[\s·・]+(\p{Script=Han}+))?\s*$/u;
const LONGEST_PART = 3;
/** Minimum letters of both words: shorter words would be found in any name. */
const MIN_LETTERS = 7;
const MIN_PART = 3;

/** Possible boundaries between family name and given name. */
function splitName(name: string): (readonly [string, string])[] {
  const match = NAME.exec(name.normalize('NFKC').replace(/(\p{Script=Han})々/gu, '$1$1'));
  const [, first = '', second] = match ?? [];
  if (second !== undefined) return [[first, second]];
  const letters = [...first];
  if (letters.length > 2 * LONGEST_PART) return [];
  return letters
    .slice(1)
    .map(
      (_, index) =>
        [letters.slice(0, index + 1).join(''), letters.slice(index + 1).join('')] as const,
    );
}

/** Sorts the longest words first, because they are the most distinctive. */
const listSpellings = (part: string, index: RomajiIndex) =>
  readJapanese(part, index)
    .flatMap(index.spellings)
    .filter(({ length }) => length >= MIN_PART)
    .sort((a, b) => b.length - a.length);

/**
 * Returns the Japanese readings of a name: the words that its two parts may be, as the lists spell
 * them.
 */
export function* readJapaneseName(
  name: string,
  index: RomajiIndex,
): Generator<void, (readonly [readonly string[], readonly string[]])[]> {
  const ways: (readonly [readonly string[], readonly string[]])[] = [];
  for (const parts of splitName(name)) {
    if (parts.some((part) => part.length > LONGEST_PART)) continue;
    const [family = [], givenName = []] = parts.map((part) => listSpellings(part, index));
    const longest = (family[0]?.length ?? 0) + (givenName[0]?.length ?? 0);
    if (family.length > 0 && givenName.length > 0 && longest >= MIN_LETTERS) {
      ways.push([family, givenName]);
    }
    yield;
  }
  return ways;
}
