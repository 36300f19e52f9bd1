// The time that a question is about, in the asker's time zone. Ends are exclusive.

import { DateTime, type DurationLike } from 'luxon';
import { MONTHS, WEEKDAYS } from '../english/days.ts';
import {
  AHEAD,
  BETWEEN_TWO,
  COMPARED_TO,
  COUNT,
  DAYS_UP_TO,
  FEASTS,
  LATEST_WEEKDAY,
  MONTH,
  NORTHERN,
  NUMBERS,
  OF_A_BALANCE,
  ONWARDS,
  PART_OF,
  SAME_WHOLE,
  SEASON_ALONE,
  SINCE_EVENT,
  SINCE_I,
  SOUTHERN,
  THE_UNIT,
  THIRD_OF_MONTH,
  TWO_TIMES,
  WEEK_OF,
  WEEKEND,
} from '../english/periods.ts';
import { readDates } from '../intents/dates.ts';
import { zoneOf } from './zones.ts';

export interface Period {
  /** Milliseconds since 1970 UTC. */
  readonly from: number;
  readonly to: number;
  /** The period in the words of the answer: `in October 2026`. */
  readonly label: string;
  /** Position in the question. */
  readonly start: number;
  readonly end: number;
}

const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof UNITS)[number];
type Range = readonly [from: DateTime, to: DateTime, label: string];
type Rule = readonly [
  pattern: RegExp,
  range: (match: RegExpMatchArray, now: DateTime, isAhead: boolean) => Range,
];

const rule = (pattern: string, range: Rule[1]): Rule => [
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
  range,
];

const whole = (at: DateTime, unit: Unit, label: string): Range => {
  const from = at.startOf(unit);
  return [from, from.plus({ [`${unit}s`]: 1 }), label];
};
const day = (at: DateTime) => at.toFormat('d LLLL yyyy');
const countOf = (text = '') => Number(text) || NUMBERS.indexOf(text.toLowerCase()) + 1;

function monthOf(name: string, year: string | undefined, now: DateTime, isAhead = false): DateTime {
  const key = name.slice(0, 3).toLowerCase();
  const month = MONTHS.findIndex((one) => one.startsWith(key)) + 1;
  const at = DateTime.fromObject({ year: Number(year ?? now.year), month }, { zone: now.zone });
  if (year !== undefined) return at;
  // A month without its year is the latest one that has begun, or the next one to come.
  if (isAhead) return at.endOf('month') < now ? at.plus({ years: 1 }) : at;
  return at > now ? at.minus({ years: 1 }) : at;
}

const dayLabel = (at: DateTime) => `on ${day(at)}`;
const unitLabel = (at: DateTime, unit: Unit) => {
  if (unit === 'day') return dayLabel(at);
  if (unit === 'month') return `in ${at.toFormat('LLLL yyyy')}`;
  if (unit === 'year') return `in ${at.year}`;
  if (unit === 'quarter') return `in quarter ${at.quarter} of ${at.year}`;
  return `in the week from ${day(at.startOf('week'))}`;
};
const unitRange = (at: DateTime, unit: Unit) => whole(at, unit, unitLabel(at, unit));

