// Invalid moves of a test clock: each is refused with the field at fault, and the clock does not
// move.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckedBank, openCheckedBank, writesNothing } from '../../kit/bank/checked-bank.ts';
import { openTestDeveloper, type TestDeveloper } from '../../kit/money/test-developer.ts';

let bank: CheckedBank;
let developer: TestDeveloper;
beforeAll(async () => {
  bank = await openCheckedBank();
  developer = await openTestDeveloper(bank);
  await developer.advance('P1D');
});
afterAll(() => bank.close());

const CLOCK = '/v1/sandbox/clock';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('a move of the sandbox clock is refused', () => {
  it.each<[string, unknown, string]>([
    ['to nowhere', {}, '/advanceTo'],
    ['to two moments', { advanceTo: inDays(3), advanceBy: 'P1D' }, '/advanceTo'],
    ['back', { advanceTo: inDays(0) }, '/advanceTo'],
    ['by more than 400 days', { advanceBy: 'P401D' }, '/advanceBy'],
    ['to more than 400 days ahead', { advanceTo: inDays(402) }, '/advanceTo'],
    ['by nothing', { advanceBy: 'P' }, '/advanceBy'],
    ['by an empty time', { advanceBy: 'P1DT' }, '/advanceBy'],
    ['by months', { advanceBy: 'P1M' }, '/advanceBy'],
    ['by a fraction', { advanceBy: 'PT0.5H' }, '/advanceBy'],
    ['by less than nothing', { advanceBy: '-P1D' }, '/advanceBy'],
    ['by a number', { advanceBy: 86_400 }, '/advanceBy'],
    ['by more digits than there are days', { advanceBy: `P${'9'.repeat(400)}D` }, '/advanceBy'],
    ['to a day without a time', { advanceTo: '2098-01-01' }, '/advanceTo'],
    ['to what is no moment', { advanceTo: 'tomorrow' }, '/advanceTo'],
    ['with an unknown field', { advanceBy: 'P1D', offsetMs: 5 }, '/offsetMs'],
  ])('%s', async (_label, body, pointer) => {
    const answer = await writesNothing(bank, () => developer.call(CLOCK, body));
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  it('when its body is not JSON or its wait is out of range', async () => {
    const { key } = developer;
    const tornBody = await writesNothing(bank, () =>
      bank.call(CLOCK, { key, raw: '{"advanceBy":' }),
    );
    expect(tornBody.body.code).toBe('malformed_json');
    for (const query of ['wait=31', 'wait=-1', 'wait=x', 'waits=1']) {
      const answer = await developer.call(`${CLOCK}?${query}`, { advanceBy: 'P1D' });
      expect([query, answer.status]).toEqual([query, 400]);
    }
  });

  it('while the clock is still advancing to an earlier target', async () => {
    const developer = await openTestDeveloper(bank);
    await developer.schedule({ amount: 1, recurrence: { frequency: 'daily', count: 25 } });
    const firstAnswer = await developer.call(`${CLOCK}?wait=0`, { advanceBy: 'P30D' });
    expect(firstAnswer.status).toBe(202);
    const secondAnswer = await developer.call(CLOCK, { advanceBy: 'P1D' });
    expect([secondAnswer.status, secondAnswer.body.code]).toEqual([
      409,
      'invalid_state_transition',
    ]);
    await expect
      .poll(async () => (await developer.call(CLOCK)).body.status, { timeout: 60_000 })
      .toBe('running');
    expect(await developer.readPosted(developer.to)).toBe(25);
  });
});
