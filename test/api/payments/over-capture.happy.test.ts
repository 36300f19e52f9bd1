// A capture may exceed its hold by the agreed percentage, if funds and limits allow it then, and
// the booked amount is the one that counts.

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

async function openHold(funds: number, amount: number, allowOvercapturePercent = 20) {
  const { accountIds } = await openAccounts(bank, key, [funds, 0]);
  const [from = '', to = ''] = accountIds;
  const fields = { capture: 'manual', allowOvercapturePercent };
  const hold = await call('/v1/transactions?wait=10', {
    ...transferOf(from, to, amount),
    ...fields,
  });
  expect([hold.status, hold.body.allowOvercapturePercent]).toEqual([201, allowOvercapturePercent]);
  const { id } = hold.body;
  const capture = (amount: number) => call(`/v1/transactions/${id}/capture`, { amount: amount });
  return { from, to, id, capture };
}

describe('a capture beyond the hold', () => {
  it('books up to the agreed percentage, and can be reversed as a whole', async () => {
    const openedHold = await openHold(200, 101);
    const excessCapture = await openedHold.capture(122);
    expect([excessCapture.status, excessCapture.body.code]).toEqual([422, 'capture_exceeds_hold']);
    const outcome = await openedHold.capture(121);
    expect(outcome.body).toMatchObject({
      status: 'posted',
      amount: 101,
      hold: { amount: 101, capturedAmount: 121, status: 'captured' },
    });
    expect(await balanceOf(openedHold.from)).toMatchObject({ posted: 79, held: 0 });
    const reversal = await call(`/v1/transactions/${openedHold.id}/reverse?wait=10`, {
      reason: 'Returned.',
    });
    expect(reversal.body.amount).toBe(121);
    expect((await balanceOf(openedHold.from)).posted).toBe(200);
  });

  it('uses the remaining balance and overdraft, and leaves the hold if these do not suffice', async () => {
    const openedHold = await openHold(110, 100);
    const captureAnswer = await openedHold.capture(120);
    expect(captureAnswer.body).toMatchObject({
      code: 'capture_exceeds_hold',
      detail: 'The balance does not cover the part of the capture that exceeds the hold.',
    });
    expect(await balanceOf(openedHold.from)).toMatchObject({ posted: 110, held: 100 });
    const terms = { enabled: true, mode: 'allow', limit: 10, consent: CONSENT };
    await call(`/v1/accounts/${openedHold.from}/overdraft`, terms);
    expect((await openedHold.capture(120)).status).toBe(201);
    expect((await balanceOf(openedHold.from)).posted).toBe(-10);
  });

  it('counts the real amount towards the limits, and must fit them', async () => {
    const openedHold = await openHold(1_000, 100);
    const limits = `/v1/accounts/${openedHold.from}/limits`;
    await call(limits, { currency: 'EUR', daily: 119 }, 'PUT');
    expect((await openedHold.capture(120)).body).toMatchObject({
      code: 'capture_exceeds_hold',
      detail: 'The limits do not allow the part of the capture that exceeds the hold.',
    });
    await call(limits, { currency: 'EUR', daily: 500, requireApprovalAbove: 110 }, 'PUT');
    expect((await openedHold.capture(111)).body.code).toBe('capture_exceeds_hold');
    expect((await openedHold.capture(110)).status).toBe(201);
    const { body } = await call(limits);
    expect(body.limits[0]).toMatchObject({ period: 'day', used: 110 });
  });

  it('is booked once, also by concurrent requests', async () => {
    const openedHold = await openHold(1_000, 500);
    const answers = await Promise.all(Array.from({ length: 64 }, () => openedHold.capture(600)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await balanceOf(openedHold.from)).toMatchObject({ posted: 400, held: 0 });
    expect((await balanceOf(openedHold.to)).posted).toBe(600);
  });

  it('of several holds on one balance never takes more than the balance', async () => {
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
