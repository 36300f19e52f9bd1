// Reads amounts of money in a message as exact decimals. An amount with two possible readings is
// marked; it is never decided here.

import { currencyOf, exponentOf } from '../../ledger/currency.ts';
import {
  BESIDE_HUNDREDTHS,
  CURRENCIES_OF_NOTES,
  FIGURES,
  FROM_TO,
  HEDGE,
  HEDGE_BEHIND,
  HUNDREDTHS,
  LONGEST_HEDGE,
  MISSPELT,
  NOTES,
  NUMBERED,
  ONE_NUMBER,
  ONES,
  SPELT,
  TENS,
  TIMES,
  UNITS,
  VAGUE,
} from '../english/amounts.ts';
import { readOnce } from './read-once.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

export type AmountDoubt =
  | 'two_currencies'
  | 'signed'
  | 'separator'
  | 'approximate'
  | 'percent'
  | 'not_one_number';

export interface ReadAmount extends Span {
  readonly text: string;
  /** `digits` divided by ten to the power of `scale`, in units of the currency. */
  readonly digits: bigint;
  readonly scale: number;
  /** Currencies that the words allow; empty: none is named. */
  readonly currencies: readonly string[];
  readonly doubts: readonly AmountDoubt[];
}

interface RawAmount extends ReadAmount {
  readonly isHundredths: boolean;
}

const AMOUNTS = new Map<string, readonly ReadAmount[]>();

/** Every amount in a normalised message, in its order. */
export function readAmounts(text: string): readonly ReadAmount[] {
  return readOnce(AMOUNTS, text, () => amountsIn(text));
}

function amountsIn(text: string): ReadAmount[] {
  const figures = [...text.matchAll(FIGURES)]
    .map(figureOf)
    .filter((one) => one.currencies.length > 0 || !NUMBERED.test(text.slice(0, one.start)));
  const notes = NOTES.flatMap(([pattern, digits]) =>
    [...text.matchAll(pattern)].map((match) => noteOf(match, digits)),
  );
  const spelt = [...text.matchAll(SPELT)].map(speltOf);
  const apart = spelt.filter(
    (one) => ![...figures, ...notes].some((other) => overlaps(one, other)),
  );
  const numbers = [...figures, ...notes, ...apart].sort((one, other) => one.start - other.start);
  const joined: RawAmount[] = [];
  for (const one of numbers) {
    const before = joined.at(-1);
    const whole = before && joinAmounts(text, before, one);
    if (whole) joined[joined.length - 1] = whole;
    else joined.push(one);
  }
  const amounts = joined.map((one) => withHedge(text, one));
  const vague = [...text.matchAll(VAGUE)].flatMap((match) => vagueOf(match));
  const alone = vague.filter((one) => !amounts.some((other) => overlaps(one, other)));
  return [...amounts, ...alone]
    .map(({ isHundredths: _, ...one }) => one)
    .sort((one, other) => one.start - other.start);
}

/** `12 euros and 80 cents` is one amount; `20 to 30 euros` is one that nobody has named. */
function joinAmounts(text: string, one: RawAmount, other: RawAmount): RawAmount | null {
  const between = text.slice(one.end, other.start);
  const span = { start: one.start, end: other.end, text: text.slice(one.start, other.end) };
  const currencies = one.currencies.filter(
    (code) => other.currencies.length === 0 || other.currencies.includes(code),
  );
  const isRest = other.isHundredths && other.digits < 100n && other.scale === 2;
  const isUnits = !one.isHundredths && one.scale === 0 && one.currencies.length > 0;
  if (isRest && isUnits && currencies.length > 0 && BESIDE_HUNDREDTHS.test(between)) {
    const doubts = [...one.doubts, ...other.doubts];
    const digits = one.digits * 100n + other.digits;
    return { ...span, digits, scale: 2, currencies, doubts, isHundredths: false };
  }
  // `72 pounds 50`; `50 euros 60` may be two amounts.
  const isBare = other.currencies.length + other.doubts.length === 0 && other.scale === 0;
  const isCents = isBare && other.digits > 9n && other.digits < 100n && between === ' ';
  if (
    isUnits &&
    isCents &&
    one.digits % 10n !== 0n &&
    !/\d/.test(one.text.slice(-1)) &&
    one.doubts.length === 0
  ) {
    const digits = one.digits * 100n + other.digits;
    return {
      ...span,
      digits,
      scale: 2,
      currencies: one.currencies,
      doubts: [],
      isHundredths: false,
    };
  }
  const isBetween = between === ' and ' && /(?<![\p{L}])between $/iu.test(text.slice(0, one.start));
  if (!isBetween && !FROM_TO.test(between)) return null;
  const start = isBetween ? one.start - 'between '.length : one.start;
  const known = one.currencies.length > 0 ? currencies : other.currencies;
  return {
    ...other,
    start,
    text: text.slice(start, other.end),
    currencies: known,
    doubts: ['approximate'],
  };
}

