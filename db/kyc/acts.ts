// Acts on identity assessments. Each act begins, judges or ends an assessment and writes the
// changes of the customer and its accounts, with all events, in one transaction.

import {
  type CustomerRisk,
  DOCUMENT_DAYS,
  type DocumentType,
  type KycAssessmentStatus,
  type KycFailure,
  type KycLevel,
  type KycOccasion,
  type KycStage,
  type KycVerdict,
  MAX_DOCUMENTS,
} from '../../ledger/decisions/kyc.ts';
import type { DocumentReading } from '../../ledger/decisions/kyc-documents.ts';
import { judgeKyc, KYC_POLICY, type KycJudgement } from '../../ledger/decisions/kyc-policy.ts';
import type { WatchAnswers } from '../../ledger/decisions/kyc-watch.ts';
import type { HitDraft } from '../../ledger/decisions/screening.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { changeKycStatus, findCustomerRow, recordReviewStart } from '../customers/acts.ts';
import type { CustomerRow } from '../customers/view.ts';
import { act } from '../kernel/act.ts';
import { type Cause, engineCause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mintDated } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { addHits } from '../screening/acts.ts';
import { kycFacts } from './facts.ts';
import { claimFiles } from './files.ts';
import {
  addAssessment,
  addDocument,
  findApprovedAssessment,
  findAssessmentRow,
  findOpenAssessment,
  judgeDocument,
  listAssessmentDocuments,
  recordScreening,
  saveAssessment,
} from './rows.ts';
import { type KycAssessmentRow, type KycDocumentRow, NO_FINDINGS, screenedIn } from './view.ts';

/** A person as given in the request; omitted fields are null. */
export interface KycPerson {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly dateOfBirth: string | null;
  readonly nationality: string | null;
  readonly country: string | null;
}

/** An owner of a business; `percent` is the stated share, or null without one. */
export interface KycOwner extends KycPerson {
  readonly percent: number | null;
}

/** The claimed identity of the customer. */
export interface KycSubject {
  readonly identity: KycPerson | null;
  readonly business: {
    readonly name: string;
    readonly tradingNames: readonly string[];
    readonly country: string | null;
    readonly owners: readonly KycOwner[];
  } | null;
  readonly hasSelfie: boolean;
}

export interface DocumentDraft {
  readonly type: DocumentType;
  readonly country: string | null;
  /** Keyed hash of the document's number, and its last characters; null without a number. */
  readonly numberMac: string | null;
  readonly numberLast4: string | null;
  readonly expiresOn: string | null;
  /** Id of an image that the bank keeps, or a name that the client chose. */
  readonly fileId: string;
  /** The date of issue as the document states it. */
  readonly issuedOn: string | null;
  /** The sealed machine-readable zone, or null when none was sent. */
  readonly sealedMrz: string | null;
}

export interface KycOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly level: KycLevel;
  readonly subject: KycSubject;
  readonly identityMac: string | null;
  readonly documents: readonly DocumentDraft[];
  readonly metadata: Metadata;
  /** Method and path of the request, which its idempotency key belongs to. */
  readonly operation: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** The start of an assessment by a request or by the bank. */
type AssessmentStart = Omit<KycOrder, 'operation' | 'requestHash'> & {
  readonly occasion?: KycOccasion;
};

