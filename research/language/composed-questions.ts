// Questions composed of conditions in any order: names, times, days of the week, bounds, what is left
// out, and a second question. Their gold is SQL over the bookings. Nothing of them is kept: they look for
// figures of something else.
// `node research/language/composed-questions.ts [COUNT] [SEED]` prints those that are wrong.

import type { DatabaseSync } from 'node:sqlite';
import { DateTime } from 'luxon';
import { answerFromBooks } from '../../ai/answers/ask.ts';
import { declineOffTopic } from '../../ai/answers/ask-help.ts';
import type { Reply } from '../../ai/answers/books.ts';
import { generateLedgers, type Ledger, loadBookings } from './ledgers.ts';
import { openLedger } from './open-ledger.ts';

/** Words of a condition, and the rows that it keeps. */
interface Condition {
  readonly kind: 'name' | 'time' | 'weekday' | 'bound';
  readonly text: string;
  readonly where: string;
}
type Pick = <T>(from: readonly T[]) => T;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const named = (name: string) => `(category = ${quoted(name)} OR payee = ${quoted(name)})`;
const within = (from: DateTime, to: DateTime) =>
  `day BETWEEN '${from.toISODate()}' AND '${to.toISODate()}'`;

/** The same numbers for a seed. */
function picker(seed: number): {
  readonly pick: Pick;
  readonly isRare: (share: number) => boolean;
} {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    isRare: (share) => next() < share,
  };
}

function timeOf({ asOf, timeZone }: Ledger, pick: Pick): Condition {
  const now = DateTime.fromISO(asOf, { zone: timeZone, locale: 'en' });
  const month = now.minus({ months: pick([1, 2, 3, 4, 5, 6, 7]) }).startOf('month');
  const [last, later] = [month.endOf('month'), month.plus({ months: 2 })];
  const [name, whole, other] = [month, month, later].map((at, index) =>
    at.toFormat(index === 1 ? 'LLLL yyyy' : 'LLLL'),
  );
  const middle = month.plus({ days: Math.floor(last.day / 2) - 1 });
  const times: [string, string][] = [
    [`in ${name}`, within(month, last)],
    [`during ${whole}`, within(month, last)],
    [`since ${whole}`, `day >= '${month.toISODate()}'`],
    [`from ${name} 10 on`, `day >= '${month.set({ day: 10 }).toISODate()}'`],
    [`from 5 to 20 ${name}`, within(month.set({ day: 5 }), month.set({ day: 20 }))],
    [`in the first half of ${name}`, within(month, middle)],
    [`in the last ten days of ${name}`, within(last.minus({ days: 9 }), last)],
    [`before ${whole}`, `day < '${month.toISODate()}'`],
    [`after ${whole}`, `day > '${last.toISODate()}'`],
  ];
  if (later < now) times.push([`from ${name} to ${other}`, within(month, later.endOf('month'))]);
  const [text, where] = pick(times);
  return { kind: 'time', text, where };
}

const WEEKDAYS = 'Sundays Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays'.split(' ');

function weekdayOf(pick: Pick): Condition {
  const day = pick([0, 1, 2, 3, 4, 5, 6]);
  const of = "CAST(strftime('%w', day) AS INTEGER)";
  const [text, where] = pick<[string, string]>([
    [`on ${WEEKDAYS[day]}`, `${of} = ${day}`],
    [`only on ${WEEKDAYS[day]}`, `${of} = ${day}`],
    [`but not on ${WEEKDAYS[day]}`, `${of} <> ${day}`],
    ['at weekends', `${of} IN (0, 6)`],
    ['not at weekends', `${of} NOT IN (0, 6)`],
    ['on weekdays', `${of} NOT IN (0, 6)`],
    ['from Monday to Friday', `${of} NOT IN (0, 6)`],
  ]);
  return { kind: 'weekday', text, where };
}

const UNITS: Readonly<Record<string, string>> = { EUR: 'euros', GBP: 'pounds', USD: 'dollars' };

