// The single folding of names, used by screening, documents, duplicates and searches. It covers
// compatibility forms, disguised and invisible letters, accents and other scripts.

import { rectifyConfusion } from 'unicode-confusables';
import { isReadable, type Spelling, spellWord } from './scripts.ts';

/** A word of a name in Latin letters. */
export interface NameWord {
  readonly text: string;
  /** Other ways to read the same letters. */
  readonly alternatives: readonly string[];
  /** The reading as the Latin word that the letters look like; null when there is none. */
  readonly lookalike: string | null;
  readonly kind: Spelling['kind'];
}

export interface FoldedName {
  readonly words: readonly NameWord[];
  /** The words of the text in order, as indexes of `words`; `BREAK` between two names. */
  readonly sequence: readonly number[];
  /** Why a part of the name cannot be compared, or null when all of it can. */
  readonly unread: 'unknown_letters' | 'unknown_script' | 'too_long' | null;
}

/** Marks a sign such as `&` or `/`, which may separate two names. */
export const BREAK = -1;
/**
 * No listed name has a quarter as many words or characters. A longer name is reported as too long,
 * never truncated.
 */
export const MAX_WORDS = 24;
export const MAX_CHARACTERS = 1_600;
const MAX_WORD_LENGTH = 40;
/** Maximum readings of all words of a name together: five words of Hebrew have forty. */
const MAX_READINGS = 96;

/** Characters that look like a gap: letters and signs without a glyph that take up room. */
const FILLERS = /[\u3164\u115f\u1160\uffa0\u2800\u180e\p{Cc}]/gu;
/** Invisible characters: joiners, direction marks, tags, selectors. */
const UNSEEN_CHARACTERS = /\p{Default_Ignorable_Code_Point}/gu;

/** Compatibility forms, gaps and unseen letters. */
export function plainText(text: string): string {
  return text
    .replace(FILLERS, ' ')
    .replace(UNSEEN_CHARACTERS, '')
    .normalize('NFKC')
    .replace(FILLERS, ' ')
    .replace(UNSEEN_CHARACTERS, '');
}

/** Digits that stand for letters; Unicode lists only two of them as confusable. */
const DIGITS: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' },
};
const pictures = new Map<string, string | null>();

/**
 * Returns the Latin letter that a letter resembles, in its own case or as a capital, or null when
 * it resembles none.
 */
function findLatinLookalike(letter: string): string | null {
  const cachedResult = pictures.get(letter);
  if (cachedResult !== undefined) return cachedResult;
  const variantPictures = [letter, letter.toUpperCase()].map((variant) => {
    const lookalike = rectifyConfusion(variant).toLowerCase();
    // A capital I is like a small l to Unicode; among capitals it is an I.
    return lookalike === 'l' && variant !== variant.toLowerCase() ? 'i' : lookalike;
  });
  const latin =
    DIGITS[letter] ?? variantPictures.find((candidate) => /^[a-z]{1,2}$/.test(candidate)) ?? null;
  pictures.set(letter, latin);
  return latin;
}

const asciiPattern = /^[a-z0-9]*$/;
const LATIN = /\p{Script=Latin}/u;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{M}]/u;
const ALPHABETS = [
  LATIN,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\d/,
];

/**
 * A word that mixes scripts, or digits and letters, imitates another word: it is read as the word
 * that it looks like.
 */
const isMixed = (word: string) => ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1;

/** Returns the Latin word that a word looks like; null when a letter looks like no Latin letter. */
function readLookalike(word: string, isNumber = false): string | null {
  const letterPictures = [...word].map((letter) => {
    if (isNumber && /[0-9]/.test(letter)) return letter;
    if (LATIN.test(letter)) return plainLatin(letter.toLowerCase());
    return /\p{M}/u.test(letter) ? '' : findLatinLookalike(letter);
  });
  return letterPictures.includes(null) ? null : letterPictures.join('');
}

const plainLatin = (word: string) =>
  spellWord(word.normalize('NFD').replaceAll(/\p{M}/gu, '')).text;

/** Spellings of ICAO 9303 for letters that a machine-readable zone does not have. */
const WRITTEN_FORMS: Readonly<Record<string, readonly string[]>> = {
  ä: ['ae', 'a'],
  ö: ['oe', 'o'],
  ü: ['ue', 'uxx', 'u'],
  å: ['aa', 'a'],
  ø: ['oe', 'o'],
  ő: ['oe', 'o'],
  ű: ['ue', 'u'],
  æ: ['ae'],
  œ: ['oe'],
  ñ: ['n', 'nxx'],
  ð: ['d', 'dh'],
  đ: ['d', 'dj'],
  þ: ['th'],
  ß: ['ss', 'sz'],
  ĳ: ['ij'],
  ə: ['e', 'a'],
  ŋ: ['n', 'ng'],
};
const MAX_SPELLINGS = 32;

