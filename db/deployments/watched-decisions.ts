// Reads of decisions for deployments: the input of the model, and the version that answered.

import type { CreditDecision } from '../../ledger/decisions/credit.ts';
import { creditAssessments, creditDecisions } from '../credit/tables.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { RiskDecisionRow } from '../kernel/risk-summary.ts';
import { riskDecisions } from '../kernel/tables.ts';

const DEVELOPER_DECISIONS = `SELECT ${columnsOf(riskDecisions)} FROM risk_decisions
  INDEXED BY risk_decisions_by_tenant WHERE tenant_id = ?`;

/** Lists the decisions of a tenant after a given one, oldest first. */
export function decisionsAfter(
  { raw }: Database,
  { tenantId, after, limit }: { tenantId: string; after: string; limit: number },
): RiskDecisionRow[] {
  return raw
    .prepare<[string, string, number], RiskDecisionRow>(
      `${DEVELOPER_DECISIONS} AND id > ? ORDER BY id LIMIT ?`,
    )
    .all(tenantId, after, limit);
}

/** Lists the decisions of a tenant before a given one, newest first. */
export function decisionsBefore(
  { raw }: Database,
  { tenantId, before, limit }: { tenantId: string; before: string; limit: number },
): RiskDecisionRow[] {
  return raw
    .prepare<[string, string, number], RiskDecisionRow>(
      `${DEVELOPER_DECISIONS} AND id < ? ORDER BY id DESC LIMIT ?`,
    )
    .all(tenantId, before, limit);
}

/** Returns a lookup of the amount of a payment in minor units; undefined when there is none. */
export function amountsIn({ raw }: Database): (transactionId: string) => number | undefined {
  const read = raw
    .prepare<[string], number>('SELECT amount FROM transactions WHERE id = ?')
    .pluck();
  return (transactionId) => read.get(transactionId);
}

/** A credit assessment: the input of the model, and which version answered. */
export interface WatchedAssessment {
  readonly id: string;
  readonly customerId: string;
  readonly modelName: string;
  readonly modelVersion: string;
  readonly artifactSha256: string;
  /** JSON; null when the model was not asked, or had no answer. */
  readonly features: string | null;
  /** 1 when the model should have answered and did not. */
  readonly degraded: number;
}

const readCredit = (raw: Database['raw'], sql: string) =>
  readAbsentAsEmpty(raw, sql, [creditAssessments, creditDecisions]);

/** Lists the assessments of a tenant after a given one, oldest first. */
export function assessmentsAfter(
  { raw }: Database,
  { tenantId, after, limit }: { tenantId: string; after: string; limit: number },
): WatchedAssessment[] {
  const sql = `SELECT id, customer_id AS customerId, model_name AS modelName,
         model_version AS modelVersion, artifact_sha256 AS artifactSha256, features, degraded
       FROM credit_assessments INDEXED BY credit_assessments_by_tenant
       WHERE tenant_id = ? AND id > ? ORDER BY id LIMIT ?`;
  return raw
    .prepare<[string, string, number], WatchedAssessment>(readCredit(raw, sql))
    .all(tenantId, after, limit);
}

/** A credit assessment with everything needed to decide it again. */
export interface PastAssessment {
  readonly id: string;
  readonly createdAt: number;
  readonly currency: string;
  readonly amount: number;
  readonly termMonths: number;
  readonly policyVersion: string;
  /** JSON of the request, and of the findings. */
  readonly request: string;
  readonly findings: string;
  /** JSON; null when the model was not asked, or had no answer. */
  readonly features: string | null;
  /** The decision of the engine, regardless of a later review by a person. */
  readonly decision: CreditDecision;
  readonly approvedAmount: number | null;
}

/** Lists the assessments of a tenant before a given one, newest first. */
export function assessmentsBefore(
  { raw }: Database,
  { tenantId, before, limit }: { tenantId: string; before: string; limit: number },
): PastAssessment[] {
  const sql = `SELECT a.id, a.created_at AS createdAt, a.currency, a.amount, a.term_months AS termMonths,
         a.policy_version AS policyVersion, a.request, a.findings, a.features,
         d.decision, d.approved_amount AS approvedAmount
       FROM credit_assessments a INDEXED BY credit_assessments_by_tenant
       JOIN credit_decisions d ON d.assessment_id = a.id AND d.number = 1
       WHERE a.tenant_id = ? AND a.id < ? ORDER BY a.id DESC LIMIT ?`;
  return raw
    .prepare<[string, string, number], PastAssessment>(readCredit(raw, sql))
    .all(tenantId, before, limit);
}
