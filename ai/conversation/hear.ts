// Reads a message of a conversation as a separate command, as a reply to the open command, or as
// neither.

import { normaliseMessage } from '../../models/features/text-features.ts';
import {
  ABOUT_A_PERSON,
  ABOUT_THE_OPEN,
  LEADS_TO_NO_VALUE,
  PRONOUN,
} from '../english/corrections.ts';
import {
  BEGUN_FOR,
  BY_A_STEP,
  CORRECTS,
  PERSON,
  SAME_PERSON,
  SHORTHANDS,
} from '../english/replies.ts';
import { readAmounts } from '../intents/amounts.ts';
import { POLITE, TRAILING, VERBS } from '../intents/grammar.ts';
import { commandIn, type HeardOrder, isOtherRelative, isOwnAccount } from '../intents/parse.ts';
import { foldPayee, matchPayee } from '../intents/payees.ts';
import { withoutSlips } from '../intents/slips.ts';
import { withoutTellings } from '../intents/tellings.ts';
import { begun } from './begin.ts';
import { withAccountBefore, withoutPointers } from './by-role.ts';
import { nameOfOption } from './choose.ts';
import { cancels, draftOf, noteIn, type Reply, replyTo } from './draft.ts';
import { amountText, isContactNamed, isSomebodyElse } from './fill.ts';
import { DENIED, LEAD, TAIL } from './grammar.ts';
import { type Asked, composeSentence, type Draft } from './sentence.ts';

export interface HearOrder extends HeardOrder {
  /** The open command, or null when there is none. */
  readonly open: Draft | null;
  /** The bank's last question about it. */
  readonly asked: Asked | null;
  /** What was said beside it last, which a word may point back to: `take it from there`. */
  readonly aside?: string | null;
}

export type Heard =
  | Reply
  /** Read it as it was said; its slots are kept where they are clear. */
  | { readonly kind: 'command'; readonly draft: Draft | null };

const withoutShorthands = (message: string) =>
  SHORTHANDS.reduce((said, [short, long]) => said.replace(short, long), message);
const withoutLead = (message: string) => message.replace(DENIED, '').replace(TAIL, '');

/** Reads a message while a command is open. */
export function hear(order: HearOrder): Heard {
  const heard = heardIn(order);
  const isOther = 'draft' in heard && heard.draft !== null && isOfSomebody(heard.draft, order);
  return isOther ? nothingOf(order.asked) : heard;
}

/** `to whom?`, and `to her mother`: the customer's own mother is not meant. */
function isOfSomebody({ payee }: Draft, { message, open, contacts }: HearOrder): boolean {
  if (payee === null || payee === open?.payee) return false;
  const at = message.toLowerCase().lastIndexOf(payee.toLowerCase());
  return at > 0 && isOtherRelative(message.slice(0, at), payee, contacts);
}

function heardIn(order: HearOrder): Heard {
  const { open, asked } = order;
  const message =
    open === null
      ? order.message
      : withoutPointers(withoutShorthands(order.message), order.aside ?? null, order);
  // `the Lindqvist one` names no amount.
  const plain = open === null ? message : message.replace(PRONOUN, 'the $1');
  const read = commandIn({ ...order, message: plain });
  // `50 euros` begins an order where none is open, and is a reply otherwise.
  const isReply = open !== null && read.isLabel && read.payee === null;
  const command = isReply ? { ...read, verb: null } : read;
  const draft = draftOf(command);
  if (open === null) {
    const pointed = behindAside(order);
    if (pointed !== null) return { kind: 'changed', draft: pointed };
    if (command.verb !== null) return { kind: 'command', draft };
    const first = begunFor(message, order) ?? begun(EMPTY, normaliseMessage(message), order);
    if (first !== null) return { kind: 'changed', draft: first };
    return { kind: cancels(EMPTY, message, order) ? 'canceled' : 'other' };
  }
  if (isOfAnother(order) && !cancels(open, message, order)) return nothingOf(asked);
  const noted = noteIn(open, message.trim());
  if (noted !== null && isRead(noted, order)) {
    return { kind: 'changed', draft: { ...noted, before: open } };
  }
  if (draft !== null && isOfItsOwn(draft, { ...order, message })) {
    // `send Bob the same`: the payee of the sentence is nobody.
    const isOdd = draft.payee !== null && !isKnown(draft.payee, order);
    const second = isOdd ? replyTo(open, message, order) : null;
    return second?.kind === 'second' ? second : { kind: 'command', draft };
  }
  const more = draft === null || BY_A_STEP.test(message) ? null : merged(open, draft, order);
  if (more !== null && isRead(more, order)) return { kind: 'changed', draft: more };
  const anew = draftOf(commandIn({ ...order, message: withoutLead(message) }));
  const isAnew = anew !== null && anew.payee !== null && anew.amount !== null;
  if (isAnew && DENIED.test(message) && !SAME_PERSON.test(anew.payee ?? '')) {
    return { kind: 'changed', draft: { ...anew, before: open } };
  }
  const reply = replyTo(open, message, order);
  const isLost = 'draft' in reply && reply.draft !== open.before && !isRead(reply.draft, order);
  if (!isLost && reply.kind !== 'other' && reply.kind !== 'again') return reply;
  const told = plainReply(open, message, order);
  if (told !== null) return told;
  if (command.verb === null) return isLost ? nothingOf(asked) : reply;
  // An unclear order to another payee leads to a question; any other one leaves the open command
  // unchanged.
  const isOther = command.payee !== null && isContactNamed(command.payee.text, order.contacts);
  return isOther ? { kind: 'command', draft } : nothingOf(asked);
}