export interface DocumentOrder {
  readonly tenantId: string;
  readonly assessmentId: string;
  readonly documents: readonly DocumentDraft[];
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** Result of adding documents. Documents at or after the deadline end the assessment (`over`). */
export type DocumentOutcome =
  | { readonly kind: 'done'; readonly replayed: boolean }
  | { readonly kind: 'over'; readonly status: string };

/** State of an assessment, for its workflow; status null: no assessment has this id. */
export interface KycState {
  readonly status: KycAssessmentStatus | null;
  readonly stage: KycStage;
  /**
   * Milliseconds of real time until the deadline for documents, or null when there is no deadline.
   */
  readonly deadlineInMs: number | null;
  /** True when the customer has changed since the screening; then nothing was written. */
  readonly stale: boolean;
  readonly decision?: KycVerdict | null;
  readonly riskLevel?: CustomerRisk | null;
}

export interface ScreenOrder {
  readonly assessmentId: string;
  /** Version of the customer that was screened. */
  readonly customerVersion: number;
  readonly hits: readonly HitDraft[];
  /** The lists that were too old to rely on, each with its date. */
  readonly staleLists: readonly string[];
}

export interface AssessOrder {
  readonly assessmentId: string;
  readonly runId: string;
  /** Version of the customer from which the order was made. */
  readonly customerVersion: number;
  /** Names of which a part could be compared with no list; omitted: none. */
  readonly unreadNames?: readonly string[];
  /** The data read from the evidence of each document, by document id. */
  readonly readings: Readonly<Record<string, DocumentReading>>;
  /** Answers of the watchlist providers. */
  readonly watched: WatchAnswers;
}

/** Actor of the decisions that the engine makes; the assessment names the caller. */
const ENGINE = 'workflow';
const NO_ASSESSMENT: KycState = {
  status: null,
  stage: 'done',
  deadlineInMs: null,
  stale: false,
};

function stateOf(tx: Tx, row: KycAssessmentRow): KycState {
  const { status, stage, deadlineAt, decision, riskLevel } = row;
  const waits = stage === 'awaiting_documents' && deadlineAt !== null;
  const deadlineInMs = waits ? Math.max(0, deadlineAt - tx.clock(row.tenantId)) : null;
  return { status, stage, deadlineInMs, stale: false, decision, riskLevel };
}

function beginAssessment(tx: Tx, order: AssessmentStart): string {
  const { tenantId, customerId, cause } = order;
  const customer = findCustomerRow(tx, customerId);
  if (customer?.tenantId !== tenantId) throw new Refusal('customer_not_found');
  const open = findOpenAssessment(tx, customerId);
  if (open) throw new Refusal('kyc_assessment_open', { existingId: open.id });
  if (customer.kycStatus === 'denied') {
    throw invalidState('The KYC status of the customer is denied, which allows no new assessment.');
  }
  claimFiles(tx, order, order.documents);
  const row = newRow(order, customer, tx.clock);
  // A verified customer stays verified until this assessment decides otherwise.
  if (customer.kycStatus !== 'verified') {
    changeKycStatus(tx, { customerId, status: 'pending', cause });
  }
  const documents = order.documents.map((document) =>
    documentOf(row, document, { cause, clock: tx.clock }),
  );
  addAssessment(tx, row, documents, cause);
  return row.id;
}

/** Begins a review of a verified customer with the evidence of the last approved assessment. */
export function reviewCustomer(tx: Tx, customerId: string): void {
  const customer = findCustomerRow(tx, customerId);
  recordReviewStart(tx, customerId);
  if (!customer || findOpenAssessment(tx, customerId)) return;
  const last = findApprovedAssessment(tx, customerId);
  const { tenantId } = customer;
  beginAssessment(tx, {
    tenantId,
    customerId,
    occasion: 'periodic_review',
    level: last?.level ?? 'standard',
    subject: last ? (JSON.parse(last.subject) as KycSubject) : NOBODY_STATED,
    identityMac: last?.identityMac ?? null,
    documents: last ? listAssessmentDocuments(tx, last.id).filter(isKept) : [],
    metadata: {},
    cause: engineCause(`kyc/${tenantId}`),
  });
}

/**
 * Adds documents to an assessment that waits for them.
 * @throws Refusal when the assessment does not wait for documents, or has too many
 */
export const addKycDocuments = act(
  'kyc.add_documents',
  (tx, order: DocumentOrder): DocumentOutcome => {
    const { tenantId, assessmentId, documents, requestHash, cause } = order;
    const row = findAssessmentRow(tx, assessmentId);
    if (row?.tenantId !== tenantId) throw new Refusal('kyc_assessment_not_found');
    const operation = `POST /v1/ai/kyc-assessments/${assessmentId}/documents`;
    const keyUse = { tenantId, operation, key: cause.idempotencyKey, requestHash };
    if (tx.keys.find(keyUse, tx.now()) !== null) return { kind: 'done', replayed: true };
    // Documents at the deadline are too late, even before the workflow has ended the assessment.
    if (stateOf(tx, row).deadlineInMs === 0) {
      const { status } = failKyc(tx, { assessmentId, code: 'documents_not_received' });
      return { kind: 'over', status: String(status) };
    }
    if (row.stage !== 'awaiting_documents') {
      const stage = row.stage === 'done' ? row.status : row.stage;
      throw invalidState(
        `The assessment is ${stage} and takes no more documents: start a new one.`,
      );
    }
    const count = listAssessmentDocuments(tx, assessmentId).length;
    if (count + documents.length > MAX_DOCUMENTS) {
      const detail = `Expected at most ${MAX_DOCUMENTS} documents in one assessment.`;
      const field = { pointer: '/documents', fieldCode: 'invalid' };
      throw new Refusal('validation_failed', { detail, ...field });
    }
    claimFiles(tx, row, documents);
    for (const document of documents)
      addDocument(tx, documentOf(row, document, { cause, clock: tx.clock }));
    const customer = findCustomerRow(tx, row.customerId);
    if (customer?.kycStatus === 'awaiting_documents') {
      changeKycStatus(tx, { customerId: row.customerId, status: 'pending', cause });
    }
    saveAssessment(tx, row, { stage: 'checking' }, cause);
    tx.keys.bind(keyUse, assessmentId, tx.now());
    return { kind: 'done', replayed: false };
  },
);

/** Records the screening of an open assessment's customer, with its hits. */
export const screenAssessment = act('kyc.screen', (tx, order: ScreenOrder): KycState => {
  const row = findAssessmentRow(tx, order.assessmentId);
  if (!row) return NO_ASSESSMENT;
  const customer = findCustomerRow(tx, row.customerId);
  if (row.stage !== 'checking' || !customer) return stateOf(tx, row);
  const { customerVersion, hits, staleLists } = order;
  if (customer.version !== customerVersion) return { ...stateOf(tx, row), stale: true };
  addHits(tx, customer, hits, causeOf(row));
  recordScreening(tx, row, { customerVersion, staleLists });
  return stateOf(tx, row);
});

/**
 * Applies the policy to the current facts and updates the customer accordingly. Decides nothing
 * when the customer has changed since the screening.
 */
export const assessKyc = act('kyc.assess', (tx, order: AssessOrder): KycState => {
  const row = findAssessmentRow(tx, order.assessmentId);
  if (!row) return NO_ASSESSMENT;
  const customer = findCustomerRow(tx, row.customerId);
  if (row.stage !== 'checking' || !customer) return stateOf(tx, row);
  const screened = screenedIn(row);
  const versions = [order.customerVersion, screened?.customerVersion];
  if (!screened || versions.some((version) => version !== customer.version)) {
    return { ...stateOf(tx, row), stale: true };
  }
  const cause = causeOf(row);
  const documents = listAssessmentDocuments(tx, row.id);
  const time = { now: tx.clock(row.tenantId), real: tx.now() };
  const { unreadNames = [], readings, watched } = order;
  const { staleLists } = screened;
  const inputs = { unreadNames, staleLists, readings, watched };
  const subject = { row, customer, documents, livemode: tx.livemode, time, ...inputs };
  const judgement = judgeKyc(kycFacts(tx, subject));
  const { tenantId } = row;
  for (const { id, ...judged } of judgement.documents) judgeDocument(tx, { id, tenantId }, judged);
  applyJudgement(tx, customer, judgement, cause);
  return stateOf(
    tx,
    saveAssessment(tx, row, { ...fieldsOf(tx, row, judgement), workflowRunId: order.runId }, cause),
  );
});

function fieldsOf(
  tx: Tx,
  row: KycAssessmentRow,
  judgement: KycJudgement,
): Partial<KycAssessmentRow> {
  const { factors, checks, requiredDocuments, reviewReasons, reasons } = judgement;
  const { riskLevel, riskScore } = judgement;
  const { owners } = judgement;
  const changes = { factors, checks, requiredDocuments, reviewReasons, reasons, owners };
  const findings = JSON.stringify(changes);
  const rated = { findings, riskLevel, riskScore, appliedLevel: judgement.level };
  switch (judgement.outcome) {
    case 'documents': {
      const deadlineAt = row.deadlineAt ?? tx.clock(row.tenantId) + DOCUMENT_DAYS * DAY_MS;
      return { ...rated, stage: 'awaiting_documents', deadlineAt };
    }
    case 'review':
      return { ...rated, stage: 'manual_review', decision: 'review' };
    case 'approve':
    case 'reject': {
      const completion = { status: 'completed', stage: 'done', decidedBy: ENGINE } as const;
      return { ...rated, ...completion, decision: judgement.outcome };
    }
  }
}

/**
 * Updates the customer after a judgement. A verified customer stays verified while the assessment
 * waits for documents or a person, unless there is a sanctions hit.
 */
function applyJudgement(
  tx: Tx,
  customer: CustomerRow,
  judgement: KycJudgement,
  cause: Cause,
): void {
  const { riskLevel, outcome } = judgement;
  const isHit = judgement.checks.some(
    ({ name, result }) => name === 'sanctions' && result !== 'pass',
  );
  const staysVerified = customer.kycStatus === 'verified' && !isHit;
  const status = staysVerified && outcome !== 'reject' ? 'verified' : STATUS_AFTER[outcome];
  const renews = outcome === 'approve';
  changeKycStatus(tx, { customerId: customer.id, status, riskLevel, renews, cause });
}

/** Ends an assessment as failed and restores the KYC status from before: a fault denies nobody. */
export const failKyc = act(
  'kyc.fail',
  (
    tx,
    { assessmentId, code }: { readonly assessmentId: string; readonly code: KycFailure },
  ): KycState => {
    const row = findAssessmentRow(tx, assessmentId);
    if (!row) return NO_ASSESSMENT;
    if (row.status !== 'pending') return stateOf(tx, row);
    const { customerId, kycBefore } = row;
    const cause = causeOf(row);
    const customer = findCustomerRow(tx, customerId);
    if (customer?.kycStatus === 'pending' || customer?.kycStatus === 'awaiting_documents') {
      changeKycStatus(tx, { customerId, status: kycBefore, cause });
    }
    const completion = {
      status: 'failed',
      stage: 'done',
      decision: null,
      failureCode: code,
    } as const;
    return stateOf(tx, saveAssessment(tx, row, completion, cause));
  },
);

/** Ends an assessment whose deadline for documents has passed. Returns its state. */
export const nextKycStep = act(
  'kyc.next_step',
  (tx, { assessmentId }: { readonly assessmentId: string }): KycState => {
    const row = findAssessmentRow(tx, assessmentId);
    if (!row) return NO_ASSESSMENT;
    const state = stateOf(tx, row);
    return state.deadlineInMs === 0
      ? failKyc(tx, { assessmentId, code: 'documents_not_received' })
      : state;
  },
);

/**
 * Begins an assessment of a customer, once for an idempotency key.
 * @throws Refusal when the customer has an open assessment or is denied
 */
export const startAssessment = act('kyc.start', (tx, order: KycOrder): KeyedResult => {
  const { tenantId, operation, requestHash, cause } = order;
  const keyUse = { tenantId, operation, key: cause.idempotencyKey, requestHash };
  return tx.keys.runOnce(keyUse, tx.now(), () => beginAssessment(tx, order));
});

const STATUS_AFTER = {
  documents: 'awaiting_documents',
  review: 'manual_review',
  approve: 'verified',
  reject: 'denied',
} as const;

function causeOf({ requestId }: KycAssessmentRow): Cause {
  return { actor: ENGINE, requestId, idempotencyKey: null };
}

const NOBODY_STATED: KycSubject = { identity: null, business: null, hasSelfie: false };

/** True for a document that a later assessment may use again: it was not rejected. */
function isKept({ status }: KycDocumentRow): boolean {
  return status === 'received' || status === 'approved';
}

function newRow(
  order: AssessmentStart,
  customer: CustomerRow,
  clock: BusinessClock,
): KycAssessmentRow {
  const { id, at } = mintDated('kycAssessment', order.tenantId, clock);
  return {
    id,
    tenantId: order.tenantId,
    customerId: order.customerId,
    level: order.level,
    subject: JSON.stringify(order.subject),
    identityMac: order.identityMac,
    occasion: order.occasion ?? 'request',
    status: 'pending',
    stage: 'checking',
    decision: null,
    appliedLevel: null,
    riskLevel: null,
    riskScore: null,
    policyVersion: KYC_POLICY,
    findings: JSON.stringify(NO_FINDINGS),
    kycBefore: customer.kycStatus,
    deadlineAt: null,
    failureCode: null,
    decidedBy: null,
    comment: null,
    workflowRunId: null,
    metadata: JSON.stringify(order.metadata),
    requestId: order.cause.requestId,
    actor: order.cause.actor,
    version: 1,
    createdAt: at,
    updatedAt: at,
    completedAt: null,
  };
}

function documentOf(
  row: KycAssessmentRow,
  draft: DocumentDraft,
  { cause, clock }: { readonly cause: Cause; readonly clock: BusinessClock },
): KycDocumentRow {
  const { id, at } = mintDated('kycDocument', row.tenantId, clock);
  const { tenantId, customerId } = row;
  const { type, country, numberMac, numberLast4, expiresOn, issuedOn, fileId, sealedMrz } = draft;
  const document = {
    type,
    country,
    numberMac,
    numberLast4,
    expiresOn,
    issuedOn,
    fileId,
    sealedMrz,
  };
  const received = { ...document, status: 'received' as const, checks: '[]' };
  const documentRow = { ...received, reason: null, actor: cause.actor };
  return {
    ...documentRow,
    id,
    assessmentId: row.id,
    tenantId,
    customerId,
    createdAt: at,
    updatedAt: at,
  };
}
