// All words of the lists with their frequency, and the search for the words that a word of a query
// may match. Candidates share the sound or enough pairs of letters; only candidates are compared
// letter by letter.

import { isReadingOf, shortVowelsOf } from './bare-words.ts';
import { frameOf, soundOf, type Word } from './fold-name.ts';
import { frequentWords, MOST_FREQUENT, rarityOf } from './names/frequent.ts';
import { indexPairs } from './pair-index.ts';
import { oneSimilarity } from './similarity.ts';

/** Words of the lists that a word of a query may be, and how far they are it. */
export type Neighbours = ReadonlyMap<number, number>;

/** A word and how much it says: 1 is rare, towards 0 is in every other name. */
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
  weightOf(word: Word): WeighedWord;
  /** Yields after each reading of the word that was not remembered. */
  neighbours(word: Word): Generator<void, Neighbours>;
  /** The frequent names that a word without short vowels may be. */
  namesakes(word: Word): Generator<void, Namesakes>;
  /** The number of a word; none when no list has it. */
  idOf(text: string): number | undefined;
}

const SLIGHT_WEIGHT = 0.12;
const MIN_WEIGHT = 0.25;
/** Number of names with a word from which it counts as a separate word. */
const MIN_KNOWN_NAMES = 3;
/** Persons of the lists from whom on a word is one of the most frequent names. */
const MANY_BEARERS = 25;
/** Under this two words are not the same word. */
export const MIN_ALIKE = 0.8;
const INITIAL = 0.3;
/** Words that are indexed before other work has a turn. */
const WORDS_PER_TURN = 1000;
/** Words that are compared letter by letter before other work has a turn. */
const COMPARED_AT_ONCE = 500;
/** Words of queries whose neighbours are cached. */
const MAX_REMEMBERED = 20_000;

function grow(index: Map<string, number[]>, key: string, wordIndex: number): void {
  const cached = index.get(key);
  if (cached) cached.push(wordIndex);
  else index.set(key, [wordIndex]);
}

/** The frequent words by their frames, which no list changes. */
let frequent: ReadonlyMap<string, readonly string[]> | null = null;

function* indexFrequent(): Generator<void, ReadonlyMap<string, readonly string[]>> {
  if (frequent !== null) return frequent;
  const found = new Map<string, string[]>();
  let turn = 0;
  for (const text of frequentWords()) {
    if (turn % WORDS_PER_TURN === 0) yield;
    turn += 1;
    const frame = frameOf(text);
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
  const byKey = new Map<string, number[]>();
  const byFrame = new Map<string, number[]>();
  const byInitial = new Map<string, number[]>();
  for (const [index, { text, key, frame }] of words.entries()) {
    if (index % WORDS_PER_TURN === 0) yield;
    grow(byKey, key, index);
    grow(byFrame, frame, index);
    grow(byInitial, text.slice(0, 1), index);
  }
  const max = Math.log(Math.max(2, names.length));
  const frequency = (count: number) => Math.max(MIN_WEIGHT, 1 - Math.log(count) / max);
  // Spellings of one name are as common together as they are: MOHAMMED, MUHAMAD, MOHAMED.
  const sounds = new Map<string, number>();
  yield;
  for (const [index, { key }] of words.entries()) {
    sounds.set(key, (sounds.get(key) ?? 0) + (counts[index] ?? 0));
  }
  // Spelled out: objects made by spreading have a hidden class each, a hundred bytes and more.
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
    numeric,
    slight,
    bare,
    syllable,
    exact,
    also,
  }: Word): WeighedWord => {
    const count = (bare ? frames.get(frame) : sounds.get(key)) ?? 1;
    const weight = slight ? SLIGHT_WEIGHT : text.length === 1 ? INITIAL : frequency(count);
    const isBorneByMany = (bearers.get(text) ?? 0) >= MANY_BEARERS;
    const rarity = isBorneByMany ? MOST_FREQUENT : bare ? 1 : rarityOf(text);
    return {
      id: ids.get(text) ?? -1,
      text,
      label,
      key,
      frame,
      numeric,
      slight,
      bare,
      syllable,
      exact,
      also,
      weight,
      known: !bare && (rarity < 1 || (counts[ids.get(text) ?? -1] ?? 0) >= MIN_KNOWN_NAMES),
      rarity,
    };
  };
  // One object for each spelling, shared by all names with it.
  const weighed: WeighedWord[] = [];
  for (const [index, word] of words.entries()) {
    if (index % WORDS_PER_TURN === 0) yield;
    weighed.push(weigh(word));
  }
  const remembered = new Map<string, Neighbours>();
  const borne = new Map<string, Namesakes>();
  const frequentByFrame = yield* indexFrequent();
  const alike = yield* indexPairs(words.map(({ text }) => text));

  function candidates({ text, key, frame, bare, exact }: Word): Set<number> {
    const ownId = ids.get(text);
    if (exact) return new Set(ownId === undefined ? [] : [ownId]);
    const isInitial = text.length === 1;
    const candidateIds = new Set(
      isInitial ? byInitial.get(text) : bare ? byFrame.get(frame) : byKey.get(key),
    );
    if (isInitial) return candidateIds;
    // Two letters that changed places twice leave few pairs, and all consonants.
    if (!bare && frame.length >= 3)
      for (const index of byFrame.get(frame) ?? []) candidateIds.add(index);
    if (!bare) for (const index of alike(text)) candidateIds.add(index);
    const initial = ids.get(text.slice(0, 1));
    if (initial !== undefined) candidateIds.add(initial);
    return candidateIds;
  }

  function* findNeighbours(word: Word): Generator<void, Neighbours> {
    const cached = remembered.get(word.label);
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
      const similarity = other ? oneSimilarity(word, other) : 0;
      if (similarity >= MIN_ALIKE) similarities.set(index, similarity);
    }
    yield;
    for (const other of word.also) {
      for (const [index, similarity] of yield* findNeighbours(other)) {
        if (similarity > (similarities.get(index) ?? 0)) similarities.set(index, similarity);
      }
    }
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(word.label, similarities);
    return similarities;
  }

  function* namesakes(word: Word): Generator<void, Namesakes> {
    const cached = borne.get(word.label);
    if (cached !== undefined) return cached;
    let rarity = 1;
    const alike = new Set<string>();
    const vowels = new Set<string>();
    for (const variant of [word, ...word.also]) {
      for (const [index, text] of (frequentByFrame.get(variant.frame) ?? []).entries()) {
        if (index % COMPARED_AT_ONCE === 0) yield;
        if (!isReadingOf(word, text)) continue;
        rarity = Math.min(rarity, rarityOf(text));
        alike.add(soundOf(text));
        for (const read of [word, ...word.also]) vowels.add(shortVowelsOf(read, text));
      }
    }
    if (borne.size >= MAX_REMEMBERED) borne.clear();
    const result = { rarity, sounds: alike, vowels };
    borne.set(word.label, result);
    return result;
  }

  return {
    words: weighed,
    weightOf: (word) =>
      (word.label === word.text ? weighed[ids.get(word.text) ?? -1] : undefined) ?? weigh(word),
    idOf: (text) => ids.get(text),
    neighbours: findNeighbours,
    namesakes,
  };
}
