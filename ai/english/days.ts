// English of days and recurrences: names of days, feasts, rhythms, and times that name no day.

import { Info } from 'luxon';

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];
const MONTH_NAMES = Info.months('long', { locale: 'en' })
  .flatMap((name) => [name, name.slice(0, 3)])
  .join('|');
const WEEKDAY = `(${WEEKDAYS.join('|')})s?`;
/** `50 euros a month`: how often, behind an amount. */
const RATE =
  '(?<=(?:\\d|euros?|dollars?|bucks|pounds?|quid|rupees?|hundred|thousand|grand|tenner|fiver) )(?:an?|per|each|every)';
const SINCE = '(?! (?:ago|on|before|later|early|late|or|in (?:advance|a row|total))(?![\\p{L}]))';
/** `50 a week from Friday` is one day; `50 a month from 1 December` is many. */
const NOT_FROM = '(?! from(?![\\p{L}]))';
const NOT_FROM_NOW = '(?! from (?:now|today|tomorrow|then|that))';
export const FREQUENCIES = [
  [
    'biweekly',
    `every (?:two|2|other|second) weeks?|biweekly|fortnightly|(?:every|each|once a) fortnight|every (?:other|second) ${WEEKDAY}`,
  ],
  ['quarterly', 'every (?:three|3) months|every quarter|each quarter|quarterly'],
  ['daily', 'every day|each day|daily'],
  ['daily', `${RATE} day${SINCE}${NOT_FROM}`],
  // `25 a week, Fridays`: one rhythm.
  [
    'weekly',
    `(?:${RATE} week|every week|each week|weekly|once a week),? (?:on )?(${WEEKDAYS.join('|')})s`,
  ],
  ['weekly', `${RATE} week${SINCE}${NOT_FROM}`],
  ['monthly', `${RATE} month${SINCE}${NOT_FROM_NOW}`],
  ['yearly', `${RATE} year${SINCE}${NOT_FROM_NOW}`],
  ['weekly', 'every week|each week|weekly|once a week'],
  ['monthly', 'every month|each month|monthly|once a month'],
  ['yearly', 'every year|each year|yearly|annually|once a year'],
] as const;
export const ON_DAY = new RegExp(
  `(?:every|each) ${WEEKDAY}|on ${WEEKDAY}(?= every week)|on (${WEEKDAYS.join('|')})s(?![\\p{L}])`,
  'giu',
);
export const ORDINAL = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:on )?the|on) (\\d{1,2})(?:st|nd|rd|th)(?! of)(?! (?:${MONTH_NAMES})(?![\\p{L}]))(?![\\p{L}\\p{N}])`,
  'giu',
);
/** `every first of the month`, `on the 1st of each month`. */
export const EVERY_SPELT =
  /(?:on |from |starting )?(?:(?:every|each) |the )?(?<![\p{L}\p{N}])(first|second|third|fourth|fifth|tenth|fifteenth|twentieth|(\d{1,2})(?:st|nd|rd|th)) (?:day )?of (?:the|every|each) month(?![\p{L}])/giu;
export const EVERY_ORDINAL =
  /(?:every month )?(?:on |from )?(?:the )?(\d{1,2})(?:st|nd|rd|th) (?:day )?of (?:every|each) month/gi;
/** `every month, day 5`; `every 20 of the month`. */
export const EVERY_DAY_NUMBER =
  /(?<![\p{L}\p{N}])(?:every|each) month,? (?:on )?(?:the )?day (\d{1,2})(?!\d)|(?<![\p{L}\p{N}])every (\d{1,2})(?:st|nd|rd|th)? of (?:the|each|every) month(?![\p{L}])/giu;
/** `last friday` is never the next one. */
export const BACK = /(?<![\p{L}])(?:last(?! day of)|past|previous|yesterday|ago)(?![\p{L}])/iu;
/** Days as they are often written. */
export const MISSPELT_DAYS: Readonly<Record<string, string>> = {
  tomorow: 'tomorrow',
  tommorow: 'tomorrow',
  tommorrow: 'tomorrow',
  tomorro: 'tomorrow',
  tmrw: 'tomorrow',
  tmrow: 'tomorrow',
  tmr: 'tomorrow',
  tomoz: 'tomorrow',
  '2moro': 'tomorrow',
  '2morrow': 'tomorrow',
  todya: 'today',
  '2day': 'today',
  tonite: 'tonight',
  munday: 'monday',
  tusday: 'tuesday',
  teusday: 'tuesday',
  wensday: 'wednesday',
  wednsday: 'wednesday',
  wendesday: 'wednesday',
  thrusday: 'thursday',
  thurday: 'thursday',
  firday: 'friday',
  frday: 'friday',
  fridya: 'friday',
  saterday: 'saturday',
  satuday: 'saturday',
};
export const NUMERIC = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-]\d{2,4})?$/;

export const MONTHS = Info.months('long', { locale: 'en' }).map((name) => name.toLowerCase());
export const ORDINALS = (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth ' +
  'fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
).split(' ');
export const SPELT_DAY = new RegExp(
  `(?:on )?the (${ORDINALS.join('|')}|last day)(?: of (${MONTHS.join('|')}|the month|this month|next month))?(?![\\p{L}])`,
  'giu',
);
export const BEFORE_A_SPELT_DAY = /(?<![\p{L}])(?:from|starting|beginning|starts|begins) $/iu;
/**
 * Words after `on the first`, where `the first` is a day of the month and not the first of several
 * things.
 */
export const BEHIND_A_SPELT_DAY =
  /^ *(?:$|[.,;:!?)]|(?:please|pls|from|to|for|out|and|thanks|thank you)(?![\p{L}]))/iu;
/** `the 20th of this month`. */
export const DAY_OF_MONTH =
  /(?<![\p{L}\p{N}])(?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th) of (the|this|next) month(?![\p{L}])/giu;
/** `20 Nov, 45 euros`: the number behind the comma is no year. */
export const BEFORE_NO_YEAR = new RegExp(
  `(?<=(?<![\\p{L}])(?:${MONTH_NAMES})), (?=\\d{2}(?!\\d))`,
  'giu',
);
/** `Nov 22`: a day of this year or the next, and not November of 2022. */
export const MONTH_AND_DAY = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:on )?(${MONTH_NAMES})\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?![\\p{L}\\p{N}.,]\\d|[\\p{L}\\p{N}]|,? ?\\d| ?[€$£₹%]| (?:euros?|dollars?|bucks|pounds?|quid|rupees?|francs?|eur|usd|gbp|inr|chf))`,
  'giu',
);
/** Days that have the same date in every year: month and day. */
export const FEASTS: readonly (readonly [RegExp, number, number])[] = [
  [/(?:on )?christmas eve(?![\p{L}])/giu, 12, 24],
  [/(?:on )?christmas day(?![\p{L}])/giu, 12, 25],
  [/(?:on )?boxing day(?![\p{L}])/giu, 12, 26],
  [/(?:on )?new year['’]?s['’]? eve(?![\p{L}])/giu, 12, 31],
  [/(?:on )?new year['’]?s['’]? day(?![\p{L}])/giu, 1, 1],
];
export const IN_WEEKS =
  /(?<![\p{L}])(?:(?:in )?(?:a|one|two) (?:week|fortnight)s? (?:from )?(today|tomorrow)|in (?:a|one) fortnight)(?![\p{L}])/giu;

