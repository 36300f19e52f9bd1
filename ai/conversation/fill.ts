// Fills the slots of an open command from a message. Values are read and removed, filler words are
// dropped, and each remaining name has to be a payee, an account or a purpose. When a word remains,
// no slot is filled.

import { OCCUPATION } from '../english/command-parts.ts';
import { GETS_IT, NO_TIME_NOW, NOW, ONCE, PRONOUN } from '../english/corrections.ts';
import { MALE_RELATIVES, OF_WOMEN } from '../english/people.ts';
import {
  ANY_ACCOUNT,
  BETWEEN_NONE,
  BETWEEN_PARTS,
  BETWEEN_SLOTS,
  CHARGED_TO,
  CORRECTED_AT_ONCE,
  FROM_WORDS,
  OF_A_PERSON,
  OF_SOMEBODY_ELSE,
  REASON,
  RELATIVE,
  SAME_PERSON,
  TELLS_BESIDE,
  TO_WORDS,
} from '../english/replies.ts';
import { type ReadAmount, readAmounts } from '../intents/amounts.ts';
import { isOver, readDates, readRecurrences } from '../intents/dates.ts';
import { FOR, GOAL_NOUN, HAZARDS } from '../intents/grammar.ts';
import { accountCalled, type HeardOrder, isOwnAccount, namesIn } from '../intents/parse.ts';
import { type Contact, matchPayee } from '../intents/payees.ts';
import type { Asked, Draft } from './sentence.ts';
import { bareOf, isChosenIn, keptWords } from './words.ts';

export interface Given {
  readonly asked: Asked | null;
  readonly now: number;
  readonly timezone: string;
  readonly contacts: readonly Contact[];
  readonly accounts?: HeardOrder['accounts'];
}

/** Placeholder for a removed value. */
const TAKEN = '\ue001';
/** Placeholder for a letter of a name. */
const NAMED = '\ue000';

/** Returns the draft with the values of the message, or null when a word has no part in it. */
export function slotsFrom(draft: Draft, said: string, given: Given): Draft | null {
  const [, before, behind] = CORRECTED_AT_ONCE.exec(said) ?? [];
  if (before !== undefined && behind !== undefined) {
    const first = filledFrom(draft, before, given);
    const second = first && filledFrom(first, behind, given);
    if (second) return second;
  }
  return filledFrom(draft, said, given);
}

function filledFrom(draft: Draft, said: string, given: Given): Draft | null {
  const plain = said.replace(CHARGED_TO, 'from ').replace(NO_TIME_NOW, '');
  for (const split of SPLITS) {
    const filled = filledBy(draft, plain, given, split);
    if (filled !== null) return filled;
  }
  return null;
}

/** A first `and` may belong to a name: `Sparrow and Finch`. A last `to` may belong to a purpose. */
const SPLITS: readonly RegExp[] = [BETWEEN_SLOTS, BETWEEN_PARTS, BETWEEN_NONE];

function filledBy(draft: Draft, said: string, given: Given, split: RegExp): Draft | null {
  const values = valuesIn(draft, said, given, split);
  if (values === null) return null;
  let next = values.draft;
  for (const part of values.parts) {
    const filled = withPart(next, part, draft, given);
    if (filled === null) return null;
    next = filled;
  }
  return next === draft ? null : next;
}

interface Part {
  readonly isFirst: boolean;
  readonly text: string;
  readonly isBeforeValue: boolean;
}