function withHedge(text: string, one: RawAmount): RawAmount {
  const before = text.slice(Math.max(0, one.start - LONGEST_HEDGE), one.start);
  const hedge = HEDGE.exec(before)?.[0] ?? '';
  const behind = HEDGE_BEHIND.exec(text.slice(one.end))?.[0] ?? '';
  if (hedge === '' && behind === '') return one;
  const start = one.start - hedge.length;
  const end = one.end + behind.length;
  const doubts = [...one.doubts, 'approximate' as const];
  return { ...one, start, end, text: text.slice(start, end), doubts };
}

/** `a few euros`: an amount that nobody has named. */
function vagueOf(match: RegExpMatchArray): RawAmount[] {
  const [text = '', unit] = match;
  const currencies = unit === undefined ? [] : unitOf(unit).currencies;
  if (unit !== undefined && currencies.length === 0) return [];
  const start = match.index ?? 0;
  const span = { text, start, end: start + text.length };
  const doubts = ['approximate' as const];
  return [{ ...span, digits: 0n, scale: 0, currencies, doubts, isHundredths: false }];
}

/** `a tenner`. */
function noteOf(match: RegExpMatchArray, digits: bigint): RawAmount {
  const [text] = match;
  const start = match.index ?? 0;
  const span = { text, start, end: start + text.length };
  const currencies = CURRENCIES_OF_NOTES;
  return { ...span, digits, scale: 0, currencies, doubts: [], isHundredths: false };
}

export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Before a unit: a number alone may be negative. */
const DASH = /^[-–—] (?=\p{Sc})/u;

function figureOf(match: RegExpMatchArray): RawAmount {
  const [whole, symbol, code, sign, inner, number = '', times, unit, percent] = match;
  const isCode = code !== undefined && currencyOf(code.toUpperCase()) !== null;
  const called = unit === undefined ? null : unitOf(unit);
  const isUnit = called === null || called.currencies.length > 0;
  const isHundredths = called?.isHundredths === true;
  let text = isUnit ? whole : whole.slice(0, whole.lastIndexOf(unit ?? '')).trimEnd();
  let start = match.index ?? 0;
  if (code !== undefined && !isCode) {
    const rest = text.slice(code.length).trimStart();
    start += text.length - rest.length;
    text = rest;
  }
  // `he did the gutters - £120`: a dash between words, and no sign.
  const dash = DASH.exec(text)?.[0].length ?? 0;
  const isDash = dash > 0 && /\p{L} $/u.test((match.input ?? '').slice(0, start));
  if (isDash) {
    start += dash;
    text = text.slice(dash);
  }
  const named = [symbol, inner, isCode ? code : undefined].filter((one) => one !== undefined);
  const found = named.map((one) => unitOf(one).currencies);
  if (called && isUnit) found.push(called.currencies);
  const { digits, scale, isPlain } = decimalOf(
    number.replace(/(?:[.,]|\/)-$/, ''),
    found.flat().includes('INR'),
  );
  const factor = times === undefined ? 1n : (TIMES[times.toLowerCase()] ?? 1n);
  const currencies = found.length === 0 ? [] : common(found);
  const isTorn = found.some((all) => !currencies.every((code) => all.includes(code)));
  return {
    text,
    start,
    end: start + text.length,
    digits: digits * factor,
    scale: isHundredths ? scale + 2 : scale,
    currencies,
    isHundredths,
    doubts: [
      ...(isTorn ? ['two_currencies' as const] : []),
      ...(sign && !isDash ? ['signed' as const] : []),
      ...(isPlain ? [] : ['separator' as const]),
      ...(percent ? ['percent' as const] : []),
    ],
  };
}

