// Answers a question that was understood. Each figure is a sum over rows that the answer names; the
// text is put together from the same figures.

import { DateTime } from 'luxon';
import { OF_ALL_TIME } from '../english/questions.ts';
import { answerOther } from './answer-other.ts';
import { type Books, figureOfRows, type Reply, unanswerable } from './books.ts';
import { citationsOf, moneyText, type Sum, sumsOf } from './flows.ts';
import type { Period } from './periods.ts';
import { describe, OPENING, runQuery, sinceBeginning } from './run-query.ts';
import type { Ask } from './understand.ts';
import { zoneOf } from './zones.ts';

type Span = Pick<Period, 'from' | 'to' | 'label'>;

/** The answer from the books. */
export async function answer(ask: Ask, books: Books): Promise<Reply> {
  if (ask.unclear.length > 0) {
    return unanswerable(
      `Which one is meant: ${ask.unclear.join(' or ')}?`,
      ask.unclear.slice(0, 3).map((name) => `How much did I pay ${name}?`),
    );
  }
  if (ask.left.length > 0) return notUnderstood(ask, books);
  if (ask.topic === 'net')
    return sinceBeginning(ask.periods, ask.accountIds, books, () => netAnswer(ask, books));
  return ask.query === null ? answerOther(ask, books) : runQuery(ask.query, books);
}

/** No figure while a word is not understood; the question without it is offered. */
function notUnderstood(
  { left, query, periods, accountIds, text }: Ask,
  { accounts }: Books,
): Reply {
  const all = [...new Set(left)];
  const isSaid = (one: string) => text.toLowerCase().includes(one.toLowerCase());
  const words = all.filter(isSaid).map((one) => `"${one}"`);
  const doubts = all.filter((one) => !isSaid(one));
  const because = [
    ...(words.length > 0 ? [`Not understood: ${words.join(', ')}.`] : []),
    ...(doubts.length > 0 ? [`Not clear: ${doubts.join(', ')}.`] : []),
  ].join(' ');
  const isNamed = query !== null && query.filter.groups.length > 0;
  const label = periods.map((one) => one.label).join(' and ') || (isNamed ? '' : 'this month');
  const account = accounts.find(({ id }) => accountIds.includes(id));
  const verb = query?.flow === 'income' ? 'receive' : 'spend';
  const questionStart =
    query?.measure.kind === 'count' && query.flow === 'spending'
      ? 'How many payments did I make'
      : `How much did I ${verb}`;
  const nearest =
    query !== null
      ? `${questionStart}${describe(query, label, query.flow === 'income' ? [] : accounts)}?`.replace(
          ' ?',
          '?',
        )
      : `What is my balance${account ? ` in ${account.name}` : ''}?`;
  return unanswerable(
    `${because} There is no figure, because every word of a question has to count.`,
    [nearest],
  );
}

function thisMonth({ now, timezone }: Books): Span {
  const from = DateTime.fromMillis(now, { zone: zoneOf(timezone), locale: 'en' }).startOf('month');
  const label = `in ${from.toFormat('LLLL yyyy')} so far`;
  return { from: from.toMillis(), to: from.plus({ months: 1 }).toMillis(), label };
}

function netAnswer(ask: Ask, books: Books): Reply {
  const span = ask.periods[0] ?? thisMonth(books);
  if (ask.periods.length > 1) return unanswerable('Ask about one time, please.');
  if (ask.periods.length === 0 && OF_ALL_TIME.test(ask.text))
    return unanswerable('Since when? Name a month or a year.', ['How much did I save this year?']);
  const all = books.movements(span);
  if (!all) return unanswerable('There are too many payments to add up: ask for a shorter time.');
  const rows = all.filter(
    ({ accountId, category }) =>
      !OPENING.test(category ?? '') &&
      (ask.accountIds.length === 0 || ask.accountIds.includes(accountId)),
  );
  const named = books.accounts.filter(({ id }) => ask.accountIds.includes(id));
  const on = named.length === 0 ? '' : ` on ${named.map(({ name }) => name).join(' and ')}`;
  const isMoved = named.length > 0 && rows.some(({ isOwn }) => isOwn);
  const moved = isMoved ? ' Transfers between your own accounts are not counted.' : '';
  const flows = { income: sumsOf('income', rows), spending: sumsOf('spending', rows) };
  const fees = sumsOf('fees', rows);
  const currencies = new Set(
    Object.values({ ...flows, fees })
      .flat()
      .map((one) => one.currency),
  );
  const held = [...currencies].filter((one) => ask.currencies.includes(one));
  const requestedCurrencies = ask.currencies.length > 0 ? held : [...currencies];
  const shownCurrencies =
    requestedCurrencies.length > 0
      ? requestedCurrencies
      : [ask.currencies[0] ?? (named[0] ?? books.accounts[0])?.currency ?? 'EUR'];
  const sumIn = (sums: readonly Sum[], currency: string) =>
    sums.find((one) => one.currency === currency) ?? { value: 0, rows: [], currency };
  const lines = shownCurrencies.map((currency) => {
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
        figureOfRows(`net ${span.label}`, net, currency, all),
        figureOfRows(`received ${span.label}`, income.value, currency, income.rows),
        figureOfRows(`spent ${span.label}, with fees`, spending.value + fee.value, currency, [
          ...spending.rows,
          ...fee.rows,
        ]),
      ],
    };
  });
  const texts = lines.map(({ text }) => text);
  return {
    answer: `What came in less what went out${on} ${span.label}: ${texts.join('; ')}.${moved}`,
    figures: lines.flatMap(({ figures }) => figures),
    citations: citationsOf(lines.flatMap(({ all }) => all)),
    followUps: ['How much did I spend by category?'],
    isAnswerable: true,
  };
}
