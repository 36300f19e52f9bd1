// English of the time that a question is about.

import { MONTHS, WEEKDAYS } from './days.ts';

export const MONTH = `(${MONTHS.join('|')}|${MONTHS.map((name) => name.slice(0, 3)).join('|')}|sept)`;
export const A_MONTH = new RegExp(`(?<![\\p{L}])${MONTH}(?![\\p{L}])|this month|last month`, 'iu');
export const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
export const COUNT = `([1-9]\\d{0,2}|${NUMBERS.join('|')})`;
/** Words by which a question is about days to come. */
export const AHEAD =
  /\b(?:will|next(?! to)|upcoming|due|coming(?! in\b)|scheduled|standing orders?|planned|going to)\b/i;

/** Asks for the money on accounts, and not for payments. */
export const OF_A_BALANCE =
  /(?<![\p{L}])balances?(?![\p{L}])|(?<![\p{L}])(?:have|had|was|is)(?: there)? (?:left )?(?:in|on)(?![\p{L}])/iu;

/** `March last year`: the year of a part of it. */
export const OF_A_YEAR = new RegExp(
  `(?<![\\p{L}\\p{N}])((?:${MONTH.slice(1, -1)})|(?:\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTHS.join('|')}))|(?:${MONTHS.join('|')}) \\d{1,2}(?:st|nd|rd|th)?|(?:first|second|third|fourth|last|final) (?:quarter|half)|q[1-4]|h[12])` +
    `,? (?:of |in )?(this|the current|last|the last|the past|the previous) year(?![\\p{L}])`,
  'giu',
);

/** The period `before 15 March this year` begins with that year. */
export const UNTIL =
  /(?:before|until|till|to|prior to) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?$/iu;

/** `from May to December last year`: the year of both. */
export const FROM_UNTIL =
  /(?<![\p{L}])(?:from|between) (?:the )?[\p{L}\d ]{2,24} (?:to|until|till|through) (?:the )?$/iu;

/**
 * `the first ten days of`, `the last week of`, `the second half of`: a part of the span that
 * follows.
 */
export const PART_OF = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:in |during |over |for |within )?(?:the )?(first|second|third|fourth|last|final|opening|closing|1st|2nd|3rd|4th) (?:(\\d{1,3}|${NUMBERS.join('|')}) )?(days?|weeks?|months?|half|quarter|fortnight) (?:of|in) (?:the )?(?:month of )?`,
  'giu',
);
/** `the seven days up to`, `ten days before`. */
export const DAYS_UP_TO = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:in |during |over |for |within )?(?:the )?(?:last )?(?:(\\d{1,3}|${NUMBERS.join('|')}) |(?=week ))(days?|weeks?|months?) (?:up to|until|till|ending(?: on| in| with)?|to|(?<=(?:week|day|month)s? )before) (?:the )?(?:end of )?`,
  'giu',
);
/** `in the first half of October … in the second half`: of the same whole. */
export const SAME_WHOLE =
  /(?<![\p{L}\p{N}])(?:in |during )?(?:the )?(first|second|third|fourth|last|other) (half|quarter|weeks?|fortnight|days?)(?! (?:of|in|year|20)(?![\p{L}]))(?![\p{L}])/giu;
export const WEEK_OF =
  /(?<![\p{L}\p{N}])(?:in |during )?(?:the )?week (?:of|around|starting(?: on)?|beginning(?: on)?|from) (?:the )?/giu;
/** The whole that a part belongs to, where no month or year is named. */
export const THE_UNIT = /^(?:this |the )?(month|year|quarter)(?![\p{L}])(?! before)/iu;

/** Days of each year with one date: month and day. They count as the end of a span alone. */
export const FEASTS: readonly (readonly [name: string, month: number, day: number])[] = [
  ['christmas eve', 12, 24],
  ['christmas(?: day)?', 12, 25],
  ['boxing day', 12, 26],
  ["new year['’]?s['’]? eve", 12, 31],
  ["(?:new year['’]?s['’]? day|(?:the )?new year)", 1, 1],
  ['halloween', 10, 31],
  ["valentine['’]?s(?: day)?", 2, 14],
];