/** The draft with the days and the amount of the message, and the parts between them. */
function valuesIn(draft: Draft, said: string, given: Given, split: RegExp) {
  const { now, timezone } = given;
  let rest = said;
  const cut = ({ start, end }: { readonly start: number; readonly end: number }, mark = TAKEN) => {
    rest = `${rest.slice(0, start)}${mark.repeat(end - start)}${rest.slice(end)}`;
  };
  // The words of a name are not read as a day or an amount: `the switch 3 fund`.
  const names = namesIn(said, {
    contacts: given.contacts.filter(({ name }) => / |\d/.test(name)),
    accounts: given.accounts ?? [],
    now,
    timezone,
  });
  for (const one of names) cut(one, NAMED);
  const recurrences = readRecurrences(rest);
  for (const one of recurrences) cut(one);
  // `for the cab last night`: what it is for.
  const dates = readDates(rest, now, timezone).filter(
    (one) => !(isOver(one) && FOR.test(rest.slice(0, one.start))),
  );
  for (const one of dates) cut(one);
  // `the other one`, `the Lindqvist one`: no amount.
  rest = rest.replace(PRONOUN, (said, kept: string) => ` ${kept}`.padEnd(said.length));
  // `one thing`, `the one`: no amount.
  const amounts = readAmounts(rest).filter(({ text }) => text.toLowerCase() !== 'one');
  for (const one of amounts) cut(one);
  if (recurrences.length > 1 || dates.length > 1 || amounts.length > 1) return null;
  if (TELLS_BESIDE.test(rest)) return null;
  // `45 now`, of a payment for a later day: the day, or only a word.
  const isOddNow =
    draft.date !== null && amounts.length > 0 && dates[0]?.text.toLowerCase() === 'now';
  if (isOddNow) return null;
  // `she's 90 today` names no amount.
  const [amount] = amounts;
  const isOfPerson =
    amount !== undefined &&
    (OF_A_PERSON.test(rest.slice(0, amount.start)) ||
      OF_A_PERSON_BEHIND.test(rest.slice(amount.end)));
  if (amount && amount.currencies.length === 0 && isOfPerson) {
    return null;
  }
  let next = draft;
  if (recurrences[0]) next = { ...next, recurrence: recurrences[0].text };
  if (dates[0]) next = { ...next, date: dates[0].text.replace(/^(?:starting|from) /i, '') };
  if (amount) next = { ...next, amount: amountText(amount, draft.amount) };
  const parts: Part[] = [];
  let from = 0;
  for (const match of rest.matchAll(split)) {
    const isValue = match[0].startsWith(TAKEN);
    parts.push({
      text: written(said, rest, from, match.index),
      isBeforeValue: isValue,
      isFirst: from === 0,
    });
    from = match.index + match[0].length;
  }
  parts.push({
    text: written(said, rest, from, rest.length),
    isBeforeValue: false,
    isFirst: from === 0,
  });
  return { draft: next, parts: parts.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)) };
}

/** The text of a part, with its names as they were written. */
function written(said: string, rest: string, from: number, end: number): string {
  return [...Array(end - from).keys()]
    .map((at) => (rest[from + at] === NAMED ? said[from + at] : rest[from + at]))
    .join('')
    .trim();
}

