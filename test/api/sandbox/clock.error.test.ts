// Invalid moves of the sandbox clock: each is refused with the field at fault, and the clock does
// not move.

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
const timeInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('a move of the sandbox clock is refused', () => {
  it.each<[string, unknown, string]>([
    ['without a target', {}, '/advanceTo'],
    ['with two targets', { advanceTo: timeInDays(3), advanceBy: 'P1D' }, '/advanceTo'],
    ['back', { advanceTo: timeInDays(0) }, '/advanceTo'],
    ['by more than 400 days', { advanceBy: 'P401D' }, '/advanceBy'],
    ['to more than 400 days ahead', { advanceTo: timeInDays(402) }, '/advanceTo'],
    ['by a duration without parts', { advanceBy: 'P' }, '/advanceBy'],
    ['by an empty time', { advanceBy: 'P1DT' }, '/advanceBy'],
    ['by months', { advanceBy: 'P1M' }, '/advanceBy'],
    ['by a fraction of an hour', { advanceBy: 'PT0.5H' }, '/advanceBy'],
    ['by a negative duration', { advanceBy: '-P1D' }, '/advanceBy'],
    ['by a number', { advanceBy: 86_400 }, '/advanceBy'],
    ['by a number of 400 digits', { advanceBy: `P${'9'.repeat(400)}D` }, '/advanceBy'],
    ['to a day without a time', { advanceTo: '2098-01-01' }, '/advanceTo'],
    ['to a text that is no time', { advanceTo: 'tomorrow' }, '/advanceTo'],
    ['with an unknown field', { advanceBy: 'P1D', offsetMs: 5 }, '/offsetMs'],
  ])('%s', async (_label, body, pointer) => {
    const answer = await writesNothing(bank, () => developer.call(CLOCK, body));
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  it('when its body is not JSON or its wait is out of range', async () => {
    const { key } = developer;
    const malformedAnswer = await writesNothing(bank, () =>
      bank.call(CLOCK, { key, raw: '{"advanceBy":' }),
    );
    expect(malformedAnswer.body.code).toBe('malformed_json');
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
