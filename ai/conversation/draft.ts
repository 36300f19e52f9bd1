// A command about money that grows over several messages. Each message fills or corrects slots; the
// slots are then written as one plain command, which is read like any other: a command that the
// grammar would not propose from one sentence is not proposed from several.

import {
  ABOUT_A_PERSON,
  AMOUNT_AND_CLAUSE,
  AMOUNT_AND_WHY,
  CHOSEN,
  DENIES,
  DENIES_IN_A_REASON,
  ECHOED,
  GETS_AMOUNT,
  INSTEAD,
  IT_WAS,
  LEADS_TO_NO_VALUE,
  MOST_WORDS,
  NOTED,
  NOW,
  ONCE,
  OUTCOME,
  QUESTION,
  REFERENCED,
  SAME_BUT,
  SECOND,
  WAS_RIGHT,
} from '../english/corrections.ts';
import {
  ABOUT_SOMEBODY,
  AMOUNT_NAMED,
  AROUND_ANOTHER,
  BEFORE_A_REQUEST,
  CALLED_SO,
  CORRECTS,
  DONE_BY_OTHERS,
  NONE_OF_THEM,
  NOT_CANCELED,
  ORDERED_INSTEAD,
  REASON,
  REMARK,
  SAME_SUM,
  SOME_DAY,
  SUGGESTED,
  TOLD_OFF,
  TURNED_ROUND,
  WHAT_ABOUT,
  WRONG_ACCOUNT,
  WRONG_AMOUNT,
  WRONG_DAY,
  WRONG_PAYEE,
} from '../english/replies.ts';
import { isTelling } from '../english/tellings.ts';
import { readAmounts } from '../intents/amounts.ts';
import type { Command } from '../intents/command.ts';
import { readDates, readRecurrences } from '../intents/dates.ts';
import { isOwnAccount } from '../intents/parse.ts';
import { OF_THE_AMOUNT } from '../intents/questions.ts';
import { inOtherCurrency, isForAGoal, scaled, shifted, withHundredths } from './adjust.ts';
import { changedByRole } from './by-role.ts';
import { chosenOption, nameOfOption } from './choose.ts';
import { amountText, type Given, isContactNamed, slotsFrom } from './fill.ts';
import {
  AGREED,
  ASKED_TO,
  BACK,
  CANCELED,
  CANCELED_FIRST,
  DENIED,
  LEAD,
  SAME,
  TAIL,
  WHY,
} from './grammar.ts';
import { namesOf, openFilled } from './open-fill.ts';
import type { Asked, Draft } from './sentence.ts';

/**
 * The slots of a command, with the words that leave one of them open; null when more than a slot is
 * open, or one has several values.
 */
export function draftOf(command: Command): Draft | null {
  const { verb, amounts, dates, recurrences, payee, source, purpose, hazards } = command;
  const isOpenAmount = hazards.some((one) => OF_THE_AMOUNT.has(one)) || amounts.length > 1;
  const isUnclear = hazards.some((one) => !OF_THE_AMOUNT.has(one));
  const doubts = (command.doubts ?? []).map(({ field }) => field);
  if (verb === null || isUnclear || doubts.some((field) => field !== 'amount')) return null;
  const unexplained = isOpenAmount
    ? command.unexplained.filter(
        (word) =>
          !/^(?:to|in|into|(?:all|everything|half|most|rest|the rest)(?: of (?:it|that|this))?)$/i.test(
            word,
          ),
      )
    : command.unexplained;
  if (unexplained.length > 0 || dates.length > 1 || recurrences.length > 1) return null;
  return {
    verb,
    amount: isOpenAmount || doubts.includes('amount') ? null : (amounts[0]?.text ?? null),
    payee: (isOpenAmount ? payee?.text.replace(OPEN_AMOUNT, '') : payee?.text) ?? null,
    source: source?.text ?? null,
    date: dates[0]?.text ?? null,
    recurrence: recurrences[0]?.text ?? null,
    purpose: purpose?.text ?? null,
  };
}

