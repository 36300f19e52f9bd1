// Questions about money: every figure of an answer is the one that the entries give.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askQuestion } from '../../../ai/answers/ask.ts';
import { answerThread } from '../../../ai/answers/thread.ts';
import { ledgerMarket } from '../../../db/exchange/market.ts';
import { acceptTransaction, settleTransactions } from '../../../db/money/calls.ts';
import { draftOf, WORKFLOW } from '../../db/teller.ts';
import { type AskedBank, askedBank, type Bookkeeper, bookkeeper, ZONE } from './asked-bank.ts';
import { QUESTIONS } from './questions.ts';

let bank: AskedBank;
let books: Bookkeeper;
const folder = mkdtempSync(join(tmpdir(), 'kontor-answers-'));
const closing = new AbortController();
const thread = answerThread(closing.signal);
beforeAll(async () => {
  bank = await askedBank(join(folder, 'sandbox.db'));
  books = bookkeeper(bank);
});
afterAll(() => {
  closing.abort();
  bank.ledger.close();
  rmSync(folder, { recursive: true });
});

const order = () => {
  const { tenantId, customerId } = bank;
  return { tenantId, customerId, accountIds: [], timezone: ZONE };
};
/** Asks on the thread of questions, as in a bank whose ledger is stored in a file. */
const ask = async (question: string, otherFields = {}) => {
  const reply = await thread.ask(bank.ledger, order(), question, otherFields);
  if (reply === null) throw new Error('too many questions wait');
  return reply;
};

test('there are 200 test questions', () => expect(QUESTIONS.length).toBeGreaterThanOrEqual(200));

test.each(QUESTIONS)(
  'the question "%s" has its expected figures',
  async (question, expectedValue) => {
    const reply = await ask(question);
    const expected = expectedValue(books);
    if (expected === null) {
      expect([reply.isAnswerable, reply.figures], reply.answer).toEqual([false, []]);
    } else if (typeof expected === 'string') {
      expect(reply.citations, reply.answer).toEqual([{ type: 'doc', id: expected }]);
    } else {
      const values = reply.figures.map(({ value }) => value).slice(0, expected.length);
      expect(values, reply.answer).toEqual(expected);
    }
  },
);

test.each([
  ["What is Maria's balance?", 'Maria'],
  ["what's the balance of Green Grocer?", 'Green'],
  ['How much money does Ahmed have left?', ''],
  ["How much does Bella Pasta's account have available?", 'Pasta'],
  ["And what is Super Mart's overdraft?", 'Mart'],
])("%s is not answered with the customer's money", async (question, name) => {
  const reply = await ask(question);
  expect([reply.isAnswerable, reply.figures], reply.answer).toEqual([false, []]);
  expect(reply.answer).toContain(name);
});

// A word that asks for payees, a number of people, a right or a possession is part of the question.
test.each([
  'How many people did I pay?',
  'How many different shops?',
  'How much was refunded?',
  "What is Bella Pasta's account number?",
  'Who is Maria Lopez?',
  'How much money has Maria Lopez?',
  'How many times more did I pay Acme Ltd than Maria Lopez?',
  'how much can I spend per day until Christmas',
  'What is my net worth?',
  'How much did I spend since tomorrow?',
  'How much did I spend in the last 0 days?',
  'What is the total of my last five payments to Super Mart?',
])('%s has no figure: a sum of payments does not answer it', async (question) => {
  const reply = await ask(question);
  expect([reply.isAnswerable, reply.figures], reply.answer).toEqual([false, []]);
});

test.each([
  ['how often per month', /^By month/],
  ['Where does my money go?', /^By payee/],
  ['Where did most of my money go last month?', /^By payee/],
  ['Which shop got the most of my money?', /^By payee/],
  ['Who did I pay more than 50 euros?', /^By payee, of more than 50 EUR/],
  ['biggest payee', /^By payee/],
  ['top three payees by number of payments', /^By payee.* payments?,/],
  ['What did I spend my money on?', /^By category/],
  ['Who paid me most last month?', /^By payer/],
  ['What is the smallest deposit I got last month?', /^Your smallest incoming payment/],
  ['Which account has the most money?', /balance/],
  ['How much did I have on 1 October?', /^At the end of 1 October 2026/],
  ['Total in and out last month?', /^What came in less what went out/],
])('%s is answered with the thing it names', async (question, expected) => {
  expect((await ask(question)).answer).toMatch(expected);
});

test('a refusal lists the words that are not understood, and suggests a question about the same account', async () => {
  const reply = await ask('How much did the sailing club cost me from Travel Dollars this month?');
  expect(reply.answer).toContain('Not understood: "sailing club".');
  const [nearest = ''] = reply.followUps;
  expect(nearest).toContain('Travel Dollars');
  expect((await ask(nearest)).isAnswerable).toBe(true);
});

test('a word that replaces another counts alone', async () => {
  const corrected = await ask('How much did I spend on dining, sorry, groceries last month?');
  const wholeAnswer = await ask('How much did I spend on groceries last month?');
  expect(corrected.figures).toEqual(wholeAnswer.figures);
});

test.each([
  "What's my balance?",
  "What was yesterday's balance?",
  "What is my checking account's balance?",
  'How much money do I have left?',
  'balance for October',
  'What is the balance of all accounts in EUR?',
])("%s is about the customer's own money", async (question) => {
  expect((await ask(question)).isAnswerable).toBe(true);
});

test('questions asked concurrently have the answers that they have alone', async () => {
  const request = QUESTIONS.slice(0, 40).map(([question]) => question);
  const together = await Promise.all(request.map((question) => ask(question)));
  const aloneAnswers: unknown[] = [];
  const { ledger } = bank;
  const withMarket = { ...ledger, market: ledgerMarket(ledger.database) };
  for (const question of request)
    aloneAnswers.push(await askQuestion(withMarket, order(), question));
  expect(together).toEqual(aloneAnswers);
});

test('a follow-up question continues the question before', async () => {
  const before = await ask('How much did I spend on groceries this month?');
  const after = await ask('and last month?', { before: before.ask });
  const wholeAnswer = await ask('How much did I spend on groceries last month?');
  expect(after.figures).toEqual(wholeAnswer.figures);
});

test('the dates of the request apply where the question names no time', async () => {
  const [from, to] = ['2026-10-01T00:00+02:00', '2026-11-01T00:00+01:00'].map(Date.parse);
  const period = { from, to, label: 'in those days', start: 0, end: 0 };
  const reply = await ask('How much did I spend on groceries?', { period });
  const wholeAnswer = await ask('How much did I spend on groceries in October 2026?', { period });
  expect(reply.figures[0]?.value).toBe(wholeAnswer.figures[0]?.value);
  const other = await ask('How much did I spend on groceries this month?', { period });
  expect(other.figures[0]?.value).not.toBe(wholeAnswer.figures[0]?.value);
});

test('a payment booked after the bank opened is in the next answer', async () => {
  const { ledger, tenantId, everyday } = bank;
  const balance = async () => (await ask('What is the balance of Everyday?')).figures[0]?.value;
  const before = (await balance()) ?? 0;
  const deposit = {
    type: 'deposit' as const,
    amount: 123,
    currency: 'EUR',
    destinationAccountId: everyday,
  };
  const created = await ledger.run(acceptTransaction, draftOf(tenantId, deposit));
  await ledger.run(settleTransactions, { ids: [created.id], workflow: WORKFLOW });
  expect(await balance()).toBe(before + 123);
});