function speltOf(match: RegExpMatchArray): RawAmount {
  const [whole, words = '', unit] = match;
  const [units = '', fraction = ''] = words.toLowerCase().split(' point ');
  const places = fraction === '' ? [] : fraction.split(' ').map((word) => ONES.indexOf(word));
  const { currencies, isHundredths } =
    unit === undefined ? { currencies: [], isHundredths: false } : unitOf(unit);
  const isUnit = unit === undefined || currencies.length > 0;
  const text = isUnit ? whole : whole.slice(0, words.length);
  const start = match.index ?? 0;
  const unitWords = units.split(/[ -]/).map((word) => MISSPELT[word] ?? word);
  const digits = BigInt([numberOf(unitWords), ...places].join(''));
  // `one for Maria`: the word alone may stand for a thing.
  const isPronoun = words.toLowerCase() === 'one' && unit === undefined;
  const doubts = isOneNumber(unitWords) && !isPronoun ? [] : ['not_one_number' as const];
  const scale = places.length + (isHundredths ? 2 : 0);
  return { text, start, end: start + text.length, digits, scale, currencies, doubts, isHundredths };
}

/** `two hundred (and) fifty` is one number; `two fifty` and `nineteen ninety nine` may be several. */
function isOneNumber(words: readonly string[]): boolean {
  const kinds = words.map((word) => {
    if (word === 'a' || word === 'an') return '';
    if (word === 'and') return 'n';
    if (TENS.includes(word)) return 't';
    if (word === 'hundred') return 'h';
    const ones = ONES.indexOf(word);
    return ones === 0 ? 'z' : ones > 9 ? 'e' : ones > 0 ? 'o' : 'k';
  });
  return ONE_NUMBER.test(kinds.join(''));
}

/** Hundreds multiply the words before them; thousands and millions close a group. */
function numberOf(words: readonly string[]): bigint {
  let total = 0n;
  let group = 0n;
  for (const word of words) {
    if (ONES.includes(word)) group += BigInt(ONES.indexOf(word));
    else if (TENS.includes(word)) group += BigInt(10 * (TENS.indexOf(word) + 2));
    else if (word === 'hundred') group = (group || 1n) * 100n;
    else if (TIMES[word] !== undefined) {
      total += (group || 1n) * TIMES[word];
      group = 0n;
    }
  }
  return total + group;
}

/**
 * `1,234.50`, `1'234.50`, `1.234,50`, `1234.5` and `7,5` are plain: only one reading fits. `1.234` can
 * be read in two ways, and `1,23,45` in none.
 * @param isIndian `1,20,000` is written so, in rupees
 */
export function decimalOf(
  number: string,
  isIndian = false,
): { digits: bigint; scale: number; isPlain: boolean } {
  const isComma = /^(?:\d{1,3}(?:\.\d{3})+|\d+),\d{1,2}$|^\d{1,3}(?:\.\d{3}){2,}$/.test(number);
  const english = isComma ? number.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ',')) : number;
  const isLakhs = isIndian && /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/.test(number);
  const isPlain =
    isLakhs || /^(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:['’]\d{3})+|\d+)(?:\.\d+)?$/.test(english);
  const isTwofold = !isComma && /^\d{1,3}\.\d{3}$/.test(number) && !number.startsWith('0');
  const plain = english.replace(/[,'’]/g, '');
  const [whole = '0', fraction = ''] = plain.split('.');
  const digits = BigInt(`${whole}${fraction}`);
  return { digits, scale: fraction.length, isPlain: isPlain && !isTwofold };
}

function unitOf(unit: string): { currencies: readonly string[]; isHundredths: boolean } {
  const word = unit.toLowerCase();
  const singular = word.replace(/s$/, '');
  const hundredths = HUNDREDTHS[word] ?? HUNDREDTHS[singular];
  if (hundredths) return { currencies: hundredths, isHundredths: true };
  const known = UNITS[word] ?? UNITS[singular];
  if (known) return { currencies: known, isHundredths: false };
  const isCode = currencyOf(word.toUpperCase()) !== null;
  return { currencies: isCode ? [word.toUpperCase()] : [], isHundredths: false };
}

/** `$50 CAD` is in Canadian dollars; `€50 USD` in nothing that the words agree on. */
function common(currencySets: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...rest] = currencySets;
  const agreed = first.filter((code) => rest.every((other) => other.includes(code)));
  return agreed.length > 0 ? agreed : currencySets.flat();
}

/** Minor units in a currency; null when the amount has more decimals than the currency. */
export function minorUnits(amount: Pick<ReadAmount, 'digits' | 'scale'>, currency: string) {
  const exponent = exponentOf(currency);
  const scaled = amount.digits * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(amount.scale);
  if (scaled % divisor !== 0n) return null;
  const minor = scaled / divisor;
  return minor > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(minor);
}
