// Answers a question that was understood. Each figure is a sum over rows that the answer names; the
// text is put together from the same figures.

import { DateTime } from 'luxon';
import type { BookedMovement } from '../../db/movements/reads.ts';
import { answerOther } from './answer-other.ts';
import { type Books, figure, type Reply, unanswerable } from './books.ts';
import { citationsOf, type Flow, idsOf, moneyText, type Sum, shareOf, sumsOf } from './flows.ts';
import type { Period } from './periods.ts';
import type { Ask, Subject } from './understand.ts';

const NOUNS = {
  spending: 'spent',
  income: 'received',
  fees: 'paid in fees',
  exchanged: 'exchanged',
};
const TOO_MANY = 'There are too many payments in that period to add up: ask for a shorter one.';

type Span = Pick<Period, 'from' | 'to' | 'label'>;

/** The answer from the books. */
export async function answer(ask: Ask, books: Books): Promise<Reply> {
  if (ask.unknown !== null) {
    return unanswerable(
      `No booked payment names "${ask.unknown}" as its category or payee: there is no figure.`,
      ['How much did I spend by category this month?', 'Where did I spend the most this month?'],
    );
  }
  switch (ask.topic) {
    case 'spending':
    case 'income':
    case 'fees':
    case 'exchanged':
      return flowAnswer(ask, books, ask.topic);
    case 'net':
      return netAnswer(ask, books);
    case 'compare':
      return compareAnswer(ask, books);
    case 'count':
    case 'average':
      return countAnswer(ask, books);
    case 'extreme':
    case 'latest':
      return oneAnswer(ask, books);
    case 'top':
      return topAnswer(ask, books);
    default:
      return answerOther(ask, books);
  }
}

function defaultPeriod({ now, timezone }: Books): Span {
  const from = DateTime.fromMillis(now, { zone: timezone, locale: 'en' }).startOf('month');
  const label = `in ${from.toFormat('LLLL yyyy')} so far`;
  return { from: from.toMillis(), to: from.plus({ months: 1 }).toMillis(), label };
}

const ALL_TIME: Span = {
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  label: 'since the accounts were opened',
};

/** The movements of a period that the question is about; null: too many. */
function chooseMovements(
  { accountIds }: Ask,
  books: Books,
  span: Span,
  { category, party }: Subject,
): BookedMovement[] | null {
  const found = books.movements(span);
  if (found === null) return null;
  return found.filter((one) => {
    if (accountIds.length > 0 && !accountIds.includes(one.accountId)) return false;
    if (category !== null && one.category !== category) return false;
    return party === null || one.party === party;
  });
}

function about({ category, party }: Subject, flow: Flow): string {
  const at = flow === 'income' ? 'from' : 'to';
  return [category === null ? '' : ` on ${category}`, party === null ? '' : ` ${at} ${party}`].join(
    '',
  );
}

function sumsText(sums: readonly Sum[], currency: string): string {
  if (sums.length === 0) return moneyText(0, currency);
  return sums.map((one) => moneyText(one.value, one.currency)).join(' and ');
}

/** That of the account that is named, else the one that most accounts have. */
function currencyOf(ask: Ask, { accounts }: Books): string {
  const named = accounts.find(({ id }) => ask.accountIds.includes(id));
  const counts = new Map<string, number>();
  for (const { currency } of accounts) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return named?.currency ?? most?.[0] ?? 'EUR';
}

function figuresOf(sums: readonly Sum[], label: string, currency: string) {
  const source = (rows: readonly BookedMovement[]) => ({ type: 'entries', ids: idsOf(rows) });
  if (sums.length === 0) return [figure(label, 0, currency, source([]))];
  return sums.map((one) => figure(label, one.value, one.currency, source(one.rows)));
}

