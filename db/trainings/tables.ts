// Trainings and uploaded data sets as typed columns. migrations/sqlite/ledger/0020_training.sql and
// 0031_ledger_rows.sql are the truth.

import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ModelTask } from '../../ledger/models/model.ts';
import type {
  DatasetFormat,
  DatasetSource,
  TrainingStage,
  TrainingStatus,
} from '../../ledger/models/training.ts';

export const trainingJobs = sqliteTable('training_jobs', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  modelId: text('model_id').notNull(),
  name: text('name').notNull(),
  task: text('task').$type<ModelTask>().notNull(),
  label: text('label').notNull(),
  status: text('status').$type<TrainingStatus>().notNull(),
  request: text('request').notNull(),
  source: text('source').$type<DatasetSource>().notNull(),
  datasetSha256: text('dataset_sha256'),
  estimatedSeconds: integer('estimated_seconds').notNull(),
  stage: text('stage').$type<TrainingStage>().notNull(),
  round: integer('round').notNull(),
  rounds: integer('rounds').notNull(),
  validationLoss: real('validation_loss'),
  warnings: text('warnings').notNull(),
  report: text('report'),
  error: text('error'),
  versionId: text('version_id'),
  workflowRunId: text('workflow_run_id'),
  requestId: text('request_id').notNull(),
  actor: text('actor').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  startedAt: integer('started_at'),
  completedAt: integer('completed_at'),
  frozenSha256: text('frozen_sha256'),
  bodyBytes: integer('body_bytes').notNull(),
});

export const trainingDatasets = sqliteTable('training_datasets', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  format: text('format').$type<DatasetFormat>().notNull(),
  sha256: text('sha256').notNull(),
  bytes: integer('bytes').notNull(),
  actor: text('actor').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
});
