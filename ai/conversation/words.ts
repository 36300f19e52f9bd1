// Takes the words away that say nothing beside a value, from both ends of a part of a reply.

import { BEFORE_A_VALUE, FILLING, FILLING_PHRASES, NEVER_A_NAME } from '../english/replies.ts';
import { foldPayee, plainLetters } from '../intents/payees.ts';

/** Words that names have in them, which are none of the language. */
export type Kept = ReadonlySet<string>;

const PHRASES = FILLING_PHRASES.map((phrase) => phrase.split(' '));
const bare = (word: string) =>
  foldPayee(word)
    .replaceAll('’', "'")
    .replace(/[.,!?]+$/u, '');

/** The words of the names of contacts and accounts: a contact called Bill takes `bill`. */
export function keptWords(names: readonly { readonly name: string }[]): Kept {
  const all = names.flatMap(({ name }) => {
    const folded = foldPayee(name);
    return [folded, plainLetters(folded)].flatMap((one) => one.split(/[\s\p{Pd}]+/u));
  });
  return new Set(all.map(bare).filter((word) => !NEVER_A_NAME.has(word)));
}

/** How many words say nothing, from the first one on. */
function quietAhead(words: readonly string[], kept: Kept): number {
  const phrase = PHRASES.find((one) => one.every((word, at) => words[at] === word));
  if (phrase !== undefined) return phrase.length;
  const [word = ''] = words;
  return FILLING.has(word) && !kept.has(word) ? 1 : 0;
}

/**
 * The words of a part that say something.
 * @param isBeforeValue a day or an amount follows, so that `on` and `for` belong to it
 */
export function bareOf(part: string, kept: Kept, isBeforeValue = false): string {
  let said = part.split(/\s+/u).filter((word) => /[\p{L}\p{N}#&]/u.test(word));
  let plain = said.map(bare);
  const cut = (from: number, end: number) => {
    said = said.slice(from, end);
    plain = plain.slice(from, end);
  };
  while (isBeforeValue && BEFORE_A_VALUE.has(plain.at(-1) ?? '')) cut(0, plain.length - 1);
  for (let count = quietAhead(plain, kept); count > 0; count = quietAhead(plain, kept)) {
    cut(count, plain.length);
  }
  for (let count = quietBehind(plain, kept); count > 0; count = quietBehind(plain, kept)) {
    cut(0, plain.length - count);
  }
  return said.join(' ').replace(/[.!?,]+$/u, '');
}

function quietBehind(words: readonly string[], kept: Kept): number {
  const phrase = PHRASES.find(
    (one) =>
      one.length <= words.length &&
      one.every((word, at) => words[words.length - one.length + at] === word),
  );
  if (phrase !== undefined) return phrase.length;
  const word = words.at(-1) ?? '';
  return FILLING.has(word) && !kept.has(word) ? 1 : 0;
}
