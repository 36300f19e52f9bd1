// All words of the lists with their frequency, and the search for the words that a word of a query
// may match. Candidates share the sound or enough pairs of letters; only candidates are compared
// letter by letter.

import { extractShortVowels, isReadingOf } from './bare-words.ts';
import { computeSound, extractFrame, type Word } from './fold-name.ts';
import { findRarity, listFrequentWords, MOST_FREQUENT_WEIGHT } from './names/frequent.ts';
import { ListsByTextBuilder } from './number-lists.ts';
import { indexPairs } from './pair-index.ts';
import { compareReadings } from './similarity.ts';

/** Words of the lists that a word of a query may be, with the similarity of each. */
export type Neighbours = ReadonlyMap<number, number>;

/** A word with its weight: 1 for a rare word, near 0 for a word in every second name. */
export interface WeighedWord extends Word {
  /** Number of the word among the words of the lists; below 0 when it is not listed. */
  readonly id: number;
  readonly weight: number;
  /** True for a word that several listed names have in this spelling. */
  readonly known: boolean;
  /** Maximal weight in a person's name: less than 1 when many people bear it. */
  readonly rarity: number;
}

/** The frequent names that a word without short vowels may be. */
export interface Namesakes {
  /** Rarity of the most frequent match; 1 when there is none. */
  readonly rarity: number;
  /** The sounds of the words. */
  readonly sounds: ReadonlySet<string>;
  /** The vowels of the words that the script leaves out. */
  readonly vowels: ReadonlySet<string>;
}

export interface Vocabulary {
  readonly words: readonly WeighedWord[];
  /** A word with its weight, whatever its source; a word in no list is rare. */
  weighWord(word: Word): WeighedWord;
  /** Yields after each reading of the word that was not cached. */
  neighbours(word: Word): Generator<void, Neighbours>;
  /** The frequent names that a word without short vowels may be. */
  namesakes(word: Word): Generator<void, Namesakes>;
  /** Returns the number of a word; undefined when no list has the word. */
  findId(text: string): number | undefined;
}

const SLIGHT_WEIGHT = 0.12;
const MIN_WEIGHT = 0.25;
/** Minimum number of names with a word for it to count as a separate word. */
const MIN_KNOWN_NAMES = 3;
/** Minimum number of listed persons who bear one of the most frequent names. */
const MANY_BEARERS = 25;
/** Minimum similarity of two spellings of one word. */
export const MIN_ALIKE = 0.8;
const INITIAL = 0.3;
/** Number of words that are indexed before other work continues. */
const WORDS_PER_TURN = 1000;
/** Number of words that are compared letter by letter before other work continues. */
const COMPARED_AT_ONCE = 500;
/** Words of queries whose neighbours are cached. */
const MAX_REMEMBERED = 20_000;

/** The frequent words by their consonants; they do not depend on the lists. */
let frequent: ReadonlyMap<string, readonly string[]> | null = null;

function* indexFrequent(): Generator<void, ReadonlyMap<string, readonly string[]>> {
  if (frequent !== null) return frequent;
  const found = new Map<string, string[]>();
  let turn = 0;
  for (const text of listFrequentWords()) {
    if (turn % WORDS_PER_TURN === 0) yield;
    turn += 1;
    const frame = extractFrame(text);
    const cached = found.get(frame);
    if (cached) cached.push(text);
    else found.set(frame, [text]);
  }
  frequent = found;
  return found;
}

/**
 * @param names of the lists, as words
 * @param bearers number of listed persons with a word
 * @param work counts the lookups
 */
