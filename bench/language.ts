// Latency of requests in plain language over HTTP, compared with reading a transaction on the same
// server: the answers of rules and of the intent model, without a language model. The sentence
// encoder is measured separately, on another bank, when `npm run encoder` has downloaded it.

import { existsSync } from 'node:fs';
import { Pool } from 'undici';
import { DOWNLOADED_ENCODER_PATH } from '../models/encoder/encoder-file.ts';
import { freePort } from '../scripts/run/ports.mjs';
import { openCustomers } from './http.ts';
import {
  type Answer,
  type BankAccess,
  CLIENTS,
  measureRate,
  measureSteady,
  sendRequest,
} from './http-clients.ts';
import type { Row } from './measure.ts';
import { createProfiler, formatTimes } from './profiler.ts';
import { processorMs, startTestbed, type TestbedOptions } from './testbed.ts';

const PAYMENTS = 200;
const TARGET = { valueAtMost: 50 };
/**
 * Requests per second of the open loop. 16 clients that send their next request at once keep both
 * cores busy, so that each request waits for fifteen others; people send requests independently of
 * each other.
 */
const STEADY_REQUESTS = 50;

const COMMANDS = [
  'Send 50 euros to Maria for rent tomorrow',
  'Send 12.50 to Maria',
  'Please transfer EUR 20 to Bob on friday',
  'Pay Maria 5 euros',
];
const QUESTIONS = [
  'How much did I spend on groceries this month?',
  'What is my balance?',
  'What was my largest payment?',
  'Did I spend more on dining this month than last month?',
  'How do I cancel a payment?',
];

interface Customer {
  readonly customerId: string;
  readonly main: string;
  readonly other: string;
}

/**
 * @param seconds duration of each measurement
 * @param print receives the tables of a profile; null for no profile
 */
export async function benchLanguage(
  seconds: number,
  print: ((table: string) => void) | null = null,
): Promise<Row[]> {
  const inspectPort = print === null ? null : await freePort();
  const inspected = inspectPort === null ? {} : { inspectPort };
  const rows = await withBank({ env: { KONTOR_ENCODER: 'off' }, ...inspected }, async (opened) => {
    const customer = await openCustomer(opened);
    const measured = await measureRequests(opened, listRequests(opened, customer), seconds, TARGET);
    if (print === null || inspectPort === null) return measured;
    for (const [name, ask] of listRequests(opened, customer)) {
      const profiler = await createProfiler(inspectPort);
      await profiler.start();
      const { value } = await measureRate(seconds, ask);
      print(formatTimes(`${name}, ${CLIENTS} clients`, await profiler.stop(), value * seconds));
    }
    return measured;
  });
  return [...rows, ...(await measureEncoder(seconds))];
}

async function withBank<T>(options: TestbedOptions, work: (opened: BankAccess) => Promise<T>) {
  const testbed = await startTestbed(options);
  const pool = new Pool(testbed.url, { connections: CLIENTS });
  try {
    return await work({ testbed, pool, ...(await openCustomers(testbed)) });
  } finally {
    await pool.close();
    await testbed.stop();
  }
}