/** The draft with the name that a part has in it; null when it is not understood. */
function withPart(next: Draft, part: Part, before: Draft, given: Given): Draft | null {
  const { contacts, accounts = [], asked } = given;
  const kept = keptWords([...contacts, ...accounts]);
  const text = part.text.replace(GETS_IT, 'to $1');
  const core = bareOf(text, kept, part.isBeforeValue);
  if (!/[\p{L}\p{N}]/u.test(core) || ALONE.test(core)) return next;
  if (isDenied(core, before) || REASON.test(part.text)) return next;
  if (ONCE.test(core)) return next.recurrence === null ? next : { ...next, recurrence: null };
  if (NOW.test(core)) return { ...next, date: next.recurrence === null ? null : 'today' };
  if (!isChosenIn(text, core, kept, part.isBeforeValue)) return null;
  const from = FROM_WORDS.exec(core)?.[0];
  if (from !== undefined) return withSource(next, core.slice(from.length), given);
  const to = TO_WORDS.exec(core)?.[0];
  const name = bareOf(to === undefined ? core : core.slice(to.length), kept);
  if (name === '') return next;
  if (SAME_PERSON.test(name)) return isSomebodyElse(name, before, contacts) ? null : next;
  const isFor = /^for/iu.test(to ?? '');
  const isIn = /^int?o? |^onto/iu.test(to ?? '');
  const isPayeeOpen = before.payee === null || /^recipient/.test(asked?.field ?? '');
  const isContact = isContactNamed(name, contacts);
  const isOwn = isOwnAccount(name, accounts);
  const at = part.text.toLowerCase().lastIndexOf(name.toLowerCase());
  if ((isOwn || RELATIVE.test(name)) && at > 0 && OF_SOMEBODY_ELSE.test(part.text.slice(0, at)))
    return null;
  if (next.payee !== null && next.payee !== before.payee && isContact) {
    // `the cleaning lady, Guillermina`: who it is, and the name.
    const isDescribed = DESCRIPTION.test(next.payee) && !isContactNamed(next.payee, contacts);
    if (isDescribed) return { ...next, payee: wholeName(name, contacts) };
    return isSamePerson(name, next.payee, contacts) ? next : null;
  }
  const isNamed = next.payee !== before.payee;
  // `for my mother`: she would be paid, and is none of the contacts.
  const isRelative = RELATIVE.test(name) && !isNamed;
  if (isFor && isRelative && !isContact) return { ...next, payee: name };
  if (isFor && (isNamed || !(isPayeeOpen || (isContact && !isGoal(name, isPayeeOpen, contacts))))) {
    // `for Renata the same`: somebody else is to be paid, and no purpose is named.
    if (!isContact && namesSomebody(name, contacts)) return null;
    return { ...next, purpose: name };
  }
  if (to !== undefined) {
    const called = isIn && !isOwn ? accountCalled(name, accounts) : null;
    if (called !== null && !isContact) return { ...next, payee: called };
    if (isIn && !isOwn) return null;
    // `savings to Maria`: what is named first pays.
    const isFirstOwn = isNamed && isOwnAccount(next.payee ?? '', accounts);
    if (isFirstOwn && next.source === before.source && (isOwn || isContact))
      return { ...next, source: next.payee, payee: isContact ? wholeName(name, contacts) : name };
    // `I have to go` names nobody.
    const isPlain = isOwn || isPayeeOpen || (part.isFirst && TO_WORDS.test(part.text));
    return isContact
      ? { ...next, payee: wholeName(name, contacts) }
      : isPlain && isOneName(name)
        ? { ...next, payee: name }
        : null;
  }
  if (asked?.field === 'sourceAccountId' && !isContact) return withSource(next, name, given);
  if (isContact) return { ...next, payee: wholeName(name, contacts) };
  if (isOwn) {
    // `put 20 in my savings`, `no, the holiday pot`.
    const isMoved = isOwnAccount(before.payee ?? '', accounts) && !/^use(?![\p{L}])/iu.test(text);
    return (isPayeeOpen && asked?.field === 'recipient') || isMoved
      ? { ...next, payee: name }
      : { ...next, source: name };
  }
  if (GOAL_NOUN.test(name) && next.purpose === null) return { ...next, purpose: name };
  const isAnswer = asked?.field === 'recipient' && asked.options.length === 0;
  return isAnswer && isOneName(name) && next.payee === before.payee
    ? { ...next, payee: name }
    : null;
}

/** `for her`, of a payment to my brother: somebody else is meant. */
export function isSomebodyElse(
  pronoun: string,
  { payee }: Draft,
  contacts: readonly Contact[],
): boolean {
  if (payee === null) return true;
  const { payee: known } = matchPayee(payee, contacts);
  const relations = contacts.flatMap(({ name, relationship }) =>
    name === known?.name ? [name, relationship ?? ''] : [],
  );
  const said = [payee, ...relations].join(' ');
  return /^her(?![\p{L}])/iu.test(pronoun)
    ? MALE_RELATIVES.test(said) && !OF_WOMEN.test(said)
    : /^him(?![\p{L}])/iu.test(pronoun) && OF_WOMEN.test(said) && !MALE_RELATIVES.test(said);
}

