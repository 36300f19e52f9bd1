// Trainings and uploaded data sets.

import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ModelTask } from '../../ledger/models/model.ts';
import type {
  DatasetFormat,
  DatasetSource,
  TrainingStage,
  TrainingStatus,
} from '../../ledger/models/training.ts';
import {
  bornFirst,
  declare,
  fixedColumns,
  neverDeleted,
  neverUpdated,
  notWhileMoving,
  refuse,
} from '../kernel/declare.ts';

export const trainingJobs = sqliteTable('training_jobs', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  /** The model of that name, which may not exist yet. */
  modelId: text('model_id').notNull(),
  name: text('name').notNull(),
  task: text('task').$type<ModelTask>().notNull(),
  label: text('label').notNull(),
  status: text('status').$type<TrainingStatus>().notNull(),
  request: text('request').notNull(),
  source: text('source').$type<DatasetSource>().notNull(),
  /** Null: the rows are read from the ledger when the job begins. */
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

declare(trainingJobs, {
  withoutRowid: true,
  defaults: { stage: "'waiting'", round: '0', rounds: '0', warnings: "'[]'", bodyBytes: '0' },
  references: { versionId: 'model_versions (id)' },
  unique: ['(tenant_id, name, label)'],
  checks: [
    "name <> ''",
    "task IN ('fraud', 'credit', 'churn', 'binary_classification')",
    "label <> ''",
    "status IN ('queued', 'running', 'succeeded', 'failed', 'canceled')",
    'json_valid(request)',
    "source IN ('inline', 'upload', 'ledger_query')",
    'length(dataset_sha256) = 64',
    'estimated_seconds > 0',
    "stage IN ('waiting', 'reading', 'training', 'measuring', 'checking')",
    'round >= 0',
    'rounds >= 0',
    'json_valid(warnings)',
    'json_valid(report)',
    'json_valid(error)',
    'version > 0',
    "frozen_sha256 IS NULL OR (length(frozen_sha256) = 64 AND source = 'ledger_query')",
    'body_bytes >= 0',
    "(source = 'ledger_query') = (dataset_sha256 IS NULL)",
    "(status = 'succeeded') = (version_id IS NOT NULL)",
    "(status = 'succeeded') = (report IS NOT NULL)",
    "(status = 'failed') = (error IS NOT NULL)",
    "(status IN ('queued', 'running')) = (completed_at IS NULL)",
    "status <> 'queued' OR started_at IS NULL",
    "status NOT IN ('running', 'succeeded') OR started_at IS NOT NULL",
  ],
  indexes: {
    training_jobs_by_tenant: '(tenant_id, id)',
    training_jobs_open: "(id, tenant_id, created_at) WHERE status IN ('queued', 'running')",
    training_jobs_by_dataset:
      '(tenant_id, dataset_sha256) WHERE version_id IS NOT NULL AND dataset_sha256 IS NOT NULL',
  },
  triggers: [
    bornFirst('queued', 'a training starts as queued'),
    refuse(
      'training_jobs_status_edges',
      'UPDATE',
      'a training only goes forward',
      `OLD.status IN ('succeeded', 'failed', 'canceled') OR (OLD.status = 'running' AND
      NEW.status = 'queued') OR (OLD.status = 'queued' AND NEW.status = 'succeeded')`,
    ),
    fixedColumns(
      `id, tenant_id, model_id, name, task, label, request, source, dataset_sha256,
      estimated_seconds, request_id, actor, created_at`,
      'what was accepted never changes',
    ),
    refuse(
      'training_jobs_make_their_version',
      'UPDATE OF version_id',
      'a training registers the version that it was accepted for',
      `NEW.version_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM model_versions v WHERE v.id =
      NEW.version_id AND v.tenant_id = NEW.tenant_id AND v.model_id = NEW.model_id AND v.label
      = NEW.label AND v.source = 'training')`,
    ),
    neverDeleted('trainings are never deleted'),
    refuse(
      'training_jobs_frozen_once',
      'UPDATE OF frozen_sha256',
      'the rows of a training are fixed once, while it runs',
      `NEW.frozen_sha256 IS NOT OLD.frozen_sha256 AND (OLD.frozen_sha256 IS NOT NULL OR
      NEW.status <> 'running')`,
    ),
    refuse(
      'training_jobs_learn_from_fixed_rows',
      'UPDATE OF status',
      'a training that succeeds has said which rows it learnt from',
      "NEW.status = 'succeeded' AND NEW.source = 'ledger_query' AND NEW.frozen_sha256 IS NULL",
    ),
    notWhileMoving,
  ],
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

declare(trainingDatasets, {
  withoutRowid: true,
  checks: [
    "format IN ('csv', 'json', 'ndjson')",
    'length(sha256) = 64',
    'bytes > 0',
    'expires_at > created_at',
  ],
  indexes: {
    training_datasets_by_tenant: '(tenant_id, id)',
    training_datasets_by_expiry: '(expires_at, id, sha256)',
    training_datasets_by_hash: '(sha256)',
    training_datasets_stored: '(tenant_id, bytes)',
  },
  triggers: [neverUpdated('a data set never changes'), notWhileMoving],
});
