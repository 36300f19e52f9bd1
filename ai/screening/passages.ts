// A listed name inside of a longer text: the positions of its adjacent words, and their
// surroundings. Titles and fillers in any number do not weaken a name.

import type { WeighedWord } from './vocabulary.ts';

/** Neighbours of a name's words: nothing, words that no name has, or names. */
export type Surroundings = 'nothing' | 'fillers' | 'names';

/** Words of a text that are one name together. */
export interface Passage {
  /** Bits of the words of the query. */
  readonly members: number;
  /** Numbers of the words in the order of the text, repeated words included. */
  readonly order: readonly number[];
  /** Share of the listed name that they cover, 0 to 1. */
  readonly covered: number;
  readonly surroundings: Surroundings;
}

/** Maximum positions of words in a text: a mask has as many bits. */
export const MAX_POSITIONS = 31;
/** Maximum names between two words of one name. */
const MAX_GAP = 2;

/** Words of courtesy and of orders that many people bear as names, too. */
const COURTESY = new Set(
  (
    'most dear noble good kind to my her you your lord lady king queen prince princess master dame ' +
    'herr pan pani doctor caro best new don dona long on in by from with via'
  ).split(' '),
);

interface Place {
  readonly at: number;
  readonly bit: number;
  readonly isName: boolean;
  readonly segment: number;
}

interface Segment {
  names: number;
  fillers: number;
}

export interface Passages {
  /** Significant words, repeated words included. */
  readonly length: number;
  /** The passage in which the words of a name stand together, or null without one. */
  find(mask: number, choose: Choose): Passage | null;
}

/** Chooses the words of a name among candidates, with the share of the name that they cover. */
export type Choose = (members: number) => Pick<Passage, 'members' | 'covered'>;

/**
 * Reads the positions of a text's words; null when the text is no more than one name.
 * @param isBorne whether a person of the lists has a word
 */
export function readPassages(
  words: readonly WeighedWord[],
  places: readonly (readonly number[] | null)[],
  isBorne: (word: WeighedWord) => boolean,
): Passages | null {
  const positions: Place[] = [];
  const segments: Segment[] = [{ names: 0, fillers: 0 }];
  let hasSlight = false;
  for (const place of places) {
    if (place === null) segments.push({ names: 0, fillers: 0 });
    for (const position of place ?? []) {
      const word = words[position];
      if (!word || position >= MAX_POSITIONS) continue;
      hasSlight ||= word.isSlight;
      if (word.isSlight) continue;
      const bit = 1 << position;
      const isName = isNameWord(word, isBorne, places.length);
      positions.push({ at: position, bit, isName, segment: segments.length - 1 });
      const segment = segments.at(-1) as Segment;
      if (isName) segment.names |= bit;
      else segment.fillers |= bit;
    }
  }
  const isMore = hasSlight || segments.length > 1 || positions.length >= LONG_TEXT;
  const hasFiller = positions.length > 2 && positions.some(({ isName }) => !isName);
  if (!isMore && !hasFiller) return null;
  const neighbourMasks = findNeighbours(positions);
  return {
    length: positions.length,
    find(mask, choose) {
      if (!hasNeighbours(mask, neighbourMasks)) return null;
      let best: Passage | null = null;
      let before: Place | null = null;
      let gap = 0;
      for (const [index, place] of positions.entries()) {
        if ((place.bit & mask) === 0) {
          gap += Number(place.isName);
          continue;
        }
        // A passage from the middle of a run is a part of it, unless another name begins there.
        if (before === null || gap > MAX_GAP || before.segment !== place.segment) {
          const passage = passageFrom(index, mask, choose);
          if (!best || isBetter(passage, best)) best = passage;
        }
        [before, gap] = [place, 0];
      }
      return best;
    },
  };

  function passageFrom(from: number, mask: number, choose: Choose): Passage {
    const chain: Place[] = [];
    let together = 0;
    let gap = 0;
    for (let next = from; next < positions.length && gap <= MAX_GAP; next += 1) {
      const place = positions[next] as Place;
      if ((place.bit & mask) !== 0) {
        together |= place.bit;
        chain.push(place);
        gap = 0;
      } else gap += Number(place.isName);
    }
    const { members, covered } = choose(together);
    const memberPlaces = chain.filter(({ bit }) => (bit & members) !== 0);
    const last = memberPlaces.at(-1)?.segment ?? -1;
    let [names, fillers] = [0, 0];
    for (let index = memberPlaces[0]?.segment ?? 0; index <= last; index += 1) {
      names |= segments[index]?.names ?? 0;
      fillers |= segments[index]?.fillers ?? 0;
    }
    const neighbourKind =
      (names & ~members) !== 0 ? 'names' : fillers & ~members ? 'fillers' : 'nothing';
    return {
      members,
      covered,
      order: memberPlaces.map(({ at }) => at),
      surroundings: neighbourKind,
    };
  }
}

/** A text with this many words is more than a name, such as the purpose of a payment. */
export const LONG_TEXT = 5;

const RANK: Readonly<Record<Surroundings, number>> = { nothing: 0, fillers: 1, names: 2 };

function isBetter(a: Passage, b: Passage): boolean {
  const coverGain = a.covered - b.covered;
  return coverGain > 0 || (coverGain === 0 && RANK[a.surroundings] < RANK[b.surroundings]);
}

function isNameWord(
  word: WeighedWord,
  isBorne: (word: WeighedWord) => boolean,
  length: number,
): boolean {
  if (COURTESY.has(word.text)) return false;
  // An initial belongs to a person; in a longer text a letter may be a word.
  if (word.text.length === 1) return length < LONG_TEXT;
  return word.rarity < 1 || isBorne(word);
}

/** The neighbours of each word at any of its positions. */
function findNeighbours(places: readonly Place[]): ReadonlyMap<number, number> {
  const neighbourMasks = new Map<number, number>();
  for (const [index, { bit }] of places.entries()) {
    let [mask, gap] = [neighbourMasks.get(bit) ?? 0, 0];
    for (let next = index + 1; next < places.length && gap <= MAX_GAP; next += 1) {
      const other = places[next] as Place;
      mask |= other.bit;
      gap += Number(other.isName);
    }
    neighbourMasks.set(bit, mask & ~bit);
  }
  return neighbourMasks;
}

function hasNeighbours(mask: number, neighbourMasks: ReadonlyMap<number, number>): boolean {
  if (countBits(mask) === 1) return neighbourMasks.has(mask);
  for (const [bit, otherBits] of neighbourMasks) {
    if ((bit & mask) !== 0 && (otherBits & mask) !== 0) return true;
  }
  return false;
}

/** Counts the set bits of a number. */
function countBits(mask: number): number {
  let count = 0;
  for (let remaining = mask; remaining !== 0; remaining &= remaining - 1) count += 1;
  return count;
}
