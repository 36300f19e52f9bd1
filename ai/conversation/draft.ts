// A command about money that grows over several messages. Each message fills or corrects slots; the
// slots are then written as one plain command, which is read like any other: a command that the
// grammar would not propose from one sentence is not proposed from several.

import {
  ACCOUNT_ALONE,
  CHOSEN,
  FACTORS,
  GETS_IT,
  INSTEAD,
  JOINED,
  MORE,
  MOST_WORDS,
  NOTED,
  NOW,
  ONCE,
  OTHER_OF_TWO,
  PLACES,
  PRONOUN,
  QUESTION,
  REFERENCED,
  SCALE,
  SECOND,
  USED,
} from '../english/corrections.ts';
import { type ReadAmount, readAmounts } from '../intents/amounts.ts';
import type { Command } from '../intents/command.ts';
import { readDates, readRecurrences } from '../intents/dates.ts';
import { HAZARDS } from '../intents/grammar.ts';
import { type HeardOrder, namesIn } from '../intents/parse.ts';
import { type Contact, foldPayee, matchPayee, plainLetters } from '../intents/payees.ts';
import { OF_THE_AMOUNT } from '../intents/questions.ts';
import { AGREED, ASKED_TO, BACK, CANCELED, LEAD, SAME, TAIL } from './grammar.ts';
import type { Asked, Draft } from './sentence.ts';

/**
 * The slots of a command, with the words that leave one of them open; null when more than a slot is
 * open, or one has several values.
 */
