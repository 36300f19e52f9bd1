// The inventory of models as typed columns. migrations/sqlite/ledger/0072_models_of_the_engine.sql
// is the truth.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  EngineTask,
  Materiality,
  Severity,
  ValidationOutcome,
} from '../../ledger/models/inventory.ts';

export const modelEntries = sqliteTable(
  'model_entries',
  {
    modelId: text('model_id').notNull(),
    number: integer('number').notNull(),
    tenantId: text('tenant_id').notNull(),
    owner: text('owner').notNull(),
    purpose: text('purpose').notNull(),
    materiality: text('materiality').$type<Materiality>().notNull(),
    actor: text('actor').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.modelId, table.number] })],
);

export const modelValidations = sqliteTable('model_validations', {
  id: text('id').primaryKey(),
  modelId: text('model_id').notNull(),
  versionId: text('version_id').notNull(),
  tenantId: text('tenant_id').notNull(),
  outcome: text('outcome').$type<ValidationOutcome>().notNull(),
  summary: text('summary').notNull(),
  validator: text('validator').notNull(),
  revalidateBy: integer('revalidate_by').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const modelFindings = sqliteTable('model_findings', {
  id: text('id').primaryKey(),
  modelId: text('model_id').notNull(),
  versionId: text('version_id'),
  tenantId: text('tenant_id').notNull(),
  severity: text('severity').$type<Severity>().notNull(),
  finding: text('finding').notNull(),
  dueAt: integer('due_at').notNull(),
  openedBy: text('opened_by').notNull(),
  createdAt: integer('created_at').notNull(),
  resolution: text('resolution'),
  closedBy: text('closed_by'),
  closedAt: integer('closed_at'),
});

/** Text models and written rules, which come with the engine. */
export const engineModels = sqliteTable('engine_models', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  task: text('task').$type<EngineTask>().notNull(),
  servingVersionId: text('serving_version_id'),
  createdAt: integer('created_at').notNull(),
});

export const engineModelVersions = sqliteTable('engine_model_versions', {
  id: text('id').primaryKey(),
  modelId: text('model_id').notNull(),
  label: text('label').notNull(),
  artifactSha256: text('artifact_sha256'),
  actor: text('actor').notNull(),
  createdAt: integer('created_at').notNull(),
});
