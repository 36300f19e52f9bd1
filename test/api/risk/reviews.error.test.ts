// Decisions about payments in review that are invalid, too late or repeated, and decisions of a
// process that ended before it sent the signal to the workflow.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideApproval } from '../../../db/approvals/acts.ts';
import { reviewPayment } from '../../../db/risk/acts.ts';
import { type Answer, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { claimSecondOperatorKey } from '../../kit/people/operators.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;
let secondOperatorKey: string;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
  [from = '', to = ''] = accountIds;
  secondOperatorKey = await claimSecondOperatorKey(bank);
});
afterAll(async () => {
  const books = await bank.call('/v1/ops/invariants?environment=sandbox', { key: OPERATOR_KEY });
  const brokenChecks = books.body.checks.filter(
    (check: { violations: number }) => check.violations > 0,
  );
  await bank.close();
  expect(brokenChecks).toEqual([]);
});

const LIST = '/v1/ops/reviews?environment=sandbox';
const UNKNOWN_REVIEW_ID = 'rev_06ayx0rw7mf5w0h1y6k2v3c4d5';
const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const asOperator = (path: string, body?: unknown, callerKey = OPERATOR_KEY) =>
  bank.call(path, { key: callerKey, ...(body === undefined ? {} : { body }) });
const decideReview = (id: string, verb: 'approve' | 'reject', callerKey = OPERATOR_KEY) =>
  asOperator(
    `/v1/ops/reviews/${id}/${verb}`,
    { environment: 'sandbox', reason: `Looked at it: ${verb}.` },
    callerKey,
  );
const readTransaction = async (id: string) =>
  (await bank.call(`/v1/transactions/${id}`, { key })).body;
const balanceOf = async (id: string) =>
  (await bank.call(`/v1/accounts/${id}/balance`, { key })).body;
const findReview = async (transactionId: string) => {
  const { body } = await asOperator(`${LIST}&limit=100`);
  return body.data.find((item: { transactionId: string }) => item.transactionId === transactionId);
};

/** Makes a payment that is held for a review. Returns the ids of both. */
async function holdForReview(amount: number, overrides: object = {}) {
  const accountId = from;
  const hit = { accountId, decision: 'block_and_review', times: 1 };
  await bank.call('/v1/sandbox/simulations/fraud-hit', { key, body: hit });
  const body = { ...transferOf(from, to, amount), ...overrides };
  const answer = await bank.call('/v1/transactions?wait=10', { key, body });
  expect([answer.status, answer.body.status]).toEqual([202, 'pending_review']);
  return {
    transactionId: answer.body.id,
    reviewId: (await findReview(answer.body.id)).id as string,
  };
}

