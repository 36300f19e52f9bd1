// Aligns two names: each word gets at most one partner, the most similar pairs first; unmatched
// words count by their weight. The order of the words does not matter.

import { isPinyin } from '../names/pinyin.ts';
import { extractShortVowels, isReadingOf, SAME_CONSONANTS } from './bare-words.ts';
import { joinBareWords, type Word } from './fold-name.ts';
import { LONG_TEXT } from './passages.ts';
import { compareWords, countSlips, isSpeltAlike } from './similarity.ts';
import { MIN_ALIKE, type Namesakes, type WeighedWord } from './vocabulary.ts';

/** Similarity of a word of the query and a listed one, computed once for all names. */
export type Similarity = (query: WeighedWord, listed: WeighedWord) => number;

/** Evidence for a match, and its coverage of either name. */
export interface Alignment {
  readonly score: number;
  /** The part of the query that has a partner, by weight. */
  readonly queryCoverage: number;
  /** The part of the listed name that has a partner, by weight. */
  readonly listedCoverage: number;
  readonly pairs: readonly {
    readonly query: string;
    readonly listed: string;
    readonly similarity: number;
  }[];
}

/** A listed name is often longer than the name that a client writes. */
const QUERY_WEIGHT = 0.62;
/** One of several words alone is not a name. */
const SINGLE_WORD_FACTOR = 0.84;
/** A single word that is not identical needs a second feature to match. */
const UNSUPPORTED_WORD_FACTOR = 0.86;
const KNOWN_WORD_FACTOR = 0.85;
/** The similarity that one slip leaves of a word of five letters. */
const ONE_SLIP = 0.875;
/** In a name of two words, a slip in a shorter word makes another word: Tazi is not Tahi. */
const MIN_SLIPPED = 5;
/** Minimum letters of a word that is recognised despite one slip. */
const LONG_WORD = 7;
const NEAR_WORD = 0.93;
const MIN_SHARED_FORM = 0.9;
const SAME_WORD = 0.97;
const SUPPORTED_SCORE = 0.83;
/**
 * Frequent words whose weight is below this have the score times the factor, unless they are
 * identical.
 */
const FREQUENT_WEIGHT = 0.8;
const FREQUENT_FACTOR = 0.83;
/** Maximum weight of two frequent words. */
const TWO_FREQUENT = 1.1;
/** Maximum score of two of the most frequent words of names without a third word. */
const MOST_FREQUENT_PAIR = 0.75;
const SAME_SOUND_AT_LEAST = 0.96;
/**
 * Minimum weight of the shared words when words are unmatched, by the sum of the unmatched weights.
 */
const MIN_SHARED_WEIGHT = { named: 0.92, described: 0.6 } as const;
const UNMATCHED_FACTOR = 0.9;
/** Minimum letters of a legal form that is recognised despite a slip: STOCK, LIMITED. */
const MIN_FORM_LENGTH = 5;
/** Factor for two words of which neither is spelled identically. */
const NO_EXACT_WORD_FACTOR = 0.93;
const CONTAINED = 0.88;
/** Factor for a name with missing or reordered syllables. */
const OTHER_SYLLABLES = 0.8;

/** Minimum number of consonants that seldom fit another name. */
const TELLING_FRAME = 4;

/** Consonants that fit many names, in a name of so many words. */
const VAGUE_FRAME = 2;
const VAGUE_WORDS = 2;

/**
 * Words that make the word after them another name, `bd` and `abw` in scripts without short vowels.
 */
const SERVANT_WORDS = new Set('abd abdul abdel abdal abdur abu abou bd abw'.split(' '));
const ARTICLE = new Set(['al', 'el']);

/** Replaces the number of a word: two joined words have no neighbours. */
const GLUED_WORD = -2;
/** Similarity of two words of a script without short vowels to one Latin word. */
const BARE_ONE = 0.9;

