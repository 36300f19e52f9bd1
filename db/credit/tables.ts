// Credit assessments and decisions.

import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CreditDecision, CreditOutcome } from '../../ledger/decisions/credit.ts';
import {
  declare,
  neverDeleted,
  neverUpdated,
  notWhileMoving,
  refuse,
  searchableMetadata,
} from '../kernel/declare.ts';

export const creditAssessments = sqliteTable('credit_assessments', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  currency: text('currency').notNull(),
  amount: integer('amount').notNull(),
  termMonths: integer('term_months').notNull(),
  consentId: text('consent_id'),
  /** The request, the results of the rules and the answer of the model, as JSON. */
  request: text('request').notNull(),
  findings: text('findings').notNull(),
  policyVersion: text('policy_version').notNull(),
  modelName: text('model_name').notNull(),
  modelVersion: text('model_version').notNull(),
  artifactSha256: text('artifact_sha256').notNull(),
  /** The row given to the model; null when the model was not asked or did not answer. */
  features: text('features'),
  probability: real('probability'),
  score: integer('score'),
  latencyUs: integer('latency_us'),
  degraded: integer('degraded').notNull(),
  metadata: text('metadata').notNull(),
  actor: text('actor').notNull(),
  createdAt: integer('created_at').notNull(),
});

declare(creditAssessments, {
  withoutRowid: true,
  references: { customerId: 'customers (id)' },
  checks: [
    'amount > 0',
    'term_months > 0',
    'length(artifact_sha256) = 64',
    'probability BETWEEN 0 AND 1',
    'score BETWEEN 300 AND 850',
    'latency_us >= 0',
    'degraded IN (0, 1)',
    '(probability IS NULL) = (features IS NULL)',
    '(probability IS NULL) = (score IS NULL)',
    'degraded = 0 OR probability IS NULL',
  ],
  indexes: {
    credit_assessments_by_tenant: '(tenant_id, id)',
    credit_assessments_by_customer: '(customer_id, id)',
  },
  triggers: [
    neverDeleted('assessments are never deleted'),
    searchableMetadata('credit_assessment'),
    refuse(
      'credit_assessments_of_the_erased',
      'INSERT',
      'an erased customer asks for no credit',
      'EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)',
    ),
    refuse(
      'credit_assessments_no_update',
      'UPDATE',
      'an assessment never changes',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      OLD.customer_id)`,
    ),
    notWhileMoving,
  ],
});

export const creditDecisions = sqliteTable('credit_decisions', {
  id: text('id').primaryKey(),
  assessmentId: text('assessment_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  /** 1 for the engine's decision, 2 for a person's. */
  number: integer('number').notNull(),
  decision: text('decision').$type<CreditDecision>().notNull(),
  approvedAmount: integer('approved_amount'),
  /** Adverse-action reasons as JSON: one to four for a denial. */
  reasons: text('reasons').notNull(),
  reviewReason: text('review_reason'),
  /** A comment of the person who decided. */
  comment: text('comment'),
  actor: text('actor').notNull(),
  decidedAt: integer('decided_at').notNull(),
});

declare(creditDecisions, {
  withoutRowid: true,
  references: { assessmentId: 'credit_assessments (id)' },
  unique: ['(assessment_id, number)'],
  checks: [
    'number IN (1, 2)',
    "decision IN ('approved', 'denied', 'manual_review')",
    'approved_amount > 0',
    'json_array_length(reasons) <= 4',
    "decision <> 'denied' OR json_array_length(reasons) > 0",
    "(decision = 'approved') = (approved_amount IS NOT NULL)",
    "(decision = 'manual_review') = (review_reason IS NOT NULL)",
    "number = 1 OR (decision <> 'manual_review' AND comment IS NOT NULL)",
  ],
  indexes: { credit_decisions_to_review: "(assessment_id) WHERE decision = 'manual_review'" },
  triggers: [
    refuse(
      'credit_decisions_in_order',
      'INSERT',
      'a person decides what the engine left, once',
      `NOT EXISTS (SELECT 1 FROM credit_assessments a WHERE a.id = NEW.assessment_id AND
      a.tenant_id = NEW.tenant_id AND coalesce(NEW.approved_amount, 0) <= a.amount) OR
      (NEW.number = 2 AND NOT EXISTS (SELECT 1 FROM credit_decisions d WHERE d.assessment_id =
      NEW.assessment_id AND d.number = 1 AND d.decision = 'manual_review' AND d.actor <>
      NEW.actor))`,
    ),
    neverDeleted('decisions about credit are never deleted'),
    refuse(
      'credit_decisions_no_update',
      'UPDATE',
      'a decision about credit never changes',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      (SELECT customer_id FROM credit_assessments WHERE id = OLD.assessment_id))`,
    ),
    notWhileMoving,
  ],
});

export const creditOutcomes = sqliteTable(
  'credit_outcomes',
  {
    assessmentId: text('assessment_id').notNull(),
    number: integer('number').notNull(),
    tenantId: text('tenant_id').notNull(),
    outcome: text('outcome').$type<CreditOutcome>().notNull(),
    observedAt: integer('observed_at').notNull(),
    daysPastDue: integer('days_past_due'),
    lossAmount: integer('loss_amount'),
    actor: text('actor').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.assessmentId, table.number] })],
);

declare(creditOutcomes, {
  withoutRowid: true,
  references: { assessmentId: 'credit_assessments (id)' },
  checks: [
    'number BETWEEN 1 AND 1000',
    "outcome IN ('performing', 'repaid', 'defaulted')",
    'days_past_due >= 0',
    'loss_amount >= 0',
    "loss_amount IS NULL OR outcome = 'defaulted'",
  ],
  indexes: { credit_outcomes_by_tenant: '(tenant_id, assessment_id)' },
  triggers: [
    refuse(
      'credit_outcomes_in_order',
      'INSERT',
      'a loan goes on, is repaid, or defaults for good',
      `NOT EXISTS (SELECT 1 FROM credit_decisions d WHERE d.assessment_id = NEW.assessment_id
      AND d.tenant_id = NEW.tenant_id AND d.decision = 'approved' AND
      coalesce(NEW.loss_amount, 0) <= d.approved_amount) OR NEW.number <> 1 + (SELECT count(*)
      FROM credit_outcomes o WHERE o.assessment_id = NEW.assessment_id) OR EXISTS (SELECT 1
      FROM credit_outcomes o WHERE o.assessment_id = NEW.assessment_id AND (o.outcome =
      'repaid' OR (o.outcome = 'defaulted' AND NEW.outcome <> 'defaulted') OR o.observed_at >
      NEW.observed_at))`,
    ),
    neverUpdated('an outcome never changes'),
    neverDeleted('outcomes are never deleted'),
    notWhileMoving,
  ],
});
