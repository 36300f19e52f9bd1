// A search for a part of a text as people type it: names in other spellings, other alphabets and
// without their blanks. It may find too much; a person reads the results.

import { readWord, removeAccents, splitWords } from './fold.ts';
import { joinReadings, loosen, ownLetters, soundsOf } from './spellings.ts';
import { isSpelt } from './zone-letters.ts';

/** The possible search forms of a written word. */
interface SearchedWord {
  /** Forms in simplified Latin letters, the usual one first. */
  readonly forms: readonly string[];
  /** True for a script whose words are compared with words of that script by their own letters. */
  readonly needsOwnScript: boolean;
  /** The word in small Latin letters as it is written; null in another script. */
  readonly latin: string | null;
  /** The word of a script without short vowels, without its article; null in another one. */
  readonly bare: string | null;
}

const LATIN = /^[\p{Script=Latin}\p{M}]+$/u;
const BARE_SCRIPT = /^[\p{Script=Arabic}\p{Script=Hebrew}\p{M}]+$/u;
/** Short vowels, when they are written. */
const MARKS = /\p{Script=Inherited}|(?=\p{Script=Hebrew})\p{M}/gu;
const ARTICLE = /^ال(?=.{3})/u;

/** True for two words of which one is in a script that leaves short vowels to the reader. */
function isOtherwiseSpelt(typed: SearchedWord, target: SearchedWord): boolean {
  if (typed.bare !== null && target.latin !== null) return isSpelt(target.latin, typed.bare);
  return target.bare !== null && typed.latin !== null && isSpelt(typed.latin, target.bare, true);
}

const WORDS = new Map<string, readonly SearchedWord[]>();
const MOST_WORDS = 50_000;
const LONGEST_WORD = 40;

function readSearchedWord(writtenWord: string): readonly SearchedWord[] {
  const cachedResult = WORDS.get(writtenWord);
  if (cachedResult !== undefined) return cachedResult;
  const isBare = BARE_SCRIPT.test(writtenWord);
  const bareWord = isBare
    ? writtenWord.normalize('NFC').replace(MARKS, '').replace(ARTICLE, '')
    : null;
  const latin = LATIN.test(writtenWord) ? removeAccents(writtenWord).toLowerCase() : null;
  const words = readWord(writtenWord).flatMap((word) => {
    const all = [...soundsOf(writtenWord, word), ...word.alternatives].map(loosen);
    const forms = [...new Set(all)].filter((form) => form !== '');
    const isArticle = isBare && word.text === 'al';
    if (forms.length === 0 || isArticle) return [];
    return [{ forms, needsOwnScript: word.kind !== 'letters', latin, bare: bareWord }];
  });
  // Numbers rarely recur, so they are not cached.
  if (writtenWord.length > LONGEST_WORD || /\d/.test(writtenWord)) return words;
  if (WORDS.size >= MOST_WORDS) WORDS.clear();
  WORDS.set(writtenWord, words);
  return words;
}

/** Plain letters; digits only from words that are numbers. */
const PLAIN_TEXT = /^(?:[A-Za-z \-'.,&/()]|(?<![A-Za-z])\d(?![A-Za-z]))*$/;

/** The loose letters of a plain text without its blanks: most texts are plain, and a search reads thousands. */
const loosenText = (text: string): string =>
  loosen(text.toLowerCase().replaceAll("'", '')).replace(/[^a-z0-9]+/g, '');

const readSearchedWords = (text: string): SearchedWord[] =>
  splitWords(text).flatMap((word) => readSearchedWord(word));

/** Readings of a whole search text. */
const MOST_READINGS = 16;
/** Scripts whose words are compared with words of the same script by their letters. */
const LETTER_SCRIPTS = ['Han', 'Hangul', 'Arabic', 'Hebrew'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

const shareScript = (text: string, other: string): boolean =>
  LETTER_SCRIPTS.some((script) => script.test(text) && script.test(other));

/**
 * Returns the comparison of a search text with texts: true for those that contain it in any
 * spelling, or that have a word beginning with each of its words. A search text without a letter and
 * a digit is in none.
 */
export function searchFor(search: string): (text: string) => boolean {
  const words = readSearchedWords(search);
  if (words.length === 0) return () => false;
  const forms = words.map((word) => word.forms);
  const joinedReadings = joinReadings(forms, MOST_READINGS);
  const searchLetters = words.some(({ needsOwnScript }) => needsOwnScript)
    ? ownLetters(search)
    : null;
  const hasBare = words.some(({ bare }) => bare !== null);
  const isInAnyOrder = (targetWords: readonly SearchedWord[]) =>
    words.every((typed) =>
      targetWords.some(
        (word) =>
          word.forms.some((form) => typed.forms.some((way) => form.startsWith(way))) ||
          isOtherwiseSpelt(typed, word),
      ),
    );
  return (text) => {
    if (PLAIN_TEXT.test(text)) {
      const letters = loosenText(text);
      if (joinedReadings.some((reading) => letters.includes(reading))) return true;
      const mayBe = hasBare || forms.every((ways) => ways.some((way) => letters.includes(way)));
      return mayBe && isInAnyOrder(readSearchedWords(text));
    }
    const words = readSearchedWords(text);
    if (
      searchLetters !== null &&
      words.some(({ needsOwnScript }) => needsOwnScript) &&
      shareScript(search, text)
    ) {
      return ownLetters(text).includes(searchLetters);
    }
    const letters = words.map((word) => word.forms[0]).join('');
    return joinedReadings.some((reading) => letters.includes(reading)) || isInAnyOrder(words);
  };
}
