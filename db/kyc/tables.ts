// Assessments of identities as typed columns. migrations/sqlite/ledger/0027_kyc.sql is the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  CustomerRisk,
  DocumentStatus,
  DocumentType,
  KycAssessmentStatus,
  KycFailure,
  KycLevel,
  KycOccasion,
  KycStage,
  KycVerdict,
} from '../../ledger/decisions/kyc.ts';
import type { KycStatus } from '../kernel/tables.ts';

export const kycAssessments = sqliteTable('kyc_assessments', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  level: text('level').$type<KycLevel>().notNull(),
  subject: text('subject').notNull(),
  identityMac: text('identity_mac'),
  status: text('status').$type<KycAssessmentStatus>().notNull(),
  stage: text('stage').$type<KycStage>().notNull(),
  decision: text('decision').$type<KycVerdict>(),
  appliedLevel: text('applied_level').$type<KycLevel>(),
  riskLevel: text('risk_level').$type<CustomerRisk>(),
  riskScore: integer('risk_score'),
  policyVersion: text('policy_version').notNull(),
  findings: text('findings').notNull(),
  kycBefore: text('kyc_before').$type<KycStatus>().notNull(),
  deadlineAt: integer('deadline_at'),
  failureCode: text('failure_code').$type<KycFailure>(),
  decidedBy: text('decided_by'),
  comment: text('comment'),
  workflowRunId: text('workflow_run_id'),
  metadata: text('metadata').notNull(),
  requestId: text('request_id').notNull(),
  actor: text('actor').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  completedAt: integer('completed_at'),
  occasion: text('occasion').$type<KycOccasion>().notNull(),
});

export const kycDocuments = sqliteTable('kyc_documents', {
  id: text('id').primaryKey(),
  assessmentId: text('assessment_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  type: text('type').$type<DocumentType>().notNull(),
  country: text('country'),
  numberMac: text('number_mac'),
  numberLast4: text('number_last4'),
  expiresOn: text('expires_on'),
  fileId: text('file_id').notNull(),
  status: text('status').$type<DocumentStatus>().notNull(),
  reason: text('reason'),
  actor: text('actor').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  sealedMrz: text('sealed_mrz'),
  checks: text('checks').notNull(),
  issuedOn: text('issued_on'),
});

// migrations/sqlite/ledger/0060_kyc_files.sql is the truth.
export const kycFiles = sqliteTable('kyc_files', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id'),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: integer('bytes').notNull(),
  sealedSha256: text('sealed_sha256').notNull(),
  pixelMac: text('pixel_mac').notNull(),
  findings: text('findings').notNull(),
  sealedBarcodes: text('sealed_barcodes').notNull(),
  actor: text('actor').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at'),
});
