// Evaluations and batches of scores.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  ScoringKind,
  ScoringSource,
  ScoringStage,
  ScoringStatus,
} from '../../ledger/models/scoring.ts';
import { declare, fixedColumns, neverDeleted, notWhileMoving, refuse } from '../kernel/declare.ts';

export const modelScorings = sqliteTable('model_scorings', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  kind: text('kind').$type<ScoringKind>().notNull(),
  modelId: text('model_id').notNull(),
  versionId: text('version_id').notNull(),
  /** The version that decided the task at the time of the request; null: none, or irrelevant. */
  championVersionId: text('champion_version_id'),
  status: text('status').$type<ScoringStatus>().notNull(),
  request: text('request').notNull(),
  source: text('source').$type<ScoringSource>().notNull(),
  /** Null: the rows are read from the ledger when the scoring begins. */
  datasetSha256: text('dataset_sha256'),
  stage: text('stage').$type<ScoringStage>().notNull(),
  rowsDone: integer('rows_done').notNull(),
  rowsAll: integer('rows_all').notNull(),
  report: text('report'),
  error: text('error'),
  /** The file with the scores of a batch. */
  resultSha256: text('result_sha256'),
  resultBytes: integer('result_bytes'),
  resultExpiresAt: integer('result_expires_at'),
  resultRemovedAt: integer('result_removed_at'),
  workflowRunId: text('workflow_run_id'),
  requestId: text('request_id').notNull(),
  actor: text('actor').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  startedAt: integer('started_at'),
  completedAt: integer('completed_at'),
});

declare(modelScorings, {
  withoutRowid: true,
  defaults: { stage: "'waiting'", rowsDone: '0', rowsAll: '0' },
  references: {
    modelId: 'models (id)',
    versionId: 'model_versions (id)',
    championVersionId: 'model_versions (id)',
  },
  checks: [
    "kind IN ('evaluation', 'batch')",
    "status IN ('queued', 'running', 'succeeded', 'failed')",
    'json_valid(request)',
    "source IN ('upload', 'ledger_query')",
    'length(dataset_sha256) = 64',
    "stage IN ('waiting', 'reading', 'scoring', 'measuring', 'writing')",
    'rows_done >= 0',
    'rows_all >= 0',
    'json_valid(report)',
    'json_valid(error)',
    'length(result_sha256) = 64',
    'version > 0',
    "(source = 'ledger_query') = (dataset_sha256 IS NULL)",
    "(status = 'succeeded') = (report IS NOT NULL)",
    "(status = 'failed') = (error IS NOT NULL)",
    "(status IN ('queued', 'running')) = (completed_at IS NULL)",
    "(kind = 'batch' AND status = 'succeeded') = (result_sha256 IS NOT NULL)",
    '(result_sha256 IS NULL) = (result_bytes IS NULL)',
    '(result_sha256 IS NULL) = (result_expires_at IS NULL)',
    "status NOT IN ('running', 'succeeded') OR started_at IS NOT NULL",
  ],
  indexes: {
    model_scorings_by_version: '(version_id, kind, id)',
    model_scorings_open: "(id, tenant_id, created_at) WHERE status IN ('queued', 'running')",
    model_scorings_results: `(result_expires_at, id, result_sha256) WHERE result_sha256 IS NOT NULL AND
      result_removed_at IS NULL`,
    model_scorings_stored:
      '(tenant_id, result_bytes) WHERE result_bytes IS NOT NULL AND result_removed_at IS NULL',
  },
  triggers: [
    refuse(
      'model_scorings_born_queued',
      'INSERT',
      'a scoring starts as queued, of a version',
      `NEW.status <> 'queued' OR NEW.version <> 1 OR NOT EXISTS (SELECT 1 FROM model_versions v
      WHERE v.id = NEW.version_id AND v.model_id = NEW.model_id)`,
    ),
    refuse(
      'model_scorings_status_edges',
      'UPDATE',
      'a scoring only goes forward',
      `(OLD.status IN ('succeeded', 'failed') AND NEW.result_removed_at IS
      OLD.result_removed_at) OR (OLD.status IN ('succeeded', 'failed') AND NEW.status <>
      OLD.status) OR (OLD.status = 'running' AND NEW.status = 'queued') OR (OLD.status =
      'queued' AND NEW.status = 'succeeded')`,
    ),
    fixedColumns(
      `id, tenant_id, kind, model_id, version_id, champion_version_id, request, source,
      dataset_sha256, request_id, actor, created_at`,
      'what was accepted never changes',
    ),
    neverDeleted('scorings are never deleted'),
    notWhileMoving,
  ],
});