/** `early December`, `the middle of May`: a third of a month. */
export const THIRD_OF_MONTH = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:in )?(?:the )?(early|mid|late)(?:[- ]| in )${MONTH}(?:,? (20\\d\\d))?(?![\\p{L}])`,
  'giu',
);
/** A season that does not describe a thing after it (`summer clothes`). */
export const SEASON_ALONE =
  /(?<![\p{L}\p{N}])(?:(?:in|over|during|for) )?(?:(?:the|all|whole of)(?: of)? )?(?:the )?(?:(this|last|past) )?(summer|winter|autumn|(?<=(?:the|last|this|past|in|over|during|for) )(?:fall|spring))(?: (?:of )?(20\d\d))?(?= *(?:$|[,.?!;]|(?:did|do|have|had|how|what|which|who|when|and|on|at|for|to|with|i|we|my|cost|please)(?![\p{L}])))/giu;
/** Zones whose seasons are those of the south, and those where the four seasons are known. */
export const SOUTHERN =
  /^(?:Australia\/|Antarctica\/|Pacific\/Auckland|Africa\/(?:Johannesburg|Maseru|Mbabane)|America\/(?:Argentina\/|Buenos_Aires|Santiago|Montevideo|Sao_Paulo))/;
export const NORTHERN =
  /^(?:Europe\/|Atlantic\/|US\/|Canada\/|America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Detroit|Boise|Anchorage|Toronto|Montreal|Halifax|Moncton|St_Johns|Winnipeg|Regina|Edmonton|Vancouver|Indiana\/|Kentucky\/)|Asia\/(?:Tokyo|Seoul|Shanghai|Istanbul|Tbilisi|Yerevan|Baku|Jerusalem|Beirut|Nicosia|Tehran|Tashkent|Almaty)|Africa\/(?:Cairo|Tunis|Algiers|Casablanca))/;
/** `since it went up in`, `since the kids went back in`: an event, and the month that it was in. */
export const SINCE_EVENT =
  /(?<![\p{L}])since (?:it|they|he|she|that|(?:the|my|our) [\p{L}'’]+) (?:first )?(?:went|came|started|began|moved|opened|closed|left|changed|rose|increased|dropped|returned|finished|ended|retired|arrived|joined|broke|fell|got|was born|were born)(?: (?!(?:x+|in|on|at)(?![\p{L}]))[\p{L}'’]+){0,3},? (?:back )?(?=(?:in|on) )(?:(?:in|on) )?$/iu;
/** `since I started uni in`: the day or month behind it counts. */
export const SINCE_I =
  /(?<![\p{L}])since (?:i|we) (?:first )?(?:started|began|joined|moved|came|retired|left|returned|changed|switched|arrived|graduated|married|quit|stopped|became|got)(?: (?!x+(?![\p{L}]))[\p{L}'’]+){0,4},? (?:back )?(?=(?:in|on) )(?:(?:in|on) )?$/iu;

const WEEKDAY_NAMES = `(?:${WEEKDAYS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})`;
const FULL = `(?:${WEEKDAYS.join('|')})`;
/** The latest day with this name. */
export const LATEST_WEEKDAY = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:on )?(?:(last|this|past|this past) )?(${FULL})(?!s)(?![\\p{L}\\p{N}])(?! (?:of|in) )`,
  'giu',
);
export const WEEKEND =
  /(?<![\p{L}\p{N}])(?:(?:on|over|at|during) )?(?:the )?(this|last|past|previous)(?: past)? weekend(?![\p{L}])(?! (?:of|in) )/giu;

