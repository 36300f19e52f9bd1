// Credit assessments and decisions as typed columns. migrations/sqlite/ledger/0021_credit.sql is
// the truth.

import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CreditDecision, CreditOutcome } from '../../ledger/decisions/credit.ts';

export const creditAssessments = sqliteTable('credit_assessments', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  currency: text('currency').notNull(),
  amount: integer('amount').notNull(),
  termMonths: integer('term_months').notNull(),
  consentId: text('consent_id'),
  request: text('request').notNull(),
  findings: text('findings').notNull(),
  policyVersion: text('policy_version').notNull(),
  modelName: text('model_name').notNull(),
  modelVersion: text('model_version').notNull(),
  artifactSha256: text('artifact_sha256').notNull(),
  features: text('features'),
  probability: real('probability'),
  score: integer('score'),
  latencyUs: integer('latency_us'),
  degraded: integer('degraded').notNull(),
  metadata: text('metadata').notNull(),
  actor: text('actor').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const creditDecisions = sqliteTable('credit_decisions', {
  id: text('id').primaryKey(),
  assessmentId: text('assessment_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  number: integer('number').notNull(),
  decision: text('decision').$type<CreditDecision>().notNull(),
  approvedAmount: integer('approved_amount'),
  reasons: text('reasons').notNull(),
  reviewReason: text('review_reason'),
  comment: text('comment'),
  actor: text('actor').notNull(),
  decidedAt: integer('decided_at').notNull(),
});

// migrations/sqlite/ledger/0064_credit_outcomes.sql is the truth.
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
