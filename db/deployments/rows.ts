// The initial row of a deployment, and the statements that read and write deployments.

import { isLiveTask } from '../../ledger/models/deployment.ts';
import { type ModelTask, PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { creditAssessments } from '../credit/tables.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mintAt } from '../kernel/mint.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { modelVersions } from '../models/tables.ts';
import type { ModelVersionRow } from '../models/view.ts';
import type { DeploymentOrder } from './acts.ts';
import { deploymentObservations, modelDeployments } from './tables.ts';
import type { DeploymentRow } from './view.ts';

/** The models that decide for developers without one of their own, by task. */
const SHIPPED_MODELS: Readonly<Record<string, string>> = {
  credit: 'credit-scoring',
  fraud: 'fraud-detection',
};

const IDENTITY = ['id', 'tenantId', 'modelId', 'versionId', 'task', 'label', 'strategy', 'plan'];
const REQUEST = ['metadata', 'requestId', 'actor', 'createdAt', 'seenThrough'];

/** The statements about deployments, prepared once. */
export const deploymentStatements = prepareOnce(({ raw }: Database) => {
  const rows = `SELECT ${columnsOf(modelDeployments)} FROM model_deployments`;
  const inProgressSql = "status IN ('pending', 'validating', 'shadow', 'canary')";
  const usualStatement = raw.prepare<[string, string], { id: string }>(
    `SELECT a.version_id AS id FROM models m JOIN model_aliases a ON a.model_id = m.id
     AND a.alias = 'latest' WHERE m.tenant_id = ? AND m.name = ?`,
  );
  const lastOf = (decisions: string) =>
    raw
      .prepare<[string], string | null>(
        readAbsentAsEmpty(
          raw,
          `SELECT max(id) FROM ${decisions} INDEXED BY ${decisions}_by_tenant WHERE tenant_id = ?`,
          [creditAssessments],
        ),
      )
      .pluck();
  const last = { fraud: lastOf('risk_decisions'), credit: lastOf('credit_assessments') };
  return {
    byId: raw.prepare<[string], DeploymentRow>(`${rows} WHERE id = ?`),
    active: raw.prepare<[string, string], DeploymentRow>(
      `${rows} WHERE tenant_id = ? AND task = ? AND status = 'active'`,
    ),
    open: raw.prepare<[string, string], DeploymentRow>(
      `${rows} WHERE tenant_id = ? AND task = ? AND ${inProgressSql}`,
    ),
    displaced: raw.prepare<[string], DeploymentRow>(
      `${rows} WHERE version_id = ? AND status = 'superseded'`,
    ),
    version: raw.prepare<[string], ModelVersionRow>(
      `SELECT ${columnsOf(modelVersions)} FROM model_versions WHERE id = ?`,
    ),
    shippedVersion: {
      get: (task: string) => usualStatement.get(PLATFORM_OWNER, SHIPPED_MODELS[task] ?? ''),
    },
    insert: raw.prepare(`INSERT INTO model_deployments ${insertOf(modelDeployments)}`),
    update: raw.prepare(
      `UPDATE model_deployments SET ${updateOf(modelDeployments, [...IDENTITY, ...REQUEST])}
       WHERE id = @id`,
    ),
    unwatch: raw.prepare('UPDATE model_deployments SET watched_until = NULL WHERE id = ?'),
    setSeenThrough: raw.prepare('UPDATE model_deployments SET seen_through = ? WHERE id = ?'),
    /** The id of the tenant's newest decision for the task; empty when there is none. */
    lastDecision: (task: ModelTask, tenantId: string) =>
      (isLiveTask(task) && last[task].get(tenantId)) || '',
    insertObservation: raw.prepare(
      `INSERT OR IGNORE INTO deployment_observations ${insertOf(deploymentObservations)}`,
    ),
    moveVersion: raw.prepare(
      `UPDATE model_versions SET stage = @stage, version = version + 1,
       updated_at = max(updated_at, @updatedAt) WHERE id = @versionId AND stage <> @stage`,
    ),
    setAlias: raw.prepare(
      `INSERT INTO model_aliases VALUES (?, 'production', ?, ?)
       ON CONFLICT DO UPDATE SET version_id = excluded.version_id, moved_at = excluded.moved_at`,
    ),
    removeAlias: raw.prepare(
      "DELETE FROM model_aliases WHERE alias = 'production' AND version_id = ?",
    ),
  };
});

/** Builds the row of a new deployment. */
export function createDeploymentRow(
  { tenantId, strategy, plan, metadata, cause }: DeploymentOrder,
  { id: versionId, modelId, task, label }: ModelVersionRow,
  livemode: boolean,
): DeploymentRow {
  const { id, at } = mintAt('deployment');
  return {
    id,
    tenantId,
    modelId,
    versionId,
    task,
    label,
    strategy,
    plan: JSON.stringify(plan),
    status: 'pending',
    step: 0,
    trafficPercent: 0,
    stageSince: at,
    watchedUntil: null,
    championVersionId: null,
    rollbackTo: null,
    gates: '[]',
    replayReport: null,
    // The sandbox has no customers. In production an operator approves first.
    approvalStatus: livemode ? 'requested' : 'not_required',
    approvedBy: null,
    approvalReason: null,
    statusCode: null,
    statusMessage: null,
    seenThrough: '',
    metadata: JSON.stringify(metadata),
    workflowRunId: null,
    requestId: cause.requestId,
    actor: cause.actor,
    version: 1,
    createdAt: at,
    updatedAt: at,
    completedAt: null,
  };
}
