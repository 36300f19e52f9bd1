// Chooses one of the options of the bank's last question. The reply may describe it by its name or
// a part of it, an initial, the relationship, its position or its id, or by excluding the other of
// two options.

import { PRONOUN } from '../english/corrections.ts';
import {
  DESCRIBED,
  LAST_PLACES,
  NOT_THAT_ONE,
  OF_TWO_ONLY,
  PLACE_OF_OPTION,
  PLACES_IN_WORDS,
} from '../english/replies.ts';
import { readAmounts } from '../intents/amounts.ts';
import { readDates, readRecurrences } from '../intents/dates.ts';
import { HAZARDS } from '../intents/grammar.ts';
import {
  type Contact,
  foldPayee,
  matchPayee,
  plainLetters,
  similarity,
} from '../intents/payees.ts';
import type { Asked } from './sentence.ts';
import { bareOf, keptWords } from './words.ts';

export interface Choosing {
  readonly asked: Asked;
  readonly now: number;
  readonly timezone: string;
  readonly contacts: readonly Contact[];
}

/** The name of an option, without its id. */
export const nameOfOption = (option: string): string => option.replace(/ \([^)]*\)$/, '');

/** Returns the chosen option, or null when the words fit no option or several. */
export function chosenOption(reply: string, choosing: Choosing): string | null {
  const { options } = choosing.asked;
  if (options.length === 0) return null;
  const vocabulary = keptWords(options.map((option) => ({ name: nameOfOption(option) })));
  const bare = bareOf(reply, vocabulary)
    .replace(/^(?:to |from |for |my |the )+(?=\S)/iu, '')
    .replace(/ account$/iu, '');
  if (!/[\p{L}\p{N}]/u.test(bare)) return byPlace(reply, options);
  return (
    byPlace(reply, options) ??
    byPlace(bareOf(reply, new Set()), options) ??
    byName(bare, options) ??
    byDenial(reply, choosing) ??
    byInitial(bare, options) ??
    byInitial(reply, options) ??
    byTelling(reply, choosing)
  );
}

function byPlace(words: string, options: readonly string[]): string | null {
  // `the second Hamish`: the name that all have says nothing.
  const all = options.map((option) => lettersOf(nameOfOption(option)));
  const isOfAll = (word: string) =>
    all.every((known) => lettersOf(word).every((one) => known.includes(one)));
  const chosenWords = words
    .split(' ')
    .filter((word) => /^(?:the|\d+|#.*)$/iu.test(word) || !isOfAll(word))
    .join(' ');
  const word = PLACE_OF_OPTION.exec(chosenWords)?.[1]?.toLowerCase();
  if (word === undefined || (OF_TWO_ONLY.includes(word) && options.length !== 2)) return null;
  if (LAST_PLACES.includes(word)) return options.at(-1) ?? null;
  return options[PLACES_IN_WORDS.findIndex((all) => all.includes(word))] ?? null;
}

function byName(chosenName: string, options: readonly string[]): string | null {
  const named = options.map((option) => {
    const [, name = option, id = ''] = /^(.*) \(([^)]*)\)$/.exec(option) ?? [];
    return { option, name, id };
  });
  const exact = named.filter(({ name, id }) =>
    [name.toLowerCase(), id.toLowerCase()].includes(chosenName.toLowerCase()),
  );
  if (exact.length === 1) return exact[0]?.option ?? null;
  const contacts = named.map(({ name }) => ({ name, accountId: null, relationship: null }));
  const { payee } = matchPayee(chosenName, contacts);
  return named.find(({ name }) => name === payee?.name)?.option ?? null;
}

/** `not Dunbar, the other one`: of two. */
function byDenial(reply: string, choosing: Choosing): string | null {
  const { options } = choosing.asked;
  const denied = options.length === 2 ? NOT_THAT_ONE.exec(reply)?.[1] : undefined;
  if (denied === undefined) return null;
  const first = byName(denied, options) ?? byTelling(denied, choosing);
  return first === null ? null : (options.find((one) => one !== first) ?? null);
}

const lettersOf = (text: string) =>
  plainLetters(foldPayee(text))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** `Hamish D`, `H. Dunbar`: each word is one of the name, or the first letter of one. */
function byInitial(reply: string, options: readonly string[]): string | null {
  const letters = lettersOf(reply);
  if (letters.length < 2 || !letters.some((word) => word.length > 1)) return null;
  const fits = (option: string) => {
    const known = lettersOf(nameOfOption(option));
    return letters.every((word) =>
      word.length === 1 ? known.some((one) => one.startsWith(word)) : known.includes(word),
    );
  };
  const named = options.filter(fits);
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** `the Spanish one, Larrañaga`: a word of one option, and of no other. */
function byTelling(text: string, { asked, now, timezone, contacts }: Choosing): string | null {
  const { options } = asked;
  const rest = text
    .replace(DESCRIBED, '')
    .replace(NOT_THE_OTHER, '')
    .replace(/^[ ,]+|[ ,]+$/gu, '');
  const remaining = rest === '' ? text : rest;
  const isMore =
    readAmounts(remaining.replace(PRONOUN, '$1')).length +
      readDates(remaining, now, timezone).length >
      0 ||
    readRecurrences(remaining).length > 0 ||
    OTHERWISE.test(remaining) ||
    HAZARDS.some(([hazard, pattern]) => hazard !== 'question' && pattern.test(remaining));
  if (isMore || remaining.split(/\s+/).length > MAX_TELLING) return null;
  const wordsOf = (option: string) => {
    const name = nameOfOption(option);
    const known = contacts.filter((one) => one.name === name);
    return [name, ...known.map(({ relationship }) => relationship ?? '')]
      .flatMap(lettersOf)
      .filter((word) => word.length > 2);
  };
  const telling = options.map((option) =>
    wordsOf(option).filter((word) =>
      options.every((other) => other === option || !wordsOf(other).includes(word)),
    ),
  );
  const longWords = lettersOf(remaining).filter((word) => word.length > 2);
  const named = (isHeard: (word: string) => boolean) =>
    options.filter((_, index) => telling[index]?.some(isHeard));
  const exactly = named((word) => longWords.includes(word));
  if (exactly.length > 0) return exactly.length === 1 ? (exactly[0] ?? null) : null;
  const nearly = named((word) => longWords.some((one) => isSlip(one, word)));
  return nearly.length === 1 ? (nearly[0] ?? null) : null;
}

/** True when one letter is wrong and the first one is right. */
function isSlip(replyWord: string, word: string): boolean {
  const longest = Math.max(replyWord.length, word.length);
  const edits = Math.round((1 - similarity(replyWord, word)) * longest);
  return edits === 1 && longest >= MIN_SLIP && replyWord[0] === word[0];
}

const MIN_SLIP = 6;
const MAX_TELLING = 7;
const NOT_THE_OTHER = /,? (?:and )?not the other(?: one| two| ones)?$/iu;
/** Words that say more than the choice of an option. */
const OTHERWISE =
  /(?<![\p{L}])(?:later|soon|other|than|ask|check|think|sure|from|using|note|reference|send|pay)(?![\p{L}])/iu;
