// The external party of a payment is screened against the sanctions lists before money moves, on
// every path by which money leaves or arrives. A hit holds the payment. An operator clears the hit
// for that customer and name, or confirms the hit, which refuses later payments.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

const LISTED_NAME = 'Baltasar Quostrov';

let bank: CheckedBank;
let key: string;

beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
});
afterAll(() => bank.close());

/** Opens a separate customer, so that no clearance of one test concerns another. */
async function openPayer() {
  const { customerId, accountIds } = await openAccounts(bank, key, [100_000, 0]);
  const [from = '', to = ''] = accountIds;
  return { customerId, from, to };
}
const send = (body: object) => bank.call('/v1/transactions?wait=10', { key, body });
const payExternal = (from: string, name: string, overrides: object = {}) =>
  send({
    type: 'withdrawal',
    amount: 100,
    currency: 'EUR',
    sourceAccountId: from,
    externalParty: { name },
    ...overrides,
  });
const readPosted = async (id: string) =>
  (await bank.call(`/v1/accounts/${id}/balance`, { key })).body.posted;
const asOperator = (path: string, body?: object) =>
  bank.call(path, { key: OPERATOR_KEY, ...(body ? { body } : {}) });
async function listHits(customerId: string) {
  const path = '/v1/ops/screening-hits?environment=sandbox&limit=100';
  const { body } = await asOperator(path);
  return body.data.filter((hit: { customerId: string }) => hit.customerId === customerId);
}
const decideHit = (hitId: string, decision: string) =>
  asOperator(`/v1/ops/screening-hits/${hitId}/decision`, {
    environment: 'sandbox',
    decision,
    reason: 'Seen',
  });
async function findReview(transactionId: string) {
  const { body } = await asOperator('/v1/ops/reviews?environment=sandbox&status=open&limit=100');
  return body.data.find((item: { transactionId: string }) => item.transactionId === transactionId);
}
const approveReview = (reviewId: string) =>
  asOperator(`/v1/ops/reviews/${reviewId}/approve`, { environment: 'sandbox', reason: 'Other' });
async function listEvents(customerId: string, type: string) {
  const { body } = await bank.call(`/v1/events?limit=100&type=${type}`, { key });
  return body.data.filter(
    (event: { data: { object: { customerId: string } } }) =>
      event.data.object.customerId === customerId,
  );
}

