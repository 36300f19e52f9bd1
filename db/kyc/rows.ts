// Reads and writes the rows of assessments under lock; each change emits its event. A person's
// decision about a customer is applied to the assessment in the transaction that changes the
// customer.

import { DOCUMENT_DAYS } from '../../ledger/decisions/kyc.ts';
import type { JudgedDocument } from '../../ledger/decisions/kyc-documents.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import type { EventType } from '../../ledger/event.ts';
import type { KycDecision } from '../customers/acts.ts';
import type { CustomerRow } from '../customers/view.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { Tx } from '../kernel/tx.ts';
import { kycAssessments, kycDocuments } from './tables.ts';
import {
  findingsWith,
  type KycAssessmentRow,
  type KycDocumentRow,
  type KycParts,
  type KycScreened,
  kycAssessmentView,
} from './view.ts';

type DocumentRef = Pick<KycDocumentRow, 'id' | 'tenantId'>;

const REQUEST_COLUMNS = [
  'id',
  'tenantId',
  'customerId',
  'level',
  'subject',
  'identityMac',
  'occasion',
  'kycBefore',
  'metadata',
  'requestId',
  'actor',
  'createdAt',
];

const COLUMNS = columnsOf(kycAssessments);
const SQL = {
  byId: `SELECT ${COLUMNS} FROM kyc_assessments WHERE id = ?`,
  open: `SELECT ${COLUMNS} FROM kyc_assessments INDEXED BY kyc_assessments_open
       WHERE customer_id = ? AND status = 'pending'`,
  approved: `SELECT ${COLUMNS} FROM kyc_assessments INDEXED BY kyc_assessments_by_customer
       WHERE customer_id = ? AND decision = 'approve' ORDER BY id DESC LIMIT 1`,
  insert: `INSERT INTO kyc_assessments ${insertOf(kycAssessments)}`,
  update: `UPDATE kyc_assessments SET ${updateOf(kycAssessments, REQUEST_COLUMNS)} WHERE id = @id`,
  screened: `UPDATE kyc_assessments SET findings = ? WHERE id = ?`,
  documents: `SELECT ${columnsOf(kycDocuments)} FROM kyc_documents WHERE assessment_id = ? ORDER BY id`,
  insertDocument: `INSERT INTO kyc_documents ${insertOf(kycDocuments)}`,
  judge: `UPDATE kyc_documents SET status = ?, reason = ?, checks = ?, updated_at = ? WHERE id = ?`,
  customer: `SELECT kyc_status AS kycStatus, next_review_at AS nextReviewAt FROM customers WHERE id = ?`,
  hits: `SELECT id, list, name, score, status FROM screening_hits WHERE customer_id = ?
       ORDER BY id DESC LIMIT 50`,
};

function emitEvent(tx: Tx, row: KycAssessmentRow, type: EventType, cause: Cause): void {
  const customer = tx.get<Pick<CustomerRow, 'kycStatus' | 'nextReviewAt'>>(
    SQL.customer,
    row.customerId,
  );
  if (!customer) throw new Error(`KYC assessment ${row.id} has no customer`);
  const documents = tx.all<KycDocumentRow>(SQL.documents, row.id);
  const object = kycAssessmentView(
    { row, customer, documents, hits: tx.all<KycParts['hits'][number]>(SQL.hits, row.customerId) },
    tx.livemode,
  );
  tx.emit({ tenantId: row.tenantId, type, object, cause, at: row.updatedAt });
}

/** Stores the findings about a document. */
export function judgeDocument(
  tx: Tx,
  document: DocumentRef,
  { status, reason, checks }: Omit<JudgedDocument, 'id'>,
): void {
  tx.run(
    SQL.judge,
    status,
    reason,
    JSON.stringify(checks),
    tx.clock(document.tenantId),
    document.id,
  );
}

/**
 * Records a screening, which is valid until the row changes. Emits no event: nothing is decided.
 */
export function recordScreening(tx: Tx, row: KycAssessmentRow, screened: KycScreened): void {
  tx.run(SQL.screened, findingsWith(row, screened), row.id);
}

