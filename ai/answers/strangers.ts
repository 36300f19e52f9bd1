// Checks whose money a question is about: other people's money is not shown, and the customer's own
// figure is not an answer to a question about it.

import { normaliseMessage } from '../../models/features/text-features.ts';
import { STRANGER } from '../english/questions.ts';
import { currenciesIn, type Lexicon } from './lexicon.ts';
import type { Ask, Topic } from './understand.ts';

/** Topics that are the customer's alone: no payee has a part in them. */
const OWN: ReadonlySet<Topic> = new Set([
  'balance',
  'lowest',
  'highest',
  'held',
  'limits',
  'overdraft',
  'accounts',
]);

/**
 * Returns the name of another person whose money the question is about; null when there is none.
 */
export function strangerIn({ topic, text, periods }: Ask, { accounts }: Lexicon): string | null {
  if (!OWN.has(topic)) return null;
  const knownTexts = accounts
    .flatMap(({ name, type }) => [name, type])
    .concat(periods.map(wordsOf(text)));
  const known = new Set(
    knownTexts.flatMap((one) => normaliseMessage(one).toLowerCase().match(WORD) ?? []),
  );
  for (const [, ...names] of text.matchAll(STRANGER)) {
    const name = names.find((one) => one !== undefined) ?? '';
    const isKnown = known.has(name.toLowerCase()) || currenciesIn(name).length > 0;
    if (!isKnown) return name;
  }
  return null;
}

const WORD = /[\p{L}\p{N}-]+/gu;

/** The words of a period, such as `october`, are not a name. */
function wordsOf(text: string) {
  return ({ start, end }: { readonly start: number; readonly end: number }) =>
    text.slice(start, end);
}