const MANY = `(?:(?:${WEEKDAYS.join('|')})s|weekends|weekdays|work ?days|working days|week days)`;
const ANY = `(?:${FULL}s?|weekends?|weekdays?|work ?days?|working days?|week days?)`;
const ROW_OF_DAYS = `(?:(?:, ?|,? ?(?:and|or|&|to|through|\\+|-) ?)(?:on )?(?:the |a |an )?${ANY}){0,6}`;
const NOT =
  '(?:but |and )?(?:not|never|except(?:ing)?(?: for)?|excluding|without|apart from|other than|not counting) ';
/**
 * Days of the week as a condition: `on Saturdays`, `on a Monday`, `at weekends`, `only Fridays`. One
 * day (`on Monday`, `last weekend`) is a date.
 */
export const ON_WEEKDAYS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<!(?:last|this|past|previous|next|coming|since|until|till|from) )(${NOT})?(?:(?:on|at|over|during|for) )?(?:(?:only|just) )?(?:(?:on|at) )?` +
    `(?:((?:the |all )?${MANY}${ROW_OF_DAYS})|((?:a|an|any|every|each) ${ANY}${ROW_OF_DAYS})|((?:the )?weekend(?! days)))(?![\\p{L}\\p{N}])(?: (only|alone|excluded|not counted|left out|aside))?`,
  'giu',
);
/** `from Monday to Friday`: of one week, or beside another time each week of it. */
export const WEEKDAY_SPAN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:from|between|on|only|only from) )?(?:the )?(${FULL})s? ?(?:to|through|thru|till|until|up to|-|–|(?<=between .*)and) ?(?:the )?(${FULL})s?(?![\\p{L}\\p{N}])`,
  'giu',
);
export const WEEKDAY_IN = new RegExp(
  `${WEEKDAY_NAMES}[a-z]*|weekends?|week ?days?|work\\w* ?days?`,
  'giu',
);

/** Words by which `between March and April` are two times, and not the time from one to the other. */
export const TWO_TIMES = /difference|compar|(?<![\p{L}])gap(?![\p{L}])/iu;

const DAY_WORDS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  );
/** `the first of May`: a day in words. */
export const DAY_IN_WORDS = new RegExp(
  `(?<![\\p{L}])(${DAY_WORDS.toReversed().join('|').replaceAll('-', '[ -]')})(?= of (?:${MONTHS.join('|')})(?![\\p{L}]))`,
  'giu',
);
export const dayInWords = (said: string): number =>
  DAY_WORDS.indexOf(said.toLowerCase().replace(' ', '-')) + 1;

