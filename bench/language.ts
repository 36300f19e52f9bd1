// What requests in plain language take over HTTP, beside reading a transaction on the same server:
// the answers of rules and of the intent model, without a language model.

import { Pool } from 'undici';
import { asked, CLIENTS, type Opened, rateOf } from './asking.ts';
import { prepareGround, processorMs } from './ground.ts';
import { openCustomers } from './http.ts';
import type { Row } from './measure.ts';

const PAYMENTS = 200;
const P99_MS = 100;

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

/** @param seconds how long each figure is measured */
export async function benchLanguage(seconds: number): Promise<Row[]> {
  const ground = await prepareGround();
  const pool = new Pool(ground.url, { connections: CLIENTS });
  try {
    const opened = { ground, pool, ...(await openCustomers(ground)) };
    const customer = await openedCustomer(opened);
    return await answers(opened, customer, seconds);
  } finally {
    await pool.close();
    await ground.stop();
  }
}

/** A customer with two accounts and some hundred payments, as a person has them. */
async function openedCustomer(opened: Opened): Promise<Customer> {
  const made = async (path: string, body: object) => {
    const { status, body: answer } = await asked(opened, path, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const { id: customerId } = await made('/v1/customers', { type: 'individual', name: 'Asks' });
  const account = { customerId, currency: 'EUR' };
  const { id: main } = await made('/v1/accounts', { ...account, type: 'checking', name: 'Main' });
  const { id: other } = await made('/v1/accounts', { ...account, type: 'savings', name: 'Spare' });
  const wait = '/v1/transactions?wait=10';
  const common = { currency: 'EUR' };
  await made(wait, { ...common, type: 'deposit', amount: 1e7, destinationAccountId: main });
  for (let n = 0; n < PAYMENTS; n += CLIENTS) {
    await Promise.all(
      Array.from({ length: CLIENTS }, (_, at) =>
        made(wait, {
          ...common,
          type: 'withdrawal',
          amount: 1_000 + n + at,
          sourceAccountId: main,
          category: at % 2 === 0 ? 'groceries' : 'dining',
          externalParty: { name: at % 2 === 0 ? 'Green Grocer' : 'Bella Pasta', method: 'book' },
        }),
      ),
    );
  }
  return { customerId, main, other };
}

async function answers(opened: Opened, customer: Customer, seconds: number): Promise<Row[]> {
  const { customerId, main } = customer;
  let turn = 0;
  const next = (texts: readonly string[]) => texts[turn++ % texts.length] ?? '';
  const context = {
    timezone: 'Europe/Berlin',
    recentContacts: ['Maria', 'Bob'].map((name, at) => {
      return { name, accountId: opened.accounts[at] };
    }),
  };
  const command = () => {
    return { customerId, sourceAccountId: main, message: next(COMMANDS), context };
  };
  const rows = [
    ['parse-intent', () => asked(opened, '/v1/ai/parse-intent', command())],
    ['preview of ai-intent', () => asked(opened, '/v1/transactions/ai-intent', command())],
    [
      'conversation, a question',
      () => asked(opened, '/v1/ai/conversation', { customerId, message: next(QUESTIONS), context }),
    ],
    [
      'financial-qa',
      () => asked(opened, '/v1/ai/financial-qa', { customerId, question: next(QUESTIONS) }),
    ],
  ] as const;
  const { data } = (await asked(opened, '/v1/transactions?limit=1')).body;
  const read = () => asked(opened, `/v1/transactions/${data[0].id}`);
  for (const warm of [read, ...rows.map(([, ask]) => ask)]) await rateOf(1, warm);
  const floor = await timed(opened, seconds, read);
  const measured: Row[] = [];
  for (const [name, ask] of rows)
    measured.push(...rowsOf(name, floor, await timed(opened, seconds, ask)));
  return measured;
}

type Timed = Awaited<ReturnType<typeof timed>>;

/** Also the processor time of the bank for each answer, which other work hides less. */
async function timed({ ground }: Opened, seconds: number, ask: Parameters<typeof rateOf>[1]) {
  const before = processorMs(ground.bankPid);
  const rate = await rateOf(seconds, ask);
  return { ...rate, eachMs: (processorMs(ground.bankPid) - before) / (rate.value * seconds) };
}

function rowsOf(name: string, floor: Timed, { value, p50Ms, p99Ms, eachMs }: Timed): Row[] {
  const floorName = 'reading a transaction, same server';
  const common = { floorName, target: {} };
  return [
    {
      ...common,
      name: `${name}, ${CLIENTS} clients`,
      value,
      unit: 'answers/s',
      floor: floor.value,
    },
    {
      ...common,
      name: `${name}: p99`,
      value: p99Ms,
      unit: 'ms',
      floor: floor.p99Ms,
      target: { valueAtMost: P99_MS },
      p50Ms,
    },
    {
      ...common,
      name: `${name}: processor time of the bank for each`,
      value: eachMs,
      unit: 'ms',
      floor: floor.eachMs,
    },
  ];
}
