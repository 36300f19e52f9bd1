// English of amounts: units, number words, and words that leave an amount open.

import { CURRENCIES } from '../../ledger/currency.ts';

const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'] as const;
const RUPEES = ['INR', 'PKR', 'LKR'] as const;
/** Signs of money that are those of one currency. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ '₦': 'NGN', '₵': 'GHS', '₩': 'KRW', '₫': 'VND', '₱': 'PHP', '₪': 'ILS', '₴': 'UAH' },
  ...{ '₸': 'KZT', '₺': 'TRY', '₽': 'RUB', '₾': 'GEL', '₭': 'LAK', '₮': 'MNT', '₲': 'PYG' },
  ...{ '₡': 'CRC', '₼': 'AZN', '฿': 'THB', '৳': 'BDT', '៛': 'KHR', '֏': 'AMD' },
};
/** Words of a currency's name that are words of the language, or names, too. */
const NO_UNIT =
  /^(?:mark|sol|real|won|gold|silver|units?|colon|leone|loti|tala|kina|dram|rial|all|sum|som|dong|franc|dollar|pound|euro|rupee|peso|lira|yen|krone|krona|rand|baht|dirham|forint|yuan|ringgit|zloty|omani|anga|uruguayo|soberano|beac|bceao|sterling|florin)$/u;