/** `compare this year to last year`: two times. */
export const COMPARED_TO =
  /compar(?:e|ing|ed)(?: (?!(?:and|with|to|versus|vs|against)(?![\p{L}]))[\p{L}'’]+){0,10} $/iu;
export const BETWEEN_TWO =
  /^ ?,? ?(?:(?:all the way |right )?(?:up )?to(?: and including)?|and (?:ending|finishing)(?: (?:on|with|in|at))?|(?:right )?(?:up )?(?:until|till)(?: and including)?|through(?: to)?|thru|-|–|to the end of|until the end of|and up to)(?: the)? ?$/i;
export const ONWARDS =
  /^ ?(?:on|onwards?|until now|till now|to now|until today|up to now|up to today|to date|till date|until date|up to date|to this day|to the present(?: day)?)(?![\p{L}])/iu;
/** A season does not determine days. When its months follow it, the months count. */
export const SEASON =
  /(?<![\p{L}])(?:(?:in|over|during|for) )?(?:the |last |this |past )*(?:summer|winter|autumn|(?<=(?:the|last|this|past|in|over|during|for) )fall|spring|holidays|hols|(?:festive|holiday|christmas|thanksgiving|diwali|easter|monsoon)(?= (?:season|week|period|time)))(?: months| season| week| period| time| holidays?| breaks?| vacations?)?[ ,:;(–-]{1,4}(?=(?:that is |meaning |i\.?e\.? |from |between )?\ue000)/u;

/**
 * The first day of the year of taxes, by time zone: the words for such a year that mean this day there.
 * Where a word may mean another year, too, it is asked about.
 */
export const FINANCIAL_YEARS: readonly (readonly [
  zones: RegExp,
  words: RegExp,
  month: number,
  day: number,
])[] = [
  [/^Asia\/(?:Kolkata|Calcutta)$/, /^(?:financial|fiscal|tax|accounting|assessment)$/, 4, 1],
  [/^Australia\//, /^(?:financial|fiscal|tax)$/, 7, 1],
  [/^Pacific\/Auckland$/, /^(?:financial|tax)$/, 4, 1],
  [/^Europe\/(?:London|Belfast|Jersey|Guernsey|Isle_of_Man)$/, /^tax$/, 4, 6],
  [/^Africa\/Johannesburg$/, /^tax$/, 3, 1],
  [
    /^(?:US|Canada)\/|^America\/(?:New_York|Chicago|Denver|Los_Angeles|Toronto|Vancouver|Halifax|Recife|Sao_Paulo)$|^Europe\/(?:Berlin|Dublin|Paris|Madrid|Lisbon|Amsterdam|Brussels|Vienna|Rome|Warsaw|Stockholm|Oslo|Copenhagen|Helsinki|Zurich|Prague)$|^Africa\/(?:Lagos|Accra)$/,
    /^tax$/,
    1,
    1,
  ],
];
/** `this financial year`, `since the start of the tax year`, `last FY`; no part of one, and no time up to one. */
export const FINANCIAL_YEAR =
  /(?<![\p{L}])(?<!(?:(?:half|quarter|months?|weeks?|days?|end|middle|rest|q[1-4]|h[12]) of|up to)(?: the| this| my| our)?(?: current| last| previous)? )(?:(?:in|for|over|during|since|from) )?(?:the )?(?:(?:start|beginning) of )?(?:(?:the|this|my|our) )?(?:(current|last|previous|past|present) )?(?:(financial|fiscal|tax|accounting) year|(fy))(?! ?['’]?\d)(?:,? (?:so far|till date|to date|until now|till now))?(?![\p{L}\p{N}])/giu;

/** `12/2028`: a month and its year. */
export const MONTH_IN_FIGURES = /(?<![\d/.,])(0?[1-9]|1[0-2])\/(20\d\d)(?![\d/])/gu;
/** `since the 1st`, where no month is named: the latest day with that number. */
export const DAY_ALONE =
  /(?<![\p{L}])(since|on|week of|after) the (\d{1,2})(?:st|nd|rd|th)(?= *(?:$|[,.?!])| (?:on|at|for|to|with|how|what|i|we|did)(?![\p{L}]))/giu;
/** Verbs of what happens each time, and of what happened once. */
export const HABIT = /(?<![\p{L}])(?:do|does|goes?|comes?|leaves?|pays?)(?![\p{L}])/iu;
export const PAST = /(?<![\p{L}])(?:did|have|has|had|was|were|went)(?![\p{L}])/iu;
/** `from the 3rd to the 6th`: the latest two days with these numbers. */
export const DAYS_ALONE =
  /(?<![\p{L}])(?:from|between) the (\d{1,2})(?:st|nd|rd|th) (?:to|until|till|and|through|up to) (?:the )?(\d{1,2})(?:st|nd|rd|th)(?= *(?:$|[,.?!])| (?:on|at|for|to|with|how|what|which|when|i|we|did)(?![\p{L}]))/giu;

/** `The last three full months`: without the one in progress. */
export const FULL_UNITS = new RegExp(
  `(?<![\\p{L}])(?:(?:in|over|during|for|within) )?(?:the |my |our )?(?:last|past|previous|most recent) (?:${COUNT} )?(?:full|whole|complete|completed|entire|calendar) (week|month|quarter|year)s?(?![\\p{L}])`,
  'giu',
);

/** `this month up to the 15th`: days of the month in progress. */
export const MONTH_UP_TO =
  /(?<![\p{L}])(?:(?:in|for) )?this month,? (?:up to|until|till|through|to) the (\d{1,2})(?:st|nd|rd|th)(?= *(?:$|[,.?!]))/giu;
