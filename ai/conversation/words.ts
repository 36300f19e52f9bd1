// Removes filler words around a value from both ends of a part of a reply.

import {
  BEFORE_A_NAME,
  BEFORE_A_VALUE,
  BEHIND_A_NAME,
  FILLING,
  FILLING_PHRASES,
  NEVER_A_NAME,
  PHRASES_BEHIND_A_NAME,
} from '../english/replies.ts';
import { foldPayee, namesAsTyped } from '../intents/payees.ts';

/** Words of names, which do not count as words of the language. */
export type Kept = ReadonlySet<string>;

interface Vocabulary {
  readonly words: ReadonlySet<string>;
  readonly phrases: readonly (readonly string[])[];
}
const vocabulary = (words: ReadonlySet<string>, phrases: readonly string[]): Vocabulary => ({
  words,
  phrases: phrases.map((phrase) => phrase.split(' ')),
});
const ANY = vocabulary(FILLING, [...FILLING_PHRASES, ...PHRASES_BEHIND_A_NAME]);
const AHEAD_OF_A_NAME = vocabulary(BEFORE_A_NAME, FILLING_PHRASES);
const BEHIND_NAMES = vocabulary(BEHIND_A_NAME, PHRASES_BEHIND_A_NAME);

const bare = (word: string) =>
  foldPayee(word)
    .replaceAll('’', "'")
    .replace(/[.,!?]+$/u, '');

/** The words of the names of contacts and accounts: a contact called Bill takes `bill`. */
export function keptWords(names: readonly { readonly name: string }[]): Kept {
  const all = names.flatMap(({ name }) => {
    return namesAsTyped(foldPayee(name)).flatMap((one) => one.split(/[\s\p{Pd}]+/u));
  });
  return new Set(all.map(bare).filter((word) => !NEVER_A_NAME.has(word)));
}

/** Number of filler words at the beginning. */
function quietAhead(words: readonly string[], known: Vocabulary, vocabulary: Kept): number {
  const phrase = known.phrases.find((one) => one.every((word, index) => words[index] === word));
  if (phrase !== undefined) return phrase.length;
  const [word = ''] = words;
  return known.words.has(word) && !vocabulary.has(word) ? 1 : 0;
}

function quietBehind(words: readonly string[], known: Vocabulary, vocabulary: Kept): number {
  const phrase = known.phrases.find(
    (one) =>
      one.length <= words.length &&
      one.every((word, index) => words[words.length - one.length + index] === word),
  );
  if (phrase !== undefined) return phrase.length;
  const word = words.at(-1) ?? '';
  return known.words.has(word) && !vocabulary.has(word) ? 1 : 0;
}

function stripped(
  part: string,
  { ahead, behind }: { readonly ahead: Vocabulary; readonly behind: Vocabulary },
  vocabulary: Kept,
  isBeforeValue: boolean,
): string {
  let spokenWords = part.split(/\s+/u).filter((word) => /[\p{L}\p{N}#&]/u.test(word));
  let plain = spokenWords.map(bare);
  const cut = (from: number, end: number) => {
    spokenWords = spokenWords.slice(from, end);
    plain = plain.slice(from, end);
  };
  while (isBeforeValue && BEFORE_A_VALUE.has(plain.at(-1) ?? '')) cut(0, plain.length - 1);
  for (
    let at = quietAhead(plain, ahead, vocabulary);
    at > 0;
    at = quietAhead(plain, ahead, vocabulary)
  ) {
    cut(at, plain.length);
  }
  for (
    let at = quietBehind(plain, behind, vocabulary);
    at > 0;
    at = quietBehind(plain, behind, vocabulary)
  ) {
    cut(0, plain.length - at);
  }
  return spokenWords.join(' ').replace(/[.!?,]+$/u, '');
}

/**
 * The words of a part that say something.
 * @param isBeforeValue a day or an amount follows, so that `on` and `for` belong to it
 */
export function bareOf(part: string, vocabulary: Kept, isBeforeValue = false): string {
  return stripped(part, { ahead: ANY, behind: ANY }, vocabulary, isBeforeValue);
}

/**
 * True when the words around a name only choose it: `I meant Maria`, and not `Maria paid me`.
 * @param name the words of the part without filler words
 */
export function isChosenIn(
  part: string,
  name: string,
  vocabulary: Kept,
  isBeforeValue: boolean,
): boolean {
  const vocabularies = { ahead: AHEAD_OF_A_NAME, behind: BEHIND_NAMES };
  const core = stripped(part, vocabularies, vocabulary, isBeforeValue);
  return bare(core.replace(PREPOSITION, '')) === bare(name.replace(PREPOSITION, ''));
}

const PREPOSITION =
  /^(?:(?:to|into|in|onto|for|towards|from|out of|off|using|with|via|through|my|the|our|her|his|their) )+/iu;
