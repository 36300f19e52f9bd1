// Reads live decisions of any task for a deployment: the model that answered and its row, or the
// reason why none answered.

import {
  assessmentsAfter,
  decisionsAfter,
  type WatchedAssessment,
} from '../../../db/deployments/watched-decisions.ts';
import { NOT_APPLICABLE, type RiskDecisionRow } from '../../../db/kernel/risk-summary.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { unpackFeatures } from '../../../db/risk/view.ts';
import type { LiveTask } from '../../../ledger/models/deployment.ts';

/** A decision that is evidence about the serving version or its challenger. */
export interface ModelDecision {
  readonly customerId: string;
  readonly modelName: string | null;
  readonly modelVersion: string | null;
  readonly artifactSha256: string | null;
  /** NaN is a missing value; null when no model answered. */
  readonly features: readonly number[] | null;
  /** The reason why the serving model did not answer; null when it did, or was not asked. */
  readonly silence: string | null;
}

interface LiveDecision {
  readonly id: string;
  /** Null for a decision that is not about a customer. */
  readonly decided: ModelDecision | null;
}

interface Order {
  readonly tenantId: string;
  readonly after: string;
  readonly limit: number;
}

/** Returns decisions of a tenant after a given one, oldest first. */
export function listDecisionsAfter(
  { database }: Ledger,
  task: LiveTask,
  order: Order,
): LiveDecision[] {
  if (task === 'fraud') {
    return decisionsAfter(database, order).map((row) => ({
      id: row.id,
      decided: readPayment(row),
    }));
  }
  return assessmentsAfter(database, order).map((row) => ({ id: row.id, decided: readLoan(row) }));
}

function readPayment(row: RiskDecisionRow): ModelDecision | null {
  const { transactionId, serving, features, degraded } = row;
  // Questions and calls of a version by its number are not decisions of the serving version, and
  // incoming external payments are not scored.
  const isNoDecision = transactionId === null || degraded === NOT_APPLICABLE;
  if (isNoDecision || serving === 'pinned') return null;
  const isUnanswered = features === null && degraded !== 'not_asked';
  return {
    customerId: row.customerId,
    modelName: row.modelName,
    modelVersion: row.modelVersion,
    artifactSha256: row.artifactSha256,
    features: features && [...unpackFeatures(features)],
    silence: isUnanswered ? (degraded ?? 'failed') : null,
  };
}

function readLoan({ features, degraded, ...row }: WatchedAssessment): ModelDecision {
  const values = features === null ? [] : (JSON.parse(features) as (number | null)[]);
  return {
    ...row,
    features: features === null ? null : values.map((value) => value ?? Number.NaN),
    silence: degraded === 1 ? 'failed' : null,
  };
}