/** `Odalis all my money`: words about the amount are not part of a name. */
const OPEN_AMOUNT =
  /(?: |^)(?:all|half|everything|most|(?:the )?(?:rest|remaining|whole|entire|maximum))(?: .*)?$/iu;

export type Reply =
  | { readonly kind: 'canceled' }
  | { readonly kind: 'agreed' }
  | { readonly kind: 'changed'; readonly draft: Draft }
  /** A payment beside the one that is open. */
  | { readonly kind: 'second'; readonly draft: Draft }
  /** The message does not answer the bank's question. */
  | { readonly kind: 'again' }
  /** It says nothing about the command. */
  | { readonly kind: 'other' };

const MOST_LETTERS = 240;
const MAX_STEPS = 5;

function changed(before: Draft, next: Draft): Reply {
  return { kind: 'changed', draft: { ...next, before: withSteps(before, MAX_STEPS) } };
}

function withSteps({ before, ...draft }: Draft, steps: number): Draft {
  return before && steps > 0 ? { ...draft, before: withSteps(before, steps - 1) } : draft;
}

/** True when the message takes the open command back. */
export function cancels(draft: Draft, message: string, given: Given): boolean {
  const { text } = plainOrder(plainApostrophes(message), given.asked);
  return isCancellation(text, draft, given);
}

const plainApostrophes = (message: string) => message.trim().replaceAll('’', "'");