const RULES: readonly Rule[] = [
  rule('(?:at |by )?(?:the )?end of the year(?! 20)', (m, now) =>
    /(?:was|were|did|had) /iu.test((m.input ?? '').slice(0, m.index))
      ? unitRange(now.startOf('year').minus({ days: 1 }), 'day')
      : unitRange(DateTime.invalid('which year'), 'day'),
  ),
  rule(
    `(?:between|from) ${MONTH}(?: (\\d{4}))? (?:and|to|until|till|through) ${MONTH}(?: (\\d{4}))?`,
    (m, now) => {
      const last = monthOf(m[3] ?? '', m[4], now);
      const first = monthOf(m[1] ?? '', m[2] ?? (m[4] ? m[4] : undefined), now);
      const from = first > last ? first.minus({ years: 1 }) : first;
      const text = `from ${from.toFormat('LLLL yyyy')} to ${last.toFormat('LLLL yyyy')}`;
      return [from, last.plus({ months: 1 }), text];
    },
  ),
  rule(
    `(?:in |over |during |for |within )?(?:the )?(?:last|past|` +
      `previous) ${COUNT} (day|week|month|quarter|year)s?`,
    (m, now) => {
      const count = countOf(m[1]);
      const unit = (m[2] ?? 'day').toLowerCase() as Unit;
      const to = now.startOf('day').plus({ days: 1 });
      const from = to.minus({ [`${unit}s`]: count } as DurationLike);
      return [from, to, `in the last ${count} ${unit}s, since ${day(from)}`];
    },
  ),
  rule(
    `(?:in |over |during |for |within )?(?:the )?(?:next|coming|` +
      `following) ${COUNT} (day|week|month|year)s?`,
    (m, now) => {
      const count = countOf(m[1]);
      const unit = (m[2] ?? 'day').toLowerCase() as Unit;
      const to = now
        .startOf('day')
        .plus({ days: 1 })
        .plus({ [`${unit}s`]: count } as DurationLike);
      return [now, to, `in the next ${count} ${unit}s`];
    },
  ),
  rule('(?:the )?(month|week|year|quarter) before(?= *(?:$|[,.?!]))', (m, now) => {
    const unit = (m[1] ?? 'month').toLowerCase() as Unit;
    const isOf = (which: string) => new RegExp(`${which} ${unit}`, 'iu').test(m.input ?? '');
    const units = isOf('last') ? 2 : isOf('this') ? 1 : 0;
    const at = units === 0 ? DateTime.invalid('of another') : now;
    return unitRange(at.minus({ [`${unit}s`]: units } as DurationLike), unit);
  }),
  rule('(?:the )?(?:month|week|year|quarter) before last', (m, now) => {
    const unit = UNITS.find((one) => m[0].toLowerCase().includes(one)) ?? 'month';
    return unitRange(now.minus({ [`${unit}s`]: 2 } as DurationLike), unit);
  }),
  rule(
    '(?:in |over |during |for )?(?:the )?(?:last|past|previous) (week|month|quarter|year)',
    (m, now) => {
      const unit = (m[1] ?? 'month').toLowerCase() as Unit;
      return unitRange(now.minus({ [`${unit}s`]: 1 } as DurationLike), unit);
    },
  ),
  rule(
    '(?:in|of|for|over|during) the (?:whole |entire )?(month|year)(?= *(?:$|[,.?!]))',
    (m, now) => unitRange(now, (m[1] ?? 'month').toLowerCase() as Unit),
  ),
  rule(
    '(?:in |during |for )?(?:this|the current) (week|month|quarter|year)(?: so far)?',
    (m, now) => unitRange(now, (m[1] ?? 'month').toLowerCase() as Unit),
  ),
  rule('(?:in |during )?(?:the )?next (week|month|quarter|year)', (m, now) => {
    const unit = (m[1] ?? 'month').toLowerCase() as Unit;
    return unitRange(now.plus({ [`${unit}s`]: 1 } as DurationLike), unit);
  }),
  rule('(?:at |by )?(?:the )?end of (20\\d\\d)', (m, now) =>
    unitRange(now.set({ year: Number(m[1]), month: 12, day: 31 }), 'day'),
  ),
  rule('(?:at |by )?(?:the )?end of last (week|month|quarter|year)', (m, now) => {
    const unit = (m[1] ?? 'month').toLowerCase() as Unit;
    return unitRange(now.startOf(unit).minus({ days: 1 }), 'day');
  }),
  rule(
    '(?:in |during |over |for )?(?:the |this )?(?:all|whole|entire|full) year(?: long| so far)?(?! (?:of|before|20))',
    (_m, now) => [
      now.startOf('year'),
      now.startOf('day').plus({ days: 1 }),
      `in ${now.year} so far`,
    ],
  ),
  rule(
    `(?:in |during |for |over )?the (march|june|september|december) quarter(?:,? (?:of )?(20\\d\\d))?`,
    (m, now) => {
      const last = monthOf(m[1] ?? '', m[2], now);
      const from = last.minus({ months: 2 });
      return [
        from,
        last.plus({ months: 1 }),
        `from ${from.toFormat('LLLL yyyy')} to ${last.toFormat('LLLL yyyy')}`,
      ];
    },
  ),
  rule('(?:so far )?today', (_m, now) => unitRange(now, 'day')),
  rule('yesterday', (_m, now) => unitRange(now.minus({ days: 1 }), 'day')),
  rule('tomorrow', (_m, now) => unitRange(now.plus({ days: 1 }), 'day')),
  rule(`(?:at |by )?(?:the )?end of ${MONTH}(?: (\\d{4}))?`, (m, now) =>
    unitRange(monthOf(m[1] ?? '', m[2], now).endOf('month'), 'day'),
  ),
  rule(
    `(?:on )?(?:the )?${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (20\\d\\d))?`,
    (m, now, isAhead) => {
      return unitRange(onDay(monthOf(m[1] ?? '', m[3], now, isAhead), m[2]), 'day');
    },
  ),
  rule('(?:year to date|since the (?:start|beginning) of the year|ytd)', (_m, now) => [
    now.startOf('year'),
    now.startOf('day').plus({ days: 1 }),
    `in ${now.year} so far`,
  ]),
  rule(`since (?:the (?:start|beginning) of )?${MONTH}(?: (\\d{4}))?(?! \\d)`, (m, now) => {
    const from = monthOf(m[1] ?? '', m[2], now);
    return [from, now.startOf('day').plus({ days: 1 }), `since ${day(from)}`];
  }),
  rule(
    `(?:in |during |for )?(?:the month of )?${MONTH}(?:,? (\\d{4}))?(?! \\d{1,2}(?:st|nd|rd|th)?)`,
    (m, now, isAhead) => unitRange(monthOf(m[1] ?? '', m[2], now, isAhead), 'month'),
  ),
  rule('(?:in |during )(20\\d\\d)', (m, now) => unitRange(now.set({ year: Number(m[1]) }), 'year')),
];

