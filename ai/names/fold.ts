// The single folding of names, used by screening, documents, duplicates and searches. It covers
// compatibility forms, disguised and invisible letters, accents and other scripts.

import { rectifyConfusion } from 'unicode-confusables';
import { isReadable, type Spelling, spellWord } from './scripts.ts';

/** A word of a name in Latin letters. */
export interface NameWord {
  readonly text: string;
  /** Other ways to read the same letters. */
  readonly also: readonly string[];
  /** The reading as the Latin word that the letters look like; null when there is none. */
  readonly picture: string | null;
  readonly kind: Spelling['kind'];
}

export interface FoldedName {
  readonly words: readonly NameWord[];
  /** Every word of the text in its place, by its number in `words`; `BREAK` between two names. */
  readonly places: readonly number[];
  /** Why a part of the name cannot be compared, or null when all of it can. */
  readonly unread: 'unknown_letters' | 'unknown_script' | 'too_long' | null;
}

/** Marks a sign such as `&` or `/`, which may separate two names. */
export const BREAK = -1;
/**
 * No listed name has a quarter of these. A longer name is reported as too long, never truncated.
 */
export const MOST_WORDS = 24;
export const MOST_CHARACTERS = 1_600;
const LONGEST_WORD = 40;
/** Maximum readings of all words of a name together: five words of Hebrew have forty. */
const MOST_READINGS = 96;

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

/** Digits in the place of letters; Unicode speaks of two of them. */
const DIGITS: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' },
};
const pictures = new Map<string, string | null>();

/**
 * Returns the Latin letter that a letter resembles, in its own case or as a capital, or null when
 * it resembles none.
 */
function pictureOf(letter: string): string | null {
  const cachedResult = pictures.get(letter);
  if (cachedResult !== undefined) return cachedResult;
  const variantPictures = [letter, letter.toUpperCase()].map((variant) => {
    const picture = rectifyConfusion(variant).toLowerCase();
    // A capital I is like a small l to Unicode; among capitals it is an I.
    return picture === 'l' && variant !== variant.toLowerCase() ? 'i' : picture;
  });
  const latin =
    DIGITS[letter] ?? variantPictures.find((candidate) => /^[a-z]{1,2}$/.test(candidate)) ?? null;
  pictures.set(letter, latin);
  return latin;
}

const isAscii = /^[a-z0-9]*$/;
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

