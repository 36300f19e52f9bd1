// Computes a query over the booked payments of a customer. Each figure names the rows that it is
// the sum of; the answer says the query in words.

import { DateTime, Info } from 'luxon';
import type { BookedMovement } from '../../db/movements/reads.ts';
import { minorUnits } from '../intents/amounts.ts';
import { type Books, type Figure, figureOfRows, type Reply, unanswerable } from './books.ts';
import { citationsOf, moneyText, shareOf } from './flows.ts';
import type { Period } from './periods.ts';
import type { Bound, BoundAmount, Filter, Grouping, Query, Subject, Unit } from './query.ts';
import { zoneOf } from './zones.ts';

type Span = Pick<Period, 'from' | 'to' | 'label'>;

const TOO_MANY = 'There are too many payments in that period to add up: ask for a shorter one.';
const NOUNS: Readonly<Record<Query['flow'], string>> = {
  spending: 'spent',
  income: 'received',
  fees: 'paid in fees',
  exchanged: 'exchanged',
  saved: 'moved',
};
const ALL_TIME: Span = {
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  label: 'since the accounts were opened',
};

/** The answer to a query from the books. */
export function runQuery(read: Query, books: Books): Reply {
  const missing = missingCurrency(read, books);
  if (missing !== null) return unanswerable(`You have no account in ${missing}.`);
  const query = read.since === undefined ? read : sinceLatest(read, read.since, books);
  if (query === null) return unanswerable('There is no such payment in the books.');
  return sinceBeginning(query.periods, query.filter.accountIds, books, () =>
    answerOf(query, books),
  );
}

/** The query from the day of the latest payment of a name; null without one. */
function sinceLatest(
  query: Query,
  { flow, ...name }: NonNullable<Query['since']>,
  books: Books,
): Query | null {
  const filter = { ...NO_FILTER, groups: [[name]] };
  const ofName: Query = { flow, measure: { kind: 'latest' }, filter, periods: [] };
  const last = Math.max(
    ...standing(choose(ofName, books, [ALL_TIME]) ?? []).map(({ of }) => of.postedAt),
  );
  if (!Number.isFinite(last)) return null;
  const noun = flow === 'income' ? name.name : `payment${describe(ofName, '').trimEnd()}`;
  const label = `since ${dayText(last, books)}, the day of the latest ${noun}`;
  const span = { from: startOfDay(last, books), to: Number.MAX_SAFE_INTEGER, label };
  return { ...query, periods: [{ ...span, start: 0, end: 0 }] };
}

const NO_FILTER: Filter = {
  ...{ groups: [], without: [], accountIds: [], currencies: [], bound: null },
  ...{ weekdays: [], withoutPeriods: [] },
};

/**
 * Answers for the time in which there are books. A time before them has no figure, and an answer
 * for a time that begins before them says so.
 */
export function sinceBeginning(
  periods: readonly Span[],
  accountIds: readonly string[],
  books: Books,
  answer: () => Reply,
): Reply {
  const first = periods.length === 0 ? null : books.beginning(accountIds);
  if (first === null) return answer();
  const from = startOfDay(first, books);
  const said = beforeBooks(first, books);
  if (periods.some(({ to }) => to <= from)) return unanswerable(said);
  if (periods.some((span) => span.from > books.now))
    return unanswerable('That time lies ahead: its payments are not known.', [
      'What payments are coming up?',
    ]);
  const found = answer();
  // `before May` asks for all there is until then.
  const isCut = periods.some((span) => span.from > 0 && span.from < from);
  return isCut && found.isAnswerable
    ? { ...found, answer: `${found.answer} The books begin on ${dayText(first, books)}.` }
    : found;
}

/** The sentence for a time before the first entry. */
export const beforeBooks = (first: number, books: Pick<Books, 'timezone'>): string =>
  `The books begin on ${dayText(first, books)}; nothing is known of the time before.`;

const startOfDay = (ms: number, { timezone }: Pick<Books, 'timezone'>) =>
  DateTime.fromMillis(ms, { zone: zoneOf(timezone) })
    .startOf('day')
    .toMillis();

function answerOf(query: Query, books: Books): Reply {
  const { measure } = query;
  if (measure.kind === 'compare') return priceOf(query, books) ?? compare(query, books);
  if (measure.kind === 'share') return share(query, books, measure);
  if (measure.kind === 'less') return less(query, books, measure);
  const spans = spansOf(query, books);
  const rows = choose(query, books, measure.kind === 'steps' ? [ALL_TIME] : spans);
  if (rows === null) return unanswerable(TOO_MANY);
  const said = describe(query, labelOf(spans), books.accounts);
  switch (measure.kind) {
    case 'sum':
      return withOwnTransfers(sum(query, books, { spans, rows, said }), query, books, spans);
    case 'count':
      return measure.of === undefined
        ? withOwnTransfers(count(query, rows, said), query, books, spans)
        : countGroups(query, books, { rows, said, of: measure.of, bound: measure.bound ?? null });
    case 'regular':
      return regular(query, books);
    case 'steps':
      return steps(query, books, { spans, rows, said });
    case 'gap':
      return gap(query, books, { rows, said, which: measure.which });
    case 'average':
      return (
        priceNow(query, books, said) ??
        average(query, books, { spans, rows, said, unit: measure.unit })
      );
    case 'rank':
      return rank(query, books, rows, said, measure);
    case 'latest':
    case 'first':
      return one(query, books, { rows, said, isFirst: measure.kind === 'first' });
    case 'list':
      return list(query, books, rows, said, measure);
    case 'groups':
      return group(query, books, { rows, said, measure });
  }
}

/**
 * Adds the transfers between own accounts that the figure of an account leaves out: they are
 * neither income nor spending, and people may mean them.
 */
function withOwnTransfers(reply: Reply, query: Query, books: Books, spans: readonly Span[]): Reply {
  const { flow, filter } = query;
  const { accountIds, groups } = filter;
  const isIncome = flow === 'income';
  if (!(isIncome || flow === 'spending') || accountIds.length === 0 || groups.length > 0) {
    return reply;
  }
  const accounts = isIncome ? { accountIds } : { accountIds: [], fromAccountIds: accountIds };
  const transfers = { ...query, flow: 'saved' as const, filter: { ...filter, ...accounts } };
  const byCurrency = new Map<string, number>();
  for (const { of, share } of choose(transfers, books, spans) ?? []) {
    byCurrency.set(of.currency, (byCurrency.get(of.currency) ?? 0) + share);
  }
  if (byCurrency.size === 0) return reply;
  const sums = [...byCurrency].map(([currency, minor]) => moneyText(minor, currency)).join(', ');
  const side = isIncome ? 'from' : 'to';
  return {
    ...reply,
    answer: `${reply.answer} Transfers ${side} your own accounts are not counted: ${sums}.`,
  };
}

function missingCurrency({ filter }: Query, { accounts }: Books): string | null {
  return (
    filter.currencies.find((code) => !accounts.some(({ currency }) => currency === code)) ?? null
  );
}

interface Choice {
  readonly spans: readonly Span[];
  readonly rows: readonly Row[];
  readonly said: string;
}

