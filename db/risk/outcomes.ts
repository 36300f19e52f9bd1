// What became of payments that a model was asked about: the row of features that was stored with
// the decision, what people said, and whether the money was taken back as fraud. As of a moment:
// what came later is not seen.

import type { ReviewStatus, RiskDecision } from '../../ledger/decisions/risk.ts';
import type { Database } from '../kernel/connect.ts';

export interface OutcomeRow {
  readonly id: string;
  /** Null: somebody asked, and nothing was paid. */
  readonly transactionId: string | null;
  readonly createdAt: number;
  readonly modelName: string | null;
  readonly modelVersion: string | null;
  readonly artifactSha256: string | null;
  /** Why no model answered; null: one did. */
  readonly degraded: string | null;
  readonly decision: RiskDecision;
  readonly probability: number | null;
  readonly reviewFrom: number | null;
  readonly features: Buffer | null;
  /** 1 when it was booked. */
  readonly isPosted: number;
  /** What a person said who looked at it; null: nobody has. */
  readonly verdict: Exclude<ReviewStatus, 'open'> | null;
  /** 1 when it, or part of it, was reversed as fraud. */
  readonly isTakenBack: number;
  /** 1 when an alert about its account covers it that nobody has lifted. */
  readonly isDoubted: number;
}

export interface OutcomeOrder {
  readonly tenantId: string;
  /** Id of a decision: those before it. */
  readonly before: string;
  readonly asOf: number;
  readonly limit: number;
}

/** Behind every id of a decision. */
export const NEWEST_DECISION = 'dec_~';

/** Decisions of a tenant before that one, the newest first, with what became of them. */
export function outcomesIn({ raw }: Database): (order: OutcomeOrder) => OutcomeRow[] {
  const read = raw.prepare<[OutcomeOrder], OutcomeRow>(
    `SELECT d.id, d.transaction_id AS transactionId, d.created_at AS createdAt,
       d.model_name AS modelName, d.model_version AS modelVersion,
       d.artifact_sha256 AS artifactSha256, d.degraded, d.decision, d.probability,
       d.review_from AS reviewFrom, d.features, coalesce(t.posted_at < @asOf, 0) AS isPosted,
       (SELECT r.status FROM risk_reviews r
        WHERE r.transaction_id = d.transaction_id AND r.decided_at < @asOf) AS verdict,
       EXISTS (SELECT 1 FROM transactions v INDEXED BY transactions_by_reversed
        WHERE v.reversal_of = t.id AND v.posted_at < @asOf
          AND v.context ->> '$.reasonCode' = 'fraud') AS isTakenBack,
       d.decision = 'review' AND EXISTS (SELECT 1 FROM risk_reviews a
        INDEXED BY risk_reviews_by_account
        WHERE a.account_id = d.account_id AND a.kind = 'alert' AND a.created_at <= d.created_at
          AND coalesce(a.decided_at, @asOf) >= d.created_at
          AND NOT (a.status = 'approved' AND a.decided_at < @asOf)) AS isDoubted
     FROM risk_decisions d INDEXED BY risk_decisions_by_tenant
     LEFT JOIN transactions t ON t.id = d.transaction_id
     WHERE d.tenant_id = @tenantId AND d.id < @before
     ORDER BY d.id DESC LIMIT @limit`,
  );
  return (order) => read.all(order);
}
