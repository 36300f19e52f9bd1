// Measures the served functions on the sets, in process: the books are rows in memory, and the dry
// run of the bank (limits, funds, risk) is left out.
// `node research/language/measure.ts [questions|commands|amounts|days|dialogues …] [--rows]
// [--writing=1..16] [--half=read|kept]`

import { readFileSync } from 'node:fs';
import { DateTime } from 'luxon';
import { answerFromBooks } from '../../ai/answers/ask.ts';
import { declineOffTopic } from '../../ai/answers/ask-help.ts';
import type { Reply } from '../../ai/answers/books.ts';
import { intentJudge } from '../../ai/intents/judge.ts';
import type { ParsedIntent } from '../../ai/intents/parse.ts';
import { clarificationOf } from '../../api/language/propose.ts';
import { converseInMemory, type Talked } from './converse.ts';
import { isHidden, isSeen, writingOf } from './halves.ts';
import { generateLedgers, type Ledger } from './ledgers.ts';
import { openLedger } from './open-ledger.ts';
import { CONTEXTS, type Context } from './people.ts';

type Score = 'right' | 'asked' | 'wrong';
type Row = { id: string; score: Score; tags: string; line: string };

const folder = new URL('.', import.meta.url);
/** A set, of it the rows that `--writing` and `--half` name. */
const readSet = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'), (_, value) =>
    Array.isArray(value) && typeof value[0]?.id === 'string'
      ? value.filter(({ id }: { id: string }) => isAskedFor(id))
      : value,
  );

// ------------------------------------------------------------------------------------- questions

type Value = { label?: string | number; day?: string; currency?: string; value: number };
type GoldValue = Value[] | number | string | null;
type Gold = { kind: string; value?: GoldValue; also?: { value: GoldValue }[] };

const longDay = (day: string) => DateTime.fromISO(day, { locale: 'en' }).toFormat('d LLLL yyyy');

/** True when the figures are those of the gold and the answer begins with one of them. */
function isGold(reply: Reply, value: GoldValue, slack: number, ledger: Ledger): boolean {
  const near = (one: number, other: number) => Math.abs(one - other) <= slack;
  const [first] = reply.figures;
  if (typeof value === 'string') {
    const byId = new Map(ledger.bookings.map((one) => [one.id, one.at.slice(0, 10)]));
    const isCited =
      reply.citations.length === 1 && byId.get(reply.citations[0]?.id ?? '') === value;
    return reply.answer.includes(longDay(value)) || isCited;
  }
  if (typeof value === 'number') return first?.value === value && first.currency === null;
  if (value === null) return false;
  if (value.length === 0) return first?.value === 0;
  const fits = (gold: Value) =>
    reply.figures.some((one) => {
      const label = typeof gold.label === 'string' ? gold.label : null;
      const month = label !== null && /^\d{4}-\d\d$/.test(label) ? label : null;
      const monthText = month
        ? DateTime.fromISO(`${month}-01`, { locale: 'en' }).toFormat('LLLL yyyy')
        : label !== null && /^\d{4}-\d\d-\d\d$/.test(label)
          ? longDay(label)
          : label;
      const isNamed = monthText === null || `${one.label} ${reply.answer}`.includes(monthText);
      const unit = gold.currency ?? null;
      return (
        near(one.value, gold.value) &&
        (one.currency === unit || gold.currency === undefined) &&
        isNamed
      );
    });
  const isFirst = value.some((gold) => first !== undefined && near(first.value, gold.value));
  // `together A: B in May, C in June` states the parts behind their sum.
  const ofCurrency = value.filter(({ currency }) => currency === first?.currency);
  const isSum =
    first !== undefined &&
    [value, ofCurrency].some(
      (figuresOfKind) => first.value === figuresOfKind.reduce((sum, one) => sum + one.value, 0),
    );
  return value.every(fits) && (isFirst || isSum);
}

