// Daily evaluations of model drift.

import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { declare, neverDeleted, neverUpdated, notWhileMoving, refuse } from '../kernel/declare.ts';

export const driftEvaluations = sqliteTable('model_drift_evaluations', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  versionId: text('version_id').notNull(),
  /** Days since 1970 UTC. */
  day: integer('day').notNull(),
  rows: integer('rows').notNull(),
  /** Stability index of the feature that changed most. */
  psi: real('psi').notNull(),
  scorePsi: real('score_psi'),
  /** 1 from the day on which the larger index exceeds the limit until it is well below the limit. */
  isDrifted: integer('is_drifted').notNull(),
  features: text('features').notNull(),
  createdAt: integer('created_at').notNull(),
});

declare(driftEvaluations, {
  withoutRowid: true,
  references: { versionId: 'model_versions (id)' },
  unique: ['(tenant_id, version_id, day)'],
  checks: [
    'day > 0',
    'rows > 0',
    'psi >= 0',
    'score_psi >= 0',
    'is_drifted IN (0, 1)',
    'json_valid(features)',
  ],
  indexes: { model_drift_evaluations_by_version: '(version_id, day)' },
  triggers: [
    refuse(
      'model_drift_evaluations_go_on',
      'INSERT',
      'a day is looked at once, and in its turn',
      `EXISTS (SELECT 1 FROM model_drift_evaluations WHERE tenant_id = NEW.tenant_id AND
      version_id = NEW.version_id AND day >= NEW.day)`,
    ),
    neverUpdated('what was measured never changes'),
    neverDeleted('what was measured is never deleted'),
    notWhileMoving,
  ],
});
