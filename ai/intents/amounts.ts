// Amounts of money in a message, as exact decimals. What could be read in two ways is marked and
// never decided here.

import { currencyOf, exponentOf } from '../../ledger/currency.ts';

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

const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'] as const;
const UNITS: Readonly<Record<string, readonly string[]>> = {
  $: DOLLARS,
  us$: ['USD'],
  a$: ['AUD'],
  c$: ['CAD'],
  '£': ['GBP'],
  '€': ['EUR'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  dollar: DOLLARS,
  buck: DOLLARS,
  euro: ['EUR'],
  pound: ['GBP'],
  quid: ['GBP'],
  sterling: ['GBP'],
  yen: ['JPY'],
  franc: ['CHF'],
  rupee: ['INR', 'PKR', 'LKR'],
};
const TIMES: Readonly<Record<string, bigint>> = {
  hundred: 100n,
  k: 1_000n,
  grand: 1_000n,
  thousand: 1_000n,
  m: 1_000_000n,
  mn: 1_000_000n,
  million: 1_000_000n,
  bn: 1_000_000_000n,
  billion: 1_000_000_000n,
};
const ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen ' +
  'fifteen sixteen seventeen eighteen nineteen'
).split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const SYMBOL = '(?:us\\$|a\\$|c\\$|[$£€¥₹])';
const UNIT = '(?:dollars?|bucks?|euros?|pounds?|quid|sterling|yen|francs?|rupees?|[a-z]{3})';
const NUMBER = '\\d+(?:[.,]\\d+)*';
const MULTIPLE = '(?:hundred|thousand|million|billion|grand|bn|mn|k|m)';
const WORD = `(?:${[...ONES, ...TENS, 'hundred', 'thousand', 'million', 'grand'].join('|')})`;
const WORDS = `(?:an? )?${WORD}(?:[ -]${WORD})*`;
const FIGURES = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(?:(${SYMBOL}) ?|([a-z]{3}) ?)?([-−+] ?)?(${SYMBOL})?(${NUMBER})` +
    `(?: ?(${MULTIPLE})(?![\\p{L}\\p{N}]))?(?: ?(${SYMBOL}|${UNIT})(?![\\p{L}\\p{N}]))?( ?%)?` +
    '(?![\\p{L}\\p{N}])',
  'giu',
);
const SPELT = new RegExp(
  `(?<![\\p{L}\\p{N}])(${WORDS})(?: (${SYMBOL}|${UNIT}))?(?![\\p{L}\\p{N}])`,
  'giu',
);
const ABOUT =
  /(?:about|around|roughly|approximately|nearly|almost|up to|at least|at most|some|circa|over|under|above|below|beyond|more than|less than|no more than|~|>|<) ?$/i;

/** Every amount in a normalised message, in its order. */
export function readAmounts(text: string): ReadAmount[] {
  const figures = [...text.matchAll(FIGURES)].map(figureOf);
  const spelt = [...text.matchAll(SPELT)].map(speltOf);
  const apart = spelt.filter((one) => !figures.some((other) => overlaps(one, other)));
  return [...figures, ...apart]
    .map((one) => {
      const isVague = ABOUT.test(text.slice(0, one.start));
      return isVague ? { ...one, doubts: [...one.doubts, 'approximate' as const] } : one;
    })
    .sort((one, other) => one.start - other.start);
}

export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

function figureOf(match: RegExpMatchArray): ReadAmount {
  const [whole, symbol, code, sign, inner, number = '', times, unit, percent] = match;
  const isCode = code !== undefined && currencyOf(code.toUpperCase()) !== null;
  const isUnit = unit === undefined || currenciesOf(unit).length > 0;
  let text = isUnit ? whole : whole.slice(0, whole.lastIndexOf(unit)).trimEnd();
  let start = match.index ?? 0;
  if (code !== undefined && !isCode) {
    const rest = text.slice(code.length).trimStart();
    start += text.length - rest.length;
    text = rest;
  }
  const named = [symbol, inner, isCode ? code : undefined, isUnit ? unit : undefined];
  const found = named.filter((one) => one !== undefined).map(currenciesOf);
  const { digits, scale, isPlain } = decimalOf(number);
  const factor = times === undefined ? 1n : (TIMES[times.toLowerCase()] ?? 1n);
  const currencies = found.length === 0 ? [] : common(found);
  const isTorn = found.some((all) => !currencies.every((code) => all.includes(code)));
  return {
    text,
    start,
    end: start + text.length,
    digits: digits * factor,
    scale,
    currencies,
    doubts: [
      ...(isTorn ? ['two_currencies' as const] : []),
      ...(sign ? ['signed' as const] : []),
      ...(isPlain ? [] : ['separator' as const]),
      ...(percent ? ['percent' as const] : []),
    ],
  };
}

function speltOf(match: RegExpMatchArray): ReadAmount {
  const [whole, words = '', unit] = match;
  const currencies = unit === undefined ? [] : currenciesOf(unit);
  const isUnit = unit === undefined || currencies.length > 0;
  const text = isUnit ? whole : whole.slice(0, words.length);
  const start = match.index ?? 0;
  const said = words.toLowerCase().split(/[ -]/);
  const digits = numberOf(said);
  const doubts = isOneNumber(said) ? [] : ['not_one_number' as const];
  return { text, start, end: start + text.length, digits, scale: 0, currencies, doubts };
}

const UNDER_HUNDRED = '(?:to|t|e|o)';
const GROUP = `(?:${UNDER_HUNDRED}?h${UNDER_HUNDRED}?|${UNDER_HUNDRED})`;
const ONE_NUMBER = new RegExp(`^(?:z|${GROUP}|(?:${GROUP}?k)+${GROUP}?)$`);

/** `two hundred fifty` is one number; `two fifty` and `nineteen ninety nine` may be several. */
function isOneNumber(words: readonly string[]): boolean {
  const kinds = words.map((word) => {
    if (word === 'a' || word === 'an') return '';
    if (TENS.includes(word)) return 't';
    if (word === 'hundred') return 'h';
    const ones = ONES.indexOf(word);
    return ones === 0 ? 'z' : ones > 9 ? 'e' : ones > 0 ? 'o' : 'k';
  });
  return ONE_NUMBER.test(kinds.join(''));
}

/** Hundreds multiply what stands before them; thousands and millions close a group. */
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

/** `1,234.50` and `1234.5` are plain; `1.234` and `1,50` can be read in two ways. */
export function decimalOf(number: string): { digits: bigint; scale: number; isPlain: boolean } {
  const isPlain = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/.test(number);
  const isTwofold = /^\d{1,3}\.\d{3}$/.test(number) && !number.startsWith('0');
  const plain = number.replaceAll(',', '');
  const [whole = '0', fraction = ''] = plain.split('.');
  const digits = BigInt(`${whole}${fraction}`);
  return { digits, scale: fraction.length, isPlain: isPlain && !isTwofold };
}

function currenciesOf(unit: string): readonly string[] {
  const word = unit.toLowerCase();
  const known = UNITS[word] ?? UNITS[word.replace(/s$/, '')];
  if (known) return known;
  return currencyOf(word.toUpperCase()) === null ? [] : [word.toUpperCase()];
}

/** `$50 CAD` is in Canadian dollars; `€50 USD` in nothing that the words agree on. */
function common(found: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...rest] = found;
  const agreed = first.filter((code) => rest.every((other) => other.includes(code)));
  return agreed.length > 0 ? agreed : found.flat();
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