async function measureQuestions(): Promise<Row[]> {
  const ledgers = new Map(generateLedgers().map((one) => [one.name, one]));
  const rows: Row[] = [];
  const opened = new Map<string, ReturnType<typeof openLedger>>();
  for (const { id, ledger: name, question, gold, timeZone, tags } of readSet('questions')
    .questions) {
    const ledger = ledgers.get(name) as Ledger;
    const zone = timeZone ?? ledger.timeZone;
    const open = opened.get(`${name} ${zone}`) ?? openLedger(ledger, zone);
    opened.set(`${name} ${zone}`, open);
    const reply: Reply = declineOffTopic(question) ?? (await answerFromBooks(open, question));
    const golds = [gold.value, ...((gold as Gold).also ?? []).map(({ value }) => value)];
    const slack = tags.includes('average') ? 1 : 0;
    let score: Score;
    if (gold.kind === 'unanswerable') {
      score = !reply.isAnswerable ? 'right' : reply.figures.length > 0 ? 'wrong' : 'asked';
    } else if (!reply.isAnswerable || reply.figures.length === 0) score = 'asked';
    else score = golds.some((value) => isGold(reply, value, slack, ledger)) ? 'right' : 'wrong';
    const line = `${name}: ${question} → ${reply.answer.slice(0, 160)} | ${JSON.stringify(gold.value ?? gold.kind).slice(0, 160)}`;
    rows.push({
      id,
      score,
      tags: gold.kind === 'unanswerable' ? 'unanswerable' : 'answerable',
      line,
    });
  }
  return rows;
}

// --------------------------------------------------------------------- commands, amounts and days

const judge = intentJudge();
const contexts = new Map(CONTEXTS.map((one) => [one.name, one]));
const idOfContact = (name: string) => `acct_of_${name}`;

export function orderOf(context: Context, message: string, now?: string, timeZone?: string) {
  return {
    message,
    contacts: context.contacts.map(({ name, kind, relationship }) => {
      const accountId = kind === 'customer' ? idOfContact(name) : null;
      const externalParty = kind === 'external' ? { name } : null;
      return { name, accountId, relationship: relationship ?? null, externalParty };
    }),
    accounts: context.accounts.map(({ name, type, currency }, index) => {
      return { id: `acct_${index}`, name, type, currency, status: 'active' };
    }),
    sourceAccountId: 'acct_0',
    accountBalance: null,
    timezone: timeZone ?? context.timeZone,
    now: Date.parse(now ?? context.now),
  };
}

type Proposal = {
  operation: 'transfer' | 'schedule';
  amount: number;
  currency: string;
  to: string;
  from?: string;
  when?: string;
  every?: string;
};

const EVERY: Record<string, string> = { month: 'monthly', week: 'weekly' };

export function isProposal(
  { operation }: ParsedIntent,
  gold: Proposal,
  context: Context,
  days?: string[],
) {
  const body = operation?.body as Record<string, unknown> | null | undefined;
  if (!operation || !body || operation.method !== 'POST') return false;
  const ownIndex = context.accounts.findIndex(({ name }) => name === gold.to);
  const contact = context.contacts.find(({ name }) => name === gold.to);
  const party = (body['externalParty'] as { name?: string } | undefined)?.name;
  const isTo =
    contact?.kind === 'external'
      ? party === gold.to
      : body['destinationAccountId'] ===
        (ownIndex >= 0 ? `acct_${ownIndex}` : idOfContact(gold.to));
  const from = context.accounts.findIndex(
    ({ name }) => name === (gold.from ?? context.accounts[0]?.name),
  );
  const source = context.accounts.find((_, index) => `acct_${index}` === body['sourceAccountId']);
  const isOther = gold.from === undefined && context.accounts[0]?.currency !== gold.currency;
  const isFrom = isOther
    ? source?.currency === gold.currency
    : body['sourceAccountId'] === `acct_${from}`;
  const start = ((body['startDate'] ?? body['effectiveDate']) as string | undefined) ?? 'now';
  const today = DateTime.fromISO(context.now, { zone: context.timeZone }).toISODate() ?? '';
  const wanted = days ?? (gold.when ? [gold.when] : ['now', today]);
  const rhythm = (body['recurrence'] as { frequency?: string } | undefined)?.frequency;
  const isWhen = wanted.includes(start) || (gold.every !== undefined && gold.when === undefined);
  const isEvery = rhythm === (gold.every === undefined ? undefined : EVERY[gold.every]);
  const isAmount = body['amount'] === gold.amount && body['currency'] === gold.currency;
  return isAmount && isTo && isFrom && isWhen && isEvery;
}

export const isMoney = ({ operation }: ParsedIntent) =>
  operation !== null && operation.method !== 'GET';
