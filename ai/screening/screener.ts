// Screening of a name against the lists: an index over the words of every listed name, a sum of
// weights that selects some dozens of names, and a full alignment of the selected names.

import { createHash } from 'node:crypto';
import type { NotCompared } from '../../ledger/decisions/screening.ts';
import { readFamilySpellings } from '../names/chinese.ts';
import { type Firm, readFirm } from '../names/han-firms.ts';
import { isChinese } from '../names/pinyin.ts';
import {
  isLegalForm,
  isLink,
  joinBareWords,
  makeWord,
  type ReadText,
  readName,
  readWords,
  type Word,
} from './fold-name.ts';
import { indexRomaji, type RomajiIndex, readJapaneseName } from './japanese.ts';
import type { EntryType, ListEntry, SanctionsList } from './list-file.ts';
import { indexMisread, type MisreadIndex } from './misread.ts';
import { type NumberLists, packNumberLists } from './number-lists.ts';
import { type Choose, MAX_POSITIONS, type Passage, readPassages } from './passages.ts';
import { type Alignment, align, type Similarity } from './token-alignment.ts';
import { runAtOnce, runInTurns } from './turns.ts';
import {
  buildVocabulary,
  type Namesakes,
  type Neighbours,
  type Vocabulary,
  type WeighedWord,
} from './vocabulary.ts';

/** The known details of the subject; all but the name are optional. */
export interface ScreeningQuery {
  readonly name: string;
  /** Ships and aircraft are found only on request. */
  readonly type?: 'individual' | 'business' | 'vessel' | 'aircraft';
  /** `1971-03-04` or a year. */
  readonly dateOfBirth?: string | null;
  readonly country?: string | null;
  /** Minimum score of a hit, 0 to 1; by default the measured threshold. */
  readonly threshold?: number;
  readonly limit?: number;
}

/** A list entry that the name may refer to. */
export interface ScreeningMatch {
  readonly list: string;
  readonly entityId: string;
  readonly entityType: EntryType;
  /** The entry's first name on the list. */
  readonly name: string;
  /** The name or alias that matched. */
  readonly matchedName: string;
  readonly score: number;
  /**
   * Evidence: each from 0 to 1, besides the adjustments, which state their addition or deduction.
   */
  readonly features: readonly { readonly name: string; readonly score: number }[];
  readonly birthDates: readonly string[];
  readonly countries: readonly string[];
  readonly programs: readonly string[];
}

export interface ListAges {
  readonly code: string;
  readonly title: string;
  readonly source: string;
  readonly licence: string;
  readonly asOf: string | null;
  /** When the publisher's file was downloaded, or null when unknown. */
  readonly retrievedAt: string | null;
  readonly entries: number;
}

export interface Screener {
  readonly lists: readonly ListAges[];
  screen(query: ScreeningQuery): readonly ScreeningMatch[];
  /** Why a part of a name could not be compared; null when every part was compared. */
  unread(name: string): NotCompared | null;
  /** Like `screen`, and lets other work run in between. */
  search(query: ScreeningQuery): Promise<readonly ScreeningMatch[]>;
  /** Version of an entry's content: it changes with any change of the entry. */
  versionOf(list: string, entityId: string): string | null;
  /** The entry in the current list, or null when the list no longer contains it. */
  entryOf(list: string, entityId: string): ListEntry | null;
  /** Counters of the work: compared words and names. */
  readonly work: Work;
}

export interface Work {
  /** Words that were looked up among the words of the lists and were not cached. */
  lookedUp: number;
  /** Pairs of words that were compared letter by letter in these lookups. */
  compared: number;
  /** Listed names that a word retrieved. */
  broughtUp: number;
  /** Pairs of words in the names that were aligned. */
  aligned: number;
}

/**
 * Measured by `node research/screening.ts`: docs/build/screening.md says at which recall and false
 * positives.
 */
