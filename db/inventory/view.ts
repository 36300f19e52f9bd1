// A model in the inventory as the API and the events show it.

import {
  type EngineTask,
  inventoryKind,
  type ModelWarning,
  revalidationDue,
  warningsOf,
} from '../../ledger/models/inventory.ts';
import { PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { ModelRow } from '../models/view.ts';
import type { modelEntries, modelFindings, modelValidations } from './tables.ts';

export type EntryRow = typeof modelEntries.$inferSelect;
export type ValidationRow = typeof modelValidations.$inferSelect;
export type FindingRow = typeof modelFindings.$inferSelect;

/** A model in the inventory: a row of `models`, or a text model or rules of the engine. */
export interface InventoriedRow extends Omit<ModelRow, 'task'> {
  readonly task: ModelRow['task'] | EngineTask;
}

/** A version with its name and its expiry. */
interface ExpiringVersion {
  readonly versionId: string;
  readonly version: string;
  readonly expiresAt: number | null;
  /** When the event of its end was emitted, by the clock of its developer. */
  readonly expiredAt: number | null;
}

/** All facts of the inventory about a model. */
export interface InventoryRows {
  readonly model: InventoriedRow;
  /** The newest entry; undefined when the model has none. */
  readonly entry: EntryRow | undefined;
  /** The version that decides; null when none does. */
  readonly serving: ExpiringVersion | null;
  /** True: an alarm about that version is open. */
  readonly isDecayed: boolean;
  /** The newest first. */
  readonly validations: readonly (ValidationRow & { readonly label: string })[];
  /** The newest first. */
  readonly findings: readonly (FindingRow & { readonly label: string | null })[];
}

/** The warnings about the inventory entry of a model. */
export function inventoryWarnings(rows: InventoryRows, now: number): ModelWarning[] {
  const { entry, validations, findings, serving } = rows;
  const open = findings.filter(({ closedAt }) => closedAt === null).map(({ dueAt }) => dueAt);
  const fit = validations.filter(({ outcome }) => outcome !== 'unfit');
  return warningsOf(
    {
      materiality: entry?.materiality ?? null,
      validation: validations[0] ?? null,
      servingVersionId: serving?.versionId ?? null,
      fitVersionIds: new Set(fit.map(({ versionId }) => versionId)),
      isDecayed: rows.isDecayed,
      isExpired: serving !== null && hasEnded(serving, now),
      findingDueAt: open.length === 0 ? null : Math.min(...open),
    },
    now,
  );
}

/**
 * True when the event of the end was emitted, by the developer's clock, which may be ahead of the
 * bank's clock. Before that event the bank's clock decides.
 */
function hasEnded({ expiredAt, expiresAt }: ExpiringVersion, now: number): boolean {
  return expiredAt !== null || (expiresAt !== null && expiresAt <= now);
}

/** The wire form. */
export function inventoryView(rows: InventoryRows, now: number, livemode: boolean) {
  const { model, entry, serving, validations, findings } = rows;
  const [newest] = validations;
  return {
    id: model.id,
    object: 'model_inventory' as const,
    livemode,
    name: model.name,
    task: model.task,
    kind: inventoryKind(model.task),
    developerId: model.tenantId,
    isOfTheBank: model.tenantId === PLATFORM_OWNER,
    serving: serving && {
      versionId: serving.versionId,
      version: serving.version,
      expiresAt: timestamp(serving.expiresAt),
    },
    entry: entry
      ? {
          owner: entry.owner,
          purpose: entry.purpose,
          materiality: entry.materiality,
          enteredBy: entry.actor,
          enteredAt: timestamp(entry.createdAt),
        }
      : null,
    revalidateBy: newest ? timestamp(revalidationDue(newest, entry?.materiality ?? null)) : null,
    warnings: inventoryWarnings(rows, now),
    validations: validations.map((validation) => ({
      id: validation.id,
      versionId: validation.versionId,
      version: validation.label,
      outcome: validation.outcome,
      summary: validation.summary,
      validator: validation.validator,
      validatedAt: timestamp(validation.createdAt),
      revalidateBy: timestamp(validation.revalidateBy),
    })),
    findings: findings.map((finding) => ({
      id: finding.id,
      versionId: finding.versionId,
      version: finding.label,
      severity: finding.severity,
      finding: finding.finding,
      openedBy: finding.openedBy,
      openedAt: timestamp(finding.createdAt),
      dueAt: timestamp(finding.dueAt),
      resolution: finding.resolution,
      closedBy: finding.closedBy,
      closedAt: timestamp(finding.closedAt),
    })),
    version: entry?.number ?? 0,
  };
}

export type InventoryView = ReturnType<typeof inventoryView>;