function flowAnswer(ask: Ask, books: Books, flow: Flow): Reply {
  const span = ask.periods[0] ?? defaultPeriod(books);
  const rows = chooseMovements(ask, books, span, ask);
  if (!rows) return unanswerable(TOO_MANY);
  const sums = sumsOf(flow, rows);
  const currency = currencyOf(ask, books);
  const noun = NOUNS[flow];
  const count = sums.reduce((total, one) => total + one.rows.length, 0);
  const many = count === 1 ? 'one payment' : `${count} payments`;
  const what = `${noun}${about(ask, flow)} ${span.label}`;
  return {
    answer: `You ${noun.replace('paid in fees', 'paid')} ${sumsText(sums, currency)}${
      flow === 'fees' ? ' in fees' : ''
    }${about(ask, flow)} ${span.label}, in ${many}.`,
    figures: figuresOf(sums, what, currency),
    citations: citationsOf(sums.flatMap((one) => one.rows)),
    followUps: followUpsOf(ask, flow),
    isAnswerable: true,
  };
}

function followUpsOf(ask: Ask, flow: Flow): string[] {
  if (flow === 'income') return ['How much did I spend this month?'];
  const on = ask.category === null ? '' : ` on ${ask.category}`;
  return [`Did I spend more${on} this month than last month?`, 'What was my largest payment?'];
}

function netAnswer(ask: Ask, books: Books): Reply {
  const span = ask.periods[0] ?? defaultPeriod(books);
  const rows = chooseMovements(ask, books, span, ask);
  if (!rows) return unanswerable(TOO_MANY);
  const flows = { income: sumsOf('income', rows), spending: sumsOf('spending', rows) };
  const fees = sumsOf('fees', rows);
  const currencies = new Set(
    Object.values({ ...flows, fees })
      .flat()
      .map((one) => one.currency),
  );
  const shown = currencies.size > 0 ? [...currencies] : [currencyOf(ask, books)];
  const sumIn = (sums: readonly Sum[], currency: string) =>
    sums.find((one) => one.currency === currency) ?? { value: 0, rows: [], currency };
  const lines = shown.map((currency) => {
    const [income, spending, fee] = [flows.income, flows.spending, fees].map((sums) =>
      sumIn(sums, currency),
    ) as [Sum, Sum, Sum];
    const net = income.value - spending.value - fee.value;
    const all = [...income.rows, ...spending.rows, ...fee.rows];
    return {
      all,
      text: `${moneyText(net, currency)} (in ${moneyText(income.value, currency)}, out ${moneyText(
        spending.value + fee.value,
        currency,
      )})`,
      figures: [
        figure(`net ${span.label}`, net, currency, { type: 'entries', ids: idsOf(all) }),
        figure(`received ${span.label}`, income.value, currency, {
          type: 'entries',
          ids: idsOf(income.rows),
        }),
        figure(`spent ${span.label}, with fees`, spending.value + fee.value, currency, {
          type: 'entries',
          ids: idsOf([...spending.rows, ...fee.rows]),
        }),
      ],
    };
  });
  const texts = lines.map(({ text }) => text);
  return {
    answer: `More came in than went out ${span.label} by ${texts.join('; ')}.`,
    figures: lines.flatMap(({ figures }) => figures),
    citations: citationsOf(lines.flatMap(({ all }) => all)),
    followUps: ['How much did I spend by category?'],
    isAnswerable: true,
  };
}

/** The period before one, as long as it: the month before a month. */
function before({ from, to }: Span, timezone: string): Span {
  const at = (ms: number) => DateTime.fromMillis(ms, { zone: timezone, locale: 'en' });
  const months = Math.round(at(to).diff(at(from), 'months').months);
  const start = months >= 1 ? at(from).minus({ months }) : at(from).minus(to - from);
  const label =
    months === 1
      ? `in ${start.toFormat('LLLL yyyy')}`
      : `in the time before, since ${start.toFormat('d LLLL yyyy')}`;
  return { from: start.toMillis(), to: from, label };
}