/** Joins two neighbours where the other side has them as one word: AL ZAWAHIRI, ALZAWAHIRI. */
function glueWords(
  words: readonly WeighedWord[],
  otherWords: readonly WeighedWord[],
): readonly WeighedWord[] {
  const weighedWords: WeighedWord[] = [];
  let joined = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const next = words[index + 1];
    if (!word) continue;
    const text = next ? word.text + next.text : '';
    // An initial is not the slip of a word before it.
    const slips = word.text.length > 1 && (next?.text.length ?? 0) > 1 ? 1 : 0;
    // An article belongs to the word behind it.
    const isBare = next?.isBare === true && word.isBare && !next.isSlight;
    const joinedBare = isBare ? joinBareWords(word, next) : null;
    const partner = next
      ? otherWords.find(
          (other) =>
            isJoinedWord(text, other.text, slips) || isJoinedWithoutVowels(joinedBare, other),
        )
      : undefined;
    const isSeparate =
      partner && next ? otherWords.some(({ text: word }) => word === next.text) : true;
    if (partner && next && !isSeparate) {
      weighedWords.push({
        ...partner,
        ...(joinedBare && { isBare: true, frame: joinedBare.frame }),
        id: GLUED_WORD,
        text,
        label: text,
        weight: Math.max(word.weight, next.weight, partner.weight),
      });
      index += 1;
      joined = true;
    } else weighedWords.push(word);
  }
  return joined ? weighedWords : words;
}

function isJoinedWord(joined: string, other: string, slips: number): boolean {
  if (other.length < 4 || joined[0] !== other[0]) return false;
  const max = other.length < 8 ? 0 : slips;
  return countSlips(joined, other, max) <= max;
}

/** Short vowels are missing in both halves: Nasr Allah is Nasrallah. */
const isJoinedWithoutVowels = (joined: Word | null, other: Word) =>
  joined !== null && joined.frame.length >= 3 && compareWords(joined, other) >= BARE_ONE;

/** A word that lists have in this spelling is seldom a slip of another one. */
function isOtherWord(a: WeighedWord, b: WeighedWord, alike: number): boolean {
  const isInitial = a.text.length === 1 || b.text.length === 1;
  const isSpelling = isSpeltAlike(a, b) && !isFeminine(a.text, b.text);
  return !isInitial && (alike < ONE_SLIP || a.known) && !isSpelling;
}

/**
 * A name that many people bear is no slip of the name of a listed person, nor is a word that begins otherwise and
 * has one more slip: Dragana and Dragan, Janković and Stanković.
 */
function isAnotherName(a: WeighedWord, b: WeighedWord): boolean {
  if (a.rarity < 1 && (isFeminine(a.text, b.text) || isNisba(a.text, b.text))) return true;
  if (a.text.length === 1 || b.text.length === 1 || isSpelling(a, b)) return false;
  if (Math.min(a.text.length, b.text.length) < MIN_SLIPPED && !a.isBare) return true;
  return (
    a.rarity < 1 ||
    readings(a).every((reading) => haveOtherInitials(reading, b) && isFar(reading, b))
  );
}

const readings = (word: Word) => [word, ...word.alternatives];
const isSpelling = (a: Word, b: Word) => readings(a).some((reading) => isSpeltAlike(reading, b));
const haveOtherInitials = (a: Word, b: Word) => a.text[0] !== b.text[0] && a.key[0] !== b.key[0];
const isFar = (a: Word, b: Word) => countSlips(a.text, b.text, 1) > 1;

/** True for two frequent names that differ by one slip, such as Fernández and Hernández. */
const areTwoNames = (a: WeighedWord, b: WeighedWord) =>
  isPatronymicOf(a.text, b.text) ||
  isPatronymicOf(b.text, a.text) ||
  (!a.isBare && a.rarity < 1 && b.rarity < 1 && haveOtherInitials(a, b) && !isSpelling(a, b));

