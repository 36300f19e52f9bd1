// Race conditions that ledgers are known for, each with 100 concurrent callers over HTTP. Exactly
// as many requests succeed as the money allows.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openSharedCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

const CALLER_COUNT = 100;

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

/** Sends a request of each caller at once, each with its own idempotency key. */
async function sendAtOnce(
  makeRequest: (caller: number) => { path: string; body: object },
  callers = CALLER_COUNT,
): Promise<Answer[]> {
  const calls = Array.from({ length: callers }, (_, caller) => {
    const { path, body } = makeRequest(caller);
    return bank.call(path, { key, body, headers: { 'idempotency-key': crypto.randomUUID() } });
  });
  return Promise.all(calls);
}

/** Counts the answers by status and code. */
function countOutcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const kind = body.code ? `${status} ${body.code}` : `${status} ${body.status}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

async function openPair(funds: number) {
  const { accountIds } = await openAccounts(bank, key, [funds, 0]);
  const [from = '', to = ''] = accountIds;
  return { from, to };
}

async function sendTransaction(body: object): Promise<string> {
  const answer = await bank.call('/v1/transactions?wait=10', { key, body });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const readTransaction = async (id: string) =>
  (await bank.call(`/v1/transactions/${id}`, { key })).body;
const balanceOf = async (id: string) =>
  (await bank.call(`/v1/accounts/${id}/balance`, { key })).body;

describe(`${CALLER_COUNT} callers at once`, () => {
  it('that refund a whole payment get one refund booked', async () => {
    const { from, to } = await openPair(1_000);
    const id = await sendTransaction(transferOf(from, to, 1_000));
    // The payee has more than enough for a second refund.
    await sendTransaction({
      type: 'deposit',
      amount: 5_000,
      currency: 'EUR',
      destinationAccountId: to,
    });
    const path = `/v1/transactions/${id}/reverse?wait=10`;
    const answers = await sendAtOnce(() => ({ path, body: { reason: 'Returned.' } }));
    expect(countOutcomes(answers)).toEqual({
      '201 posted': 1,
      '409 already_reversed': CALLER_COUNT - 1,
    });
    expect(await readTransaction(id)).toMatchObject({ status: 'reversed', amountReversed: 1_000 });
    expect((await readTransaction(id)).reversedBy).toHaveLength(1);
    expect([(await balanceOf(from)).posted, (await balanceOf(to)).posted]).toEqual([1_000, 5_000]);
  });

  it('that refund a part of a payment get refunds booked up to its amount', async () => {
    const { from, to } = await openPair(1_000);
    const id = await sendTransaction(transferOf(from, to, 1_000));
    await sendTransaction({
      type: 'deposit',
      amount: 9_000,
      currency: 'EUR',
      destinationAccountId: to,
    });
    const path = `/v1/transactions/${id}/reverse?wait=10`;
    const body = { reason: 'Returned.', amount: 300 };
    const answers = await sendAtOnce(() => ({ path, body }));
    expect(countOutcomes(answers)).toEqual({
      '201 posted': 3,
      '422 reversal_exceeds_amount': CALLER_COUNT - 3,
    });
    expect(await readTransaction(id)).toMatchObject({ status: 'posted', amountReversed: 900 });
    expect((await balanceOf(from)).posted).toBe(900);
  });

  it('that cancel a hold release it once, and all get the same answer', async () => {
    const { from, to } = await openPair(1_000);
    const id = await sendTransaction({ ...transferOf(from, to, 600), capture: 'manual' });
    const path = `/v1/transactions/${id}/cancel`;
    const answers = await sendAtOnce(() => ({ path, body: {} }));
    expect(countOutcomes(answers)).toEqual({ '200 canceled': CALLER_COUNT });
    const firstAnswers = answers.filter(({ headers }) => !headers.has('idempotency-replayed'));
    expect(firstAnswers).toHaveLength(1);
    expect(await balanceOf(from)).toMatchObject({ posted: 1_000, held: 0, available: 1_000 });
    expect(await balanceOf(to)).toMatchObject({ posted: 0, pendingIn: 0 });
  });

  it('that repeat, capture, cancel or reverse a declined transaction never get it booked', async () => {
    const { from, to } = await openPair(100);
    const body = transferOf(from, to, 500);
    const headers = { 'idempotency-key': 'rejected' };
    const firstAnswer = await bank.call('/v1/transactions?wait=10', { key, body, headers });
    expect(firstAnswer.body.code).toBe('insufficient_funds');
    await sendTransaction({
      type: 'deposit',
      amount: 9_000,
      currency: 'EUR',
      destinationAccountId: from,
    });
    const id = firstAnswer.body.transactionId;
    const laterRequests = [
      () => bank.call('/v1/transactions?wait=10', { key, body, headers }),
      () => bank.call(`/v1/transactions/${id}/capture`, { key, body: {} }),
      () => bank.call(`/v1/transactions/${id}/cancel`, { key, body: {} }),
      () => bank.call(`/v1/transactions/${id}/reverse`, { key, body: { reason: 'Again.' } }),
    ];
    const calls = Array.from({ length: CALLER_COUNT }, (_, index) =>
      laterRequests[index % laterRequests.length]?.(),
    );
    const answers = (await Promise.all(calls)).flatMap((answer) => answer ?? []);
    expect(countOutcomes(answers)).toEqual({
      '422 insufficient_funds': CALLER_COUNT / 4,
      '409 invalid_state_transition': (CALLER_COUNT * 3) / 4,
    });
    expect(await readTransaction(id)).toMatchObject({
      status: 'declined',
      entries: [],
      reversedBy: [],
    });
    expect(await balanceOf(from)).toMatchObject({ posted: 9_100, held: 0 });
  });

  it('that place holds and pay never get more than the balance in total', async () => {
    const { from, to } = await openPair(1_000);
    const answers = await sendAtOnce((caller) => ({
      path: '/v1/transactions?wait=10',
      body: { ...transferOf(from, to, 70), capture: caller % 2 === 0 ? 'manual' : 'automatic' },
    }));
    const acceptedAnswers = answers.filter(({ status }) => status === 201);
    expect(acceptedAnswers).toHaveLength(14);
    expect(countOutcomes(answers)['422 insufficient_funds']).toBe(CALLER_COUNT - 14);
    const { posted, held, available } = await balanceOf(from);
    expect(posted - held).toBe(available);
    expect(available).toBe(1_000 - 14 * 70);
  });

  it('that capture different amounts get one capture booked, and the others get 409', async () => {
    const { from, to } = await openPair(1_000);
    const id = await sendTransaction({ ...transferOf(from, to, 600), capture: 'manual' });
    const path = `/v1/transactions/${id}/capture`;
    const answers = await sendAtOnce((caller) => ({ path, body: { amount: 500 + caller } }));
    expect(countOutcomes(answers)).toEqual({
      '201 posted': 1,
      '409 already_captured': CALLER_COUNT - 1,
    });
    const capturedAmount = (await readTransaction(id)).hold.capturedAmount;
    expect(capturedAmount).toBeGreaterThanOrEqual(500);
    expect(await balanceOf(from)).toMatchObject({ posted: 1_000 - capturedAmount, held: 0 });
    expect((await balanceOf(to)).posted).toBe(capturedAmount);
  });

  it('that capture or cancel one hold get one of the two, and all answers agree', async () => {
    const { from, to } = await openPair(1_000);
    const id = await sendTransaction({ ...transferOf(from, to, 600), capture: 'manual' });
    const answers = await sendAtOnce((caller) => ({
      path: `/v1/transactions/${id}/${caller % 2 === 0 ? 'capture' : 'cancel'}`,
      body: {},
    }));
    const { status } = await readTransaction(id);
    const counts = countOutcomes(answers);
    expect(['posted', 'canceled']).toContain(status);
    expect(counts['409 invalid_state_transition']).toBe(CALLER_COUNT / 2);
    const movedAmount = status === 'posted' ? 600 : 0;
    expect(await balanceOf(from)).toMatchObject({ posted: 1_000 - movedAmount, held: 0 });
  });
});

describe('64 concurrent withdrawals of the whole balance', () => {
  it('succeed exactly once', async () => {
    const { from } = await openPair(1_000);
    const body = { type: 'withdrawal', amount: 1_000, currency: 'EUR', sourceAccountId: from };
    const answers = await sendAtOnce(() => ({ path: '/v1/transactions?wait=10', body }), 64);
    expect(countOutcomes(answers)).toEqual({ '201 posted': 1, '422 insufficient_funds': 63 });
    expect((await balanceOf(from)).posted).toBe(0);
  });
});