/** `may` is a month only where a month can stand. */
const isNoMonth = (text: string, start: number, word: string) =>
  /^may$/i.test(word) &&
  !(word === 'May' && start > 0 && /^ *[?!.,]*$/.test(text.slice(start + 3))) &&
  !/(?:in|since|of|last|and|or|than|for|vs|versus|compared to|to|from|between|before|until|till) $/i.test(
    text.slice(0, start),
  ) &&
  !/^may(?:,? 20\d\d|,? ?(?:-|to|through|till|until|and) )/i.test(text.slice(start));

const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?:,? (20\\d\\d))?';
const ORDINAL = ['first', 'second', 'third', 'fourth'];
const nthOf = (word = '') => {
  const at = ORDINAL.indexOf(word.toLowerCase());
  return at >= 0 ? at + 1 : Number.parseInt(word.replace(/^q/i, ''), 10);
};

/** A day of a month; invalid where the month has no such day. */
function onDay(month: DateTime, number: string | undefined): DateTime {
  const at = month.set({ day: Number(number) });
  return at.day === Number(number) ? at : DateTime.invalid('no such day');
}

/** The latest such day that is not ahead, where no year is named. */
function dayOf(
  name: string,
  number: string,
  year: string | undefined,
  now: DateTime,
  isAhead: boolean,
) {
  const key = name.slice(0, 3).toLowerCase();
  const month = MONTHS.findIndex((one) => one.startsWith(key)) + 1;
  const at = (of: number) =>
    DateTime.fromObject({ year: of, month, day: Number(number) }, { zone: now.zone, locale: 'en' });
  if (year !== undefined) return at(Number(year));
  const here = at(now.year);
  if (isAhead) return here < now.startOf('day') ? at(now.year + 1) : here;
  return here > now ? at(now.year - 1) : here;
}

/** From the start of a day until the end of another. */
function daysFrom(from: DateTime, last: DateTime): Range {
  return [from, last.startOf('day').plus({ days: 1 }), `from ${day(from)} to ${day(last)}`];
}

function spanOfYear(year: number, month: number, months: number, now: DateTime): Range {
  const from = DateTime.fromObject({ year, month }, { zone: now.zone, locale: 'en' });
  const to = from.plus({ months });
  const last = to.minus({ days: 1 });
  return [from, to, `from ${from.toFormat('LLLL yyyy')} to ${last.toFormat('LLLL yyyy')}`];
}

/** The latest quarter or half with that number that has begun. */
function partOfYear(part: number, months: number, year: string | undefined, now: DateTime): Range {
  const month = (part - 1) * months + 1;
  const of = Number(year ?? (month > now.month ? now.year - 1 : now.year));
  return spanOfYear(of, month, months, now);
}

