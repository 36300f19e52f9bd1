// The test clock of the sandbox: it stops at every due event in order, and then continues.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '../../../ledger/durations.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import {
  openTestDeveloper,
  statusesOf,
  type TestDeveloper,
} from '../../kit/money/test-developer.ts';

let bank: CheckedBank;
let developer: TestDeveloper;
beforeAll(async () => {
  bank = await openCheckedBank();
  developer = await openTestDeveloper(bank);
});
afterAll(() => bank.close());

const CLOCK = '/v1/sandbox/clock';
const readNow = async (developer: TestDeveloper) =>
  Date.parse((await developer.call(CLOCK)).body.now);

it('the sandbox clock follows real time until it is moved, and stays ahead afterwards', async () => {
  const stillClock = (await developer.call(CLOCK)).body;
  expect(stillClock).toMatchObject({
    object: 'clock',
    status: 'running',
    offsetMs: 0,
    livemode: false,
  });
  const answer = await developer.advance('PT36H');
  expect(answer).toMatchObject({ status: 'running', advancingTo: null, driven: 0 });
  expect(answer.offsetMs).toBeGreaterThan(35.9 * HOUR_MS);
  expect(Date.parse(answer.now) - Date.parse(answer.realTime)).toBe(answer.offsetMs);
  const first = await readNow(developer);
  expect(await readNow(developer)).toBeGreaterThanOrEqual(first);
});

it('the sandbox clock accepts a moment or a duration, to the millisecond', async () => {
  const to = new Date((await readNow(developer)) + 48 * HOUR_MS).toISOString();
  const { status, body } = await developer.call(`${CLOCK}?wait=30`, { advanceTo: to });
  expect(status).toBe(200);
  expect(Date.parse(body.now) - Date.parse(to)).toBeGreaterThanOrEqual(0);
  expect(Date.parse(body.now) - Date.parse(to)).toBeLessThan(HOUR_MS);
});

it('the sandbox clock runs everything that falls due on the way in the order of its days', async () => {
  const developer = await openTestDeveloper(bank, 1_000);
  // Each takes all there is: only the first of the days leaves something to the payee.
  const backPayment = {
    sourceAccountId: developer.to,
    destinationAccountId: developer.from,
    amount: { type: 'full_balance' },
  };
  const fullBalance = { amount: { type: 'full_balance' } };
  const ids = [
    (await developer.schedule({ ...backPayment, startDate: developer.dateAfter(2) })).id,
    (await developer.schedule({ ...fullBalance, startDate: developer.dateAfter(1) })).id,
    (await developer.schedule({ ...fullBalance, startDate: developer.dateAfter(3) })).id,
  ];
  const hold = await developer.call('/v1/transactions?wait=10', {
    ...transferOf(developer.from, developer.to, 300),
    capture: 'manual',
    holdExpiresAt: new Date(Date.parse(`${developer.dateAfter(2)}T12:00:00Z`)).toISOString(),
  });
  const { driven } = await developer.advance('P5D');
  expect(driven).toBe(4);
  const amounts = [];
  for (const id of ids) amounts.push((await developer.listOccurrences(id))[0].amount);
  // The hold keeps 300 on the first day and has run out on the third.
  expect(amounts).toEqual([700, 700, 1_000]);
  const endingAnswer = await developer.call(`/v1/transactions/${hold.body.id}`);
  expect(endingAnswer.body.status).toBe('expired');
  expect(await developer.readPosted(developer.to)).toBe(1_000);
});

it('the sandbox clock answers 202 when advancing outlasts the wait, and still arrives', async () => {
  const developer = await openTestDeveloper(bank);
  const { id } = await developer.schedule({
    amount: 1,
    recurrence: { frequency: 'daily', count: 40 },
  });
  const { status, body } = await developer.call(`${CLOCK}?wait=0`, { advanceBy: 'P60D' });
  expect([status, body.status]).toEqual([202, 'advancing']);
  expect(body.advancingTo).not.toBeNull();
  await expect
    .poll(async () => (await developer.call(CLOCK)).body.status, { timeout: 60_000 })
    .toBe('running');
  expect(await developer.read(id)).toMatchObject({
    status: 'completed',
    occurrencesCompleted: 40,
  });
});

it('the sandbox clock accepts repeated requests for the target it is advancing to', async () => {
  const developer = await openTestDeveloper(bank);
  const { id } = await developer.schedule({
    amount: 1,
    recurrence: { frequency: 'daily', count: 20 },
  });
  const advanceTo = new Date((await readNow(developer)) + 30 * 24 * HOUR_MS).toISOString();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => developer.call(`${CLOCK}?wait=30`, { advanceTo })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(statusesOf(await developer.listTransfers(id))).toEqual(Array(20).fill('posted'));
});