/** A movement with its share of the flow. */
interface Row {
  readonly of: BookedMovement;
  readonly share: number;
  /** True when the whole amount was reversed. */
  readonly isUndone: boolean;
}

function thisMonth({ now, timezone }: Books): Span {
  const from = DateTime.fromMillis(now, { zone: zoneOf(timezone), locale: 'en' }).startOf('month');
  const label = `in ${from.toFormat('LLLL yyyy')} so far`;
  return { from: from.toMillis(), to: from.plus({ months: 1 }).toMillis(), label };
}

function lastMonths({ now, timezone }: Books, months: number): Span {
  const to = DateTime.fromMillis(now, { zone: zoneOf(timezone), locale: 'en' }).startOf('month');
  const from = to.minus({ months });
  const last = to.minus({ days: 1 });
  const label = `from ${from.toFormat('LLLL yyyy')} to ${last.toFormat('LLLL yyyy')}`;
  return { from: from.toMillis(), to: to.toMillis(), label };
}

/** The whole months since the first of the chosen payments. */
function wholeMonths(query: Query, books: Books): Span {
  const { to } = lastMonths(books, 1);
  const [first] = choose(query, books, [{ ...ALL_TIME, to }]) ?? [];
  if (first === undefined) return ALL_TIME;
  const at = (ms: number) =>
    DateTime.fromMillis(ms, { zone: zoneOf(books.timezone), locale: 'en' });
  const from = at(first.of.postedAt).startOf('month');
  const [begin, end] = [from, at(to - 1)].map((one) => one.toFormat('LLLL yyyy'));
  const label = begin === end ? `in ${begin}` : `from ${begin} to ${end}`;
  return { from: from.toMillis(), to, label };
}

/**
 * Returns the period of a query that names none: all time for a subject that is named or ranked,
 * this month for everything together.
 */
function spansOf(query: Query, books: Books): readonly Span[] {
  const { measure, filter, periods, flow } = query;
  if (periods.length > 0) return periods;
  if (measure.kind === 'average' && measure.unit === 'year') return [ALL_TIME];
  const isOfName = filter.groups.length > 0;
  if (measure.kind === 'average' && measure.unit !== null && isOfName && !measure.isRecent)
    return [wholeMonths(query, books)];
  if (measure.kind === 'average' && measure.unit !== null) {
    const whole = lastMonths(books, 3);
    // Months before the first booking do not count as months without spending.
    const before = books.movements({ from: 0, to: lastMonths(books, 2).from });
    return before?.length === 0 ? [ALL_TIME] : [whole];
  }
  const { groups, without, bound, accountIds, currencies, weekdays, withoutPeriods } = filter;
  const isNamed =
    groups.length + without.length + accountIds.length + currencies.length > 0 ||
    weekdays.length + withoutPeriods.length > 0;
  const isOne =
    ['rank', 'latest', 'first', 'gap'].includes(measure.kind) ||
    (measure.kind === 'list' && measure.take !== null);
  const isMonths =
    measure.kind === 'groups' &&
    (['month', 'week', 'year', 'weekday'].includes(measure.by) ||
      (measure.by === 'day' && !measure.isAll) ||
      measure.isCounted ||
      (measure.by === 'party' && !measure.isAll));
  return isNamed || isOne || isMonths || bound !== null || flow === 'saved'
    ? [ALL_TIME]
    : [thisMonth(books)];
}

const labelOf = (spans: readonly Span[]) => spans.map(({ label }) => label).join(' and ');

/** Returns the rows that a query is about, or null when there are too many. */
function choose(query: Query, books: Books, spans: readonly Span[]): Row[] | null {
  const from = Math.min(...spans.map((span) => span.from));
  // Reads beyond the end of the spans: a payment may be reversed later.
  const found = books.movements({ from, to: Number.MAX_SAFE_INTEGER });
  if (found === null) return null;
  const originals = new Map(
    found.filter(({ type }) => type !== 'reversal').map((of) => [of.transactionId, of]),
  );
  const back = new Map<string, number>();
  for (const { reversalOf, amount } of found) {
    if (reversalOf !== null) back.set(reversalOf, (back.get(reversalOf) ?? 0) + amount);
  }
  const sources = query.filter.fromAccountIds ?? [];
  const left = new Set(
    found
      .filter(({ direction, accountId }) => direction === 'debit' && sources.includes(accountId))
      .map(({ transactionId }) => transactionId),
  );
  return found.flatMap((of) => {
    if (sources.length > 0 && !left.has(of.reversalOf ?? of.transactionId)) return [];
    if (!spans.some((span) => of.postedAt >= span.from && of.postedAt < span.to)) return [];
    const share = partOf(query.flow, of) || returnedBy(query, of);
    const original = (of.reversalOf && originals.get(of.reversalOf)) || of;
    if (share === 0 || !isChosen(query, of, original.amount, books)) return [];
    if (query.filter.isWithoutReversed && back.has(original.transactionId)) return [];
    return [{ of, share, isUndone: (back.get(of.transactionId) ?? 0) >= of.amount }];
  });
}

function partOf(flow: Query['flow'], of: BookedMovement): number {
  if (flow === 'saved') {
    if (!of.isOwn) return 0;
    return of.type === 'reversal'
      ? of.direction === 'debit'
        ? -of.amount
        : 0
      : of.direction === 'credit'
        ? of.amount
        : 0;
  }
  const share = shareOf(flow, of);
  return share === 0 && flow === 'spending' ? shareOf('fees', of) : share;
}

/** The amount of a reversal, where a question asks for the money that came back. */
const returnedBy = ({ flow, filter }: Query, of: BookedMovement): number =>
  flow === 'income' && filter.isReturned && of.type === 'reversal' && of.direction === 'credit'
    ? of.amount
    : 0;

const isSubject = (
  { kind, name }: Subject,
  { party, category, type, description }: BookedMovement,
) =>
  kind === 'note'
    ? description === name
    : kind === 'party'
      ? party === name
      : category === name || (name === 'fees' && type === 'fee');

/** The opening balance of an account counts as income only when the question names it. */
export const OPENING = /^(?:opening|initial|starting) (?:balance|deposit)$/i;

function isChosen(
  { filter, flow }: Query,
  of: BookedMovement,
  amount: number,
  { timezone }: Books,
): boolean {
  const { groups, without, accountIds, currencies, bound, weekdays, withoutPeriods } = filter;
  // Fees count as spending where the question names them.
  const isFee = of.type === 'fee' && !groups.flat().some(({ name }) => name === 'fees');
  if (isFee) return false;
  const isNamed = groups.length > 0;
  if (flow === 'income' && !isNamed && OPENING.test(of.category ?? '')) return false;
  if (accountIds.length > 0 && !accountIds.includes(of.accountId)) return false;
  if (currencies.length > 0 && !currencies.includes(of.currency)) return false;
  if (!groups.every((group) => group.some((subject) => isSubject(subject, of)))) return false;
  if (without.some((subject) => isSubject(subject, of))) return false;
  if (withoutPeriods.some(({ from, to }) => of.postedAt >= from && of.postedAt < to)) return false;
  if (weekdays.length > 0) {
    const { weekday } = DateTime.fromMillis(of.postedAt, { zone: zoneOf(timezone) });
    if (!weekdays.includes(weekday)) return false;
  }
  if (bound === null) return true;
  return isWithin(bound, amount, of.currency);
}

