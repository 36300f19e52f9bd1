// Answers that are not sums over payments: balances, holds, upcoming payments, limits, overdrafts,
// accounts and exchange rates.

import { DateTime } from 'luxon';
import { formatMinor } from '../../ledger/money.ts';
import { minorUnits, readAmounts } from '../intents/amounts.ts';
import { type BookAccount, type Books, figure, type Reply, unanswerable } from './books.ts';
import { moneyText } from './flows.ts';
import { beforeBooks } from './run-query.ts';
import type { Ask } from './understand.ts';
import { zoneOf } from './zones.ts';

/** The answer of a topic that is read and not added up. */
export async function answerOther(ask: Ask, books: Books): Promise<Reply> {
  const accounts = accountsOf(ask, books);
  switch (ask.topic) {
    case 'balance':
    case 'held':
      if (accounts.length === 0) return unanswerable('You have no such open account.');
      return balanceAnswer(ask, books, accounts);
    case 'lowest':
    case 'highest':
      if (accounts.length === 0) return unanswerable('You have no such open account.');
      return extremeAnswer(ask, books, accounts);
    case 'upcoming':
      return upcomingAnswer(ask, books, accounts);
    case 'limits':
      return limitAnswer(books, accounts);
    case 'overdraft':
      return overdraftAnswer(accounts);
    case 'accounts':
      return listAnswer(accounts);
    case 'rate':
      return rateAnswer(ask, books);
    default:
      return unanswerable('The bank has no figures that answer this question.');
  }
}

function accountsOf({ accountIds, currencies, topic }: Ask, { accounts }: Books): BookAccount[] {
  const isIn = (one: BookAccount) =>
    topic === 'rate' || currencies.length === 0 || currencies.includes(one.currency);
  const open = accounts.filter((one) => one.status !== 'closed' && isIn(one));
  return accountIds.length === 0 ? open : open.filter(({ id }) => accountIds.includes(id));
}

/** Rows by a key, in the order of their first appearance. */
function groupRows<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const by = new Map<string, Row[]>();
  for (const row of rows) by.set(keyOf(row), [...(by.get(keyOf(row)) ?? []), row]);
  return by;
}

type Line = readonly [account: BookAccount, value: number];

/** A line for each account, and a total where a currency has several. */
function lineReply(lines: readonly Line[], label: string, subject: string): Reply {
  const by = groupRows(lines, ([{ currency }]) => currency);
  const source = (of: readonly Line[]) => ({ type: 'balance', ids: of.map(([{ id }]) => id) });
  const totals = [...by].filter(([, of]) => of.length > 1);
  const sum = (of: readonly Line[]) => of.reduce((total, [, value]) => total + value, 0);
  const each = lines.map(([{ name, currency }, value]) => `${name} ${moneyText(value, currency)}`);
  const total = totals.map(([currency, of]) => moneyText(sum(of), currency));
  const together = total.length > 0 ? `; together ${total.join(' and ')}` : '';
  return {
    answer: `${subject} ${each.join(', ')}${together}.`,
    figures: [
      ...totals.map(([currency, of]) =>
        figure(`${label}, together`, sum(of), currency, source(of)),
      ),
      ...lines.map(([account, value]) =>
        figure(`${label} of ${account.name}`, value, account.currency, source([[account, value]])),
      ),
    ],
    citations: lines.map(([{ id }]) => ({ type: 'balance' as const, id })),
    followUps: ['How much did I spend this month?', 'What payments are coming up?'],
    isAnswerable: true,
  };
}

async function balanceAnswer(
  ask: Ask,
  books: Books,
  accounts: readonly BookAccount[],
): Promise<Reply> {
  const text = ask.text.toLowerCase();
  if (ask.topic === 'held') {
    const held = accounts.map((one): Line => [one, one.held]);
    return lineReply(held, 'held', 'Held for payments that are not booked yet:');
  }
  const [period] = ask.periods;
  if (period && period.from < books.now) {
    // The balance at the end of a named day; `yesterday` means the end of that day, too.
    const at = Math.min(period.to - 1, books.now);
    const ids = accounts.map(({ id }) => id);
    const first = books.beginning(ids);
    if (first !== null && at < first) return unanswerable(beforeBooks(first, books));
    const then = await Promise.all(
      accounts.map(async (one): Promise<Line> => [one, await books.balanceAt(one.id, at)]),
    );
    const on = DateTime.fromMillis(at, { zone: zoneOf(books.timezone), locale: 'en' }).toFormat(
      'd LLLL yyyy',
    );
    return lineReply(then, `balance at the end of ${on}`, `At the end of ${on}:`);
  }
  if (/availab|spend|afford|left|spare|use/.test(text)) {
    const lines = accounts.map((one): Line => {
      const rest = one.overdraft ? one.overdraft.limit - one.overdraft.used : 0;
      return [one, one.posted < 0 ? rest - one.held : one.available + rest];
    });
    return lineReply(lines, 'spendable', 'You can spend, with holds taken off:');
  }
  const booked = accounts.map((one): Line => [one, one.posted]);
  return lineReply(booked, 'balance', 'Your booked balance:');
}

