// A question prepared for reading: asides removed, short forms written out, typing slips corrected,
// and the year of `March last year` in figures.

import { DateTime } from 'luxon';
import { normaliseMessage } from '../../models/features/text-features.ts';
import { BOUND_IN_WORDS, SPELT_WITH_UNIT } from '../english/amounts.ts';
import {
  ASIDES,
  CORRECTED,
  NO_SLIP,
  OFTEN_MISSPELT,
  PHRASE_CORRECTED,
  SHORT_FORMS,
  WORD_CORRECTED,
} from '../english/asides.ts';
import { MONTHS } from '../english/days.ts';
import { LEFT_OUT_WORDS } from '../english/left-out-words.ts';
import {
  A_MONTH,
  DAY_ALONE,
  DAY_IN_WORDS,
  DAYS_ALONE,
  dayInWords,
  FINANCIAL_YEAR,
  FINANCIAL_YEARS,
  FROM_UNTIL,
  FULL_UNITS,
  HABIT,
  MONTH_IN_FIGURES,
  MONTH_UP_TO,
  NUMBERS,
  OF_A_YEAR,
  PAST,
  UNTIL,
} from '../english/periods.ts';
import { VOCABULARY } from '../english/question-parts.ts';
import { CATEGORY_WORDS } from '../english/questions.ts';
import { readAmounts } from '../intents/amounts.ts';
import { readOnce } from '../intents/read-once.ts';
import { isSlipOf } from '../intents/slips.ts';
import type { Lexicon } from './lexicon.ts';
import { zoneOf } from './zones.ts';

interface At {
  readonly now: number;
  readonly timezone: string;
}

/** The text of a question that the grammar reads. */
export function plainQuestion(question: string, lexicon: Lexicon, { now, timezone }: At): string {
  let text = normaliseMessage(question).replace(/[?!. ]+$/u, '');
  text = withLongForms(text, lexicon);
  text = text.replace(CORRECTED, '').replace(PHRASE_CORRECTED, '').replace(WORD_CORRECTED, '');
  const isName = isWordOfName(lexicon);
  const bare = text
    .replace(ASIDES, (said) => (isName(said) ? said : ' '))
    .replace(/\s+/gu, ' ')
    .trim();
  if (/\p{L}/u.test(bare)) text = bare.replace(/^[ ,.:;!-]+|[?!. ,]+$/gu, '');
  text = text.replace(DAY_IN_WORDS, (said) => String(dayInWords(said)));
  const today = DateTime.fromMillis(now, { zone: zoneOf(timezone), locale: 'en' });
  const { year } = today;
  text = text.replace(
    MONTH_IN_FIGURES,
    (_, month: string, of: string) => `${MONTHS[Number(month) - 1]} ${of}`,
  );
  text = text.replace(MONTH_UP_TO, (said, day: string) => {
    const last = today.set({ day: Number(day) });
    const isThere = last.day === Number(day) && last <= today;
    return isThere
      ? `from ${today.startOf('month').toFormat('d LLLL yyyy')} to ${last.toFormat('d LLLL yyyy')}`
      : said;
  });
  text = text.replace(
    FULL_UNITS,
    (said: string, count: string | undefined, unit: string) =>
      wholeUnits(today, count, unit.toLowerCase() as WholeUnit) ?? said,
  );
  const isMonthNamed = A_MONTH.test(text);
  text = text.replace(DAY_ALONE, (said, before: string, day: string, at: number) => {
    // `What goes out on the 1st`: of this month, or of each.
    const isHabit = before === 'on' && HABIT.test(text.slice(0, at)) && !PAST.test(text);
    if (isMonthNamed || isHabit) return said;
    const month = Number(day) > today.day ? today.minus({ months: 1 }) : today;
    const on = month.set({ day: Number(day) });
    return on.day === Number(day)
      ? `${before} ${on.toFormat('d LLLL yyyy')}`
      : `${before} the ${day}th`;
  });
  text = text.replace(DAYS_ALONE, (said, first: string, last: string) => {
    if (isMonthNamed) return said;
    const month = Number(last) > today.day ? today.minus({ months: 1 }) : today;
    const to = month.set({ day: Number(last) });
    const from = (Number(first) > Number(last) ? month.minus({ months: 1 }) : month).set({
      day: Number(first),
    });
    const isThere = to.day === Number(last) && from.day === Number(first);
    return isThere ? `from ${from.toFormat('d LLLL yyyy')} to ${to.toFormat('d LLLL yyyy')}` : said;
  });
  if (!isMonthNamed)
    text = text.replace(
      FINANCIAL_YEAR,
      (said, which = '', word = 'financial') =>
        financialYear(today, word, {
          isLast: /last|previous|past/i.test(which),
          isSince: /^since/i.test(said),
        }) ?? said,
    );
  text = text.replace(OF_A_YEAR, (said: string, part: string, which: string, ...at: unknown[]) => {
    const before = text.slice(0, at[0] as number);
    if (UNTIL.test(before) && !FROM_UNTIL.test(before)) return said;
    const of = /quarter|half/i.test(part) ? ' of' : '';
    return `${part}${of} ${/this|current/i.test(which) ? year : year - 1}`;
  });
  text = text.replace(BOUND_IN_WORDS, inFigures);
  text = text.replace(SPELT_WITH_UNIT, (said: string, unit: string) => {
    const [amount, ...others] = readAmounts(said);
    const isOne = amount && others.length === 0 && amount.text === said && amount.scale === 0;
    return isOne && amount.doubts.length === 0 ? `${amount.digits} ${unit}` : said;
  });
  return takeSlipsBack(text, lexicon);
}