/** Every way in which a Latin word is written with the letters A to Z, letter by letter. */
export function listAsciiSpellings(word: string): readonly string[] {
  let ways = [''];
  for (const letter of word.normalize('NFC').toLowerCase()) {
    const writings = WRITTEN_FORMS[letter] ?? [plainLatin(letter)];
    ways = ways.flatMap((start) => writings.map((end) => start + end)).slice(0, MAX_SPELLINGS);
  }
  return ways;
}

/**
 * The possible spellings of a Latin word: each letter as written, as two letters, or without
 * accents. The accents of a typed word are kept, because they may belong to another name.
 */
export function listTypedSpellings(word: string, isTyped: boolean): readonly string[] {
  let ways = [''];
  for (const letter of word.normalize('NFC').toLowerCase()) {
    const plainSpellings = isTyped || asciiPattern.test(letter) ? [] : [removeAccents(letter)];
    const typed = new Set([letter, ...(WRITTEN_FORMS[letter] ?? plainSpellings)]);
    ways = ways.flatMap((start) => [...typed].map((end) => start + end)).slice(0, MAX_SPELLINGS);
  }
  return ways;
}

/** A text without the accents of its letters, as it is typed on a keyboard that has none. */
export const removeAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/(?=\p{Script=Latin})[^a-z]/giu, (letter) => spellWord(letter.toLowerCase()).text);

function readLatin(word: string): Pick<NameWord, 'text' | 'alternatives'> {
  if (asciiPattern.test(word)) return { text: word, alternatives: [] };
  const text = plainLatin(word);
  return { text, alternatives: listAsciiSpellings(word).filter((spelling) => spelling !== text) };
}

/** Latin letters that look like a Cyrillic letter, small or as capitals. */
const CYRILLIC_LOOKALIKES: Readonly<Record<string, string>> = {
  ...{
    a: 'а',
    b: 'в',
    c: 'с',
    e: 'е',
    h: 'н',
    i: 'і',
    k: 'к',
    m: 'м',
    o: 'о',
    p: 'р',
    t: 'т',
    x: 'х',
    y: 'у',
  },
};

/** The sound of a Cyrillic word in which Latin letters stand for Cyrillic ones; none for another word. */
function readCyrillicLookalike(word: string): readonly string[] {
  if (!/\p{Script=Cyrillic}/u.test(word) || !/[a-z]/.test(word)) return [];
  const { text, alternatives } = spellWord(
    [...word].map((letter) => CYRILLIC_LOOKALIKES[letter] ?? letter).join(''),
  );
  return [text, ...alternatives].filter((reading) => reading !== '' && !reading.includes(' '));
}

/** `3M`, `A380`: a number beside letters, where no digit stands for a letter. */
const NUMBERED_WORD = /^(?:[a-z]+\d+|\d+[a-z]+)$/;

const inLatin = (text: string, alternatives: readonly string[] = []): NameWord[] => [
  { text, alternatives, lookalike: null, kind: 'letters' },
];

function parseWord(originalWord: string): NameWord[] {
  const word = originalWord.toLowerCase();
  const isPlain = asciiPattern.test(word);
  if (isPlain && !isMixed(word)) return inLatin(word);
  const unaccented = isPlain ? word : word.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (NUMBERED_WORD.test(unaccented)) return inLatin(unaccented);
  const lookalike = readLookalike(originalWord);
  const numbered = isPlain ? null : readLookalike(originalWord, true);
  if (numbered !== null && NUMBERED_WORD.test(numbered)) {
    return inLatin(numbered, lookalike === null ? [] : [lookalike]);
  }
  if (isMixed(word) && lookalike !== null)
    return inLatin(lookalike, isPlain ? [word] : readCyrillicLookalike(word));
  if (!OTHER_SCRIPT.test(word)) {
    const { text, alternatives } = readLatin(word);
    return inLatin(text, alternatives);
  }
  const { text, alternatives, readPart, kind } = spellWord(word);
  const parts = text.split(' ').filter((part) => part !== '');
  if (parts.length !== 1) {
    return parts.map((part) => ({
      text: part,
      alternatives: readPart?.(part) ?? [],
      lookalike: null,
      kind,
    }));
  }
  const otherReadings = new Set([
    ...alternatives,
    ...readCyrillicLookalike(word),
    ...(lookalike === null ? [] : [lookalike]),
  ]);
  return [
    {
      text,
      alternatives: [...otherReadings].filter((reading) => reading !== text),
      lookalike,
      kind,
    },
  ];
}

