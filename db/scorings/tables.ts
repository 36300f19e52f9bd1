// Evaluations and batches of scores as typed columns.
// migrations/sqlite/ledger/0056_model_scorings.sql is the truth.

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  ScoringKind,
  ScoringSource,
  ScoringStage,
  ScoringStatus,
} from '../../ledger/models/scoring.ts';

export const modelScorings = sqliteTable('model_scorings', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  kind: text('kind').$type<ScoringKind>().notNull(),
  modelId: text('model_id').notNull(),
  versionId: text('version_id').notNull(),
  championVersionId: text('champion_version_id'),
  status: text('status').$type<ScoringStatus>().notNull(),
  request: text('request').notNull(),
  source: text('source').$type<ScoringSource>().notNull(),
  datasetSha256: text('dataset_sha256'),
  stage: text('stage').$type<ScoringStage>().notNull(),
  rowsDone: integer('rows_done').notNull(),
  rowsAll: integer('rows_all').notNull(),
  report: text('report'),
  error: text('error'),
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
