// A live decision of any task, as a deployment sees it: the answering model, the row, or the reason
// why no model answered.

import {
  assessmentsAfter,
  decisionsAfter,
  type WatchedAssessment,
} from '../../../db/deployments/watched-decisions.ts';
import { NOT_APPLICABLE, type RiskDecisionRow } from '../../../db/kernel/risk-summary.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { unpackFeatures } from '../../../db/risk/view.ts';
import type { LiveTask } from '../../../ledger/models/deployment.ts';

/** One that says something about the version in force, or about the one beside it. */
export interface Decided {
  readonly customerId: string;
  readonly modelName: string | null;
  readonly modelVersion: string | null;
  readonly artifactSha256: string | null;
  /** NaN is a missing value; null when no model answered. */
  readonly features: readonly number[] | null;
  /** Why the model in force did not answer; null when none should have, or it did. */
  readonly silence: string | null;
}

interface Seen {
  readonly id: string;
  /** Null: it says nothing about a customer. */
  readonly decided: Decided | null;
}

interface Order {
  readonly tenantId: string;
  readonly after: string;
  readonly limit: number;
}

/** Decisions of a tenant after that one, the oldest first. */
export function listDecisionsAfter({ database }: Ledger, task: LiveTask, order: Order): Seen[] {
  if (task === 'fraud') {
    return decisionsAfter(database, order).map((row) => ({ id: row.id, decided: payment(row) }));
  }
  return assessmentsAfter(database, order).map((row) => ({ id: row.id, decided: loan(row) }));
}

function payment(row: RiskDecisionRow): Decided | null {
  const { transactionId, serving, features, degraded } = row;
  // A question, or a call of a version by its number, is no decision of the version in force; no
  // model judges money from outside.
  const isNobodys = transactionId === null || degraded === NOT_APPLICABLE;
  if (isNobodys || serving === 'pinned') return null;
  const isSilent = features === null && degraded !== 'not_asked';
  return {
    customerId: row.customerId,
    modelName: row.modelName,
    modelVersion: row.modelVersion,
    artifactSha256: row.artifactSha256,
    features: features && [...unpackFeatures(features)],
    silence: isSilent ? (degraded ?? 'failed') : null,
  };
}

function loan({ features, degraded, ...row }: WatchedAssessment): Decided {
  const values = features === null ? [] : (JSON.parse(features) as (number | null)[]);
  return {
    ...row,
    features: features === null ? null : values.map((value) => value ?? Number.NaN),
    silence: degraded === 1 ? 'failed' : null,
  };
}
