// Reads an order whose amount or payee was told in a clause before: `my part is 31.20, transfer it to Saoirse`,
// `Yevheniia minded the dog, 30 to her`. The last clause is nothing but the order; the message has one amount
// and names one payee; no word of the clauses before denies, restricts, reports, or tells of money that came in.

import {
  AWAITED,
  HARMLESS_TIME,
  IS_AN_AGE,
  IS_PRICE,
  IS_STATED,
  IT_IS_ORDERED,
  LOOKED_AFTER,
  MONEY_CAME_IN,
  MOVES_MONEY,
  MY_HALF,
  NO_ORDER_BEHIND,
  ORDERS_MONEY,
  PRICE_NOUN,
  SUM_IS_ORDERED,
  TOLD_OF_MONEY,
} from '../english/tellings.ts';
import { overlaps, type ReadAmount, readAmounts, type Span } from './amounts.ts';
import type { Command, Phrase } from './command.ts';
import { isOver, readDates, readRecurrences } from './dates.ts';
import { HAZARDS } from './grammar.ts';
import { clausesOf } from './tellings.ts';

export interface ReferredOrder {
  readonly text: string;
  readonly now: number;
  readonly timezone: string;
  /** The name of the only contact that the words name. */
  readonly contactOf: (words: string) => string | null;
  readonly isOwnAccount: (words: string) => boolean;
}

const MOST_OF_A_NAME = 5;
const PRONOUN = /(?<![\p{L}])(?:him|her|them|em|he|she|they)(?![\p{L}])/u;