/** Days and parts of a year: read before months, which are words of theirs. */
const PARTS: readonly Rule[] = [
  rule(
    `(?:between |from )?(?:the )?${DAY} ?(?:to|-|–|until|till|through|and) ?(?:the )?${DAY} (?:of )?${MONTH}${YEAR}`,
    (m, now, isAhead) => {
      const last = dayOf(m[3] ?? '', m[2] ?? '', m[4], now, isAhead);
      // `between the 28th and the 3rd of March`: from the month before.
      const month = Number(m[1]) > last.day ? last.minus({ months: 1 }) : last;
      return daysFrom(onDay(month, m[1]), last);
    },
  ),
  rule(
    `${MONTH} ${DAY} ?(?:to|-|–|until|through) ?${DAY}${YEAR}(?! (?:of )?${MONTH})`,
    (m, now, isAhead) => {
      const last = dayOf(m[1] ?? '', m[3] ?? '', m[4], now, isAhead);
      return daysFrom(onDay(last, m[2]), last);
    },
  ),
  rule(`(?:on )?(?:the )?${DAY} (?:of )?${MONTH}${YEAR}`, (m, now, isAhead) =>
    unitRange(dayOf(m[2] ?? '', m[1] ?? '', m[3], now, isAhead), 'day'),
  ),
  rule(`(?:on )?${MONTH} (?:the )?${DAY}(?!\\d)${YEAR}(?! (?:of )?${MONTH})`, (m, now, isAhead) =>
    unitRange(dayOf(m[1] ?? '', m[2] ?? '', m[3], now, isAhead), 'day'),
  ),
  rule('(?:on )?(20\\d\\d)-(\\d\\d)-(\\d\\d)', (m, now) =>
    unitRange(
      DateTime.fromObject(
        { year: Number(m[1]), month: Number(m[2]), day: Number(m[3]) },
        { zone: now.zone, locale: 'en' },
      ),
      'day',
    ),
  ),
  rule('(?:on )?(\\d{1,2})\\.(\\d{1,2})\\.(20\\d\\d)', (m, now) =>
    unitRange(
      DateTime.fromObject(
        { year: Number(m[3]), month: Number(m[2]), day: Number(m[1]) },
        { zone: now.zone, locale: 'en' },
      ),
      'day',
    ),
  ),
  rule('(?:on )?(\\d{1,2})\\/(\\d{1,2})\\/(20\\d\\d)', (m, now) => {
    // Day and month are distinguished when one of them, here or in another date, is above twelve.
    const [one, other] = [Number(m[1]), Number(m[2])];
    const isMonthFirst = /(?<!\d)\d{1,2}\/(?:1[3-9]|2\d|3[01])\/20\d\d/.test(m.input ?? '');
    const isDayFirst = /(?<!\d)(?:1[3-9]|2\d|3[01])\/\d{1,2}\/20\d\d/.test(m.input ?? '');
    const [date, month] =
      isDayFirst === isMonthFirst ? [0, 0] : isDayFirst ? [one, other] : [other, one];
    const zone = { zone: now.zone, locale: 'en' } as const;
    return unitRange(DateTime.fromObject({ year: Number(m[3]), month, day: date }, zone), 'day');
  }),
  rule(
    '(?:in )?(?:the )?(?:(q[1-4])|(first|second|third|fourth|1st|2nd|3rd|4th) quarter)(?: of)?(?: (20\\d\\d))?',
    (m, now) => partOfYear(nthOf(m[1] ?? m[2]), 3, m[3], now),
  ),
  rule(
    '(?:in |during )?(?:the )?quarter (?:no\\.? |number )?([1-4]|one|two|three|four)(?: of|,)?(?: (20\\d\\d))?',
    (m, now) => partOfYear(countOf(m[1]), 3, m[2], now),
  ),
  rule('(?:in )?the last quarter of (20\\d\\d)', (m, now) => partOfYear(4, 3, m[1], now)),
  rule(
    '(?:in )?(?:the )?(?:(h[12])|(first|second) (?:half(?: year)?|semester(?= (?:of )?20)))(?: of)?(?: (20\\d\\d))?',
    (m, now) => partOfYear(m[1] ? Number(m[1][1]) : nthOf(m[2]), 6, m[3], now),
  ),
  rule(`(?:in )?(?:the )?first ${COUNT} months of (20\\d\\d)`, (m, now) =>
    spanOfYear(Number(m[2]), 1, countOf(m[1]), now),
  ),
  rule(
    "since (?:the )?new year(?:'s(?: day)?)?|since (?:the )?(?:start|beginning) of (?:the |this )?year",
    (_m, now) => {
      const from = now.startOf('year');
      return [from, now.startOf('day').plus({ days: 1 }), `since ${day(from)}`];
    },
  ),
  rule('(?:on )?yesterday and (?:the day before(?: that)?|today)(?! yesterday)', (m, now) => {
    const isToday = /today/i.test(m[0]);
    return daysFrom(
      now.minus({ days: isToday ? 1 : 2 }).startOf('day'),
      isToday ? now : now.minus({ days: 1 }),
    );
  }),
  rule(`(?:on the day )?${COUNT} days ago`, (m, now) =>
    unitRange(now.minus({ days: countOf(m[1]) }), 'day'),
  ),
  // A balance is that of the day; payments are those of the whole week, month or year.
  rule(`(?:in the (?:week|month|year) )?${COUNT} (week|month|year)s? ago`, (m, now) => {
    const unit = (m[2] ?? 'month').toLowerCase() as Unit;
    const at = now.minus({ [`${unit}s`]: countOf(m[1]) } as DurationLike);
    return unitRange(at, OF_A_BALANCE.test(m.input ?? '') ? 'day' : unit);
  }),
  rule(
    `(?:on )?(?:(?:the )?(${WEEKDAYS.join('|')})(?: of)? last week|last week(?:'s)?,? (?:on )?(${WEEKDAYS.join('|')}))`,
    (m, now) => {
      const weekday = WEEKDAYS.indexOf((m[1] ?? m[2] ?? '').toLowerCase()) + 1;
      return unitRange(
        now
          .startOf('week')
          .minus({ weeks: 1 })
          .plus({ days: weekday - 1 }),
        'day',
      );
    },
  ),
  rule(
    `(?:on )?the (\\d{1,2})(?:st|nd|rd|th) of (?:(this|the current|last|the last|the previous) month)`,
    (m, now) => {
      const month = /last|previous/i.test(m[2] ?? '') ? now.minus({ months: 1 }) : now;
      return unitRange(onDay(month, m[1]), 'day');
    },
  ),
  rule(
    '(?:in |during |over |for )?(?:the )?last (?:full|whole|complete|calendar) (week|month|quarter|year)',
    (m, now) => {
      const unit = (m[1] ?? 'month').toLowerCase() as Unit;
      return unitRange(now.minus({ [`${unit}s`]: 1 } as DurationLike), unit);
    },
  ),
  rule('(?:on )?the day before yesterday', (_m, now) => unitRange(now.minus({ days: 2 }), 'day')),
  rule(`(?:in )?this ${MONTH}(?! \\d)`, (m, now) => {
    const at = monthOf(m[1] ?? '', String(now.year), now);
    return unitRange(at > now ? DateTime.invalid('ahead') : at, 'month');
  }),
  rule(`last ${MONTH}`, (m, now) => {
    const at = monthOf(m[1] ?? '', undefined, now);
    const isNow = at.hasSame(now, 'month');
    return unitRange(isNow ? at.minus({ years: 1 }) : at, 'month');
  }),
  rule(
    '(?<!(?:est|most [a-z]+|most|best|worst|least|which|what|per|each|every|a) )(?:this |the )?(?:month|week|quarter|year) so far',
    (m, now) => {
      const unit = UNITS.find((one) => m[0].toLowerCase().includes(one)) ?? 'month';
      return unitRange(now, unit);
    },
  ),
];
const LATE: readonly Rule[] = [
  rule(
    '(?:in |during |over |for )?(?:the )?(?:whole |full |entire )?(?:year |of )*(20\\d\\d)',
    (m, now) => unitRange(now.set({ year: Number(m[1]), month: 1, day: 1 }), 'year'),
  ),
];

