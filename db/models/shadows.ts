// Observations of a developer's versions that score in the shadow of another version.

import type { DeploymentStatus } from '../../ledger/models/deployment.ts';
import type { Database } from '../kernel/connect.ts';

/** A deployment that begins in the shadow, and the version that it is compared with. */
export interface ShadowRow {
  readonly id: string;
  readonly versionId: string;
  readonly label: string;
  readonly status: DeploymentStatus;
  readonly championVersionId: string;
}

/** The scores of both versions for one decision; null for no score. */
export interface ShadowScore {
  readonly champion: number | null;
  readonly challenger: number | null;
  readonly latencyMicros: number | null;
}

/** The most deployments that are read, and the most decisions of each. */
const MAX_SHADOWS = 20;
const MAX_SCORES = 5_000;

/**
 * Lists shadow deployments, newest first. Deployments that never reached the shadow are left out.
 */
export function listShadows({ raw }: Database, tenantId: string): ShadowRow[] {
  return raw
    .prepare<[string, number], ShadowRow>(
      `SELECT id, version_id AS versionId, label, status,
         champion_version_id AS championVersionId
       FROM model_deployments INDEXED BY model_deployments_by_tenant
       WHERE tenant_id = ? AND strategy = 'shadow' AND champion_version_id IS NOT NULL
       ORDER BY id DESC LIMIT ?`,
    )
    .all(tenantId, MAX_SHADOWS);
}

/** Lists the scores in the shadow, newest first. */
export function shadowScores({ raw }: Database, deploymentId: string): ShadowScore[] {
  return raw
    .prepare<[string, number], ShadowScore>(
      `SELECT champion_probability AS champion, challenger_probability AS challenger,
         latency_micros AS latencyMicros
       FROM deployment_observations
       WHERE deployment_id = ? AND status = 'shadow' AND step = 0
       ORDER BY decision_id DESC LIMIT ?`,
    )
    .all(deploymentId, MAX_SCORES);
}