type WholeUnit = 'week' | 'month' | 'quarter' | 'year';

/** `The last three full months`: their first and last day; null for a number that is none. */
function wholeUnits(today: DateTime, count = 'one', unit: WholeUnit): string | null {
  const number = Number(count) || NUMBERS.indexOf(count.toLowerCase()) + 1;
  if (number < 1) return null;
  const end = today.startOf(unit);
  const from = end.minus({ [`${unit}s`]: number });
  const last = end.minus({ days: 1 });
  const isMonths = unit !== 'week' && number > 1;
  const named = (at: DateTime) => at.toFormat(isMonths ? 'LLLL yyyy' : 'd LLLL yyyy');
  return `from ${named(from)} to ${named(last)}`;
}

/** The days of a year of taxes; null where people of that zone may mean several years. */
function financialYear(
  today: DateTime,
  word: string,
  { isLast, isSince }: { readonly isLast: boolean; readonly isSince: boolean },
): string | null {
  const zone = today.zoneName ?? '';
  const known = FINANCIAL_YEARS.find(
    ([zones, words]) => zones.test(zone) && words.test(word.toLowerCase()),
  );
  if (known === undefined) return null;
  const [, , month, day] = known;
  const begun = today.set({ month, day }).startOf('day');
  const current = begun > today ? begun.minus({ years: 1 }) : begun;
  const from = isLast ? current.minus({ years: 1 }) : current;
  const named = (at: DateTime) => at.toFormat('d LLLL yyyy');
  return isLast && !isSince
    ? `from ${named(from)} to ${named(current.minus({ days: 1 }))}`
    : `since ${named(from)}`;
}

/** Short forms written out; none of them that a name has in it, as `Pump N Go` does. */
function withLongForms(text: string, { parties, accounts }: Lexicon): string {
  const lower = text.toLowerCase();
  const named = [...parties, ...accounts.map(({ name }) => name)].filter((name) =>
    lower.includes(name.toLowerCase()),
  );
  return readOnce(LONG_FORMS, [text, ...named].join('\n'), () =>
    [...SHORT_FORMS, ...LEFT_OUT_WORDS].reduce((said, [pattern, long]) => {
      const isOfName = named.some((name) => name.replace(pattern, long) !== name);
      return isOfName ? said : said.replace(pattern, long);
    }, text),
  );
}

const LONG_FORMS = new Map<string, string>();

/** A number in words as one in figures; as it was, where it is not one whole number. */
function inFigures(said: string): string {
  const [amount, ...others] = readAmounts(said);
  const isOne = amount !== undefined && others.length === 0 && amount.text === said;
  return isOne && amount.scale === 0 && amount.doubts.length === 0 ? `${amount.digits}` : said;
}

/** `Pet, how much in March?`: where the books have pets, that is no form of address. */
function isWordOfName({ categories, parties, accounts }: Lexicon): (said: string) => boolean {
  const names = [...categories, ...parties, ...accounts.map(({ name }) => name)];
  const known = readOnce(NAME_WORDS, names.join('\n').toLowerCase(), () => {
    const words =
      names
        .join(' ')
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [];
    return new Set(words.flatMap((word) => [word, word.replace(/s$/, '')]));
  });
  return (said) => {
    const [word, ...others] = said.toLowerCase().match(/\p{L}+/gu) ?? [];
    return word !== undefined && others.length === 0 && known.has(word);
  };
}
const NAME_WORDS = new Map<string, ReadonlySet<string>>();

/** Words of the language, in which no slip is looked for. */
const KNOWN: ReadonlySet<string> = new Set([
  ...[...VOCABULARY, ...OFTEN_MISSPELT, ...NO_SLIP],
  ...CATEGORY_WORDS.flatMap(([phrase]) => phrase.match(/[a-z]+/g) ?? []),
]);

/** Words in the place of which one with a slip of the keyboard may stand. */
function takeSlipsBack(text: string, { categories, parties, accounts }: Lexicon): string {
  const wordsIn = (names: readonly string[]) =>
    names.flatMap((name) => name.toLowerCase().match(/\p{L}+/gu) ?? []);
  const own = wordsIn(categories);
  const names = new Set([...own, ...wordsIn([...parties, ...accounts.map(({ name }) => name)])]);
  const wanted = [...new Set([...OFTEN_MISSPELT, ...own])];
  return text.replace(/\p{L}{4,}/gu, (word) => {
    const lower = word.toLowerCase();
    const isKnown = [lower, `${lower}s`, lower.replace(/s$/, '')].some(
      (one) => KNOWN.has(one) || names.has(one),
    );
    if (isKnown) return word;
    const near = wanted.filter((one) => isSlipOf(lower, one));
    return near.length === 1 ? (near[0] as string) : word;
  });
}