function compareAnswer(ask: Ask, books: Books): Reply {
  const flow: Flow = ask.topic === 'compare' && ask.isIncome ? 'income' : 'spending';
  const first = ask.periods[0] ?? defaultPeriod(books);
  const second = ask.versus ? first : (ask.periods[1] ?? before(first, books.timezone));
  const rows = [
    chooseMovements(ask, books, first, ask),
    chooseMovements(ask, books, second, ask.versus ?? ask),
  ];
  if (rows.includes(null)) return unanswerable(TOO_MANY);
  const [one = [], other = []] = rows.map((found) => sumsOf(flow, found ?? []));
  const currency = one[0]?.currency ?? other[0]?.currency ?? currencyOf(ask, books);
  const pick = (sums: readonly Sum[]) =>
    sums.find((sum) => sum.currency === currency) ?? { currency, value: 0, rows: [] };
  const [a, b] = [pick(one), pick(other)];
  const difference = a.value - b.value;
  const noun = NOUNS[flow];
  const labels = [
    `${about(ask, flow)} ${first.label}`,
    `${about(ask.versus ?? ask, flow)} ${second.label}`,
  ];
  const verdict =
    difference === 0
      ? 'the same'
      : `${moneyText(Math.abs(difference), currency)} ${difference > 0 ? 'more' : 'less'}`;
  const source = (found: readonly BookedMovement[]) => ({ type: 'entries', ids: idsOf(found) });
  return {
    answer:
      `You ${noun} ${moneyText(a.value, currency)}${labels[0]} and ` +
      `${moneyText(b.value, currency)}${labels[1]}: ${verdict}.`,
    figures: [
      figure(`${noun}${labels[0]}`, a.value, currency, source(a.rows)),
      figure(`${noun}${labels[1]}`, b.value, currency, source(b.rows)),
      figure('difference', difference, currency, source([...a.rows, ...b.rows])),
    ],
    citations: citationsOf([...a.rows, ...b.rows]),
    followUps: ['What was my largest payment?'],
    isAnswerable: true,
  };
}

const UNITS = [
  ['month', /month/],
  ['week', /week/],
  ['day', /\bday|daily/],
] as const;

/** Months, weeks or days of a period that have begun; at least one. */
function unitsIn({ from, to }: Span, unit: 'month' | 'week' | 'day', books: Books): number {
  const at = (ms: number) => DateTime.fromMillis(ms, { zone: books.timezone });
  const end = Math.min(to, at(books.now).endOf('day').toMillis() + 1);
  const count = at(end).diff(at(from), `${unit}s`).get(`${unit}s`);
  return Math.max(1, Math.ceil(count - 0.001));
}

function lastMonths({ now, timezone }: Books, months: number): Span {
  const to = DateTime.fromMillis(now, { zone: timezone, locale: 'en' }).startOf('month');
  const from = to.minus({ months });
  const last = to.minus({ days: 1 });
  const label = `from ${from.toFormat('LLLL yyyy')} to ${last.toFormat('LLLL yyyy')}`;
  return { from: from.toMillis(), to: to.toMillis(), label };
}

function countAnswer(ask: Ask, books: Books): Reply {
  const flow: Flow = ask.isIncome ? 'income' : 'spending';
  const isAverage = ask.topic === 'average';
  const unit = UNITS.find(([, word]) => word.test(maskedPeriods(ask)))?.[0];
  const span = ask.periods[0] ?? (isAverage ? lastMonths(books, 3) : defaultPeriod(books));
  const found = chooseMovements(ask, books, span, ask);
  if (!found) return unanswerable(TOO_MANY);
  // What was taken back is no payment that counts.
  const rows = found.filter((one) => one.type !== 'reversal');
  const sums = sumsOf(flow, isAverage && unit ? found : rows);
  const currency = currencyOf(ask, books);
  const what = `${about(ask, flow)} ${span.label}`;
  const citations = citationsOf(sums.flatMap((one) => one.rows));
  const followUps = ['How much was that in total?'];
  if (!isAverage) {
    const all = sums.flatMap((one) => one.rows);
    const value = all.length;
    const noun = flow === 'income' ? 'incoming payments' : 'payments';
    const source = { type: 'entries', ids: idsOf(all) };
    return {
      answer: `You ${flow === 'income' ? 'received' : 'made'} ${value} ${noun}${what}.`,
      figures: [figure(`number of ${noun}${what}`, value, null, source)],
      citations,
      followUps,
      isAnswerable: true,
    };
  }
  const per = unit === undefined ? 'payment' : unit;
  const averages = (sums.length > 0 ? sums : [{ currency, value: 0, rows: [] }]).map((one) => {
    const count = unit === undefined ? Math.max(1, one.rows.length) : unitsIn(span, unit, books);
    return { ...one, value: Math.trunc(one.value / count) };
  });
  return {
    answer:
      `You ${NOUNS[flow]}${what} an average of ${sumsText(averages, currency)} ` +
      `a ${per}, rounded down.`,
    figures: figuresOf(averages, `average a ${per}${what}`, currency),
    citations,
    followUps,
    isAnswerable: true,
  };
}