/** The latest day with that date that is not ahead. */
function latestOn(month: number, day: number, now: DateTime): DateTime {
  const at = DateTime.fromObject({ year: now.year, month, day }, { zone: now.zone, locale: 'en' });
  return at > now ? at.minus({ years: 1 }) : at;
}

type Found = readonly [start: number, said: string, range: Range];

/** Reads the span that begins at a position of the text: the whole that a part belongs to. */
function spanAt(
  text: string,
  at: number,
  now: DateTime,
): { range: Range; length: number; before?: Range } | null {
  const rest = text.slice(at);
  for (const [pattern, range] of [...PARTS, ...RULES, ...LATE]) {
    const match = [...rest.matchAll(pattern)].find(({ index }) => index === 0);
    if (match) return { range: range(match, now, false), length: match[0].length };
  }
  for (const [name, month, date] of FEASTS) {
    const [feast] = new RegExp(`^(?:${name})(?![\\p{L}])`, 'iu').exec(rest) ?? [];
    if (feast) return { range: unitRange(latestOn(month, date, now), 'day'), length: feast.length };
  }
  const [said, unit] = THE_UNIT.exec(rest) ?? [];
  if (said === undefined || unit === undefined) return null;
  return {
    range: unitRange(now, unit.toLowerCase() as Unit),
    length: said.length,
    before: unitRange(now.minus({ [`${unit.toLowerCase()}s`]: 1 }), unit.toLowerCase() as Unit),
  };
}

/**
 * Returns the first or last days, weeks or months, or the half or quarter of a span, or null when
 * the span has no such part.
 */
function partOf([from, to]: Range, which: string, count: number, unit: string): Range | null {
  const days = Math.round(to.diff(from, 'days').days);
  const months = Math.round(to.diff(from, 'months').months);
  const isLast = /last|final|closing/i.test(which);
  const nth = isLast ? 1 : /opening/i.test(which) ? 1 : nthOf(which);
  const cut = (span: DurationLike, whole: number): Range => {
    const step = (times: number) =>
      Object.fromEntries(Object.entries(span).map(([key, one]) => [key, one * times]));
    const start = isLast ? to.minus(step(whole)) : from.plus(step(nth - 1));
    const end = isLast ? to.minus(step(whole - 1)) : from.plus(step(nth));
    return daysFrom(start, end.minus({ days: 1 }));
  };
  if (unit === 'half' && months === 12) return cut({ months: 6 }, 1);
  if (unit === 'half' && months === 1) {
    // 28 days have 14 and 14, 31 have 15 and 16.
    const middle = from.plus({ days: Math.floor(days / 2) });
    return isLast || nth === 2
      ? daysFrom(middle, to.minus({ days: 1 }))
      : daysFrom(from, middle.minus({ days: 1 }));
  }
  if (unit === 'quarter' && months === 12) return cut({ months: 3 }, 1);
  if (unit.startsWith('month') && months >= count) return cut({ months: count }, 1);
  if (unit.startsWith('week') && days >= 7 * count) return cut({ days: 7 * count }, 1);
  if (unit === 'fortnight' && days >= 14) return cut({ days: 14 }, 1);
  return unit.startsWith('day') && days >= count ? cut({ days: count }, 1) : null;
}