const OF_A_PERSON_BEHIND =
  /^,? (?:he|she|they)(?:['’](?:s|re)| is| are| was| turns?| turned)(?= *$| now| today| *\ue001)/iu;

/** `for it`: nothing is left behind the preposition. */
const ALONE = /^(?:to|for|from|with|of|on|in)$/iu;

/** `sparrow and finch`: the contact's own name, whose words are none of the command. */
function wholeName(name: string, contacts: readonly Contact[]): string {
  const { payee, isSlip } = matchPayee(name, contacts);
  return payee === null || isSlip || isOneName(name) ? name : payee.name;
}

/** Two names of one contact: `the landlady, Esperanza`. */
function isSamePerson(one: string, other: string, contacts: readonly Contact[]): boolean {
  const [first, second] = [one, other].map((name) => matchPayee(name, contacts).payee);
  return first !== null && first !== undefined && first.name === second?.name;
}

/** `not Maria` beside `Bob`: the value that was named before. */
function isDenied(core: string, before: Draft): boolean {
  const denied = /^(?:not|instead of|rather than) (?:to |from |on |in |the |my )*(.+)$/iu.exec(
    core,
  )?.[1];
  if (denied === undefined) return false;
  return [before.payee, before.source].some(
    (slot) => slot !== null && isContactNamed(denied, [{ ...NOBODY, name: slot }]),
  );
}

const NOBODY = { name: '', accountId: null, relationship: null };

export function isContactNamed(name: string, contacts: readonly Contact[]): boolean {
  return matchPayee(name, contacts).candidates.some(({ matchScore }) => matchScore >= 0.89);
}

/** True when a word of a purpose is a person's name; `Maria's birthday` is a purpose. */
function namesSomebody(purpose: string, contacts: readonly Contact[]): boolean {
  return purpose
    .split(/\s+/u)
    .some((word) => word.length > 2 && isInName(word) && isContactNamed(word, contacts));
}
const isInName = (word: string) => /^\p{Lu}/u.test(word) && !/['’]s$/u.test(word);

/** `it's for the coal` names the purpose, even when a company has that name. */
function isGoal(name: string, isPayeeOpen: boolean, contacts: readonly Contact[]): boolean {
  const isOfFamily = matchPayee(name, contacts).candidates.some(
    ({ matchScore }) => matchScore >= 0.95,
  );
  return !isPayeeOpen && /^(?:the|a|an|my|our|her|his|their) /iu.test(name) && !isOfFamily;
}

/** A name without words of denial, doubt or conjunction. */
function isOneName(name: string): boolean {
  const isHazard = HAZARDS.some(([hazard, pattern]) => hazard !== 'question' && pattern.test(name));
  return !isHazard && name.split(/\s+/).length <= MAX_OF_A_NAME;
}

const MAX_OF_A_NAME = 5;
const DESCRIPTION = new RegExp(`^(?:(?:the|my|our) )?${OCCUPATION}$`, 'iu');

function withSource(next: Draft, said: string, given: Given): Draft | null {
  const { accounts = [], contacts, asked } = given;
  const name = bareOf(said, keptWords(accounts)).replace(/ for (?:it|this|that)$/iu, '');
  if (next.verb === 'deposit' || name === '') return null;
  const isAsked = asked?.field === 'sourceAccountId';
  const isOwn = isOwnAccount(name, accounts);
  const called = isOwn || isContactNamed(name, contacts) ? null : accountCalled(name, accounts);
  if (called !== null) return { ...next, source: called };
  if (!isOwn && !isAsked && !ANY_ACCOUNT.test(name)) return null;
  return !isOwn && isContactNamed(name, contacts) ? null : { ...next, source: name };
}

/** `no, 40` keeps the currency that was named before. */
export function amountText({ text, currencies }: ReadAmount, before: string | null): string {
  if (currencies.length > 0 || before === null) return text;
  const [named] = readAmounts(before);
  return named ? `${text}${unitText(named)}` : text;
}

/** The words of a unit, as the amount before named it. */
export function unitText({ currencies, text }: ReadAmount): string {
  if (currencies.length === 1) return ` ${currencies[0]}`;
  return currencies.length === 0
    ? ''
    : /\$|dollar|buck/i.test(text)
      ? ' dollars'
      : ` ${text.replace(/.*[\d ]/, '')}`;
}
