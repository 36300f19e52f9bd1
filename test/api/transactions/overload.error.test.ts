// An overloaded bank refuses requests before it accepts them, and recovers.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_RATE_LIMITS } from '../../../bank/config/rate-limits.ts';
import { type Answer, callApi, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  checkAnswer,
  countRows,
  openCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

const sendTimes = (count: number, act: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, act));

describe('transactions over the limit of waiting transactions', () => {
  let bank: CheckedBank;
  beforeAll(async () => {
    bank = await openCheckedBank({ backlogLimit: 1 });
  });
  afterAll(() => bank.close());

  it('are refused with 503 before acceptance, and accepted again afterwards', async () => {
    const { key } = await register(bank);
    const { accountIds } = await openAccounts(bank, key, [1_000, 0]);
    const [from = '', to = ''] = accountIds;
    const request = { key, body: transferOf(from, to, 1), headers: { prefer: 'respond-async' } };
    const transactionsBefore = countRows(bank, 'sandbox').transactions ?? 0;
    const answers = await sendTimes(60, () => callApi(bank.url, '/v1/transactions', request));
    const refusedAnswers = answers.filter(({ status }) => status === 503);
    const acceptedAnswers = answers.filter(({ status }) => status === 202);
    expect(refusedAnswers.length).toBeGreaterThan(0);
    expect(acceptedAnswers.length + refusedAnswers.length).toBe(60);
    expect(countRows(bank, 'sandbox').transactions).toBe(
      transactionsBefore + acceptedAnswers.length,
    );
    for (const { body, headers } of refusedAnswers) {
      expect([body.code, body.retryable]).toEqual(['workflow_unavailable', true]);
      expect(headers.get('retry-after')).toBe('1');
    }
    const readPosted = async () =>
      (await bank.call(`/v1/accounts/${to}/balance`, { key })).body.posted;
    await expect.poll(readPosted, { timeout: 20_000 }).toBe(acceptedAnswers.length);
    const repeatedAnswer = await bank.call('/v1/transactions?wait=10', { key, body: request.body });
    expect(repeatedAnswer.status).toBe(201);
  });
});

describe('requests over the rate limit', () => {
  let bank: CheckedBank;
  beforeAll(async () => {
    bank = await openCheckedBank({ rateLimits: { ...NO_RATE_LIMITS, reads: 5, address: 5 } });
  });
  afterAll(() => bank.close());

  function checkAnswers(answers: readonly Answer[]): Answer[] {
    for (const answer of answers) {
      checkAnswer(bank.document, 'GET', '/v1/developer', answer);
      expect(answer.headers.get('ratelimit-policy')).toMatch(/^"(reads|address)";q=5;w=1$/);
      expect(answer.headers.get('ratelimit')).toMatch(/^"(reads|address)";r=\d+;t=1$/);
    }
    return answers.filter(({ status, body }) => status === 429 && body.code === 'rate_limited');
  }

  it('by one key are refused with 429 and Retry-After; other keys pass', async () => {
    const greedyKey = (await register(bank)).key;
    const modestKey = (await register(bank)).key;
    const readDeveloper = (key: string) => callApi(bank.url, '/v1/developer', { key });
    const refusedAnswers = checkAnswers(await sendTimes(60, () => readDeveloper(greedyKey)));
    expect(refusedAnswers.length).toBeGreaterThan(0);
    expect(refusedAnswers[0]?.headers.get('retry-after')).toBe('1');
    expect((await readDeveloper(modestKey)).status).toBe(200);
    await expect
      .poll(async () => (await readDeveloper(greedyKey)).status, { interval: 300, timeout: 20_000 })
      .toBe(200);
  });

  it('without a credential are counted by address', async () => {
    const sendWithoutKey = () => callApi(bank.url, '/v1/developer', {});
    expect(checkAnswers(await sendTimes(60, sendWithoutKey)).length).toBeGreaterThan(0);
  });

  it('do not affect health and documentation', async () => {
    const answers = await sendTimes(60, () => callApi(bank.url, '/healthz', {}));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