/** An ambiguous time: it is not read, and its words stay in the question. */
const NEVER: Range = [DateTime.invalid('not told'), DateTime.invalid('not told'), ''];

function partsIn(text: string, now: DateTime): Found[] {
  const found: Found[] = [];
  const add = (match: RegExpMatchArray, to: (range: Range) => Range | null) => {
    const start = match.index ?? 0;
    const span = spanAt(text, start + match[0].length, now);
    const here = span && to(span.range);
    // `the last three months of the year`, in January: those of the year before.
    const range = here && here[0] > now && span?.before ? to(span.before) : here;
    if (!span || !range) return;
    found.push([start, text.slice(start, start + match[0].length + span.length), range]);
  };
  for (const match of text.matchAll(PART_OF)) {
    const [, which = '', many, unit = ''] = match;
    add(match, (span) => partOf(span, which, many === undefined ? 1 : countOf(many), unit));
    const whole = spanAt(text, match.index + match[0].length, now);
    for (const [said, other = '', part = ''] of text
      .slice(match.index + match[0].length)
      .matchAll(SAME_WHOLE)) {
      const start = text.indexOf(said, match.index + match[0].length);
      const named = other === 'other' ? (/first/i.test(which) ? 'last' : 'first') : other;
      const range = whole && part === unit ? partOf(whole.range, named, 1, part) : null;
      found.push([start, said, range ?? NEVER]);
    }
  }
  for (const match of text.matchAll(DAYS_UP_TO)) {
    const many = match[1] === undefined ? 1 : countOf(match[1]);
    const isMonths = /month/i.test(match[2] ?? '');
    const days = many * (/week/i.test(match[2] ?? '') ? 7 : 1);
    // `the week before Christmas` ends on its eve; ten days up to a day end with it.
    const isBefore = /before (?:the )?$/i.test(match[0]);
    add(match, ([from, end]) => {
      const to = isBefore ? from : end;
      // `the three months to March` are whole months.
      if (isMonths)
        return to.day === 1 && match[1] !== undefined
          ? daysFrom(to.minus({ months: many }), to.minus({ days: 1 }))
          : null;
      return daysFrom(to.minus({ days }), to.minus({ days: 1 }));
    });
  }
  for (const match of text.matchAll(WEEK_OF)) {
    add(match, ([from, to]) => (to.diff(from, 'days').days > 1.1 ? null : unitRange(from, 'week')));
  }
  for (const [name, month, date] of FEASTS) {
    const pattern = new RegExp(
      `(?<=(?:since|after|before|until|till|from|to|through|thru|up to|between|and|on) (?:last |the last )?)(?:last )?(?:${name})(?![\\p{L}])`,
      'giu',
    );
    for (const match of text.matchAll(pattern)) {
      // `Spend on Christmas` may be about presents, `on Christmas Eve` is a day.
      const isOn = /(?<![\p{L}])on (?:last )?$/iu.test(text.slice(0, match.index));
      if (isOn && !/day|eve/i.test(match[0])) continue;
      found.push([match.index, match[0], unitRange(latestOn(month, date, now), 'day')]);
    }
  }
  return found;
}

/** `early December`: its first ten days, as the answer says. */
function thirdsIn(text: string, now: DateTime): Found[] {
  return [...text.matchAll(THIRD_OF_MONTH)].map((match): Found => {
    const [said, which = '', name = '', year] = match;
    const from = monthOf(name, year, now);
    const tenth = from.plus({ days: 9 });
    const range =
      which.toLowerCase() === 'early'
        ? daysFrom(from, tenth)
        : which.toLowerCase() === 'mid'
          ? daysFrom(tenth.plus({ days: 1 }), tenth.plus({ days: 10 }))
          : daysFrom(tenth.plus({ days: 11 }), from.endOf('month'));
    return [match.index, said, range[0] > now ? NEVER : range];
  });
}

const SEASONS = ['winter', 'spring', 'summer', 'autumn'];
/** `last winter`: the three months of the season that has begun last, as the answer says. */
function seasonsIn(text: string, now: DateTime): Found[] {
  const zone = now.zoneName ?? '';
  const isSouth = SOUTHERN.test(zone);
  if (!isSouth && !NORTHERN.test(zone)) return [];
  return [...text.matchAll(SEASON_ALONE)].flatMap((match): Found[] => {
    const [said, which, season = '', year] = match;
    // `since the summer` may begin with it or end with it.
    if (
      /(?:since|until|till|before|after|from|to|between) (?:the )?$/iu.test(
        text.slice(0, match.index),
      )
    )
      return [];
    const at = SEASONS.indexOf(season.toLowerCase().replace('fall', 'autumn'));
    const month = ((at + (isSouth ? 2 : 0)) % 4) * 3 || 12;
    // `winter 2028` may be either of two.
    if (year !== undefined && month === 12) return [];
    const named = DateTime.fromObject(
      { year: Number(year ?? now.year), month },
      { zone: now.zone, locale: 'en' },
    );
    const from = year === undefined && named > now ? named.minus({ years: 1 }) : named;
    const to = from.plus({ months: 3 });
    const isNow = to > now;
    // The last summer, in July: this one, or the one of last year.
    if (isNow && /last|past/i.test(which ?? '')) return [];
    return [[match.index, said, daysFrom(from, to.minus({ days: 1 }))]];
  });
}

