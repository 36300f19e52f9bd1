// A message never becomes a proposal with a wrong payee, amount or currency: the bank asks about an
// ambiguous message.

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { INTENT_LABELS, OPERATION_INTENTS } from '../../../ai/intents/catalogue.ts';
import type { ReadOrder } from '../../../ai/intents/judge.ts';
import { type ParsedIntent, parseIntent } from '../../../ai/intents/parse.ts';
import { intentReader } from '../../../ai/intents/reader.ts';
import { wordThread } from '../../../ai/intents/word-thread.ts';
import document from '../../../docs/reference/openapi.json' with { type: 'json' };
import {
  ACCOUNTS,
  CONTACTS,
  EXPECTED_READINGS,
  FOREIGN_MESSAGES,
  NEVER_ORDERS,
  NEVER_PAYEE,
} from './adversarial.ts';

const closing = new AbortController();
const words = wordThread(closing.signal);
const reader = intentReader(words, null);
/** Parses on the thread of words, as in a bank whose ledger is stored in a file. */
const there = { file: 'sandbox.db' };
afterAll(() => closing.abort());
/** Monday, 23 November 2026, 10:00 UTC. */
const NOW = Date.UTC(2026, 10, 23, 10);

async function parse(message: string, over: Partial<ReadOrder> = {}) {
  const order = { accounts: ACCOUNTS, contacts: CONTACTS, sourceAccountId: null };
  const usualOptions = { accountBalance: null, timezone: 'Europe/Berlin', now: NOW };
  const wholeOrder = { message, ...order, ...usualOptions, ...over };
  const read = await reader.read(there, wholeOrder);
  if (read === null) throw new Error('too many messages wait');
  return read.parsed;
}

const bodyOf = ({ operation }: ParsedIntent) => operation?.body ?? null;
/** Of the one account that the request names. */
const parseMain = (message: string) => parse(message, { sourceAccountId: 'acc_main' });

describe('a command whose every word is understood', () => {
  test.each(EXPECTED_READINGS)('%s', async (message, destinationAccountId, amount, currency) => {
    const body = bodyOf(await parse(message));
    expect(body).toMatchObject({ type: 'transfer', destinationAccountId, amount, currency });
  });
});

it('nothing is proposed for any message of the adversarial suite', async () => {
  const request = NEVER_ORDERS.filter(
    (message) => !EXPECTED_READINGS.some(([known]) => known === message),
  );
  const proposed: string[] = [];
  for (const message of request) {
    const { operation } = await parse(message);
    if (operation && operation.method !== 'GET')
      proposed.push(`${message}: ${JSON.stringify(operation.body)}`);
  }
  expect(proposed).toEqual([]);
  expect(request.length).toBeGreaterThan(300);
});

describe('a pronoun is the one contact that the words before it name', () => {
  const people = [
    { name: 'Lakshmi Venkatesh', accountId: 'acc_lakshmi', relationship: 'wife' },
    { name: 'Bogdan Ferenczi', accountId: 'acc_bogdan', relationship: null },
  ];
  const accounts = [
    { id: 'acc_own', name: 'Daily', type: 'checking', currency: 'EUR', status: 'active' },
  ];
  const payeeOf = async (message: string) =>
    bodyOf(await parse(message, { contacts: people, accounts }))?.['destinationAccountId'] ?? null;

  test.each([
    ['My wife forgot her purse, send her 60 euros', 'acc_lakshmi'],
    ['Bogdan has repaired the door, I owe him 150 euros, please send', 'acc_bogdan'],
    ['Bogdan did my shopping, it was 63.18 euros, so pay him that', 'acc_bogdan'],
  ])('%s', async (message, accountId) => expect(await payeeOf(message)).toBe(accountId));

  test.each([
    "My wife's friend needs a coat, send her 60 euros",
    'My wife met a man, send him 60 euros',
    'My wife brought a man, 60 euros to him',
    'My wife forgot the purse, send him 60 euros',
    'Bogdan cooked for a man, 30 euros to him',
    'Bogdan visited the doctor, it cost 30 euros, send it to him',
    'Bogdan and Lakshmi were here, send them 20 euros',
    'Bogdan came with Radu, send him 20 euros',
    "Bogdan's brother fixed the door, I owe him 20 euros, please send",
    'Bogdan asked for money, I owe him 20 euros, please send',
  ])('asks about: %s', async (message) => expect(await payeeOf(message)).toBeNull());
});