function boundOf(currency: string, amounts: readonly number[], pick: Pick): Condition {
  const least = Math.max(1, Math.round(pick(amounts) / 100));
  const most = least + Math.max(2, Math.round(least / 2));
  const [low, high, unit] = [least * 100, most * 100, UNITS[currency] ?? currency];
  const [text, where] = pick<[string, string]>([
    [`over ${least} ${unit}`, `paid > ${low}`],
    [`(over ${least} ${unit})`, `paid > ${low}`],
    [`that cost more than ${least} ${unit}`, `paid > ${low}`],
    [`of at least ${least} ${unit}`, `paid >= ${low}`],
    [`that were not under ${least} ${unit}`, `paid >= ${low}`],
    [`of ${least} ${unit} or more`, `paid >= ${low}`],
    [`under ${least} ${unit}`, `paid < ${low}`],
    [`costing less than ${least} ${unit}`, `paid < ${low}`],
    [`of no more than ${least} ${unit}`, `paid <= ${low}`],
    [`not over ${least} ${unit}`, `paid <= ${low}`],
    [`between ${least} and ${most} ${unit}`, `paid BETWEEN ${low} AND ${high}`],
    [
      `bigger than ${least} ${unit} but smaller than ${most} ${unit}`,
      `paid > ${low} AND paid < ${high}`,
    ],
  ]);
  return { kind: 'bound', text, where: `${where} AND currency = '${currency}'` };
}

const EXCLUDING =
  'without,excluding,apart from,not counting,other than,leaving out,minus,but not,except for,ignoring';

function nameOf(db: DatabaseSync, currency: string, pick: Pick): Condition {
  const often = (column: string, where = '1') =>
    db
      .prepare(
        `SELECT ${column} AS name FROM payments WHERE ${column} IS NOT NULL AND currency = ? AND ${where}
         GROUP BY 1 HAVING count(*) > 4 ORDER BY 1`,
      )
      .all(currency)
      .map(({ name }) => String(name));
  const [categories, payees] = [often('category'), often('payee')];
  const [category, other, payee, second] = [
    ...[pick(categories), pick(categories), pick(payees), pick(payees)],
  ] as [string, string, string, string];
  const shop = pick([...often('payee', `category = ${quoted(category)}`), payee]);
  const out = pick(EXCLUDING.split(','));
  const one = named(category);
  const [text, where] = pick<[string, string]>([
    [`on ${category}`, one],
    [`at ${payee}`, named(payee)],
    [`on ${category} and ${other}`, `(${one} OR ${named(other)})`],
    [`at ${payee} and ${second}`, `(${named(payee)} OR ${named(second)})`],
    [`on ${category} at ${shop}`, `${one} AND ${named(shop)}`],
    [`on ${category} ${out} ${shop}`, `${one} AND payee <> ${quoted(shop)}`],
    [`on ${category} (${out} ${shop})`, `${one} AND payee <> ${quoted(shop)}`],
    [`on everything ${out} ${category}`, `category IS NOT ${quoted(category)}`],
  ]);
  return { kind: 'name', text, where };
}

interface Gold {
  readonly question: string;
  readonly isRight: (reply: Reply) => boolean;
  readonly said: string;
}

const longDay = (day: string) => DateTime.fromISO(day, { locale: 'en' }).toFormat('d LLLL yyyy');

/** The question with its gold; null where several currencies or no payments leave it open. */
function goldOf(db: DatabaseSync, of: string, where: string, pick: Pick): Gold | null {
  const rows = (sql: string) => db.prepare(sql).all() as Record<string, number | string>[];
  const sums = rows(
    `SELECT currency, sum(spent) AS value FROM bookings WHERE spent <> 0 AND ${where} GROUP BY 1`,
  );
  const found = rows(
    `SELECT amount, day, month, payee, currency FROM payments WHERE ${where} ORDER BY at`,
  );
  const amounts = found.map(({ amount }) => Number(amount)).sort((one, next) => next - one);
  const isOneCurrency = sums.length === 1 && found.length > 2;
  const first = (reply: Reply, value: number | undefined) => reply.figures[0]?.value === value;
  const isSum = (reply: Reply) =>
    (sums.length === 0 ? first(reply, 0) : sums.some(({ value }) => first(reply, Number(value)))) &&
    sums.every(({ currency, value }) =>
      reply.figures.some((one) => one.currency === currency && one.value === value),
    );
  const isNumber = (reply: Reply, value: number) =>
    reply.figures.some((one) => one.value === value && one.currency === null);
  const distinct = (column: string) => new Set(found.map((one) => one[column])).size;
  const says = (reply: Reply, at: number) =>
    reply.answer.includes(longDay(String(found.at(at)?.['day'])));
  const many = found.length;
  const spent: [string, Gold['isRight']][] = [
    [`What did I spend ${of}?`, isSum],
    [`How much did I spend ${of}?`, isSum],
    [`Total of my payments ${of}?`, isSum],
    [`Number of payments ${of}`, (reply) => first(reply, many) && isNumber(reply, many)],
    [`How many payments did I make ${of}?`, (reply) => first(reply, many) && isNumber(reply, many)],
  ];
  const others: [string, Gold['isRight']][] = [
    [`What was my largest payment ${of}?`, (reply) => first(reply, amounts[0])],
    [`What was the smallest payment ${of}?`, (reply) => first(reply, amounts.at(-1))],
    [`When was my last payment ${of}?`, (reply) => says(reply, -1)],
    [`When was my first payment ${of}?`, (reply) => says(reply, 0)],
    [`In how many months did I make payments ${of}?`, (reply) => first(reply, distinct('month'))],
    [`How many different payees did I pay ${of}?`, (reply) => first(reply, distinct('payee'))],
    [
      `How much did I spend ${of}, and in how many payments?`,
      (reply) => isSum(reply) && isNumber(reply, many),
    ],
    [
      `What did I spend ${of}, and when was the last one?`,
      (reply) => isSum(reply) && says(reply, -1),
    ],
    [
      `How many payments ${of}, and what was the largest?`,
      (reply) => isNumber(reply, many) && reply.figures.some(({ value }) => value === amounts[0]),
    ],
  ];
  if (amounts[0] !== amounts[1] && amounts[1] !== amounts[2])
    others.push([
      `What was the second largest payment ${of}?`,
      (reply) => first(reply, amounts[1]),
    ]);
  const [question, isRight] = pick(isOneCurrency ? [...spent, ...others] : spent);
  const said = `${JSON.stringify(sums)}, ${many} payments, largest ${amounts[0]}`;
  return { question, isRight, said };
}