export function draftOf(command: Command): Draft | null {
  const { verb, amounts, dates, recurrences, payee, source, purpose, hazards } = command;
  const isOpenAmount = hazards.some((one) => OF_THE_AMOUNT.has(one)) || amounts.length > 1;
  const isUnclear = hazards.some((one) => !OF_THE_AMOUNT.has(one));
  if (verb === null || isUnclear) return null;
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
    amount: isOpenAmount ? null : (amounts[0]?.text ?? null),
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

interface Given {
  readonly asked: Asked | null;
  readonly now: number;
  readonly timezone: string;
  readonly contacts: readonly Contact[];
  readonly accounts?: HeardOrder['accounts'];
}

/** Returns the meaning of a message for an open command. */
export function replyTo(draft: Draft, message: string, given: Given): Reply {
  const { asked } = given;
  const text = message.trim().replaceAll('’', "'").replace(ASKED_TO, '');
  // `undo` behind a correction takes that back, and not the payment.
  if (draft.before && BACK.test(text)) return { kind: 'changed', draft: draft.before };
  if (CANCELED.test(text)) return { kind: 'canceled' };
  if (AGREED.test(text)) return { kind: 'agreed' };
  if (BACK.test(text)) return { kind: 'again' };
  const rest = text.replace(LEAD, '').replace(ASKED_TO, '').replace(LEAD, '').replace(TAIL, '');
  const nothing: Reply = asked && !QUESTION.test(text) ? { kind: 'again' } : { kind: 'other' };
  const isLong = rest.split(/\s+/).length > MOST_WORDS;
  const noted = noteIn(draft, text);
  if (noted) return changed(draft, noted);
  const second = isLong || text.includes('?') ? null : secondOf(draft, text, given);
  if (second) return second;
  if (rest === '' || isLong || /["“”\n]/.test(rest) || QUESTION.test(text)) return nothing;
  const next =
    scaled(draft, rest) ??
    atOnce(draft, rest) ??
    chosenOther(draft, rest, given) ??
    corrected(draft, rest, given) ??
    inOtherCurrency(draft, rest) ??
    answered(draft, chosenIn(rest, asked), given) ??
    paidFrom(draft, text, given) ??
    slotsFrom(draft, rest, given);
  return next === null ? nothing : changed(draft, next);
}

const MOST_STEPS = 5;

function changed(before: Draft, next: Draft): Reply {
  return { kind: 'changed', draft: { ...next, before: withSteps(before, MOST_STEPS) } };
}

function withSteps({ before, ...draft }: Draft, steps: number): Draft {
  return before && steps > 0 ? { ...draft, before: withSteps(before, steps - 1) } : draft;
}

/** `and 10 to Tom` beside an open payment to somebody else. */
function secondOf(draft: Draft, text: string, { now, timezone, contacts }: Given): Reply | null {
  if (draft.payee === null || draft.amount === null) return null;
  const plain = text.replace(TAIL, '');
  const same = SAME.map((one) => one.exec(plain)?.[1]).find((one) => one !== undefined);
  const isOne =
    same !== undefined &&
    matchPayee(same, contacts).candidates.some(({ matchScore }) => matchScore >= 0.89);
  if (isOne) {
    const { before: _, ...first } = draft;
    return { kind: 'second', draft: { ...first, payee: same, purpose: null } };
  }
  const lead = SECOND.exec(text)?.[0];
  if (lead === undefined) return null;
  const rest = text.slice(lead.length).replace(TAIL, '');
  const [amount, ...more] = readAmounts(rest);
  if (amount === undefined || more.length > 0) return null;
  if (readDates(rest, now, timezone).length + readRecurrences(rest).length > 0) return null;
  const left = `${rest.slice(0, amount.start)} ${rest.slice(amount.end)}`
    .replace(/\s+/g, ' ')
    .trim();
  const payee = /^(?:to |for )?(.+?)(?: (?:too|as well|also))?$/i.exec(left)?.[1];
  const isKnown = matchPayee(payee ?? '', contacts).candidates.some(
    ({ matchScore }) => matchScore >= 0.89,
  );
  if (payee === undefined || !(isKnown || /^(?:to|for) /i.test(left))) return null;
  const { before: _, ...first } = draft;
  const next = { ...first, amount: amountText(amount, draft.amount), payee, purpose: null };
  return { kind: 'second', draft: next };
}

/** `double it`, `five more`: from the amount that is named, and from no other. */
function scaled(draft: Draft, said: string): Draft | null {
  const [named] = draft.amount === null ? [] : readAmounts(draft.amount);
  if (!named || named.doubts.length > 0) return null;
  const [digits, scale] = FACTORS[SCALE.exec(said)?.[1]?.toLowerCase() ?? ''] ?? [];
  if (digits !== undefined && scale !== undefined) {
    return withAmount(draft, named, named.digits * digits, named.scale + scale);
  }
  const [, up, down, words = '', way] = MORE.exec(said) ?? [];
  const isAdded = way !== undefined || up !== undefined || down !== undefined;
  const [step, ...others] = isAdded ? readAmounts(words) : [];
  const isWhole = step && step.start === 0 && step.end === words.length;
  if (!step || !isWhole || others.length + step.doubts.length > 0) return null;
  const isSame =
    step.currencies.length === 0 || step.currencies.some((one) => named.currencies.includes(one));
  if (!isSame && named.currencies.length > 0) return null;
  const places = Math.max(named.scale, step.scale);
  const at = ({ digits: own, scale: of }: ReadAmount) => own * 10n ** BigInt(places - of);
  const sign = down !== undefined || /less|fewer|off/i.test(way ?? '') ? -1n : 1n;
  const sum = at(named) + sign * at(step);
  return sum > 0n ? withAmount(draft, named, sum, places) : null;
}

function withAmount(draft: Draft, named: ReadAmount, digits: bigint, scale: number): Draft {
  const text = digits.toString().padStart(scale + 1, '0');
  const cut = text.length - scale;
  const fraction = text.slice(cut).replace(/0+$/, '');
  // Two places at least: 7.5 would be a currency's own way of writing.
  const number =
    fraction === '' ? text.slice(0, cut) : `${text.slice(0, cut)}.${fraction.padEnd(2, '0')}`;
  return { ...draft, amount: `${number}${unitText(named)}` };
}

/** The words of a unit, as the amount before named it. */
function unitText({ currencies, text }: ReadAmount): string {
  if (currencies.length === 1) return ` ${currencies[0]}`;
  return currencies.length === 0
    ? ''
    : /\$|dollar|buck/i.test(text)
      ? ' dollars'
      : ` ${text.replace(/.*[\d ]/, '')}`;
}

/** `just once`, `now`: removes the recurrence or the date. */
function atOnce(draft: Draft, said: string): Draft | null {
  if (ONCE.test(said)) {
    return draft.recurrence === null ? null : { ...draft, recurrence: null };
  }
  const isNow = NOW.test(said);
  return isNow && draft.recurrence === null ? { ...draft, date: null } : null;
}

/** `not Priya, Maria`; `50 not 40`: replaces the earlier value in its slot. */
function corrected(draft: Draft, said: string, given: Given): Draft | null {
  for (const pattern of INSTEAD) {
    const found = pattern.exec(said);
    if (!found) continue;
    const old = (found.groups?.['old'] ?? found[1] ?? '').replace(/^(?:to|from) /i, '');
    const next = (found.groups?.['next'] ?? found[2] ?? '').replace(LEAD, '').replace(TAIL, '');
    if (next === '' || /^(?:him|her|them)$/i.test(old)) return null;
    const isSaid = (slot: string | null) => slot !== null && isNamedIn(old, slot);
    const bare = next.replace(/^(?:to|from) /i, '');
    if (isSaid(draft.source) && !/^to /i.test(next)) return { ...draft, source: bare };
    const slots = inOtherCurrency(draft, next) ?? slotsFrom(draft, next, { ...given, asked: null });
    if (slots && slots.payee === draft.payee) return slots;
    return isSaid(draft.payee) || given.asked?.field === 'recipient'
      ? { ...draft, payee: bare }
      : slots;
  }
  return null;
}

function isNamedIn(old: string, slot: string): boolean {
  return matchPayee(old, [{ name: slot, accountId: null, relationship: null }]).candidates.some(
    ({ matchScore }) => matchScore >= 0.89,
  );
}

/** `in euros`, `make that dollars`: the number stays. */
function inOtherCurrency(draft: Draft, said: string): Draft | null {
  const unit = said.replace(/^(?:in|as) /i, '');
  const [read] = readAmounts(`1 ${unit}`);
  // `that's all`: no Albanian money.
  if (/^all$/i.test(unit)) return null;
  const isUnit = read?.text.length === unit.length + 2 && read.currencies.length > 0;
  const [named] = draft.amount === null ? [] : readAmounts(draft.amount);
  if (!isUnit || !named || named.doubts.length > 0 || /cent|pence|penn|^p$/i.test(unit))
    return null;
  const { digits, scale } = named;
  return withAmount(draft, { ...named, currencies: read.currencies, text: unit }, digits, scale);
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

/** `use my savings`: another account of the customer, where no contact is called so. */
function paidFrom(draft: Draft, text: string, given: Given): Draft | null {
  const plain = text.replace(TAIL, '');
  const said = USED.exec(plain)?.[1] ?? ACCOUNT_ALONE.exec(plain)?.[1];
  const own = plain.replace(/^(?:the|my) /i, '').toLowerCase();
  const isOwn = (given.accounts ?? []).some(
    ({ name }) => name.toLowerCase().replace(/^my /, '') === own,
  );
  const isFree = draft.payee !== null && draft.payee.toLowerCase() !== own;
  const account = (said ?? (isOwn && isFree ? plain : undefined))
    ?.replace(/ for (?:it|this|that)$/i, '')
    .trim();
  if (account === undefined || account === '' || draft.verb === 'deposit') return null;
  const { contacts, now, timezone } = given;
  const isOther =
    readAmounts(account).length + readRecurrences(account).length > 0 ||
    readDates(account, now, timezone).length > 0 ||
    matchPayee(account, contacts).candidates.some(({ matchScore }) => matchScore >= 0.89);
  return isOther || JOINS.test(account) ? null : { ...draft, source: account };
}

/** `add a note: fishing`, to a payment that names its payee. */
function noteIn(draft: Draft, text: string): Draft | null {
  if (draft.payee === null) return null;
  const reference = draft.amount === null ? undefined : REFERENCED.exec(text)?.[1];
  if (reference !== undefined) return { ...draft, purpose: reference };
  const note = NOTED.map((pattern) => pattern.exec(text)?.[1]).find((one) => one !== undefined);
  return note === undefined || OTHER_ACT.test(note) ? null : { ...draft, purpose: note };
}

const OTHER_ACT =
  /(?<![\p{L}])(?:send|pay|transfer|give|move|cancel|to|from|and|not|no)(?![\p{L}])|\d/iu;

/** Words that join another matter to an account. */
const JOINS = /(?<![\p{L}])(?:and|to|for|or|but|not)(?![\p{L}])|[,;.]/iu;

/** An option that was named, or the words that fill the slot that was asked for. */
function answered(draft: Draft, said: string, given: Given): Draft | null {
  const { asked } = given;
  if (asked === null) return null;
  const option = optionOf(asked, said) ?? tellingOption(asked, said, given);
  return option === null ? null : fill(draft, asked.field, option.replace(/ \([^)]*\)$/, ''));
}

/** An option is meant by its name or a part of it, its id, or its place: `the second one`. */
function optionOf({ options }: Asked, said: string): string | null {
  const wanted = said
    .toLowerCase()
    .replace(/^(?:to |from |for |the |my )+/, '')
    .replace(/ account$/, '');
  const place = PLACES.findIndex((word) => wanted === word || wanted === `${word} one`);
  if (place >= 0) return options[place] ?? null;
  const named = options.map((option) => {
    const [, name = option, id = ''] = /^(.*) \(([^)]*)\)$/.exec(option) ?? [];
    return { option, name, id };
  });
  const exact = named.filter(({ name, id }) =>
    [name.toLowerCase(), id.toLowerCase()].includes(wanted),
  );
  if (exact.length === 1) return exact[0]?.option ?? null;
  const contacts = named.map(({ name }) => ({ name, accountId: null, relationship: null }));
  const { payee } = matchPayee(wanted, contacts);
  return named.find(({ name }) => name === payee?.name)?.option ?? null;
}

/** `not Larrañaga, the other one`: of two. */
function chosenOther(draft: Draft, said: string, given: Given): Draft | null {
  const { asked } = given;
  const name = OTHER_OF_TWO.exec(said)?.[1];
  if (name === undefined || asked === null || asked.options.length !== 2) return null;
  const first = optionOf(asked, name) ?? tellingOption(asked, name, given);
  const other = first === null ? undefined : asked.options.find((one) => one !== first);
  return other === undefined ? null : fill(draft, asked.field, other.replace(/ \([^)]*\)$/, ''));
}

/** `the Spanish one, Larrañaga`: a word of one option, and of no other. */
function tellingOption({ options }: Asked, said: string, given: Given): string | null {
  const { now, timezone } = given;
  const isMore =
    readAmounts(said.replace(PRONOUN, '$1')).length + readDates(said, now, timezone).length > 0 ||
    readRecurrences(said).length > 0 ||
    OTHERWISE.test(said) ||
    HAZARDS.some(([, pattern]) => pattern.test(said));
  if (isMore || said.split(/\s+/).length > MOST_TELLING) return null;
  const wordsOf = (text: string) =>
    plainLetters(foldPayee(text.replace(/ \([^)]*\)$/, '')))
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2);
  const heard = new Set(wordsOf(said));
  const named = options.filter((option) =>
    wordsOf(option).some(
      (word) =>
        heard.has(word) &&
        options.every((other) => other === option || !wordsOf(other).includes(word)),
    ),
  );
  return named.length === 1 ? (named[0] ?? null) : null;
}