test.each(['Send ⑤0 euros to Ahmed', 'Send 𝟓0 euros to Ahmed', 'Send ⒌0 euros to Ahmed'])(
  'asks what a figure of another form means: %s',
  async (message) => expect(bodyOf(await parse(message))).toBeNull(),
);

describe('a command in everyday words', () => {
  const PEOPLE = [
    { name: 'Lakshmi Venkatesh', accountId: 'acc_lakshmi', relationship: 'wife' },
    { name: 'Bogdan Ferenczi', accountId: 'acc_bogdan', relationship: null },
  ];
  const account = (currency: string) => [
    { id: 'acc_own', name: 'Daily', type: 'checking', currency, status: 'active' },
    { id: 'acc_pot', name: 'Rainy pot', type: 'savings', currency, status: 'active' },
  ];
  const bodyIn = async (currency: string, message: string) =>
    bodyOf(
      await parse(message, {
        accounts: account(currency),
        contacts: PEOPLE,
        sourceAccountId: 'acc_own',
      }),
    );

  test.each([
    ['Rs 4500 to Bogdan', 450000],
    ['pay Bogdan Rs.5000/- please', 500000],
    ['transfer 1,20,000 rupees to Bogdan', 12000000],
    ['send 1.5 lakh to Bogdan', 15000000],
  ])('with rupees is read as they are written in India: %s', async (message, amount) => {
    const body = await bodyIn('INR', message);
    expect(body).toMatchObject({ amount, currency: 'INR', destinationAccountId: 'acc_bogdan' });
  });

  test.each([
    ['a tenner to Bogdan', 1000],
    ['send Bogdan a fiver', 500],
    ['a grand to Bogdan', 100000],
    ['50 quid to Bogdan', 5000],
  ])('with slang for one exact amount in its own currency is read: %s', async (message, amount) => {
    expect(await bodyIn('GBP', message)).toMatchObject({ amount, currency: 'GBP' });
  });

  test.each([
    ['EUR', 'send Bogdan a tenner'],
    ['GBP', 'send Bogdan about a tenner'],
    ['GBP', 'about a grand to Bogdan'],
    ['GBP', 'two tenners to Bogdan'],
    ['EUR', 'transfer 1,20,000 euros to Bogdan'],
  ])(
    'with slang of another currency, or with a hedge, leads to a question: %s %s',
    async (currency, message) => {
      expect(await bodyIn(currency, message)).toBeNull();
    },
  );

  test.each([
    'Good morning dear, would you send 30 to Bogdan please',
    'Pls do the needful and pay Bogdan 30',
    'the boiler works again, please pay Bogdan 30',
    'Make please one transfer of 30 for Bogdan',
    'I must still give 30 to Bogdan, do it please',
    'Bogdan must have 30 for the roof, pay it',
    'To Bogdan please send 30',
    'make 30 over to Bogdan',
    'sned 30 to Bogdan would you',
    'Bogdan 30 for pizza',
    'Pay Bogdan 30 dollars consultation fee',
    'Bogdan $30 piano lesson',
    'Pay the Bogdan invoice 41: $30',
    'I want send 30 to Bogdan',
    'Pay Bogdan 30 and put "tickets" as the reference',
    'Bogdan 30, memo: tickets',
    'Pay Bogdan 30, inv 88213',
    'Pay Bogdan 30 he got the coffees',
  ])('is read with the words around it: %s', async (message) => {
    const body = await bodyIn('USD', message);
    expect(body).toMatchObject({ amount: 3000, destinationAccountId: 'acc_bogdan' });
  });

  test.each([
    'he wants this, send 30 to Bogdan',
    'this is a test, send 30 to Bogdan',
    'my boss wrote me, send 30 to Bogdan',
    'it was not my idea, send 30 to Bogdan',
    'for the sake of argument, send 30 to Bogdan',
    'Pay Bogdan 30, memo: and 20 euros to Lakshmi',
    'Pay Bogdan 30, note: not before Friday',
    'Pay Bogdan 30 the day after my birthday',
    'Pay Bogdan 30 he got 10',
    'Bogdan needs 30',
    'Bogdan 30 tomorrow',
    'Bogdan 30 tickets',
    'send Bogdan 30 tickets',
    'I got a message, pay Bogdan 30',
    'can I send 30 to Bogdan?',
  ])('leads to a question where its other words may change its meaning: %s', async (message) => {
    expect(await bodyIn('USD', message)).toBeNull();
  });

  test.each([
    ['30 from the rainy pot to Bogdan', { sourceAccountId: 'acc_pot' }],
    ['Every month on 1st send Bogdan 30', { startDate: '2026-12-01' }],
    ['Bogdan $30 on the 5th of every month', { startDate: '2026-12-05' }],
    ['Bogdan, 30 each month from the 1st of December', { startDate: '2026-12-01' }],
    ['every Friday 30 to Bogdan', { startDate: '2026-11-27' }],
    ['Send 30 to Bogdan for lunch from my rainy pot', { sourceAccountId: 'acc_pot' }],
    ['Bogdan $30 on Dec 2', { startDate: '2026-12-02' }],
    ['the missus is to have 30', { destinationAccountId: 'acc_lakshmi' }],
  ])('is read with its account, its day and its relative: %s', async (message, slots) => {
    expect(await bodyIn('USD', message)).toMatchObject({ amount: 3000, ...slots });
  });
});