const open = ({ missing, ambiguities }: ParsedIntent) =>
  [...ambiguities.map(({ field, code }) => `${field}/${code}`), ...missing].join(' ');

const SLOT: Record<string, string> = {
  'recipient.accountId': 'recipient',
  sourceAccountId: 'account',
  destinationAccountId: 'account',
  message: 'operation',
};

const askedIn = ({ ambiguities, missing }: ParsedIntent) =>
  clarificationOf({
    ambiguities: ambiguities.map((one) => ({ ...one, options: [...one.options] })),
    missing: [...missing],
  });

async function readParsed(context: Context, message: string, now?: string, timeZone?: string) {
  return (await judge.read(orderOf(context, message, now, timeZone), {})).parsed;
}

async function measureCommands(): Promise<Row[]> {
  const rows: Row[] = [];
  const { payable, notPayable, outOfScope } = readSet('commands');
  for (const { id, context: name, message, proposal } of payable) {
    const context = contexts.get(name) as Context;
    const parsed = await readParsed(context, message);
    const score = !isMoney(parsed)
      ? 'asked'
      : isProposal(parsed, proposal, context)
        ? 'right'
        : 'wrong';
    const line = `${name}: ${message} → ${parsed.intent} ${open(parsed)} ${JSON.stringify(parsed.operation?.body ?? null)}`;
    rows.push({ id, score, tags: 'payable', line });
  }
  for (const [tags, set] of Object.entries({ notPayable, outOfScope })) {
    for (const { id, context: name, message, ask } of set) {
      const parsed = await readParsed(contexts.get(name) as Context, message);
      const body = parsed.operation?.body ?? null;
      const asked = askedIn(parsed)?.field ?? 'message';
      const isAsked = ask === undefined || ask.includes(SLOT[asked] ?? asked);
      const score = body !== null ? 'wrong' : isAsked ? 'right' : 'asked';
      const line = `${message} → ${parsed.intent} ${open(parsed)} ${JSON.stringify(body)}`;
      rows.push({ id, score, tags, line });
    }
  }
  return rows;
}

async function measureAmounts(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { id, context: name, phrase, message, gold, also } of readSet('amounts')) {
    const context = contexts.get(name) as Context;
    const parsed = await readParsed(context, message);
    const to = context.contacts.find((one) => message.includes(one.name))?.name ?? '';
    const isAsk = gold === 'ask';
    const wanted = isAsk ? null : { operation: 'transfer' as const, to, ...gold };
    const isRight = wanted !== null && isProposal(parsed, wanted, context);
    const score = isMoney(parsed)
      ? isRight
        ? 'right'
        : 'wrong'
      : isAsk || also === 'ask'
        ? 'right'
        : 'asked';
    const line = `${phrase} → ${open(parsed)} ${JSON.stringify(parsed.operation?.body ?? null)} | ${JSON.stringify(gold)}`;
    rows.push({ id, score, tags: isAsk ? 'to ask' : 'amounts', line });
  }
  return rows;
}

async function measureDays(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { id, context: name, now, timeZone, phrase, message, gold, also } of readSet('days')) {
    const context = contexts.get(name) as Context;
    const parsed = await readParsed(context, message, now, timeZone);
    const isAsk = gold === 'ask';
    const wanted = {
      operation: 'transfer' as const,
      amount: 2000,
      currency: 'EUR',
      to: 'Wim de Graaf',
    };
    const isRight = !isAsk && isProposal(parsed, wanted, context, gold);
    const score = isMoney(parsed)
      ? isRight
        ? 'right'
        : 'wrong'
      : isAsk || also === 'ask'
        ? 'right'
        : 'asked';
    const line = `${now} ${timeZone} ${phrase} → ${open(parsed)} ${JSON.stringify(parsed.operation?.body ?? null)} | ${JSON.stringify(gold)}`;
    rows.push({ id, score, tags: isAsk ? 'to ask' : 'days', line });
  }
  return rows;
}

// ------------------------------------------------------------------------------------- dialogues

type Expect = {
  proposal?: Proposal;
  ask?: string[];
  answer?: true;
  cancel?: true;
  unsupported?: true;
};