/** True for a name and the family name derived from it, such as Ahmad and Ahmadi. */
const isNisba = (a: string, b: string) => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  // Voronovski and Voronovskiy are one.
  const isEnding = /^(?:a?e)?[iy]$/.test(long.slice(short.length)) && !/[iy]$/.test(short);
  return isEnding && long.startsWith(short);
};

/** True for a patronymic and a family name, such as Vasilyevna and Vasilyeva. */
const isPatronymicOf = (a: string, b: string) => /[eo]v(?:na|ich)$/.test(a) && /[eo]va?$/.test(b);

/** True for a name and its feminine form, such as Latif and Latifa, Petrov and Petrova. */
const isFeminine = (a: string, b: string) => a === `${b}a` || b === `${a}a`;

/**
 * True when a word is a frequent name and the listed word a rare name with the same consonants. A word of
 * few consonants fits a dozen names, so it is no rare name either, unless the name has more words.
 */
function isOfAnother(
  a: WeighedWord,
  b: WeighedWord,
  namesakes: Namesakes | undefined,
  words: number,
): boolean {
  if (namesakes === undefined) return false;
  const isVague = a.frame.length <= VAGUE_FRAME && words <= VAGUE_WORDS;
  if (namesakes.rarity === 1) return isVague && !a.isSlight && !isReadingOf(a, b.text);
  if (!isReadingOf(a, b.text)) return true;
  const isAlike =
    namesakes.sounds.has(b.key) || namesakes.vowels.has(extractShortVowels(a, b.text));
  return isVague && b.rarity === 1 && !isAlike;
}

/**
 * Words in the order of the listed name, whose family name may be first or last unless that is
 * known.
 */
function isSameOrder(places: readonly (readonly [number, number])[], isInOrder: boolean): boolean {
  const order = [...places].sort(([a], [b]) => a - b).map(([, position]) => position);
  if (isInOrder)
    return order.every((position, turn) => turn === 0 || position > (order[turn - 1] ?? 0));
  return (
    order.filter((position, turn) => position > (order[(turn + 1) % order.length] ?? 0)).length <= 1
  );
}