/** Cache of recently read words, because names recur. */
const READ_WORDS = new Map<string, readonly NameWord[]>();
const MAX_CACHED = 4_000;

/** The words that one word of {@link splitWords} is read as; a word of Han is several. */
export function readWord(originalWord: string): readonly NameWord[] {
  const cachedResult = READ_WORDS.get(originalWord);
  if (cachedResult !== undefined) return cachedResult;
  const words = parseWord(originalWord);
  if (originalWord.length > MAX_WORD_LENGTH) return words;
  if (READ_WORDS.size >= MAX_CACHED) READ_WORDS.clear();
  READ_WORDS.set(originalWord, words);
  return words;
}

/** Signs that people write for an apostrophe. */
export const APOSTROPHES = /(?<!\p{Script=Hebrew})['’‘‛′ꞌˈʼʻʹ`´ʾʿ]/gu;

/** `عبد` ("servant of") and the word after it are one name. */
export const SERVANT = /(?<!\p{L})عبد\s+(?=ال)/gu;

const SIGN = /[&+/;|]/;
/** Words, and signs between two of them: AT&T is one name. */
const TOKENS = /[\p{L}\p{N}\p{M}'׳־]+|(?<=[\p{L}\p{M}]{3}|\s)[&+/;|](?=\s|[\p{L}\p{M}]{3})/gu;

const plainName = (name: string) =>
  plainText(name).replace(APOSTROPHES, '').replace(SERVANT, 'عبد');

/** The words of a text as they are written, however long it is. */
export const splitWords = (text: string): string[] =>
  (plainName(text).match(TOKENS) ?? []).filter((part) => !SIGN.test(part));

/** Folds a name. Repeated words of a long name count once. */
export function foldName(name: string): FoldedName {
  const isCut = name.length > MAX_CHARACTERS;
  const plainText = plainName(isCut ? name.slice(0, MAX_CHARACTERS) : name);
  const tokens = (plainText.match(TOKENS) ?? []).map((part) => ({
    part,
    words: SIGN.test(part) ? null : readWord(part),
  }));
  const hasUnknownLetters =
    REVERSED_TEXT.test(name) ||
    tokens.some(({ part, words }) => words?.length === 0 && /\p{L}/u.test(part));
  const all = tokens.flatMap(({ words }): readonly (NameWord | null)[] => words ?? [null]);
  const readWords = all.filter((word) => word !== null);
  const isRepeated = readWords.length > MAX_WORDS;
  const words = isRepeated
    ? [...new Map(readWords.map((item) => [item.text, item])).values()]
    : readWords;
  const indexByText = new Map(words.map(({ text }, index) => [text, index]));
  const sequence = all.map((word) =>
    word === null ? BREAK : (indexByText.get(word.text) ?? BREAK),
  );
  const isLong =
    words.length > MAX_WORDS || words.some(({ text }) => text.length > MAX_WORD_LENGTH);
  const readings = words.reduce((sum, { alternatives }) => sum + 1 + alternatives.length, 0);
  const hasTooManyReadings = readings > MAX_READINGS;
  return {
    words: words.slice(0, MAX_WORDS).map((word) => ({
      ...word,
      text: word.text.slice(0, MAX_WORD_LENGTH),
      alternatives: hasTooManyReadings ? [] : word.alternatives,
    })),
    sequence: sequence.filter((place) => place < MAX_WORDS),
    unread:
      isCut || isLong || hasTooManyReadings
        ? 'too_long'
        : findUnreadReason(plainText, hasUnknownLetters),
  };
}

/** Upside-down letters, which no language writes. */
const TURNED_LETTERS = /[ɐɹɯʇʌʍʎɥʞᴉ]/iu;
/** Characters that reverse the order in which letters are shown. */
const REVERSED_TEXT = /[\u202d\u202e]/;

function findUnreadReason(plain: string, isUnknown: boolean): FoldedName['unread'] {
  if (isUnknown || TURNED_LETTERS.test(plain)) return 'unknown_letters';
  return asciiPattern.test(plain) || isReadable(plain) ? null : 'unknown_script';
}