function isWithin(bound: Bound, amount: number, currency: string): boolean {
  const { least, most, isLeastIn, isMostIn } = bound;
  const isOver = least === null || compareMinor(amount, least, currency) > (isLeastIn ? -1 : 0);
  const isUnder = most === null || compareMinor(amount, most, currency) < (isMostIn ? 1 : 0);
  return isOver && isUnder;
}

/** Below 0 where the amount is less than the bound. */
function compareMinor(amount: number, { digits, scale }: BoundAmount, currency: string): number {
  const minor = minorUnits({ digits: BigInt(digits), scale }, currency);
  const bound = minor ?? (Number(digits) / 10 ** scale) * 100;
  return Math.sign(amount - bound);
}

interface Sum {
  readonly currency: string;
  readonly value: number;
  readonly rows: readonly BookedMovement[];
}

function sums(rows: readonly Row[]): Sum[] {
  const by = new Map<string, { value: number; rows: BookedMovement[] }>();
  for (const { of, share } of rows) {
    const total = by.get(of.currency) ?? { value: 0, rows: [] };
    total.value += share;
    total.rows.push(of);
    by.set(of.currency, total);
  }
  return [...by]
    .map(([currency, total]) => ({ currency, ...total }))
    .sort((first, second) => second.rows.length - first.rows.length);
}

/** Describes the query in words: what is counted, with which exclusions, and when. */
export function describe(
  { filter, flow }: Pick<Query, 'filter' | 'flow'>,
  label: string,
  accounts: Books['accounts'] = [],
): string {
  const { groups, without, accountIds, currencies, bound, weekdays, withoutPeriods } = filter;
  const names = groups.map((group) => {
    if (group[0]?.kind === 'note') return ` with the note ${listOf(group.map(({ name }) => name))}`;
    const isParty = group[0]?.kind === 'party';
    const at = isParty ? (flow === 'income' ? 'from' : 'to') : flow === 'income' ? 'as' : 'on';
    return ` ${at} ${listOf(group.map(({ name }) => name))}`;
  });
  // For savings, the verb already names the destination account.
  const owned = accounts.filter(({ id }) => flow !== 'saved' && accountIds.includes(id));
  const side = flow === 'income' ? 'into' : 'from';
  const own = owned.length === 0 ? '' : ` ${side} ${listOf(owned.map(({ name }) => name))}`;
  const but = without.length === 0 ? '' : `, without ${listOf(without.map(({ name }) => name))}`;
  const unit = currencies.length === 0 ? '' : ` ${currencies.join(' or ')}`;
  const only = bound === null && unit !== '' ? `, in${unit} only` : '';
  const on = weekdays.length === 0 ? '' : `, on ${listOf(weekdays.map(dayName))}`;
  const out = [...new Set(withoutPeriods.map((one) => one.label.replace(/^(?:in|on) /, '')))];
  const left = [...(filter.isWithoutReversed ? ['what was reversed'] : []), ...out];
  const leaving = left.length === 0 ? '' : `, leaving out ${listOf(left)}`;
  return `${names.join('')}${own}${but}${boundText(bound, unit)}${only}${on} ${label}${leaving}`;
}

const dayName = (weekday: number) => `${Info.weekdays('long', { locale: 'en' })[weekday - 1]}s`;

const decimal = ({ digits, scale }: BoundAmount) =>
  scale === 0
    ? digits
    : `${digits.slice(0, -scale) || '0'}.${digits.slice(-scale).padStart(scale, '0')}`;

function boundText(bound: Filter['bound'], unit: string): string {
  if (bound === null) return '';
  const { least, most, isLeastIn, isMostIn } = bound;
  if (least && most) return `, of ${decimal(least)} to ${decimal(most)}${unit} each`;
  if (least) return `, of ${isLeastIn ? 'at least' : 'more than'} ${decimal(least)}${unit} each`;
  return most ? `, of ${isMostIn ? 'at most' : 'less than'} ${decimal(most)}${unit} each` : '';
}

const listOf = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Returns the currency of the named account, else the one that most accounts have. */
function currencyOf({ filter }: Query, { accounts }: Books): string {
  if (filter.currencies[0] !== undefined) return filter.currencies[0];
  const named = accounts.find(({ id }) => filter.accountIds.includes(id));
  const counts = new Map<string, number>();
  for (const { currency } of accounts) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [most] = [...counts].sort(([, first], [, second]) => second - first);
  return named?.currency ?? most?.[0] ?? 'EUR';
}

function figuresOf(found: readonly Sum[], label: string, currency: string): Figure[] {
  if (found.length === 0) return [figureOfRows(label, 0, currency, [])];
  return found.map((total) => figureOfRows(label, total.value, total.currency, total.rows));
}

const textOf = (found: readonly Sum[], currency: string) =>
  found.length === 0
    ? moneyText(0, currency)
    : found.map((total) => moneyText(total.value, total.currency)).join(' and ');

function nounOf(query: Query, books: Books): string {
  if (query.flow !== 'saved') return NOUNS[query.flow];
  const names = books.accounts.filter(({ id }) => query.filter.accountIds.includes(id));
  const { fromAccountIds = [] } = query.filter;
  const sources = books.accounts.filter(({ id }) => fromAccountIds.includes(id));
  const from = sources.length === 0 ? '' : ` from ${listOf(sources.map(({ name }) => name))}`;
  return `moved${from} to ${listOf(names.map(({ name }) => name))}`;
}

function reply(
  answer: string,
  figures: readonly Figure[],
  rows: readonly BookedMovement[],
  followUps: readonly string[],
): Reply {
  return { answer, figures, citations: citationsOf(rows), followUps, isAnswerable: true };
}

function sum(query: Query, books: Books, { spans, rows, said }: Choice): Reply {
  const isNet = query.measure.kind === 'sum' && query.measure.isNet === true;
  const isCounted = query.measure.kind === 'sum' && query.measure.isCounted === true;
  const stand = standing(rows).map(({ of }) => of);
  const back = isNet ? refundsOf(query, books, spans, rows) : [];
  const found = sums([...rows, ...back]);
  const currency = currencyOf(query, books);
  const noun = nounOf(query, books);
  // When no payment meets several conditions together, the question was probably misread.
  const isTooMuch =
    query.filter.groups.length > 1 || (query.flow === 'income' && query.filter.groups.length > 0);
  if (rows.length === 0 && isTooMuch) return unanswerable(`There is no such payment${said}.`);
  if (query.filter.isWithoutReversed) {
    const { isWithoutReversed: _, ...filter } = query.filter;
    const all = choose({ ...query, filter }, books, spans) ?? [];
    if (all.length === rows.length)
      return unanswerable('None of these payments was reversed: there is none to leave out.');
    const kept = new Set(rows.map(({ of }) => of.transactionId));
    const isInPart = all.some(
      ({ of, isUndone }) => of.type !== 'reversal' && !isUndone && !kept.has(of.transactionId),
    );
    if (isInPart) return unanswerable('One of these payments was reversed in part only.');
  }
  const number = isCounted ? stand.length : rows.length;
  const many = number === 1 ? 'one payment' : `${number} payments`;
  const parts =
    spans.length < 2
      ? []
      : spans.map((span) => {
          const inside = rows.filter(({ of }) => of.postedAt >= span.from && of.postedAt < span.to);
          return {
            label: `${noun}${describe(query, span.label, books.accounts)}`,
            found: sums(inside),
            span,
          };
        });
  const each = parts.map((part) => `${textOf(part.found, currency)} ${part.span.label}`).join(', ');
  return reply(
    `You ${noun} ${textOf(found, currency)}${said}, in ${many}${back.length > 0 ? `, less ${textOf(sums(back.map((row) => ({ ...row, share: -row.share }))), currency)} that came back` : ''}${each === '' ? '' : `: ${each}`}.`,
    [
      ...figuresOf(found, `${noun}${said}`, currency),
      ...(isCounted ? [figureOfRows(`number of payments${said}`, stand.length, null, stand)] : []),
      ...parts.flatMap((part) => figuresOf(part.found, part.label, currency)),
    ],
    [...rows, ...back].map(({ of }) => of),
    query.flow === 'income'
      ? ['How much did I spend this month?']
      : ['Did I spend more this month than last month?', 'What was my largest payment?'],
  );
}