/** `Friday week`, `a week on Friday`: a week, or two, after the coming one. */
export const WEEKS_AFTER = new RegExp(
  `(?<![\\p{L}])(?:on )?(${WEEKDAYS.join('|')}|tomorrow|today) (week|fortnight)(?![\\p{L}-])|(?<![\\p{L}])(?:an? |in a )(week|fortnight) (?:(?:on|from|after|this) )?(${WEEKDAYS.join('|')}|tomorrow)(?![\\p{L}])`,
  'giu',
);
/** Behind an amount it may be a rate: `50 a week from Friday`. */
export const BEHIND_AN_AMOUNT =
  /(?:\d|euros?|dollars?|bucks|pounds?|quid|rupees?|hundred|thousand|grand|tenner|fiver) $/iu;
/** A span without `in` or `from now`: `20 a week from Joint`. */
export const BARE_SPAN =
  /^(?:an?|one|two|three|four|five|six|\d{1,3}) (?:day|week|fortnight|month|year)s?$/iu;

/** Words for a time that names no day. */
export const NO_DAY =
  /(?<![\p{L}])(?:(?:at|on|over|by|during) )?(?:(?:the|this|next) )?(?:coming )?weekend(?![\p{L}])|(?<![\p{L}])some ?time(?: (?:soon|today|tomorrow|later|(?:this|next) (?:week|month)))?(?![\p{L}])|(?<![\p{L}])(?:(?:at|on|by) )?(?:my |the )?pay ?day(?![\p{L}])|(?<![\p{L}])(?:(?:at|by|before) )?(?:the )?(?:end|start|beginning|middle) of (?:the|this|next) (?:week|month|year)(?![\p{L}])|(?<![\p{L}])in a (?:few|couple of) (?:days|weeks|months)(?![\p{L}])|(?<![\p{L}])for (?:about )?(?:the )?(?:next |first |rest of (?:the )?)?(?:an?|\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|a few|a couple of|some|many|half an?)? ?(?:days?|weeks?|fortnights?|months?|quarters?|years?)(?![\p{L}])|(?<![\p{L}])(?<!as )(?:pretty |very )?soon(?![\p{L}])|(?<![\p{L}])(?:one|some) ?day(?! (?:earlier|early|late|later|before|after|sooner|a |per |every |each )|[\p{L}’'])|(?<![\p{L}])one of these days(?![\p{L}])|(?<![\p{L}])(?:eventually|in due course)(?![\p{L}])/giu;
export const DAY_AND_MONTH = new RegExp(
  `(?:on )?(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${MONTHS.join('|')})(?![\\p{L}])`,
  'giu',
);

export const DEADLINE =
  /(?<![\p{L}])(?:by|before|until|till|after|no later than|latest) (?:the )?$/iu;
export const OWNER = /^['’]s(?![\p{L}])/u;
export const SPAN_OF_TIME = /hour|minute|\bmins?\b|weekend|^(?:next|this) week$/i;
export const OF_A_WEEKDAY = new RegExp(`(?<![\\p{L}])(?:${WEEKDAYS.join('|')})(?![\\p{L}])`, 'iu');
export const NEXT_WEEKDAY = /next (?:mon|tue|wed|thu|fri|sat|sun)/i;

/** Words of an order in the place of which one with a slip of the keyboard may stand; none is a number. */
export const OFTEN_IN_ORDERS: readonly string[] = (
  'please send transfer give move from euros dollars pounds rupees bucks savings account checking current today tomorrow monday tuesday wednesday thursday friday ' +
  'saturday sunday january february march april june july august september october november december every month ' +
  'week monthly weekly thanks could would should'
).split(' ');