const MOST_TELLING = 7;
/** Words that say more than which one is meant. */
const OTHERWISE = /(?<![\p{L}])(?:later|soon|other|than|ask|check|think|sure)(?![\p{L}])/iu;

function fill(draft: Draft, field: string, text: string): Draft | null {
  if (/^recipient/.test(field)) return { ...draft, payee: text };
  if (field === 'destinationAccountId' && draft.verb === 'deposit')
    return { ...draft, payee: text };
  if (field === 'sourceAccountId') return { ...draft, source: text };
  if (field === 'currency') return inOtherCurrency(draft, text);
  if (field === 'amount') return readAmounts(text).length === 1 ? { ...draft, amount: text } : null;
  return field === 'date' ? { ...draft, date: text } : null;
}

function slotsFrom(draft: Draft, said: string, given: Given): Draft | null {
  const { asked, now, timezone, contacts } = given;
  let rest = said;
  const cut = ({ start, end }: { readonly start: number; readonly end: number }) => {
    rest = `${rest.slice(0, start)}${' '.repeat(end - start)}${rest.slice(end)}`;
  };
  let next = draft;
  // The words of a name are none of a day or an amount: `the switch 3 fund`.
  const names = namesIn(said, { contacts: [], accounts: given.accounts ?? [], now, timezone });
  for (const { start, end } of names) {
    rest = `${rest.slice(0, start)}${'\ue000'.repeat(end - start)}${rest.slice(end)}`;
  }
  const recurrences = readRecurrences(rest);
  for (const one of recurrences) cut(one);
  const dates = readDates(rest, now, timezone);
  for (const one of dates) cut(one);
  // `the other one`, `the Lindqvist one`: no amount.
  rest = rest.replace(PRONOUN, (said, kept: string) => kept.padEnd(said.length));
  const amounts = readAmounts(rest);
  for (const one of amounts) cut(one);
  if (recurrences.length > 1 || dates.length > 1 || amounts.length > 1) return null;
  if (recurrences[0]) next = { ...next, recurrence: recurrences[0].text };
  if (dates[0]) next = { ...next, date: dates[0].text.replace(/^(?:starting|from) /i, '') };
  if (amounts[0]) next = { ...next, amount: amountText(amounts[0], draft.amount) };
  const left = [...rest]
    .map((letter, at) => (letter === '\ue000' ? said[at] : letter))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[,;:. -]+|[,;:. -]+$/g, '')
    // `Priya, and 95`.
    .replace(/^and |,? (?:and|instead)$/i, '');
  if (JOINED.test(left) || !/[\p{L}\p{N}]/u.test(left)) return next === draft ? null : next;
  const [, word = '', name = left] =
    /^(to|into|in|from|for|out of|using) (.+)$/i.exec(left.replace(GETS_IT, 'to $1')) ?? [];
  const isOwn = names.some(({ text }) => text === name.replace(/^(?:the|my) /i, ''));
  const slot = /^(?:out of|using)$/i.test(word)
    ? 'from'
    : /^int?o?$/i.test(word)
      ? isOwn
        ? 'to'
        : word
      : word;
  const isPayeeOpen = draft.payee === null || /^recipient/.test(asked?.field ?? '');
  const isContact = matchPayee(name, contacts).candidates.some(
    ({ matchScore }) => matchScore >= 0.89,
  );
  // `it's for the coal` names the purpose, even when a company has that name.
  const isGoal =
    !isPayeeOpen &&
    /^(?:the|a|an|my|our|her|his|their) /i.test(name) &&
    !isOfFamily(name, contacts);
  const field = slotOf(slot.toLowerCase(), isPayeeOpen || (isContact && !isGoal));
  if (field !== null) return { ...next, [field]: name };
  if (asked !== null && next === draft) {
    if (asked.field === 'recipient' || asked.field === 'sourceAccountId')
      return fill(draft, asked.field, left);
  }
  // A name by itself is the payee, where it is one of the contacts.
  return isContact ? { ...next, payee: left } : null;
}

/** `my son`: true when a contact has that relation to the customer. */
function isOfFamily(name: string, contacts: readonly Contact[]): boolean {
  return matchPayee(name, contacts).candidates.some(({ matchScore }) => matchScore >= 0.95);
}

function slotOf(word: string, isPayeeOpen: boolean): 'payee' | 'source' | 'purpose' | null {
  if (word === 'to') return 'payee';
  if (word === 'from') return 'source';
  return word === 'for' ? (isPayeeOpen ? 'payee' : 'purpose') : null;
}

/** `no, 40` keeps the currency that was named before. */
function amountText({ text, currencies }: ReadAmount, before: string | null): string {
  if (currencies.length > 0 || before === null) return text;
  const [named] = readAmounts(before);
  return named ? `${text}${unitText(named)}` : text;
}
