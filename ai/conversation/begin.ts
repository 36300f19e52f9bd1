// Begins a payment with a message that is no whole command: `I've got to pay somebody today`, `can I do a
// transfer`, `Esperanza`. Each word has to be one of a beginning, a goal, or a value that is kept, so that no
// stated account, day or person is lost.

import {
  BEGINNING,
  BEGINS,
  NO_BEGINNING,
  OF_A_NAME_ALONE,
  PAID_BY_NAMED,
} from '../english/replies.ts';
import { readAmounts } from '../intents/amounts.ts';
import { readDates, readRecurrences } from '../intents/dates.ts';
import { GOAL_NOUN } from '../intents/grammar.ts';
import { isOwnAccount } from '../intents/parse.ts';
import { type Given, isContactNamed } from './fill.ts';
import { namesOf } from './open-fill.ts';
import type { Draft } from './sentence.ts';

const MOST_WORDS = 16;

/** The draft of a payment that a message begins; null where it begins none, or says more than is kept. */
export function begun(empty: Draft, said: string, given: Given): Draft | null {
  const { now, timezone, contacts, accounts = [] } = given;
  const words = said.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’&-]*/gu) ?? [];
  if (words.length > MOST_WORDS || NO_BEGINNING.test(said)) return null;
  const people = namesOf(words, (name) => isContactNamed(name, contacts));
  const own = namesOf(words, (name) => isOwnAccount(name, accounts));
  const dates = readDates(said, now, timezone);
  if (readRecurrences(said).length > 0 || dates.length > 1 || people.length > 1 || own.length > 1)
    return null;
  const amounts = readAmounts(said).filter(({ text }) => text.toLowerCase() !== 'one');
  const [[person], [account], [day], [amount, ...others]] = [people, own, dates, amounts];
  if (others.length > 0 || (amount && amount.doubts.length > 0) || day?.doubt) return null;
  if (person && PAID_BY_NAMED.test(said.replace(person.name, '\ue001'))) return null;
  const named = [person?.name, account?.name, day?.text, amount?.text].flatMap((one) => one ?? []);
  const rest = named.reduce((left, one) => left.replace(one, ' '), said);
  const free = (rest.match(/[\p{L}\p{M}'’]+/gu) ?? []).map((word) =>
    word.toLowerCase().replaceAll('’', "'"),
  );
  if (!free.every((word) => BEGINNING.has(word) || GOAL_NOUN.test(word))) return null;
  const isAlone = amount === undefined && account === undefined && OF_A_NAME_ALONE.test(rest);
  if (!(BEGINS.test(rest) || (person !== undefined && isAlone))) return null;
  // What is whole is read as a command, or not at all.
  if (amount !== undefined && (person !== undefined || account?.before !== 'from')) return null;
  const isSource = account !== undefined && /^(?:from|with)$/u.test(account.before ?? '');
  if (account !== undefined && !isSource && person !== undefined) return null;
  return {
    ...empty,
    amount: amount?.text ?? null,
    payee: person?.name ?? (isSource ? null : (account?.name ?? null)),
    source: isSource ? account.name : null,
    date: day?.text ?? null,
  };
}
