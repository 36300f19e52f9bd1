// Conditions with a figure or a day of the week in a question: bounds of amounts, days, currencies.

import { WEEKDAYS } from '../english/days.ts';
import { ON_WEEKDAYS, WEEKDAY_IN, WEEKDAY_SPAN } from '../english/periods.ts';
import * as english from '../english/questions.ts';
import { decimalOf } from '../intents/amounts.ts';
import { CURRENCY_NAME, currenciesIn, type Lexicon } from './lexicon.ts';
import { foldName, type Words } from './masks.ts';
import type { Bound, BoundAmount } from './query.ts';

export interface Bounded {
  readonly bound: Bound;
  readonly currencies: readonly string[];
}

function boundAmount(text: string): BoundAmount | null {
  const { digits, scale, isPlain } = decimalOf(text.replace(/[^\d.,]/g, '').replace(/[.,]$/, ''));
  return isPlain ? { digits: digits.toString(), scale } : null;
}

/**
 * Reads `over 100 euros`, `between 20 and 40 euros`. Returns null when there is no bound, or it
 * cannot be read.
 */
export function takeBound(words: Words, { accounts }: Lexicon): Bounded | null {
  const held = accounts.map(({ currency }) => currency);
  for (const [pattern, kind] of BOUNDS) {
    // `from 5 to 20 July between 25 and 38 euros`: the first of them may be days.
    for (const found of words.rest.matchAll(pattern)) {
      const end = found.index + found[0].length;
      const currencies = currenciesIn(words.text.slice(found.index, end), held);
      const isOfPayments = english.BEFORE_AMOUNTS.test(words.rest.slice(0, found.index));
      if (
        !isAmount(found[0], words.rest.slice(end), kind, {
          hasUnit: currencies.length > 0,
          isOfPayments,
        })
      )
        continue;
      const bound = boundIn(found, kind);
      if (bound === null) return null;
      words.mask({ start: found.index, end }, 'B');
      return { bound, currencies };
    }
  }
  return null;
}

const BOUNDS = english.BOUNDS.map(([pattern, kind]) => [new RegExp(pattern, 'gu'), kind] as const);
type BoundKind = (typeof english.BOUNDS)[number][1];

/** Without a currency it may be a year, a day, or a number of payments. */
function isAmount(
  said: string,
  behind: string,
  kind: BoundKind,
  { hasUnit, isOfPayments }: { hasUnit: boolean; isOfPayments: boolean },
): boolean {
  const isYear = /(?<!\d)20[1-9]\d(?!\d)/.test(said) || english.DAY_BEHIND.test(behind);
  return (
    hasUnit ||
    !(
      (kind === 'between' && !isOfPayments) ||
      isYear ||
      /^ ?(?:times|payments|purchases|days?|weeks?|months?|years?)/.test(behind)
    )
  );
}

function boundIn(found: RegExpExecArray, kind: BoundKind): Bound | null {
  const one = boundAmount(found[1] ?? '');
  const isPair = kind === 'between' || kind === 'within';
  const other = isPair ? boundAmount(found[2] ?? '') : null;
  if (!one || (isPair && !other)) return null;
  const isMore = /more|above|over|up/.test(found[2] ?? '');
  const none = { least: null, isLeastIn: true, most: null, isMostIn: true };
  return kind === 'within'
    ? { least: one, isLeastIn: false, most: other, isMostIn: false }
    : kind === 'between' || kind === 'exact'
      ? { ...none, least: one, most: other ?? one }
      : kind === 'over' || kind === 'least' || (kind === 'behind' && isMore)
        ? { ...none, least: one, isLeastIn: kind !== 'over' }
        : { ...none, most: one, isMostIn: kind !== 'under' };
}

/** `in March, from Monday to Friday`: the first and the last of the days, and where they stand. */
export function weekdaySpansIn(text: string) {
  return [...text.matchAll(WEEKDAY_SPAN)].map(
    ({ 0: said, 1: first = '', 2: last = '', index }) => ({
      start: index,
      end: index + said.length,
      first: WEEKDAYS.indexOf(first.toLowerCase()) + 1,
      last: WEEKDAYS.indexOf(last.toLowerCase()) + 1,
    }),
  );
}

/**
 * `on Saturdays`, `not at weekends`: the days of the week that count; none: all of them.
 * @param hasTime true when the text names a time beside days of the week
 */
export function takeWeekdays(words: Words, hasTime: (text: string) => boolean): number[] {
  const every = [1, 2, 3, 4, 5, 6, 7];
  let taken: number[] | null = null;
  for (const { start, end, first, last } of weekdaySpansIn(words.rest)) {
    const { visible } = words;
    const rest = visible.slice(0, start) + ' '.repeat(end - start) + visible.slice(end);
    if (!hasTime(rest) || first >= last) continue;
    taken = every.filter((one) => one >= first && one <= last);
    words.mask({ start, end }, 'D');
  }
  for (const match of [...words.rest.matchAll(ON_WEEKDAYS)]) {
    const said = match[0];
    const days = new Set(
      (said.match(WEEKDAY_IN) ?? []).flatMap((word) => {
        if (/^weekend/.test(word)) return [6, 7];
        if (/^w/.test(word) && !/^wed/.test(word)) return [1, 2, 3, 4, 5];
        return [WEEKDAYS.indexOf(word.replace(/s$/, '')) + 1];
      }),
    );
    const [first = 0, last = 0] = [...days];
    if (
      / (?:to|through) |-/.test(said.replace(/^.*?(?=day)/, '')) &&
      days.size === 2 &&
      first < last
    )
      for (let at = first; at < last; at++) days.add(at);
    if (days.size === 0 || days.has(0)) continue;
    const isOut =
      match[1] !== undefined || /excluded|not counted|left out|aside/.test(match[5] ?? '');
    const left = every.filter((one) => days.has(one) !== isOut);
    taken =
      taken === null
        ? left
        : isOut
          ? taken.filter((one) => left.includes(one))
          : [...taken, ...left];
    // `from August 10 on at weekends`: the first word belongs to the day.
    const lead = ENDS_A_DAY.exec(said)?.[0].length ?? 0;
    words.mask({ start: match.index + lead, end: match.index + said.length }, 'D');
  }
  return taken === null ? [] : [...new Set(taken)].sort();
}

const ENDS_A_DAY = /^on (?=(?:at|on|only|in|every|each)(?![\p{L}]))/iu;

/**
 * Returns the complement of a bound, or null for a bound with two sides, whose complement is two
 * ranges.
 */
export function outsideOf({ least, most, isLeastIn, isMostIn }: Bound): Bound | null {
  if (least !== null && most !== null) return null;
  return { least: most, isLeastIn: !isMostIn, most: least, isMostIn: !isLeastIn };
}

/** `dollars`, `€`: words of currencies that are left. A word of a payee's name is none. */
export function takeCurrencies(words: Words, { accounts, parties }: Lexicon): string[][] {
  const held = accounts.map(({ currency }) => currency);
  const isOfPayee = (word: string) =>
    parties.some((name) =>
      foldName(name)
        .match(/\p{L}+/gu)
        ?.includes(word),
    );
  const found: string[][] = [];
  for (const match of [...words.rest.matchAll(CURRENCY_NAME)]) {
    const place = { start: match.index, end: match.index + match[0].length };
    const codes = currenciesIn(words.text.slice(place.start, place.end), held);
    if (codes.length > 0 && !isOfPayee(match[0])) words.mask(place, 'U', found.push(codes) - 1);
  }
  return found;
}