/**
 * `make it 30 for her`, of a payment to my brother, or behind `is Anna's payment out?`: the open payment goes
 * to somebody else.
 */
function isOfAnother({ message, aside = null, open, contacts }: HearOrder): boolean {
  const pronoun = PERSON.exec(message)?.[1];
  if (pronoun === undefined || open?.payee == null) return false;
  if (isSomebodyElse(pronoun, open, contacts)) return true;
  if (aside === null) return false;
  const payee = { name: open.payee, accountId: null, relationship: null };
  return aside
    .split(/[^\p{L}\p{M}'-]+/u)
    .map((word) => word.replace(/['’]s$/u, ''))
    .some(
      (word) =>
        word.length > 2 &&
        isContactNamed(word, contacts) &&
        !isContactNamed(word, [payee]) &&
        !isSamePayee(word, open.payee ?? '', contacts),
    );
}

/** `Is Anna's payment out?`, of a payment to `my sister`. */
function isSamePayee(one: string, other: string, contacts: HearOrder['contacts']): boolean {
  const [first, second] = [one, other].map((name) => matchPayee(name, contacts).payee);
  return first != null && first.name === second?.name;
}

/** `How much is in savings?`, then `move 30 of it to Main`: an order with the account of the question. */
function behindAside(order: HearOrder): Draft | null {
  const { message, aside = null } = order;
  const said = aside === null ? message : withAccountBefore(message, aside, order);
  if (said === message) return null;
  const draft = draftOf(commandIn({ ...order, message: said }));
  const isWhole = draft !== null && draft.payee !== null && draft.amount !== null;
  return isWhole && isKnown(draft.payee ?? '', order) && isRead(draft, order) ? draft : null;
}

/** `money to Nana please`: a payment is begun, and its amount is open. */
function begunFor(message: string, order: HearOrder): Draft | null {
  const name = BEGUN_FOR.exec(normaliseMessage(message))?.[1];
  return name !== undefined && isContactNamed(name, order.contacts)
    ? { ...EMPTY, payee: name }
    : null;
}

/** `checking is low, pull it from savings`: the reply without slips and without the clauses that tell why. */
function plainReply(open: Draft, message: string, order: HearOrder): Reply | null {
  const { contacts, accounts = [], now, timezone } = order;
  const text = normaliseMessage(message);
  const typed = withoutSlips(text, [...contacts, ...accounts])?.text ?? text;
  const isNamed = (words: string) => isKnown(words, order);
  // `40, it is her brother`: who is meant, and no reason.
  const kept = IT_IS.test(typed)
    ? null
    : (withoutTellings({ text: typed, now, timezone, isNamed })?.text ?? null);
  // In a clause that explains something, a value changes nothing unless the bank asked for it or a
  // word corrects a slot.
  const isMeant =
    kept !== null &&
    (order.asked !== null || CORRECTS.test(kept) || LEAD.test(kept) || isAmount(kept, typed));
  const courteous = typed.replace(TRAILING, '');
  // `Oh dear, her birthday is Monday. Could it be Monday instead?`
  const [, before = '', request = null] = BEHIND_A_SENTENCE.exec(typed) ?? [];
  const isOther =
    readAmounts(before).length > 0 ||
    LEADS_TO_NO_VALUE.test(before) ||
    before
      .split(/[^\p{L}\p{M}'-]+/u)
      .some((word) => word.length > 2 && isContactNamed(word, contacts));
  const candidates = [
    courteous === text ? null : courteous,
    isMeant ? kept : null,
    isOther ? null : request,
  ];
  for (const said of candidates) {
    const reply = said === null ? null : replyTo(open, said, order);
    if (reply?.kind === 'changed' && isRead(reply.draft, order)) return reply;
  }
  return null;
}

const BEHIND_A_SENTENCE =
  /^([^?]{3,100})[.!] +((?:(?:so|then|please)[, ]+)?(?:can|could|would|might|may|shall|will) (?:it|that|this|we|you) [^?.!]{2,60})\?$/iu;
const IT_IS = /(?<![\p{L}])(?:it|that|this)(?:['’]?s| is| was)(?![\p{L}])/iu;

/** `he raised the rent. 1700`: what remains is an amount. */
function isAmount(said: string, typed: string): boolean {
  const plain = said.replace(/[.!, ]+$/u, '').trim();
  const [amount, ...others] = readAmounts(plain);
  // `she's old, 90`.
  const isAge = amount?.currencies.length === 0 && ABOUT_A_PERSON.test(typed);
  return amount?.text === plain && others.length === 0 && !isAge;
}

const EMPTY: Draft = {
  verb: 'transfer',
  amount: null,
  payee: null,
  source: null,
  date: null,
  recurrence: null,
  purpose: null,
};

/** An order by its verb. */
const SENT = new RegExp(
  VERBS.slice(0, 4)
    .map(([, { source }]) => source)
    .join('|'),
  'iu',
);

const isKnown = (name: string, { contacts, accounts }: HearOrder): boolean =>
  isContactNamed(name, contacts) || isOwnAccount(name, accounts);

const nothingOf = (asked: Asked | null): Reply => ({ kind: asked === null ? 'other' : 'again' });

/** `send Bob 30`: a command with a payee, and not one to the person whose payment is open. */
function isOfItsOwn(draft: Draft, order: HearOrder): boolean {
  const { message, asked, open } = order;
  if (draft.payee === null || SAME_PERSON.test(draft.payee)) return false;
  if (ABOUT_THE_OPEN.test(message)) return false;
  const isStep = BY_A_STEP.test(message);
  if (!isKnown(draft.payee, order) && (isStep || !SENT.test(message.replace(POLITE, '')))) {
    return false;
  }
  const isChosen =
    asked !== null &&
    asked.options.length > 0 &&
    asked.options.some((one) => {
      const contact = { name: nameOfOption(one), accountId: null, relationship: null };
      return isContactNamed(draft.payee ?? '', [contact]);
    });
  const isRecipient = /^recipient/.test(asked?.field ?? '');
  if (isChosen && isRecipient) return false;
  // `to Nana, 50 euros`, of a monthly payment that is open, is no order of its own.
  const isAnswer = open?.payee === null && isRecipient && !SENT.test(message.replace(POLITE, ''));
  if (isAnswer) return false;
  // `pay Bob` is the answer to `to whom?`.
  return draft.amount !== null || !isRecipient;
}

/**
 * Returns the open command with the slots of a command that names no payee or the same one: `send
 * her 60`.
 */
function merged(open: Draft, draft: Draft, order: HearOrder): Draft | null {
  const isNobody = draft.payee === null || SAME_PERSON.test(draft.payee);
  if (isNobody && draft.payee !== null && isSomebodyElse(draft.payee, open, order.contacts))
    return null;
  if (!isNobody && !isKnown(draft.payee ?? '', order)) return null;
  if (isNobody && open.payee === null && draft.payee !== null) return null;
  const [amount] = draft.amount === null ? [] : readAmounts(draft.amount);
  const values = { ...open, verb: open.verb };
  const next: Draft = {
    ...values,
    amount: amount ? amountText(amount, open.amount) : open.amount,
    payee: isNobody ? open.payee : draft.payee,
    source: draft.source ?? open.source,
    date: draft.date ?? open.date,
    recurrence: draft.recurrence ?? open.recurrence,
    purpose: draft.purpose ?? open.purpose,
  };
  const isSame = (Object.keys(EMPTY) as (keyof typeof EMPTY)[]).every(
    (slot) => next[slot] === open[slot],
  );
  return isSame ? null : { ...next, before: open };
}

/**
 * True when the plain command made of the slots is read with the same slots, and every word has a
 * part in it.
 */
function isRead(draft: Draft, order: HearOrder): boolean {
  const read = draftOf(commandIn({ ...order, message: composeSentence(draft) }));
  if (read === null) return false;
  const isSame = (one: string | null, other: string | null) =>
    (one === null) === (other === null) &&
    foldPayee(one ?? '').replace(/^(?:my|the|our|on|to) /u, '') ===
      foldPayee(other ?? '').replace(/^(?:my|the|our|on|to) /u, '');
  return isSame(read.payee, draft.payee) && isSame(read.source, draft.source);
}
