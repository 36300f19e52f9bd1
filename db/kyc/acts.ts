// Assessments of identities under lock: begun, judged and ended, each in one transaction with what
// becomes of the customer, of its accounts and with the events of both.

import {
  DOCUMENT_DAYS,
  type DocumentType,
  type KycAssessmentStatus,
  type KycFailure,
  type KycLevel,
  type KycOccasion,
  type KycStage,
  MOST_DOCUMENTS,
} from '../../ledger/decisions/kyc.ts';
import type { DocumentReading } from '../../ledger/decisions/kyc-documents.ts';
import { judgeKyc, KYC_POLICY, type KycJudgement } from '../../ledger/decisions/kyc-policy.ts';
import type { Watched } from '../../ledger/decisions/kyc-watch.ts';
import type { HitDraft } from '../../ledger/decisions/screening.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { CustomerWriter } from '../customers/acts.ts';
import type { CustomerRow } from '../customers/view.ts';
import { type Cause, engine } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Database } from '../kernel/connect.ts';
import type { Done, KeyBook } from '../kernel/keys.ts';
import { mintDated } from '../kernel/mint.ts';
import type { HitWriter } from '../screening/acts.ts';
import { kycFacts } from './facts.ts';
import { fileTaker } from './files.ts';
import type { KycBook } from './rows.ts';
import { type KycAssessmentRow, type KycDocumentRow, NO_FINDINGS } from './view.ts';

/** A person as the request gives it; what was left out is null. */
export interface KycPerson {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly dateOfBirth: string | null;
  readonly nationality: string | null;
  readonly country: string | null;
}

/** An owner of a business; earlier requests did not say how much of it. */
export interface KycOwner extends KycPerson {
  readonly percent?: number | null;
}

/** Who the customer is said to be. */
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
  /** Keyed hash of the number, and its end; null: it has none. */
  readonly numberMac: string | null;
  readonly numberLast4: string | null;
  readonly expiresOn: string | null;
  /** Of an image that the bank keeps, or the client's own name. */
  readonly fileId: string;
  /** The day that the document states as its own. */
  readonly issuedOn: string | null;
  /** The machine-readable zone, sealed; null: none was sent. */
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
  /** Method and path that the key of the request belongs to. */
  readonly operation: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** An assessment that begins; the bank itself has no request. */
type Beginning = Omit<KycOrder, 'operation' | 'requestHash'> & {
  readonly occasion?: KycOccasion;
};

