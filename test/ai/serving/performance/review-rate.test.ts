// A review without a decision is unknown: neither good nor bad until a person decides.

import { expect, test } from 'vitest';
import {
  classifyReview,
  computeReviewFigures,
  type ReviewCounts,
} from '../../../../ai/serving/performance/review-rate.ts';
import type { OutcomeRow } from '../../../../db/risk/outcomes.ts';
import { wilson } from '../../../../models/evaluate/normal.ts';

const row = (overrides: Partial<OutcomeRow>): OutcomeRow => ({
  id: 'dec_1',
  transactionId: 'txn_1',
  createdAt: 0,
  modelName: 'm',
  modelVersion: '1.0.0',
  artifactSha256: 'a',
  degraded: null,
  decision: 'review',
  probability: 0.5,
  reviewFrom: 0.1,
  features: null,
  isPosted: 1,
  verdict: null,
  isTakenBack: 0,
  isDoubted: 0,
  ...overrides,
});

test.each<[string, Partial<OutcomeRow>, string]>([
  ['let through', { decision: 'approve' }, 'passed'],
  ['let through and taken back as fraud', { decision: 'approve', isTakenBack: 1 }, 'missed'],
  ['booked under an alert that stands', { isDoubted: 1 }, 'open'],
  ['booked under an alert that was lifted', {}, 'lifted'],
  ['taken back after the alert was lifted', { isTakenBack: 1 }, 'confirmed'],
  ['held, and not reviewed yet', { decision: 'block_and_review', isPosted: 0 }, 'open'],
  ['held and approved', { decision: 'block_and_review', verdict: 'approved' }, 'lifted'],
  ['held and rejected', { decision: 'block_and_review', verdict: 'rejected' }, 'confirmed'],
  ['refused', { decision: 'decline', isPosted: 0 }, 'open'],
])('the review outcome of a payment that was %s', (_, overrides, fate) => {
  expect(classifyReview(row(overrides))).toBe(fate);
});

const counts = (overrides: Partial<ReviewCounts>): ReviewCounts => ({
  payments: 96,
  lookedAt: 67,
  confirmed: 0,
  lifted: 0,
  open: 67,
  missed: 0,
  ...overrides,
});

test('67 open alerts of 96 payments do not give a rate of 0: the rate is unknown, with an alarm', () => {
  const figures = computeReviewFigures(counts({}));
  expect(figures.alarm).toBe('raised');
  expect(figures.reviewRate).toEqual(wilson(67, 96));
  expect(figures.falsePositiveRate).toEqual({
    value: null,
    low: 0,
    high: wilson(67, 96)?.high,
  });
});

test('the interval reaches from all open alerts being fraud to none being fraud', () => {
  const reviewedCounts = counts({
    payments: 1_000,
    lookedAt: 40,
    confirmed: 10,
    lifted: 10,
    open: 20,
  });
  const { falsePositiveRate } = computeReviewFigures(reviewedCounts);
  expect(falsePositiveRate?.value).toBeCloseTo(10 / 970);
  expect(falsePositiveRate?.low).toBe(wilson(10, 970)?.low);
  expect(falsePositiveRate?.high).toBe(wilson(30, 990)?.high);
  const all = computeReviewFigures({ ...reviewedCounts, lifted: 30, open: 0 });
  expect(all.falsePositiveRate).toEqual(wilson(30, 990));
});

test('an alarm needs a rate above the target beyond chance, and enough payments', () => {
  const alarmFor = (payments: number, lookedAt: number) =>
    computeReviewFigures(counts({ payments, lookedAt, open: lookedAt })).alarm;
  expect(alarmFor(29, 29)).toBe('too_few');
  expect(alarmFor(100, 4)).toBe('none');
  expect(alarmFor(10_000, 400)).toBe('raised');
  expect(computeReviewFigures(counts({ payments: 0, lookedAt: 0, open: 0 }))).toMatchObject({
    reviewRate: null,
    falsePositiveRate: null,
    alarm: 'too_few',
  });
});
