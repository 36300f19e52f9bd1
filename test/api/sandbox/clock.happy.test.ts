// The sandbox clock: on its way to a target it stops at everything that is due, in order.

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
  const clockBefore = (await developer.call(CLOCK)).body;
  expect(clockBefore).toMatchObject({
    object: 'clock',
    status: 'running',
    offsetMs: 0,
    livemode: false,
  });
  const answer = await developer.advance('PT36H');
  expect(answer).toMatchObject({ status: 'running', advancingTo: null, driven: 0 });
  expect(answer.offsetMs).toBeGreaterThan(35.9 * HOUR_MS);
  expect(Date.parse(answer.now) - Date.parse(answer.realTime)).toBe(answer.offsetMs);
  const timeBefore = await readNow(developer);
  expect(await readNow(developer)).toBeGreaterThanOrEqual(timeBefore);
});

it('the sandbox clock advances to a given time', async () => {
  const targetTime = new Date((await readNow(developer)) + 48 * HOUR_MS).toISOString();
  const { status, body } = await developer.call(`${CLOCK}?wait=30`, { advanceTo: targetTime });
  expect(status).toBe(200);
  expect(Date.parse(body.now) - Date.parse(targetTime)).toBeGreaterThanOrEqual(0);
  expect(Date.parse(body.now) - Date.parse(targetTime)).toBeLessThan(HOUR_MS);
});

it('the sandbox clock runs everything that falls due on the way in the order of its days', async () => {
  const developer = await openTestDeveloper(bank, 1_000);
  // Each schedule moves the whole available balance, so the amounts show the order of the dates.
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
  // The hold keeps 300 on the first day, and has expired on the third.
  expect(amounts).toEqual([700, 700, 1_000]);
  const expiredHoldAnswer = await developer.call(`/v1/transactions/${hold.body.id}`);
  expect(expiredHoldAnswer.body.status).toBe('expired');
  expect(await developer.readPosted(developer.to)).toBe(1_000);
});

it('the sandbox clock answers 202 when advancing takes longer than the wait, and still reaches its target', async () => {
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
