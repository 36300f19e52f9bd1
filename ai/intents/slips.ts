// Corrects typing slips: unknown words that are one slip away from a frequent word of orders. A
// name stays unchanged.

import { NO_SLIP } from '../english/asides.ts';
import { NO_CLAUSE_WORD, NO_FREE_WORDS, NO_OPEN_VERB } from '../english/command-parts.ts';
import { GOAL_NOUNS, HAZARD_WORDS, OPENS, QUIET, SENDING } from '../english/commands.ts';
import { COURTESIES, NO_CLAUSE, TRAILING } from '../english/commands-around.ts';
import { OFTEN_IN_ORDERS } from '../english/days.ts';
import { VOCABULARY } from '../english/question-parts.ts';
import { foldPayee, similarity } from './payees.ts';
import { type Rewritten, rewrite } from './rewritten.ts';

const wordsIn = (phrases: readonly string[]) =>
  phrases.flatMap((phrase) => phrase.toLowerCase().match(/[a-z]{3,}/g) ?? []);
/** Words of the language, in which no slip is looked for. */
const KNOWN: ReadonlySet<string> = new Set([
  ...[...VOCABULARY, ...NO_SLIP, ...OFTEN_IN_ORDERS],
  ...wordsIn([NO_CLAUSE_WORD, NO_FREE_WORDS, NO_OPEN_VERB]),
  ...wordsIn([...GOAL_NOUNS, ...QUIET, ...SENDING, ...COURTESIES, ...NO_CLAUSE, ...TRAILING]),
  ...wordsIn([...Object.values(HAZARD_WORDS), ...Object.values(OPENS)].flat()),
]);

/** The message with its slips corrected; null when it has none. */
export function withoutSlips(
  text: string,
  named: readonly { readonly name: string }[],
): Rewritten | null {
  const names = new Set(
    named.flatMap(({ name }) => foldPayee(name).match(/[\p{L}\p{M}]+/gu) ?? []),
  );
  const edits = [...text.matchAll(/(?<![\p{L}\p{M}'’-])\p{L}{4,}(?![\p{L}\p{M}'’-])/gu)].flatMap(
    ({ 0: word, index }) => {
      const lower = word.toLowerCase();
      // A capital in the middle of a message begins a name.
      const isName = word !== lower && index > 0 && word !== word.toUpperCase();
      const isKnown = [lower, `${lower}s`, lower.replace(/s$/, '')].some((one) => KNOWN.has(one));
      if (isName || isKnown || names.has(lower)) return [];
      const near = OFTEN_IN_ORDERS.filter(
        (one) => isSlipOf(lower, one) || isTurned(lower, one) || isBeside(lower, one),
      );
      const [target, ...others] = near;
      return target === undefined || others.length > 0
        ? []
        : [{ start: index, end: index + word.length, text: target }];
    },
  );
  return edits.length === 0 ? null : rewrite(text, edits);
}

/** Two neighbours changed over: `sned`. */
const isTurned = (word: string, target: string): boolean =>
  word.length === target.length &&
  word[0] === target[0] &&
  [...word].sort().join() === [...target].sort().join();

const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** A key next to the right one: `fron`. */
function isBeside(word: string, target: string): boolean {
  if (word.length !== target.length || word[0] !== target[0]) return false;
  const wrong = [...word].flatMap((letter, at) => (letter === target[at] ? [] : [at]));
  const [at, ...more] = wrong;
  if (at === undefined || more.length > 0) return false;
  const pair = [`${word[at]}${target[at]}`, `${target[at]}${word[at]}`];
  return KEYS.some((row) => pair.some((two) => row.includes(two)));
}

/**
 * One letter too many or too few, or two swapped letters; in a long word also one wrong letter. In
 * a short word a wrong letter may make another word.
 */
export function isSlipOf(word: string, target: string): boolean {
  if (word[0] !== target[0] || target.length < 4) return false;
  const [short, long] = word.length < target.length ? [word, target] : [target, word];
  if (long.length - short.length > (target.length > 8 ? 2 : 1)) return false;
  if (long.length < 5) return false;
  const most = target.length > 8 ? 2 : 1;
  const isSameLength = word.length === target.length;
  if (isSameLength && target.length < 7)
    return [...word].sort().join() === [...target].sort().join();
  return (1 - similarity(word, target)) * long.length < most + 0.5;
}