/** Opens a customer with two accounts and some hundred payments. */
async function openCustomer(opened: BankAccess): Promise<Customer> {
  const create = async (path: string, body: object) => {
    const { status, body: answer } = await sendRequest(opened, path, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const { id: customerId } = await create('/v1/customers', { type: 'individual', name: 'Asks' });
  const account = { customerId, currency: 'EUR' };
  const { id: main } = await create('/v1/accounts', { ...account, type: 'checking', name: 'Main' });
  const { id: other } = await create('/v1/accounts', {
    ...account,
    type: 'savings',
    name: 'Spare',
  });
  const wait = '/v1/transactions?wait=10';
  const commonFields = { currency: 'EUR' };
  await create(wait, { ...commonFields, type: 'deposit', amount: 1e7, destinationAccountId: main });
  for (let n = 0; n < PAYMENTS; n += CLIENTS) {
    await Promise.all(
      Array.from({ length: CLIENTS }, (_, index) =>
        create(wait, {
          ...commonFields,
          type: 'withdrawal',
          amount: 1_000 + n + index,
          sourceAccountId: main,
          category: index % 2 === 0 ? 'groceries' : 'dining',
          externalParty: { name: index % 2 === 0 ? 'Green Grocer' : 'Bella Pasta', method: 'book' },
        }),
      ),
    );
  }
  return { customerId, main, other };
}

/**
 * Measures requests with the encoder: it answers the requests that it has time for, and the text
 * model answers the others.
 */
async function measureEncoder(seconds: number): Promise<Row[]> {
  const name = 'parse-intent with the sentence encoder';
  if (!existsSync(DOWNLOADED_ENCODER_PATH)) {
    const notRun = '`npm run encoder` has not fetched it';
    return [{ name, value: 0, unit: 'answers/s', floorName: '', floor: null, target: {}, notRun }];
  }
  return withBank({ env: { KONTOR_ENCODER: DOWNLOADED_ENCODER_PATH } }, async (opened) => {
    const [parse] = listRequests(opened, await openCustomer(opened));
    let [encoded, all] = [0, 0];
    const askCounted = async () => {
      const answer = await parse[1]();
      all += 1;
      if (answer.body.model?.version.includes('+')) encoded += 1;
      return answer;
    };
    const rows = await measureRequests(opened, [[name, askCounted]], seconds, {});
    const figureTerms = { floorName: 'messages that are read', floor: 100, target: {} };
    const share = { name: `${name}: messages that it judged`, value: (100 * encoded) / all };
    return [...rows, { ...figureTerms, ...share, unit: '%' }];
  });
}

type Question = readonly [name: string, ask: () => Promise<Answer>];

function listRequests(
  opened: BankAccess,
  { customerId, main }: Customer,
): [Question, ...Question[]] {
  let textIndex = 0;
  const next = (texts: readonly string[]) => texts[textIndex++ % texts.length] ?? '';
  const context = {
    timezone: 'Europe/Berlin',
    recentContacts: ['Maria', 'Bob'].map((name, index) => {
      return { name, accountId: opened.accounts[index] };
    }),
  };
  const command = () => {
    return { customerId, sourceAccountId: main, message: next(COMMANDS), context };
  };
  return [
    ['parse-intent', () => sendRequest(opened, '/v1/ai/parse-intent', command())],
    ['preview of ai-intent', () => sendRequest(opened, '/v1/transactions/ai-intent', command())],
    [
      'conversation, a question',
      () =>
        sendRequest(opened, '/v1/ai/conversation', {
          customerId,
          message: next(QUESTIONS),
          context,
        }),
    ],
    [
      'financial-qa',
      () => sendRequest(opened, '/v1/ai/financial-qa', { customerId, question: next(QUESTIONS) }),
    ],
  ];
}

async function measureRequests(
  opened: BankAccess,
  questions: readonly Question[],
  seconds: number,
  target: Row['target'],
): Promise<Row[]> {
  const { data } = (await sendRequest(opened, '/v1/transactions?limit=1')).body;
  const read = () => sendRequest(opened, `/v1/transactions/${data[0].id}`);
  for (const warm of [read, ...questions.map(([, ask]) => ask)]) await measureRate(1, warm);
  const floor = await timeQuestions(opened, seconds, read);
  const measured: Row[] = [];
  for (const [name, ask] of questions)
    measured.push(...rowsOf(name, target, floor, await timeQuestions(opened, seconds, ask)));
  return measured;
}

type QuestionTimes = Awaited<ReturnType<typeof timeQuestions>>;

/**
 * Also measures the processor time of the bank for each answer, which other work on the machine
 * changes less.
 */
async function timeQuestions(
  { testbed }: BankAccess,
  seconds: number,
  ask: Parameters<typeof measureRate>[1],
) {
  const before = processorMs(testbed.bankPid);
  const rate = await measureRate(seconds, ask);
  const eachMs = (processorMs(testbed.bankPid) - before) / (rate.value * seconds);
  return { ...rate, eachMs, steady: await measureSteady(STEADY_REQUESTS, seconds, ask) };
}

function rowsOf(
  name: string,
  target: Row['target'],
  floor: QuestionTimes,
  { value, p50Ms, p99Ms, eachMs, steady }: QuestionTimes,
): Row[] {
  const floorName = 'reading a transaction, same server';
  const commonFields = { floorName, target: {} };
  return [
    {
      ...commonFields,
      name: `${name}, ${CLIENTS} clients`,
      value,
      unit: 'answers/s',
      floor: floor.value,
    },
    {
      ...commonFields,
      name: `${name}: p99`,
      value: p99Ms,
      unit: 'ms',
      floor: floor.p99Ms,
      target,
      p50Ms,
    },
    {
      ...commonFields,
      name: `${name}: p99 at ${STEADY_REQUESTS} a second`,
      value: steady.p99Ms,
      unit: 'ms',
      floor: floor.steady.p99Ms,
      target,
      p50Ms: steady.p50Ms,
    },
    {
      ...commonFields,
      name: `${name}: processor time of the bank for each`,
      value: eachMs,
      unit: 'ms',
      floor: floor.eachMs,
    },
  ];
}
