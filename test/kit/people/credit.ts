// Credit applications for tests, and records of assessments.

import { CREDIT_THRESHOLDS } from '../../../ai/credit/policy.ts';
import type { CreditOrder } from '../../../db/credit/acts.ts';
import { recordAssessment, reviewAssessment } from '../../../db/credit/acts.ts';
import { recordOutcome } from '../../../db/credit/outcomes.ts';
import { findCreditAssessment } from '../../../db/credit/reads.ts';
import type { Ledger } from '../../../db/ledger.ts';
import type { Metadata } from '../../../ledger/metadata.ts';
import { readArtifact, SHIPPED_FOLDER } from '../../../models/artifact.ts';
import { createExplainers } from '../../../models/explain/explainers.ts';
import { INPUT, OUTPUT } from '../../../models/learn/export/onnx-model.ts';
import { createServedModel, type ServedModel } from '../../../models/serving.ts';
import type { SessionPool } from '../../../models/session-pool.ts';

/** Returns an application in US dollars that passes the floor and the model. */
export function applicationOf(customerId: string, order: ApplicationFields = {}) {
  const { applicant, product, ...rest } = order;
  return {
    customerId,
    product: {
      type: 'personal_loan',
      amount: 1_200_000,
      currency: 'USD',
      termMonths: 36,
      ...product,
    },
    applicant: {
      income: 500_000,
      expenses: 150_000,
      obligations: 30_000,
      employmentMonths: 62,
      homeOwnership: 'mortgage',
      creditHistoryMonths: 75,
      hasDefaulted: false,
      ...applicant,
    },
    purpose: 'personal',
    ...rest,
  };
}

export interface ApplicationFields {
  readonly product?: object;
  readonly applicant?: object;
  readonly purpose?: string;
  readonly alternativeData?: Readonly<Record<string, string | boolean>>;
  readonly metadata?: Metadata;
}

/**
 * A small loan with a small income after a default: neither the amount nor a smaller one passes the
 * model.
 */
export const BORDERLINE: ApplicationFields = {
  product: { amount: 60_000 },
  applicant: {
    income: 300_000,
    expenses: 100_000,
    obligations: 20_000,
    homeOwnership: 'rent',
    hasDefaulted: true,
  },
  purpose: 'medical',
};

/** A larger and weaker application, far above the probability at which the model denies. */
export const HOPELESS_LOAN: ApplicationFields = {
  product: { amount: 1_000_000 },
  applicant: {
    income: 300_000,
    expenses: 100_000,
    obligations: 20_000,
    homeOwnership: 'rent',
    hasDefaulted: true,
  },
  purpose: 'medical',
};

const REASON = {
  code: 'length_of_employment',
  regBText: 'Length of employment',
  feature: 'employmentYears',
  contribution: 0.5,
  rank: 1,
};

/** Returns the order that the API would record. */
export function creditOrderOf(
  tenantId: string,
  customerId: string,
  overrides: Partial<CreditOrder> = {},
): CreditOrder {
  const decision = overrides.decision ?? 'approved';
  return {
    tenantId,
    customerId,
    currency: 'USD',
    amount: 1_000,
    termMonths: 12,
    consentId: null,
    request: { product: { type: 'personal_loan' }, purpose: null, applicant: {} },
    findings: {
      grade: 'A',
      rules: [],
      floorPassed: true,
      keyFactors: [],
      counterfactual: [],
      offer: null,
      alternativeDataUsed: [],
      excludedAttributes: [],
      rate: null,
    },
    policyVersion: '1.1.0',
    model: { name: 'credit-scoring', version: '3.2.0', sha256: 'ab'.repeat(32) },
    answer: { features: [1, null], probability: 0.01, score: 800, latencyUs: 30 },
    degraded: false,
    metadata: {},
    decision,
    approvedAmount: decision === 'approved' ? 1_000 : null,
    reasons: decision === 'denied' ? [REASON] : [],
    reviewReason: decision === 'manual_review' ? 'between_thresholds' : null,
    requestHash: Buffer.alloc(32),
    cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
    ...overrides,
  };
}

/**
 * Records an assessment of each decision, one that an operator decided, and a loan that defaulted.
 */
export async function recordCreditAssessments(
  ledger: Ledger,
  tenantId: string,
  customerId: string,
) {
  const record = async (overrides: Partial<CreditOrder>) => {
    const outcome = await ledger.run(
      recordAssessment,
      creditOrderOf(tenantId, customerId, overrides),
    );
    return outcome.assessment.id;
  };
  const approved = await record({});
  const lower = await record({ approvedAmount: 500, reasons: [REASON] });
  const denied = await record({ decision: 'denied' });
  const open = await record({ decision: 'manual_review' });
  const reviewed = await record({ decision: 'manual_review', answer: null, degraded: true });
  await ledger.run(reviewAssessment, {
    assessmentId: reviewed,
    decision: 'denied',
    approvedAmount: null,
    reasons: [REASON],
    comment: 'Seen.',
    cause: { actor: 'opr_test', requestId: 'req_test', idempotencyKey: null },
  });
  const loan = await findCreditAssessment(ledger, tenantId, approved);
  await ledger.run(recordOutcome, {
    tenantId,
    assessmentId: approved,
    outcome: 'defaulted',
    observedAt: Date.parse(loan?.createdAt ?? ''),
    daysPastDue: 91,
    lossAmount: 10,
    requestHash: Buffer.alloc(32, 1),
    cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
  });
  return { approved, lower, denied, open, reviewed };
}

/** Loads the shipped credit model in the form in which the bank serves it. */
export function loadShippedCredit(pool: SessionPool): ServedModel {
  const { card, model } = readArtifact(SHIPPED_FOLDER, 'credit-scoring', '3.2.0');
  const store = { put: async () => {}, get: async () => Buffer.from(model) };
  const version = {
    ...{ versionId: 'mdv_shipped', name: card.name, label: card.version, card },
    source: 'platform',
    features: card.features.map(({ name }) => name),
    bounds: card.features,
    thresholds: CREDIT_THRESHOLDS,
    scored: {
      sha256: card.artifact.sha256,
      signature: { input: INPUT, output: OUTPUT, column: 0, columns: 1 },
      columns: card.features.length,
      foreign: null,
    },
  } as const;
  return createServedModel(version, pool, createExplainers({ artifacts: store, covers: store }));
}