describe('an outgoing payment', () => {
  test('to a listed name is held, and the decision names list, entry and score', async () => {
    const { customerId, from } = await openPayer();
    const { body } = await payExternal(from, LISTED_NAME);
    expect(body).toMatchObject({
      status: 'pending_review',
      risk: { decision: 'block_and_review' },
    });
    const [reason] = body.risk.reasons;
    expect(reason).toMatchObject({ code: 'sanctions_hit', weight: 0.6 });
    expect(reason.message).toMatch(/QUOSTROV, Balthasar Xerxes \(test_list, T-1\), score 0\.\d+/);
    const readAnswer = await bank.call(`/v1/ai/risk-decisions/${body.risk.decisionId}`, { key });
    const rule = readAnswer.body.rules.find(
      ({ ruleId }: { ruleId: string }) => ruleId === 'sanctions_hit',
    );
    expect(rule).toMatchObject({
      outcome: 'hit',
      matches: [{ list: 'test_list', listAsOf: '2026-01-01', entityId: 'T-1' }],
    });
    expect(rule.matches[0].score).toBeGreaterThanOrEqual(0.82);
    const [hit, ...otherHits] = await listHits(customerId);
    expect(otherHits).toEqual([]);
    expect(hit).toMatchObject({
      subject: 'external_party',
      transactionId: body.id,
      screenedName: LISTED_NAME,
      status: 'pending',
    });
    expect(await listEvents(customerId, 'screening.hit')).toHaveLength(1);
    const customer = await bank.call(`/v1/customers/${customerId}`, { key });
    expect(customer.body.kycStatus).toBe('verified');
  });

  test('to any other name is booked without a hit', async () => {
    const { customerId, from } = await openPayer();
    const { body } = await payExternal(from, 'Grace Hopper');
    expect(body).toMatchObject({ status: 'posted', risk: { decision: 'approve' } });
    const codes = body.risk.reasons.map(({ code }: { code: string }) => code);
    expect(codes).not.toContain('sanctions_hit');
    expect(await listHits(customerId)).toEqual([]);
  });

  test('as a payment to an external party is held, too', async () => {
    const { from } = await openPayer();
    const { status, body } = await bank.call('/v1/payments?wait=10', {
      key,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: {
        amount: 200,
        currency: 'EUR',
        sourceAccountId: from,
        externalParty: { name: LISTED_NAME, accountNumber: '1', method: 'ach' },
      },
    });
    expect(status, JSON.stringify(body)).toBe(202);
    const { body: transaction } = await bank.call(`/v1/transactions/${body.transactionId}`, {
      key,
    });
    expect(transaction).toMatchObject({
      status: 'pending_review',
      risk: { decision: 'block_and_review' },
    });
  });

  test('in a batch is declined instead of held, and the other items are booked', async () => {
    const { from, to } = await openPayer();
    const makeItem = (reference: string, overrides: object) => ({
      ...transferOf(from, to, 10),
      reference,
      ...overrides,
    });
    const withdrawal = { type: 'withdrawal', destinationAccountId: undefined };
    const { body } = await bank.call('/v1/transactions/batch?wait=10', {
      key,
      body: {
        mode: 'best_effort',
        items: [
          makeItem(`${from}-1`, { ...withdrawal, externalParty: { name: LISTED_NAME } }),
          makeItem(`${from}-2`, { ...withdrawal, externalParty: { name: 'Grace Hopper' } }),
        ],
      },
    });
    expect(body).toMatchObject({ status: 'completed', counts: { posted: 1, declined: 1 } });
  });

  test('in a dry run shows the hit, and nothing is written', async () => {
    const { customerId, from } = await openPayer();
    const { status, body } = await writesNothing(bank, () =>
      payExternal(from, LISTED_NAME, { dryRun: true }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ risk: { decision: 'block_and_review' } });
    expect(body.risk.reasons[0].message).toContain('T-1');
    expect(await listHits(customerId)).toEqual([]);
  });

  test('in a risk-score request shows the match, and writes no hit', async () => {
    const { customerId, from } = await openPayer();
    const { body } = await bank.call('/v1/ai/risk-score', {
      key,
      body: {
        transaction: {
          type: 'withdrawal',
          amount: 100,
          currency: 'EUR',
          sourceAccountId: from,
          externalParty: { name: LISTED_NAME },
        },
      },
    });
    expect(body).toMatchObject({
      decision: 'block_and_review',
      rules: expect.arrayContaining([
        expect.objectContaining({ ruleId: 'sanctions_hit', outcome: 'hit' }),
      ]),
    });
    expect(await listHits(customerId)).toEqual([]);
  });
});

describe('an incoming payment', () => {
  test('from a listed name waits, and its account gets nothing before a review', async () => {
    const { customerId, from, to } = await openPayer();
    const { body } = await bank.call('/v1/sandbox/simulations/inbound-transfer?wait=10', {
      key,
      body: {
        accountId: to,
        amount: 700,
        currency: 'EUR',
        externalParty: { name: 'Zyglophrant Shipping Limited' },
      },
    });
    expect(body).toMatchObject({
      type: 'deposit',
      status: 'pending_review',
      risk: { decision: 'block_and_review', score: null, degraded: false },
    });
    expect(await readPosted(to)).toBe(0);
    const review = await findReview(body.id);
    expect(review).toMatchObject({ kind: 'hold', accountId: to });
    const [hit] = await listHits(customerId);
    await decideHit(hit.id, 'no_hit');
    expect((await approveReview(review.id)).status).toBe(200);
    await expect.poll(() => readPosted(to), { timeout: 10_000 }).toBe(700);
    expect(await readPosted(from)).toBe(100_000);
  });

  test('from any other name is booked with a decision, and without a name booked without one', async () => {
    const { to } = await openPayer();
    const depositFrom = (overrides: object) =>
      send({
        type: 'deposit',
        amount: 50,
        currency: 'EUR',
        destinationAccountId: to,
        ...overrides,
      });
    const namedDeposit = await depositFrom({ externalParty: { name: 'Grace Hopper' } });
    expect(namedDeposit.body).toMatchObject({
      status: 'posted',
      risk: { decision: 'approve', level: 'low', degraded: false, reasons: [] },
    });
    expect((await depositFrom({})).body).toMatchObject({ status: 'posted', risk: null });
  });
});