/**
 * The latest day with that name, and the latest weekend. When two days are possible, there is none.
 */
function weekdaysIn(text: string, now: DateTime): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(LATEST_WEEKDAY)) {
    const [said, which, name = ''] = match;
    const weekday = WEEKDAYS.indexOf(name.toLowerCase()) + 1;
    const back = (now.weekday - weekday + 7) % 7;
    // `last Monday` on a Thursday can be of this week and of the one before.
    const isTwo = /last/i.test(which ?? '') && weekday < now.weekday;
    if (back === 0 || isTwo || (/this$/i.test(which ?? '') && weekday > now.weekday)) continue;
    found.push([match.index, said, unitRange(now.minus({ days: back }), 'day')]);
  }
  for (const match of text.matchAll(WEEKEND)) {
    const isThis = /this/i.test(match[1] ?? '');
    const week = now.startOf('week');
    const from = (isThis ? week : week.minus({ weeks: 1 })).plus({ days: 5 });
    if (isThis && from > now) continue;
    found.push([match.index, match[0], daysFrom(from, from.plus({ days: 1 }))]);
  }
  return found;
}

interface Atom extends Period {
  readonly hasYear: boolean;
  readonly hasWeekday: boolean;
}

/** Every period in a question, in its order; ranges and `since` are one. */
export function readPeriods(text: string, at: number, timezone: string): Period[] {
  const now = DateTime.fromMillis(at, { zone: zoneOf(timezone), locale: 'en' });
  const isAhead = AHEAD.test(text);
  const found: Atom[] = [];
  const untold: { start: number; end: number }[] = [];
  const add = (start: number, said: string, [from, to, label]: Range) => {
    const end = start + said.length;
    if ([...found, ...untold].some((one) => one.start < end && start < one.end)) return;
    if (label === NEVER[2]) untold.push({ start, end });
    if (!from.isValid || !to.isValid) return;
    const hasYear = /\d{4}/.test(said);
    const hasWeekday = /(?:mon|tues|wednes|thurs|fri|satur|sun)day/i.test(said);
    const span = { from: from.toMillis(), to: to.toMillis() };
    found.push({ ...span, label, start, end, hasYear, hasWeekday });
  };
  const apply = (rules: readonly Rule[]) => {
    for (const [pattern, range] of rules) {
      for (const match of text.matchAll(pattern)) {
        const start = match.index ?? 0;
        const isPair = /^between/i.test(match[0]) && TWO_TIMES.test(text);
        if (isPair || isNoMonth(text, start, match[0])) continue;
        add(start, match[0], range(match, now, isAhead));
      }
    }
  };
  for (const [start, said, range] of partsIn(text, now)) add(start, said, range);
  for (const [start, said, range] of thirdsIn(text, now)) add(start, said, range);
  apply(PARTS);
  for (const [start, said, range] of weekdaysIn(text, now)) add(start, said, range);
  // A day with its month first, so that the month alone does not take it.
  const dates = /\d/.test(text) ? readDates(text, at, timezone) : [];
  for (const { text: said, start, date, doubt } of dates) {
    const isRelative = /day|week|month|year|ago|last|next|past/i.test(said);
    const isOrdinal = /^(?:on )?(?:the )?\d+(?:st|nd|rd|th)$/i.test(said);
    if (
      !/\d/.test(said) ||
      isRelative ||
      isOrdinal ||
      doubt === 'day_or_month' ||
      doubt === 'no_day'
    )
      continue;
    let on = DateTime.fromISO(date, { zone: zoneOf(timezone), locale: 'en' });
    if (!isAhead && on > now && !/\d{4}/.test(said)) on = on.minus({ years: 1 });
    add(start, said, unitRange(on, 'day'));
  }
  apply(RULES);
  apply(LATE);
  // A season adds nothing to a time that names its months.
  if (found.length === 0)
    for (const [start, said, range] of seasonsIn(text, now)) add(start, said, range);
  found.sort((one, other) => one.start - other.start);
  return joinPeriods(text, found, now);
}