describe('a decision about a payment in review', () => {
  it('is refused with the field at fault, and the payment keeps waiting', async () => {
    const { transactionId, reviewId } = await holdForReview(1_000);
    const goodBody = { environment: 'sandbox', reason: 'Known payee.' };
    const bodies: [string, unknown][] = [
      ['/environment', { reason: 'x' }],
      ['/environment', { ...goodBody, environment: 'test' }],
      ['/environment', { ...goodBody, environment: null }],
      ['/reason', { environment: 'sandbox' }],
      ['/reason', { ...goodBody, reason: '' }],
      ['/reason', { ...goodBody, reason: 7 }],
      ['/reason', { ...goodBody, reason: ['Known'] }],
      ['/reason', { ...goodBody, reason: 'x'.repeat(501) }],
      ['/reason', { ...goodBody, reason: 'nul \u0000' }],
      ['/decidedBy', { ...goodBody, decidedBy: 'opr_somebody' }],
      ['/decision', { ...goodBody, decision: 'approved' }],
      ['', [goodBody]],
      ['', 'approve'],
      ['', null],
    ];
    await writesNothing(bank, async () => {
      for (const verb of ['approve', 'reject']) {
        const path = `/v1/ops/reviews/${reviewId}/${verb}`;
        for (const [pointer, body] of bodies) {
          const answer = await asOperator(path, body);
          const label = JSON.stringify(body).slice(0, 60);
          expect([...outcomeOf(answer), answer.body.errors[0].pointer], label).toEqual([
            422,
            'validation_failed',
            pointer,
          ]);
        }
        const malformedAnswer = await bank.call(path, {
          key: OPERATOR_KEY,
          raw: '{"environment":',
        });
        expect(outcomeOf(malformedAnswer)).toEqual([400, 'malformed_json']);
      }
      expect((await readTransaction(transactionId)).status).toBe('pending_review');
    });
    await decideReview(reviewId, 'reject');
  });

  it('about an unknown, foreign or malformed review id is not found', async () => {
    const { transactionId, reviewId } = await holdForReview(1_100);
    await writesNothing(bank, async () => {
      expect(outcomeOf(await decideReview(UNKNOWN_REVIEW_ID, 'approve'))).toEqual([
        404,
        'review_not_found',
      ]);
      for (const id of [transactionId, reviewId.toUpperCase(), 'rev_', "rev_'%20OR%201=1", '0']) {
        const answer = await decideReview(id, 'approve');
        expect(answer.status, id).toBeGreaterThanOrEqual(400);
        expect(answer.status, id).toBeLessThan(405);
      }
      const wrongEnvironment = { environment: 'production', reason: 'Known payee.' };
      const otherEnvironmentAnswer = await asOperator(
        `/v1/ops/reviews/${reviewId}/approve`,
        wrongEnvironment,
      );
      expect(outcomeOf(otherEnvironmentAnswer)).toEqual([404, 'review_not_found']);
      const { body } = await asOperator('/v1/ops/reviews?environment=production');
      expect(body.data).toEqual([]);
      for (const verb of ['decide', 'cancel', '']) {
        const path = `/v1/ops/reviews/${reviewId}/${verb}`;
        expect((await asOperator(path, wrongEnvironment)).status).toBe(404);
      }
    });
    await decideReview(reviewId, 'reject');
  });

  it('by two people at once is made once, and the money moves once', async () => {
    const balanceBefore = await balanceOf(to);
    const { transactionId, reviewId } = await holdForReview(1_200);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => decideReview(reviewId, 'approve')),
      ...Array.from({ length: 4 }, () => decideReview(reviewId, 'reject', secondOperatorKey)),
    ]);
    const acceptedAnswers = answers.filter(({ status }) => status === 200);
    const { status, decidedBy } = await findReview(transactionId);
    expect(acceptedAnswers).toHaveLength(4);
    for (const { body } of acceptedAnswers)
      expect([body.status, body.decidedBy]).toEqual([status, decidedBy]);
    for (const answer of answers.filter((answer) => answer.status !== 200)) {
      expect(outcomeOf(answer)).toEqual([409, 'invalid_state_transition']);
    }
    const isApproved = status === 'approved';
    expect((await readTransaction(transactionId)).status).toBe(isApproved ? 'posted' : 'declined');
    const movedAmount = (await balanceOf(to)).posted - balanceBefore.posted;
    expect(movedAmount).toBe(isApproved ? 1_200 : 0);
    const { body } = await bank.call('/v1/events?type=risk.decision.reviewed&limit=100', { key });
    const reviewEvents = body.data.filter(
      (event: { data: { object: { transactionId: string } } }) =>
        event.data.object.transactionId === transactionId,
    );
    expect(reviewEvents).toHaveLength(1);
  });

  it('made by another person cannot be repeated or reversed', async () => {
    const { reviewId } = await holdForReview(1_300);
    expect((await decideReview(reviewId, 'reject')).status).toBe(200);
    await writesNothing(bank, async () => {
      for (const verb of ['approve', 'reject'] as const) {
        const lateAnswer = await decideReview(reviewId, verb, secondOperatorKey);
        expect(outcomeOf(lateAnswer)).toEqual([409, 'invalid_state_transition']);
      }
    });
  });
});