export const THRESHOLD = 0.82;
/** A change of a weight, of the threshold or of how words are compared is a new version. */
export const SCREENING_VERSION = 11;
const MAX_HITS = 20;
/** Maximum names that are aligned in full, the most promising first. */
const MAX_ALIGNED = 80;
/** In a script without short vowels many words have the same consonants. */
const ALIGNED_BARE = 240;
/** Number of names that are aligned before other work continues. */
const ALIGNED_AT_ONCE = 8;
/** Number of names whose words are searched in a text before other work continues. */
const PLACED_AT_ONCE = 64;
/** Number of names whose sums are read before other work continues. */
const SUMMED_AT_ONCE = 4_000;
/** Limit for a name of initials only: each initial retrieves a tenth of the list. */
const MAX_INITIALS = 6;
/** Minimum share of the query's weight that a name must have to be aligned. */
const MIN_SHARED = 0.3;
const SAME_BIRTH = 0.04;
const MAX_BONUS = SAME_BIRTH + 0.02;
const OTHER_BIRTH = -0.12;
const SAME_COUNTRY = 0.02;
const OTHER_COUNTRY = -0.03;
const OTHER_TYPE = -0.08;
/** A weak alias is a nickname or a common word, so a match needs a second feature. */
const WEAK_ALIAS_FACTOR = 0.75;

/** Minimum share of a listed name's weight that a longer text must contain. */
const MIN_COVERED = 0.5;
/** Minimum number of words of a text that is not the name of a person. */
const VERY_LONG_TEXT = 6;
/** Required coverage of a listed name beside other names: all of its words, in any spelling. */
const WHOLE_NAME_COVERAGE = 0.95;
/** Minimum number of words of a text that seldom is the name of one person or firm. */
const LONG_NAME = 4;
/** Minimum weight of a name's words beside other names. */
const MIN_WEIGHT_BESIDE = 0.9;

/** Maximum words that separated letters may form: `K I M J O N G U N`. */
const SPELT_PARTS = 4;

const NO_NEIGHBOURS: Neighbours = new Map();
/** Characters of Han or Hangul that stand together: the family name is the first of them. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}]+$/u;
/** Scripts of languages that write the given name first. */
const GIVEN_FIRST = /^[\p{Script=Arabic}\p{Script=Devanagari}\p{M}\s]+$/u;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{M}]/u;

interface ListedName {
  readonly list: string;
  readonly entry: ListEntry;
  readonly text: string;
  readonly weak: boolean;
  readonly words: readonly WeighedWord[];
  /** Chinese, by the syllables of Mandarin. */
  readonly isOfChina: boolean;
}

/** Number of names that are indexed before other work continues. */
const NAMES_PER_TURN = 100;

/** Builds the index in turns, about a second in all; its driver decides about work in between. */
export function* buildScreener(lists: readonly SanctionsList[]): Generator<void, Screener> {
  const raw: ReturnType<typeof listNames> = [];
  const listedEntries = new Map<string, ListEntry>();
  for (const { code, entries } of lists) {
    for (const [index, entry] of entries.entries()) {
      raw.push(...listNames(code, entry));
      listedEntries.set(`${code}/${entry.id}`, entry);
      if (index % NAMES_PER_TURN === 0) yield;
    }
  }
  const work: Work = { lookedUp: 0, compared: 0, broughtUp: 0, aligned: 0 };
  const bearers = yield* countBearers(raw);
  const splits = raw.map(({ split }) => split);
  const vocabulary = yield* buildVocabulary(splits, bearers, work);
  const names: ListedName[] = [];
  const posting: number[][] = vocabulary.words.map(() => []);
  const weights = new Float64Array(raw.length);
  const weighWords = (words: readonly Word[]): WeighedWord[] => words.map(vocabulary.weighWord);
  for (const [index, { split, list, entry, text, weak }] of raw.entries()) {
    for (const wordText of new Set(split.map((word) => word.text))) {
      posting[vocabulary.findId(wordText) ?? -1]?.push(index);
    }
    const words = weighWords(split);
    weights[index] = words.reduce((sum, word) => sum + word.weight, 0);
    const isOfChina = entry.type === 'individual' && isChinese(text);
    names.push({ list, entry, text, weak, words, isOfChina });
    if (index % NAMES_PER_TURN === 0) yield;
  }
  const isBorne = ({ text }: Word) => bearers.has(text);
  const romaji = yield* indexRomaji(vocabulary.words);
  const isListed = (text: string) => vocabulary.findId(text) !== undefined;
  const misread = yield* indexMisread(vocabulary.words, isListed);
  const parts = {
    work,
    vocabulary,
    names,
    weights,
    posting: packNumberLists(posting),
    weighWords,
    isBorne,
    romaji,
    misread,
  };
  return createScreener(lists, { entries: listedEntries, ...parts });
}

