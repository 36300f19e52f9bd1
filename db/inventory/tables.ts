// The inventory of models as typed columns. migrations/sqlite/ledger/0065_model_inventory.sql is
// the truth.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Materiality, Severity, ValidationOutcome } from '../../ledger/models/inventory.ts';

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