/** Sums the refunds by the payees of the chosen payments, as negative amounts. */
function refundsOf(
  query: Query,
  books: Books,
  spans: readonly Span[],
  rows: readonly Row[],
): Row[] {
  const { measure } = query;
  const only = measure.kind === 'sum' ? measure.of : undefined;
  const isAsked = (party: string) => only === undefined || only.some(({ name }) => name === party);
  const names = [...new Set(rows.flatMap(({ of }) => of.party ?? []))].filter(isAsked);
  if (query.flow !== 'spending' || names.length === 0) return [];
  const filter: Filter = {
    ...{ ...query.filter, without: [], bound: null },
    groups: [names.map((name) => ({ kind: 'party', name }))],
  };
  const found = choose({ ...query, flow: 'income', filter }, books, spans) ?? [];
  return found
    .filter(({ of }) => /refund/i.test(of.category ?? ''))
    .map((row) => ({ ...row, share: -row.share }));
}

/** Answers with the share of the chosen payments in all payments of a flow, by currency. */
function share(
  query: Query,
  books: Books,
  { whole, of }: Extract<Query['measure'], { kind: 'share' }>,
): Reply {
  const spans = spansOf(query, books);
  const label = labelOf(spans);
  const groups = of === undefined ? [] : [of];
  const all: Query = { ...query, flow: whole, filter: { ...query.filter, groups } };
  const isPartOf = whole === query.flow && of !== undefined;
  const inside: Query = isPartOf
    ? { ...query, filter: { ...query.filter, groups: [...query.filter.groups, of] } }
    : query;
  const [part, total] = [inside, all].map((one) => choose(one, books, spans));
  if (!part || !total) return unanswerable(TOO_MANY);
  const [said, saidAll] = [inside, all].map((one) => describe(one, label, books.accounts));
  const lines = sums(total).flatMap(({ currency, value, rows }) => {
    const inside = sums(part).find((one) => one.currency === currency);
    // When refunds exceed spending, a share of the total is undefined.
    if (value <= 0 || (inside?.value ?? 0) < 0) return [];
    const hundredths = halfUp(((inside?.value ?? 0) * 10_000) / value);
    return [{ currency, value, rows, inside, hundredths }];
  });
  const [first] = lines;
  if (!first || lines.every(({ inside }) => inside === undefined))
    return unanswerable(`There is no such payment${said}.`);
  const noun = NOUNS[query.flow];
  const shown = lines.filter(({ inside }) => inside !== undefined);
  return reply(
    shown
      .map(({ currency, value, inside, hundredths }) => {
        const parts = `${moneyText(inside?.value ?? 0, currency)}${said}`;
        return `${percent(hundredths)} %: you ${noun} ${parts}, of ${moneyText(value, currency)} ${NOUNS[whole]}${saidAll}.`;
      })
      .join(' '),
    shown.flatMap(({ currency, value, rows, inside, hundredths }) => [
      figureOfRows(`hundredths of a per cent ${noun}${said}`, hundredths, null, rows),
      figureOfRows(`${noun}${said}`, inside?.value ?? 0, currency, inside?.rows ?? []),
      figureOfRows(`${NOUNS[whole]}${saidAll}`, value, currency, rows),
    ]),
    shown.flatMap(({ inside }) => inside?.rows ?? []),
    ['How much did I spend by category?'],
  );
}

/** A difference of two sums: takings minus stock. */
function less(
  query: Query,
  books: Books,
  measure: Extract<Query['measure'], { kind: 'less' }>,
): Reply {
  const spans = spansOf(query, books);
  const label = labelOf(spans);
  const other: Query = {
    ...query,
    flow: measure.flow,
    filter: { ...query.filter, groups: [measure.of], without: [] },
  };
  const [rows, allTaken] = [query, other].map((one) => choose(one, books, spans));
  if (!rows || !allTaken) return unanswerable(TOO_MANY);
  // `Groceries net of refunds`: of the refunds those by payees of the groceries.
  const isOfRefunds = measure.of.every(({ name }) => /^refunds?$/i.test(name));
  const payees = new Set(rows.map(({ of }) => of.party));
  const taken = isOfRefunds
    ? allTaken.filter(({ of }) => of.party !== null && payees.has(of.party))
    : allTaken;
  if (isOfRefunds && taken.length === 0) {
    const whole = sum(query, books, { spans, rows, said: describe(query, label, books.accounts) });
    return whole.isAnswerable
      ? { ...whole, answer: `${whole.answer} No refund by these payees was found.` }
      : whole;
  }
  const [said, saidTaken] = [query, other].map((one) => describe(one, label, books.accounts)) as [
    string,
    string,
  ];
  if (rows.length === 0) return unanswerable(`There is no such payment${said}.`);
  if (taken.length === 0) return unanswerable(`There is no such payment${saidTaken}.`);
  const [of, off] = [sums(rows), sums(taken)];
  const both = of.filter(({ currency }) => off.some((one) => one.currency === currency));
  // A difference does not include sums in other currencies.
  if (both.length !== 1 || of.length + off.length > 2)
    return unanswerable('These are sums in several currencies: name the one that is meant.');
  const [first] = both as [Sum];
  const second = off.find(({ currency }) => currency === first.currency) as Sum;
  const value = first.value - second.value;
  const [noun, nounOff] = [NOUNS[query.flow], NOUNS[measure.flow]];
  const all = [...first.rows, ...second.rows];
  return reply(
    `${moneyText(value, first.currency)}: you ${noun} ${moneyText(first.value, first.currency)}${said}, and ${nounOff} ${moneyText(second.value, first.currency)}${saidTaken}.`,
    [
      figureOfRows(`${noun}${said}, less ${nounOff}${saidTaken}`, value, first.currency, all),
      figureOfRows(`${noun}${said}`, first.value, first.currency, first.rows),
      figureOfRows(`${nounOff}${saidTaken}`, second.value, first.currency, second.rows),
    ],
    all,
    ['How much did I spend by category?'],
  );
}

const percent = (hundredths: number) =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;

