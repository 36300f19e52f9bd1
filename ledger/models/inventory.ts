// The inventory of models (SR 11-7): the materiality of each model, the date of its next
// validation, and the warnings that follow from its record.

import { DAY_MS } from '../durations.ts';
import type { ModelTask } from './model.ts';

export const MATERIALITIES = ['high', 'medium', 'low'] as const;
export type Materiality = (typeof MATERIALITIES)[number];

export const VALIDATION_OUTCOMES = ['fit', 'fit_with_conditions', 'unfit'] as const;
export type ValidationOutcome = (typeof VALIDATION_OUTCOMES)[number];

export const SEVERITIES = ['high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Tasks of the engine's text models and rules, which have no rows in `models`. */
export const ENGINE_TASKS = [
  'intent_parsing',
  'sentence_encoding',
  'transaction_monitoring',
  'name_screening',
] as const;
export type EngineTask = (typeof ENGINE_TASKS)[number];

export const INVENTORY_KINDS = ['model', 'text_model', 'rules'] as const;
export type InventoryKind = (typeof INVENTORY_KINDS)[number];

const KINDS: Readonly<Record<EngineTask, InventoryKind>> = {
  intent_parsing: 'text_model',
  sentence_encoding: 'text_model',
  transaction_monitoring: 'rules',
  name_screening: 'rules',
};

/** The kind of inventory entry that performs a task. */
export function inventoryKind(task: ModelTask | EngineTask): InventoryKind {
  return task in KINDS ? KINDS[task as EngineTask] : 'model';
}

/** A text model or a set of rules that ships with the engine. */
export interface EngineVersion {
  readonly name: string;
  readonly task: EngineTask;
  /** Version number, such as `1.8.0`. */
  readonly label: string;
  /** Hash of the file; null for rules, which have none. */
  readonly sha256: string | null;
  /** False when another version of the same model decides. */
  readonly isServing: boolean;
}

/** The longest time from a validation to the next one, in days. */
const MAX_DAYS_TO_REVALIDATION: Readonly<Record<Materiality, number>> = {
  high: 366,
  medium: 731,
  low: 1_096,
};

/** The latest date by which a model of that materiality is validated again. */
export function latestRevalidation(materiality: Materiality, validatedAt: number): number {
  return validatedAt + MAX_DAYS_TO_REVALIDATION[materiality] * DAY_MS;
}

export const MODEL_WARNINGS = [
  'not_inventoried',
  'not_validated',
  'validation_unfit',
  'revalidation_overdue',
  'serving_version_not_validated',
  'finding_overdue',
  'performance_decayed',
  'version_expired',
] as const;
export type ModelWarning = (typeof MODEL_WARNINGS)[number];

/** The facts of a model that its warnings follow from; times in milliseconds since 1970 UTC. */
export interface ModelFile {
  readonly materiality: Materiality | null;
  /** The newest validation, or null without one. */
  readonly validation: {
    readonly outcome: ValidationOutcome;
    readonly versionId: string;
    readonly createdAt: number;
    readonly revalidateBy: number;
  } | null;
  /** Null when no version of the model decides. */
  readonly servingVersionId: string | null;
  /** Versions that a validation found fit. */
  readonly fitVersionIds: ReadonlySet<string>;
  /** Due date of the oldest open finding, or null when none is open. */
  readonly findingDueAt: number | null;
  /** True when an alarm about the serving version is open for some developer. */
  readonly isDecayed: boolean;
  /** True when the end date of the serving version has passed. */
  readonly isExpired: boolean;
}

/** Warnings that a person of the bank has to handle. */
export function warningsOf(file: ModelFile, now: number): ModelWarning[] {
  const { materiality, validation, servingVersionId, fitVersionIds, findingDueAt } = file;
  const warnings: ModelWarning[] = [];
  if (materiality === null) warnings.push('not_inventoried');
  if (validation === null) warnings.push('not_validated');
  else {
    if (validation.outcome === 'unfit') warnings.push('validation_unfit');
    if (revalidationDue(validation, materiality) <= now) warnings.push('revalidation_overdue');
    const isServingVersionValidated =
      servingVersionId === null || fitVersionIds.has(servingVersionId);
    if (!isServingVersionValidated) warnings.push('serving_version_not_validated');
  }
  if (findingDueAt !== null && findingDueAt <= now) warnings.push('finding_overdue');
  if (file.isDecayed) warnings.push('performance_decayed');
  if (file.isExpired) warnings.push('version_expired');
  return warnings;
}

/** When a model has to be validated again; a higher materiality brings the date forward. */
export function revalidationDue(
  {
    createdAt,
    revalidateBy,
  }: Pick<NonNullable<ModelFile['validation']>, 'createdAt' | 'revalidateBy'>,
  materiality: Materiality | null,
): number {
  if (materiality === null) return revalidateBy;
  return Math.min(revalidateBy, latestRevalidation(materiality, createdAt));
}

/** The business events of the inventory, part of the catalogue in event.ts. */
export const INVENTORY_EVENTS = [
  {
    type: 'model.validated',
    object: 'model_inventory',
    when: 'A person of the bank who is independent of a model validated a version of it.',
  },
  {
    type: 'model.finding.opened',
    object: 'model_inventory',
    when: 'The bank opened a finding that has to be remedied.',
  },
  {
    type: 'model.finding.closed',
    object: 'model_inventory',
    when: 'A finding was remedied, or accepted with a reason.',
  },
] as const;
