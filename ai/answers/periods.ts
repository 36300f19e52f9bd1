// The time that a question is about, in the time zone of the one who asks. Ends lie outside.

import { DateTime, type DurationLike } from 'luxon';
import { readDates } from '../intents/dates.ts';

export interface Period {
  /** Milliseconds since 1970 UTC. */
  readonly from: number;
  readonly to: number;
  /** As the answer says it: `in October 2026`. */
  readonly label: string;
  /** Where it stands in the question. */
  readonly start: number;
  readonly end: number;
}

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'],
  ...['october', 'november', 'december'],
];
const MONTH = `(${MONTHS.join('|')}|${MONTHS.map((name) => name.slice(0, 3)).join('|')}|sept)`;
const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof UNITS)[number];
/** Words by which a question is about days to come. */
const AHEAD = /\b(?:will|next|upcoming|due|coming|scheduled|standing orders?|planned|going to)\b/i;
const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const COUNT = `(\\d{1,3}|${NUMBERS.join('|')})`;

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
      `previous) ${COUNT} (day|week|month|year)s?`,
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
    '(?:in |during |for )?(?:this|the current) (week|month|quarter|year)(?: so far)?',
    (m, now) => unitRange(now, (m[1] ?? 'month').toLowerCase() as Unit),
  ),
  rule('(?:in |during )?(?:the )?next (week|month|quarter|year)', (m, now) => {
    const unit = (m[1] ?? 'month').toLowerCase() as Unit;
    return unitRange(now.plus({ [`${unit}s`]: 1 } as DurationLike), unit);
  }),
  rule('(?:so far )?today', (_m, now) => unitRange(now, 'day')),
  rule('yesterday', (_m, now) => unitRange(now.minus({ days: 1 }), 'day')),
  rule('tomorrow', (_m, now) => unitRange(now.plus({ days: 1 }), 'day')),
  rule(`(?:at |by )?(?:the )?end of ${MONTH}(?: (\\d{4}))?`, (m, now) =>
    unitRange(monthOf(m[1] ?? '', m[2], now).endOf('month'), 'day'),
  ),
  rule(
    `(?:on )?(?:the )?${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (20\\d\\d))?`,
    (m, now, isAhead) => {
      const at = monthOf(m[1] ?? '', m[3], now, isAhead).set({ day: Number(m[2]) });
      return unitRange(at, 'day');
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
  !/(?:in|since|of|last|and|or|than|for|vs|versus|compared to|to|from|between) $/i.test(
    text.slice(0, start),
  );

/** Every period in a question, in its order. */
export function readPeriods(text: string, at: number, timezone: string): Period[] {
  const now = DateTime.fromMillis(at, { zone: timezone, locale: 'en' });
  const isAhead = AHEAD.test(text);
  const found: Period[] = [];
  const add = (start: number, said: string, [from, to, label]: Range) => {
    const end = start + said.length;
    if (found.some((one) => one.start < end && start < one.end)) return;
    found.push({ from: from.toMillis(), to: to.toMillis(), label, start, end });
  };
  // A day with its month first, so that the month alone does not take it.
  for (const { text: said, start, date, doubt } of readDates(text, at, timezone)) {
    const isRelative = /day|week|month|year|ago|last|next|past/i.test(said);
    if (!/\d/.test(said) || isRelative || doubt === 'day_or_month' || doubt === 'no_day') continue;
    let on = DateTime.fromISO(date, { zone: timezone, locale: 'en' });
    if (!isAhead && on > now && !/\d{4}/.test(said)) on = on.minus({ years: 1 });
    const isSince = /since $/i.test(text.slice(0, start));
    const since: Range = [on, now.startOf('day').plus({ days: 1 }), `since ${day(on)}`];
    add(start, said, isSince ? since : unitRange(on, 'day'));
  }
  for (const [pattern, range] of RULES) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index ?? 0;
      const isPair = /^between/i.test(match[0]) && /difference|compare/i.test(text);
      if (isPair || isNoMonth(text, start, match[0])) continue;
      add(start, match[0], range(match, now, isAhead));
    }
  }
  return found.sort((one, other) => one.start - other.start);
}