/** Returns the payments without reversals and without payments that were reversed in full. */
const standing = (rows: readonly Row[]) =>
  rows.filter(({ of, isUndone }) => of.type !== 'reversal' && !isUndone);

function count(query: Query, rows: readonly Row[], said: string): Reply {
  const found = standing(rows).map(({ of }) => of);
  const noun = query.flow === 'income' ? 'incoming payments' : 'payments';
  const verb = query.flow === 'income' ? 'received' : 'made';
  const many = found.length === 1 ? `one ${noun.slice(0, -1)}` : `${found.length} ${noun}`;
  if (found.length === 0 && query.filter.groups.length > 1)
    return unanswerable(`There is no such payment${said}.`);
  return reply(
    `You ${verb} ${many}${said}.`,
    [figureOfRows(`number of ${noun}${said}`, found.length, null, found)],
    found,
    ['How much was that in total?'],
  );
}

/** Counts the payees, categories, months or days of the payments. */
function countGroups(
  query: Query,
  books: Books,
  {
    rows,
    said,
    of,
    bound,
  }: { rows: readonly Row[]; said: string; of: Grouping; bound: Filter['bound'] },
): Reply {
  const of1 = bound === null ? standing(rows) : rows;
  const sumsOf = new Map<string, { currency: string; value: number; of: BookedMovement[] }>();
  for (const row of of1) {
    const key = keyOf(of, row.of, books);
    if (key === null) continue;
    const sum = sumsOf.get(bound ? `${key} ${row.of.currency}` : key);
    if (sum) {
      sum.value += row.share;
      sum.of.push(row.of);
    } else
      sumsOf.set(bound ? `${key} ${row.of.currency}` : key, {
        currency: row.of.currency,
        value: row.share,
        of: [row.of],
      });
  }
  const keys = new Map(
    [...sumsOf].filter(
      ([, { value, currency }]) => bound === null || isWithin(bound, value, currency),
    ),
  );
  const found = [...keys.values()].flatMap((one) => one.of);
  const noun = NOUNS_OF_GROUPS[of][keys.size === 1 ? 0 : 1];
  return reply(
    `You ${query.flow === 'income' ? 'received' : 'made'} payments${said} ${of === 'month' || of === 'year' ? 'in' : of !== 'party' && of !== 'account' ? 'on' : query.flow === 'income' ? 'from' : 'to'} ${keys.size} ${noun}${bound ? boundText(bound, '').replace(/ each$/, ' in sum') : ''}.`,
    [figureOfRows(`number of ${NOUNS_OF_GROUPS[of][1]}${said}`, keys.size, null, found)],
    found,
    ['How much was that in total?'],
  );
}
const NOUNS_OF_GROUPS = {
  party: ['payee', 'payees'],
  category: ['category', 'categories'],
  account: ['account', 'accounts'],
  year: ['year', 'years'],
  week: ['week', 'weeks'],
  month: ['month', 'months'],
  weekday: ['day of the week', 'days of the week'],
  day: ['day', 'days'],
} as const;

/** Days, weeks or months of a period that have begun, at least one; years to the day. */
function unitsIn(spans: readonly Span[], unit: Unit, rows: readonly Row[], books: Books): number {
  const at = (ms: number) => DateTime.fromMillis(ms, { zone: zoneOf(books.timezone) });
  const today = at(books.now).endOf('day').toMillis() + 1;
  const first = rows[0]?.of.postedAt ?? books.now;
  const begin = books.beginning([]) ?? first;
  const total = spans.reduce((sum, { from, to }) => {
    const start =
      from === 0
        ? at(first).startOf(unit).toMillis()
        : Math.max(
            from,
            at(begin)
              .startOf(unit === 'year' ? 'day' : unit)
              .toMillis(),
          );
    return sum + at(Math.min(to, today)).diff(at(start), `${unit}s`).get(`${unit}s`);
  }, 0);
  if (unit === 'year') return total;
  return Math.max(1, unit === 'week' ? Math.round(total * 7) / 7 : Math.ceil(total - 0.001));
}

const halfUp = (value: number) => Math.sign(value) * Math.round(Math.abs(value));

function average(
  query: Query,
  books: Books,
  { spans, rows, said, unit }: Choice & { unit: Unit | null },
): Reply {
  const used = unit === null ? standing(rows) : rows;
  const currency = currencyOf(query, books);
  const found = sums(used);
  const units = unit === null ? 1 : unitsIn(spans, unit, used, books);
  // Bookings of less than a year have no yearly average.
  if (units < 1) return unanswerable(`The books have less than a year${said}: ask for the total.`);
  const averages = (found.length > 0 ? found : [{ currency, value: 0, rows: [] }]).map((total) => {
    const many = unit === null ? Math.max(1, total.rows.length) : units;
    return { ...total, value: halfUp(total.value / many) };
  });
  if (unit === null && found.length === 0) return unanswerable(`There is no such payment${said}.`);
  const per = unit ?? 'payment';
  return reply(
    `You ${NOUNS[query.flow]}${said} an average of ${textOf(averages, currency)} a ${per}.`,
    figuresOf(averages, `average a ${per}${said}`, currency),
    used.map(({ of }) => of),
    ['How much was that in total?'],
  );
}

const dayText = (ms: number, { timezone }: Pick<Books, 'timezone'>) =>
  DateTime.fromMillis(ms, { zone: zoneOf(timezone), locale: 'en' }).toFormat('d LLLL yyyy');

const ORDINALS = [
  '',
  '',
  'second ',
  'third ',
  'fourth ',
  'fifth ',
  'sixth ',
  'seventh ',
  'eighth ',
  'ninth ',
  'tenth ',
];

function withParty(query: Query, of: BookedMovement): string {
  if (of.party === null) return '';
  return ` ${query.flow === 'income' ? 'from' : 'to'} ${of.party}`;
}

function rank(
  query: Query,
  books: Books,
  rows: readonly Row[],
  said: string,
  { nth, take, isLeast }: { nth: number; take: number; isLeast: boolean },
): Reply {
  const found = standing(rows).map(({ of }) => of);
  const currencies = sums(rows).map(({ currency }) => currency);
  const sorted = (currency: string) =>
    found
      .filter((of) => of.currency === currency)
      .sort((first, second) =>
        isLeast ? first.amount - second.amount : second.amount - first.amount,
      )
      .slice(nth - 1, nth - 1 + take);
  const best = currencies.map(sorted).filter((of) => of.length > 0);
  if (best.length === 0) return unanswerable(`There is no such payment${said}.`);
  const kind = `${ORDINALS[nth] ?? ''}${isLeast ? 'smallest' : 'largest'}${query.flow === 'income' ? ' incoming' : ''}`;
  const text = best.flat().map((of) => {
    return `${moneyText(of.amount, of.currency)}${withParty(query, of)} on ${dayText(of.postedAt, books)}`;
  });
  return reply(
    `Your ${kind} ${take > 1 ? 'payments' : 'payment'}${said} ${take > 1 ? 'were' : 'was'} ${text.join(', ')}.`,
    best
      .flat()
      .map((of) =>
        figureOfRows(`${kind} payment${withParty(query, of)}${said}`, of.amount, of.currency, [of]),
      ),
    best.flat(),
    ['How much did I spend this month?'],
  );
}

