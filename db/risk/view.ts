// Renders risk decisions and their reviews as the API and the events show them.

import type { RiskReason } from '../kernel/judge.ts';
import {
  isDegraded,
  type RiskDecisionRow,
  riskOf,
  type StoredRule,
} from '../kernel/risk-summary.ts';
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
    rules: (JSON.parse(row.rules) as StoredRule[]).map(({ figures, ...rule }) => ({
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

/**
 * A first byte below this value is the number itself; others state the format of the following
 * bytes.
 */
const MARK_BASE = 0xf0;
const SINGLE_MARK = 0xf0;
const DOUBLE_MARK = 0xf1;
const MISSING_MARK = 0xf2;
const END_MARK = 0xff;

/**
 * Reads a row of features stored by {@link packFeatures}, or by an older bank as 64-bit floats,
 * whose length is a multiple of eight bytes.
 */
export function unpackFeatures(buffer: Buffer): number[] {
  if (buffer.length % 8 === 0) {
    return Array.from({ length: buffer.length / 8 }, (_, index) => buffer.readDoubleLE(8 * index));
  }
  const features: number[] = [];
  for (let index = 0; index < buffer.length; ) {
    const mark = buffer.readUInt8(index);
    index += 1;
    if (mark === END_MARK) break;
    if (mark < MARK_BASE) features.push(mark);
    else if (mark === MISSING_MARK) features.push(Number.NaN);
    else if (mark === SINGLE_MARK) {
      features.push(buffer.readFloatLE(index));
      index += 4;
    } else if (mark === DOUBLE_MARK) {
      features.push(buffer.readDoubleLE(index));
      index += 8;
    } else throw new Error(`a row of features has the unknown mark ${mark}`);
  }
  return features;
}

/** Returns true for a whole number that fits the first byte; minus zero does not. */
const isOwnMark = (value: number) =>
  value >= 0 && value < MARK_BASE && Number.isInteger(value) && !Object.is(value, -0);

/**
 * Packs a row of features without loss: a small whole number, such as a count, takes one byte, a
 * 32-bit float five bytes, and any other number nine.
 */
export function packFeatures(features: readonly number[]): Buffer {
  // Every used byte is written, so the buffer may come uninitialised from the pool, which saves an
  // allocation for each payment.
  const buffer = Buffer.allocUnsafe(9 * features.length + 2);
  let offset = 0;
  for (const value of features) {
    if (isOwnMark(value)) offset = buffer.writeUInt8(value, offset);
    else if (Number.isNaN(value)) offset = buffer.writeUInt8(MISSING_MARK, offset);
    else if (Math.fround(value) === value) {
      offset = buffer.writeFloatLE(value, buffer.writeUInt8(SINGLE_MARK, offset));
    } else offset = buffer.writeDoubleLE(value, buffer.writeUInt8(DOUBLE_MARK, offset));
  }
  // Padded so that the length is never a multiple of eight.
  if (offset % 8 === 0) offset = buffer.writeUInt8(END_MARK, offset);
  return buffer.subarray(0, offset);
}