/** Writes changed fields of an assessment with its event. Returns the new row. */
export function saveAssessment(
  tx: Tx,
  row: KycAssessmentRow,
  fields: Partial<KycAssessmentRow>,
  cause: Cause,
): KycAssessmentRow {
  const updatedAt = Math.max(tx.clock(row.tenantId), row.updatedAt);
  const findings = findingsWith(row);
  const next = { ...row, findings, ...fields, version: row.version + 1, updatedAt };
  if (next.status !== 'pending') next.completedAt = updatedAt;
  tx.run(SQL.update, next);
  emitEvent(
    tx,
    next,
    next.status === 'pending' ? EVENT_BY_STATUS.pending : EVENT_BY_STATUS[next.status],
    cause,
  );
  return next;
}

/** Applies a person's verdict to the documents that were received. */
function decideDocuments(tx: Tx, assessmentId: string, status: 'approved' | 'rejected'): void {
  for (const document of tx.all<KycDocumentRow>(SQL.documents, assessmentId)) {
    const checks = JSON.parse(document.checks) as JudgedDocument['checks'];
    if (document.status === 'received')
      judgeDocument(tx, document, { status, reason: null, checks });
  }
}

export function findAssessmentRow(tx: Tx, id: string): KycAssessmentRow | undefined {
  return tx.get<KycAssessmentRow>(SQL.byId, id);
}

/** Returns the open assessment of a customer. */
export function findOpenAssessment(tx: Tx, customerId: string): KycAssessmentRow | undefined {
  return tx.get<KycAssessmentRow>(SQL.open, customerId);
}

/** Returns the last assessment that verified the customer. */
export function findApprovedAssessment(tx: Tx, customerId: string): KycAssessmentRow | undefined {
  return tx.get<KycAssessmentRow>(SQL.approved, customerId);
}

export function listAssessmentDocuments(tx: Tx, assessmentId: string): KycDocumentRow[] {
  return tx.all<KycDocumentRow>(SQL.documents, assessmentId);
}

/** Writes a new assessment with its documents and its event. */
export function addAssessment(
  tx: Tx,
  row: KycAssessmentRow,
  documents: readonly KycDocumentRow[],
  cause: Cause,
): void {
  tx.run(SQL.insert, row);
  for (const document of documents) tx.run(SQL.insertDocument, document);
  emitEvent(tx, row, 'kyc.assessment.created', cause);
}

export function addDocument(tx: Tx, row: KycDocumentRow): void {
  return void tx.run(SQL.insertDocument, row);
}

/** Applies a person's decision to an open assessment, after the customer was changed. */
export function applyDecision(
  tx: Tx,
  id: string,
  { decision, comment }: { readonly decision: KycDecision; readonly comment: string | null },
  cause: Cause,
): void {
  const row = findAssessmentRow(tx, id);
  if (!row) throw new Error(`assessment ${id} is gone`);
  const decidedBy = cause.actor;
  if (decision === 'verified' || decision === 'denied') {
    const isVerified = decision === 'verified';
    decideDocuments(tx, row.id, isVerified ? 'approved' : 'rejected');
    const verdict = isVerified ? ('approve' as const) : ('reject' as const);
    const completion = { status: 'completed' as const, stage: 'done' as const };
    saveAssessment(tx, row, { ...completion, decision: verdict, decidedBy, comment }, cause);
    return;
  }
  if (decision === 'manual_review') {
    saveAssessment(tx, row, { stage: 'manual_review', decision: 'review', comment }, cause);
    return;
  }
  const deadlineAt = tx.clock(row.tenantId) + DOCUMENT_DAYS * DAY_MS;
  saveAssessment(
    tx,
    row,
    { stage: 'awaiting_documents', decision: null, deadlineAt, comment },
    cause,
  );
}

const EVENT_BY_STATUS = {
  pending: 'kyc.assessment.updated',
  completed: 'kyc.assessment.completed',
  failed: 'kyc.assessment.failed',
} as const;
