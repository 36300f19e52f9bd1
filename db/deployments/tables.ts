// Deployments of models and their observations, as typed columns.
// migrations/sqlite/ledger/0019_deployments.sql is the truth.

import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  DeploymentApproval,
  DeploymentStatus,
  DeploymentStrategy,
} from '../../ledger/models/deployment.ts';
import type { ModelTask } from '../../ledger/models/model.ts';

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
  step: integer('step').notNull(),
  trafficPercent: integer('traffic_percent').notNull(),
  stageSince: integer('stage_since').notNull(),
  watchedUntil: integer('watched_until'),
  championVersionId: text('champion_version_id'),
  rollbackTo: text('rollback_to'),
  gates: text('gates').notNull(),
  replayReport: text('replay_report'),
  approvalStatus: text('approval_status').$type<DeploymentApproval>().notNull(),
  approvedBy: text('approved_by'),
  approvalReason: text('approval_reason'),
  statusCode: text('status_code'),
  statusMessage: text('status_message'),
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
    error: text('error'),
    observedAt: integer('observed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.status, table.step, table.decisionId] }),
  ],
);
