// The outcomes of payments that a model was asked about: the row of features that was stored with
// the decision, the reviewers' decisions, and whether the money was taken back as fraud. Each is as
// of a moment: later facts are ignored.

import type { ReviewStatus, RiskDecision } from '../../ledger/decisions/risk.ts';
import { mintedAt } from '../../ledger/id.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import type { Database } from '../kernel/connect.ts';
import { riskReviews } from './tables.ts';

export interface OutcomeRow {
  readonly id: string;
  /** Null for a question without a payment. */
  readonly transactionId: string | null;
  readonly createdAt: number;
  readonly modelName: string | null;
  readonly modelVersion: string | null;
  readonly artifactSha256: string | null;
  /** The reason why no model answered, or null when one did. */
  readonly degraded: string | null;
  readonly decision: RiskDecision;
  readonly probability: number | null;
  readonly reviewFrom: number | null;
  readonly features: Buffer | null;
  /** 1 when the payment was booked. */
  readonly isPosted: number;
  /** The reviewer's decision, or null without a review. */
  readonly verdict: Exclude<ReviewStatus, 'open'> | null;
  /** 1 when the payment was reversed as fraud, in full or in part. */
  readonly isTakenBack: number;
  /** 1 when an open or confirmed alert of its account covers the payment. */
  readonly isDoubted: number;
}

export interface OutcomeOrder {
  readonly tenantId: string;
  /** Id of a decision; earlier ones are returned. */
  readonly before: string;
  readonly asOf: number;
  readonly limit: number;
}

/** A value after every id of a decision. */
export const NEWEST_DECISION = 'dec_~';

const OUTCOME_COLUMNS = `d.id, d.transaction_id AS transactionId, d.created_at AS createdAt,
  d.model_name AS modelName, d.model_version AS modelVersion,
  d.artifact_sha256 AS artifactSha256, d.degraded, d.decision, d.probability,
  d.review_from AS reviewFrom, coalesce(t.posted_at < @asOf, 0) AS isPosted,
  (SELECT r.status FROM risk_reviews r
   WHERE r.transaction_id = d.transaction_id AND r.decided_at < @asOf) AS verdict,
  EXISTS (SELECT 1 FROM transactions v INDEXED BY transactions_by_reversed
   WHERE v.reversal_of = t.id AND v.posted_at < @asOf
     AND v.context ->> '$.reasonCode' = 'fraud') AS isTakenBack,
  d.decision = 'review' AND EXISTS (SELECT 1 FROM risk_reviews a
   INDEXED BY risk_reviews_by_account
   WHERE a.account_id = d.account_id AND a.kind = 'alert' AND a.created_at <= d.created_at
     AND coalesce(a.decided_at, @asOf) >= d.created_at
     AND NOT (a.status = 'approved' AND a.decided_at < @asOf)) AS isDoubted`;

/** Returns decisions of a tenant before the given one, newest first, with their outcomes. */
export function outcomesIn({ raw }: Database): (order: OutcomeOrder) => OutcomeRow[] {
  const sql = `SELECT ${OUTCOME_COLUMNS}, d.features
     FROM risk_decisions d INDEXED BY risk_decisions_by_tenant
     LEFT JOIN transactions t ON t.id = d.transaction_id
     WHERE d.tenant_id = @tenantId AND d.id < @before
     ORDER BY d.id DESC LIMIT @limit`;
  const read = raw.prepare<[OutcomeOrder], OutcomeRow>(readAbsentAsEmpty(raw, sql, [riskReviews]));
  return (order) => read.all(order);
}

/** Later than every developer's clock, so that all known facts count. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;

/**
 * Lists decisions about payments of all tenants before a given one, newest first, without features.
 */
