// Finds the model versions that may decide: approved ones in production, and those of the engine.

import { isLiveTask, type LiveTask } from '../../ledger/models/deployment.ts';
import { type ModelTask, PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { hasTable } from '../kernel/absent-tables.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { modelVersions } from './tables.ts';
import type { ModelVersionRow } from './view.ts';

export interface ProductionVersion {
  readonly versionId: string;
  /** Null when the version may be asked. */
  readonly stoppedAt: number | null;
}

export interface ServableReads {
  /** Returns the tenant's own version that decides, or undefined when it has none. */
  inProduction(tenantId: string, task: ModelTask): ProductionVersion | undefined;
  /**
   * Returns the version that decides for a share of the customers, or undefined when there is none.
   */
  inCanary(
    tenantId: string,
    task: ModelTask,
  ): { readonly versionId: string; readonly percent: number } | undefined;
  /** Lists the ids of the engine's approved versions, newest first. */
  engineIds(task: ModelTask): string[];
  /**
   * Lists the approved versions for a task that are not stopped, of the tenant and of the engine.
   */
  usable(tenantId: string, task: ModelTask): ModelVersionRow[];
  byId(versionId: string): ModelVersionRow | undefined;
}

/** The reads of a database, prepared once. */
export const servableIn = prepareOnce(servableReads);

/**
 * Returns the version that decides a task for a tenant: its own in production, otherwise the newest
 * of the engine. Every view of the deciding version, and every request for a decision, uses this.
 * The engine's other versions follow, for a program that cannot run the newest. Empty when no
 * version decides the task.
 */
export function decidingIds(
  reads: ServableReads,
  tenantId: string,
  task: ModelTask,
): readonly string[] {
  const ownVersion = reads.inProduction(tenantId, task);
  if (ownVersion) return [ownVersion.versionId];
  return isLiveTask(task) ? reads.engineIds(task) : [];
}

/** Lists the tenants whose own versions decide, with the tasks. */
export function listDeciding({ raw }: Database) {
  return raw
    .prepare<[], { tenantId: string; task: LiveTask }>(
      `SELECT tenant_id AS tenantId, task FROM model_versions
       WHERE stage = 'production' AND stopped_at IS NULL AND task IN ('fraud', 'credit')`,
    )
    .all();
}

/** Every bank asks for a deciding version, also one whose ledgers have no models. */
const NO_MODELS: ServableReads = {
  inProduction: () => undefined,
  inCanary: () => undefined,
  engineIds: () => [],
  usable: () => [],
  byId: () => undefined,
};

/**
 * Prepares the reads on an open database. Every payment asks for the deciding version, so versions
 * are listed by ids: the card of a version takes tens of kilobytes, and never changes.
 */
export function servableReads({ raw }: Database): ServableReads {
  if (!hasTable(raw, modelVersions)) return NO_MODELS;
  const select = `SELECT ${columnsOf(modelVersions)} FROM model_versions`;
  const production = raw.prepare<[string, string], ProductionVersion>(
    `SELECT id AS versionId, stopped_at AS stoppedAt FROM model_versions
     INDEXED BY model_versions_one_in_production
     WHERE tenant_id = ? AND task = ? AND stage = 'production'`,
  );
  const canary = raw.prepare<[string, string], { versionId: string; percent: number }>(
    `SELECT version_id AS versionId, traffic_percent AS percent FROM model_deployments
     INDEXED BY model_deployments_open WHERE tenant_id = ? AND task = ? AND status = 'canary'
     AND status IN ('pending', 'validating', 'shadow', 'canary')`,
  );
  const byId = raw.prepare<[string], ModelVersionRow>(`${select} WHERE id = ?`);
  const usable = raw.prepare<[string, string, string], ModelVersionRow>(
    `${select} WHERE model_id IN (SELECT id FROM models WHERE tenant_id IN (?, ?))
     AND task = ? AND approval_status = 'approved' AND stopped_at IS NULL ORDER BY id DESC`,
  );
  const engineIds = raw
    .prepare<[string, string], string>(
      `SELECT id FROM model_versions INDEXED BY model_versions_that_decide
       WHERE tenant_id = ? AND task = ? AND approval_status = 'approved'`,
    )
    .pluck();
  return {
    inProduction: (tenantId, task) => production.get(tenantId, task),
    inCanary: (tenantId, task) => canary.get(tenantId, task),
    // Sorted here, because SQLite prepares a statement with an order anew for each binding.
    engineIds: (task) => engineIds.all(PLATFORM_OWNER, task).sort().reverse(),
    usable: (tenantId, task) => usable.all(tenantId, PLATFORM_OWNER, task),
    byId: (versionId) => byId.get(versionId),
  };
}

/** Returns the version that decides a task of a tenant, or null when none does. */
export function championRow(
  { database }: ReadLedger,
  tenantId: string,
  task: ModelTask,
): ModelVersionRow | null {
  const reads = servableIn(database);
  const [id] = decidingIds(reads, tenantId, task);
  return (id !== undefined && reads.byId(id)) || null;
}