function one(
  query: Query,
  books: Books,
  { rows, said, isFirst }: { rows: readonly Row[]; said: string; isFirst: boolean },
): Reply {
  const found = standing(rows).map(({ of }) => of);
  const best = isFirst
    ? found[0]
    : found.reduce<BookedMovement | undefined>(
        (last, of) => (last && last.postedAt > of.postedAt ? last : of),
        undefined,
      );
  if (!best) return unanswerable(`There is no such payment${said}.`);
  const kind = isFirst ? 'first' : 'latest';
  return {
    ...reply(
      `Your ${kind} payment${said} was ${moneyText(best.amount, best.currency)}${withParty(query, best)} on ${dayText(best.postedAt, books)}.`,
      [figureOfRows(`${kind} payment${said}`, best.amount, best.currency, [best])],
      [best],
      ['How much did I spend this month?'],
    ),
    citations: [{ type: 'transaction', id: best.transactionId }],
  };
}

/** Days between two payments that follow each other, or since the latest one until today. */
function gap(
  query: Query,
  books: Books,
  {
    rows,
    said,
    which,
  }: {
    rows: readonly Row[];
    said: string;
    which: Extract<Query['measure'], { kind: 'gap' }>['which'];
  },
): Reply {
  const dayOf = (ms: number) =>
    DateTime.fromMillis(ms, { zone: zoneOf(books.timezone) }).startOf('day');
  const between = (one: number, other: number) =>
    Math.round(dayOf(other).diff(dayOf(one), 'days').days);
  const found = standing(rows)
    .map(({ of }) => of)
    .sort((one, other) => one.postedAt - other.postedAt);
  const last = found.at(-1);
  if (!last) return unanswerable(`There is no such payment${said}.`);
  if (which === 'since') {
    const days = between(last.postedAt, books.now);
    return reply(
      `${days} days: your latest payment${said} was ${moneyText(last.amount, last.currency)}${withParty(query, last)} on ${dayText(last.postedAt, books)}.`,
      [figureOfRows(`days since the latest payment${said}`, days, null, [last])],
      [last],
      [],
    );
  }
  const gaps = found.slice(1).map((of, at) => {
    const before = found[at] as BookedMovement;
    return { days: between(before.postedAt, of.postedAt), before, of };
  });
  const ranked = gaps.toSorted((one, other) => one.days - other.days);
  const best = which === 'latest' ? gaps.at(-1) : which === 'shortest' ? ranked[0] : ranked.at(-1);
  if (!best) return unanswerable(`There is only one payment${said}.`);
  if (which === 'average') {
    const days = Math.round(gaps.reduce((sum, one) => sum + one.days, 0) / gaps.length);
    return reply(
      `On average ${days} days lie between two payments${said}, of ${found.length}.`,
      [figureOfRows(`days between two payments${said}`, days, null, found)],
      found,
      [],
    );
  }
  const name =
    which === 'latest' ? 'last two payments' : `two payments with the ${which} time between them`;
  return reply(
    `${best.days} days lie between the ${name}${said}: ${dayText(best.before.postedAt, books)} and ${dayText(best.of.postedAt, books)}.`,
    [figureOfRows(`days between two payments${said}`, best.days, null, [best.before, best.of])],
    [best.before, best.of],
    [],
  );
}

/** A payment that comes in each of so many months is a regular one. */
const MONTHS_OF_REGULAR = 3;
/** The days by which a regular payment may be early or late. */
const DAYS_APART = 6;

/** The payees that were paid exactly once in each of the latest whole months, near the same day. */
function regular(query: Query, books: Books): Reply {
  const months = Array.from({ length: MONTHS_OF_REGULAR }, (_, at) => monthBack(books, at + 1));
  const [last] = months;
  const rows = choose(query, books, months);
  if (rows === null || !last) return unanswerable(TOO_MANY);
  const byPayee = new Map<string, BookedMovement[]>();
  for (const { of } of standing(rows)) {
    if (of.party === null) continue;
    const key = `${of.party}\n${of.currency}`;
    byPayee.set(key, [...(byPayee.get(key) ?? []), of]);
  }
  const dayOf = ({ postedAt }: BookedMovement) =>
    DateTime.fromMillis(postedAt, { zone: zoneOf(books.timezone) }).day;
  const found = [...byPayee.values()]
    .filter((payments) => {
      const isInEach = months.every(
        ({ from, to }) =>
          payments.filter(({ postedAt }) => postedAt >= from && postedAt < to).length === 1,
      );
      const days = payments.map(dayOf);
      return isInEach && Math.max(...days) - Math.min(...days) <= DAYS_APART;
    })
    .flatMap((payments) => payments.filter(({ postedAt }) => postedAt >= last.from))
    .sort((one, other) => dayOf(one) - dayOf(other));
  if (found.length === 0)
    return unanswerable('No payee was paid once in each of the last three months.');
  const text = found.map(
    (of) => `${of.party} ${moneyText(of.amount, of.currency)} on ${dayText(of.postedAt, books)}`,
  );
  return reply(
    `Paid once in each of the last ${MONTHS_OF_REGULAR} whole months, the latest of them: ${text.join(', ')}.`,
    found.map((of) =>
      figureOfRows(`regular payment to ${of.party} ${last.label}`, of.amount, of.currency, [of]),
    ),
    found,
    ['How much was my largest payment?'],
  );
}

/** The month so many months before this one. */
function monthBack({ now, timezone }: Books, count: number): Span {
  const from = DateTime.fromMillis(now, { zone: zoneOf(timezone), locale: 'en' })
    .startOf('month')
    .minus({ months: count });
  const to = from.plus({ months: 1 });
  return {
    from: from.toMillis(),
    to: to.toMillis(),
    label: `in ${from.toFormat('LLLL yyyy')}`,
  };
}

/** `Has the rent gone up this year`: the price, where there is one; null where there is none. */
function priceOf(query: Query, books: Books): Reply | null {
  const { measure, filter } = query;
  const isNarrow =
    filter.bound !== null ||
    filter.without.length + filter.weekdays.length + filter.withoutPeriods.length > 0;
  if (measure.kind !== 'compare' || measure.isOfPrice !== true || isNarrow) return null;
  const rows = choose(query, books, [ALL_TIME]);
  if (rows === null) return null;
  const spans = spansOf(query, books);
  const said = describe(query, labelOf(spans), books.accounts);
  const price = steps(query, books, { spans, rows, said });
  return price.isAnswerable ? price : null;
}

/** Days that lie between two payments of which one is due in each unit. */
const DAYS_OF: Readonly<Record<Unit, readonly [least: number, most: number]>> = {
  ...{ day: [1, 1], week: [6, 8], month: [25, 37], year: [350, 380] },
};