describe('a hit that an operator has', () => {
  test('cleared allows payments of that customer to that name only', async () => {
    const { customerId, from } = await openPayer();
    const { body: firstPayment } = await payExternal(from, LISTED_NAME);
    const review = await findReview(firstPayment.id);
    const refusedAnswer = await approveReview(review.id);
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([409, 'screening_unresolved']);
    const [hit] = await listHits(customerId);
    expect((await decideHit(hit.id, 'no_hit')).status).toBe(200);
    expect((await approveReview(review.id)).body.status).toBe('approved');
    const repeatedAnswer = await payExternal(from, LISTED_NAME);
    expect(repeatedAnswer.body).toMatchObject({ status: 'posted', risk: { reasons: [] } });
    const otherNameAnswer = await payExternal(from, 'Balthasar Xerxes Quostrov');
    expect(otherNameAnswer.body.status).toBe('pending_review');
    const stranger = await openPayer();
    expect((await payExternal(stranger.from, LISTED_NAME)).body.status).toBe('pending_review');
  });

  test('confirmed refuses later payments; two payments to one name make one hit', async () => {
    const { customerId, from } = await openPayer();
    await payExternal(from, LISTED_NAME);
    await payExternal(from, LISTED_NAME);
    const [hit, ...otherHits] = await listHits(customerId);
    expect(otherHits).toEqual([]);
    await decideHit(hit.id, 'confirmed_hit');
    const refusedAnswer = await payExternal(from, LISTED_NAME);
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([422, 'sanctions_match']);
    const { body } = await bank.call(`/v1/transactions/${refusedAnswer.body.transactionId}`, {
      key,
    });
    expect(body).toMatchObject({
      status: 'declined',
      statusReason: { code: 'sanctions_match' },
      risk: { decision: 'decline' },
    });
    expect(await listEvents(customerId, 'screening.hit')).toHaveLength(1);
  });
});

test('a reversal of a deposit is screened as a payment to its sender, and booked when the sender was cleared', async () => {
  const { customerId, from } = await openPayer();
  const deposit = await send({
    ...{ type: 'deposit', amount: 700, currency: 'EUR', destinationAccountId: from },
    externalParty: { name: 'Balthasar Quostrov', method: 'book' },
  });
  const review = await findReview(deposit.body.id);
  const [hit] = await listHits(customerId);
  await decideHit(hit.id, 'no_hit');
  await approveReview(review.id);
  expect(await readPosted(from)).toBe(100_700);
  const reverse = (path: string) => bank.call(path, { key, body: { reason: 'Sent by mistake' } });
  const reversal = await reverse(`/v1/transactions/${deposit.body.id}/reverse`);
  expect([reversal.status, reversal.body.status]).toEqual([201, 'posted']);
  expect(reversal.body.externalParty).toMatchObject({ name: 'Balthasar Quostrov' });
  expect(reversal.body.risk.decision).toBe('approve');
});

test.skipIf(process.env.TEST_DATABASE)(
  'a reversal of a deposit is refused while the hit about its sender is undecided',
  async () => {
    const { customerId, from } = await openPayer();
    const deposit = await send({
      ...{ type: 'deposit', amount: 700, currency: 'EUR', destinationAccountId: from },
      externalParty: { name: LISTED_NAME, method: 'book' },
    });
    const review = await findReview(deposit.body.id);
    const [hit] = await listHits(customerId);
    await decideHit(hit.id, 'no_hit');
    await approveReview(review.id);
    // Resets the hit to the state before its review.
    const { raw } = bank.bank.environments.sandbox.ledger.database;
    raw.exec('DROP TRIGGER screening_hits_decided_once');
    raw
      .prepare(
        "UPDATE screening_hits SET status = 'pending', decided_by = NULL, reason = NULL WHERE id = ?",
      )
      .run(hit.id);
    const path = `/v1/transactions/${deposit.body.id}/reverse`;
    const reversal = await bank.call(path, { key, body: { reason: 'Sent by mistake' } });
    expect([reversal.status, reversal.body.code]).toEqual([422, 'party_not_cleared']);
    expect(await readPosted(from)).toBe(100_700);
  },
);
