// Changes a value that a slot has already: an amount by a factor or a step, its currency, a day by a
// number of days.

import { DateTime } from 'luxon';
import { NATIONAL_MONEY } from '../english/commands.ts';
import { FACTORS, MORE, SCALE } from '../english/corrections.ts';
import { SHIFTED, SHIFTS } from '../english/replies.ts';
import { type ReadAmount, readAmounts } from '../intents/amounts.ts';
import { readDates } from '../intents/dates.ts';
import { GOAL_NOUN } from '../intents/grammar.ts';
import { unitText } from './fill.ts';
import type { Draft } from './sentence.ts';

/** `double it`, `five more`: from the amount that is named, and from no other. */
export function scaled(draft: Draft, reply: string): Draft | null {
  const [named] = draft.amount === null ? [] : readAmounts(draft.amount);
  if (!named || named.doubts.length > 0) return null;
  const [digits, scale] = FACTORS[SCALE.exec(reply)?.[1]?.toLowerCase() ?? ''] ?? [];
  if (digits !== undefined && scale !== undefined) {
    return withAmount(draft, named, named.digits * digits, named.scale + scale);
  }
  const [, up, down, words = '', way] = MORE.exec(reply.replace(FOR_A_THING, '')) ?? [];
  const isAdded = way !== undefined || up !== undefined || down !== undefined;
  const [step, ...others] = isAdded
    ? readAmounts(words.replace(/^(?=(?:tenner|fiver)$)/iu, 'a '))
    : [];
  const isWhole = step?.start === 0 && step.text.endsWith(words);
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

/** `in euros`, `make that dollars`: the number stays. */
export function inOtherCurrency(draft: Draft, reply: string): Draft | null {
  const plain = reply.replace(/^(?:in|as) /i, '');
  const national = NATIONAL_MONEY.find(([words]) => new RegExp(`^(?:${words})$`, 'iu').test(plain));
  const unit = national?.[1] ?? plain;
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

/** `add 5 for the tip`. */
const FOR_A_THING = new RegExp(
  ` for(?: (?:the|a|an|his|her|their|my|our) [\\p{L} ]{1,20}| ${GOAL_NOUN.source.slice(1, -1)})?$`,
  'iu',
);
/** `plus 5 for petrol`: more of the same payment, and no second one. */
export const isForAGoal = (said: string): boolean =>
  GOAL_NOUN.test(/ for (\p{L}+)$/u.exec(said)?.[1] ?? '');

/** `and 50 cents`, to an amount in whole units. */
export function withHundredths(draft: Draft, reply: string): Draft | null {
  const words = /^(?:and|plus) (.+)$/iu.exec(reply)?.[1];
  if (words === undefined || draft.amount === null) return null;
  const [rest, ...others] = readAmounts(words);
  const [named] = readAmounts(draft.amount);
  const isRest = /(?:cents?|pence|penn(?:y|ies)|p)$/iu.test(words.trim());
  if (!isRest || !rest || !named || rest.text.length < words.trim().length) return null;
  const isClear = others.length + rest.doubts.length + named.doubts.length === 0;
  const isWhole = named.scale === 0 && rest.scale === 2 && rest.digits < 100n;
  // Any other wording leaves the amount open, because the customer does not mean the hundredths
  // alone.
  if (!isClear || !isWhole) return { ...draft, amount: null };
  return withAmount(draft, named, named.digits * 100n + rest.digits, 2);
}

/** `a day later`: from the day that is set, and from today where none is. */
export function shifted(
  draft: Draft,
  reply: string,
  { now, timezone }: { readonly now: number; readonly timezone: string },
): Draft | null {
  const match = SHIFTED.exec(reply);
  if (!match) return null;
  const [, count, unit, way, following, single, side] = match;
  const [day] = draft.date === null ? [] : readDates(draft.date, now, timezone);
  if (draft.date !== null && (day === undefined || day.doubt !== null)) return null;
  const from = day ? DateTime.fromISO(day.date) : DateTime.fromMillis(now, { zone: timezone });
  const number = count === undefined ? 1 : (SHIFTS[count.toLowerCase()] ?? Number(count));
  const sign = /earlier|before/iu.test(way ?? side ?? '') ? -1 : 1;
  const key = `${(unit ?? following ?? single ?? 'day').toLowerCase()}s`;
  const date = from.plus({ [key]: sign * number }).toISODate();
  return date === null ? null : { ...draft, date };
}
