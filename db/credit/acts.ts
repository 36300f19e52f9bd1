// Writes credit assessments and the decisions about them, each with its event, in one database
// transaction.

import type { CreditDecision } from '../../ledger/decisions/credit.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { insertOf } from '../kernel/columns.ts';
import { mint, mintDated } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { creditStatements } from './statements.ts';
import { creditAssessments, creditDecisions } from './tables.ts';
import {
  type CreditAssessmentRow,
  type CreditAssessmentView,
  type CreditDecisionRow,
  type CreditFindings,
  type CreditReason,
  creditAssessmentView,
  shownDecision,
} from './view.ts';

export interface CreditOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly currency: string;
  readonly amount: number;
  readonly termMonths: number;
  readonly consentId: string | null;
  readonly request: object;
  readonly findings: CreditFindings;
  readonly policyVersion: string;
  readonly model: { readonly name: string; readonly version: string; readonly sha256: string };
  /** Null when the model was not asked or had no answer. */
  readonly answer: {
    readonly features: readonly (number | null)[];
    readonly probability: number;
    readonly score: number;
    readonly latencyUs: number;
  } | null;
  readonly degraded: boolean;
  readonly metadata: Metadata;
  readonly decision: CreditDecision;
  readonly approvedAmount: number | null;
  readonly reasons: readonly CreditReason[];
  readonly reviewReason: string | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface CreditRecorded {
  readonly replayed: boolean;
  readonly assessment: CreditAssessmentView;
}

export interface CreditReview {
  readonly assessmentId: string;
  readonly decision: Exclude<CreditDecision, 'manual_review'>;
  readonly approvedAmount: number | null;
  readonly reasons: readonly CreditReason[];
  readonly comment: string;
  readonly cause: Cause;
}

/** Actor of the decisions that the engine makes; the assessment names the caller. */
const ENGINE = 'workflow';
const OPERATION = 'POST /v1/ai/credit-assessment';

const INSERT_ASSESSMENT = `INSERT INTO credit_assessments ${insertOf(creditAssessments)}`;
const INSERT_DECISION = `INSERT INTO credit_decisions ${insertOf(creditDecisions)}`;

/** Returns the assessment that an idempotency key is bound to, or null when the key is free. */
export const findAssessed = act(
  'credit.find_by_key',
  (tx, order: Pick<CreditOrder, 'tenantId' | 'requestHash' | 'cause'>): CreditRecorded | null => {
    const id = tx.keys.find(keyUseOf(order), tx.now());
    const row = id === null ? undefined : creditStatements(tx.database).byId.get(id);
    return row ? { replayed: true, assessment: viewOf(tx, row) } : null;
  },
);

/** Writes an assessment with the engine's decision. */
export const recordAssessment = act('credit.record', (tx, order: CreditOrder): CreditRecorded => {
  const earlierAssessment = findAssessed(tx, order);
  if (earlierAssessment) return earlierAssessment;
  const row = newRow(order, tx.clock);
  tx.run(INSERT_ASSESSMENT, row);
  const decided: CreditDecisionRow = {
    id: mint('creditDecision'),
    assessmentId: row.id,
    tenantId: row.tenantId,
    number: 1,
    decision: order.decision,
    approvedAmount: order.approvedAmount,
    reasons: JSON.stringify(order.reasons),
    reviewReason: order.reviewReason,
    comment: null,
    actor: ENGINE,
    decidedAt: row.createdAt,
  };
  tx.run(INSERT_DECISION, decided);
  tx.keys.bind(keyUseOf(order), row.id, tx.now());
  return { replayed: false, assessment: emitEvent(tx, row, decided, order.cause) };
});

/** Writes the decision of a person about an assessment that the engine referred to review. */
export const reviewAssessment = act(
  'credit.review',
  (tx, order: CreditReview): CreditAssessmentView => {
    const row = creditStatements(tx.database).byId.get(order.assessmentId);
    if (!row) throw new Refusal('credit_assessment_not_found');
    const latest = creditStatements(tx.database).decisions.all(row.id).at(-1);
    if (latest?.decision !== 'manual_review') {
      throw invalidState(
        `The credit assessment is already ${latest?.decision ?? 'manual_review'}.`,
      );
    }
    const { id, at } = mintDated('creditDecision', row.tenantId, tx.clock);
    const decided: CreditDecisionRow = {
      id,
      assessmentId: row.id,
      tenantId: row.tenantId,
      number: latest.number + 1,
      decision: order.decision,
      approvedAmount: order.approvedAmount,
      reasons: JSON.stringify(order.reasons),
      reviewReason: null,
      comment: order.comment,
      actor: order.cause.actor,
      decidedAt: Math.max(at, latest.decidedAt),
    };
    tx.run(INSERT_DECISION, decided);
    return emitEvent(tx, row, decided, order.cause);
  },
);

function viewOf(tx: Tx, row: CreditAssessmentRow) {
  return creditAssessmentView(row, creditStatements(tx.database).readHistory(row), tx.livemode);
}

function emitEvent(tx: Tx, row: CreditAssessmentRow, decided: CreditDecisionRow, cause: Cause) {
  const object = viewOf(tx, row);
  const { tenantId } = row;
  const type = `credit.decision.${shownDecision(row, decided)}` as const;
  tx.emit({ tenantId, type, object, cause, at: decided.decidedAt });
  return object;
}

function keyUseOf({
  tenantId,
  requestHash,
  cause,
}: Pick<CreditOrder, 'tenantId' | 'requestHash' | 'cause'>) {
  return { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
}

function newRow(order: CreditOrder, clock: BusinessClock): CreditAssessmentRow {
  const { id, at } = mintDated('creditAssessment', order.tenantId, clock);
  const { answer, model } = order;
  return {
    id,
    tenantId: order.tenantId,
    customerId: order.customerId,
    currency: order.currency,
    amount: order.amount,
    termMonths: order.termMonths,
    consentId: order.consentId,
    request: JSON.stringify(order.request),
    findings: JSON.stringify(order.findings),
    policyVersion: order.policyVersion,
    modelName: model.name,
    modelVersion: model.version,
    artifactSha256: model.sha256,
    features: answer && JSON.stringify(answer.features),
    probability: answer?.probability ?? null,
    score: answer?.score ?? null,
    latencyUs: answer?.latencyUs ?? null,
    degraded: order.degraded ? 1 : 0,
    metadata: JSON.stringify(order.metadata),
    actor: order.cause.actor,
    createdAt: at,
  };
}
