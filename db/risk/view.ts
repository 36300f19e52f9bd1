// Decisions about risk and their reviews as the API and the events show them.

import type { RiskReason } from '../kernel/judge.ts';
import { isDegraded, type KeptRule, type RiskDecisionRow, riskOf } from '../kernel/risk-summary.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { riskReviews } from './tables.ts';

export type RiskReviewRow = typeof riskReviews.$inferSelect;

/** The wire form of a decision. */
export function riskDecisionView(row: RiskDecisionRow, livemode: boolean) {
  return {
    id: row.id,
    object: 'risk_decision' as const,
    livemode,
    transactionId: row.transactionId,
    accountId: row.accountId,
    customerId: row.customerId,
    score: row.score,
    probability: row.probability,
    level: row.level,
    decision: row.decision,
    reasons: row.reasons === null ? null : (JSON.parse(row.reasons) as RiskReason[]),
    rules: (JSON.parse(row.rules) as KeptRule[]).map(({ figures, ...rule }) => ({
      ...rule,
      ...(figures && { figures: [...figures] }),
      version: row.ruleSet,
    })),
    thresholds:
      row.reviewFrom === null
        ? null
        : { review: row.reviewFrom, blockAndReview: row.blockFrom, decline: row.declineFrom },
    model:
      row.serving === null
        ? null
        : {
            name: row.modelName ?? '',
            version: row.modelVersion ?? '',
            artifactSha256: row.artifactSha256 ?? '',
            mode: row.serving,
          },
    degraded: isDegraded(row),
    degradedReason: isDegraded(row) ? row.degraded : null,
    workflowId: row.workflowId,
    asOf: timestamp(row.asOf),
    version: 1,
    createdAt: timestamp(row.createdAt),
  };
}

/** The wire form of a review. Amount in minor units. */
export function riskReviewView(
  row: RiskReviewRow,
  parts: {
    readonly decision: RiskDecisionRow;
    readonly transaction: Pick<
      TransactionRow,
      'type' | 'amount' | 'currency' | 'actor' | 'status' | 'expiresAt'
    >;
    readonly livemode: boolean;
  },
) {
  const { decision, transaction, livemode } = parts;
  return {
    id: row.id,
    object: 'risk_review' as const,
    livemode,
    kind: row.kind,
    status: row.status,
    developerId: row.tenantId,
    accountId: row.accountId,
    transactionId: row.transactionId,
    transaction: {
      type: transaction.type,
      status: transaction.status,
      amount: transaction.amount,
      currency: transaction.currency,
      initiator: transaction.actor,
      expiresAt: timestamp(transaction.expiresAt),
    },
    risk: riskOf(decision),
    decidedBy: row.decidedBy,
    reason: row.reason,
    decidedAt: timestamp(row.decidedAt),
    version: row.status === 'open' ? 1 : 2,
    createdAt: timestamp(row.createdAt),
  };
}

export type RiskReviewView = ReturnType<typeof riskReviewView>;

/** The row of features that {@link packFeatures} stored. */
export function unpackFeatures(buffer: Buffer): number[] {
  return Array.from({ length: buffer.length / 8 }, (_, at) => buffer.readDoubleLE(8 * at));
}

/** A row of features as it is stored. */
export function packFeatures(features: readonly number[]): Buffer {
  // Each byte is written: from the pool, which spares an allocation for each payment.
  const buffer = Buffer.allocUnsafe(8 * features.length);
  for (const [at, value] of features.entries()) buffer.writeDoubleLE(value, 8 * at);
  return buffer;
}
