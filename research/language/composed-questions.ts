// Questions composed of conditions in any order: names, times, days of the week, bounds, what is left
// out, and a second question. Their gold is SQL over the bookings. Nothing of them is kept: they look for
// figures of something else.
// `node research/language/composed-questions.ts [COUNT] [SEED] [--asked]` prints those that are wrong,
// or asked about too.

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
  const [name, wholeMonth, other] = [month, month, later].map((month, index) =>
    month.toFormat(index === 1 ? 'LLLL yyyy' : 'LLLL'),
  );
  const middle = month.plus({ days: Math.floor(last.day / 2) - 1 });
  const times: [string, string][] = [
    [`in ${name}`, within(month, last)],
    [`during ${wholeMonth}`, within(month, last)],
    [`since ${wholeMonth}`, `day >= '${month.toISODate()}'`],
    [`from ${name} 10 on`, `day >= '${month.set({ day: 10 }).toISODate()}'`],
    [`from 5 to 20 ${name}`, within(month.set({ day: 5 }), month.set({ day: 20 }))],
    [`in the first half of ${name}`, within(month, middle)],
    [`in the last ten days of ${name}`, within(last.minus({ days: 9 }), last)],
    [`before ${wholeMonth}`, `day < '${month.toISODate()}'`],
    [`after ${wholeMonth}`, `day > '${last.toISODate()}'`],
  ];
  if (later < now) times.push([`from ${name} to ${other}`, within(month, later.endOf('month'))]);
  const [text, condition] = pick(times);
  return { kind: 'time', text, where: condition };
}

const WEEKDAYS = 'Sundays Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays'.split(' ');

function weekdayOf(pick: Pick): Condition {
  const day = pick([0, 1, 2, 3, 4, 5, 6]);
  const weekdaySql = "CAST(strftime('%w', day) AS INTEGER)";
  const [text, condition] = pick<[string, string]>([
    [`on ${WEEKDAYS[day]}`, `${weekdaySql} = ${day}`],
    [`only on ${WEEKDAYS[day]}`, `${weekdaySql} = ${day}`],
    [`but not on ${WEEKDAYS[day]}`, `${weekdaySql} <> ${day}`],
    ['at weekends', `${weekdaySql} IN (0, 6)`],
    ['not at weekends', `${weekdaySql} NOT IN (0, 6)`],
    ['on weekdays', `${weekdaySql} NOT IN (0, 6)`],
    ['from Monday to Friday', `${weekdaySql} NOT IN (0, 6)`],
  ]);
  return { kind: 'weekday', text, where: condition };
}

const UNITS: Readonly<Record<string, string>> = { EUR: 'euros', GBP: 'pounds', USD: 'dollars' };

function boundOf(currency: string, amounts: readonly number[], pick: Pick): Condition {
  const least = Math.max(1, Math.round(pick(amounts) / 100));
  const upper = least + Math.max(2, Math.round(least / 2));
  const [low, high, unit] = [least * 100, upper * 100, UNITS[currency] ?? currency];
  const [text, condition] = pick<[string, string]>([
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
    [`between ${least} and ${upper} ${unit}`, `paid BETWEEN ${low} AND ${high}`],
    [
      `bigger than ${least} ${unit} but smaller than ${upper} ${unit}`,
      `paid > ${low} AND paid < ${high}`,
    ],
  ]);
  return { kind: 'bound', text, where: `${condition} AND currency = '${currency}'` };
}

const EXCLUDING =
  'without,excluding,apart from,not counting,other than,leaving out,minus,but not,except for,ignoring';

