// Writes assessments of credit and the decisions about them, each with its event, in one database
// transaction.

import type { CreditDecision } from '../../ledger/decisions/credit.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { mint, mintDated } from '../kernel/mint.ts';
import type { TxParts } from '../kernel/tx.ts';
import { type OutcomeActs, outcomeWriter } from './outcomes.ts';
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

export interface CreditActs extends OutcomeActs {
  /** What a key was used for already; null when it is free. */
  findByKey(order: Pick<CreditOrder, 'tenantId' | 'requestHash' | 'cause'>): CreditRecorded | null;
  /** Writes an assessment with the engine's decision. */
  record(order: CreditOrder): CreditRecorded;
  /** Writes what a person decided about what the engine left to one. */
  review(order: CreditReview): CreditAssessmentView;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly now: () => number;
  readonly clock: BusinessClock;
}

/** The engine decides; the assessment names the caller. */
const ENGINE = 'workflow';
const OPERATION = 'POST /v1/ai/credit-assessment';
/** Call its functions inside `database.write` only. */
export function creditWriter(deps: Deps): CreditActs {
  const { keys, livemode, now, clock } = deps;
  const { raw } = deps.database;
  const sql = creditStatements(deps.database);
  const insertAssessment = raw.prepare(
    `INSERT INTO credit_assessments ${insertOf(creditAssessments)}`,
  );
  const insertDecision = raw.prepare(`INSERT INTO credit_decisions ${insertOf(creditDecisions)}`);
  const viewOf = (row: CreditAssessmentRow) =>
    creditAssessmentView(row, sql.readKnown(row), livemode);

  function emitEvent(row: CreditAssessmentRow, decided: CreditDecisionRow, cause: Cause) {
    const object = viewOf(row);
    const { tenantId } = row;
    const type = `credit.decision.${shownDecision(row, decided)}` as const;
    deps.emit({ tenantId, type, object, cause, at: decided.decidedAt });
    return object;
  }

  function useOf({ tenantId, requestHash, cause }: Parameters<CreditActs['findByKey']>[0]) {
    return { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
  }

  function findByKey(order: Parameters<CreditActs['findByKey']>[0]): CreditRecorded | null {
    const id = keys.find(useOf(order), now());
    const row = id === null ? undefined : sql.byId.get(id);
    return row ? { replayed: true, assessment: viewOf(row) } : null;
  }

  function record(order: CreditOrder): CreditRecorded {
    const before = findByKey(order);
    if (before) return before;
    const row = newRow(order, clock);
    insertAssessment.run(row);
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
    insertDecision.run(decided);
    keys.bind(useOf(order), row.id, now());
    return { replayed: false, assessment: emitEvent(row, decided, order.cause) };
  }

  function review(order: CreditReview): CreditAssessmentView {
    const row = sql.byId.get(order.assessmentId);
    if (!row) throw new Refusal('credit_assessment_not_found');
    const latest = sql.decisions.all(row.id).at(-1);
    if (latest?.decision !== 'manual_review') {
      throw invalidState(
        `The credit assessment is already ${latest?.decision ?? 'manual_review'}.`,
      );
    }
    const { id, at } = mintDated('creditDecision', row.tenantId, clock);
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
    insertDecision.run(decided);
    return emitEvent(row, decided, order.cause);
  }

  return { findByKey, record, review, ...outcomeWriter(deps) };
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