/** The last word of the name of each currency that is on no list: `naira`. */
const OF_TABLE: Record<string, string[]> = {};
for (const { code, name } of CURRENCIES) {
  const word = (name.toLowerCase().match(/[a-z]{4,}$/u) ?? [])[0];
  if (word !== undefined && !NO_UNIT.test(word)) OF_TABLE[word] = [...(OF_TABLE[word] ?? []), code];
}
export const UNITS: Readonly<Record<string, readonly string[]>> = {
  ...OF_TABLE,
  ...Object.fromEntries(Object.entries(SIGNS).map(([sign, code]) => [sign, [code]])),
  $: DOLLARS,
  us$: ['USD'],
  a$: ['AUD'],
  c$: ['CAD'],
  '£': ['GBP'],
  '€': ['EUR'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  // `R450`, behind which the figures stand without a space.
  r: ['ZAR'],
  // `N80,000`, as Nigerians write it.
  n: ['NGN'],
  rand: ['ZAR'],
  rands: ['ZAR'],
  ringgit: ['MYR'],
  zloty: ['PLN'],
  zlotys: ['PLN'],
  zł: ['PLN'],
  r$: ['BRL'],
  reais: ['BRL'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  peso: ['MXN', 'PHP'],
  lira: ['TRY'],
  dirham: ['AED', 'MAD'],
  forint: ['HUF'],
  yuan: ['CNY'],
  baht: ['THB'],
  shekel: ['ILS'],
  // Shillings in East Africa, and a code of its own.
  bob: ['KES', 'UGX', 'TZS', 'BOB'],
  kroner: ['NOK', 'DKK'],
  kronor: ['SEK'],
  rs: RUPEES,
  'rs.': RUPEES,
  dollar: DOLLARS,
  buck: DOLLARS,
  euro: ['EUR'],
  pound: ['GBP'],
  'pounds sterling': ['GBP'],
  'pound sterling': ['GBP'],
  quid: ['GBP'],
  sterling: ['GBP'],
  yen: ['JPY'],
  franc: ['CHF'],
  frank: ['CHF'],
  rupee: RUPEES,
};
/** Names of the hundredths of a unit, with the currencies that they can belong to. */
export const HUNDREDTHS: Readonly<Record<string, readonly string[]>> = {
  cent: ['EUR', ...DOLLARS],
  pence: ['GBP'],
  penny: ['GBP'],
  pennie: ['GBP'],
  p: ['GBP'],
};
export const TIMES: Readonly<Record<string, bigint>> = {
  hundred: 100n,
  k: 1_000n,
  lakh: 100_000n,
  lakhs: 100_000n,
  lac: 100_000n,
  lacs: 100_000n,
  crore: 10_000_000n,
  crores: 10_000_000n,
  grand: 1_000n,
  thousand: 1_000n,
  m: 1_000_000n,
  mn: 1_000_000n,
  million: 1_000_000n,
  bn: 1_000_000_000n,
  billion: 1_000_000_000n,
};
export const ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen ' +
  'fifteen sixteen seventeen eighteen nineteen'
).split(' ');
export const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** Frequent misspellings; `fivety` may mean fifteen, so it has no value. */
export const MISSPELT: Readonly<Record<string, string>> = {
  fourty: 'forty',
  ninty: 'ninety',
  ninteen: 'nineteen',
  eightteen: 'eighteen',
};

const SYMBOL = `(?:us\\$|a\\$|c\\$|r\\$|[$£€¥₹${Object.keys(SIGNS).join('')}]|[rn](?=\\d)|rs\\.(?= ?\\d)|rs(?![\\p{L}]))`;
/** `euros 20`; behind a number the word belongs to that: `twelve euros 50`. */
const UNIT_AHEAD = `(?<!(?:${[...ONES, ...TENS, 'hundred', 'thousand'].join('|')}|\\d) )(?:rupees?|euros?|dollars?|pounds?)(?= ?\\d)`;
const UNIT =
  '(?:dollars?|bucks?|euros?|pounds? sterling|pounds?|quid|sterling|yen|fran[ck]s?|rupees?|rands?|ringgit|zlotys?|zł|reais|kroner|kronor|kr|pesos?|liras?|dirhams?|forints?|yuan|baht|shekels?|' +
  `(?:${Object.keys(OF_TABLE).join('|')})s?|` +
  'cents?|pence|penny|pennies|p|' +
  '[a-z]{3})';
const NUMBER = "\\d+(?:[.,]\\d+|['’]\\d{3}(?!\\d))*(?:[.,]-|/-)?";
const MULTIPLE = '(?:hundred|thousand|lakhs?|lacs?|crores?|million|billion|grand|bn|mn|k|m)';
const MULTIPLES = ['hundred', 'thousand', 'million', 'grand', 'lakh', 'crore'];
const WORD = `(?:${[...ONES, ...TENS, ...MULTIPLES, ...Object.keys(MISSPELT)].join('|')})(?![\\p{L}])`;
const DIGIT = `(?:${ONES.slice(0, 10).join('|')})(?![\\p{L}])`;
const WORDS = `(?:an? )?${WORD}(?:(?:[ -]| and )${WORD})*(?: point ${DIGIT}(?: ${DIGIT})*)?`;
export const FIGURES = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(?:(${SYMBOL}|${UNIT_AHEAD}) ?|([a-z]{3}) ?)?([-−+] ?)?(${SYMBOL})?(${NUMBER})` +
    `(?: ?(${MULTIPLE})(?![\\p{L}\\p{N}]))?(?: ?(${SYMBOL}|${UNIT})(?![\\p{L}\\p{N}]))?( ?%)?` +
    '(?![\\p{L}\\p{N}])',
  'giu',
);
export const SPELT = new RegExp(
  // `one transfer` names no amount.
  `(?<![\\p{L}\\p{N}])(?!one (?:(?:single|small|quick|bank|money|wire) )*(?:transfers?|payments?|time)(?![\\p{L}]))(${WORDS})(?: (${SYMBOL}|${UNIT}))?(?![\\p{L}\\p{N}]|-a-)`,
  'giu',
);
const HEDGES =
  'about|around|roughly|approximately|nearly|almost|up to|at least|at most|a maximum of|max|some|circa|' +
  'over|under|above|below|beyond|no more than|not more than|more than|less than|a couple of|a couple|' +
  'a few|several|many|(?:a (?:little|bit)|slightly|just|well|somewhat) (?:over|under|above|below|more than|less than)|~|>|<';
/** A hedge at the end of the text before an amount. */
export const HEDGE = new RegExp(`(?<![\\p{L}])(?:${HEDGES}) ?$`, 'iu');
/** A hedge at the beginning of the text after an amount. */
export const HEDGE_BEHIND =
  /^(?: ?-?ish| or (?:so|thereabouts|more|less)| give or take| approximately| approx| roughly| at (?:most|least)| max(?:imum)?| tops| min(?:imum)?)(?![\p{L}])/iu;
/** Maximum number of words of a hedge before an amount. */
export const LONGEST_HEDGE = 18;
export const VAGUE = new RegExp(
  `(?<![\\p{L}])(?:(?:a couple of|a few|some|several)(?: more)? (${UNIT})|(?:fiver|tenner)s|(?:two|three|four|five|ten|few|several|\\d) (?:fiver|tenner))` +
    '(?![\\p{L}\\p{N}])',
  'giu',
);
/** `a tenner` is ten pounds, and no other number of anything. */
export const NOTES: readonly (readonly [RegExp, bigint])[] = [
  [
    /(?<![\p{L}\p{N}])(?:(?:an?|one) |(?<!(?:two|three|four|five|ten|few|several|of|some|\d) ))fiver(?![\p{L}\p{N}])/giu,
    5n,
  ],
  [
    /(?<![\p{L}\p{N}])(?:(?:an?|one) |(?<!(?:two|three|four|five|ten|few|several|of|some|\d) ))tenner(?![\p{L}\p{N}])/giu,
    10n,
  ],
];
export const CURRENCIES_OF_NOTES = ['GBP'];
/** The text between a number of units and a number of hundredths that form one amount. */
export const BESIDE_HUNDREDTHS = /^,? (?:and )?$/;
/** A number of something else than money: `for invoice 2041`. */
export const NUMBERED =
  /(?<![\p{L}])(?:invoice|inv\.?|po|order|bill|no\.?|nr\.?|number|ref|reference|flat|apartment|apt|room|ticket|contract|policy|case)[ #:]*$|#$/iu;
export const FROM_TO = /^ ?(?:[-–]|to|or) ?$/;

const UNDER_HUNDRED = '(?:to|t|e|o)';
const GROUP = `(?:${UNDER_HUNDRED}?h(?:n?${UNDER_HUNDRED})?|${UNDER_HUNDRED})`;
export const ONE_NUMBER = new RegExp(`^(?:z|${GROUP}|(?:${GROUP}?k)+(?:n?${GROUP})?)$`);

/** A bound in words, or in thousands: `below ten thousand`, `above 40k`. */
export const BOUND_IN_WORDS = new RegExp(
  `(?<=(?<![\\p{L}])(?:over|above|below|under|more than|less than|bigger than|smaller than|at least|at most|exceeding|exactly) )(?:${WORDS})` +
    '(?! ?(?:%|per ?cent|times|days?|weeks?|months?|years?|payments?|purchases?|visits?|trips?|orders?)(?![\\p{L}]))(?![\\p{L}\\p{N}-])|(?<![\\p{L}\\p{N}.,])(?!401k)\\d{1,4}(?:[.,]\\d)? ?k(?![\\p{L}\\p{N}])',
  'giu',
);

/** An amount in words, with its unit: `two hundred euros`. */
export const SPELT_WITH_UNIT = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:(?:an?|${[...ONES, ...TENS, 'hundred', 'thousand', 'and'].join('|')})[ -]){1,9}(euros?|dollars?|bucks|pounds?|quid|francs?)(?![\\p{L}])`,
  'giu',
);