function nameOf(db: DatabaseSync, currency: string, pick: Pick): Condition {
  const often = (column: string, condition = '1') =>
    db
      .prepare(
        `SELECT ${column} AS name FROM payments WHERE ${column} IS NOT NULL AND currency = ? AND ${condition}
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

/** Words that ask for a sum. */
const SUMS = [
  'What did I spend',
  'How much did I spend',
  'How much have I spent',
  'Total of my payments',
  'What was my total spending',
  'How much money went out',
  'Add up what I paid',
  'Please tell me how much I spent',
];

type Found = readonly Record<string, number | string>[];

/** The groups of payments with the largest sums; null where two are equal. */
function topOf(found: Found, column: string): readonly [string, number][] | null {
  const sums = new Map<string, number>();
  for (const one of found) {
    const key = String(one[column]);
    sums.set(key, (sums.get(key) ?? 0) + Number(one['amount']));
  }
  const sorted = [...sums].sort(([, one], [, other]) => other - one);
  const isClear = sorted.every(([, sum], index) => sum !== sorted[index + 1]?.[1]);
  return isClear && !sums.has('null') ? sorted : null;
}

/** Averages and the largest groups. */
function figuresOf(found: Found, phrase: string, spent: number): [string, Gold['isRight']][] {
  const sum = found.reduce((total, { amount }) => total + Number(amount), 0);
  // A payment that was taken back in part: whether its whole amount counts is open.
  if (sum !== spent) return [];
  const isAverage: Gold['isRight'] = ({ figures }) =>
    Math.abs((figures[0]?.value ?? -1) - sum / found.length) <= 1;
  const asked: [string, Gold['isRight']][] = [
    [`What was my average payment ${phrase}?`, isAverage],
    [`How much did I spend ${phrase} on average per payment?`, isAverage],
    [`What is the average amount of my payments ${phrase}?`, isAverage],
  ];
  const months = topOf(found, 'month');
  const payees = topOf(found, 'payee');
  const isFirst =
    (all: readonly [string, number][], name: (key: string) => string): Gold['isRight'] =>
    ({ figures, answer }) =>
      figures[0]?.value === all[0]?.[1] && answer.includes(name(all[0]?.[0] ?? '?'));
  if (months && months.length > 1) {
    const isMonth = isFirst(months, longMonth);
    asked.push([`In which month did I spend the most ${phrase}?`, isMonth]);
    asked.push([`Which month had the highest spending ${phrase}?`, isMonth]);
  }
  if (payees && payees.length > 1) {
    const isPayee = isFirst(payees, (name) => name);
    asked.push([`Which payee got the most money ${phrase}?`, isPayee]);
    asked.push([`Who did I pay the most ${phrase}?`, isPayee]);
  }
  return asked;
}

const longMonth = (month: string) =>
  DateTime.fromISO(`${month}-01`, { locale: 'en' }).toFormat('LLLL yyyy');
const longDay = (day: string) => DateTime.fromISO(day, { locale: 'en' }).toFormat('d LLLL yyyy');

/** The question with its gold; null where several currencies or no payments leave it open. */
function goldOf(db: DatabaseSync, phrase: string, condition: string, pick: Pick): Gold | null {
  const rows = (sql: string) => db.prepare(sql).all() as Record<string, number | string>[];
  const sums = rows(
    `SELECT currency, sum(spent) AS value FROM bookings WHERE spent <> 0 AND ${condition} GROUP BY 1`,
  );
  const found = rows(
    `SELECT amount, day, month, payee, currency FROM payments WHERE ${condition} ORDER BY at`,
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
  const says = (reply: Reply, turn: number) =>
    reply.answer.includes(longDay(String(found.at(turn)?.['day'])));
  const paymentCount = found.length;
  const spent: [string, Gold['isRight']][] = [
    ...SUMS.map((words): [string, Gold['isRight']] => [`${words} ${phrase}?`, isSum]),
    [
      `Number of payments ${phrase}`,
      (reply) => first(reply, paymentCount) && isNumber(reply, paymentCount),
    ],
    [
      `How many payments did I make ${phrase}?`,
      (reply) => first(reply, paymentCount) && isNumber(reply, paymentCount),
    ],
  ];
  const otherQuestions: [string, Gold['isRight']][] = [
    ...figuresOf(found, phrase, Number(sums[0]?.['value'])),
    [`What was my largest payment ${phrase}?`, (reply) => first(reply, amounts[0])],
    [`What was the smallest payment ${phrase}?`, (reply) => first(reply, amounts.at(-1))],
    [`When was my last payment ${phrase}?`, (reply) => says(reply, -1)],
    [`When was my first payment ${phrase}?`, (reply) => says(reply, 0)],
    [
      `In how many months did I make payments ${phrase}?`,
      (reply) => first(reply, distinct('month')),
    ],
    [`How many different payees did I pay ${phrase}?`, (reply) => first(reply, distinct('payee'))],
    [
      `How much did I spend ${phrase}, and in how many payments?`,
      (reply) => isSum(reply) && isNumber(reply, paymentCount),
    ],
    [
      `What did I spend ${phrase}, and when was the last one?`,
      (reply) => isSum(reply) && says(reply, -1),
    ],
    [
      `How many payments ${phrase}, and what was the largest?`,
      (reply) =>
        isNumber(reply, paymentCount) && reply.figures.some(({ value }) => value === amounts[0]),
    ],
  ];
  if (amounts[0] !== amounts[1] && amounts[1] !== amounts[2])
    otherQuestions.push([
      `What was the second largest payment ${phrase}?`,
      (reply) => first(reply, amounts[1]),
    ]);
  const [question, isRight] = pick(isOneCurrency ? [...spent, ...otherQuestions] : spent);
  const answerText = `${JSON.stringify(sums)}, ${paymentCount} payments, largest ${amounts[0]}`;
  return { question, isRight, said: answerText };
}

/** The conditions of a question in some order. */
function conditionsOf(db: DatabaseSync, ledger: Ledger, seed: ReturnType<typeof picker>) {
  const { pick, isRare } = seed;
  const currency = ledger.accounts[0]?.currency ?? 'EUR';
  const chosen: Condition[] = [];
  if (isRare(0.9)) chosen.push(nameOf(db, currency, pick));
  const condition = [`currency = '${currency}'`, ...chosen.map((one) => one.where)].join(' AND ');
  const amounts = db.prepare(`SELECT amount FROM payments WHERE ${condition}`).all();
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

/** Two months, or two names, side by side, with the same conditions. */
function sidesOf(
  db: DatabaseSync,
  ledger: Ledger,
  { pick, isRare }: ReturnType<typeof picker>,
): Gold | null {
  const currency = ledger.accounts[0]?.currency ?? 'EUR';
  const sumOf = (condition: string) =>
    Number(
      db
        .prepare(
          `SELECT coalesce(sum(spent), 0) AS value FROM bookings WHERE spent <> 0 AND ${condition}`,
        )
        .get()?.['value'],
    );
  const weekdaySides = isRare(0.5) ? [weekdayOf(pick)] : [];
  const now = DateTime.fromISO(ledger.asOf, { zone: ledger.timeZone, locale: 'en' });
  const months = [pick([1, 2, 3]), pick([4, 5, 6])].map((ago) =>
    now.minus({ months: ago }).startOf('month'),
  ) as [DateTime, DateTime];
  const [one, two] = months.map((month) => month.toFormat('LLLL')) as [string, string];
  const [first, second] = months.map((month) => within(month, month.endOf('month'))) as [
    string,
    string,
  ];
  const name = nameOf(db, currency, pick);
  const [a, b] = [nameOf(db, currency, pick), nameOf(db, currency, pick)];
  const time = timeOf(ledger, pick);
  const weekdayText = weekdaySides.map(({ text }) => ` ${text}`).join('');
  const asks: [string, string, string][] = [
    [`Did I spend more ${name.text} in ${one} or in ${two}${weekdayText}?`, first, second],
    [
      `How much more did I spend ${name.text} in ${one} than in ${two}${weekdayText}?`,
      first,
      second,
    ],
    [`Compare my spending ${name.text} in ${one} with ${two}${weekdayText}`, first, second],
    [`What is the difference between ${one} and ${two} ${name.text}${weekdayText}?`, first, second],
    [`${one} against ${two}: what did I spend ${name.text}${weekdayText}?`, first, second],
  ];
  const simple = /^(?:on|at) [^(]+$/u;
  const isPlain = ({ text }: Condition) =>
    simple.test(text) &&
    !/ and | at |everything/u.test(text) &&
    !EXCLUDING.split(',').some((out) => text.includes(` ${out} `));
  const isPair = isPlain(a) && isPlain(b) && a.text !== b.text;
  const pair: [string, string, string][] = isPair
    ? [
        [`Did I spend more ${a.text} or ${b.text} ${time.text}${weekdayText}?`, a.where, b.where],
        [
          `Compare what I spent ${a.text} and ${b.text} ${time.text}${weekdayText}`,
          a.where,
          b.where,
        ],
      ]
    : [];
  const [question, left, right] = pick(isPair && isRare(0.6) ? pair : asks);
  const shared = [
    `currency = '${currency}'`,
    ...weekdaySides.map(({ where }) => where),
    ...(left === first ? [name.where] : [time.where]),
  ].join(' AND ');
  const sums = [left, right].map((side) => sumOf(`(${side}) AND ${shared}`));
  // Neither side may have other currencies beside.
  const isRight = ({ figures }: Reply) =>
    sums.every((sum) => figures.some((one) => one.value === sum && one.currency === currency));
  return sums.includes(0) ? null : { question, isRight, said: sums.join(', ') };
}

/** Asks so many questions, and returns how they were answered with the wrong ones in words. */
export async function askComposed(count: number, from: number) {
  const seed = picker(from);
  const ledgers = generateLedgers().map((ledger) => ({
    ledger,
    db: loadBookings(ledger, ledger.timeZone),
    open: openLedger(ledger, ledger.timeZone),
  }));
  const answered = { right: 0, asked: [] as string[], wrong: [] as string[] };
  for (let turn = 0; turn < count; turn++) {
    const { ledger, db, open } = seed.pick(ledgers);
    const conditions = conditionsOf(db, ledger, seed);
    const phrase = conditions.map(({ text }) => text).join(' ');
    const condition = conditions.map((one) => `(${one.where})`).join(' AND ');
    const gold = seed.isRare(0.25)
      ? sidesOf(db, ledger, seed)
      : goldOf(db, phrase, condition, seed.pick);
    // `From Monday to Friday` alone may be those of one week.
    if (
      gold === null ||
      (/from Monday/.test(phrase) && !conditions.some(({ kind }) => kind === 'time'))
    )
      continue;
    const reply = declineOffTopic(gold.question) ?? (await answerFromBooks(open, gold.question));
    if (!reply.isAnswerable || reply.figures.length === 0)
      answered.asked.push(`${ledger.name}: ${gold.question} → ${reply.answer.slice(0, 240)}`);
    else if (gold.isRight(reply)) answered.right++;
    else
      answered.wrong.push(
        `${ledger.name}: ${gold.question} → ${reply.answer.slice(0, 240)} | ${gold.said}`,
      );
  }
  return answered;
}

if (import.meta.main) {
  const [count, seed] = process.argv
    .slice(2)
    .filter((one) => /^\d/.test(one))
    .map(Number);
  const { right, asked, wrong } = await askComposed(count ?? 2_000, seed ?? 1);
  for (const one of wrong) process.stdout.write(`${one}\n`);
  if (process.argv.includes('--asked'))
    for (const one of asked) process.stdout.write(`ASKED ${one}\n`);
  process.stdout.write(`right ${right}, asked ${asked.length}, wrong ${wrong.length}\n`);
}
