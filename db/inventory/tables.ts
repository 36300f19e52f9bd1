// The inventory of models.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type {
  EngineTask,
  Materiality,
  Severity,
  ValidationOutcome,
} from '../../ledger/models/inventory.ts';
import {
  declare,
  fixedColumns,
  neverDeleted,
  neverUpdated,
  notWhileMoving,
  refuse,
  type View,
} from '../kernel/declare.ts';

export const modelEntries = sqliteTable(
  'model_entries',
  {
    modelId: text('model_id').notNull(),
    number: integer('number').notNull(),
    tenantId: text('tenant_id').notNull(),
    /** An operator for a model of the bank, otherwise a person named by the developer. */
    owner: text('owner').notNull(),
    purpose: text('purpose').notNull(),
    materiality: text('materiality').$type<Materiality>().notNull(),
    actor: text('actor').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.modelId, table.number] })],
);

declare(modelEntries, {
  withoutRowid: true,
  checks: [
    'number BETWEEN 1 AND 1000',
    "owner <> ''",
    "purpose <> ''",
    "materiality IN ('high', 'medium', 'low')",
  ],
  triggers: [
    refuse(
      'model_entries_in_order',
      'INSERT',
      'an entry is the next one of its model',
      `NEW.number <> 1 + (SELECT count(*) FROM model_entries e WHERE e.model_id = NEW.model_id)
      OR NOT EXISTS (SELECT 1 FROM inventory_models m WHERE m.id = NEW.model_id AND
      m.tenant_id = NEW.tenant_id)`,
    ),
    neverUpdated('an entry of the inventory never changes'),
    neverDeleted('entries of the inventory are never deleted'),
    notWhileMoving,
  ],
});

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

declare(modelValidations, {
  withoutRowid: true,
  checks: [
    "outcome IN ('fit', 'fit_with_conditions', 'unfit')",
    "summary <> ''",
    'revalidate_by > created_at',
  ],
  indexes: { model_validations_by_model: '(model_id, id)' },
  triggers: [
    refuse(
      'model_validations_by_another',
      'INSERT',
      'a model is validated by another person than its owner',
      `NOT EXISTS (SELECT 1 FROM inventory_versions v WHERE v.id = NEW.version_id AND
      v.model_id = NEW.model_id AND v.tenant_id = NEW.tenant_id AND v.actor <> NEW.validator)
      OR NOT EXISTS (SELECT 1 FROM model_entries e WHERE e.model_id = NEW.model_id) OR EXISTS
      (SELECT 1 FROM model_entries e WHERE e.model_id = NEW.model_id AND NEW.validator IN
      (e.owner, e.actor))`,
    ),
    neverUpdated('a validation never changes'),
    neverDeleted('validations are never deleted'),
    notWhileMoving,
  ],
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

declare(modelFindings, {
  withoutRowid: true,
  checks: [
    "severity IN ('high', 'medium', 'low')",
    "finding <> ''",
    "resolution <> ''",
    'due_at > created_at',
    '(closed_at IS NULL) = (closed_by IS NULL)',
    '(closed_at IS NULL) = (resolution IS NULL)',
    'closed_at >= created_at',
  ],
  indexes: { model_findings_by_model: '(model_id, id)' },
  triggers: [
    refuse(
      'model_findings_born_open',
      'INSERT',
      'a finding starts as open, about a model or a version of it',
      `NEW.closed_at IS NOT NULL OR NOT EXISTS (SELECT 1 FROM inventory_models m WHERE m.id =
      NEW.model_id AND m.tenant_id = NEW.tenant_id) OR (NEW.version_id IS NOT NULL AND NOT
      EXISTS (SELECT 1 FROM inventory_versions v WHERE v.id = NEW.version_id AND v.model_id =
      NEW.model_id))`,
    ),
    refuse(
      'model_findings_close_once',
      'UPDATE',
      'a finding is closed once, by another person than the owner',
      `OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL OR EXISTS (SELECT 1 FROM
      model_entries e WHERE e.model_id = NEW.model_id AND NEW.closed_by IN (e.owner, e.actor))`,
    ),
    fixedColumns(
      'id, model_id, version_id, tenant_id, severity, finding, due_at, opened_by, created_at',
      'what was found never changes',
    ),
    neverDeleted('findings are never deleted'),
    notWhileMoving,
  ],
});

/** Text models and written rules, which come with the engine. */
export const engineModels = sqliteTable('engine_models', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  task: text('task').$type<EngineTask>().notNull(),
  /** Null: the engine does not run it now. */
  servingVersionId: text('serving_version_id'),
  createdAt: integer('created_at').notNull(),
});

declare(engineModels, {
  withoutRowid: true,
  checks: [
    "name <> ''",
    `task IN ('intent_parsing', 'sentence_encoding', 'transaction_monitoring',
      'name_screening')`,
  ],
  indexes: { engine_models_by_name: 'UNIQUE (name)' },
  triggers: [
    refuse(
      'engine_models_identity',
      'UPDATE',
      'a model of the engine runs a version of its own',
      `(NEW.id, NEW.name, NEW.task, NEW.created_at) <> (OLD.id, OLD.name, OLD.task,
      OLD.created_at) OR (NEW.serving_version_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM
      engine_model_versions v WHERE v.id = NEW.serving_version_id AND v.model_id = NEW.id))`,
    ),
    neverDeleted('models of the engine are never deleted'),
  ],
});

export const engineModelVersions = sqliteTable('engine_model_versions', {
  id: text('id').primaryKey(),
  modelId: text('model_id').notNull(),
  label: text('label').notNull(),
  /** Null for rules, which have no file. */
  artifactSha256: text('artifact_sha256'),
  actor: text('actor').notNull(),
  createdAt: integer('created_at').notNull(),
});

declare(engineModelVersions, {
  withoutRowid: true,
  references: { modelId: 'engine_models (id)' },
  checks: ["label <> ''", 'length(artifact_sha256) = 64'],
  indexes: {
    engine_model_versions_once: "UNIQUE (model_id, label, coalesce(artifact_sha256, ''))",
  },
  triggers: [
    neverUpdated('a version of the engine never changes'),
    neverDeleted('versions of the engine are never deleted'),
  ],
});

/** Models of developers and of the bank, and their versions. */
export const INVENTORY_VIEWS: readonly View[] = [
  {
    name: 'inventory_models',
    select: `SELECT id, tenant_id, name, task, created_at FROM models
      UNION ALL SELECT id, 'platform', name, task, created_at FROM engine_models`,
  },
  {
    name: 'inventory_versions',
    select: `SELECT id, model_id, tenant_id, label, actor, expires_at FROM model_versions
      UNION ALL SELECT id, model_id, 'platform', label, actor, NULL FROM engine_model_versions`,
  },
];