/**
 * The lowest or highest balance of each account after an entry, from the balance before the time
 * that is asked about. Entries of one moment count together.
 */
async function extremeAnswer(
  { topic, periods }: Ask,
  books: Books,
  accounts: readonly BookAccount[],
): Promise<Reply> {
  const [period = EVER, another] = periods;
  if (another) return unanswerable('Ask about one time, please.');
  const { from } = period;
  const to = Math.min(period.to, books.now + 1);
  if (from >= to) return unanswerable('That time lies ahead: its balances are not known.');
  const ids = accounts.map(({ id }) => id);
  const entries = books.movements({ from, to });
  if (entries === null)
    return unanswerable('There are too many entries in that time: ask for a shorter one.');
  const first = books.beginning(ids);
  if (first === null || first >= to) return unanswerable('There are no entries in that time.');
  const isLess = (one: number, other: number) => (topic === 'lowest' ? one < other : one > other);
  const found = await Promise.all(
    accounts.map(async (account) => {
      const begins = books.beginning([account.id]);
      if (begins === null || begins >= to) return [];
      let value = begins < from ? await books.balanceAt(account.id, from - 1) : 0;
      const steps = begins < from ? [{ value, at: from, entry: null as string | null }] : [];
      for (const one of entries.filter(({ accountId }) => accountId === account.id)) {
        value += one.direction === 'credit' ? one.amount : -one.amount;
        if (steps.at(-1)?.at === one.postedAt && steps.at(-1)?.entry !== null) steps.pop();
        steps.push({ value, at: one.postedAt, entry: one.transactionId });
      }
      // Entries that are missing here would make each balance wrong.
      if (value !== (await books.balanceAt(account.id, to - 1))) return [];
      const best = steps.reduce((one, other) => (isLess(other.value, one.value) ? other : one));
      return [{ account, ...best }];
    }),
  );
  const lines = found.flat();
  if (lines.length === 0) return unanswerable('There are no balances for that time.');
  const day = (at: number) =>
    DateTime.fromMillis(at, { zone: zoneOf(books.timezone), locale: 'en' }).toFormat('d LLLL yyyy');
  const text = lines.map(
    ({ account, value, at }) =>
      `${account.name} ${moneyText(value, account.currency)} on ${day(at)}`,
  );
  return {
    answer: `The ${topic} balance ${period.label}: ${text.join(', ')}.`,
    figures: lines.map(({ account, value, entry }) =>
      figure(`${topic} balance of ${account.name} ${period.label}`, value, account.currency, {
        type: entry === null ? 'balance' : 'entries',
        ids: [entry ?? account.id],
      }),
    ),
    citations: lines.map(({ account, entry }) =>
      entry === null
        ? { type: 'balance' as const, id: account.id }
        : { type: 'transaction' as const, id: entry },
    ),
    followUps: ['What is my balance?'],
    isAnswerable: true,
  };
}

const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER, label: 'since the accounts were opened' };

async function upcomingAnswer(
  ask: Ask,
  books: Books,
  accounts: readonly BookAccount[],
): Promise<Reply> {
  const now = DateTime.fromMillis(books.now, { zone: zoneOf(books.timezone), locale: 'en' });
  const [period] = ask.periods;
  const to = period && period.to > books.now ? period.to : now.plus({ days: 30 }).toMillis();
  const label = period && period.to > books.now ? period.label : 'in the next 30 days';
  const from = period && period.from > books.now ? period.from : books.now;
  const ids = accounts.map(({ id }) => id);
  const planned = (await books.listPlanned(to)).filter(
    (one) =>
      ids.includes(one.sourceAccountId) &&
      one.dueAt >= from &&
      (ask.party === null || one.party === ask.party) &&
      isAbout(ask, one.description),
  );
  const [first] = planned;
  if (!first) return unanswerable(`No scheduled payment is due ${label}.`);
  const day = (at: number) =>
    DateTime.fromMillis(at, { zone: zoneOf(books.timezone), locale: 'en' }).toFormat('d LLLL yyyy');
  const isNext = /\bnext (?!week|month|year|\d)|when/i.test(ask.text);
  const listed = isNext ? [first] : planned;
  const text = listed.map((one) => {
    const amount =
      one.amount === null ? 'an amount decided then' : moneyText(one.amount, one.currency);
    return `${amount}${one.party === null ? '' : ` to ${one.party}`} on ${day(one.dueAt)}`;
  });
  const source = (of: typeof planned) => ({
    type: 'schedule',
    ids: of.map((one) => one.scheduleId),
  });
  const by = groupRows(
    listed.filter((one) => one.amount !== null),
    ({ currency }) => currency,
  );
  return {
    answer: `${isNext ? 'Next' : `Due ${label}`}: ${text.slice(0, 10).join(', ')}.`,
    figures: [...by].map(([currency, of]) =>
      figure(
        isNext ? 'next scheduled payment' : `scheduled ${label}`,
        of.reduce((total, one) => total + (one.amount ?? 0), 0),
        currency,
        source([...of]),
      ),
    ),
    citations: [...new Set(listed.map((one) => one.scheduleId))].map((id) => ({
      type: 'schedule' as const,
      id,
    })),
    followUps: ['What is my balance?'],
    isAnswerable: true,
  };
}

