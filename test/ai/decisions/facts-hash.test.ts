// The signed log contains the hash of a decision's facts, so the same rows must have the same hash
// in each release. A reworded question or figure would make every earlier decision look changed.

import { expect, test } from 'vitest';
import { hashFacts } from '../../../ai/decisions/decision-leaf.ts';
import {
  describeAccountFreeze,
  describeCreditDecision,
  describeIdentityDecision,
  describeRefusedPayment,
  describeStoppedPayment,
} from '../../../ai/decisions/facts.ts';
import type { CreditAssessmentView } from '../../../db/credit/view.ts';
import type { RiskDecisionRow } from '../../../db/kernel/risk-summary.ts';
import type { KycAssessmentView } from '../../../db/kyc/view.ts';
import type { TransactionView } from '../../../db/transactions/view.ts';

const DECIDED_AT = '2026-11-29T10:00:00.000Z';

const PAYMENT = {
  id: 'txn_1',
  type: 'transfer',
  amount: 120_050,
  currency: 'EUR',
  customerId: 'cust_1',
  sourceAccountId: 'acc_1',
  destinationAccountId: 'acc_2',
  externalParty: null,
  statusReason: {
    code: 'limit_exceeded',
    message: 'The daily limit is used up.',
    limit: { period: 'day', used: 90_000, maxAmount: 100_000 },
  },
  createdAt: DECIDED_AT,
} as unknown as TransactionView;

const RISK = {
  id: 'dec_1',
  decision: 'block_and_review',
  customerId: 'cust_1',
  accountId: 'acc_1',
  transactionId: 'txn_1',
  ruleSet: 7,
  rules: JSON.stringify([
    {
      ruleId: 'redirected_payee',
      outcome: 'hit',
      scoreDelta: 60,
      figures: [{ name: 'amount', observed: 1_200.5, is: 'at_least', threshold: 500 }],
    },
  ]),
  serving: 'production',
  probability: 0.91,
  reviewFrom: 0.2,
  blockFrom: 0.6,
  declineFrom: null,
  modelName: 'fraud-detection',
  modelVersion: '2.4.0',
  artifactSha256: 'ab'.repeat(32),
  createdAt: Date.parse(DECIDED_AT),
} as unknown as RiskDecisionRow;

const MODEL_REASON = {
  code: 'amount_unusual',
  message: 'The amount is unusual',
  feature: 'amount_to_mean',
  value: 12.5,
  direction: 'increases' as const,
  contribution: 0.4,
};

const CREDIT = {
  id: 'crd_1',
  decision: 'denied',
  customerId: 'cust_1',
  product: { amount: 1_000_000, currency: 'USD', termMonths: 36 },
  policy: {
    version: '3',
    rules: [
      {
        code: 'debt_to_income',
        passed: false,
        value: 5_200,
        limit: 4_500,
        unit: 'basis_points',
        direction: 'at_most',
      },
    ],
  },
  model: { name: 'credit-scoring', version: '3.2.0', artifactSha256: 'cd'.repeat(32) },
  probabilityOfDefault: 0.4,
  adverseActionReasons: [
    { code: 'income_insufficient', regBText: 'Income insufficient', feature: 'income' },
  ],
  humanReview: { reason: null },
  createdAt: DECIDED_AT,
} as unknown as CreditAssessmentView;

const IDENTITY = {
  id: 'kyc_1',
  decision: 'reject',
  decidedBy: 'workflow',
  customerId: 'cust_1',
  level: 'standard',
  reviewReasons: ['document_expired'],
  riskScore: 40,
  reasons: ['Points of risk: 40.', 'The document has expired.'],
  checks: [],
  documents: [{}],
  policy: { version: '4' },
  createdAt: DECIDED_AT,
} as unknown as KycAssessmentView;

const FREEZE = {
  id: 'evt_1',
  accountId: 'acc_1',
  data: JSON.stringify({
    object: {
      id: 'acc_1',
      customerId: 'cust_1',
      statusReason: { code: 'frozen_fraud', message: 'Reported by the payer.' },
    },
  }),
  createdAt: Date.parse(DECIDED_AT),
};

test.each([
  [
    'a payment that a limit declined',
    describeRefusedPayment(PAYMENT),
    '8f122a50818b406e630ca9306e52737ff507bf82cf2162b22a0314f64e41686a',
  ],
  [
    'a payment that risk held',
    describeStoppedPayment(RISK, PAYMENT, [MODEL_REASON as never]),
    '3a1265dfffbb40f8d7f89079124e78f25934e19d6fd3194c99fc90696c6db353',
  ],
  [
    'a denied loan',
    describeCreditDecision(CREDIT, null),
    'e55ef28d2f5c64eacc75e1761b624c25482244f196fa465ead4a9345152e1975',
  ],
  [
    'an identity that was not accepted',
    describeIdentityDecision(IDENTITY),
    '92f41abea4999f2950bd5ebe3455221b9efeef26ca1903d3b49e3d71193abe31',
  ],
  [
    'a frozen account',
    describeAccountFreeze(FREEZE),
    'a1ea431e67ade98444caa54b1ec15a40d00c5e0f2408de3c041ad8c2630804b7',
  ],
])('the facts of %s have the hash that the first release wrote', (_, facts, sha256) => {
  expect(hashFacts(facts)).toBe(sha256);
});