function fits(talked: Talked, expect: Expect, context: Context): boolean {
  const { parsed, asked, kind } = talked;
  if (expect.proposal) return parsed !== null && isProposal(parsed, expect.proposal, context);
  if (parsed !== null && isMoney(parsed)) return false;
  if (expect.ask) return asked !== null && expect.ask.includes(SLOT[asked] ?? asked);
  if (expect.cancel) return kind === 'canceled';
  if (expect.answer) return kind === 'question';
  // `yes`: the bank says that words send nothing.
  return kind === 'question' || kind === 'unclear' || kind === 'agreed';
}

async function measureDialogues(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { id, context: name, turns } of readSet('dialogues').dialogues) {
    const context = contexts.get(name) as Context;
    const talk = converseInMemory(judge, (message) => orderOf(context, message));
    let score: Score = 'right';
    const replies: string[] = [];
    for (const [turn, { user, expect, also = [] }] of turns.entries()) {
      const talked = await talk(user);
      const isFit = [expect, ...also].some((one: Expect) => fits(talked, one, context));
      const isWrong =
        !isFit &&
        ((talked.parsed !== null && isMoney(talked.parsed)) || talked.kind === 'canceled');
      replies.push(
        `${user} → ${talked.kind} ${talked.asked ?? ''} ${JSON.stringify(talked.parsed?.operation?.body ?? null)}${isFit ? '' : ' ✗'}`,
      );
      if (isWrong) score = 'wrong';
      else if (!isFit && score === 'right' && turn === turns.length - 1) score = 'asked';
    }
    rows.push({
      id,
      score,
      tags: turns.length > 1 ? 'several turns' : 'one turn',
      line: `${name}: ${replies.join(' ‖ ')}`,
    });
  }
  return rows;
}

// ------------------------------------------------------------------------------------------ main

const WRITINGS = [
  '',
  ', second writing',
  ', third writing',
  ', fourth writing',
  ', fifth writing',
  ', sixth writing',
  ', seventh writing',
  ', eighth writing',
  ', ninth writing',
  ', tenth writing',
  ', eleventh writing',
  ', twelfth writing',
  ', thirteenth writing',
  ', fourteenth writing',
  ', fifteenth writing',
  ', sixteenth writing',
];

const option = (name: string) =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.split('=')[1];
const half = option('half');
const writing = option('writing');
function isAskedFor(id: string): boolean {
  const isHalf = half === undefined || isSeen(id) === (half === 'read');
  return isHalf && (writing === undefined || writingOf(id) === Number(writing));
}
/**
 * Rows that are printed: of the fourth to sixth writing, none of the half kept back unless it is
 * asked for; of the seventh none, and of the eighth none of that half.
 */
function isRowShown({ id, score }: Row): boolean {
  if (score === 'right' || isHidden(id)) return false;
  if (half !== undefined || isSeen(id)) return true;
  return score === 'wrong' && writingOf(id) < 4;
}

function print(name: string, rows: readonly Row[]): void {
  const count = (score: Score) => rows.filter((one) => one.score === score).length;
  const figures = (['right', 'asked', 'wrong'] as const).map((one) => `${one} ${count(one)}`);
  process.stdout.write(`${name}: ${rows.length} rows, ${figures.join(', ')}\n`);
}

const SETS = {
  questions: measureQuestions,
  commands: measureCommands,
  amounts: measureAmounts,
  days: measureDays,
  dialogues: measureDialogues,
};
const wanted = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const isShown = process.argv.includes('--rows');
if (import.meta.main) {
  for (const [name, measure] of Object.entries(SETS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const rows = (await measure()).map((one) => {
      return { ...one, tags: `${one.tags}${WRITINGS[writingOf(one.id) - 1]}` };
    });
    for (const tag of [...new Set(rows.map(({ tags }) => tags))]) {
      const all = rows.filter(({ tags }) => tags === tag);
      print(`${name}, ${tag}`, all);
      const halves = { 'half that was read': true, 'half kept back': false };
      for (const [name, seen] of Object.entries(halves)) {
        print(
          `  ${name}`,
          all.filter(({ id }) => isSeen(id) === seen),
        );
      }
    }
    if (!isShown) continue;
    for (const { id, score, line } of rows.filter(isRowShown)) {
      process.stdout.write(`${score.toUpperCase()} ${id} ${line}\n`);
    }
  }
}