/** A category that schedules do not have is looked for in their descriptions. */
function isAbout({ category }: Ask, description: string | null): boolean {
  return category === null || (description ?? '').toLowerCase().includes(category.toLowerCase());
}

async function limitAnswer(books: Books, accounts: readonly BookAccount[]): Promise<Reply> {
  const ids = new Map(accounts.map((one) => [one.id, one]));
  const lines = (await books.limits()).filter(({ accountId }) => ids.has(accountId));
  if (lines.length === 0) return unanswerable('No limits are set on your accounts.');
  const text = lines.map(({ accountId, currency, period, maxAmount, remaining }) => {
    const format = (value: number) => (currency === null ? `${value}` : moneyText(value, currency));
    const left = `${format(remaining)} left of ${format(maxAmount)}`;
    return `${ids.get(accountId)?.name}, ${period.replaceAll('_', ' ')}: ${left}`;
  });
  return {
    answer: `${text.join('; ')}.`,
    figures: lines.flatMap(({ accountId, currency, period, maxAmount, remaining }) => {
      const source = { type: 'limit', ids: [accountId] };
      return [
        figure(`limit, ${period}`, maxAmount, currency, source),
        figure(`left of the limit, ${period}`, remaining, currency, source),
      ];
    }),
    citations: [...new Set(lines.map((one) => one.accountId))].map((id) => ({
      type: 'limit' as const,
      id,
    })),
    followUps: ['How much did I spend today?'],
    isAnswerable: true,
  };
}

function overdraftAnswer(accounts: readonly BookAccount[]): Reply {
  const lines = accounts.filter(({ overdraft }) => overdraft !== null);
  if (lines.length === 0) return unanswerable('None of your accounts has an overdraft.');
  const text = lines.map(({ name, currency, overdraft }) => {
    const { limit = 0, used = 0 } = overdraft ?? {};
    return `${name}: ${moneyText(used, currency)} used of ${moneyText(limit, currency)}`;
  });
  return {
    answer: `Overdraft: ${text.join(', ')}.`,
    figures: lines.flatMap(({ id, currency, overdraft }) => {
      const source = { type: 'balance', ids: [id] };
      return [
        figure('overdraft limit', overdraft?.limit ?? 0, currency, source),
        figure('overdraft used', overdraft?.used ?? 0, currency, source),
      ];
    }),
    citations: lines.map(({ id }) => ({ type: 'balance' as const, id })),
    followUps: ['What is my balance?'],
    isAnswerable: true,
  };
}

function listAnswer(accounts: readonly BookAccount[]): Reply {
  const source = { type: 'balance', ids: accounts.map(({ id }) => id) };
  const names = accounts.map(({ name, type, currency }) => `${name} (${type}, ${currency})`);
  return {
    answer: `You have ${accounts.length} open accounts: ${names.join(', ')}.`,
    figures: [figure('open accounts', accounts.length, null, source)],
    citations: accounts.map(({ id }) => ({ type: 'balance' as const, id })),
    followUps: ['What is my balance?'],
    isAnswerable: true,
  };
}

function rateAnswer(ask: Ask, books: Books): Reply {
  const [from, to] = ratePair(ask, books);
  if (from === undefined || to === undefined || from === to) {
    return unanswerable('Name the two currencies of the exchange rate.');
  }
  const [amount] = readAmounts(ask.text).filter(
    ({ currencies }) => currencies.length <= 1 || currencies.includes(from),
  );
  const minor = (amount && minorUnits(amount, from)) ?? minorUnits({ digits: 1n, scale: 0 }, from);
  const converted = minor === null ? null : books.convert(BigInt(minor), from, to);
  if (!converted || minor === null)
    return unanswerable(`There is no exchange rate from ${from} to ${to} now.`);
  const at = new Date(converted.asOf).toISOString().slice(0, 10);
  return {
    answer:
      `${moneyText(minor, from)} brings ${moneyText(converted.amount, to)} ` +
      `at ${converted.rate}, the bank's ` +
      `rate with its spread, from ${converted.source} of ${at}.`,
    figures: [
      figure(`${from} ${formatMinor(BigInt(minor), from)} in ${to}`, converted.amount, to, {
        type: 'rate',
        ids: [`${from}/${to}`],
      }),
    ],
    citations: [{ type: 'rate', id: `${from}/${to}` }],
    followUps: [`What is the exchange rate from ${to} to ${from}?`],
    isAnswerable: true,
  };
}

/** `how many dollars is 50 euros` asks for the currency before the amount. */
function ratePair({ currencies, text }: Ask, { accounts }: Books): (string | undefined)[] {
  const [first, second] = currencies;
  if (second === undefined) {
    const own = accounts[0]?.currency;
    return first === own ? [own, undefined] : [own, first];
  }
  const isTurned =
    /how many \p{L}+ (?:is|are|for|do|would|will|can)|(?:price|cost) of|\bfor\b.*\bin\b/iu.test(
      text,
    );
  return isTurned && /how many/i.test(text) ? [second, first] : [first, second];
}
