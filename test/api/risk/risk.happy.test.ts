// Every payment is judged before it is authorised, and shows the decision: approved, held for a
// review, or declined.

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  OPERATOR_KEY,
  openAccounts,
  openTestBank,
  register,
  type TestBank,
} from '../../kit/bank/bank.ts';
import { transferOf } from '../../kit/bank/checked-bank.ts';

let bank: TestBank;
let key: string;
let from: string;
let to: string;

beforeAll(async () => {
  bank = await openTestBank();
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [5_000_000, 0]);
  [from = '', to = ''] = accountIds;
});
afterAll(() => bank.close());

const pay = (amount: number, overrides: object = {}) =>
  bank.call('/v1/transactions?wait=10', {
    key,
    body: { ...transferOf(from, to, amount), ...overrides },
  });
const planHit = (decision: string, times = 1) =>
  bank.call('/v1/sandbox/simulations/fraud-hit', {
    key,
    body: { accountId: from, decision, times },
  });
const readTransaction = async (id: string) =>
  (await bank.call(`/v1/transactions/${id}`, { key })).body;
const listReviews = async (kind: string) => {
  const list = '/v1/ops/reviews?environment=sandbox&status=open';
  const { body } = await bank.call(list, { key: OPERATOR_KEY });
  return body.data.filter((review: { kind: string }) => review.kind === kind);
};
const listHoldReviews = () => listReviews('hold');
const decideReview = (id: string, verb: 'approve' | 'reject', callerKey = OPERATOR_KEY) =>
  bank.call(`/v1/ops/reviews/${id}/${verb}`, {
    key: callerKey,
    body: { environment: 'sandbox', reason: 'Looked at it.' },
  });
const readEventTypes = async (id: string) =>
  (await bank.call('/v1/events?limit=100', { key })).body.data
    .filter((event: { data: { object: { id: string; transactionId?: string } } }) => {
      const { object } = event.data;
      return object.id === id || object.transactionId === id;
    })
    .map((event: { type: string }) => event.type);

test('an ordinary payment is approved by the model, and shows the decision', async () => {
  const { body } = await pay(1_200);
  expect(body.status).toBe('posted');
  expect(body.risk).toMatchObject({ level: 'low', decision: 'approve', degraded: false });
  expect(body.risk.score).toBeGreaterThanOrEqual(0);
  expect(body.risk.score).toBeLessThan(4);
  expect(body.risk.decisionId).toMatch(/^dec_/);
  expect((await readTransaction(body.id)).risk).toEqual(body.risk);
});

test('deposits are not scored', async () => {
  const body = { type: 'deposit', amount: 100, currency: 'EUR', destinationAccountId: from };
  const deposit = await bank.call('/v1/transactions?wait=10', { key, body });
  expect(deposit.body).toMatchObject({ status: 'posted', risk: null });
});

test('a suspicious payment is booked and opens one alert', async () => {
  await planHit('review', 2);
  const firstAnswer = await pay(1_300);
  const secondAnswer = await pay(1_400);
  for (const { body } of [firstAnswer, secondAnswer]) {
    expect(body).toMatchObject({ status: 'posted', risk: { decision: 'review' } });
    expect(body.risk.reasons).toContainEqual(
      expect.objectContaining({ code: 'sandbox_simulated_hit', weight: 0.2 }),
    );
  }
  const alerts = await listReviews('alert');
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toMatchObject({ kind: 'alert', transactionId: firstAnswer.body.id });
  const approvalAnswer = await decideReview(alerts[0].id, 'approve');
  expect(approvalAnswer.body).toMatchObject({
    status: 'approved',
    transaction: { status: 'posted' },
  });
});

