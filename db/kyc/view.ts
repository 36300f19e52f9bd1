// An identity assessment as the API and the events show it: without the names, dates and numbers
// that it was made from.

import { FATF } from '../../ledger/decisions/fatf.ts';
import type { DocumentCheck } from '../../ledger/decisions/kyc-documents.ts';
import type { KycJudgement } from '../../ledger/decisions/kyc-policy.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import { kycWorkflowId } from '../../ledger/workflow-id.ts';
import type { CustomerRow } from '../customers/view.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { ScreeningHitRow } from '../screening/view.ts';
import type { FileFindings } from './files.ts';
import type { kycAssessments, kycDocuments, kycFiles } from './tables.ts';

export type KycAssessmentRow = typeof kycAssessments.$inferSelect;
export type KycDocumentRow = typeof kycDocuments.$inferSelect;
export type KycFileRow = typeof kycFiles.$inferSelect;

/** Findings of the rules, as stored. */
export type KycFindings = Pick<
  KycJudgement,
  'factors' | 'checks' | 'requiredDocuments' | 'reviewReasons' | 'reasons' | 'owners'
>;

/** The customer that was screened, and the lists that were too old to rely on. */
export interface KycScreened {
  readonly customerVersion: number;
  readonly staleLists: readonly string[];
}

type StoredFindings = KycFindings & { readonly screened?: KycScreened };

/** Returns the screening of a row, or null when there was none since the last change of the row. */
export function screenedIn({ findings }: Pick<KycAssessmentRow, 'findings'>): KycScreened | null {
  return (JSON.parse(findings) as StoredFindings).screened ?? null;
}

/** Returns the findings of a row as JSON, with the given screening or without any. */
export function findingsWith(
  { findings }: Pick<KycAssessmentRow, 'findings'>,
  screened?: KycScreened,
): string {
  const { screened: _, ...storedFindings } = JSON.parse(findings) as StoredFindings;
  return JSON.stringify(screened ? { ...storedFindings, screened } : storedFindings);
}

export const NO_FINDINGS: KycFindings = {
  factors: [],
  checks: [],
  requiredDocuments: [],
  reviewReasons: [],
  reasons: [],
  owners: [],
};

/** The rows that the wire form of an assessment is made of. */
export interface KycParts {
  readonly row: KycAssessmentRow;
  readonly customer: Pick<CustomerRow, 'kycStatus' | 'nextReviewAt'>;
  readonly documents: readonly KycDocumentRow[];
  readonly hits: readonly Pick<ScreeningHitRow, 'id' | 'list' | 'name' | 'score' | 'status'>[];
}

/** Dates of the country lists that earlier policies used. */
const LIST_DATE_BY_POLICY: Readonly<Record<string, string>> = { '1.0.0': '2025-02-21' };

/** The wire form of an assessment. */
export function kycAssessmentView({ row, customer, documents, hits }: KycParts, livemode: boolean) {
  const findings = JSON.parse(row.findings) as KycFindings;
  return {
    id: row.id,
    object: 'kyc_assessment' as const,
    livemode,
    customerId: row.customerId,
    status: row.status,
    stage: row.stage,
    decision: row.decision,
    kycStatus: customer.kycStatus,
    occasion: row.occasion,
    level: row.level,
    appliedLevel: row.appliedLevel,
    riskLevel: row.riskLevel,
    riskScore: row.riskScore,
    factors: [...findings.factors],
    checks: [...findings.checks],
    requiredDocuments: findings.requiredDocuments.map(({ acceptedTypes, ...document }) => ({
      ...document,
      acceptedTypes: [...acceptedTypes],
    })),
    documents: documents.map(documentView),
    screening: hits.map(({ id: hitId, list, name, score, status }) => ({
      hitId,
      list,
      name,
      score,
      status,
    })),
    reviewReasons: [...findings.reviewReasons],
    // Earlier policies wrote no reasons.
    reasons: [...(findings.reasons ?? [])],
    owners: (findings.owners ?? []).map(({ checks, ...owner }) => ({
      ...owner,
      checks: [...checks],
    })),
    failureCode: row.failureCode,
    decidedBy: row.decidedBy,
    comment: row.comment,
    deadlineAt: row.deadlineAt === null ? null : timestamp(row.deadlineAt),
    nextReviewAt: customer.nextReviewAt === null ? null : timestamp(customer.nextReviewAt),
    workflow: { id: kycWorkflowId(row.id), runId: row.workflowRunId },
    policy: {
      version: row.policyVersion,
      countries: { source: FATF.source, asOf: LIST_DATE_BY_POLICY[row.policyVersion] ?? FATF.asOf },
    },
    model: null,
    metadata: JSON.parse(row.metadata) as Metadata,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
    completedAt: row.completedAt === null ? null : timestamp(row.completedAt),
  };
}

export type KycAssessmentView = ReturnType<typeof kycAssessmentView>;

function documentView(row: KycDocumentRow) {
  return {
    id: row.id,
    type: row.type,
    country: row.country,
    numberLast4: row.numberLast4,
    expiry: row.expiresOn,
    issuedOn: row.issuedOn,
    fileId: row.fileId,
    checks: [...(JSON.parse(row.checks) as DocumentCheck[])],
    status: row.status,
    reason: row.reason,
    createdAt: timestamp(row.createdAt),
  };
}

/** Returns the wire form of an image of a document. */
export function kycFileView(row: KycFileRow, livemode: boolean) {
  const { givenType, removed, editors, barcodes, zone } = JSON.parse(row.findings) as FileFindings;
  return {
    id: row.id,
    object: 'kyc_file' as const,
    livemode,
    customerId: row.customerId,
    givenType,
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    removedMetadata: [...removed],
    editors: [...editors],
    barcodes: [...barcodes],
    zone: zone ?? null,
    createdAt: timestamp(row.createdAt),
    expiresAt: row.expiresAt === null ? null : timestamp(row.expiresAt),
  };
}

export type KycFileView = ReturnType<typeof kycFileView>;