/** The conditions of a question in some order. */
function conditionsOf(db: DatabaseSync, ledger: Ledger, seed: ReturnType<typeof picker>) {
  const { pick, isRare } = seed;
  const currency = ledger.accounts[0]?.currency ?? 'EUR';
  const chosen: Condition[] = [];
  if (isRare(0.9)) chosen.push(nameOf(db, currency, pick));
  const where = [`currency = '${currency}'`, ...chosen.map((one) => one.where)].join(' AND ');
  const amounts = db.prepare(`SELECT amount FROM payments WHERE ${where}`).all();
  if (isRare(0.7) || chosen.length === 0) chosen.push(timeOf(ledger, pick));
  if (isRare(0.35)) chosen.push(weekdayOf(pick));
  if (isRare(0.4) && amounts.length > 2)
    chosen.push(
      boundOf(
        currency,
        amounts.map(({ amount }) => Number(amount)),
        pick,
      ),
    );
  const isMixed = isRare(0.4);
  return isMixed ? chosen.toSorted((one, next) => one.text.length - next.text.length) : chosen;
}

/** Asks so many questions, and returns how they were answered with the wrong ones in words. */
export async function askComposed(count: number, from: number) {
  const seed = picker(from);
  const ledgers = generateLedgers().map((ledger) => ({
    ledger,
    db: loadBookings(ledger, ledger.timeZone),
    open: openLedger(ledger, ledger.timeZone),
  }));
  const answered = { right: 0, asked: 0, wrong: [] as string[] };
  for (let at = 0; at < count; at++) {
    const { ledger, db, open } = seed.pick(ledgers);
    const conditions = conditionsOf(db, ledger, seed);
    const of = conditions.map(({ text }) => text).join(' ');
    const where = conditions.map((one) => `(${one.where})`).join(' AND ');
    const gold = goldOf(db, of, where, seed.pick);
    // `From Monday to Friday` alone may be those of one week.
    if (
      gold === null ||
      (/from Monday/.test(of) && !conditions.some(({ kind }) => kind === 'time'))
    )
      continue;
    const reply = declineOffTopic(gold.question) ?? (await answerFromBooks(open, gold.question));
    if (!reply.isAnswerable || reply.figures.length === 0) answered.asked++;
    else if (gold.isRight(reply)) answered.right++;
    else
      answered.wrong.push(
        `${ledger.name}: ${gold.question} → ${reply.answer.slice(0, 240)} | ${gold.said}`,
      );
  }
  return answered;
}

if (import.meta.main) {
  const [count, seed] = process.argv.slice(2).map(Number);
  const { right, asked, wrong } = await askComposed(count ?? 2_000, seed ?? 1);
  for (const one of wrong) process.stdout.write(`${one}\n`);
  process.stdout.write(`right ${right}, asked ${asked}, wrong ${wrong.length}\n`);
}
