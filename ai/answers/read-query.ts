// Reads a question about booked payments. Each part takes its words out of the question; what no
// part has taken is named to the customer, and there is no figure.

import { DateTime } from 'luxon';
import { normaliseMessage } from '../../models/features/text-features.ts';
import { WEEKDAYS } from '../english/days.ts';
import { ON_WEEKDAYS, SEASON, WEEKDAY_IN } from '../english/periods.ts';
import * as english from '../english/questions.ts';
import { decimalOf } from '../intents/amounts.ts';
import { similarity } from '../intents/payees.ts';
import { currenciesIn, type Lexicon } from './lexicon.ts';
import { type Period, readPeriods } from './periods.ts';
import { plainQuestion } from './plain-question.ts';
import type { Bound, BoundAmount, Measure, Query, Subject, Unit } from './query.ts';

const NAME = '@';
const ACCOUNT = '#';
const TIME = '\ue002';
const AMOUNT = '\ue003';
const DAYS = '\ue004';

/** Letters without accents, in lower case, one for one. */
export function foldLetters(text: string): string {
  return [...text.replaceAll('’', "'")]
    .map((letter) => {
      const plain = LETTERS[letter.toLowerCase()] ?? letter.normalize('NFD')[0] ?? letter;
      const lower = plain.toLowerCase();
      return lower.length === letter.length ? lower : letter;
    })
    .join('');
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ı: 'i', ß: 's', æ: 'a', þ: 't', ð: 'd', '@': ' ', '#': ' ' },
};

interface Place {
  readonly start: number;
  readonly end: number;
}
interface Named extends Place, Subject {}

/** A question whose words are taken one by one. */
class Words {
  readonly text: string;
  rest: string;
  constructor(text: string) {
    this.text = text;
    this.rest = foldLetters(text);
  }
  blank({ start, end }: Place, mark = ' ') {
    this.rest = this.rest.slice(0, start) + mark.repeat(end - start) + this.rest.slice(end);
  }
  /** Takes what fits, but names and times inside it. */
  take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.rest);
    if (!found) return null;
    const said = found[0].replace(/[^@#\ue002\ue003\ue004]/gu, ' ');
    this.rest = this.rest.slice(0, found.index) + said + this.rest.slice(found.index + said.length);
    return found;
  }
  takeAll(pattern: RegExp): boolean {
    let isFound = false;
    for (let before = ''; before !== this.rest && pattern.test(this.rest); ) {
      before = this.rest;
      this.take(pattern);
      isFound = true;
    }
    return isFound;
  }
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

interface Names {
  readonly subjects: Named[];
  readonly accountIds: string[];
  /** Two payees fit a word, and neither is meant more. */
  readonly unclear: readonly string[];
}

function takeNames(words: Words, { accounts, categories, parties }: Lexicon): Names {
  const subjects: Named[] = [];
  const accountIds: string[] = [];
  const entries = [
    ...parties.map((name) => ({ kind: 'party' as const, name, id: '' })),
    ...[...new Set([...categories, 'fees'])].map((name) => ({
      kind: 'category' as const,
      name,
      id: '',
    })),
    ...accounts.map(({ id, name }) => ({ kind: 'account' as const, name, id })),
  ].sort((one, other) => other.name.length - one.name.length);
  for (const { kind, name, id } of entries) {
    const folded = foldLetters(normaliseMessage(name)).trim();
    if (folded.length < 2) continue;
    const body = quoted(folded).replaceAll(/[ -]/g, '[ -]');
    const isCommon = kind === 'account' && english.COMMON_ACCOUNT.test(folded);
    const plural = kind === 'category' ? '(?:es|s)?' : '';
    const pattern = isCommon
      ? new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${body} accounts?|(?<=(?:from|in|into|on|to|of|onto|put in) (?:the |my )?)${body}(?=$|[ ,.?]))(?![\\p{L}\\p{N}])(?! (?:bills?|payments?))`,
          'u',
        )
      : new RegExp(
          `(?<![\\p{L}\\p{N}])${body}${plural}(?:'s)?(?: accounts?(?= |$|,))?(?![\\p{L}\\p{N}])`,
          'u',
        );
    for (let found = pattern.exec(words.rest); found; found = pattern.exec(words.rest)) {
      const place = { start: found.index, end: found.index + found[0].length };
      words.blank(place, kind === 'account' ? ACCOUNT : NAME);
      if (kind === 'account') accountIds.push(id);
      else subjects.push({ ...place, kind, name });
    }
    // Written as the account is, it is the account.
    const exact = isCommon
      ? new RegExp(
          `(?<=[ ,+])${quoted(name)}(?![\\p{L}\\p{N}])|^${quoted(name)}(?= (?:plus|and|\\+))`,
          'u',
        ).exec(words.text)
      : null;
    if (
      exact &&
      foldLetters(exact[0]) === words.rest.slice(exact.index, exact.index + exact[0].length)
    ) {
      words.blank({ start: exact.index, end: exact.index + exact[0].length }, ACCOUNT);
      accountIds.push(id);
    }
  }
  for (const { type } of accounts) {
    const pattern = new RegExp(
      `(?<![\\p{L}])(?:${type} accounts?|(?<=(?:from|in|into|on|to|of|onto) (?:the |my )?)${type}(?=$|[ ,.?#]))(?![\\p{L}])`,
      'u',
    );
    const found = pattern.exec(words.rest);
    if (!found || accountIds.length > 0) continue;
    for (const one of accounts) if (one.type === type) accountIds.push(one.id);
    words.blank({ start: found.index, end: found.index + found[0].length }, ACCOUNT);
  }
  for (const [phrase, payee] of english.PAYEE_WORDS) {
    const found = english.words(phrase).exec(words.rest);
    const [one, ...others] = parties.filter((name) => payee.test(foldLetters(name)));
    if (!found || one === undefined || others.length > 0) continue;
    const place = { start: found.index, end: found.index + found[0].length };
    words.blank(place, NAME);
    const isNamed = subjects.some(({ name }) => name === one);
    if (!isNamed) subjects.push({ ...place, kind: 'party', name: one });
  }
  for (const [phrase, category] of english.CATEGORY_WORDS) {
    const known = categories.find((one) => foldLetters(one) === category);
    if (known === undefined) continue;
    const pattern = english.words(phrase);
    const found = pattern.exec(words.rest);
    if (!found) continue;
    const place = { start: found.index, end: found.index + found[0].length };
    words.blank(place, NAME);
    subjects.push({ ...place, kind: 'category', name: known });
  }
  return { subjects, accountIds: [...new Set(accountIds)], unclear: [] };
}