export interface DocumentOrder {
  readonly tenantId: string;
  readonly assessmentId: string;
  readonly documents: readonly DocumentDraft[];
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** What became of documents; what came at the deadline has ended the assessment. */
export type DocumentOutcome =
  | { readonly kind: 'done'; readonly replayed: boolean }
  | { readonly kind: 'over'; readonly status: string };

/** Where an assessment stands, for its workflow; status null: there is none of that id. */
export interface KycStanding {
  readonly status: KycAssessmentStatus | null;
  readonly stage: KycStage;
  /** Milliseconds of real time until the deadline for documents; null: none runs. */
  readonly deadlineInMs: number | null;
  /** True when the customer was changed since it was screened: nothing was written. */
  readonly stale: boolean;
}

export interface AssessOrder {
  readonly assessmentId: string;
  readonly runId: string;
  /** The customer as it was screened. */
  readonly customerVersion: number;
  readonly hits: readonly HitDraft[];
  /** Names of which a part could be compared with no list; left out: none. */
  readonly unreadNames?: readonly string[];
  /** The lists that were too old to rely on, each with its date. */
  readonly staleLists: readonly string[];
  /** What was read from what came with each document, by its id. */
  readonly readings: Readonly<Record<string, DocumentReading>>;
  /** What providers of watchlists said. */
  readonly watched: Watched;
}

export interface KycActs {
  start(order: KycOrder): Done;
  addDocuments(order: DocumentOrder): DocumentOutcome;
  /** Ends what waited for documents until its deadline; says where the assessment stands. */
  nextStep(order: { readonly assessmentId: string }): KycStanding;
  /** Applies the policy to what is known now, and lets the customer follow. */
  assess(order: AssessOrder): KycStanding;
  /** Gives an assessment up: no applicant is denied by a fault. */
  fail(order: { readonly assessmentId: string; readonly code: KycFailure }): KycStanding;
}

interface Deps {
  readonly database: Database;
  readonly keys: KeyBook;
  readonly customers: Pick<CustomerWriter, 'find' | 'moveKyc' | 'reviewBegan'>;
  readonly hits: HitWriter;
  readonly book: KycBook;
  readonly livemode: boolean;
  readonly now: () => number;
  readonly clock: BusinessClock;
}

/** Decides where the rules may; the assessment names the caller. */
const ENGINE = 'workflow';
const DAY_MS = 24 * 60 * 60 * 1000;
const GONE: KycStanding = { status: null, stage: 'done', deadlineInMs: null, stale: false };

export interface KycWriter extends KycActs {
  /** Assesses a verified customer again, with what verified it the last time. */
  review(customerId: string): void;
}

/** Call its functions inside `database.write` only. */
export function kycWriter(deps: Deps): KycWriter {
  const { keys, customers, hits, book, livemode, now, clock } = deps;
  const factsOf = kycFacts(deps.database);
  const takeFiles = fileTaker(deps.database);

  function standingOf(row: KycAssessmentRow): KycStanding {
    const { status, stage, deadlineAt } = row;
    const waits = stage === 'awaiting_documents' && deadlineAt !== null;
    const deadlineInMs = waits ? Math.max(0, deadlineAt - clock(row.tenantId)) : null;
    return { status, stage, deadlineInMs, stale: false };
  }

  function start(order: Beginning): string {
    const { tenantId, customerId, cause } = order;
    const customer = customers.find(customerId);
    if (customer?.tenantId !== tenantId) throw new Refusal('customer_not_found');
    const open = book.open(customerId);
    if (open) throw new Refusal('kyc_assessment_open', { existingId: open.id });
    if (customer.kycStatus === 'denied') {
      throw invalidState(
        'The KYC status of the customer is denied, which allows no new assessment.',
      );
    }
    takeFiles(order, order.documents);
    const row = newRow(order, customer, clock);
    // Who is verified stays so until this says otherwise.
    if (customer.kycStatus !== 'verified') {
      customers.moveKyc({ customerId, status: 'pending', cause });
    }
    const documents = order.documents.map((one) => documentOf(row, one, { cause, clock }));
    book.add(row, documents, cause);
    return row.id;
  }

  function review(customerId: string): void {
    const customer = customers.find(customerId);
    customers.reviewBegan(customerId);
    if (!customer || book.open(customerId)) return;
    const last = book.findApproved(customerId);
    const { tenantId } = customer;
    start({
      tenantId,
      customerId,
      occasion: 'periodic_review',
      level: last?.level ?? 'standard',
      subject: last ? (JSON.parse(last.subject) as KycSubject) : NOBODY_STATED,
      identityMac: last?.identityMac ?? null,
      documents: last ? book.documents(last.id).filter(isKept) : [],
      metadata: {},
      cause: engine(`kyc/${tenantId}`),
    });
  }

  function addDocuments(order: DocumentOrder): DocumentOutcome {
    const { tenantId, assessmentId, documents, requestHash, cause } = order;
    const row = book.find(assessmentId);
    if (row?.tenantId !== tenantId) throw new Refusal('kyc_assessment_not_found');
    const operation = `POST /v1/ai/kyc-assessments/${assessmentId}/documents`;
    const use = { tenantId, operation, key: cause.idempotencyKey, requestHash };
    if (keys.find(use, now()) !== null) return { kind: 'done', replayed: true };
    // What comes at the deadline is too late, even before the clock has closed it.
    if (standingOf(row).deadlineInMs === 0) {
      const { status } = fail(assessmentId, 'documents_not_received');
      return { kind: 'over', status: String(status) };
    }
    if (row.stage !== 'awaiting_documents') {
      const at = row.stage === 'done' ? row.status : row.stage;
      throw invalidState(`The assessment is ${at} and takes no more documents: start a new one.`);
    }
    const known = book.documents(assessmentId).length;
    if (known + documents.length > MOST_DOCUMENTS) {
      const detail = `Expected at most ${MOST_DOCUMENTS} documents in one assessment.`;
      const field = { pointer: '/documents', fieldCode: 'invalid' };
      throw new Refusal('validation_failed', { detail, ...field });
    }
    takeFiles(row, documents);
    for (const one of documents) book.addDocument(documentOf(row, one, { cause, clock }));
    const customer = customers.find(row.customerId);
    if (customer?.kycStatus === 'awaiting_documents') {
      customers.moveKyc({ customerId: row.customerId, status: 'pending', cause });
    }
    book.save(row, { stage: 'checking' }, cause);
    keys.bind(use, assessmentId, now());
    return { kind: 'done', replayed: false };
  }

  function assess(order: AssessOrder): KycStanding {
    const row = book.find(order.assessmentId);
    if (!row) return GONE;
    const customer = customers.find(row.customerId);
    if (row.stage !== 'checking' || !customer) return standingOf(row);
    if (customer.version !== order.customerVersion) return { ...standingOf(row), stale: true };
    const cause = causeOf(row);
    hits.add(customer, order.hits, cause);
    const documents = book.documents(row.id);
    const time = { now: clock(row.tenantId), real: now() };
    const { unreadNames = [], staleLists, readings, watched } = order;
    const asked = { unreadNames, staleLists, readings, watched };
    const about = { row, customer, documents, livemode, time, ...asked };
    const found = judgeKyc(factsOf(about));
    const { tenantId } = row;
    for (const { id, ...judged } of found.documents) book.judge({ id, tenantId }, judged);
    followJudgement(customer, found, cause);
    return standingOf(
      book.save(row, { ...fieldsOf(row, found), workflowRunId: order.runId }, cause),
    );
  }

  function fieldsOf(row: KycAssessmentRow, found: KycJudgement): Partial<KycAssessmentRow> {
    const { factors, checks, requiredDocuments, reviewReasons, reasons } = found;
    const { riskLevel, riskScore } = found;
    const { owners } = found;
    const said = { factors, checks, requiredDocuments, reviewReasons, reasons, owners };
    const findings = JSON.stringify(said);
    const rated = { findings, riskLevel, riskScore, appliedLevel: found.level };
    switch (found.outcome) {
      case 'documents': {
        const deadlineAt = row.deadlineAt ?? clock(row.tenantId) + DOCUMENT_DAYS * DAY_MS;
        return { ...rated, stage: 'awaiting_documents', deadlineAt };
      }
      case 'review':
        return { ...rated, stage: 'manual_review', decision: 'review' };
      case 'approve':
      case 'reject': {
        const over = { status: 'completed', stage: 'done', decidedBy: ENGINE } as const;
        return { ...rated, ...over, decision: found.outcome };
      }
    }
  }

  /** A verified customer stays so while documents or a person are waited for; a hit ends that. */
  function followJudgement(customer: CustomerRow, found: KycJudgement, cause: Cause): void {
    const { riskLevel, outcome } = found;
    const isHit = found.checks.some(
      ({ name, result }) => name === 'sanctions' && result !== 'pass',
    );
    const stays = customer.kycStatus === 'verified' && !isHit;
    const status = stays && outcome !== 'reject' ? 'verified' : STATUS_AFTER[outcome];
    const renews = outcome === 'approve';
    customers.moveKyc({ customerId: customer.id, status, riskLevel, renews, cause });
  }

  function fail(assessmentId: string, code: KycFailure): KycStanding {
    const row = book.find(assessmentId);
    if (!row) return GONE;
    if (row.status !== 'pending') return standingOf(row);
    const { customerId, kycBefore } = row;
    const cause = causeOf(row);
    const customer = customers.find(customerId);
    // What this assessment made of the customer is taken back; no applicant is denied by a fault.
    if (customer?.kycStatus === 'pending' || customer?.kycStatus === 'awaiting_documents') {
      customers.moveKyc({ customerId, status: kycBefore, cause });
    }
    const over = { status: 'failed', stage: 'done', decision: null, failureCode: code } as const;
    return standingOf(book.save(row, over, cause));
  }

  function nextStep(assessmentId: string): KycStanding {
    const row = book.find(assessmentId);
    if (!row) return GONE;
    const standing = standingOf(row);
    return standing.deadlineInMs === 0 ? fail(assessmentId, 'documents_not_received') : standing;
  }

  return {
    start(order) {
      const { tenantId, operation, requestHash, cause } = order;
      const use = { tenantId, operation, key: cause.idempotencyKey, requestHash };
      return keys.once(use, now(), () => start(order));
    },
    review,
    addDocuments,
    assess,
    fail: ({ assessmentId, code }) => fail(assessmentId, code),
    nextStep: ({ assessmentId }) => nextStep(assessmentId),
  };
}

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

/** What was not acceptable the last time is not handed in again. */
function isKept({ status }: KycDocumentRow): boolean {
  return status === 'received' || status === 'approved';
}

function newRow(order: Beginning, customer: CustomerRow, clock: BusinessClock): KycAssessmentRow {
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
  const stated = { type, country, numberMac, numberLast4, expiresOn, issuedOn, fileId, sealedMrz };
  const given = { ...stated, status: 'received' as const, checks: '[]' };
  const kept = { ...given, reason: null, actor: cause.actor };
  return { ...kept, id, assessmentId: row.id, tenantId, customerId, createdAt: at, updatedAt: at };
}