it('next Monday is read as the coming Monday when that lies in next week, and the customer is asked otherwise', async () => {
  const day = async (dayText: string) => {
    const { operation, ambiguities } = await parseMain(`Send 50 euros to Ahmed ${dayText}`);
    return operation?.body?.['startDate'] ?? ambiguities[0]?.field;
  };
  // Said on a Monday.
  expect(await day('next Monday')).toBe('2026-11-30');
  expect(await day('next Tuesday')).toBe('date');
  expect(await day('next Sunday')).toBe('date');
});

describe('a clause that tells why something is to be paid', () => {
  const bodyTo = async (message: string) => bodyOf(await parseMain(message));

  test.each([
    'I scratched her car, so send Ahmed 50 euros',
    'We laughed all evening. It was lovely. Please send Ahmed 50 euros',
    'Send Ahmed 50 euros, I adore his garden',
    'Send Ahmed 50 euros because his train was late',
    'the kettle leaked on the rug - please send Ahmed 50 euros',
  ])('is left out of the order: %s', async (message) => {
    expect(await bodyTo(message)).toMatchObject({ type: 'transfer', amount: 5_000 });
  });

  test.each([
    'Send Ahmed 50 euros, the moment he calls',
    'Send Ahmed 50 euros, I was told',
    'Send Ahmed 50 euros, it is done',
    'I am only joking, send Ahmed 50 euros',
    'Send Ahmed 50 euros, he has it already',
    'I cancelled it, send Ahmed 50 euros',
    'Article five of the statutes, send Ahmed 50 euros',
    'Ahmed 50 euros, I paid him',
  ])('is none where one of its words restricts, reports or takes back: %s', async (message) => {
    expect(await bodyTo(message)).toBeNull();
  });
});

test.each(['trasnfer 50 euros to Ahmed', 'plaese send Ahmed 50 euros', 'send Ahmed 50 euors'])(
  'a slip of the keyboard in a word of an order is taken back: %s',
  async (message) => {
    expect(bodyOf(await parseMain(message))).toMatchObject({ type: 'transfer', amount: 5_000 });
  },
);

it('a verb that no list has orders a payment only where something asks for it', async () => {
  expect(bodyOf(await parseMain('tease Ahmed €50'))).toBeNull();
  expect(bodyOf(await parseMain('please yeet Ahmed €50'))).toMatchObject({ amount: 5_000 });
});