export function outcomesOfAll({ raw }: Pick<Database, 'raw'>) {
  const sql = `SELECT ${OUTCOME_COLUMNS}
     FROM risk_decisions d LEFT JOIN transactions t ON t.id = d.transaction_id
     WHERE d.id >= @from AND d.id < @before AND d.transaction_id IS NOT NULL
     ORDER BY d.id DESC LIMIT @limit`;
  const read = raw.prepare<[object], Omit<OutcomeRow, 'features'>>(
    readAbsentAsEmpty(raw, sql, [riskReviews]),
  );
  return (order: { readonly from: string; readonly before: string; readonly limit: number }) =>
    read.all({ ...order, asOf: END_OF_TIME });
}

/** The number of payments of a day with the same outcome. */
export interface OutcomeCount
  extends Pick<OutcomeRow, 'decision' | 'isPosted' | 'verdict' | 'isTakenBack' | 'isDoubted'> {
  /** The day of the decisions: YYYY-MM-DD. */
  readonly day: string;
  readonly payments: number;
  /** Id of the first decision. */
  readonly oldest: string;
}

/** Counts the newest decisions about payments of all tenants since an id, by day and outcome. */
export function countByDayAndOutcome(
  { raw }: Pick<Database, 'raw'>,
  { from, limit }: { readonly from: string; readonly limit: number },
): OutcomeCount[] {
  const sql = `SELECT date(createdAt / 1000, 'unixepoch') AS day, decision, isPosted, verdict,
       isTakenBack, isDoubted, count(*) AS payments, min(id) AS oldest
     FROM (SELECT ${OUTCOME_COLUMNS}
       FROM risk_decisions d LEFT JOIN transactions t ON t.id = d.transaction_id
       WHERE d.id >= @from AND d.transaction_id IS NOT NULL ORDER BY d.id DESC LIMIT @limit)
     GROUP BY day, decision, isPosted, verdict, isTakenBack, isDoubted`;
  return raw
    .prepare<[object], OutcomeCount>(readAbsentAsEmpty(raw, sql, [riskReviews]))
    .all({ from, limit, asOf: END_OF_TIME });
}

/** Returns true when payments were judged in this range of ids (end exclusive). */
export function wereJudged({ raw }: Pick<Database, 'raw'>, from: string, before: string): boolean {
  return (
    raw
      .prepare<[string, string], 1>(
        `SELECT 1 FROM risk_decisions
         WHERE id >= ? AND id < ? AND transaction_id IS NOT NULL LIMIT 1`,
      )
      .pluck()
      .get(from, before) !== undefined
  );
}

/**
 * Counts the newest decisions about payments of all tenants since an id, by kind.
 * @param from id of a decision, or the smallest id of a moment
 */
export function decisionsByKind(
  { raw }: Database,
  { from, limit }: { readonly from: string; readonly limit: number },
): ReadonlyMap<RiskDecision, number> {
  const rows = raw
    .prepare<[string, number], { decision: RiskDecision; count: number }>(
      `SELECT decision, count(*) AS count FROM (
         SELECT decision FROM risk_decisions WHERE id >= ? AND transaction_id IS NOT NULL
         ORDER BY id DESC LIMIT ?) GROUP BY decision`,
    )
    .all(from, limit);
  return new Map(rows.map(({ decision, count }) => [decision, count]));
}

/** Counts the holds and alerts that wait for a risk reviewer, with the time of the oldest. */
export function openReviews({ raw }: Pick<Database, 'raw'>): {
  holds: number;
  alerts: number;
  oldest: number | null;
} {
  const sql = `SELECT count(*) FILTER (WHERE kind = 'hold') AS holds,
     count(*) FILTER (WHERE kind = 'alert') AS alerts, min(id) AS oldest
     FROM risk_reviews WHERE status = 'open'`;
  const row = raw
    .prepare<[], { holds: number; alerts: number; oldest: string | null }>(
      readAbsentAsEmpty(raw, sql, [riskReviews]),
    )
    .get();
  const { holds = 0, alerts = 0, oldest = null } = row ?? {};
  return { holds, alerts, oldest: oldest === null ? null : mintedAt(oldest) };
}
