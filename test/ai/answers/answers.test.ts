// Questions about money: every figure of an answer is the one that the entries give.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { askQuestion } from '../../../ai/answers/ask.ts';
import { type AskedBank, askedBank, type Bookkeeper, bookkeeper, ZONE } from './asked-bank.ts';
import { QUESTIONS } from './questions.ts';

let bank: AskedBank;
let books: Bookkeeper;
beforeAll(async () => {
  bank = await askedBank();
  books = bookkeeper(bank);
});
afterAll(() => bank.ledger.close());

const ask = (question: string) => {
  const { ledger, tenantId, customerId } = bank;
  return askQuestion(ledger, { tenantId, customerId, accountIds: [], timezone: ZONE }, question);
};

test('there are 200 questions', () => expect(QUESTIONS.length).toBeGreaterThanOrEqual(200));

test.each(QUESTIONS)('%s', async (question, wanted) => {
  const reply = await ask(question);
  const expected = wanted(books);
  if (expected === null) {
    expect([reply.isAnswerable, reply.figures], reply.answer).toEqual([false, []]);
  } else if (typeof expected === 'string') {
    expect(reply.citations, reply.answer).toEqual([{ type: 'doc', id: expected }]);
  } else {
    const values = reply.figures.map(({ value }) => value).slice(0, expected.length);
    expect(values, reply.answer).toEqual(expected);
  }
});