function sumWeights(words: readonly WeighedWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

function countSignificant(words: readonly WeighedWord[]): number {
  return words.filter(isSignificant).length;
}

function isSignificant({ isSlight, text }: Word): boolean {
  return !isSlight && text.length > 1;
}

export interface Evidence {
  /** True when a second feature, such as the date of birth, is equal. */
  readonly isSupported: boolean;
  /** True when a second feature is known for both, and differs. */
  readonly isContradicted: boolean;
  /**
   * The subject describes itself, as a person or a firm: more is known than a name written by a
   * third party.
   */
  readonly isDescribed: boolean;
  /** A self-described person or firm, compared with an entry of the same kind. */
  readonly isSameKind: boolean;
  /** Applies only to listed persons. */
  readonly isPerson: boolean;
  /** Written in Latin letters, so another spelling of a frequent name is another name. */
  readonly isLatin: boolean;
  /** Both names are written with the family name first. */
  readonly isInOrder: boolean;
  /** The listed name says which word is the family name. */
  readonly isFamilyStated: boolean;
  /** The listed name is Chinese, in Pinyin. */
  readonly isOfChina: boolean;
  /** The query has the given name first, the listed name the family name. */
  readonly isGivenFirst: boolean;
  /** The frequent names that a word in Arabic or Hebrew letters may be. */
  readonly namesakes: ReadonlyMap<Word, Namesakes>;
}

/** Aligns a query with a listed name. */
export function align(
  query: readonly WeighedWord[],
  listed: readonly WeighedWord[],
  similarityOf: Similarity,
  evidence: Evidence,
): Alignment {
  const { isSupported, isContradicted, isDescribed, isSameKind, isPerson, isLatin } = evidence;
  const { isInOrder, isGivenFirst, isFamilyStated, isOfChina, namesakes } = evidence;
  const queryWords = glueWords(query, listed);
  const listedWords = glueWords(listed, query);
  const words = Math.max(countSignificant(queryWords), countSignificant(listedWords));
  const options = queryWords.flatMap((a, i) =>
    listedWords.flatMap((b, j) => {
      const isGlued = a.id === GLUED_WORD || b.id === GLUED_WORD;
      const alike = isGlued ? compareWords(a, b) : similarityOf(a, b);
      // K-MARKET is not AL-KHAIR MARKET, and KBC is not KBK.
      const isCut = a.text.length < 4 && alike < 1;
      if (isCut && !isDescribed && !isPerson && !a.isBare && !a.isSyllable) return [];
      // A letter in the name of a firm is not an initial: APTIAKI AVERSI does not match A AVERS.
      const isLetter = (a.text.length === 1) !== (b.text.length === 1);
      if (isLetter && !isDescribed && !isPerson) return [];
      if (!isDescribed && !isSupported && isOfAnother(a, b, namesakes.get(a), words)) return [];
      // A syllable of a Korean name has fixed spellings, and a slip in one makes another syllable.
      if (a.isSyllable && !a.isExact && alike < 1 && b.text.length < LONG_WORD) return [];
      const isSlip = !isDescribed && alike < 1 && !namesakes.has(a);
      // Zheng is a family, and no slip of Zhang.
      if (isSlip && isOfChina && !isSupported && isPinyin(a.text) && isPinyin(b.text)) return [];
      const isFew = isPerson && !isSupported && words <= VAGUE_WORDS;
      if (isSlip && isFew && isAnotherName(a, b)) return [];
      if (alike < 1 && isPerson && !isSupported && areTwoNames(a, b)) return [];
      const isOther = isSlip && isOtherWord(a, b, alike);
      // Other scripts write a name in one way, of which Latin letters have several.
      const isOfOne = !isLatin && !a.isSyllable && isSpeltAlike(a, b);
      const nearest = isOfOne ? Math.max(alike, SAME_SOUND_AT_LEAST) : alike;
      const similarity = isOther ? alike * KNOWN_WORD_FACTOR : nearest;
      return similarity >= MIN_ALIKE ? [{ a, b, i, j, similarity }] : [];
    }),
  );
  options.sort((x, y) => y.similarity - x.similarity || x.i - y.i || x.j - y.j);
  const takenI = new Set<number>();
  const takenJ = new Set<number>();
  const places: (readonly [number, number])[] = [];
  const pairs: Alignment['pairs'][number][] = [];
  let askedTotal = sumWeights(queryWords);
  let askedFound = 0;
  let knownFound = 0;
  let distinctive = 0;
  let telling = 0;
  let weightTotal = 0;
  let saidOfPerson = 0;
  let minSimilarity = 1;
  let best = 0;
  let [usedOfQuery, usedOfListed] = [0, 0];
  let misspeltForms = 0;
  let sharedForms = 0;
  for (const { a, b, i, j, similarity } of options) {
    if (takenI.has(i) || takenJ.has(j)) continue;
    takenI.add(i);
    takenJ.add(j);
    // A misspelt common word does not count as a rare one.
    const isRead = namesakes.has(a) && similarity >= SAME_CONSONANTS && isReadingOf(a, b.text);
    const weight = isRead ? b.weight : Math.min(a.weight, b.weight);
    askedTotal -= a.weight - weight;
    // Differing letters cost more than the measure says: most pairs of words are half alike. In a
    // script without short vowels the consonants are all there is.
    const isAll =
      isRead || (a.isBare && a.frame.length >= TELLING_FRAME && similarity >= SAME_CONSONANTS);
    const isSame = similarity >= 0.999;
    const worth = isSame || isAll ? similarity : similarity - (1 - similarity) * 0.6;
    askedFound += weight * worth;
    knownFound += b.weight * worth;
    // A matching initial distinguishes two people of one family.
    if (!a.isSlight && !b.isSlight) distinctive += 1;
    // LIMITED LIABILITY CMOPANY: a misspelt legal form distinguishes no more than a correct one.
    const isForm = b.isSlight && b.text.length >= MIN_FORM_LENGTH && isSignificant(a);
    misspeltForms += Number(isForm);
    sharedForms += Number(a.isSlight && b.isSlight);
    usedOfQuery += Number(isSignificant(a) && !isForm);
    usedOfListed += Number(isSignificant(b));
    if (isSignificant(a) && isSignificant(b)) {
      best = Math.max(best, similarity);
      telling += 1;
      weightTotal += weight * worth;
      saidOfPerson += Math.min(weight, namesakes.get(a)?.rarity ?? a.rarity, b.rarity) * worth;
      minSimilarity = Math.min(minSimilarity, similarity);
    }
    places.push([i, j]);
    pairs.push({ query: a.text, listed: b.text, similarity });
  }
  const queryCoverage = askedTotal > 0 ? askedFound / askedTotal : 0;
  const knownTotal = sumWeights(listedWords);
  const listedCoverage = knownTotal > 0 ? knownFound / knownTotal : 0;
  const raw = QUERY_WEIGHT * queryCoverage + (1 - QUERY_WEIGHT) * listedCoverage;
  const [ofQuery, ofListed] = [
    countSignificant(queryWords) - misspeltForms,
    countSignificant(listedWords),
  ];
  const hasSyllables = queryWords.some(({ isSyllable }) => isSyllable);
  const max = Math.max(ofQuery, ofListed);
  const score = computeScore();
  return { score: Math.min(1, score), queryCoverage, listedCoverage, pairs };

  /**
   * Ali Salih is not Ali Abu Salih; nor is it Salih al-Ali where the article is written and short vowels are not,
   * because a name with an article comes last. Khatib is al-Khatib.
   */
  function isOfOther(): boolean {
    const has = (those: ReadonlySet<string>) => queryWords.some(({ text }) => those.has(text));
    const remaining = listedWords.map(({ text }, index) => (takenJ.has(index) ? '' : text));
    if (!has(SERVANT_WORDS) && remaining.some((text) => SERVANT_WORDS.has(text))) return true;
    const isFirst = (position: number) => places.some(([i, j]) => i === 0 && j === position);
    // Mohammed Al Ali is of the family al-Ali, and Ali Mohammed is called Ali.
    const isFamily = (i: number) => i > 1 && ARTICLE.has(queryWords[i - 1]?.text ?? '');
    if (!isFamilyStated && places.some(([i, j]) => j === 0 && isFamily(i))) return true;
    const isBare = namesakes.size > 0 && !has(ARTICLE);
    return isBare && remaining.some((text, index) => ARTICLE.has(text) && isFirst(index + 1));
  }

  function isLongAlike(): boolean {
    const isLong = listedWords.some((word) => isSignificant(word) && word.text.length >= LONG_WORD);
    return isDescribed && isLong && minSimilarity >= NEAR_WORD;
  }

  /** Bilal Sheikh is not Bilal, and Total is not Total Z LLC. */
  function isOneOfMore(): boolean {
    const isBorneByMany =
      isPerson && queryWords.some((word) => isSignificant(word) && word.rarity < 1);
    if (isBorneByMany && takenI.size < queryWords.length) return true;
    return listedWords.some(({ text }, index) => text.length === 1 && !takenJ.has(index));
  }

  /** محمد حسن is no MUHAMMAD, Hassan: given names that are families, too, tell by their order. */
  function isTurned(): boolean {
    if (!isGivenFirst || ofQuery !== 2 || ofListed !== 2 || telling !== 2) return false;
    const isSignificantPair = ([i, j]: readonly [number, number]) =>
      isSignificant(queryWords[i] as Word) && isSignificant(listedWords[j] as Word);
    const [first, last] = places.filter(isSignificantPair).sort(([a], [b]) => a - b);
    return first !== undefined && last !== undefined && first[1] < last[1];
  }

  /** Su Yong is not Yong Su, nor a part of it: each syllable of a name is there, and in its order. */
  function isOtherOfSyllables(): boolean {
    if (isPerson && listedWords.some(({ text }, index) => text.length === 1 && !takenJ.has(index)))
      return true;
    return takenI.size < queryWords.length || (isPerson && !isSameOrder(places, isInOrder));
  }

  /** One word: of a firm another spelling of its sound; one slip beside the same form or title. */
  function isSameKindAlike(): boolean {
    if (!isSameKind) return false;
    const isSound = !isPerson && minSimilarity >= SAME_SOUND_AT_LEAST;
    return isSound || (sharedForms > 0 && minSimilarity >= MIN_SHARED_FORM);
  }

  function computeScore(): number {
    if (distinctive === 0) return 0;
    if (hasSyllables && !isSupported && isOtherOfSyllables()) return raw * OTHER_SYLLABLES;
    if (max <= 1) {
      if (isSupported) return Math.max(raw, SUPPORTED_SCORE);
      if (!isDescribed && isOneOfMore()) return raw * UNSUPPORTED_WORD_FACTOR;
      return minSimilarity >= SAME_WORD || isLongAlike() || isSameKindAlike()
        ? raw
        : raw * UNSUPPORTED_WORD_FACTOR;
    }
    if (distinctive < 2) return raw < 0.999 ? raw * SINGLE_WORD_FACTOR : raw;
    const mustSay = isDescribed ? MIN_SHARED_WEIGHT.described : MIN_SHARED_WEIGHT.named;
    const isContained = telling > 1 && telling === ofListed && minSimilarity >= SAME_WORD;
    if (isContained && ofQuery >= LONG_TEXT && weightTotal >= mustSay)
      return Math.max(raw, CONTAINED);
    // Manuel Torres is not TORRES, Manuel J: an initial says that there is one more name.
    const isInitialLeft = listedWords.some(
      ({ text }, index) => text.length === 1 && !takenJ.has(index),
    );
    if (isInitialLeft && isPerson && !isDescribed && !isSupported && saidOfPerson < mustSay) {
      return raw * FREQUENT_FACTOR;
    }
    const isPartial = usedOfQuery < ofQuery || usedOfListed < ofListed;
    const isRare = isDescribed || !isPerson;
    // John Taylor of Britain is not Mark John Taylor of New Zealand.
    const isCommon = isContradicted && isPerson && saidOfPerson <= MOST_FREQUENT_PAIR;
    const isShort = (isRare ? weightTotal : saidOfPerson) < mustSay || hasSyllables || isCommon;
    const isVague = isPartial && (isShort || (!isDescribed && minSimilarity < SAME_SOUND_AT_LEAST));
    if (isSupported) return raw;
    const isWhole = usedOfListed === ofListed;
    const isOfMany = !isDescribed && isPerson && isWhole && saidOfPerson <= TWO_FREQUENT;
    if (isOfMany && (isOfOther() || isTurned())) return raw * FREQUENT_FACTOR;
    // A person of whom no word is the very word; other scripts have no very words.
    const mustBe = isPerson && isLatin ? 1 : SAME_SOUND_AT_LEAST;
    const isElse = !isDescribed && telling > 0 && best < mustBe;
    const isFrequent =
      !isDescribed &&
      isLatin &&
      minSimilarity < 1 &&
      (best < 1 && isPerson ? saidOfPerson : weightTotal) < FREQUENT_WEIGHT;
    return (
      raw *
      (isVague ? UNMATCHED_FACTOR : 1) *
      (isElse ? NO_EXACT_WORD_FACTOR : 1) *
      (isFrequent ? FREQUENT_FACTOR : 1)
    );
  }
}
