// Reads of a version across all developers, for operators: the daily drift evaluations, and the
// observations of its deployments.

import type { DeploymentStatus } from '../../ledger/models/deployment.ts';
import type { Database } from '../kernel/connect.ts';

/** The drift evaluations of a version on one day, of all developers. */
export interface DriftDay {
  /** Days since 1970 UTC, by the clocks of the developers. */
  readonly day: number;
  readonly developers: number;
  readonly drifted: number;
  readonly rows: number;
  /** The largest value, with its developer and feature. */
  readonly psi: number;
  readonly score: number | null;
}

/** Lists the newest days, in ascending order. */
export function driftDays({ raw }: Database, versionId: string, max: number): DriftDay[] {
  return raw
    .prepare<[string, number], DriftDay>(
      `SELECT day, count(*) AS developers, sum(is_drifted) AS drifted, sum(rows) AS rows,
         max(psi) AS psi, max(score_psi) AS score
       FROM model_drift_evaluations INDEXED BY model_drift_evaluations_by_version
       WHERE version_id = ? GROUP BY day ORDER BY day DESC LIMIT ?`,
    )
    .all(versionId, max)
    .reverse();
}

export interface WatchedRow {
  readonly id: string;
  readonly status: DeploymentStatus;
  readonly championVersionId: string | null;
  readonly championLabel: string | null;
}

/** Lists the deployments of a version, newest first. */
export function deploymentsOf({ raw }: Database, versionId: string, max: number): WatchedRow[] {
  return raw
    .prepare<[string, number], WatchedRow>(
      `SELECT d.id, d.status, d.champion_version_id AS championVersionId, c.label AS championLabel
       FROM model_deployments d INDEXED BY model_deployments_by_version
       LEFT JOIN model_versions c ON c.id = d.champion_version_id
       WHERE d.version_id = ? ORDER BY d.id DESC LIMIT ?`,
    )
    .all(versionId, max);
}

/** The scores of both versions for one decision; null for no score. */
export interface ScorePair {
  readonly at: number;
  readonly decidedBy: 'champion' | 'challenger';
  readonly champion: number | null;
  readonly challenger: number | null;
  readonly championFlags: number | null;
  readonly challengerFlags: number | null;
}

const WATCHED_STATUSES = ['shadow', 'canary', 'active'] as const;

/**
 * Returns the statuses and steps with observations, by a skip scan of the index, because a step may
 * have very many rows.
 */
function stepsOf(raw: Database['raw'], deploymentId: string) {
  const next = raw
    .prepare<[string, string, number], number | null>(
      `SELECT min(step) FROM deployment_observations
       WHERE deployment_id = ? AND status = ? AND step > ?`,
    )
    .pluck();
  const states: { status: string; step: number }[] = [];
  for (const status of WATCHED_STATUSES) {
    let step = next.get(deploymentId, status, -1) ?? null;
    while (step !== null) {
      states.push({ status, step });
      step = next.get(deploymentId, status, step) ?? null;
    }
  }
  return states;
}

/** Lists the newest decisions of each step of a deployment, in ascending order. */
export function listScorePairs({ raw }: Database, deploymentId: string, max: number): ScorePair[] {
  const steps = stepsOf(raw, deploymentId);
  const share = Math.ceil(max / Math.max(steps.length, 1));
  const newest = raw.prepare<[string, string, number, number], ScorePair>(
    `SELECT observed_at AS at, decided_by AS decidedBy, champion_probability AS champion,
       challenger_probability AS challenger, champion_flags AS championFlags,
       challenger_flags AS challengerFlags
     FROM deployment_observations WHERE deployment_id = ? AND status = ? AND step = ?
     ORDER BY decision_id DESC LIMIT ?`,
  );
  const rows = steps.flatMap(({ status, step }) => newest.all(deploymentId, status, step, share));
  return rows.sort((a, other) => a.at - other.at);
}