/** `How much is my rent a month`, after it has risen: the price now, and those before. */
function priceNow(query: Query, books: Books, said: string): Reply | null {
  const { measure } = query;
  if (measure.kind !== 'average' || measure.isOfPrice !== true || measure.unit === null)
    return null;
  const rows = choose(query, books, [ALL_TIME]);
  if (rows === null) return null;
  const price = steps(query, books, { spans: [ALL_TIME], rows, said });
  const [least, most] = DAYS_OF[measure.unit];
  const days = standing(rows)
    .map(({ of }) => of.postedAt)
    .sort((one, other) => one - other)
    .map((at, index, all) => (at - (all[index - 1] ?? at)) / 86_400_000);
  const isOneEach = days.slice(1).every((gap) => gap > least - 1 && gap < most + 1);
  const prices = price.figures.slice(0, -1).toReversed();
  const [now, ...before] = prices;
  if (!price.isAnswerable || !isOneEach || now === undefined || before.length === 0) return null;
  return { ...price, figures: prices };
}

/** Fewer payments of one amount are no price. */
const LEAST_OF_PRICE = 2;
const MOST_PRICES = 8;

/** What one payee is paid each time: each amount, and the days from which it was paid. */
function steps(query: Query, books: Books, { spans, rows, said }: Choice): Reply {
  const all = standing(rows)
    .map(({ of }) => of)
    .sort((one, other) => one.postedAt - other.postedAt);
  const payees = new Set(all.map(({ party }) => party));
  if (payees.size > 1 || new Set(all.map(({ currency }) => currency)).size > 1)
    return unanswerable(
      `These are payments to several payees or in several currencies${said}: name one.`,
    );
  const runsOf = (payments: readonly BookedMovement[]) => {
    const runs: BookedMovement[][] = [];
    for (const of of payments) {
      const run = runs.at(-1);
      if (run?.[0]?.amount === of.amount) run.push(of);
      else runs.push([of]);
    }
    return runs;
  };
  // The newest amount may have been paid once only.
  const regular = runsOf(all);
  const isRegular =
    regular.length <= MOST_PRICES &&
    regular.slice(0, -1).every((run) => run.length >= LEAST_OF_PRICE);
  if (all.length > 0 && (!isRegular || all.length < LEAST_OF_PRICE))
    return unanswerable(
      `The amounts differ from payment to payment${said}: ask about two months, or the largest payment.`,
      ['What was my largest payment?'],
    );
  // The price of a time is that of the payment before it, too.
  const [{ from, to } = ALL_TIME] = spans;
  const inside = all.filter(({ postedAt }) => postedAt >= from && postedAt < to);
  const found = [...all.filter(({ postedAt }) => postedAt < from).slice(-1), ...inside];
  const last = found.at(-1);
  if (!last || inside.length === 0) return unanswerable(`There is no such payment${said}.`);
  const runs = runsOf(found);
  const lines = runs.map((run) => {
    const of = run[0] as BookedMovement;
    return {
      of,
      run,
      text: `${moneyText(of.amount, of.currency)} since ${dayText(of.postedAt, books)}`,
    };
  });
  const before = runs.at(-2)?.[0];
  const difference = before === undefined ? 0 : last.amount - before.amount;
  const verdict =
    before === undefined
      ? 'the same each time'
      : `${moneyText(Math.abs(difference), last.currency)} ${difference > 0 ? 'more' : 'less'} than before`;
  return reply(
    `Each payment${said}: ${lines.map(({ text }) => text).join(', then ')}; ${verdict}.`,
    [
      ...lines.map(({ of, run }) =>
        figureOfRows(
          `each payment${withParty(query, of)} since ${dayText(of.postedAt, books)}`,
          of.amount,
          of.currency,
          run,
        ),
      ),
      figureOfRows('difference', difference, last.currency, found),
    ],
    found,
    ['How much was that in total?'],
  );
}

const MOST_LISTED = 50;

function list(
  query: Query,
  books: Books,
  rows: readonly Row[],
  said: string,
  { take, isFirst, isNewestFirst }: Extract<Query['measure'], { kind: 'list' }>,
): Reply {
  const all = standing(rows)
    .map(({ of }) => of)
    .sort((one, other) => one.postedAt - other.postedAt);
  const found = take === null ? all : isFirst ? all.slice(0, take) : all.slice(-take);
  if (found.length === 0) return unanswerable(`There is no such payment${said}.`);
  if (found.length > MOST_LISTED) {
    return unanswerable(`There are ${found.length} such payments${said}: ask for a shorter time.`);
  }
  if (isNewestFirst) found.reverse();
  const text = found.map(
    (of) =>
      `${moneyText(of.amount, of.currency)}${withParty(query, of)} on ${dayText(of.postedAt, books)}`,
  );
  return reply(
    `${take === null ? '' : isFirst ? 'The first: ' : 'The latest: '}${found.length === 1 ? 'One payment' : `${found.length} payments`}${said}: ${text.join(', ')}.`,
    found.map((of) =>
      figureOfRows(
        `payment${withParty(query, of)} on ${dayText(of.postedAt, books)}`,
        of.amount,
        of.currency,
        [of],
      ),
    ),
    found,
    ['How much was that in total?'],
  );
}

const TIMES = {
  week: "'the week from' d LLLL yyyy",
  day: 'd LLLL yyyy',
  weekday: 'cccc',
  month: 'LLLL yyyy',
  year: 'yyyy',
} as const;

function keyOf(by: Grouping, of: BookedMovement, books: Books): string | null {
  if (by === 'party') return of.party;
  if (by === 'category') return of.category;
  if (by === 'account') return books.accounts.find(({ id }) => id === of.accountId)?.name ?? null;
  const at = DateTime.fromMillis(of.postedAt, { zone: zoneOf(books.timezone), locale: 'en' });
  return (by === 'week' ? at.startOf('week') : at).toFormat(TIMES[by]);
}

/** Most groups in a ranking. A breakdown shows all of its parts, so that they add up. */
const MOST_GROUPS = 5;
const MOST_PARTS = 60;
const BY = {
  ...{ party: 'payee', category: 'category', account: 'account', month: 'month', day: 'day' },
  ...{ weekday: 'day of the week', year: 'year', week: 'week' },
} as const;