/** The word by its picture; null where a letter looks like none of ours. */
function looksLike(word: string, isNumber = false): string | null {
  const letterPictures = [...word].map((letter) => {
    if (isNumber && /[0-9]/.test(letter)) return letter;
    if (LATIN.test(letter)) return plainLatin(letter.toLowerCase());
    return /\p{M}/u.test(letter) ? '' : pictureOf(letter);
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
const MOST_WAYS = 32;

/** Every way in which a Latin word is written with the letters A to Z, letter by letter. */
export function waysToWrite(word: string): readonly string[] {
  let ways = [''];
  for (const letter of word.normalize('NFC').toLowerCase()) {
    const writings = WRITTEN_FORMS[letter] ?? [plainLatin(letter)];
    ways = ways.flatMap((start) => writings.map((end) => start + end)).slice(0, MOST_WAYS);
  }
  return ways;
}

/**
 * The possible spellings of a Latin word: each letter as written, as two letters, or without
 * accents. The accents of a typed word are kept, because they may belong to another name.
 */
export function waysToType(word: string, isTyped: boolean): readonly string[] {
  let ways = [''];
  for (const letter of word.normalize('NFC').toLowerCase()) {
    const plainSpellings = isTyped || isAscii.test(letter) ? [] : [plainLetters(letter)];
    const typed = new Set([letter, ...(WRITTEN_FORMS[letter] ?? plainSpellings)]);
    ways = ways.flatMap((start) => [...typed].map((end) => start + end)).slice(0, MOST_WAYS);
  }
  return ways;
}

/** A text without the accents of its letters, as it is typed on a keyboard that has none. */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/(?=\p{Script=Latin})[^a-z]/giu, (letter) => spellWord(letter.toLowerCase()).text);

function readLatin(word: string): Pick<NameWord, 'text' | 'also'> {
  if (isAscii.test(word)) return { text: word, also: [] };
  const text = plainLatin(word);
  return { text, also: waysToWrite(word).filter((spelling) => spelling !== text) };
}

/** Latin letters with the picture of a Cyrillic one, small or as capitals. */
const TWINS: Readonly<Record<string, string>> = {
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
function readTwins(word: string): readonly string[] {
  if (!/\p{Script=Cyrillic}/u.test(word) || !/[a-z]/.test(word)) return [];
  const { text, also } = spellWord([...word].map((letter) => TWINS[letter] ?? letter).join(''));
  return [text, ...also].filter((reading) => reading !== '' && !reading.includes(' '));
}

/** `3M`, `A380`: a number beside letters, and no letter in costume. */
const NUMBERED_WORD = /^(?:[a-z]+\d+|\d+[a-z]+)$/;

const inLatin = (text: string, also: readonly string[] = []): NameWord[] => [
  { text, also, picture: null, kind: 'letters' },
];

function newWord(originalWord: string): NameWord[] {
  const word = originalWord.toLowerCase();
  const isPlain = isAscii.test(word);
  if (isPlain && !isMixed(word)) return inLatin(word);
  const bald = isPlain ? word : word.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (NUMBERED_WORD.test(bald)) return inLatin(bald);
  const lookalike = looksLike(originalWord);
  const numbered = isPlain ? null : looksLike(originalWord, true);
  if (numbered !== null && NUMBERED_WORD.test(numbered)) {
    return inLatin(numbered, lookalike === null ? [] : [lookalike]);
  }
  if (isMixed(word) && lookalike !== null)
    return inLatin(lookalike, isPlain ? [word] : readTwins(word));
  if (!OTHER_SCRIPT.test(word)) {
    const { text, also } = readLatin(word);
    return inLatin(text, also);
  }
  const { text, also, partly, kind } = spellWord(word);
  const parts = text.split(' ').filter((part) => part !== '');
  if (parts.length !== 1) {
    return parts.map((part) => ({ text: part, also: partly?.(part) ?? [], picture: null, kind }));
  }
  const otherReadings = new Set([
    ...also,
    ...readTwins(word),
    ...(lookalike === null ? [] : [lookalike]),
  ]);
  return [
    {
      text,
      also: [...otherReadings].filter((reading) => reading !== text),
      picture: lookalike,
      kind,
    },
  ];
}

/** Cache of recently read words, because names recur. */
const READ_WORDS = new Map<string, readonly NameWord[]>();
const MOST_READ = 20_000;

/** The words that one word of {@link splitWords} is read as; a word of Han is several. */
export function readWord(originalWord: string): readonly NameWord[] {
  const cachedResult = READ_WORDS.get(originalWord);
  if (cachedResult !== undefined) return cachedResult;
  const words = newWord(originalWord);
  if (originalWord.length > LONGEST_WORD) return words;
  if (READ_WORDS.size >= MOST_READ) READ_WORDS.clear();
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

/** The words of a name; where it is long, the same word twice is one of them. */
export function foldName(name: string): FoldedName {
  const isCut = name.length > MOST_CHARACTERS;
  const plainText = plainName(isCut ? name.slice(0, MOST_CHARACTERS) : name);
  const tokens = (plainText.match(TOKENS) ?? []).map((part) => ({
    part,
    words: SIGN.test(part) ? null : readWord(part),
  }));
  const isUnknown =
    REVERSED_TEXT.test(name) ||
    tokens.some(({ part, words }) => words?.length === 0 && /\p{L}/u.test(part));
  const all = tokens.flatMap(({ words }): readonly (NameWord | null)[] => words ?? [null]);
  const readWords = all.filter((word) => word !== null);
  const isRepeated = readWords.length > MOST_WORDS;
  const words = isRepeated
    ? [...new Map(readWords.map((item) => [item.text, item])).values()]
    : readWords;
  const indexByText = new Map(words.map(({ text }, index) => [text, index]));
  const places = all.map((word) => (word === null ? BREAK : (indexByText.get(word.text) ?? BREAK)));
  const isLong = words.length > MOST_WORDS || words.some(({ text }) => text.length > LONGEST_WORD);
  const readings = words.reduce((sum, { also }) => sum + 1 + also.length, 0);
  const isMany = readings > MOST_READINGS;
  return {
    words: words.slice(0, MOST_WORDS).map((word) => ({
      ...word,
      text: word.text.slice(0, LONGEST_WORD),
      also: isMany ? [] : word.also,
    })),
    places: places.filter((place) => place < MOST_WORDS),
    unread: isCut || isLong || isMany ? 'too_long' : unreadOf(plainText, isUnknown),
  };
}

/** Upside-down letters, which no language writes. */
const TURNED_LETTERS = /[ɐɹɯʇʌʍʎɥʞᴉ]/iu;
/** The order of the letters is another one than that in which they are stored. */
const REVERSED_TEXT = /[\u202d\u202e]/;

function unreadOf(plain: string, isUnknown: boolean): FoldedName['unread'] {
  if (isUnknown || TURNED_LETTERS.test(plain)) return 'unknown_letters';
  return isAscii.test(plain) || isReadable(plain) ? null : 'unknown_script';
}