describe('a wrong payee, account or amount that a message seems to name', () => {
  const PEOPLE = [
    { name: 'Bogdan Ferenczi', accountId: 'acc_bogdan', relationship: null },
    { name: 'Mohammed Haddad', accountId: 'acc_mohammed', relationship: null },
    { name: 'Muhammad Rashid', accountId: 'acc_muhammad', relationship: null },
    { name: 'Crumb and Sons', accountId: 'acc_crumb', relationship: null },
  ];
  const ownAccount = (id: string, name: string, type: string, currency: string) => {
    return { id, name, type, currency, status: 'active' };
  };
  const MINE = [
    ownAccount('acc_main', 'Main', 'checking', 'EUR'),
    ownAccount('acc_pot', 'Rainy pot', 'savings', 'EUR'),
    ownAccount('acc_swiss', 'Alpine', 'checking', 'CHF'),
  ];
  const read = (message: string, accounts = MINE) =>
    parse(message, { accounts, contacts: PEOPLE, sourceAccountId: 'acc_main' });

  test.each(["Bogdan's sister", "Bogdan's landlord", 'the sister of Bogdan'])(
    'a relative of a contact is not the contact: %s',
    async (answer) => {
      expect(bodyOf(await read(`send 30 euros to ${answer}`))).toBeNull();
    },
  );

  it("a contact's invoice is paid to the contact", async () => {
    const body = bodyOf(await read("pay Bogdan's invoice, 30 euros"));
    expect(body).toMatchObject({ destinationAccountId: 'acc_bogdan', amount: 3000 });
  });

  it('a withdrawal into another own account is a transfer', async () => {
    const body = bodyOf(await read('withdraw 30 euros from rainy pot to main'));
    const sides = { sourceAccountId: 'acc_pot', destinationAccountId: 'acc_main' };
    expect(body).toMatchObject({ type: 'transfer', amount: 3000, ...sides });
  });

  test.each(['Mohamed', 'Muhamed'])(
    'a name that sounds like two contacts leads to a question: %s',
    async (answer) => {
      const { operation, ambiguities } = await read(`send 30 euros to ${answer}`);
      expect([operation, ambiguities.map(({ field }) => field)]).toEqual([null, ['recipient']]);
    },
  );

  it('the word "and" is no part of a firm\'s name', async () => {
    expect(bodyOf(await read('send 30 euros to and'))).toBeNull();
  });

  it('what a payment is for is no account that it comes from', async () => {
    const body = bodyOf(await read('Bogdan 33 euros from the taxi, please send it'));
    expect([null, 'acc_main']).toContain((body as Sides)?.sourceAccountId ?? null);
    const lunch = bodyOf(await read('send 30 euros to Bogdan for lunch from my rainy pot'));
    expect(lunch).toMatchObject({ sourceAccountId: 'acc_pot', description: 'lunch' });
  });

  it('an amount in another currency comes from the only account that has it, with a warning', async () => {
    const { operation, warnings } = await read('send 200 francs to Bogdan');
    expect(operation?.body).toMatchObject({
      ...{ sourceAccountId: 'acc_swiss', amount: 20_000, currency: 'CHF' },
    });
    expect(warnings).toContain('account_of_currency_assumed');
    const plain = await read('send 200 euros to Bogdan');
    expect(plain.operation?.body).toMatchObject({ sourceAccountId: 'acc_main' });
    expect(plain.warnings).not.toContain('account_of_currency_assumed');
  });

  it('an amount in a currency that two accounts have, or none, leads to a question', async () => {
    const second = [...MINE, ownAccount('acc_ski', 'Ski', 'checking', 'CHF')];
    for (const accounts of [second, MINE.slice(0, 2)]) {
      const { operation, warnings } = await read('send 200 francs to Bogdan', accounts);
      expect([operation, warnings.includes('account_of_currency_assumed')]).toEqual([null, false]);
    }
  });

  test.each([
    ['AUD', 'AUD'],
    ['EUR', 'USD'],
  ])("a dollar is that of the customer's account: %s", async (heldCurrency, dollar) => {
    const accounts = [ownAccount('acc_main', 'Main', 'checking', heldCurrency)];
    const { operation } = await read('send $30 to Bogdan', accounts);
    const { currency = null } = (operation?.body ?? {}) as { currency?: string };
    expect(currency).toBe(heldCurrency === dollar ? dollar : null);
  });
});
interface Sides {
  readonly sourceAccountId?: string;
}

test.each([
  'can you please ',
  'thanks, ',
  'send it to her ',
  'memo ',
  'for rent and ',
  'please to ',
  'she got it, ',
])('a message that only repeats "%s" is read quickly, and proposes nothing', async (words) => {
  expect(bodyOf(await parse(`${words.repeat(Math.floor(900 / words.length))}x`))).toBeNull();
});