function group(
  query: Query,
  books: Books,
  {
    rows,
    said,
    measure,
  }: { rows: readonly Row[]; said: string; measure: Extract<Query['measure'], { kind: 'groups' }> },
): Reply {
  const groups = new Map<string, { name: string; rows: Row[] }>();
  // Times are in their order, other groups are sorted by value.
  const isInOrder = measure.isAll && ['day', 'week', 'month', 'year'].includes(measure.by);
  const taken = measure.isCounted ? standing(rows) : rows;
  const inOrder = isInOrder
    ? taken.toSorted((one, other) => one.of.postedAt - other.of.postedAt)
    : taken;
  for (const row of inOrder) {
    const name =
      keyOf(measure.by, row.of, books) ??
      (measure.by === 'party' ? 'no party named' : 'no category');
    const key = measure.isCounted ? name : `${name}\n${row.of.currency}`;
    const found = groups.get(key) ?? { name, rows: [] };
    found.rows.push(row);
    groups.set(key, found);
  }
  // Amounts of two currencies have no order: those of the currency with most payments stand first.
  const codes = sums(taken).map(({ currency }) => currency);
  const placeOf = (currency: string | null) => (currency === null ? 0 : codes.indexOf(currency));
  const ranked = [...groups.values()]
    .map(({ name, rows: inside }) => {
      const of = inside.map((row) => row.of);
      const value = measure.isCounted
        ? inside.length
        : inside.reduce((total, { share }) => total + share, 0);
      return { name, value, currency: measure.isCounted ? null : (of[0]?.currency ?? null), of };
    })
    .filter(({ name }) => !measure.isOne || !name.startsWith('no '))
    .filter(
      ({ value, currency }) =>
        measure.bound === undefined || isWithin(measure.bound, value, currency ?? ''),
    )
    .sort((first, second) =>
      isInOrder
        ? 0
        : placeOf(first.currency) - placeOf(second.currency) ||
          (measure.isLeast ? -1 : 1) * (second.value - first.value),
    );
  const skipped = (measure.nth ?? 1) - 1;
  const [best] = ranked.slice(skipped);
  if (!best) return unanswerable(`There is no payment${said}.`);
  if (measure.isAll && ranked.length > MOST_PARTS) {
    return unanswerable(`There are ${ranked.length} such groups${said}: ask for a shorter time.`);
  }
  const shown = ranked.slice(
    skipped,
    measure.isAll ? MOST_PARTS : skipped > 0 ? skipped + 1 : (measure.take ?? MOST_GROUPS),
  );
  const say = (value: number, currency: string | null) =>
    currency === null
      ? `${value} ${value === 1 ? 'payment' : 'payments'}`
      : moneyText(value, currency);
  const at = {
    party: query.flow === 'income' ? 'from' : 'to',
    category: 'on',
    account: 'from',
    month: 'in',
    year: 'in',
    week: 'in',
    day: 'on',
    weekday: 'on',
  }[measure.by];
  const by = measure.by === 'party' && query.flow === 'income' ? 'payer' : BY[measure.by];
  return reply(
    `${skipped > 0 ? `Number ${skipped + 1} by` : 'By'} ${by}${said}: ${shown.map(({ name, value, currency }) => `${name} ${say(value, currency)}`).join(', ')}.`,
    shown.map(({ name, value, currency, of }) =>
      figureOfRows(
        `${measure.isCounted ? 'payments' : NOUNS[query.flow]} ${at} ${name}${said}`,
        value,
        currency,
        of,
      ),
    ),
    shown.flatMap(({ of }) => of),
    [`How much did I spend in total ${query.periods[0]?.label ?? 'this month'}?`],
  );
}

/** Returns the preceding period of the same length: the month before a month. */
function before({ from, to }: Span, timezone: string): Span {
  const at = (ms: number) => DateTime.fromMillis(ms, { zone: zoneOf(timezone), locale: 'en' });
  const months = Math.round(at(to).diff(at(from), 'months').months);
  const start = months >= 1 ? at(from).minus({ months }) : at(from).minus(to - from);
  const label =
    months === 1
      ? `in ${start.toFormat('LLLL yyyy')}`
      : `in the time before, since ${start.toFormat('d LLLL yyyy')}`;
  return { from: start.toMillis(), to: from, label };
}

function sidesOf(query: Query, books: Books): readonly (readonly [Query, Span])[] {
  const { measure, filter, periods } = query;
  if (measure.kind === 'compare' && measure.sides === 'subjects') {
    const [span] = spansOf(query, books);
    const [names = [], ...others] = filter.groups;
    return names.map((name, at) => [
      {
        ...query,
        flow: measure.flows?.[at] ?? query.flow,
        filter: { ...filter, groups: [[name], ...others] },
      },
      span ?? ALL_TIME,
    ]);
  }
  const [first = thisMonth(books), second = before(first, books.timezone)] =
    periods as readonly Span[];
  return [
    [query, first],
    [query, second],
  ];
}

/** Longer than a month, of which the part so far is compared with the month before. */
const LONG_TIME = 45 * 86_400_000;

function compare(query: Query, books: Books): Reply {
  // `Has it gone up this year`, in January: the whole year before is no measure of it.
  const [only, ...more] = query.periods;
  const isOfTimes = query.measure.kind === 'compare' && query.measure.sides === 'periods';
  const isLong = only !== undefined && only.to - only.from > LONG_TIME;
  if (isOfTimes && isLong && more.length === 0 && only.to > books.now)
    return unanswerable('That time is not over yet: name the two times to compare.');
  const isAverage = query.measure.kind === 'compare' && query.measure.isAverage === true;
  const sides = sidesOf(query, books).map(([side, span]) => {
    const rows = choose(side, books, [span]);
    return {
      noun: nounOf(side, books),
      rows: isAverage ? standing(rows ?? []) : (rows ?? []),
      isCut: rows === null,
      said: describe(side, span.label, books.accounts),
    };
  });
  if (sides.some(({ isCut }) => isCut)) return unanswerable(TOO_MANY);
  if (query.measure.kind === 'compare' && query.measure.isWhich) {
    const [one, other] = sides.map(({ rows }) => sums(rows)[0]);
    const isOfOneUnit = one !== undefined && one.currency === other?.currency;
    const levelOf = ({ value, rows }: Sum) => (isAverage ? value / rows.length : value);
    if (isOfOneUnit && levelOf(other) > levelOf(one)) sides.reverse();
  }
  const [first, second] = sides;
  if (!first || !second) return unanswerable('Name the two sides to compare.');
  const codes = sums([...first.rows, ...second.rows]).map(({ currency }) => currency);
  const currencies = codes.length > 0 ? codes : [currencyOf(query, books)];
  const empty = [first, second].find(({ rows }) => rows.length === 0);
  if (isAverage && empty) return unanswerable(`There is no such payment${empty.said}.`);
  const isOfOneUnit = [first, second].every(({ rows }) => sums(rows).length === codes.length);
  if (isAverage && !isOfOneUnit)
    return unanswerable('These are sums in several currencies: name the one that is meant.');
  const per = isAverage ? ' a payment' : '';
  const parts = currencies.map((currency) => {
    const [one, other] = [first, second].map(({ rows }) => {
      const inside = rows.filter(({ of }) => of.currency === currency);
      const total = inside.reduce((sum, { share }) => sum + share, 0);
      const value = isAverage ? halfUp(total / Math.max(1, inside.length)) : total;
      return { value, rows: inside.map(({ of }) => of) };
    }) as [{ value: number; rows: BookedMovement[] }, { value: number; rows: BookedMovement[] }];
    const difference = one.value - other.value;
    const verdict =
      difference === 0
        ? 'the same'
        : `${moneyText(Math.abs(difference), currency)} ${difference > 0 ? 'more' : 'less'}`;
    return {
      text: `${moneyText(one.value, currency)}${per}${first.said} and ${first.noun === second.noun ? '' : `${second.noun} `}${moneyText(other.value, currency)}${per}${second.said}: ${verdict}`,
      rows: [...one.rows, ...other.rows],
      figures: [
        figureOfRows(`${first.noun}${per}${first.said}`, one.value, currency, one.rows),
        figureOfRows(`${second.noun}${per}${second.said}`, other.value, currency, other.rows),
        figureOfRows('difference', difference, currency, [...one.rows, ...other.rows]),
      ],
    };
  });
  return reply(
    `You ${first.noun}${isAverage ? ' on average' : ''} ${parts.map(({ text }) => text).join('; ')}.`,
    parts.flatMap(({ figures }) => figures),
    parts.flatMap(({ rows }) => rows),
    ['What was my largest payment?'],
  );
}
