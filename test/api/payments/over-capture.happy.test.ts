// A capture may exceed its hold by the agreed percentage, if funds and limits allow that at the
// time of the capture. Balances, limits and reversals use the booked amount.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';
import { CONSENT } from '../../kit/money/overdraft.ts';

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
});
afterAll(async () => {
  const books = await bank.call('/v1/ops/invariants?environment=sandbox', { key: OPERATOR_KEY });
  await bank.close();
  expect(books.body.ok).toBe(true);
});

const call = (path: string, body?: unknown, method?: string) =>
  bank.call(path, {
    key,
    ...(body === undefined ? {} : { body }),
    ...(method === undefined ? {} : { method }),
  });
const balanceOf = async (id: string) => (await call(`/v1/accounts/${id}/balance`)).body;

async function placeHold(funds: number, amount: number, allowOvercapturePercent = 20) {
  const { accountIds } = await openAccounts(bank, key, [funds, 0]);
  const [from = '', to = ''] = accountIds;
  const fields = { capture: 'manual', allowOvercapturePercent };
  const holdAnswer = await call('/v1/transactions?wait=10', {
    ...transferOf(from, to, amount),
    ...fields,
  });
  expect([holdAnswer.status, holdAnswer.body.allowOvercapturePercent]).toEqual([
    201,
    allowOvercapturePercent,
  ]);
  const { id } = holdAnswer.body;
  const capture = (amount: number) => call(`/v1/transactions/${id}/capture`, { amount: amount });
  return { from, to, id, capture };
}

describe('a capture beyond the hold', () => {
  it('books up to the agreed percentage, and can be reversed as a whole', async () => {
    const heldPayment = await placeHold(200, 101);
    const excessCapture = await heldPayment.capture(122);
    expect([excessCapture.status, excessCapture.body.code]).toEqual([422, 'capture_exceeds_hold']);
    const captureAnswer = await heldPayment.capture(121);
    expect(captureAnswer.body).toMatchObject({
      status: 'posted',
      amount: 101,
      hold: { amount: 101, capturedAmount: 121, status: 'captured' },
    });
    expect(await balanceOf(heldPayment.from)).toMatchObject({ posted: 79, held: 0 });
    const reversal = await call(`/v1/transactions/${heldPayment.id}/reverse?wait=10`, {
      reason: 'Returned.',
    });
    expect(reversal.body.amount).toBe(121);
    expect((await balanceOf(heldPayment.from)).posted).toBe(200);
  });

  it('uses the remaining balance and the overdraft, and is refused without a change if these do not suffice', async () => {
    const heldPayment = await placeHold(110, 100);
    const captureAnswer = await heldPayment.capture(120);
    expect(captureAnswer.body).toMatchObject({
      code: 'capture_exceeds_hold',
      detail: 'The balance does not cover the part of the capture that exceeds the hold.',
    });
    expect(await balanceOf(heldPayment.from)).toMatchObject({ posted: 110, held: 100 });
    const overdraftTerms = { enabled: true, mode: 'allow', limit: 10, consent: CONSENT };
    await call(`/v1/accounts/${heldPayment.from}/overdraft`, overdraftTerms);
    expect((await heldPayment.capture(120)).status).toBe(201);
    expect((await balanceOf(heldPayment.from)).posted).toBe(-10);
  });

  it('counts the captured amount towards the limits, and is refused if it exceeds them', async () => {
    const heldPayment = await placeHold(1_000, 100);
    const limitsPath = `/v1/accounts/${heldPayment.from}/limits`;
    await call(limitsPath, { currency: 'EUR', daily: 119 }, 'PUT');
    expect((await heldPayment.capture(120)).body).toMatchObject({
      code: 'capture_exceeds_hold',
      detail: 'The limits do not allow the part of the capture that exceeds the hold.',
    });
    await call(limitsPath, { currency: 'EUR', daily: 500, requireApprovalAbove: 110 }, 'PUT');
    expect((await heldPayment.capture(111)).body.code).toBe('capture_exceeds_hold');
    expect((await heldPayment.capture(110)).status).toBe(201);
    const { body } = await call(limitsPath);
    expect(body.limits[0]).toMatchObject({ period: 'day', used: 110 });
  });

  it('is booked once, also by concurrent requests', async () => {
    const heldPayment = await placeHold(1_000, 500);
    const answers = await Promise.all(Array.from({ length: 64 }, () => heldPayment.capture(600)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await balanceOf(heldPayment.from)).toMatchObject({ posted: 400, held: 0 });
    expect((await balanceOf(heldPayment.to)).posted).toBe(600);
  });

  it('is booked for only as many of several holds as the balance covers', async () => {
    const { accountIds } = await openAccounts(bank, key, [1_010, 0]);
    const [from = '', to = ''] = accountIds;
    const fields = { capture: 'manual', allowOvercapturePercent: 20 };
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const body = { ...transferOf(from, to, 100), ...fields };
        return (await call('/v1/transactions?wait=10', body)).body.id;
      }),
    );
    const answers = await Promise.all(
      ids.map((id) => call(`/v1/transactions/${id}/capture`, { amount: 105 })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(await balanceOf(from)).toMatchObject({ posted: 800, held: 800 });
  });
});