/** The command, whose payee may be a pronoun; null where the message is no such order. */
export function referredOrder(order: ReferredOrder): Command | null {
  const { text, now, timezone } = order;
  if (/["“”„«»\n?]/u.test(text)) return null;
  const clauses = clausesOf(text);
  const last = clauses.at(-1);
  if (last === undefined || clauses.length < 2) return null;
  const amounts = readAmounts(text).filter((one) => one.text.toLowerCase() !== 'one');
  const [amount, ...others] = amounts;
  if (!amount || others.length > 0 || amount.doubts.length > 0) return null;
  if (readRecurrences(text).length > 0) return null;
  const dates = readDates(text, now, timezone).filter((one) => !overlaps(one, amount));
  const days = dates.filter(({ start }) => start >= last.start);
  if (
    days.length > 1 ||
    dates.some((one) => !days.includes(one) && !isOver(one) && !HARMLESS_TIME.test(one.text))
  )
    return null;
  const named = namesIn(order);
  if (named === null) return null;
  const { people, accounts } = named;
  const values = [
    { ...amount, word: 'M' },
    ...days.map((one) => ({ ...one, word: 'D' })),
    ...people.map((one) => ({ ...one, word: 'P' })),
    ...accounts.map((one) => ({ ...one, word: 'A' })),
  ];
  const masked = (span: Span) => maskedIn(text, span, values);
  const said = masked(last);
  const isSum = SUM_IS_ORDERED.test(said);
  const isAge = IS_AN_AGE.test(masked({ start: 0, end: amount.start }));
  if (!isSum && (isAge || !IT_IS_ORDERED.test(said) || !isPrice(text, amount, last))) return null;
  const told = clauses
    .slice(0, -1)
    .map(masked)
    .join(', ')
    .replace(LOOKED_AFTER, 'minded')
    .replace(MY_HALF, 'my share')
    .replace(AWAITED, 'owed$<said>');
  // `the book cost 30, send it to Maria`: the book, or the money.
  if (!isSum && !MOVES_MONEY.test(said) && !TOLD_OF_MONEY.test(told)) return null;
  if (accounts.some(({ start }) => start < last.start) || accounts.length > 1) return null;
  const isHazard = HAZARDS.some(
    ([at, pattern]) => at !== 'several_operations' && at !== 'question' && pattern.test(told),
  );
  if (isHazard || NO_ORDER_BEHIND.test(told)) return null;
  if (MONEY_CAME_IN.test(told) && !/(?<![\p{L}])back(?![\p{L}])/u.test(said)) return null;
  const inLast = people.find(({ start }) => start >= last.start);
  const payee = inLast ?? pronounIn(text, last);
  if (payee === null || people.length === 0) return null;
  const [source = null] = accounts;
  return {
    verb: 'transfer',
    amounts: [amount],
    dates: days,
    recurrences: [],
    payee,
    source,
    purpose: null,
    hazards: [],
    unexplained: [],
    isBare: false,
    isLabel: false,
  };
}

/** A sum of money, by its unit or by the words before it. */
function isPrice(text: string, { start, end, currencies }: ReadAmount, last: Span): boolean {
  if (start >= last.start) return false;
  const before = text.slice(0, start);
  // `my PIN is 4512, send it to Maria`: no sum.
  const isNamed =
    PRICE_NOUN.test(before) ||
    TOLD_OF_MONEY.test(before) ||
    ORDERS_MONEY.test(text.slice(last.start, last.end));
  const isStated = IS_STATED.test(before) && isNamed;
  const isCounted =
    /^ (?!(?:for|from|at|in|off|to|altogether|total|last|yesterday|today|this|on|back|please)(?![\p{L}]))\p{L}/u.test(
      text.slice(end),
    );
  return (currencies.length > 0 || IS_PRICE.test(before) || isStated) && !isCounted;
}

function pronounIn(text: string, { start, end }: Span): Phrase | null {
  const found = PRONOUN.exec(text.slice(start, end).toLowerCase());
  if (!found) return null;
  const from = start + found.index;
  const word = /^(?:he|she|they|em)$/u.test(found[0]) ? (SAME[found[0]] ?? found[0]) : found[0];
  return { start: from, end: from + found[0].length, text: word };
}
const SAME: Readonly<Record<string, string>> = { he: 'him', she: 'her', they: 'them', em: 'them' };

function maskedIn(
  text: string,
  { start, end }: Span,
  values: readonly (Span & { word: string })[],
) {
  let said = '';
  let at = start;
  for (const one of [...values].sort((a, b) => a.start - b.start)) {
    if (one.start < start || one.end > end || one.start < at) continue;
    said += `${text.slice(at, one.start).toLowerCase()}${one.word}`;
    at = one.end;
  }
  return `${said}${text.slice(at, end).toLowerCase()}`
    .replaceAll('’', "'")
    .replace(/[,:]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/[.! ]+$/u, '')
    .trim();
}

/** The places where the one contact and own accounts are named; null where several contacts are. */
function namesIn({ text, contactOf, isOwnAccount }: ReferredOrder) {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’&.-]*/gu)].map(
    ({ 0: word, index }) => {
      const bare = word.replace(/(?:['’]s|[.'’&-]+)$/u, '');
      return { start: index, end: index + bare.length };
    },
  );
  const people: Phrase[] = [];
  const accounts: Phrase[] = [];
  const names = new Set<string>();
  for (let at = 0; at < words.length; ) {
    let many = Math.min(MOST_OF_A_NAME, words.length - at);
    let kind: 'P' | 'A' | null = null;
    for (; many > 0; many--) {
      const [from, to] = [words[at], words[at + many - 1]];
      if (!from || !to) continue;
      const said = text.slice(from.start, to.end);
      if (said.length < 2 || /[,;!?]/u.test(said)) continue;
      const name = contactOf(said);
      if (name !== null) {
        names.add(name);
        kind = 'P';
      } else if (isOwnAccount(said) && !/^(?:the|my|our)$/iu.test(said)) kind = 'A';
      if (kind === null) continue;
      const phrase = { start: from.start, end: to.end, text: said };
      (kind === 'P' ? people : accounts).push(phrase);
      break;
    }
    at += Math.max(1, many);
  }
  return names.size === 1 ? { people, accounts } : names.size > 1 ? null : { people, accounts };
}