/** The number of listed persons with a word in one of their names. */
function* countBearers(
  names: ReturnType<typeof listNames>,
): Generator<void, ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const last = new Map<string, ListEntry>();
  for (const [index, { entry, split }] of names.entries()) {
    if (index % NAMES_PER_TURN === 0) yield;
    if (entry.type !== 'individual') continue;
    for (const { text } of split) {
      if (last.get(text) === entry) continue;
      last.set(text, entry);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  return counts;
}

const makeWordKey = (words: readonly Word[]) =>
  words
    .map(({ text }) => text)
    .sort()
    .join(' ');

interface Index {
  readonly entries: ReadonlyMap<string, ListEntry>;
  readonly work: Work;
  readonly vocabulary: Vocabulary;
  readonly names: readonly ListedName[];
  /** The sum of the weights of each name's words. */
  readonly weights: Float64Array;
  /** The names that have a word, by the word. */
  readonly posting: NumberLists;
  readonly weighWords: (words: readonly Word[]) => WeighedWord[];
  /** True when a listed person's name contains a word. */
  readonly isBorne: (word: Word) => boolean;
  /** Words that may be Japanese. */
  readonly romaji: RomajiIndex;
  readonly misread: MisreadIndex;
}

/** Shared weight of each name with one query, by the name's number. */
interface Sums {
  readonly shared: Float64Array;
  readonly best: Float64Array;
  /** The words of the query that a name has, as bits. */
  readonly marks: Uint32Array;
}

/** A reading of a name, with the positions of its words in the text. */
interface Reading {
  readonly words: readonly WeighedWord[];
  readonly places: readonly (readonly number[] | null)[];
}

/** A listed name whose words stand together in a longer text. */
interface NamePassage {
  readonly at: number;
  readonly passage: Passage;
}

function createScreener(lists: readonly SanctionsList[], index: Index): Screener {
  const { entries, work, vocabulary, names, weights, posting, isBorne, romaji, misread } = index;
  const weighed = index.weighWords;
  /** Buffers that no search uses; each search keeps its own between two turns. */
  const unused: Sums[] = [];
  const makeSums = (): Sums => ({
    shared: new Float64Array(names.length),
    best: new Float64Array(names.length),
    marks: new Uint32Array(names.length),
  });

  /** Returns the names with exactly the same words, in any order. */
  function findSameNames(words: readonly Word[]): number[] {
    const lists = words.map(({ text }) => posting.of(vocabulary.findId(text) ?? -1));
    const [rarest] = lists.toSorted((a, b) => a.length - b.length);
    const key = makeWordKey(words);
    return Array.from(rarest ?? []).filter((index) => {
      const listed = names[index]?.words ?? [];
      return listed.length === words.length && makeWordKey(listed) === key;
    });
  }

  /** Adds to each name the weight of the listed word that comes nearest to this one. */
  function addShared(
    { shared, best, marks }: Sums,
    { word, bits }: Probe,
    neighbours: Neighbours,
    touched: number[],
  ): void {
    const countedNames: number[] = [];
    for (const [index, similarity] of neighbours) {
      const worth = similarity * Math.min(vocabulary.words[index]?.weight ?? 0, word.weight);
      const having = posting.of(index);
      work.broughtUp += having.length;
      for (const name of having) {
        const before = best[name] ?? 0;
        if (before === 0) countedNames.push(name);
        if (worth > before) best[name] = worth;
      }
    }
    for (const name of countedNames) {
      if (shared[name] === 0) touched.push(name);
      shared[name] = (shared[name] ?? 0) + (best[name] ?? 0);
      marks[name] = (marks[name] ?? 0) | bits;
      best[name] = 0;
    }
  }

  /** Names by their shared weight with the query, and names that are a part of the query. */
  function* findPromising(
    { words: query, places }: Reading,
    joined: readonly Probe[],
    near: ReadonlyMap<WeighedWord, Neighbours>,
  ): Generator<void, { readonly nearest: number[]; readonly passagesFound: NamePassage[] }> {
    const touched: number[] = [];
    const sums = unused.pop() ?? makeSums();
    const { shared, marks } = sums;
    // An initial alone would retrieve a tenth of the list; it counts when names are aligned.
    const words = makeProbes(query).filter(
      ({ word: { text, isSlight } }) => text.length > 1 && !isSlight,
    );
    const probes = words.length > 0 ? words : makeProbes(query).slice(0, MAX_INITIALS);
    for (const probe of [...probes, ...joined]) {
      addShared(sums, probe, near.get(probe.word) ?? NO_NEIGHBOURS, touched);
      yield;
    }
    const total = query.reduce((sum, { weight }) => sum + weight, 0);
    // Legal forms and initials retrieve no names, so they do not raise the required weight either.
    const probed = probes.reduce((sum, { word: { weight } }) => sum + weight, 0);
    // A part of a name of Han is another name.
    const isHan = query.every(({ isExact }) => isExact);
    const passages = isHan ? null : readPassages(query, places, isBorne);
    const ranked: { at: number; rank: number }[] = [];
    const covering: { at: number; mask: number }[] = [];
    for (const [turn, index] of touched.entries()) {
      if (turn % SUMMED_AT_ONCE === 0) yield;
      const sum = shared[index] ?? 0;
      const mask = marks[index] ?? 0;
      shared[index] = 0;
      marks[index] = 0;
      const weight = weights[index] ?? 0;
      // Of two names with the same words in common, the one with fewer others is closer.
      const rank = sum / (total + 0.5 * weight);
      if (sum >= MIN_SHARED * probed) ranked.push({ at: index, rank });
      if (passages && sum >= MIN_COVERED * weight) covering.push({ at: index, mask });
    }
    unused.push(sums);
    const minRank = findKthGreatest(
      ranked.map(({ rank }) => rank),
      query.some(({ isBare }) => isBare) ? ALIGNED_BARE : MAX_ALIGNED,
    );
    const nearest = ranked.filter(({ rank }) => rank >= minRank).map(({ at }) => at);
    const passagesFound: NamePassage[] = [];
    for (const [turn, { at, mask }] of covering.entries()) {
      if (turn % PLACED_AT_ONCE === 0) yield;
      const listed = names[at]?.words ?? [];
      const passage = passages?.find(mask, chooseAmong([...probes, ...joined], near, listed));
      const length = passages?.length ?? 0;
      if (passage && isNameThere(query, { at, passage }, length))
        passagesFound.push({ at, passage });
    }
    passagesFound.sort((a, b) => b.passage.covered - a.passage.covered);
    return {
      // Legal forms and numbers retrieve no names, so the identical name is added, however common
      // its other words are.
      nearest: [...new Set([...findSameNames(query), ...nearest])],
      passagesFound: passagesFound.slice(0, MAX_ALIGNED),
    };
  }

  /** True when the surrounding words do not make it another name. */
  function isNameThere(
    query: readonly WeighedWord[],
    { at, passage: { members, covered, surroundings } }: NamePassage,
    length: number,
  ): boolean {
    const having = query.filter(({ text }, place) => text.length > 1 && toBit(place) & members);
    const isPerson = names[at]?.entry.type === 'individual';
    // Some syllables of a shop's name do not belong to the firm's name, which is compared
    // separately.
    if (!isPerson && query.every(({ isSyllable }) => isSyllable)) return false;
    if (having.length < 2) {
      const isLinked = query.some((word, place) => isLink(word) && toBit(place + 1) & members);
      return surroundings === 'nothing' && (isLinked || having.every(({ rarity }) => rarity === 1));
    }
    if (surroundings === 'nothing') return true;
    if (surroundings === 'names' && covered < WHOLE_NAME_COVERAGE) return false;
    const weightSum = having.reduce(
      (sum, { weight, rarity }) => sum + Math.min(weight, isPerson ? rarity : 1),
      0,
    );
    if (weightSum >= MIN_WEIGHT_BESIDE && length >= LONG_NAME) return true;
    return length >= VERY_LONG_TEXT || (isPerson && surroundings === 'fillers');
  }

  /** Separates words that were written as one word that no list has: IRANIANATLAS. */
  function splitWord(word: Word, maxParts = 2): readonly Word[] {
    if (word.text.length < 7 || vocabulary.findId(word.text) !== undefined) return [word];
    for (let count = 2; count <= maxParts; count += 1) {
      const parts = cutText(word.text, count);
      if (parts) return parts.flatMap(readWords);
    }
    return [word];
  }

  /**
   * Splits a text into a number of words of the lists, the longest first; null when that is
   * impossible.
   */
  function cutText(text: string, count: number): readonly string[] | null {
    if (count === 1) return vocabulary.findId(text) === undefined ? null : [text];
    for (let index = text.length - 2; index >= 2; index -= 1) {
      const first = text.slice(0, index);
      const cutRest =
        vocabulary.findId(first) === undefined ? null : cutText(text.slice(index), count - 1);
      if (cutRest) return [first, ...cutRest];
    }
    return null;
  }

  /** Returns a name as it is written, and with joined words separated. */
  function listReadings({ words, sequence: places }: ReadText, maxParts = 2): Reading[] {
    const wholeReading = {
      words: weighed(words),
      places: places.map((index) => (index === null ? null : [index])),
    };
    const parts = words.map((word) => splitWord(word, maxParts));
    const unjoined = parts.flat();
    if (unjoined.length === words.length) return [wholeReading];
    const starts: number[] = [];
    for (const part of parts) starts.push((starts.at(-1) ?? 0) + part.length);
    const placesOf = (partIndex: number) =>
      (parts[partIndex] ?? []).map((_, index) => (starts[partIndex - 1] ?? 0) + index);
    return [
      wholeReading,
      {
        words: weighed(unjoined),
        places: places.map((index) => (index === null ? null : placesOf(index))),
      },
    ];
  }

  /**
   * Finds the names that resemble one reading of the query; yields where other work may continue.
   */
  function* findMatches(
    reading: Reading,
    query: ScreeningQuery,
    threshold: number,
  ): Generator<void, ScreeningMatch[]> {
    const { words } = reading;
    const joined = weighJoined(words, weighed);
    const near = new Map<WeighedWord, Neighbours>();
    for (const word of [...words, ...joined.map((item) => item.word)]) {
      near.set(word, yield* vocabulary.neighbours(word));
    }
    const namesakes = new Map<Word, Namesakes>();
    for (const word of [...words, ...joined.map((item) => item.word)]) {
      if (word.isBare) namesakes.set(word, yield* vocabulary.namesakes(word));
    }
    const similarityOf: Similarity = (queryWord, listed) =>
      near.get(queryWord)?.get(listed.id) ?? 0;
    const isDescribed = query.type !== undefined;
    const isLatin = !OTHER_SCRIPT.test(query.name);
    const isFamilyFirst = FAMILY_FIRST.test(query.name.normalize('NFKC').trim());
    const isGivenFirst = GIVEN_FIRST.test(query.name);
    const matches: ScreeningMatch[] = [];
    const { nearest, passagesFound } = yield* findPromising(reading, joined, near);
    const candidates = [
      ...nearest.map((index) => ({ at: index, asked: words })),
      ...passagesFound.map(({ at, passage }) => ({
        at,
        asked: selectWords(words, passage, names[at]),
      })),
    ];
    for (const [turn, { at, asked }] of candidates.entries()) {
      if (turn % ALIGNED_AT_ONCE === 0) yield;
      const listed = names[at];
      if (!listed || !isCompared(query, listed.entry)) continue;
      work.aligned += asked.length * listed.words.length;
      const isSupported = hasSecond(query, listed.entry);
      const alignment = align(asked, listed.words, similarityOf, {
        isSupported,
        isContradicted: hasOther(query, listed.entry),
        isDescribed,
        isSameKind: isDescribed && compareTypes(query.type, listed.entry.type) === 0,
        isPerson: listed.entry.type === 'individual',
        isLatin,
        isInOrder: isFamilyFirst && listed.text.includes(','),
        isGivenFirst: isGivenFirst && listed.text.includes(','),
        isFamilyStated: listed.text.includes(','),
        isOfChina: listed.isOfChina,
        namesakes,
      });
      if (alignment.score + MAX_BONUS < threshold) continue;
      const match = makeMatch(query, listed, alignment, listed.weak && !isSupported);
      if (match.score >= threshold) matches.push(match);
    }
    return matches;
  }

  /**
   * A firm in Chinese characters matches a listed organisation with the same brand, letter by
   * letter.
   */
  function* findFirm(
    query: ScreeningQuery,
    threshold: number,
  ): Generator<void, readonly ScreeningMatch[]> {
    const firm = readFirm(query.name);
    if (firm === null) return [];
    const firmMatches: ScreeningMatch[] = [];
    for (const reading of listReadings(readName(firm.text))) {
      firmMatches.push(...(yield* findMatches(reading, query, threshold)));
    }
    return firmMatches.filter(({ entityType, matchedName }) => {
      const joined = readWords(matchedName)
        .map(({ text }) => text)
        .join('');
      const isThere = firm.distinctive.every((word) => joined.includes(word));
      return entityType === 'entity' && isThere && (firm.hasBrand || isAllOf(firm, matchedName));
    });
  }

  /**
   * A firm without a brand matches only a listed firm without further words: 국민은행 does not match
   * Islamic National Bank.
   */
  function isAllOf({ distinctive }: Firm, matchedName: string): boolean {
    const words = readWords(matchedName).filter(({ isSlight }) => !isSlight);
    return words.every(({ text }) => distinctive.some((part) => part.includes(text)));
  }

  function* find(query: ScreeningQuery): Generator<void, readonly ScreeningMatch[]> {
    const read = readName(query.name);
    if (read.words.length === 0 && read.undisguised === null) return [];
    const { threshold = THRESHOLD, limit = MAX_HITS } = query;
    const allMatches: ScreeningMatch[] = [];
    const disguised = read.undisguised ? listReadings(read.undisguised, SPELT_PARTS) : [];
    const ofJapan = (yield* readJapaneseName(query.name, romaji)).map((parts) => {
      const spelt = parts.map((part) => makeWord(part, 'characters'));
      return { words: weighed(spelt), places: [[0], [1]] };
    });
    const ofFamilies = (readFamilySpellings(query.name) ?? []).map((spelt) =>
      makeWord(spelt, 'characters'),
    );
    const families =
      ofFamilies.length > 0
        ? [{ words: weighed(ofFamilies), places: ofFamilies.map((_, index) => [index]) }]
        : [];
    const correctedReadings = listReadings({ ...read, words: misread.addLookalikes(read.words) });
    const turnedWords = misread.reverseText(read);
    const backwards = turnedWords ? listReadings(turnedWords) : [];
    for (const reading of [
      ...correctedReadings,
      ...disguised,
      ...ofJapan,
      ...families,
      ...backwards,
    ])
      allMatches.push(...(yield* findMatches(reading, query, threshold)));
    allMatches.push(...(yield* findFirm(query, threshold)));
    const byEntry = new Map<string, ScreeningMatch>();
    for (const match of allMatches.sort((a, b) => b.score - a.score)) {
      const key = `${match.list}/${match.entityId}`;
      if (!byEntry.has(key)) byEntry.set(key, match);
    }
    return [...byEntry.values()].slice(0, limit);
  }

  return {
    lists: lists.map(({ entries, code, title, source, licence, asOf, retrievedAt = null }) => {
      return { code, title, source, licence, asOf, retrievedAt, entries: entries.length };
    }),
    unread(name) {
      const { words, unread } = readName(name);
      if (unread !== null || words.length === 0) return unread ?? 'no_letters';
      return words.flatMap((word) => splitWord(word)).length > MAX_POSITIONS ? 'too_long' : null;
    },
    screen: (query) => runAtOnce(find(query)),
    search: (query) => runInTurns(find(query)),
    versionOf(list, entityId) {
      const entry = entries.get(`${list}/${entityId}`);
      return entry ? createHash('sha256').update(JSON.stringify(entry)).digest('hex') : null;
    },
    entryOf: (list, entityId) => entries.get(`${list}/${entityId}`) ?? null,
    work,
  };
}

/** Returns the kth greatest value; the least when there are fewer values. */
function findKthGreatest(ranks: readonly number[], k: number): number {
  if (ranks.length <= k) return Number.NEGATIVE_INFINITY;
  return Float64Array.from(ranks).sort().at(-k) ?? 0;
}

/** A nickname in quotes or another spelling in brackets, inside the name of a person. */
const PARENTHESES = /\s*(?:"[^"]*"|“[^”]*”|«[^»]*»|\([^)]*\))/g;
/** Minimum words of a name without its nickname. */
const MIN_WITHOUT = 2;

/**
 * DOE, Jane "JD" is Jane Doe: the nickname is not a further word of the name. Returns the name, and
 * the name without its nickname.
 */
function withoutAside(text: string): readonly string[] {
  const outside = text.replace(PARENTHESES, ' ').trim();
  return outside === text || readWords(outside).length < MIN_WITHOUT ? [text] : [text, outside];
}

function listNames(list: string, entry: ListEntry) {
  const isPerson = entry.type === 'individual';
  const strong = [entry.name, ...entry.aliases];
  const all = [
    ...(isPerson ? strong.flatMap(withoutAside) : strong).map((text) => ({ text, weak: false })),
    ...entry.weakAliases.map((text) => ({ text, weak: true })),
  ];
  return all
    .map(({ text, weak }) => ({ list, entry, text, weak, split: readWords(text) }))
    .filter(({ split }) => split.length > 0);
}

const GLUED_WORD = /^(al|el|abd|abu|abou|bin|ben)([a-z]{4,})$/;

/** A word that is looked up, and the bits of the words of the query that form it. */
interface Probe {
  readonly word: WeighedWord;
  readonly bits: number;
}

const toBit = (index: number) => (index < MAX_POSITIONS ? 1 << index : 0);

const makeProbes = (words: readonly WeighedWord[]): Probe[] =>
  words.map((word, index) => ({ word, bits: toBit(index) }));

/** Both forms are looked up: ALZAWAHIRI for AL ZAWAHIRI, and the other way round. */
function weighJoined(
  words: readonly WeighedWord[],
  weighWords: (words: readonly Word[]) => WeighedWord[],
): Probe[] {
  const weigh = (text: string, bits: number) =>
    weighWords(readWords(text)).map((word) => ({ word, bits }));
  const pairs = words.slice(1).flatMap((word, index) => {
    const before = words[index] as WeighedWord;
    const bits = toBit(index) | toBit(index + 1);
    if (!before.isBare || !word.isBare) return weigh(before.text + word.text, bits);
    return weighWords([joinBareWords(before, word)]).map((joinedWord) => ({
      word: joinedWord,
      bits,
    }));
  });
  const gluedParts = words.flatMap(({ text }, index) =>
    weigh(GLUED_WORD.exec(text)?.[2] ?? '', toBit(index)),
  );
  return [...pairs, ...gluedParts];
}

/** The words of a text that are closest to each word of a listed name. */
function chooseAmong(
  probes: readonly Probe[],
  near: ReadonlyMap<WeighedWord, Neighbours>,
  listed: readonly WeighedWord[],
): Choose {
  const telling = listed.filter(({ text, isSlight }) => text.length > 1 && !isSlight);
  const partners = telling.map(({ id, weight }) => ({
    weight,
    alike: probes
      .map(({ word, bits }) => ({ bits, similarity: near.get(word)?.get(id) ?? 0 }))
      .filter(({ similarity }) => similarity > 0)
      .sort((a, b) => b.similarity - a.similarity),
  }));
  const total = partners.reduce((sum, { weight }) => sum + weight, 0);
  return (together) => {
    let [members, sum] = [0, 0];
    for (const { weight, alike } of partners) {
      const nearest = alike.find(({ bits }) => (bits & ~together) === 0);
      members |= nearest?.bits ?? 0;
      sum += weight * (nearest?.similarity ?? 0);
    }
    return { members, covered: total > 0 ? sum / total : 0 };
  };
}

/** The words of a passage, with linking words and at most one legal form. */
function selectWords(
  words: readonly WeighedWord[],
  { members, order }: Passage,
  listed: ListedName | undefined,
): readonly WeighedWord[] {
  const isFirm = listed?.entry.type === 'entity';
  const form = isFirm ? words.find(isLegalForm) : undefined;
  let from = 31 - Math.clz32(members & -members);
  while (from > 0 && isLink(words[from - 1] as WeighedWord)) from -= 1;
  const to = 31 - Math.clz32(members);
  return words.flatMap((word, index) => {
    const listedCount = (listed?.words ?? []).filter(({ text }) => text === word.text).length;
    if ((toBit(index) & members) === 0) {
      const isPart = isLink(word) || (word.text.length === 1 && listedCount > 0);
      return word === form || (index >= from && index < to && isPart) ? [word] : [];
    }
    const times = Math.min(listedCount, order.filter((place) => place === index).length);
    return Array.from({ length: Math.max(1, times) }, () => word);
  });
}

/** Ships and aircraft are compared on request, or for a party in the country of one. */
function isCompared({ type, country: queryCountry }: ScreeningQuery, entry: ListEntry): boolean {
  if (entry.type === 'individual' || entry.type === 'entity') {
    return type !== 'vessel' && type !== 'aircraft';
  }
  if (type !== undefined) return type === entry.type;
  return typeof queryCountry === 'string' && entry.countries.includes(queryCountry);
}

/** True when an entry has the requested date of birth, within a year, or the requested country. */
function hasSecond(
  { dateOfBirth, country: queryCountry }: ScreeningQuery,
  entry: ListEntry,
): boolean {
  const born = compareBirthDates(dateOfBirth, entry.birthDates);
  return born > 0 || (born === 0 && country(queryCountry, entry.countries) > 0);
}

/** True when the date of birth or the country is not one of an entry that states it. */
function hasOther(
  { dateOfBirth, country: queryCountry }: ScreeningQuery,
  entry: ListEntry,
): boolean {
  return (
    compareBirthDates(dateOfBirth, entry.birthDates) < 0 ||
    country(queryCountry, entry.countries) < 0
  );
}

function makeMatch(
  query: ScreeningQuery,
  listed: ListedName,
  alignment: Alignment,
  isVague: boolean,
): ScreeningMatch {
  const { entry } = listed;
  const adjustments = [
    { name: 'date_of_birth', score: compareBirthDates(query.dateOfBirth, entry.birthDates) },
    { name: 'country', score: country(query.country, entry.countries) },
    { name: 'type', score: compareTypes(query.type, entry.type) },
  ].filter(({ score }) => score !== 0);
  const sum = adjustments.reduce(
    (total, { score }) => total + score,
    alignment.score * (isVague ? WEAK_ALIAS_FACTOR : 1),
  );
  const round = (value: number) => Math.round(value * 1e4) / 1e4;
  return {
    list: listed.list,
    entityId: entry.id,
    entityType: entry.type,
    name: entry.name,
    matchedName: listed.text,
    score: round(Math.max(0, Math.min(1, sum))),
    features: [
      { name: 'name', score: round(alignment.score) },
      { name: 'query_coverage', score: round(Math.min(1, alignment.queryCoverage)) },
      { name: 'listed_coverage', score: round(Math.min(1, alignment.listedCoverage)) },
      ...alignment.pairs.map(({ query: queryWord, listed: listedWord, similarity }) => {
        return { name: `word:${queryWord}=${listedWord}`, score: round(similarity) };
      }),
      ...adjustments,
    ],
    birthDates: entry.birthDates,
    countries: entry.countries,
    programs: entry.programs,
  };
}

/**
 * Birth years in lists are often wrong by one year; a difference of two years means another person.
 */
function compareBirthDates(
  queryDate: string | null | undefined,
  listedDates: readonly string[],
): number {
  if (!queryDate || listedDates.length === 0) return 0;
  const year = Number(queryDate.slice(0, 4));
  return listedDates.some((date) => Math.abs(Number(date.slice(0, 4)) - year) <= 1)
    ? SAME_BIRTH
    : OTHER_BIRTH;
}

function country(
  queryCountry: string | null | undefined,
  listedCountries: readonly string[],
): number {
  if (!queryCountry || listedCountries.length === 0) return 0;
  return listedCountries.includes(queryCountry) ? SAME_COUNTRY : OTHER_COUNTRY;
}

function compareTypes(queryType: ScreeningQuery['type'], listedType: EntryType): number {
  if (queryType !== 'individual' && queryType !== 'business') return 0;
  return (queryType === 'individual') === (listedType === 'individual') ? 0 : OTHER_TYPE;
}
