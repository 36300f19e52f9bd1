// Daily evaluations of model drift as typed columns.
// migrations/sqlite/ledger/0032_model_drift.sql is the truth.

import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const driftEvaluations = sqliteTable('model_drift_evaluations', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  versionId: text('version_id').notNull(),
  day: integer('day').notNull(),
  rows: integer('rows').notNull(),
  psi: real('psi').notNull(),
  scorePsi: real('score_psi'),
  isDrifted: integer('is_drifted').notNull(),
  features: text('features').notNull(),
  createdAt: integer('created_at').notNull(),
});
