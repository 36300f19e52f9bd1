// The rows of assessments, each change with its event. What a person decides about a customer is
// followed here, in the transaction that changes the customer.

import { DOCUMENT_DAYS } from '../../ledger/decisions/kyc.ts';
import type { JudgedDocument } from '../../ledger/decisions/kyc-documents.ts';
import type { EventType } from '../../ledger/event.ts';
import type { KycDecision } from '../customers/acts.ts';
import type { CustomerRow } from '../customers/view.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { TxParts } from '../kernel/tx.ts';
import { kycAssessments, kycDocuments } from './tables.ts';
import {
  type KycAssessmentRow,
  type KycDocumentRow,
  type KycParts,
  kycAssessmentView,
} from './view.ts';

type Named = Pick<KycDocumentRow, 'id' | 'tenantId'>;

export interface KycBook {
  find(id: string): KycAssessmentRow | undefined;
  /** The one that is not over. */
  open(customerId: string): KycAssessmentRow | undefined;
  /** The last one that verified the customer. */
  findApproved(customerId: string): KycAssessmentRow | undefined;
  add(row: KycAssessmentRow, documents: readonly KycDocumentRow[], cause: Cause): void;
  addDocument(row: KycDocumentRow): void;
  documents(assessmentId: string): KycDocumentRow[];
  /** Writes what was found about a document. */
  judge(one: Named, found: Omit<JudgedDocument, 'id'>): void;
  save(row: KycAssessmentRow, fields: Partial<KycAssessmentRow>, cause: Cause): KycAssessmentRow;
  /** Lets an open assessment follow what a person decided; the customer is changed already. */
  follow(
    row: KycAssessmentRow,
    decided: { readonly decision: KycDecision; readonly comment: string | null },
    cause: Cause,
  ): void;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly livemode: boolean;
  readonly clock: BusinessClock;
}

const ASKED = [
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
const DAY_MS = 24 * 60 * 60 * 1000;

/** Call its functions inside `database.write` only. */
export function kycBook(deps: Deps): KycBook {
  const { emit, livemode, clock } = deps;
  const sql = statementsOf(deps.database);

  function emitEvent(row: KycAssessmentRow, type: EventType, cause: Cause): void {
    const customer = sql.customer.get(row.customerId);
    if (!customer) throw new Error(`KYC assessment ${row.id} has no customer`);
    const documents = sql.documents.all(row.id);
    const object = kycAssessmentView(
      { row, customer, documents, hits: sql.hits.all(row.customerId) },
      livemode,
    );
    emit({ tenantId: row.tenantId, type, object, cause, at: row.updatedAt });
  }

  function judge(one: Named, { status, reason, checks }: Omit<JudgedDocument, 'id'>): void {
    sql.judge.run(status, reason, JSON.stringify(checks), clock(one.tenantId), one.id);
  }

  function save(row: KycAssessmentRow, fields: Partial<KycAssessmentRow>, cause: Cause) {
    const updatedAt = Math.max(clock(row.tenantId), row.updatedAt);
    const next = { ...row, ...fields, version: row.version + 1, updatedAt };
    if (next.status !== 'pending') next.completedAt = updatedAt;
    sql.update.run(next);
    emitEvent(next, next.status === 'pending' ? EVENT_OF.pending : EVENT_OF[next.status], cause);
    return next;
  }

  /** A person has looked at what was handed in. */
  function settleDocuments(assessmentId: string, status: 'approved' | 'rejected'): void {
    for (const one of sql.documents.all(assessmentId)) {
      const checks = JSON.parse(one.checks) as JudgedDocument['checks'];
      if (one.status === 'received') judge(one, { status, reason: null, checks });
    }
  }

  return {
    find: (id) => sql.byId.get(id),
    open: (customerId) => sql.open.get(customerId),
    findApproved: (customerId) => sql.approved.get(customerId),
    documents: (assessmentId) => sql.documents.all(assessmentId),
    judge,
    save,
    add(row, documents, cause) {
      sql.insert.run(row);
      for (const one of documents) sql.insertDocument.run(one);
      emitEvent(row, 'kyc.assessment.created', cause);
    },
    addDocument: (row) => void sql.insertDocument.run(row),
    follow(row, { decision, comment }, cause) {
      const decidedBy = cause.actor;
      if (decision === 'verified' || decision === 'denied') {
        const isVerified = decision === 'verified';
        settleDocuments(row.id, isVerified ? 'approved' : 'rejected');
        const verdict = isVerified ? ('approve' as const) : ('reject' as const);
        const over = { status: 'completed' as const, stage: 'done' as const };
        save(row, { ...over, decision: verdict, decidedBy, comment }, cause);
        return;
      }
      if (decision === 'manual_review') {
        save(row, { stage: 'manual_review', decision: 'review', comment }, cause);
        return;
      }
      const deadlineAt = clock(row.tenantId) + DOCUMENT_DAYS * DAY_MS;
      save(row, { stage: 'awaiting_documents', decision: null, deadlineAt, comment }, cause);
    },
  };
}

const EVENT_OF = {
  pending: 'kyc.assessment.updated',
  completed: 'kyc.assessment.completed',
  failed: 'kyc.assessment.failed',
} as const;

function statementsOf({ raw }: Database) {
  const columns = columnsOf(kycAssessments);
  return {
    byId: raw.prepare<[string], KycAssessmentRow>(
      `SELECT ${columns} FROM kyc_assessments WHERE id = ?`,
    ),
    open: raw.prepare<[string], KycAssessmentRow>(
      `SELECT ${columns} FROM kyc_assessments INDEXED BY kyc_assessments_open
       WHERE customer_id = ? AND status = 'pending'`,
    ),
    approved: raw.prepare<[string], KycAssessmentRow>(
      `SELECT ${columns} FROM kyc_assessments INDEXED BY kyc_assessments_by_customer
       WHERE customer_id = ? AND decision = 'approve' ORDER BY id DESC LIMIT 1`,
    ),
    insert: raw.prepare(`INSERT INTO kyc_assessments ${insertOf(kycAssessments)}`),
    update: raw.prepare(
      `UPDATE kyc_assessments SET ${updateOf(kycAssessments, ASKED)} WHERE id = @id`,
    ),
    documents: raw.prepare<[string], KycDocumentRow>(
      `SELECT ${columnsOf(kycDocuments)} FROM kyc_documents WHERE assessment_id = ? ORDER BY id`,
    ),
    insertDocument: raw.prepare(`INSERT INTO kyc_documents ${insertOf(kycDocuments)}`),
    judge: raw.prepare(
      `UPDATE kyc_documents SET status = ?, reason = ?, checks = ?, updated_at = ? WHERE id = ?`,
    ),
    customer: raw.prepare<[string], Pick<CustomerRow, 'kycStatus' | 'nextReviewAt'>>(
      `SELECT kyc_status AS kycStatus, next_review_at AS nextReviewAt FROM customers WHERE id = ?`,
    ),
    hits: raw.prepare<[string], KycParts['hits'][number]>(
      `SELECT id, list, name, score, status FROM screening_hits WHERE customer_id = ?
       ORDER BY id DESC LIMIT 50`,
    ),
  };
}