it('the parser is never sure of a payee who could be another person', async () => {
  const proposed: string[] = [];
  for (const message of NEVER_PAYEE) {
    const body = bodyOf(await parse(message));
    if (body) proposed.push(`${message}: ${JSON.stringify(body)}`);
  }
  expect(proposed).toEqual([]);
});

it('a message in another language is reported as unsupported', async () => {
  for (const message of FOREIGN_MESSAGES) {
    const { isSupported, operation } = await parse(message);
    expect({ message, isSupported, operation }).toEqual({
      message,
      isSupported: false,
      operation: null,
    });
  }
});

test.each([
  ['überweise 50 Euro an Ahmed', 'German'],
  ['envoie 50 euros à Ahmed', 'French'],
  ['envía 50 euros a Ahmed', 'Spanish'],
  ['stuur 50 euro naar Ahmed', 'Dutch'],
  ['przelej 50 euro do Ahmed', 'Polish'],
  ['Στείλε 50 ευρώ στον Ahmed', 'Greek'],
  // Two languages have this word.
  ['paga 50 euro a Ahmed', null],
])('a message in another language names the likely language: %s', async (message, language) => {
  expect((await parse(message)).language).toBe(language);
});

describe('days and recurrences, in the time zone of the context', () => {
  test.each([
    ['Send 50 euros to Ahmed tomorrow from checking', '2026-11-24', undefined],
    ['Send 50 euros to Ahmed on friday from checking', '2026-11-27', undefined],
    ['Send 50 euros to Ahmed on the 1st from checking', '2026-12-01', undefined],
    ['Pay Ahmed 50 euros from checking every month starting on the 1st', '2026-12-01', 'monthly'],
    ['Pay Ahmed 50 euros from checking weekly starting tomorrow', '2026-11-24', 'weekly'],
  ])('%s', async (message, startDate, frequency) => {
    const { intent, operation } = await parse(message);
    expect(intent).toBe('schedule_transfer');
    expect(operation?.body).toMatchObject({ startDate, amount: 5000 });
    expect((operation?.body?.recurrence as { frequency?: string })?.frequency).toBe(frequency);
  });

  test.each(['now', 'today', 'on 23 November'])('a payment %s is made at once', async (day) => {
    const { intent, entities, operation } = await parse(
      `Send 50 euros to Ahmed ${day} from checking`,
    );
    expect([intent, entities.date]).toEqual(['transfer', '2026-11-23']);
    expect(operation).toMatchObject({ path: '/transactions', body: { type: 'transfer' } });
  });

  it("count tomorrow from the day in the sender's time zone", async () => {
    const lateEvening = { now: Date.UTC(2026, 10, 23, 23, 30) };
    const inBerlin = await parse('Send 50 euros to Ahmed tomorrow from checking', lateEvening);
    const inNewYork = await parse('Send 50 euros to Ahmed tomorrow from checking', {
      ...lateEvening,
      timezone: 'America/New_York',
    });
    expect(inBerlin.entities.date).toBe('2026-11-25');
    expect(inNewYork.entities.date).toBe('2026-11-24');
  });
});

describe('a day in the past is never read as a day ahead', () => {
  test.each([
    ['Send 50 euros to Ahmed from checking for dinner last night', 'dinner last night'],
    ['Send 50 euros to Ahmed from checking for lunch yesterday', 'lunch yesterday'],
    ['Send 50 euros to Ahmed from checking for drinks last friday', 'drinks last friday'],
    ['Send 50 euros to Ahmed from checking for a taxi 3 days ago', 'a taxi 3 days ago'],
    ['Send 50 euros to Ahmed from checking for last month', 'last month'],
  ])('%s', async (message, description) => {
    const { intent, operation, entities } = await parse(message);
    expect([intent, entities.date, entities.amount]).toEqual(['transfer', null, 5000]);
    expect(operation?.body).toMatchObject({ type: 'transfer', amount: 5000, description });
  });

  test.each(['last night', 'last friday', 'yesterday'])('asks which day %s is', async (day) => {
    const { operation, ambiguities } = await parse(`Send 50 euros to Ahmed ${day} from checking`);
    expect(operation).toBeNull();
    expect(ambiguities).toMatchObject([{ field: 'date', code: 'past' }]);
  });

  test('asks which day the 5th of this month is, once it is over', async () => {
    const { operation, ambiguities } = await parse(
      'Send 50 euros to Ahmed on the 5th of this month from checking',
    );
    expect(operation).toBeNull();
    expect(ambiguities).toMatchObject([{ field: 'date' }]);
  });
});

