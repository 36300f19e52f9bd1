// Models, their versions and aliases as typed columns. migrations/sqlite/ledger/0015_models.sql is
// the truth.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  ModelApproval,
  ModelSource,
  ModelStage,
  ModelTask,
} from '../../ledger/models/model.ts';

export const models = sqliteTable('models', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  name: text('name').notNull(),
  task: text('task').$type<ModelTask>().notNull(),
  createdAt: integer('created_at').notNull(),
});

export const modelVersions = sqliteTable('model_versions', {
  id: text('id').primaryKey(),
  modelId: text('model_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  name: text('name').notNull(),
  task: text('task').$type<ModelTask>().notNull(),
  label: text('label').notNull(),
  source: text('source').$type<ModelSource>().notNull(),
  stage: text('stage').$type<ModelStage>().notNull(),
  approvalStatus: text('approval_status').$type<ModelApproval>().notNull(),
  approvedBy: text('approved_by'),
  approvalReason: text('approval_reason'),
  artifactSha256: text('artifact_sha256').notNull(),
  artifactBytes: integer('artifact_bytes').notNull(),
  card: text('card').notNull(),
  checks: text('checks').notNull(),
  actor: text('actor').notNull(),
  version: integer('version').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  expiresAt: integer('expires_at'),
  expiredAt: integer('expired_at'),
  kills: text('kills').notNull(),
  stoppedAt: integer('stopped_at'),
  stoppedCode: text('stopped_code'),
  stoppedMessage: text('stopped_message'),
  waivers: text('waivers').notNull(),
});

export const modelAliases = sqliteTable(
  'model_aliases',
  {
    modelId: text('model_id').notNull(),
    alias: text('alias').$type<'latest' | 'production'>().notNull(),
    versionId: text('version_id').notNull(),
    movedAt: integer('moved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.modelId, table.alias] })],
);
