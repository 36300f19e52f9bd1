// A command about money that grows over several messages. Each message fills or corrects slots; the
// slots are then written as one plain command, which is read like any other: what the grammar would
// not propose from one sentence, it does not propose from several.

import { type ReadAmount, readAmounts } from '../intents/amounts.ts';
import type { Command } from '../intents/command.ts';
import { readDates, readRecurrences } from '../intents/dates.ts';
import type { Asked, Draft } from './sentence.ts';

/** The slots of a command; null when it cannot be put into one command with one place for each. */
export function draftOf(command: Command): Draft | null {
  const { verb, amounts, dates, recurrences, payee, source, purpose, hazards } = command;
  if (verb === null || hazards.length > 0 || command.unexplained.length > 0) return null;
  if (amounts.length > 1 || dates.length > 1 || recurrences.length > 1) return null;
  return {
    verb,
    amount: amounts[0]?.text ?? null,
    payee: payee?.text ?? null,
    source: source?.text ?? null,
    date: dates[0]?.text ?? null,
    recurrence: recurrences[0]?.text ?? null,
    purpose: purpose?.text ?? null,
  };
}

export type Reply =
  | { readonly kind: 'canceled' }
  | { readonly kind: 'agreed' }
  | { readonly kind: 'changed'; readonly draft: Draft }
  /** It says nothing about the command. */
  | { readonly kind: 'other' };

const CANCELED = new RegExp(
  '^(?:no[, ]+)?(?:cancel(?: (?:it|that|this))?|never ?mind|forget (?:it|that|' +
    "about it)|stop|abort|don'?t(?: do (?:it|that)| send (?:it|that|anything))?|" +
    'no(?:,? thanks?| thank you)?|leave it)[.! ]*$',
  'i',
);
const AGREED = new RegExp(
  '^(?:yes|yep|yeah|ok|okay|sure|confirm(?:ed)?|do it|go ahead|send it|correct|' +
    "right|please do|that'?s right|yes[, ]+please)[.! ]*$",
  'i',
);
const LEAD = new RegExp(
  '^(?:(?:no|nope|not that|sorry|actually|wait|oh|hmm|i mean|i meant|make (?:it|' +
    "that)|change (?:it|that|the amount|the date|the payee)(?: to)?|let'?s " +
    '(?:make|say)(?: it)?|it should be|rather|instead|please|and|but|just|only|' +
    'then)(?![\\p{L}])[ ,:;-]*)+',
  'iu',
);
const TAIL = /[ ,]*(?:instead|please|rather|then|thanks|thank you)?[.! ]*$/i;
const MOST_WORDS = 8;

/** What a message says to an open command. */
export function replyTo(
  draft: Draft,
  message: string,
  { asked, now, timezone }: { asked: Asked | null; now: number; timezone: string },
): Reply {
  const text = message.trim();
  if (CANCELED.test(text)) return { kind: 'canceled' };
  if (AGREED.test(text)) return { kind: 'agreed' };
  const rest = text.replace(LEAD, '').replace(TAIL, '');
  if (rest === '' || rest.split(/\s+/).length > MOST_WORDS || /[?"“”\n]/.test(rest)) {
    return { kind: 'other' };
  }
  const option = asked?.options.find((one) => isMeant(one, rest));
  if (asked && option !== undefined) {
    const filled = fill(draft, asked.field, option.replace(/ \([^)]*\)$/, ''));
    if (filled) return { kind: 'changed', draft: filled };
  }
  return slotsFrom(draft, rest, { asked, now, timezone });
}

/** An option is meant by its name, its id, or its place: `the second one`. */
function isMeant(option: string, said: string): boolean {
  const [, name = option, id = ''] = /^(.*) \(([^)]*)\)$/.exec(option) ?? [];
  const wanted = said
    .toLowerCase()
    .replace(/^(?:to |from |the |my )+/, '')
    .replace(/ account$/, '');
  return [name.toLowerCase(), id.toLowerCase()].includes(wanted);
}

function fill(draft: Draft, field: string, text: string): Draft | null {
  if (/^recipient/.test(field)) return { ...draft, payee: text };
  if (field === 'destinationAccountId' && draft.verb === 'deposit')
    return { ...draft, payee: text };
  if (field === 'sourceAccountId') return { ...draft, source: text };
  if (field === 'amount' || field === 'currency') return { ...draft, amount: text };
  return field === 'date' ? { ...draft, date: text } : null;
}

interface When {
  readonly asked: Asked | null;
  readonly now: number;
  readonly timezone: string;
}

function slotsFrom(draft: Draft, said: string, { asked, now, timezone }: When): Reply {
  let rest = said;
  const cut = ({ start, end }: { readonly start: number; readonly end: number }) => {
    rest = `${rest.slice(0, start)}${' '.repeat(end - start)}${rest.slice(end)}`;
  };
  let next = draft;
  const recurrences = readRecurrences(rest);
  for (const one of recurrences) cut(one);
  const dates = readDates(rest, now, timezone);
  for (const one of dates) cut(one);
  const amounts = readAmounts(rest);
  for (const one of amounts) cut(one);
  if (recurrences.length > 1 || dates.length > 1 || amounts.length > 1) return { kind: 'other' };
  if (recurrences[0]) next = { ...next, recurrence: recurrences[0].text };
  if (dates[0]) next = { ...next, date: dates[0].text.replace(/^(?:starting|from) /i, '') };
  if (amounts[0]) next = { ...next, amount: amountText(amounts[0], draft.amount) };
  const left = rest.replace(/\s+/g, ' ').trim();
  const [, slot, name = ''] = /^(to|from|for) (.+)$/i.exec(left) ?? [];
  if (slot !== undefined) {
    const field = { to: 'payee', from: 'source', for: 'purpose' }[slot.toLowerCase()] ?? 'payee';
    next = { ...next, [field]: name };
  } else if (/[\p{L}\p{N}]/u.test(left) && !/^(?:on|starting|by)$/i.test(left)) {
    // Words without a place fill what was asked for, and nothing else.
    const filled = asked && next === draft ? fill(draft, asked.field, left) : null;
    if (!filled) return { kind: 'other' };
    next = filled;
  }
  return next === draft ? { kind: 'other' } : { kind: 'changed', draft: next };
}

/** `no, 40` keeps the currency that was named before. */
function amountText({ text, currencies }: ReadAmount, before: string | null): string {
  if (currencies.length > 0 || before === null) return text;
  const [named] = readAmounts(before);
  const unit = named?.currencies.length === 1 ? ` ${named.currencies[0]}` : '';
  return `${text}${unit}`;
}
