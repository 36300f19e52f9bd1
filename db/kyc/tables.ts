// The tables of identity assessments.

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
import {
  declare,
  fixedColumns,
  neverDeleted,
  notWhileMoving,
  refuse,
  searchableMetadata,
} from '../kernel/declare.ts';
import type { KycStatus } from '../kernel/tables.ts';

export const kycAssessments = sqliteTable('kyc_assessments', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  level: text('level').$type<KycLevel>().notNull(),
  /** The claimed identity as JSON, without numbers of documents and ids. */
  subject: text('subject').notNull(),
  /** Keyed hash of the national id or the registration number. */
  identityMac: text('identity_mac'),
  status: text('status').$type<KycAssessmentStatus>().notNull(),
  stage: text('stage').$type<KycStage>().notNull(),
  decision: text('decision').$type<KycVerdict>(),
  appliedLevel: text('applied_level').$type<KycLevel>(),
  riskLevel: text('risk_level').$type<CustomerRisk>(),
  riskScore: integer('risk_score'),
  policyVersion: text('policy_version').notNull(),
  /** Factors, checks, required documents and reasons for a review, as JSON. */
  findings: text('findings').notNull(),
  /** The customer's status before, which returns when the assessment ends without a decision. */
  kycBefore: text('kyc_before').$type<KycStatus>().notNull(),
  deadlineAt: integer('deadline_at'),
  failureCode: text('failure_code').$type<KycFailure>(),
  /** `workflow` or a person. */
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

declare(kycAssessments, {
  withoutRowid: true,
  defaults: { occasion: "'request'" },
  references: { customerId: 'customers (id)' },
  checks: [
    "level IN ('simplified', 'standard', 'enhanced')",
    "status IN ('pending', 'completed', 'failed')",
    "stage IN ('checking', 'awaiting_documents', 'manual_review', 'done')",
    "decision IN ('approve', 'review', 'reject')",
    "applied_level IN ('simplified', 'standard', 'enhanced')",
    "risk_level IN ('low', 'medium', 'high', 'prohibited')",
    'risk_score BETWEEN 0 AND 100',
    "failure_code IN ('check_failed', 'documents_not_received')",
    'version > 0',
    "occasion IN ('request', 'periodic_review')",
    "(status = 'pending') = (stage <> 'done')",
    "(status = 'pending') = (completed_at IS NULL)",
    "(status = 'failed') = (failure_code IS NOT NULL)",
    "(status = 'completed') = (decided_by IS NOT NULL)",
    "status <> 'completed' OR coalesce(decision IN ('approve', 'reject'), 0)",
    "status <> 'pending' OR coalesce(decision = 'review', 0) = (stage = 'manual_review')",
    "stage <> 'awaiting_documents' OR deadline_at IS NOT NULL",
    '(risk_level IS NULL) = (risk_score IS NULL)',
  ],
  indexes: {
    kyc_assessments_open: "UNIQUE (customer_id) WHERE status = 'pending'",
    kyc_assessments_carried: "(id) WHERE status = 'pending'",
    kyc_assessments_by_customer: '(customer_id, id)',
    kyc_assessments_by_tenant: '(tenant_id, id)',
    kyc_assessments_by_stage: '(stage, id)',
    kyc_assessments_due: "(deadline_at) WHERE stage = 'awaiting_documents'",
    kyc_assessments_due_of_tenant: "(tenant_id, deadline_at) WHERE stage = 'awaiting_documents'",
    kyc_assessments_by_identity: '(tenant_id, identity_mac) WHERE identity_mac IS NOT NULL',
  },
  triggers: [
    refuse(
      'kyc_assessments_born_checking',
      'INSERT',
      'an assessment starts with its checks',
      "NEW.status <> 'pending' OR NEW.stage <> 'checking'",
    ),
    neverDeleted('assessments are never deleted'),
    searchableMetadata('kyc_assessment'),
    refuse('kyc_assessments_occasion', 'UPDATE OF occasion', 'what was asked never changes'),
    refuse(
      'kyc_assessments_of_the_erased',
      'INSERT',
      'an erased customer is not assessed',
      'EXISTS (SELECT 1 FROM customer_erasures WHERE customer_id = NEW.customer_id)',
    ),
    refuse(
      'kyc_assessments_over',
      'UPDATE',
      'what is over never changes',
      `(OLD.status <> 'pending') AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status =
      'running' AND customer_id = OLD.customer_id)`,
    ),
    refuse(
      'kyc_assessments_identity',
      `UPDATE OF id, tenant_id, customer_id, level, subject, identity_mac, kyc_before,
      metadata, request_id, actor, created_at`,
      'what was asked never changes',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      OLD.customer_id)`,
    ),
    notWhileMoving,
  ],
});

export const kycDocuments = sqliteTable('kyc_documents', {
  id: text('id').primaryKey(),
  assessmentId: text('assessment_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  customerId: text('customer_id').notNull(),
  type: text('type').$type<DocumentType>().notNull(),
  country: text('country'),
  /** Keyed hash of the document's number. */
  numberMac: text('number_mac'),
  numberLast4: text('number_last4'),
  expiresOn: text('expires_on'),
  /** The client's name for the file. */
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

declare(kycDocuments, {
  withoutRowid: true,
  defaults: { checks: "'[]'" },
  references: { assessmentId: 'kyc_assessments (id)', customerId: 'customers (id)' },
  checks: [
    'length(number_last4) <= 4',
    "status IN ('received', 'invalid', 'approved', 'rejected')",
  ],
  indexes: {
    kyc_documents_by_assessment: '(assessment_id, id)',
    kyc_documents_by_number: '(tenant_id, number_mac) WHERE number_mac IS NOT NULL',
    kyc_documents_by_file: '(file_id)',
    kyc_documents_by_customer: '(customer_id, id)',
  },
  triggers: [
    neverDeleted('documents are never deleted'),
    refuse(
      'kyc_documents_identity',
      `UPDATE OF id, assessment_id, tenant_id, customer_id, type, country, number_mac,
      number_last4, expires_on, file_id, actor, created_at`,
      'what was handed in never changes',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      OLD.customer_id)`,
    ),
    refuse(
      'kyc_documents_mrz',
      'UPDATE OF sealed_mrz',
      'what was handed in never changes',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      OLD.customer_id)`,
    ),
    refuse(
      'kyc_documents_issued',
      'UPDATE OF issued_on',
      'what was handed in never changes',
      `NOT EXISTS (SELECT 1 FROM customer_erasures WHERE status = 'running' AND customer_id =
      OLD.customer_id)`,
    ),
    notWhileMoving,
  ],
});

export const kycFiles = sqliteTable('kyc_files', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  /** The customer whose document it is; null while no document names it. */
  customerId: text('customer_id'),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** Size of the picture before sealing. */
  bytes: integer('bytes').notNull(),
  sealedSha256: text('sealed_sha256').notNull(),
  /** Keyed hash of the decoded pixels, which recognises the picture without its metadata. */
  pixelMac: text('pixel_mac').notNull(),
  /** Findings that identify nobody, as JSON. */
  findings: text('findings').notNull(),
  /** Texts of the barcodes, sealed. */
  sealedBarcodes: text('sealed_barcodes').notNull(),
  actor: text('actor').notNull(),
  createdAt: integer('created_at').notNull(),
  /** Null: a document names the file, which is kept. */
  expiresAt: integer('expires_at'),
});

declare(kycFiles, {
  withoutRowid: true,
  references: { customerId: 'customers (id)' },
  unique: ['(sealed_sha256)'],
  checks: [
    'width > 0',
    'height > 0',
    'bytes > 0',
    '(customer_id IS NULL) = (expires_at IS NOT NULL)',
  ],
  indexes: {
    kyc_files_by_tenant: '(tenant_id, id)',
    kyc_files_by_pixels: '(tenant_id, pixel_mac)',
    kyc_files_free: '(tenant_id, expires_at) WHERE expires_at IS NOT NULL',
    kyc_files_due: '(expires_at) WHERE expires_at IS NOT NULL',
    kyc_files_by_customer: '(customer_id, id) WHERE customer_id IS NOT NULL',
    kyc_files_stored: '(tenant_id, bytes)',
  },
  triggers: [
    fixedColumns(
      `id, tenant_id, width, height, bytes, sealed_sha256, pixel_mac, findings,
      sealed_barcodes, actor, created_at`,
      'what was handed in never changes',
    ),
    refuse('kyc_files_taken', 'UPDATE', 'a document keeps its file', 'OLD.customer_id IS NOT NULL'),
    refuse(
      'kyc_files_no_delete',
      'DELETE',
      'a document keeps its file',
      `(OLD.customer_id IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM customer_erasures WHERE
      status = 'running' AND customer_id = OLD.customer_id)`,
    ),
    notWhileMoving,
  ],
});