test('a held payment waits for a person, who approves the payment', async () => {
  await planHit('block_and_review');
  const heldPayment = await pay(1_600);
  expect(heldPayment.status).toBe(202);
  expect(heldPayment.body).toMatchObject({
    status: 'pending_review',
    hold: { status: 'active', amount: 1_600 },
    risk: { decision: 'block_and_review', level: 'high' },
    cancelable: true,
  });
  const [review] = await listHoldReviews();
  expect(review).toMatchObject({
    kind: 'hold',
    transactionId: heldPayment.body.id,
    status: 'open',
  });
  const approvalAnswer = await decideReview(review.id, 'approve');
  expect(approvalAnswer.body).toMatchObject({
    status: 'approved',
    transaction: { status: 'posted' },
  });
  const posted = await readTransaction(heldPayment.body.id);
  expect(posted).toMatchObject({ status: 'posted', risk: { decision: 'block_and_review' } });
  expect(await readEventTypes(heldPayment.body.id)).toEqual([
    'transaction.created',
    'risk.decision.created',
    'hold.placed',
    'transaction.pending_review',
    'risk.decision.reviewed',
    'hold.captured',
    'transaction.captured',
    'transaction.posted',
  ]);
  expect((await decideReview(review.id, 'approve')).body.status).toBe('approved');
  expect((await decideReview(review.id, 'reject')).status).toBe(409);
});

test('a held payment that is rejected books nothing', async () => {
  const balanceBefore = (await bank.call(`/v1/accounts/${from}/balance`, { key })).body;
  await planHit('block_and_review');
  const heldPayment = await pay(1_700);
  const review = (await listHoldReviews())[0];
  await decideReview(review.id, 'reject');
  expect(await readTransaction(heldPayment.body.id)).toMatchObject({
    status: 'declined',
    statusReason: { code: 'review_rejected' },
    hold: { status: 'released' },
  });
  const balanceAfter = (await bank.call(`/v1/accounts/${from}/balance`, { key })).body;
  expect(balanceAfter.available).toEqual(balanceBefore.available);
});

test('a held payment can be canceled, and cannot be captured to bypass the review', async () => {
  await planHit('block_and_review');
  const { body } = await pay(1_800);
  const act = (verb: string) => bank.call(`/v1/transactions/${body.id}/${verb}`, { key, body: {} });
  expect((await act('capture')).status).toBe(409);
  expect((await act('cancel')).body.status).toBe('canceled');
  expect(await listHoldReviews()).toEqual([]);
});

test('a payment with manual capture that passed its review waits for its capture', async () => {
  await planHit('block_and_review');
  const { body } = await pay(1_900, { capture: 'manual' });
  expect(body.status).toBe('pending_review');
  await decideReview((await listHoldReviews())[0].id, 'approve');
  expect((await readTransaction(body.id)).status).toBe('pending');
  const capturePath = `/v1/transactions/${body.id}/capture`;
  expect((await bank.call(capturePath, { key, body: {} })).body.status).toBe('posted');
});

test('a payment of too high a risk is declined, with its reasons', async () => {
  await planHit('decline');
  const refusedAnswer = await pay(2_000);
  expect(refusedAnswer).toMatchObject({ status: 422, body: { code: 'risk_declined' } });
  expect(await readTransaction(refusedAnswer.body.transactionId)).toMatchObject({
    status: 'declined',
    statusReason: { code: 'risk_declined' },
    hold: null,
    risk: { decision: 'decline', level: 'critical', score: 100 },
  });
  const { risk } = await readTransaction(refusedAnswer.body.transactionId);
  expect(risk.reasons[0]).toMatchObject({ code: 'sandbox_simulated_hit', weight: 1 });
});

test('a dry run shows the risk and leaves the planned hit for the payment itself', async () => {
  await planHit('block_and_review');
  const { body } = await pay(2_100, { dryRun: true });
  expect(body).toMatchObject({
    dryRun: true,
    wouldPost: false,
    status: 'pending_review',
    risk: { decisionId: null, decision: 'block_and_review' },
  });
  expect((await pay(2_100)).body.status).toBe('pending_review');
});

test('a batch cannot wait for a review: an atomic batch is refused, and otherwise the item is declined', async () => {
  await planHit('block_and_review', 2);
  const send = async (mode: string, reference: string) => {
    const body = { mode, items: [{ ...transferOf(from, to, 10), reference }] };
    return bank.call('/v1/transactions/batch?wait=10', { key, body });
  };
  const atomicAnswer = await send('atomic', 'risk-a');
  expect(atomicAnswer).toMatchObject({ status: 422, body: { code: 'review_unavailable' } });
  const bestEffortAnswer = await send('best_effort', 'risk-b');
  expect(bestEffortAnswer.body).toMatchObject({ status: 'completed', counts: { declined: 1 } });
});