test.each([
  ['my brother Ahmed', 'acc_ahmed'],
  ['my landlord Maria', 'acc_maria'],
  ['my friend Anna', null],
  ['my landlord Ahmed', null],
])('a relationship before a name has to match the contact: %s', async (payee, accountId) => {
  const { entities } = await parse(`Send 50 euros to ${payee} from checking`);
  expect(entities.recipient?.accountId ?? null).toBe(accountId);
});

it("a warning says when the account's currency is assumed", async () => {
  const { entities, warnings } = await parse('Send 50 to Ahmed from checking');
  expect(entities.currency).toBe('EUR');
  expect(warnings).toContain('currency_of_account_assumed');
});

it('each slot has its place in the message', async () => {
  const { spans } = await parse('Send 50 euros to Ahmed from checking for dinner');
  expect(spans.map(({ field, text }) => [field, text])).toEqual([
    ['amount', '50 euros'],
    ['recipient', 'Ahmed'],
    ['sourceAccountId', 'checking'],
    ['category', 'dinner'],
  ]);
});

describe('questions that the model reads', () => {
  test.each([
    ['what is the balance of my savings account', 'balance_inquiry'],
    ['show me my last transactions', 'transaction_history'],
    ['what are the current exchange rates', 'exchange_rate_inquiry'],
    ['list my standing orders', 'list_schedules'],
    ['please freeze my checking account', 'freeze_account'],
    ['alert me when my balance falls below 100 euros', 'set_alert'],
  ])('%s', async (message, intent) => {
    expect((await parse(message)).intent).toBe(intent);
  });

  it('a message about no banking service is unknown and unsupported', async () => {
    const { intent, isSupported } = await parse('tell me a joke about the sea');
    expect({ intent, isSupported }).toEqual({ intent: 'unknown', isSupported: false });
  });

  it('the model has at least 40 intents, each an operation of this API', () => {
    const paths = document.paths as Readonly<Record<string, object>>;
    const operations = Object.entries(OPERATION_INTENTS);
    expect(operations.length).toBeGreaterThanOrEqual(40);
    const unknown = operations.filter(([, { method, path }]) => {
      return !Object.hasOwn(paths[`/v1${path}`] ?? {}, method.toLowerCase());
    });
    expect(unknown).toEqual([]);
  });
});

describe('a question that is no command', () => {
  test.each([
    ['What is my balance?', 'balance_inquiry'],
    ['How much money do I have?', 'balance_inquiry'],
    ['what is left in savings', 'balance_inquiry'],
    ['I want to cancel the transfer I made this morning', 'cancel_transaction'],
    ['How can I close my account with you?', 'close_account'],
    ['Where do I change my PIN?', 'pin_change'],
    ['My transfer is still pending, why?', 'transaction_status'],
  ])('%s is %s', async (message, intent) => {
    const { intent: read, operation } = await parse(message);
    expect(read).toBe(intent);
    // The model alone never fills in an operation that changes anything.
    expect(operation === null || operation.method === 'GET').toBe(true);
  });

  test.each([
    'Sounds good, but first, could you check my balance?',
    'No, not right now. Tell me how much money I have please',
    'Thanks. Perfect, so what is my current balance?',
  ])('is not changed by a preceding clause: %s', async (message) => {
    const { intent, confidence } = await parse(message);
    expect({ intent, confidence }).toEqual({ intent: 'balance_inquiry', confidence: null });
  });

  it('has one of the 77 topics, and a command has none', async () => {
    const answer = await parse('My new card has still not arrived, when will it come?');
    expect(answer.topic?.label).toMatch(/^card_(?:arrival|delivery_estimate)$/);
    expect((await parse('Send 50 euros to Ahmed from checking')).topic).toBeNull();
    expect((await parse('tell me a joke about the sea')).topic).toBeNull();
  });
});