const wordsOf = (name: string) =>
  foldLetters(normaliseMessage(name)).match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/** Payees by a part of their name, or by a name with a slip in it. */
function takeParts(words: Words, { parties }: Lexicon, subjects: Named[]): string[] {
  const known = parties.map((name) => ({ name, parts: wordsOf(name) }));
  for (const isNear of [false, true]) {
    const fits = (said: string, part: string) =>
      isNear ? said.length > 4 && part.length > 3 && similarity(said, part) >= 0.75 : said === part;
    let run: { start: number; end: number; names: string[] } | null = null;
    const close = (): string[] | null => {
      if (run === null) return null;
      const { start, end, names } = run;
      run = null;
      const isBoth = /(?:both|all)(?: the)? $/.test(words.rest.slice(0, start));
      if (names.length > 1 && !isBoth) return names;
      if (isBoth)
        words.rest = words.rest.replace(/(?:both|all)(?: the)? $/, (said) =>
          ' '.repeat(said.length),
        );
      words.blank({ start, end }, NAME);
      for (const name of names) subjects.push({ start, end, kind: 'party', name });
      return null;
    };
    for (const match of [...words.rest.matchAll(/[\p{L}\p{N}']+/gu)]) {
      const said = match[0].replace(/'s$/, '');
      const start = match.index;
      const end = start + match[0].length;
      const isPlain = isNear
        ? isVocabulary(said)
        : english.PLAIN.has(said) ||
          /^(?:co|ltd|the|dr|card|cash|like|want|know|see|say|mean|back)$/.test(said);
      const plural = said.replace(/s$/, '');
      const isThing =
        !isNear &&
        / *bills?(?![\p{L}])/uy.test(words.rest.slice(end)) &&
        said === match[0] &&
        words.text[start] === said[0];
      const names =
        isPlain || isThing
          ? []
          : known
              .filter(({ parts }) =>
                parts.some(
                  (part) =>
                    fits(said, part) ||
                    (!isNear && said.endsWith('s') && plural === part && plural.length > 4),
                ),
              )
              .map(({ name }) => name);
      const current = run as { start: number; end: number; names: string[] } | null;
      const isNext = current !== null && /^[ -]$/.test(words.rest.slice(current.end, start));
      const both = isNext && current ? current.names.filter((name) => names.includes(name)) : [];
      if (both.length > 0 && current) run = { start: current.start, end, names: both };
      else {
        const unclear = close();
        if (unclear) return unclear;
        run = names.length > 0 ? { start, end, names } : null;
      }
    }
    const unclear = close();
    if (unclear) return unclear;
  }
  return [];
}

const VOCABULARY = new Set([
  ...english.PLAIN,
  ...Object.values(english)
    .filter((one) => one instanceof RegExp)
    .flatMap(({ source }) => source.match(/[a-z]{2,}/g) ?? []),
]);

/** Words of the language are no slips of names. */
const isVocabulary = (word: string): boolean => VOCABULARY.has(word);

interface Bounded {
  readonly bound: Bound;
  readonly currencies: readonly string[];
}

function boundAmount(text: string): BoundAmount | null {
  const { digits, scale, isPlain } = decimalOf(text.replace(/[^\d.,]/g, '').replace(/[.,]$/, ''));
  return isPlain ? { digits: digits.toString(), scale } : null;
}

/** `over 100 euros`, `between 20 and 40 euros`; null: there is none, or it cannot be read. */
function takeBound(words: Words): Bounded | null {
  for (const [pattern, kind] of english.BOUNDS) {
    const found = pattern.exec(words.rest);
    if (!found) continue;
    const said = found[0];
    const currencies = currenciesIn(words.text.slice(found.index, found.index + said.length));
    const isYear =
      /(?<!\d)20\d\d(?!\d)/.test(said) ||
      english.DAY_BEHIND.test(words.rest.slice(found.index + said.length));
    // Without a currency it may be a year, a day, or a number of payments.
    if (currencies.length === 0 && (kind === 'between' || isYear)) continue;
    if (
      currencies.length === 0 &&
      /^ ?(?:times|payments|purchases|days?|weeks?|months?|years?)/.test(
        words.rest.slice(found.index + said.length),
      )
    )
      continue;
    const one = boundAmount(found[1] ?? '');
    const other = kind === 'between' ? boundAmount(found[2] ?? '') : null;
    if (!one || (kind === 'between' && !other)) return null;
    words.blank({ start: found.index, end: found.index + said.length }, AMOUNT);
    const isMore = /more|above|over/.test(found[2] ?? '');
    const none = { least: null, isLeastIn: true, most: null, isMostIn: true };
    const bound: Bound =
      kind === 'between' || kind === 'exact'
        ? { ...none, least: one, most: other ?? one }
        : kind === 'over' || kind === 'least' || (kind === 'behind' && isMore)
          ? { ...none, least: one, isLeastIn: kind !== 'over' }
          : { ...none, most: one, isMostIn: kind !== 'under' };
    return { bound, currencies };
  }
  return null;
}

/** The bound, or what is outside it where it says what is left out. */
function boundOf(words: Words, bound: Bound): Bound {
  words.takeAll(english.BOUND_LEFT);
  if (words.take(english.BOUND_OUT) === null) return bound;
  const { least, most, isLeastIn, isMostIn } = bound;
  // Outside of two bounds there are two ranges: nothing here says which.
  if (least !== null && most !== null) words.rest += ' without';
  return { least: most, isLeastIn: !isMostIn, most: least, isMostIn: !isLeastIn };
}

/** `on Saturdays`, `not at weekends`: the days of the week that count; none: all of them. */
function takeWeekdays(words: Words): number[] {
  const every = [1, 2, 3, 4, 5, 6, 7];
  let taken: number[] | null = null;
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
    words.blank({ start: match.index, end: match.index + said.length }, DAYS);
  }
  return taken === null ? [] : [...new Set(taken)].sort();
}

/** Times that are left out of the others. */
function takeTimesOut(words: Words, periods: readonly Period[]): Period[] {
  const out: Period[] = [];
  for (const pattern of [english.TIMES_OUT, english.TIMES_OUT_BEHIND]) {
    for (let found = pattern.exec(words.rest); found; found = pattern.exec(words.rest)) {
      const [start, end] = [found.index, found.index + found[0].length];
      out.push(...periods.filter((one) => one.start >= start && one.end <= end));
      words.blank({ start, end });
    }
  }
  return out;
}

/** `other than March`, of all years: the March of each. */
function eachYear(out: readonly Period[], text: string, timezone: string): Period[] {
  const years = Array.from({ length: YEARS_BACK }, (_, at) => at + 1);
  return out
    .filter(({ start, end }) => !/\d{4}|this|last|year/.test(text.slice(start, end)))
    .flatMap((one) =>
      years.map((years) => {
        const back = (ms: number) => DateTime.fromMillis(ms, { zone: timezone }).minus({ years });
        return { ...one, from: back(one.from).toMillis(), to: back(one.to).toMillis() };
      }),
    );
}
const YEARS_BACK = 20;

/** True where no two of them have a moment in common. */
const areApart = (periods: readonly Period[]) =>
  periods.every((one, at) =>
    periods.every((other, to) => to <= at || one.to <= other.from || other.to <= one.from),
  );

/** `in dollars`, `euros`: words of currencies that are left. */
function takeCurrencies(words: Words): string[] {
  const found: string[] = [];
  for (const match of [...words.rest.matchAll(/[\p{L}]+|[€$£¥]/gu)]) {
    const said = words.text.slice(match.index, match.index + match[0].length);
    const codes = currenciesIn(said);
    if (codes.length === 0) continue;
    found.push(...codes);
    words.blank({ start: match.index, end: match.index + match[0].length });
  }
  return [...new Set(found)];
}

export interface ReadQuery {
  readonly query: Query | null;
  /** Words that nothing has taken. */
  readonly left: readonly string[];
  /** The question with its names as `@`, and those of accounts as `#`. */
  readonly plain: string;
  /** Payees that one word fits. */
  readonly unclear: readonly string[];
  /** What is left of the question, for topics that are no payments. */
  readonly names: {
    readonly subjects: readonly Subject[];
    readonly accountIds: readonly string[];
    readonly currencies: readonly string[];
  };
  readonly periods: readonly Period[];
  readonly hasCondition: boolean;
}

/** Reads a question as a query. */
export function readQuery(
  question: string,
  lexicon: Lexicon,
  { now, timezone }: { readonly now: number; readonly timezone: string },
): ReadQuery {
  const text = plainQuestion(question, lexicon, { now, timezone });
  const words = new Words(text);
  const { subjects, accountIds } = takeNames(words, lexicon);
  const bounded = takeBound(words);
  const bound = bounded === null ? null : boundOf(words, bounded.bound);
  const weekdays = takeWeekdays(words);
  const masked = words.rest.replace(/[@#\ue003\ue004]/gu, 'x');
  let periods = readPeriods(
    masked.length === text.length ? keepCase(text, words.rest) : masked,
    now,
    timezone,
  );
  for (const period of periods) words.blank(period, TIME);
  words.takeAll(SEASON);
  const withoutPeriods = takeTimesOut(words, periods);
  periods = periods.filter((one) => !withoutPeriods.includes(one));
  if (withoutPeriods.length > 0) words.takeAll(english.EVERY_TIME);
  // `over 2028, from February to May`: the year says nothing more.
  const [first, second] = periods;
  if (first && second && periods.length === 2) {
    const gap = text.slice(first.end, second.start);
    const [outer, inner] =
      first.to - first.from > second.to - second.from ? [first, second] : [second, first];
    const isInside = outer.from <= inner.from && outer.to >= inner.to;
    if (
      isInside &&
      !/(?<![\p{L}])(?:and|or|plus|than|vs|versus|against|but)(?![\p{L}])|&/u.test(gap)
    )
      periods = [inner];
  }
  if (periods.length > 0 && periods.every(({ label }) => /\d{4}/.test(label))) {
    const years = new Set(periods.flatMap(({ label }) => label.match(/\d{4}/g) ?? []));
    words.rest = words.rest.replace(/(?<![\p{N}])20\d\d(?![\p{N}])/gu, (said) =>
      years.size === 1 && years.has(said) ? '    ' : said,
    );
  }
  if (periods.length === 0) withoutPeriods.push(...eachYear(withoutPeriods, text, timezone));
  const unclear = takeParts(words, lexicon, subjects);
  subjects.sort((one, other) => one.start - other.start);

  const isOutAndTime = english.OUT_AND_TIME.test(words.rest);
  const without: Subject[] = [];
  const takeWithout = (pattern: RegExp) => {
    for (let found = pattern.exec(words.rest); found; found = pattern.exec(words.rest)) {
      const [start, end] = [found.index, found.index + found[0].length];
      without.push(...subjects.filter((one) => one.start >= start && one.end <= end));
      words.blank({ start, end });
    }
  };
  takeWithout(english.EXCLUSION);
  takeWithout(english.EXCLUSION_BEHIND);
  takeWithout(english.EXCLUSION_AROUND);
  const included = subjects.filter((one) => !without.includes(one));
  words.takeAll(english.OWN_ASIDE);
  const isEver = words.takeAll(english.EVER);
  const isAll = words.takeAll(english.EVERYTHING);
  const isEarned = /(?<![\p{L}])earn/u.test(words.rest) && subjects.length === 0;
  const refund = lexicon.categories.find((name) => /^refunds?$/i.test(name));
  if (isEarned && refund !== undefined) without.push({ kind: 'category', name: refund });
  const currencies = [...new Set([...takeCurrencies(words), ...(bounded?.currencies ?? [])])];
  const plain = words.rest;
  if (without.length > 0) words.takeAll(english.words('everything|anything|all|everywhere'));
  const isOther = english.OTHERS_DO.test(
    included
      .filter(({ kind }) => kind === 'category')
      .reduce(
        (said, { start, end }) => said.slice(0, start) + '&'.repeat(end - start) + said.slice(end),
        plain,
      )
      .replace(/@+/g, '@'),
  );

  // Flow.
  const isSaved = accountIds.length > 0 && english.SAVED.test(plain);
  const isPayeePays = english.PAYEE_PAYS.test(plain.replace(/@+/g, '@').replace(/@ @/g, '@'));
  const isOut =
    /(?<![\p{L}])(?:i|we) (?:\p{L}+ )?(?:spend|spent|pay|paid|send|sent|give|gave|transfer|put)|from me|(?:my|i) spending/u.test(
      plain,
    ) && !/(?:was|were|been|am|got) (?:i )?paid|i (?:was|got|am) paid|i get paid/.test(plain);
  const isOnlyIn =
    included.length > 0 && included.every(({ name }) => lexicon.incomes.includes(name));
  const isIn =
    (!isOut && english.INCOME.test(plain) && !/from me/.test(plain)) ||
    (isPayeePays && !isOut) ||
    (isOnlyIn && !isOut) ||
    (!isOut &&
      included.some(({ kind, name }) => kind === 'category' && lexicon.incomes.includes(name)));
  if (isSaved) words.take(english.SAVED);
  words.takeAll(english.INCOME);

  // Measure.
  const isChange = words.takeAll(english.CHANGE);
  const newest = words.take(english.FEW_LATEST);
  const isLatest = words.take(english.LATEST) !== null;
  const isFirst = words.take(english.FIRST) !== null;
  const isWhichOf =
    /(?<![\p{L}])which @+(?!@) (?:do|did|have|has|is|was|got|gets|get|costs?)(?![\p{L}])/u.test(
      words.rest,
    ) &&
    included.length === 1 &&
    included[0]?.kind === 'category';
  if (isWhichOf) words.take(english.words('which'));
  const groupBy =
    english.GROUPS.find(([, pattern]) => pattern.test(words.rest))?.[0] ??
    (isWhichOf ? 'party' : null);
  const isOften = words.takeAll(english.OFTEN);
  words.takeAll(english.BY_COUNT);
  const isCompared = words.takeAll(english.COMPARE);
  const isAverage = words.takeAll(english.AVERAGE);
  // `average per shop` is that of each visit.
  const isBreakdown = !isAverage && english.BREAKDOWN.test(words.rest);
  let unit: Unit | null = null;
  const perUnit = english.UNITS.find(
    ([, pattern]) =>
      pattern.test(words.rest) &&
      (isAverage ||
        /(?:per|a|each|every) (?:month|week|day|year)/.test(pattern.exec(words.rest)?.[0] ?? '')),
  );
  if (perUnit && groupBy !== 'month') unit = perUnit[0];
  const rank = english.RANK.exec(words.rest);
  const few = english.TOP_FEW.exec(words.rest);
  const isMost =
    english.MOST.test(words.rest) ||
    isOften ||
    (isCompared &&
      /(?<![\p{L}])(?:which|what) (?:accounts?|categor(?:y|ies)|month)(?![\p{L}])/u.test(plain) &&
      / more(?![\p{L}])(?! than)/u.test(plain) &&
      subjects.length === 0 &&
      periods.length < 2);
  const isLeast = english.LEAST.test(words.rest) || /least often/.test(plain);
  const isCount = words.takeAll(english.COUNTING) && !currencyCount(plain);
  if (groupBy !== null) for (const [, pattern] of english.GROUPS) words.takeAll(pattern);
  if (isAverage || unit !== null)
    for (const [name, pattern] of english.UNITS) if (name === unit) words.takeAll(pattern);
  words.takeAll(english.EACH_PAYMENT);
  words.takeAll(english.BREAKDOWN);
  if (rank) words.take(english.RANK);
  if (few) words.take(english.TOP_FEW);
  words.takeAll(english.MOST);
  words.takeAll(english.LEAST);
  const isListed = words.takeAll(english.LISTING);
  const isWhen = words.takeAll(english.DATE_ONLY);
  words.takeAll(english.SPENDING);

  const groups = groupsOf(included, text);
  const hasSides = isCompared || isChange || /(?<![\p{L}])or(?![\p{L}])/u.test(plain);
  const names = groups[0] ?? [];
  let measure: Measure | null = null;
  const isGroupOfNames =
    names.length > 1 &&
    groups.length === 1 &&
    (isMost || isCompared || isOften || /(?<![\p{L}])(?:who|which|where)(?![\p{L}])/u.test(plain));
  if (isChange && periods.length === 1)
    periods = splitRange(periods[0] as Period, text, now, timezone) ?? periods;
  if (newest) {
    const isFirst = /first|earliest/.test(newest[1] ?? '');
    measure = { kind: 'list', take: english.countOf(newest[2]), isFirst };
  } else if (isFirst) measure = { kind: 'first' };
  else if (isLatest) measure = { kind: 'latest' };
  else if (isOften && names.length > 1)
    measure = {
      kind: 'groups',
      by: names[0]?.kind === 'party' ? 'party' : 'category',
      isLeast,
      isCounted: true,
      isOne: true,
      isAll: false,
    };
  else if (
    groupBy === 'party' &&
    isIn &&
    /^(?:and )?who(?![\p{L}])/u.test(plain) &&
    included.length === 0 &&
    !isMost &&
    !isLeast &&
    !isCompared
  )
    measure = { kind: 'groups', by: 'party', isLeast, isCounted: false, isOne: false, isAll: true };
  else if (isGroupOfNames && names.length > 2 && isMost)
    measure = {
      kind: 'groups',
      by: (names[0] as Subject).kind,
      isLeast: false,
      isCounted: false,
      isOne: true,
      isAll: false,
    };
  else if (
    groupBy !== null &&
    (isMost || isLeast || isBreakdown || isOften) &&
    !(isCompared && names.length === 2)
  ) {
    const by = groupBy === 'party' && names.length > 1 ? (names[0] as Subject).kind : groupBy;
    const isAll = isBreakdown && !isMost && !isLeast;
    const isOne =
      !isBreakdown &&
      /(?<![\p{L}])(?:which|what|who|whom|best|most expensive|dearest|cheapest|highest|lowest)(?![\p{L}])/u.test(
        plain,
      ) &&
      /month|who|which|what/.test(plain);
    const isCounted =
      isOften ||
      english.BY_COUNT.test(plain) ||
      /(?:visit(?:ed)?|go(?:ne)? to|went to|been to|use[ds]?) (?:the )?most/.test(plain);
    measure = { kind: 'groups', by, isLeast, isCounted, isOne, isAll };
  } else if (periods.length === 2 && (isCompared || isChange) && names.length < 3) {
    measure = names.length === 2 && isCompared ? null : { kind: 'compare', sides: 'periods' };
  } else if (
    (isCompared || hasSides) &&
    names.length === 2 &&
    groups.length === 1 &&
    isComparison(plain, isCompared)
  ) {
    measure = { kind: 'compare', sides: 'subjects' };
  } else if ((isCompared || isChange) && periods.length < 2 && !isGroupOfNames) {
    measure =
      periods.length === 1 && (isChange || /up or down/.test(plain))
        ? { kind: 'compare', sides: 'periods' }
        : null;
    if (measure === null) words.rest += ' compare';
  } else if (rank && !isCount) {
    const take = rank[2] ?? rank[5] ?? few?.[1];
    measure = {
      kind: 'rank',
      nth: english.ordinalOf(rank[1]),
      take: take ? english.countOf(take) : 1,
      isLeast: rank[4] !== undefined,
    };
  } else if (few) measure = { kind: 'rank', nth: 1, take: english.countOf(few[1]), isLeast: false };
  else if (isBreakdown || (groupBy !== null && /(?<![\p{L}])(?:top)(?![\p{L}])/u.test(plain))) {
    measure = {
      kind: 'groups',
      by: groupBy ?? 'category',
      isLeast: false,
      isCounted: false,
      isOne: false,
      isAll: isBreakdown,
    };
  } else if (isAverage || unit !== null) measure = { kind: 'average', unit };
  else if (isCount && isWhen) measure = LIST;
  else if (isCount) measure = { kind: 'count' };
  else if (english.ANYONE.test(plain) && !/how much|total/.test(plain)) measure = LIST;
  else if (isWhen && included.length > 0) measure = { kind: 'latest' };
  else if (
    (isListed &&
      !/(?<![\p{L}])(?:totals?|totall?ed|sum|altogether|how much)(?![\p{L}])/u.test(plain)) ||
    (bounded &&
      /^(?: *\p{L}+)? *(?:payments|purchases|transactions)(?![\p{L}])/u.test(plain) &&
      !/how much|sum|total/.test(plain))
  )
    measure = LIST;
  else if (groupBy !== null && english.ASKS_WHO.test(plain) && names.length === 0)
    measure = {
      kind: 'groups',
      by: groupBy,
      isLeast: false,
      isCounted: false,
      isOne: false,
      isAll: true,
    };
  else measure = { kind: 'sum' };
  if (isCompared || isChange || isGroupOfNames || hasSides) words.takeAll(english.COMPARE_LEFT);

  const flow: Query['flow'] = isSaved ? 'saved' : isIn ? 'income' : 'spending';
  const isGroupsTorn = groups.some((group, at) =>
    groups.some(
      (other, to) =>
        to > at && other[0]?.kind === group[0]?.kind && other.length + group.length > 0,
    ),
  );
  const doubts: string[] = [];
  // Payees are counted by none of the measures: two payments to one are no two payees.
  const counted = english.COUNTED_PAYEES.exec(plain);
  if (counted && measure?.kind === 'count') doubts.push(counted[0]);
  // What came in is no refund because it came in.
  if (isCount && measure?.kind === 'average') doubts.push('how often');
  const refunded = english.REFUND.exec(plain);
  if (refunded && isIn && included.length === 0) doubts.push(refunded[0]);
  // `pension minus housing` takes one sum from another; it leaves nothing out of the first.
  const isApart = without.some(({ kind, name }) => {
    const isIncome = lexicon.incomes.includes(name);
    const isOfAnother =
      kind === 'category' &&
      included.length > 0 &&
      included.every((one) => one.kind === 'category' && one.name !== name);
    return isOfAnother || (flow === 'spending' && isIncome && included.length > 0);
  });
  if (isApart) doubts.push('one sum less another');
  const isBare =
    measure?.kind === 'sum' && !/how much|cost|total|sum|spen[dt]|pay|paid|sent|went/.test(plain);
  if (isBare && /(?<![\p{L}])(?:rides|visits|trips)(?![\p{L}])/u.test(plain))
    doubts.push('how many, or how much');
  const isVisited = measure?.kind === 'groups' && /(?<![\p{L}])visit/u.test(plain);
  if (isVisited && (included.length === 0 || (measure?.kind === 'groups' && !measure.isCounted)))
    doubts.push('visit');
  if (isAverage && english.BREAKDOWN.test(plain) && !english.EACH_PAYMENT.test(plain))
    doubts.push('an average of groups');
  if (measure?.kind !== 'compare' && !areApart(periods))
    doubts.push('how the times belong together');
  if (
    measure?.kind === 'compare' &&
    (weekdays.length > 0 || withoutPeriods.length > 0) &&
    periods.length > 2
  )
    doubts.push('the times');
  if (
    unit !== null &&
    /(?<![\p{L}])(?:monthly|weekly|daily) .*(?:bill|payment|purchase)(?![\p{L}])/u.test(plain)
  )
    doubts.push('for each payment, or for each time');
  if (/@+ accounts?(?![\p{L}])/u.test(plain)) doubts.push('whose account it is');
  if (isOutAndTime) doubts.push('what is left out');
  if (/@ and (?:i|me|myself)(?![\p{L}])/u.test(plain.replace(/@+/g, '@')))
    doubts.push('whose money it is');
  const isTotal = measure?.kind === 'sum' || measure?.kind === 'average';
  if (isTotal && bound !== null && /^(?:and )?(?:did|have|do) (?:i|we)(?![\p{L}])/u.test(plain))
    doubts.push('each payment, or all of them');
  const isMany = /(?<![\p{L}])(?:people|shops|merchants|stores|payees)(?![\p{L}])/u.test(plain);
  if (isTotal && isMany && included.length === 0) doubts.push('which ones');
  const areJoined = periods.every((one, at) => {
    const next = periods[at + 1];
    return !next || /,|and|or|&|plus|\+|;/iu.test(text.slice(one.end, next.start));
  });
  if (measure?.kind !== 'compare' && !areJoined) doubts.push('how the times belong together');
  const isBeside = /(?<![\p{L}])(?:compared?|versus|vs|against|difference)(?![\p{L}])/u.test(plain);
  if (measure?.kind === 'groups' && isBeside && names.length < 2) doubts.push('the comparison');
  const isRanked = measure !== null && ['rank', 'groups', 'compare'].includes(measure.kind);
  if (!isRanked && (isMost || isLeast || isCompared || isChange)) doubts.push('the comparison');
  const isTouching = included.some((one, at) => {
    const next = included[at + 1];
    return (
      next &&
      one.kind === 'category' &&
      next.kind === 'category' &&
      next.start > one.start &&
      /^ *$/.test(text.slice(one.end, next.start))
    );
  });
  if (isTouching) doubts.push('how the names belong together');
  const left = [
    ...wordsLeft(words.rest),
    ...doubts,
    ...(isOther ? ['whose money it is'] : []),
    ...(isGroupsTorn ? ['how the names belong together'] : []),
  ];
  const isFlow =
    isAll ||
    isEver ||
    isSaved ||
    isIn ||
    bounded !== null ||
    included.length + without.length + weekdays.length + withoutPeriods.length > 0 ||
    (periods.length > 0 && /how much|total/u.test(plain)) ||
    few !== null ||
    newest !== null ||
    isCount ||
    isAverage ||
    unit !== null ||
    isLatest ||
    isFirst ||
    rank !== null ||
    groupBy !== null ||
    isListed ||
    isBreakdown ||
    isCompared ||
    isChange ||
    english.SPENDING.test(plain);
  const query: Query | null =
    measure === null || !isFlow
      ? null
      : {
          flow,
          measure,
          filter: {
            ...{ groups, without, accountIds, currencies, bound },
            ...{ weekdays, withoutPeriods },
          },
          periods,
        };
  return {
    query,
    left,
    plain,
    unclear,
    names: { subjects: included, accountIds, currencies },
    periods,
    hasCondition: without.length + weekdays.length + withoutPeriods.length > 0 || bounded !== null,
  };
}

const LIST: Measure = { kind: 'list', take: null, isFirst: false };

/** `how many dollars` counts no payments. */
const currencyCount = (plain: string) =>
  /how many {2,}/u.test(plain) ||
  (/how many {1,}(?:did|do|have|has|was|were|are|is|left|i|#|$)/u.test(plain) &&
    !/how many (?:times|payments)/.test(plain));

const isComparison = (plain: string, isCompared: boolean) =>
  isCompared || /(?<![\p{L}])(?:who|which|where)(?![\p{L}])/u.test(plain);

/** Text in its own case, with what was taken masked. */
function keepCase(text: string, rest: string): string {
  return [...text].length === text.length
    ? [...text]
        .map((letter, at) => (/[@#\ue003\ue004]/.test(rest[at] ?? '') ? 'x' : letter))
        .join('')
    : rest.replace(/[@#\ue003\ue004]/gu, 'x');
}

const wordsLeft = (rest: string) =>
  (rest.match(/[\p{L}\p{N}%²³½][\p{L}\p{N}'%²³½-]*/gu) ?? [])
    .map((word) => word.replace(/'s$/, ''))
    .filter((word) => !english.PLAIN.has(word));

/** Names in a row (`rent, food and fuel`) are one group: any of them. Others are conditions of their own. */
function groupsOf(included: readonly Named[], text: string): Subject[][] {
  const groups: Named[][] = [];
  for (const one of included) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    const gap = before ? foldLetters(text.slice(before.end, one.start)) : '';
    const isSame = before !== undefined && before.start === one.start;
    const isListed =
      before !== undefined &&
      (before.kind === one.kind ? isSame || english.JOINED.test(gap) : english.ROW.test(gap));
    if (group && isListed) group.push(one);
    else groups.push([one]);
  }
  return groups.map((group) => {
    const seen = new Map(group.map(({ kind, name }) => [`${kind} ${name}`, { kind, name }]));
    return [...seen.values()];
  });
}
/** `from December to January`, of a change, is two months to compare. */
function splitRange(period: Period, text: string, now: number, timezone: string): Period[] | null {
  const parts = text.slice(period.start, period.end).split(/ (?:to|until|till) /);
  const read = parts.flatMap((part) =>
    readPeriods(`in ${part.replace(/^(?:from|between) /i, '')}`, now, timezone),
  );
  return read.length === 2
    ? read.map((one) => ({ ...one, start: period.start, end: period.end }))
    : null;
}