describe('a payment in review', () => {
  it('that its developer canceled can no longer be decided', async () => {
    const { transactionId, reviewId } = await holdForReview(1_400);
    await bank.call(`/v1/transactions/${transactionId}/cancel`, { key, body: {} });
    await writesNothing(bank, async () => {
      for (const verb of ['approve', 'reject'] as const) {
        const lateAnswer = await decideReview(reviewId, verb);
        expect(outcomeOf(lateAnswer)).toEqual([409, 'invalid_state_transition']);
        expect(lateAnswer.body.detail).toContain('canceled');
      }
      expect((await readTransaction(transactionId)).status).toBe('canceled');
    });
  });

  it('that has expired can no longer be decided', async () => {
    const holdExpiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { transactionId, reviewId } = await holdForReview(1_500, {
      capture: 'manual',
      holdExpiresAt,
    });
    const body = { advanceBy: 'PT2H' };
    await bank.call('/v1/sandbox/clock?wait=30', { key, body });
    await expect
      .poll(async () => (await readTransaction(transactionId)).status, { timeout: 30_000 })
      .toBe('expired');
    await writesNothing(bank, async () => {
      const lateAnswer = await decideReview(reviewId, 'approve');
      expect(outcomeOf(lateAnswer)).toEqual([409, 'invalid_state_transition']);
      expect(lateAnswer.body.detail).toContain('expired');
    });
    const { body: openReviews } = await asOperator(`${LIST}&status=open&limit=100`);
    expect(openReviews.data.map((item: { id: string }) => item.id)).not.toContain(reviewId);
  });

  it('is either decided or canceled by concurrent requests, and its money is in one place', async () => {
    const balanceBefore = await balanceOf(from);
    const { transactionId, reviewId } = await holdForReview(1_600);
    const [approvalAnswer, cancelAnswer] = await Promise.all([
      decideReview(reviewId, 'approve'),
      bank.call(`/v1/transactions/${transactionId}/cancel`, { key, body: {} }),
    ]);
    const { status } = await readTransaction(transactionId);
    expect(['posted', 'canceled']).toContain(status);
    // The request that came second gets a 409, or the outcome of the first.
    if (status === 'posted') expect(cancelAnswer.status).toBe(409);
    else expect([200, 409]).toContain(approvalAnswer.status);
    const balanceAfter = await balanceOf(from);
    expect(balanceAfter.held).toBe(balanceBefore.held);
    expect(balanceBefore.posted - balanceAfter.posted).toBe(status === 'posted' ? 1_600 : 0);
  });
});

describe('a list of reviews', () => {
  it('requires an environment and accepts only known filters', async () => {
    for (const query of [
      '',
      '?environment=test',
      '?environment=sandbox&status=waiting',
      '?environment=sandbox&status=open&status=approved',
      '?environment=sandbox&limit=0',
      '?environment=sandbox&limit=101',
      '?environment=sandbox&kind=hold',
    ]) {
      const answer = await asOperator(`/v1/ops/reviews${query}`);
      expect([query, ...outcomeOf(answer)]).toEqual([query, 400, 'invalid_parameter']);
    }
    const wrongCursorPath = `${LIST}&startingAfter=txn_06ayx0rw7mf5w0h1y6k2v3c4d5`;
    expect(outcomeOf(await asOperator(wrongCursorPath))).toEqual([400, 'invalid_cursor']);
  });
});

describe('a decision whose process ended before it sent the signal to the workflow', () => {
  it('is still carried out, before the hold expires', async () => {
    const { ledger } = bank.bank.environments.sandbox;
    const cause = { actor: 'opr_dead', requestId: 'req_dead', idempotencyKey: null };
    const decisionFields = { reason: 'Looked at it.', decidedBy: 'opr_dead', cause };
    const approvedReview = await holdForReview(1_700);
    const refusedReview = await holdForReview(1_800);
    const limits = { currency: 'EUR', requireApprovalAbove: 10 };
    await bank.call(`/v1/accounts/${from}/limits`, { method: 'PUT', key, body: limits });
    const body = transferOf(from, to, 1_900);
    const largePayment = (await bank.call('/v1/transactions?wait=10', { key, body })).body;
    expect(largePayment.status).toBe('pending_approval');
    await bank.call(`/v1/accounts/${from}/limits`, {
      method: 'PUT',
      key,
      body: { currency: 'EUR' },
    });
    await ledger.run(reviewPayment, {
      ...decisionFields,
      reviewId: approvedReview.reviewId,
      decision: 'approved',
    });
    await ledger.run(reviewPayment, {
      ...decisionFields,
      reviewId: refusedReview.reviewId,
      decision: 'rejected',
    });
    const transactionId = largePayment.id;
    await ledger.run(decideApproval, { ...decisionFields, transactionId, decision: 'granted' });
    const readStatuses = () =>
      Promise.all(
        [approvedReview.transactionId, refusedReview.transactionId, largePayment.id].map(
          async (id) => (await readTransaction(id)).status,
        ),
      );
    await expect
      .poll(readStatuses, { timeout: 60_000, interval: 250 })
      .toEqual(['posted', 'declined', 'posted']);
  });
});