/** The question without its periods: `last month` names no unit of an average. */
function maskedPeriods({ text, periods }: Ask): string {
  let rest = text.toLowerCase();
  for (const { start, end } of periods) {
    rest = `${rest.slice(0, start)}${' '.repeat(end - start)}${rest.slice(end)}`;
  }
  return rest;
}

function oneAnswer(ask: Ask, books: Books): Reply {
  const flow: Flow = ask.isIncome ? 'income' : 'spending';
  const isLatest = ask.topic === 'latest';
  const span = ask.periods[0] ?? ALL_TIME;
  const rows = chooseMovements(ask, books, span, ask)?.filter((one) => one.type !== 'reversal');
  if (!rows) return unanswerable(TOO_MANY);
  const isAny = isLatest && /transaction/.test(ask.text.toLowerCase());
  const fitting = rows.filter((one) => (isAny && !one.isOwn) || shareOf(flow, one) > 0);
  const best = fitting.reduce<BookedMovement | null>((found, one) => {
    if (found === null || isLatest) return one;
    return (ask.isLeast ? one.amount < found.amount : one.amount > found.amount) ? one : found;
  }, null);
  const what = `${about(ask, flow)} ${span.label}`;
  if (!best) return unanswerable(`There is no such payment${what}.`);
  const on = DateTime.fromMillis(best.postedAt, { zone: books.timezone, locale: 'en' });
  const kind = isLatest ? 'latest' : ask.isLeast ? 'smallest' : 'largest';
  const who = best.party === null ? '' : ` ${flow === 'income' ? 'from' : 'to'} ${best.party}`;
  const source = { type: 'entries', ids: [best.transactionId] };
  return {
    answer:
      `Your ${kind} payment${what} was ${moneyText(best.amount, best.currency)}${who} on ` +
      `${on.toFormat('d LLLL yyyy')}.`,
    figures: [figure(`${kind} payment${what}`, best.amount, best.currency, source)],
    citations: [{ type: 'transaction', id: best.transactionId }],
    followUps: ['How much did I spend this month?'],
    isAnswerable: true,
  };
}

const MOST_TOP = 5;

function topAnswer(ask: Ask, books: Books): Reply {
  const flow: Flow = ask.isIncome ? 'income' : 'spending';
  const span = ask.periods[0] ?? defaultPeriod(books);
  const rows = chooseMovements(ask, books, span, ask);
  if (!rows) return unanswerable(TOO_MANY);
  const isByParty = /merchant|shop|payee|where|who|store|compan/i.test(ask.text);
  const groups = new Map<string, BookedMovement[]>();
  for (const one of rows) {
    if (shareOf(flow, one) === 0) continue;
    const name =
      (isByParty ? one.party : one.category) ?? (isByParty ? 'no party named' : 'no category');
    groups.set(`${name}\n${one.currency}`, [
      ...(groups.get(`${name}\n${one.currency}`) ?? []),
      one,
    ]);
  }
  const ranked = [...groups]
    .map(([key, found]) => ({ name: key.split('\n')[0] ?? '', sum: sumsOf(flow, found)[0] as Sum }))
    .sort((one, other) => (ask.isLeast ? -1 : 1) * (other.sum.value - one.sum.value))
    .slice(0, MOST_TOP);
  if (ranked.length === 0)
    return unanswerable(`There is no payment${about(ask, flow)} ${span.label}.`);
  const text = ranked
    .map(({ name, sum }) => `${name} ${moneyText(sum.value, sum.currency)}`)
    .join(', ');
  return {
    answer: `${isByParty ? 'By payee' : 'By category'} ${span.label}: ${text}.`,
    figures: ranked.map(({ name, sum }) =>
      figure(
        `${NOUNS[flow]} ${isByParty ? 'to' : 'on'} ${name} ${span.label}`,
        sum.value,
        sum.currency,
        {
          type: 'entries',
          ids: idsOf(sum.rows),
        },
      ),
    ),
    citations: citationsOf(ranked.flatMap(({ sum }) => sum.rows)),
    followUps: [`How much did I spend on ${ranked[0]?.name} last month?`],
    isAnswerable: true,
  };
}
