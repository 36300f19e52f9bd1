// Fills an open slot from a reply whose other words are on no list. Words that restrict, deny or
// concern other money belong to closed classes. Without any of these words, a value with its
// preposition is the requested value, whatever the other words are. An existing value is never
// replaced in this way.

import { ALREADY_DONE, ASKED_BACK, BEFORE_ANOTHER_SLOT, RESTRICTS } from '../english/replies.ts';
import { type ReadAmount, readAmounts } from '../intents/amounts.ts';
import { readDates, readRecurrences } from '../intents/dates.ts';
import { isOwnAccount } from '../intents/parse.ts';
import { amountText, type Given, isContactNamed } from './fill.ts';
import type { Draft } from './sentence.ts';

const MOST_WORDS = 14;
const MOST_OF_A_NAME = 4;

/** A preposition of a slot, or null where the name stands alone. */
interface Named {
  readonly name: string;
  readonly before: string | null;
}

/** The draft with the one open slot that the message names; null when a word may restrict. */
export function openFilled(draft: Draft, said: string, given: Given): Draft | null {
  const { now, timezone, contacts, accounts = [] } = given;
  const words = said.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’&-]*/gu) ?? [];
  if (words.length > MOST_WORDS || said.includes('?') || ASKED_BACK.test(said)) return null;
  const amounts = readAmounts(said).filter(({ text }) => text.toLowerCase() !== 'one');
  if (amounts.length > 1) return null;
  if (readDates(said, now, timezone).length + readRecurrences(said).length > 0) return null;
  const people = namesOf(words, (name) => isContactNamed(name, contacts));
  const own = namesOf(words, (name) => isOwnAccount(name, accounts));
  const names = new Set([...people, ...own].flatMap(({ name }) => name.split(' ')));
  const free = words.filter((word) => !names.has(word)).join(' ');
  if (RESTRICTS.test(free) || ALREADY_DONE.test(free)) return null;
  const source = withSource(draft, { people, own, amounts });
  // `640 from the tin`: which account that is, has to be read, too.
  if (source !== null || BEFORE_ANOTHER_SLOT.test(free)) return source;
  return (
    withAmount(draft, amounts, { people, own, words }) ?? withPayee(draft, { people, own, amounts })
  );
}

type Values = {
  readonly people: readonly Named[];
  readonly own: readonly Named[];
  readonly amounts: readonly ReadAmount[];
};

/** `I have the bill here somewhere... £346.80`; a number alone may be an age or a number of things. */
function withAmount(
  draft: Draft,
  [amount]: readonly ReadAmount[],
  { people, own, words }: Omit<Values, 'amounts'> & { readonly words: readonly string[] },
): Draft | null {
  if (!amount || draft.amount !== null || people.length + own.length > 0) return null;
  const isMoney = amount.currencies.length > 0 || amount.scale === 2 || words.length === 1;
  return isMoney && amount.doubts.length === 0
    ? { ...draft, amount: amountText(amount, draft.amount) }
    : null;
}

function withPayee(draft: Draft, { people, own, amounts }: Values): Draft | null {
  const [person, ...others] = people;
  if (!person || draft.payee !== null || others.length + own.length + amounts.length > 0)
    return null;
  return person.before === null || /^(?:to|for)$/u.test(person.before)
    ? { ...draft, payee: person.name }
    : null;
}

function withSource(draft: Draft, { people, own, amounts }: Values): Draft | null {
  const [account, ...others] = own;
  if (!account || draft.source !== null) return null;
  if (people.length + others.length + amounts.length > 0) return null;
  return account.before === 'from' && draft.verb !== 'deposit'
    ? { ...draft, source: account.name }
    : null;
}

const PREPOSITION = /^(?:to|for|from|with|by|at|of|into|in|on)$/u;
const DETERMINER = /^(?:the|my|our|that|this)$/u;

/** The longest runs of words that are names, with the preposition before them. */
export function namesOf(words: readonly string[], isName: (name: string) => boolean): Named[] {
  const found: Named[] = [];
  for (let at = 0; at < words.length; ) {
    let many = Math.min(MOST_OF_A_NAME, words.length - at);
    const run = () => words.slice(at, at + many).join(' ');
    const isOne = () =>
      (words[at]?.length ?? 0) > 1 &&
      !PREPOSITION.test((words[at] ?? '').toLowerCase()) &&
      isName(run());
    while (many > 0 && !isOne()) many--;
    if (many === 0) {
      at++;
      continue;
    }
    const lead = words.slice(0, at).map((word) => word.toLowerCase());
    while (DETERMINER.test(lead.at(-1) ?? '')) lead.pop();
    const before = lead.at(-1) ?? '';
    found.push({ name: run(), before: PREPOSITION.test(before) ? before : null });
    at += many;
  }
  return found;
}