/** `from A to B`, `between A and B`, `since A`, `before A` are one period each. */
function joinPeriods(text: string, atoms: readonly Atom[], now: DateTime): Period[] {
  const joined: Period[] = [];
  const today = now.startOf('day').plus({ days: 1 }).toMillis();
  const dayAt = (ms: number) => DateTime.fromMillis(ms, { zone: now.zone, locale: 'en' });
  for (let at = 0; at < atoms.length; at++) {
    const one = atoms[at] as Atom;
    const before = text.slice(0, one.start);
    const lead =
      /(?:^|[^\p{L}])((?:on or )?(?:between|from|starting(?: from| on| in| with)?|beginning(?: on| in| with)?|since|after|before|prior to|until|till|(?<!add |adds |added |sum |sums )up to)(?: the)?(?: (?:very )?(?:start|beginning|end)(?: of)?)? )$/iu.exec(
        before,
      )?.[1];
    const isIn = /^(?:in|on|during) /i.test(text.slice(one.start));
    const isWith = /^on or /i.test(lead ?? '');
    const beginning = [SINCE_I, SINCE_EVENT].flatMap(
      (pattern) => pattern.exec(before + (isIn ? 'in ' : '')) ?? [],
    );
    const [clause] = beginning;
    const word = clause
      ? 'since'
      : isIn
        ? undefined
        : lead
            ?.trim()
            .toLowerCase()
            .replace(/^on or /, '')
            .replace(/^(?:starting|beginning)/, 'from')
            .split(' ')[0];
    const start = clause
      ? before.length + (isIn ? 'in '.length : 0) - clause.length
      : one.start - (word === undefined ? 0 : (lead?.length ?? 0));
    const next = atoms[at + 1];
    const gap = next ? text.slice(one.end, next.start) : '';
    const isRange =
      next !== undefined &&
      ((BETWEEN_TWO.test(gap) &&
        !(word === undefined && COMPARED_TO.test(before) && / to /.test(gap))) ||
        (word === 'between' && !TWO_TIMES.test(before) && /^ (?:and|&) (?:the )?$/i.test(gap)));
    if (isRange && next) {
      let from = dayAt(one.from);
      // `from Monday to Friday`: of one week.
      if (from.toMillis() > next.from && one.hasWeekday) from = from.minus({ weeks: 1 });
      // The year of the end counts for the start, or the one before.
      if (!one.hasYear && next.hasYear) from = from.set({ year: dayAt(next.from).year });
      while (from.toMillis() > next.from) from = from.minus({ years: 1 });
      const last = dayAt(next.to - 1);
      const label = `from ${day(from)} to ${day(last)}`;
      // `before April to June` is neither of the two.
      const isLed = word === undefined || /^(?:between|from|since)$/.test(word);
      const begin = isLed ? start : one.start;
      joined.push({ from: from.toMillis(), to: next.to, label, start: begin, end: next.end });
      at++;
      continue;
    }
    const isAhead = one.from >= today;
    const tail = ONWARDS.exec(text.slice(one.end))?.[0] ?? '';
    if (word === 'since' && isAhead) continue;
    if (word === 'since' || (word === 'from' && tail !== '')) {
      const end = one.end + tail.length;
      const label = `since ${day(dayAt(one.from))}`;
      joined.push({ from: one.from, to: today, label, start, end });
    } else if (word === 'after' && isWith) {
      const label = `since ${day(dayAt(one.from))}`;
      joined.push({ from: one.from, to: today, label, start, end: one.end });
    } else if (word === 'after') {
      const label = `since ${day(dayAt(one.to))}`;
      joined.push({ from: one.to, to: today, label, start, end: one.end });
    } else if ((word === 'before' || word === 'prior') && !isWith) {
      const label = `before ${day(dayAt(one.from))}`;
      joined.push({ from: 0, to: one.from, label, start, end: one.end });
    } else if (word === 'before' || word === 'until' || word === 'till' || word === 'up') {
      const label = `until ${day(dayAt(one.to - 1))}`;
      joined.push({ from: 0, to: one.to, label, start, end: one.end });
    } else {
      // `since June onwards`
      const isSince = one.label.startsWith('since ');
      joined.push(isSince ? { ...one, end: one.end + tail.length } : one);
    }
  }
  // `before 15 March this year`: from the start of that year on.
  for (const [at, one] of joined.entries()) {
    const next = joined[at + 1];
    if (!next || one.from !== 0 || !/^ ?,? ?$/.test(text.slice(one.end, next.start))) continue;
    if (!/^in \d{4}$/.test(next.label) || next.from >= one.to || next.to < one.to) continue;
    const label = `from ${day(dayAt(next.from))} to ${day(dayAt(one.to - 1))}`;
    joined.splice(at, 2, { ...one, from: next.from, label, end: next.end });
  }
  // `in February this year`: the year only says which February.
  const isAround = (one: Period) =>
    joined.some(
      (other) =>
        other !== one &&
        /^[ ,]*(?:of|in|for)?[ ,]*$/.test(
          text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start)),
        ) &&
        one.from <= other.from &&
        one.to >= other.to &&
        one.to - one.from > other.to - other.from,
    );
  return joined
    .filter((one) => !(isAround(one) && /^in \d{4}$/.test(one.label)))
    .map(({ from, to, label, start, end }) => ({ from, to, label, start, end }));
}
