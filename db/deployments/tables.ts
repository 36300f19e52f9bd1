// Deployments of models and their observations.

import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  DeploymentApproval,
  DeploymentStatus,
  DeploymentStrategy,
} from '../../ledger/models/deployment.ts';
import type { ModelTask } from '../../ledger/models/model.ts';
import {
  declare,
  fixedColumns,
  neverDeleted,
  neverUpdated,
  notWhileMoving,
  refuse,
  searchableMetadata,
  statusEdges,
} from '../kernel/declare.ts';

export const modelDeployments = sqliteTable('model_deployments', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  modelId: text('model_id').notNull(),
  versionId: text('version_id').notNull(),
  task: text('task').$type<ModelTask>().notNull(),
  label: text('label').notNull(),
  strategy: text('strategy').$type<DeploymentStrategy>().notNull(),
  plan: text('plan').notNull(),
  status: text('status').$type<DeploymentStatus>().notNull(),
  /** The step of the canary. */
  step: integer('step').notNull(),
  trafficPercent: integer('traffic_percent').notNull(),
  stageSince: integer('stage_since').notNull(),
  /** The end of the watch over an active deployment; null when it is not watched. */
  watchedUntil: integer('watched_until'),
  championVersionId: text('champion_version_id'),
  rollbackTo: text('rollback_to'),
  gates: text('gates').notNull(),
  replayReport: text('replay_report'),
  approvalStatus: text('approval_status').$type<DeploymentApproval>().notNull(),
  approvedBy: text('approved_by'),
  approvalReason: text('approval_reason'),
  /** The reason for a failure or a rollback. */
  statusCode: text('status_code'),
  statusMessage: text('status_message'),
  /** Decisions up to this one are evaluated. */
  seenThrough: text('seen_through').notNull(),
  metadata: text('metadata').notNull(),
  workflowRunId: text('workflow_run_id'),
  requestId: text('request_id').notNull(),
  actor: text('actor').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  completedAt: integer('completed_at'),
});

declare(modelDeployments, {
  withoutRowid: true,
  defaults: { step: '0', trafficPercent: '0', gates: "'[]'", seenThrough: "''", metadata: "'{}'" },
  references: {
    modelId: 'models (id)',
    versionId: 'model_versions (id)',
    championVersionId: 'model_versions (id)',
    rollbackTo: 'model_versions (id)',
  },
  checks: [
    "strategy IN ('shadow', 'canary', 'immediate')",
    'json_valid(plan)',
    `status IN ('pending', 'validating', 'shadow', 'canary', 'active', 'superseded',
      'failed', 'rolled_back', 'aborted')`,
    'step >= 0',
    'traffic_percent BETWEEN 0 AND 100',
    'json_valid(gates)',
    'replay_report IS NULL OR json_valid(replay_report)',
    "approval_status IN ('not_required', 'requested', 'granted', 'denied')",
    'json_valid(metadata)',
    'version > 0',
    "(status IN ('failed', 'rolled_back', 'aborted')) = (status_code IS NOT NULL)",
    '(status_code IS NULL) = (status_message IS NULL)',
    "(approved_by IS NULL) = (approval_status IN ('not_required', 'requested'))",
    '(approved_by IS NULL) = (approval_reason IS NULL)',
    // What nobody agreed to decides nothing.
    `status NOT IN ('canary', 'active', 'superseded') OR approval_status IN ('not_required',
      'granted')`,
    "traffic_percent = 0 OR status IN ('canary', 'active')",
    "status <> 'active' OR traffic_percent = 100",
    "status <> 'canary' OR traffic_percent > 0",
    `(status IN ('superseded', 'failed', 'rolled_back', 'aborted')) = (completed_at IS NOT
      NULL)`,
  ],
  indexes: {
    model_deployments_by_tenant: '(tenant_id, id)',
    model_deployments_by_approval: '(approval_status, id)',
    model_deployments_by_version: '(version_id)',
    model_deployments_open:
      "UNIQUE (tenant_id, task) WHERE status IN ('pending', 'validating', 'shadow', 'canary')",
    model_deployments_active: "UNIQUE (tenant_id, task) WHERE status = 'active'",
    model_deployments_carried: `(id) WHERE status IN ('pending', 'validating', 'shadow', 'canary') OR watched_until IS
      NOT NULL`,
  },
  triggers: [
    refuse(
      'model_deployments_born_pending',
      'INSERT',
      'a deployment starts as pending, of a version of its tenant',
      `NEW.version <> 1 OR NEW.status <> 'pending' OR NOT EXISTS ( SELECT 1 FROM model_versions
      v WHERE v.id = NEW.version_id AND v.tenant_id = NEW.tenant_id AND v.model_id =
      NEW.model_id AND v.task = NEW.task AND v.label = NEW.label)`,
    ),
    // The one after it was taken back.
    statusEdges(
      {
        pending: ['validating', 'failed', 'aborted'],
        validating: ['shadow', 'canary', 'active', 'failed', 'aborted'],
        shadow: ['canary', 'active', 'rolled_back', 'aborted'],
        canary: ['active', 'rolled_back', 'aborted'],
        active: ['superseded', 'rolled_back'],
        superseded: ['active'],
      },
      'deployment status change is not allowed',
    ),
    refuse(
      'model_deployments_approval_edges',
      'UPDATE OF approval_status',
      'an approval is decided once',
      "NEW.approval_status <> OLD.approval_status AND OLD.approval_status <> 'requested'",
    ),
    fixedColumns(
      `id, tenant_id, model_id, version_id, task, label, strategy, plan, metadata, request_id,
      actor, created_at`,
      'what was accepted never changes',
    ),
    neverDeleted('deployments are never deleted'),
    searchableMetadata('model_deployment'),
    notWhileMoving,
  ],
});

export const deploymentObservations = sqliteTable(
  'deployment_observations',
  {
    deploymentId: text('deployment_id').notNull(),
    decisionId: text('decision_id').notNull(),
    status: text('status').$type<DeploymentStatus>().notNull(),
    step: integer('step').notNull(),
    decidedBy: text('decided_by').$type<'champion' | 'challenger'>().notNull(),
    championProbability: real('champion_probability'),
    challengerProbability: real('challenger_probability'),
    championFlags: integer('champion_flags'),
    challengerFlags: integer('challenger_flags'),
    latencyMicros: integer('latency_micros'),
    /** The reason why the challenger has no score. */
    error: text('error'),
    observedAt: integer('observed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.status, table.step, table.decisionId] }),
  ],
);

declare(deploymentObservations, {
  withoutRowid: true,
  references: { deploymentId: 'model_deployments (id)' },
  checks: [
    "status IN ('shadow', 'canary', 'active')",
    'step >= 0',
    "decided_by IN ('champion', 'challenger')",
    'champion_probability BETWEEN 0 AND 1',
    'challenger_probability BETWEEN 0 AND 1',
    'champion_flags IN (0, 1)',
    'challenger_flags IN (0, 1)',
    'latency_micros >= 0',
    '(error IS NULL) = (challenger_probability IS NOT NULL)',
    '(challenger_probability IS NULL) = (challenger_flags IS NULL)',
    '(champion_probability IS NULL) = (champion_flags IS NULL)',
  ],
  triggers: [
    neverUpdated('an observation never changes'),
    neverDeleted('observations are never deleted'),
  ],
});
