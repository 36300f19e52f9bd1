// Models, their versions and aliases.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  ModelApproval,
  ModelSource,
  ModelStage,
  ModelTask,
} from '../../ledger/models/model.ts';
import {
  declare,
  fixedColumns,
  neverDeleted,
  neverUpdated,
  notWhileMoving,
  refuse,
} from '../kernel/declare.ts';

export const models = sqliteTable('models', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  name: text('name').notNull(),
  task: text('task').$type<ModelTask>().notNull(),
  createdAt: integer('created_at').notNull(),
});

declare(models, {
  withoutRowid: true,
  unique: ['(tenant_id, name)'],
  checks: ["name <> ''", "task IN ('fraud', 'credit', 'churn', 'binary_classification')"],
  indexes: { models_by_tenant: '(tenant_id, id)' },
  triggers: [
    neverUpdated('a model never changes'),
    neverDeleted('models are never deleted'),
    notWhileMoving,
  ],
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

declare(modelVersions, {
  withoutRowid: true,
  defaults: { version: '1', kills: "'[]'", waivers: "'[]'" },
  references: { modelId: 'models (id)' },
  unique: ['(model_id, label)'],
  checks: [
    "label <> ''",
    "source IN ('platform', 'upload', 'training')",
    "stage IN ('candidate', 'shadow', 'canary', 'production', 'archived', 'rolled_back')",
    "approval_status IN ('pending_approval', 'approved', 'rejected')",
    'length(artifact_sha256) = 64',
    'artifact_bytes > 0',
    'json_valid(kills)',
    'json_valid(waivers)',
    "stage IN ('candidate', 'archived', 'rolled_back') OR approval_status = 'approved'",
    '(approved_by IS NULL) = (approval_reason IS NULL)',
  ],
  indexes: {
    model_versions_by_model: '(model_id, id)',
    model_versions_by_approval: '(approval_status, id)',
    model_versions_one_in_production: "UNIQUE (tenant_id, task) WHERE stage = 'production'",
    model_versions_to_end:
      "(id) WHERE stage = 'production' AND expires_at IS NOT NULL AND expired_at IS NULL",
    model_versions_that_decide: "(tenant_id, task, id) WHERE approval_status = 'approved'",
  },
  triggers: [
    refuse(
      'model_versions_born_candidate',
      'INSERT',
      'a version starts as a candidate of its model',
      `NEW.version <> 1 OR NEW.stage <> 'candidate' OR NOT EXISTS (SELECT 1 FROM models m WHERE
      m.id = NEW.model_id AND m.tenant_id = NEW.tenant_id AND m.name = NEW.name AND m.task =
      NEW.task)`,
    ),
    refuse(
      'model_versions_approval_edges',
      'UPDATE OF approval_status',
      'an approval is decided once',
      "NEW.approval_status <> OLD.approval_status AND OLD.approval_status <> 'pending_approval'",
    ),
    fixedColumns(
      `id, model_id, tenant_id, name, task, label, source, artifact_sha256, artifact_bytes,
      card, checks, actor, created_at`,
      'a version of a model never changes',
    ),
    neverDeleted('versions of models are never deleted'),
    // Stopped before it was done: it may be deployed again.
    refuse(
      'model_versions_stage_edges',
      'UPDATE OF stage',
      'model stage change is not allowed',
      `NEW.stage <> OLD.stage AND NOT ( (OLD.stage = 'candidate' AND NEW.stage IN ('shadow',
      'canary', 'production', 'archived')) OR (OLD.stage = 'shadow' AND NEW.stage IN
      ('candidate', 'canary', 'production', 'rolled_back')) OR (OLD.stage = 'canary' AND
      NEW.stage IN ('candidate', 'production', 'rolled_back')) OR (OLD.stage = 'production'
      AND NEW.stage IN ('archived', 'rolled_back')) OR (OLD.stage = 'rolled_back' AND
      NEW.stage = 'archived') OR (OLD.stage = 'archived' AND NEW.stage = 'production'))`,
    ),
    refuse(
      'model_versions_archived_expiry',
      'UPDATE OF expires_at',
      'a version that was put away has no other end',
      "NEW.expires_at IS NOT OLD.expires_at AND OLD.stage = 'archived'",
    ),
    notWhileMoving,
    refuse(
      'model_versions_waivers_stay',
      'UPDATE OF waivers',
      'a waiver is never taken back',
      `substr(NEW.waivers, 1, length(OLD.waivers) - 1) <> substr(OLD.waivers, 1,
      length(OLD.waivers) - 1)`,
    ),
  ],
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

declare(modelAliases, {
  withoutRowid: true,
  references: { modelId: 'models (id)', versionId: 'model_versions (id)' },
  checks: ["alias IN ('latest', 'production')"],
  triggers: [
    refuse(
      'model_aliases_stay_in_the_model',
      'INSERT',
      'an alias names a version of its own model',
      `NOT EXISTS (SELECT 1 FROM model_versions v WHERE v.id = NEW.version_id AND v.model_id =
      NEW.model_id)`,
    ),
    refuse(
      'model_aliases_move_in_the_model',
      'UPDATE',
      'an alias names a version of its own model',
      `NEW.model_id <> OLD.model_id OR NEW.alias <> OLD.alias OR NOT EXISTS ( SELECT 1 FROM
      model_versions v WHERE v.id = NEW.version_id AND v.model_id = NEW.model_id)`,
    ),
  ],
});