/** Returns the meaning of a message for an open command. */
export function replyTo(draft: Draft, message: string, given: Given): Reply {
  const { asked } = given;
  const typed = plainApostrophes(message);
  const whole = asked === null ? typed : typed.replace(ECHOED, '');
  const { text, isOrder } = plainOrder(whole, asked);
  // `undo` behind a correction takes that back, and not the payment.
  if (draft.before && BACK.test(text)) return { kind: 'changed', draft: draft.before };
  const rest = text.replace(LEAD, '').replace(ASKED_TO, '').replace(LEAD, '').replace(TAIL, '');
  if (draft.date !== null && NOW.test(rest)) return changed(draft, { ...draft, date: null });
  if (isCancellation(text, draft, given)) return { kind: 'canceled' };
  if (AGREED.test(text)) return { kind: 'agreed' };
  if (BACK.test(text)) return { kind: 'again' };
  // `what was I saying... oh yes, to Ignatius`: the words before an answer ask nothing.
  const isQuestion = !isOrder && QUESTION.test(text) && (rest === '' || QUESTION.test(rest));
  const nothing: Reply = asked && !isQuestion ? { kind: 'again' } : { kind: 'other' };
  const isLong = rest.split(/\s+/).length > MOST_WORDS || rest.length > MOST_LETTERS;
  const noted = noteIn(draft, text);
  if (noted) return changed(draft, noted);
  const second = isLong || text.includes('?') ? null : secondOf(draft, text, given);
  if (second) return second;
  if (isLong || /["“”\n]/.test(rest) || isQuestion) return nothing;
  const next =
    (rest === '' ? null : changeIn(draft, rest, text, given)) ??
    behindWrong(draft, text, given) ??
    behindRemark(draft, text, given) ??
    byLastClause(draft, text, given) ??
    withWhy(draft, rest, given) ??
    itWas(draft, rest, text, given) ??
    openedBy(draft, text, rest) ??
    openFilled(draft, text, given) ??
    changedByRole(draft, text.replace(TAIL, ''), given) ??
    changedByClauses(draft, text, given) ??
    unreadAmount(draft, text, given) ??
    deniedFor(draft, text, given);
  const isSuggested = WHAT_ABOUT.test(typed) && next?.payee !== draft.payee;
  return next === null || isSuggested ? nothing : changed(draft, next);
}

/** `make it sixtyish`: an amount is named, and it is none that can be read: it is open again. */
function unreadAmount(draft: Draft, text: string, given: Given): Draft | null {
  const { now, timezone, contacts, accounts } = given;
  const named = AMOUNT_NAMED.exec(text.replace(LEAD_OF_ALL, '').replace(TAIL, ''))?.[1];
  if (named === undefined || draft.amount === null) return null;
  const isOther =
    readDates(named, now, timezone).length + readRecurrences(named).length > 0 ||
    isOwnAccount(named, accounts) ||
    named
      .split(/[^\p{L}\p{M}'-]+/u)
      .some((word) => word.length > 2 && isContactNamed(word, contacts));
  return isOther ? null : { ...draft, amount: null };
}
const LEAD_OF_ALL =
  /^(?:(?:no|nope|oh|ok|okay|well|actually|sorry|wait|please|and|but|so|just|then)[, ]+){1,4}/iu;

/**
 * `put it on the joint account and make it 45`: each clause changes a value of its own, and none of them
 * names a payee.
 */
function changedByClauses(draft: Draft, text: string, given: Given): Draft | null {
  const clauses = text.split(BETWEEN_CHANGES);
  if (clauses.length < 2 || clauses.length > MOST_CLAUSES) return null;
  let next = draft;
  for (const clause of clauses) {
    const rest = clause.replace(LEAD, '').replace(TAIL, '');
    if (rest === '') continue;
    if (/^grand[.! ]*$/iu.test(rest)) return null;
    const changed =
      changeIn(next, rest, clause, { ...given, asked: null }) ??
      changedByRole(next, clause.replace(TAIL, ''), given);
    if (changed === null) return null;
    const isAgain = CHANGEABLE.some(
      (slot) => next[slot] !== draft[slot] && changed[slot] !== next[slot],
    );
    if (isAgain || changed.payee !== draft.payee) return null;
    next = changed;
  }
  return next === draft ? null : next;
}
const BETWEEN_CHANGES = /[,;.!]+ +(?:and )?| and /iu;
const MOST_CLAUSES = 3;
const CHANGEABLE = ['amount', 'source', 'date', 'recurrence', 'purpose'] as const;

/** `not enough, 55`: what is wrong, and what is right. */
function behindWrong(draft: Draft, text: string, given: Given): Draft | null {
  const [, wrong = '', right = ''] = /^([^,.;:!]{3,40})[,.;:!–-]+ (.+)$/u.exec(text) ?? [];
  if (right === '' || openedBy(draft, wrong, wrong.replace(LEAD, '')) === null) return null;
  const rest = right.replace(LEAD, '').replace(TAIL, '');
  return rest === '' ? null : changeIn(draft, rest, right, given);
}

/** `They came twice, so double`: a clause that says why, and what is changed. */
function behindRemark(draft: Draft, text: string, given: Given): Draft | null {
  for (const { 0: mark, index } of text.matchAll(BEHIND_A_CLAUSE)) {
    const why = text.slice(0, index).replace(LEAD, '').trim();
    const said = text.slice(index + mark.length);
    if (!REMARK.test(why) || !CORRECTS.test(said)) continue;
    if (why.split(' ').some((word) => word.length > 2 && isContactNamed(word, given.contacts)))
      return null;
    const order = said.replace(SO, '').replace(ASKED_TO, '');
    const rest = order.replace(LEAD, '').replace(TAIL, '');
    const next = rest === '' ? null : changeIn(draft, rest, order, given);
    if (next !== null) return next;
  }
  return null;
}
/** `he did an extra half day, 680`: the last clause is the new amount, or a name said behind an excuse. */
function byLastClause(draft: Draft, text: string, given: Given): Draft | null {
  const { now, timezone, contacts, accounts } = given;
  const at = [...text.matchAll(BEFORE_THE_LAST)].at(-1);
  if (at === undefined) return null;
  const before = text.slice(0, at.index);
  const said = text
    .slice(at.index + at[0].length)
    .replace(TAIL, '')
    .replace(/[.! ]+$/u, '');
  const isOutcome = OUTCOME.test(said);
  const value = said.replace(OUTCOME, '').replace(LEAD, '');
  const [amount, ...others] = readAmounts(value);
  if (!amount || others.length > 0 || amount.text !== value || amount.doubts.length > 0)
    return null;
  if (before.includes('?')) return null;
  const isTold =
    (amount.currencies.length === 0 && ABOUT_A_PERSON.test(before)) ||
    LEADS_TO_NO_VALUE.test(before) ||
    readAmounts(before).length + readDates(before, now, timezone).length > 0 ||
    isOwnAccount(before, accounts) ||
    before
      .split(/[^\p{L}\p{M}'-]+/u)
      .some((word) => word.length > 2 && isContactNamed(word, contacts));
  return isTold && !isOutcome ? null : { ...draft, amount: amountText(amount, draft.amount) };
}
/** `850 because of the party`: the amount stands first. */
function withWhy(draft: Draft, rest: string, given: Given): Draft | null {
  const clause = AMOUNT_AND_CLAUSE.exec(rest);
  // `40, it is her brother`: who is meant, and no reason.
  const said = clause?.[2] ?? '';
  const isClause = clause !== null && !/^it(?![\p{L}])/iu.test(said) && isTelling(said);
  const [, value = '', why = ''] = AMOUNT_AND_WHY.exec(rest) ?? (isClause ? clause : []);
  const [amount, ...others] = readAmounts(value);
  if (!amount || others.length > 0 || amount.text !== value || amount.doubts.length > 0)
    return null;
  const { now, timezone, contacts } = given;
  // `90 she is now`: without a unit it is her age.
  const isAge = isClause && amount.currencies.length === 0 && ABOUT_A_PERSON.test(why);
  if (isAge) return null;
  const isMore =
    LEADS_TO_NO_VALUE.test(why) ||
    DENIES_IN_A_REASON.test(why) ||
    why.includes('?') ||
    readAmounts(why).length + readDates(why, now, timezone).length > 0 ||
    namesOf(wordsIn(why), (name) => isContactNamed(name, contacts)).length > 0;
  return isMore ? null : { ...draft, amount: amountText(amount, draft.amount) };
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’&-]*/gu) ?? [];

/** `No, it was Colin who paid`, behind a denial. */
function itWas(draft: Draft, rest: string, text: string, { contacts }: Given): Draft | null {
  const name = DENIES.test(text) ? IT_WAS.exec(rest)?.[1] : undefined;
  if (name === undefined || draft.payee === null) return null;
  return isContactNamed(name, contacts) && !isNamedIn(name, draft.payee)
    ? { ...draft, payee: name }
    : null;
}

/** `No, Colin got the last one`: denied, with another name, and not understood: the payee is open again. */
function deniedFor(draft: Draft, text: string, { contacts }: Given): Draft | null {
  const { payee } = draft;
  if (payee === null || !DENIES.test(text) || text.includes('?')) return null;
  const others = contacts.filter(({ name }) => !isNamedIn(payee, name));
  const named = namesOf(wordsIn(text.replace(DENIES, '')), (name) => isContactNamed(name, others));
  return named.length > 0 ? { ...draft, payee: null } : null;
}

const BEFORE_THE_LAST = /[,;:.!–-]+ +(?:(?:and|but) )?| (?=so )/gu;

const BEHIND_A_CLAUSE = /[,.;:!–-]+ +(?:and )?| (?=so )/gu;
const SO = /^(?:so|and so|therefore|then),? /iu;

/** The readings of a reply, the narrow ones first; null when none of them fits. */
function changeIn(draft: Draft, rest: string, text: string, given: Given): Draft | null {
  const { asked } = given;
  const plain = text.replace(TAIL, '');
  const bare = rest.replace(NONE_OF_THEM, '').replace(CALLED_SO, '');
  return (
    scaled(draft, rest) ??
    turnedRound(draft, text, given) ??
    behindReason(draft, text) ??
    withHundredths(draft, plain) ??
    shifted(draft, rest, given) ??
    (ONCE.test(rest) && draft.recurrence !== null ? { ...draft, recurrence: null } : null) ??
    answered(draft, chosenIn(bare, asked), given) ??
    wasRight(draft, rest) ??
    corrected(draft, rest, given) ??
    inOtherCurrency(draft, rest) ??
    slotsFrom(draft, bare, given) ??
    slotsFrom(draft, plain, given) ??
    slotsFrom(draft, text, given)
  );
}

/** `I forgot the tip, add 5`. */
function behindReason(draft: Draft, text: string): Draft | null {
  const [, why = '', rest = ''] = /^([^,.;:!]{4,60})[,.;:!–-]+ (.+)$/u.exec(text) ?? [];
  return REASON.test(why) ? scaled(draft, rest.replace(LEAD, '').replace(TAIL, '')) : null;
}

/** `the other way round`: of two own accounts. */
function turnedRound(draft: Draft, text: string, { accounts }: Given): Draft | null {
  const { payee, source } = draft;
  const isTurned =
    TURNED_ROUND.test(text) &&
    payee !== null &&
    source !== null &&
    isOwnAccount(payee, accounts) &&
    isOwnAccount(source, accounts);
  return isTurned ? { ...draft, payee: source, source: payee } : null;
}

/**
 * Reads an order in the form of a question as the order: `can you make it 60?`, and `Maria?` when
 * the bank asked for a name.
 */
function plainOrder(said: string, asked: Asked | null) {
  const text = said.replace(/\?+\s*$/u, '').replace(BEFORE_A_REQUEST, '');
  const order = text.replace(ASKED_TO, '');
  if (order !== text) return { text: order, isOrder: true };
  const suggested = text.replace(SUGGESTED, '');
  if (suggested !== text && !/^(?:i|we|you|it|that)(?![\p{L}])/iu.test(suggested)) {
    return { text: suggested, isOrder: true };
  }
  const isShort = text.split(/\s+/u).length <= MAX_OF_A_GUESS;
  const isGuess = asked !== null && isShort && !QUESTION.test(text);
  return { text: isGuess ? text : said, isOrder: isGuess };
}

const MAX_OF_A_GUESS = 4;

/** `never mind, she says it's fine`: what follows names nothing that could be done instead. */
function isCancellation(text: string, draft: Draft, given: Given): boolean {
  if (NOT_CANCELED.test(text)) return false;
  const others = given.contacts.filter(
    ({ name }) => draft.payee === null || !isNamedIn(draft.payee, name),
  );
  // `scratch that about Tuan`, of a payment to Maria.
  const isOfOther = wordsIn(text).some((word) => word.length > 2 && isContactNamed(word, others));
  if (CANCELED.test(text) && !isOfOther) return true;
  const [before, last] = /^(.+)[.!;,] +([^.!;,]+[.! ]*)$/u.exec(text)?.slice(1) ?? [];
  // `He does not want it back. Forget about it.`
  if (before !== undefined && last !== undefined && CANCELED.test(last) && TOLD_OFF.test(last)) {
    return WHY.test(before) || !isOrdered(before, draft, given);
  }
  const said = CANCELED_FIRST.exec(text)?.[0];
  const rest = said === undefined ? '' : text.slice(said.length);
  if (rest === '') return false;
  return DONE_BY_OTHERS.test(rest)
    ? readAmounts(rest).length === 0
    : !isOrdered(rest, draft, given);
}

/** True when the words name a part of an order: an amount, a day, a person, or a verb. */
function isOrdered(rest: string, draft: Draft, given: Given): boolean {
  const { now, timezone, contacts } = given;
  const others = contacts.filter(
    ({ name }) => draft.payee === null || !isNamedIn(draft.payee, name),
  );
  const isMore =
    ORDERED_INSTEAD.test(rest) ||
    readAmounts(rest).length + readRecurrences(rest).length > 0 ||
    (readDates(rest, now, timezone).length > 0 && !ABOUT_SOMEBODY.test(rest)) ||
    rest.split(/[^\p{L}\p{M}'-]+/u).some((word) => word.length > 2 && isContactNamed(word, others));
  return isMore || rest.includes('?');
}

/** A value is called wrong, and no other one is named: its slot is open again. */
function openedBy(draft: Draft, text: string, rest: string): Draft | null {
  const says = (pattern: RegExp) =>
    [text, rest, text.replace(TAIL, ''), text.replace(DENIED, '')].some((one) =>
      pattern.test(one.replace(/[.! ]+$/u, '')),
    );
  if (says(WRONG_AMOUNT)) return { ...draft, amount: null };
  const denied = /^not (?:to |for )?(?:the |my )?(.+)$/iu.exec(rest)?.[1];
  const isDenied = denied !== undefined && draft.payee !== null && isNamedIn(denied, draft.payee);
  const wrong = /^(?:the )?wrong (.+)$/iu.exec(rest)?.[1];
  const isWrong = wrong !== undefined && draft.payee !== null && isNamedIn(wrong, draft.payee);
  if (says(WRONG_PAYEE) || isDenied || isWrong) return { ...draft, payee: null };
  if (says(WRONG_DAY)) return { ...draft, date: SOME_DAY };
  return says(WRONG_ACCOUNT) ? { ...draft, source: 'another account' } : null;
}

/** `and 10 to Tom` beside an open payment to somebody else. */
function secondOf(draft: Draft, text: string, given: Given): Reply | null {
  if (draft.payee === null || draft.amount === null) return null;
  const { before: _, ...first } = draft;
  const plain = text.replace(TAIL, '');
  if (isForAGoal(plain) && scaled(draft, plain) !== null) return null;
  const again = plain.replace(TOO, '');
  const same = SAME.map((one) => (one.exec(plain) ?? one.exec(again))?.[1]).find(
    (one) => one !== undefined,
  );
  if (same !== undefined && isContactNamed(same, given.contacts)) {
    return { kind: 'second', draft: { ...first, payee: same, purpose: null } };
  }
  // `and for Renata the same`.
  const other = SAME_SUM.test(plain)
    ? plain.replace(SAME_SUM, ' ').replace(AROUND_ANOTHER, ' ').replace(/\s+/gu, ' ').trim()
    : '';
  if (other !== '' && isContactNamed(other, given.contacts))
    return { kind: 'second', draft: { ...first, payee: other, purpose: null } };
  // `and the other Theresa the same`: the only other contact of that name.
  const called = THE_OTHER.exec(other)?.[1];
  const others = given.contacts.filter(
    ({ name }) =>
      called !== undefined &&
      isContactNamed(called, [{ name, accountId: null, relationship: null }]) &&
      !isNamedIn(draft.payee ?? '', name),
  );
  const [only] = others;
  if (only && others.length === 1)
    return { kind: 'second', draft: { ...first, payee: only.name, purpose: null } };
  const but = SAME_BUT.exec(plain);
  if (but && isContactNamed(but[1] ?? '', given.contacts)) {
    const [amount, ...others] = readAmounts(but[2] ?? '');
    const isAmount = amount?.text === but[2] && others.length + (amount?.doubts.length ?? 0) === 0;
    if (amount && isAmount) {
      const next = {
        ...first,
        payee: but[1] ?? '',
        amount: amountText(amount, draft.amount),
        purpose: null,
      };
      return { kind: 'second', draft: next };
    }
  }
  const lead = SECOND.exec(text)?.[0] ?? (TOO.test(plain) ? '' : undefined);
  if (lead === undefined) return null;
  const rest = text.slice(lead.length).replace(TAIL, '').replace(TOO, '');
  const scale = (SCALED_FOR.exec(rest) ?? FOR_SCALED.exec(rest))?.groups;
  if (scale) {
    const amount = scaled(draft, scale['factor'] ?? '')?.amount;
    const payee = scale['payee'] ?? '';
    return amount && isContactNamed(payee, given.contacts)
      ? { kind: 'second', draft: { ...first, amount, payee, purpose: null } }
      : null;
  }
  const empty = { ...first, amount: null, payee: null, purpose: null };
  const alone = { ...given, asked: null };
  const read =
    slotsFrom(empty, rest, alone) ?? slotsFrom(empty, rest.replace(GETS_AMOUNT, '$2 to $1'), alone);
  if (read === null || read.amount === null || read.payee === null) return null;
  const [amount] = readAmounts(read.amount);
  // `and one for Maria` names no amount.
  const isClear = amount !== undefined && amount.doubts.length === 0;
  const named = isClear ? amountText(amount, draft.amount) : null;
  return { kind: 'second', draft: { ...read, amount: named } };
}

const THE_OTHER = /^(?:the )?other (.{2,40})$/iu;
const TOO = / (?:too|as well|also|next)(?=$|[,.;:] )/iu;
/** `half of that to Maria`. */
const SCALED_FOR =
  /^(?<factor>(?:half|double|twice)(?: (?:of )?(?:it|that|this|as much|the amount))?) (?:to|for) (?<payee>.{1,40})$/iu;
/** `and my brother half of that`. */
const FOR_SCALED =
  /^(?<payee>.{1,40}?) (?<factor>(?:half|double|twice)(?: (?:of )?(?:it|that|this|as much|the amount))?)$/iu;

/** `not Priya, Maria`; `50 not 40`: replaces the earlier value in its slot. */
function corrected(draft: Draft, said: string, given: Given): Draft | null {
  for (const pattern of INSTEAD) {
    const found = pattern.exec(said);
    if (!found) continue;
    const old = (found.groups?.['old'] ?? found[1] ?? '').replace(/^(?:to|from|on|the|my) /i, '');
    const next = (found.groups?.['next'] ?? found[2] ?? '').replace(LEAD, '').replace(TAIL, '');
    if (next === '') return null;
    const isSaid = (slot: string | null) => slot !== null && isNamedIn(old, slot);
    const bare = next.replace(/^(?:to|from) /i, '');
    const isSource =
      isSaid(draft.source) || (draft.source === null && isOwnAccount(old, given.accounts));
    if (isSource && !isSaid(draft.payee) && !/^to /i.test(next)) {
      return isOwnAccount(bare, given.accounts) ? { ...draft, source: bare } : null;
    }
    if (!isKnownValue(old, draft, given)) continue;
    const slots = inOtherCurrency(draft, next) ?? slotsFrom(draft, next, { ...given, asked: null });
    if (/^(?:him|her|them)$/iu.test(old) && slots?.payee === draft.payee) return null;
    if (slots) return slots;
    // `Dwight brought the hay, not Orville`, and `Dwight called, not Orville`: who is paid is asked again.
    const people = namesOf(wordsIn(bare), (name) => isContactNamed(name, given.contacts));
    const [person] = people;
    if (person && people.length === 1 && isSaid(draft.payee) && person.name !== bare)
      return { ...draft, payee: null };
    const isPayee = isSaid(draft.payee) || given.asked?.field === 'recipient';
    const isName = bare.split(/\s+/u).length <= MAX_OF_A_NAME && readAmounts(bare).length === 0;
    return isPayee && isName ? { ...draft, payee: bare } : null;
  }
  return null;
}

const MAX_OF_A_NAME = 4;

/** `no, Nana was right`: the value that was there before a correction. */
function wasRight(draft: Draft, said: string): Draft | null {
  const name = WAS_RIGHT.exec(said)?.[1]?.replace(/^(?:the|my|on|to|from) /iu, '');
  if (name === undefined) return null;
  for (let one = draft.before; one; one = one.before) {
    const slot = (['payee', 'amount', 'date', 'source'] as const).find(
      (key) => one?.[key] !== draft[key] && one?.[key] && isSameValue(name, one[key]),
    );
    if (slot) return { ...draft, [slot]: one[slot] };
  }
  return null;
}

/** `50` names `50 euros`, and `Nana` the contact of that name. */
const isSameValue = (said: string, value: string): boolean => {
  const [[one], [other]] = [readAmounts(said), readAmounts(value)];
  const isAmount = one !== undefined && one.text === said;
  return isAmount
    ? other?.digits === one.digits && other.scale === one.scale
    : said.toLowerCase() === value.replace(/^on /iu, '').toLowerCase() || isNamedIn(said, value);
};

/** The words name a value that the draft has, or none of its slots could have. */
function isKnownValue(old: string, draft: Draft, given: Given): boolean {
  const { now, timezone, contacts, accounts } = given;
  if (/^(?:him|her|them|that one|this one|today|now|it|the other|other|other one)$/iu.test(old)) {
    return true;
  }
  const values = [draft.payee, draft.source, draft.date, draft.recurrence, draft.amount];
  if (values.some((slot) => slot !== null && isNamedIn(old, slot))) return true;
  const [amount, ...amounts] = readAmounts(old);
  if (amount && amounts.length === 0 && amount.text.length === old.length) return true;
  const [unit] = readAmounts(`1 ${old}`);
  if (unit && unit.text.length === old.length + 2) return true;
  const [day] = [...readDates(old, now, timezone), ...readRecurrences(old)];
  if (day && day.text.length === old.length) return true;
  return isContactNamed(old, contacts) || isOwnAccount(old, accounts);
}

function isNamedIn(old: string, slot: string): boolean {
  return isContactNamed(old, [{ name: slot, accountId: null, relationship: null }]);
}

/** `Marklund is the one`: the words that choose. */
function chosenIn(said: string, asked: Asked | null): string {
  if (asked === null) return said;
  for (const pattern of CHOSEN) {
    const name = pattern.exec(said)?.[1];
    if (name !== undefined) return name;
  }
  return said;
}

/** `add a note: fishing`, to a payment that names its payee. */
export function noteIn(draft: Draft, text: string): Draft | null {
  if (draft.payee === null) return null;
  const reference = draft.amount === null ? undefined : REFERENCED.exec(text)?.[1];
  if (reference !== undefined) return { ...draft, purpose: reference };
  const note = NOTED.map((pattern) => pattern.exec(text)?.[1]).find((one) => one !== undefined);
  return note === undefined || (isLabelled(text) ? ORDERED_INSTEAD : OTHER_ACT).test(note)
    ? null
    : { ...draft, purpose: note };
}

/** `memo: week 46`. */
const isLabelled = (text: string) =>
  /^(?:note|memo|reference|ref|description|message)(?: is)?:/iu.test(text);

const OTHER_ACT =
  /(?<![\p{L}])(?:send|pay|transfer|give|move|cancel|to|from|and|not|no)(?![\p{L}])|\d/iu;

/** The named option, or the words that fill the requested slot. */
function answered(draft: Draft, said: string, given: Given): Draft | null {
  const { asked } = given;
  if (asked === null) return null;
  const option = chosenOption(said, { ...given, asked });
  return option === null ? null : fill(draft, asked.field, nameOfOption(option));
}

function fill(draft: Draft, field: string, text: string): Draft | null {
  if (/^recipient/.test(field)) return { ...draft, payee: text };
  if (field === 'destinationAccountId' && draft.verb === 'deposit')
    return { ...draft, payee: text };
  if (field === 'sourceAccountId') return { ...draft, source: text };
  if (field === 'currency') return inOtherCurrency(draft, text);
  if (field === 'amount') return readAmounts(text).length === 1 ? { ...draft, amount: text } : null;
  return field === 'date' ? { ...draft, date: text } : null;
}
