// Known race conditions of ledgers, each with 100 concurrent callers over HTTP: exactly as many
// requests succeed as the money allows.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

const CALLERS = 100;

let bank: CheckedBank;
let key: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
});
afterAll(async () => {
  const books = await bank.call('/v1/ops/invariants?environment=sandbox', { key: OPERATOR_KEY });
  const brokenChecks = books.body.checks.filter(
    (check: { violations: number }) => check.violations > 0,
  );
  await bank.close();
  expect(brokenChecks).toEqual([]);
});

/** Sends the same request by all callers at once, each with its own idempotency key. */
async function allAtOnce(
  ask: (caller: number) => { path: string; body: object },
  callers = CALLERS,
): Promise<Answer[]> {
  const calls = Array.from({ length: callers }, (_, caller) => {
    const { path, body } = ask(caller);
    return bank.call(path, { key, body, headers: { 'idempotency-key': crypto.randomUUID() } });
  });
  return Promise.all(calls);
}

/** Counts the answers by status and code. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const kind = body.code ? `${status} ${body.code}` : `${status} ${body.status}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

async function pair(funds: number) {
  const { accountIds } = await openAccounts(bank, key, [funds, 0]);
  const [from = '', to = ''] = accountIds;
  return { from, to };
}

async function sendOne(body: object): Promise<string> {
  const answer = await bank.call('/v1/transactions?wait=10', { key, body });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const find = async (id: string) => (await bank.call(`/v1/transactions/${id}`, { key })).body;
const balanceOf = async (id: string) =>
  (await bank.call(`/v1/accounts/${id}/balance`, { key })).body;

describe(`${CALLERS} callers at once`, () => {
  it('double refund: one full refund is booked, and none exceeds the amount', async () => {
    const { from, to } = await pair(1_000);
    const id = await sendOne(transferOf(from, to, 1_000));
    // The payee has more than enough for a second refund.
    await sendOne({ type: 'deposit', amount: 5_000, currency: 'EUR', destinationAccountId: to });
    const path = `/v1/transactions/${id}/reverse?wait=10`;
    const answers = await allAtOnce(() => ({ path, body: { reason: 'Returned.' } }));
    expect(tally(answers)).toEqual({ '201 posted': 1, '409 already_reversed': CALLERS - 1 });
    expect(await find(id)).toMatchObject({ status: 'reversed', amountReversed: 1_000 });
    expect((await find(id)).reversedBy).toHaveLength(1);
    expect([(await balanceOf(from)).posted, (await balanceOf(to)).posted]).toEqual([1_000, 5_000]);
  });

  it('double refund: partial refunds are booked up to the amount', async () => {
    const { from, to } = await pair(1_000);
    const id = await sendOne(transferOf(from, to, 1_000));
    await sendOne({ type: 'deposit', amount: 9_000, currency: 'EUR', destinationAccountId: to });
    const path = `/v1/transactions/${id}/reverse?wait=10`;
    const body = { reason: 'Returned.', amount: 300 };
    const answers = await allAtOnce(() => ({ path, body }));
    expect(tally(answers)).toEqual({
      '201 posted': 3,
      '422 reversal_exceeds_amount': CALLERS - 3,
    });
    expect(await find(id)).toMatchObject({ status: 'posted', amountReversed: 900 });
    expect((await balanceOf(from)).posted).toBe(900);
  });

  it('double void: one cancellation takes effect, all get the same answer, and the hold is released once', async () => {
    const { from, to } = await pair(1_000);
    const id = await sendOne({ ...transferOf(from, to, 600), capture: 'manual' });
    const path = `/v1/transactions/${id}/cancel`;
    const answers = await allAtOnce(() => ({ path, body: {} }));
    expect(tally(answers)).toEqual({ '200 canceled': CALLERS });
    const newAnswers = answers.filter(({ headers }) => !headers.has('idempotency-replayed'));
    expect(newAnswers).toHaveLength(1);
    expect(await balanceOf(from)).toMatchObject({ posted: 1_000, held: 0, available: 1_000 });
    expect(await balanceOf(to)).toMatchObject({ posted: 0, pendingIn: 0 });
  });

  it('a declined transaction is never booked by any later request', async () => {
    const { from, to } = await pair(100);
    const body = transferOf(from, to, 500);
    const headers = { 'idempotency-key': 'rejected' };
    const firstAnswer = await bank.call('/v1/transactions?wait=10', { key, body, headers });
    expect(firstAnswer.body.code).toBe('insufficient_funds');
    await sendOne({ type: 'deposit', amount: 9_000, currency: 'EUR', destinationAccountId: from });
    const id = firstAnswer.body.transactionId;
    const asks = [
      () => bank.call('/v1/transactions?wait=10', { key, body, headers }),
      () => bank.call(`/v1/transactions/${id}/capture`, { key, body: {} }),
      () => bank.call(`/v1/transactions/${id}/cancel`, { key, body: {} }),
      () => bank.call(`/v1/transactions/${id}/reverse`, { key, body: { reason: 'Again.' } }),
    ];
    const calls = Array.from({ length: CALLERS }, (_, n) => asks[n % asks.length]?.());
    const answers = (await Promise.all(calls)).flatMap((answer) => answer ?? []);
    expect(tally(answers)).toEqual({
      '422 insufficient_funds': CALLERS / 4,
      '409 invalid_state_transition': (CALLERS * 3) / 4,
    });
    expect(await find(id)).toMatchObject({ status: 'declined', entries: [], reversedBy: [] });
    expect(await balanceOf(from)).toMatchObject({ posted: 9_100, held: 0 });
  });

  it('holds ignored in available: holds and payments together never exceed the balance', async () => {
    const { from, to } = await pair(1_000);
    const answers = await allAtOnce((caller) => ({
      path: '/v1/transactions?wait=10',
      body: { ...transferOf(from, to, 70), capture: caller % 2 === 0 ? 'manual' : 'automatic' },
    }));
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(14);
    expect(tally(answers)['422 insufficient_funds']).toBe(CALLERS - 14);
    const { posted, held, available } = await balanceOf(from);
    expect(posted - held).toBe(available);
    expect(available).toBe(1_000 - 14 * 70);
  });

  it('concurrent captures of different amounts: one is booked, the others get 409', async () => {
    const { from, to } = await pair(1_000);
    const id = await sendOne({ ...transferOf(from, to, 600), capture: 'manual' });
    const path = `/v1/transactions/${id}/capture`;
    const answers = await allAtOnce((caller) => ({ path, body: { amount: 500 + caller } }));
    expect(tally(answers)).toEqual({ '201 posted': 1, '409 already_captured': CALLERS - 1 });
    const capturedAmount = (await find(id)).hold.capturedAmount;
    expect(capturedAmount).toBeGreaterThanOrEqual(500);
    expect(await balanceOf(from)).toMatchObject({ posted: 1_000 - capturedAmount, held: 0 });
    expect((await balanceOf(to)).posted).toBe(capturedAmount);
  });

  it('a capture concurrent with a void: one of the two takes effect, and all answers agree', async () => {
    const { from, to } = await pair(1_000);
    const id = await sendOne({ ...transferOf(from, to, 600), capture: 'manual' });
    const answers = await allAtOnce((caller) => ({
      path: `/v1/transactions/${id}/${caller % 2 === 0 ? 'capture' : 'cancel'}`,
      body: {},
    }));
    const { status } = await find(id);
    const counts = tally(answers);
    expect(['posted', 'canceled']).toContain(status);
    expect(counts['409 invalid_state_transition']).toBe(CALLERS / 2);
    const movedAmount = status === 'posted' ? 600 : 0;
    expect(await balanceOf(from)).toMatchObject({ posted: 1_000 - movedAmount, held: 0 });
  });
});

describe('64 concurrent withdrawals of the whole balance', () => {
  it('succeed exactly once', async () => {
    const { from } = await pair(1_000);
    const body = { type: 'withdrawal', amount: 1_000, currency: 'EUR', sourceAccountId: from };
    const answers = await allAtOnce(() => ({ path: '/v1/transactions?wait=10', body }), 64);
    expect(tally(answers)).toEqual({ '201 posted': 1, '422 insufficient_funds': 63 });
    expect((await balanceOf(from)).posted).toBe(0);
  });
});