export function* buildVocabulary(
  names: readonly (readonly Word[])[],
  bearers: ReadonlyMap<string, number>,
  work: { lookedUp: number; compared: number },
): Generator<void, Vocabulary> {
  const ids = new Map<string, number>();
  const words: Word[] = [];
  const counts: number[] = [];
  for (const [turn, name] of names.entries()) {
    if (turn % WORDS_PER_TURN === 0) yield;
    for (const word of new Map(name.map((item) => [item.text, item])).values()) {
      const index = ids.get(word.text) ?? words.push(word) - 1;
      ids.set(word.text, index);
      counts[index] = (counts[index] ?? 0) + 1;
    }
  }
  const keys = new ListsByTextBuilder();
  const frameLists = new ListsByTextBuilder();
  const initials = new ListsByTextBuilder();
  for (const [index, { text, key, frame }] of words.entries()) {
    if (index % WORDS_PER_TURN === 0) yield;
    keys.add(key, index);
    frameLists.add(frame, index);
    initials.add(text.slice(0, 1), index);
  }
  const [byKey, byFrame, byInitial] = [keys.build(), frameLists.build(), initials.build()];
  const max = Math.log(Math.max(2, names.length));
  const frequency = (count: number) => Math.max(MIN_WEIGHT, 1 - Math.log(count) / max);
  // Spellings of one name are as common together as they are: MOHAMMED, MUHAMAD, MOHAMED.
  const sounds = new Map<string, number>();
  yield;
  for (const [index, { key }] of words.entries()) {
    sounds.set(key, (sounds.get(key) ?? 0) + (counts[index] ?? 0));
  }
  // The fields are written out, because an object made by spreading has its own hidden class of
  // over a hundred bytes.
  const frames = new Map<string, number>();
  yield;
  for (const [index, { frame }] of words.entries()) {
    frames.set(frame, (frames.get(frame) ?? 0) + (counts[index] ?? 0));
  }
  const weigh = ({
    text,
    label,
    key,
    frame,
    isNumeric,
    isSlight,
    isBare,
    isSyllable,
    isExact,
    alternatives,
  }: Word): WeighedWord => {
    const count = (isBare ? frames.get(frame) : sounds.get(key)) ?? 1;
    const weight = isSlight ? SLIGHT_WEIGHT : text.length === 1 ? INITIAL : frequency(count);
    const isBorneByMany = (bearers.get(text) ?? 0) >= MANY_BEARERS;
    const rarity = isBorneByMany ? MOST_FREQUENT_WEIGHT : isBare ? 1 : findRarity(text);
    return {
      id: ids.get(text) ?? -1,
      text,
      label,
      key,
      frame,
      isNumeric,
      isSlight,
      isBare,
      isSyllable,
      isExact,
      alternatives,
      weight,
      known: !isBare && (rarity < 1 || (counts[ids.get(text) ?? -1] ?? 0) >= MIN_KNOWN_NAMES),
      rarity,
    };
  };
  // One object for each spelling, shared by all names with it.
  const weighed: WeighedWord[] = [];
  for (const [index, word] of words.entries()) {
    if (index % WORDS_PER_TURN === 0) yield;
    weighed.push(weigh(word));
  }
  const neighboursCache = new Map<string, Neighbours>();
  const namesakesCache = new Map<string, Namesakes>();
  const frequentByFrame = yield* indexFrequent();
  const findAlike = yield* indexPairs(words.map(({ text }) => text));

  function candidates({ text, key, frame, isBare, isExact }: Word): Set<number> {
    const ownId = ids.get(text);
    if (isExact) return new Set(ownId === undefined ? [] : [ownId]);
    const isInitial = text.length === 1;
    const candidateIds = new Set(
      isInitial ? byInitial.of(text) : isBare ? byFrame.of(frame) : byKey.of(key),
    );
    if (isInitial) return candidateIds;
    // A word in which letters were exchanged twice has few of the pairs, and all consonants.
    if (!isBare && frame.length >= 3)
      for (const index of byFrame.of(frame)) candidateIds.add(index);
    if (!isBare) for (const index of findAlike(text)) candidateIds.add(index);
    const initial = ids.get(text.slice(0, 1));
    if (initial !== undefined) candidateIds.add(initial);
    return candidateIds;
  }

  function* findNeighbours(word: Word): Generator<void, Neighbours> {
    const cached = neighboursCache.get(word.label);
    if (cached) return cached;
    const similarities = new Map<number, number>();
    const candidateWords = candidates(word);
    work.lookedUp += 1;
    work.compared += candidateWords.size;
    let compared = 0;
    for (const index of candidateWords) {
      if (compared % COMPARED_AT_ONCE === 0) yield;
      compared += 1;
      const other = words[index];
      const similarity = other ? compareReadings(word, other) : 0;
      if (similarity >= MIN_ALIKE) similarities.set(index, similarity);
    }
    yield;
    for (const other of word.alternatives) {
      for (const [index, similarity] of yield* findNeighbours(other)) {
        if (similarity > (similarities.get(index) ?? 0)) similarities.set(index, similarity);
      }
    }
    if (neighboursCache.size >= MAX_REMEMBERED) neighboursCache.clear();
    neighboursCache.set(word.label, similarities);
    return similarities;
  }

  function* namesakes(word: Word): Generator<void, Namesakes> {
    const cached = namesakesCache.get(word.label);
    if (cached !== undefined) return cached;
    let rarity = 1;
    const findAlike = new Set<string>();
    const vowels = new Set<string>();
    for (const variant of [word, ...word.alternatives]) {
      for (const [index, text] of (frequentByFrame.get(variant.frame) ?? []).entries()) {
        if (index % COMPARED_AT_ONCE === 0) yield;
        if (!isReadingOf(word, text)) continue;
        rarity = Math.min(rarity, findRarity(text));
        findAlike.add(computeSound(text));
        for (const read of [word, ...word.alternatives]) vowels.add(extractShortVowels(read, text));
      }
    }
    if (namesakesCache.size >= MAX_REMEMBERED) namesakesCache.clear();
    const result = { rarity, sounds: findAlike, vowels };
    namesakesCache.set(word.label, result);
    return result;
  }

  return {
    words: weighed,
    weighWord: (word) =>
      (word.label === word.text ? weighed[ids.get(word.text) ?? -1] : undefined) ?? weigh(word),
    findId: (text) => ids.get(text),
    neighbours: findNeighbours,
    namesakes,
  };
}