describe('an order without an amount', () => {
  test.each([
    'I need to make a transfer, please',
    'Thanks a lot! Can you help me make a money transfer?',
    'Hello, I also want to transfer some cash',
    'I need a bank transfer to Ahmed',
  ])('%s asks for the missing slots', async (message) => {
    const { intent, operation, missing, confidence } = await parse(message);
    expect({ intent, operation, confidence }).toEqual({
      ...{ intent: 'transfer', operation: null, confidence: null },
    });
    expect(missing).toContain('amount');
  });

  it.each(['I should send 50 euros to Ahmed', 'I like to send 50 euros to Ahmed'])(
    '%s is no order',
    async (message) => {
      expect((await parse(message)).operation).toBeNull();
    },
  );

  it("to any savings account names none of the customer's accounts as recipient", async () => {
    const { operation, entities } = await parse('I want to transfer 82 euros to a savings account');
    expect(operation).toBeNull();
    expect(entities.recipient?.accountId ?? null).toBeNull();
  });
});

describe('a message that may be meant for the bank', () => {
  const guesses = (outside: number) => [
    { label: 'statement', probability: (1 - outside) / 2 },
    { label: 'out_of_scope', probability: outside },
    { label: 'list_alerts', probability: (1 - outside) / 4 },
  ];
  const order = { message: 'the thing for my landlord', accounts: [], contacts: [] };
  const context = {
    sourceAccountId: null,
    accountBalance: null,
    timezone: 'UTC',
    now: NOW,
    topics: [],
  };

  it('leads to a question, and proposes nothing', () => {
    const read = parseIntent({ ...order, ...context, intents: guesses(0.6) });
    expect(read).toMatchObject({ intent: 'statement', operation: null, confidence: 0.2 });
    expect(read.ambiguities).toMatchObject([
      { code: 'intent_unsure', options: ['statement', 'list_alerts'] },
    ]);
  });

  it('is out of scope where the model is certain enough', () => {
    expect(parseIntent({ ...order, ...context, intents: guesses(0.7) })).toMatchObject({
      ...{ intent: 'unknown', isSupported: false, ambiguities: [] },
    });
  });
});

describe('the intent model', () => {
  let card: Awaited<ReturnType<typeof reader.guess>>['card'];
  beforeAll(async () => {
    ({ card } = await reader.guess(there, 'hello'));
  });

  it('has the labels of the catalogue in their order', () => {
    expect(card?.heads.find(({ name }) => name === 'intent')?.labels).toEqual(INTENT_LABELS);
  });

  it('is left out when its file is missing: no intents and no model card are returned', async () => {
    const nowhere = wordThread(closing.signal, '/nowhere');
    const { intents, card: none } = await intentReader(nowhere, null).guess(there, 'hello');
    expect({ intents, none }).toEqual({ intents: [], none: null });
  });
});

it("reads the same on its worker thread as on the caller's thread", async () => {
  const usualOptions = { sourceAccountId: null, accountBalance: null, timezone: 'UTC', now: NOW };
  for (const message of ['Send 50 euros to Ahmed', 'what is my balance', 'tell me a joke']) {
    const order = { ...usualOptions, message, accounts: ACCOUNTS, contacts: CONTACTS };
    const read = await reader.read(there, order);
    expect(read?.model?.version).toBe('1.8.0');
    expect(read).toEqual(await reader.read({ file: null }, order));
  }
});

it("reads a reply to an open command the same on its worker thread as on the caller's thread", async () => {
  const open = { verb: 'transfer' as const, amount: '50 euros', payee: 'Ahmed', source: null };
  const draft = { ...open, date: null, recurrence: null, purpose: null };
  const commonFields = { contacts: CONTACTS, timezone: 'Europe/Berlin', now: NOW, asked: null };
  const received: string[] = [];
  for (const message of ['no, 40', 'never mind', 'yes', 'Send 5 euros to Ahmed', 'hello']) {
    const order = { ...commonFields, message, open: draft };
    const heardThere = await words.hear(there, order);
    expect(heardThere).toEqual(await words.hear({ file: null }, order));
    received.push(heardThere?.kind ?? '');
  }
  expect(received).toEqual(['changed', 'canceled', 'agreed', 'command', 'other']);
});
