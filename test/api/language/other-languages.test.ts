// The answer to a question in another language names the language that it resembles, on every path.

import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let customerId: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  ({ customerId } = await openAccounts(bank, key, [10_000, 0]));
});
afterAll(() => bank.close());

const QUESTIONS: readonly (readonly [question: string, language: string])[] = [
  ['Wie viel habe ich letzten Monat ausgegeben?', 'German'],
  ['Combien ai-je dépensé le mois dernier ?', 'French'],
  ['¿Cuánto gasté este mes?', 'Spanish'],
  ['Hoeveel heb ik uitgegeven?', 'Dutch'],
  ['Ile wydałem w maju?', 'Polish'],
  ['Сколько я потратил в мае?', 'Russian'],
  ['Скільки я витратила?', 'Ukrainian'],
  ['我上个月花了多少钱', 'Chinese'],
  ['今月いくら使いましたか', 'Japanese'],
];
const PATHS: readonly (readonly [path: string, field: string])[] = [
  ['/v1/ai/financial-qa', 'question'],
  ['/v1/ai/conversation', 'message'],
  ['/v1/ai/parse-intent', 'message'],
  ['/v1/transactions/ai-intent', 'message'],
];

const cases = PATHS.flatMap(([path, field]) =>
  QUESTIONS.map(([question, language]) => [path, question, language, field] as const),
);

test.each(cases)('%s reports that "%s" looks like %s', async (path, recorded, language, field) => {
  const body = { customerId, [field]: recorded };
  const answer = await bank.call(path, { key, body, headers: { 'accept-language': 'en' } });
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer.body)).toContain(`This looks like ${language}`);
  expect(answer.headers.get('content-language')).toBe('en');
});

test.each(PATHS)(
  '%s reports the requested language when the words reveal none',
  async (path, field) => {
    const body = { customerId, [field]: 'paga' };
    const headers = { 'accept-language': 'it-IT, en;q=0.5' };
    const answer = await bank.call(path, { key, body, headers });
    expect(JSON.stringify(answer.body)).toContain('This looks like Italian');
  },
);

it('reading a conversation again reports its language', async () => {
  const fields = { customerId, message: 'What is my balance?' };
  const { body } = await bank.call('/v1/ai/conversation', { key, body: fields });
  const objectPath = `/v1/ai/conversations/${body.conversationId}`;
  for (const path of ['/v1/ai/conversations', objectPath, `${objectPath}/messages`]) {
    const answer = await bank.call(path, { key });
    expect([answer.status, answer.headers.get('content-language')]).toEqual([200, 'en']);
  }
});
