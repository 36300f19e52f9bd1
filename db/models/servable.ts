// The versions of models that may be asked to decide: approved ones in production, and what comes
// with the engine.

import { type ModelTask, PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { modelVersions } from './tables.ts';
import type { ModelVersionRow } from './view.ts';

export interface ServableReads {
  /** The one version of a tenant that decides; undefined when it has none of its own. */
  inProduction(tenantId: string, task: ModelTask): ModelVersionRow | undefined;
  /** The one that decides for a share of the customers; undefined when there is none. */
  inCanary(
    tenantId: string,
    task: ModelTask,
  ): { readonly version: ModelVersionRow; readonly percent: number } | undefined;
  /** Approved versions for a task, of the tenant and of the engine, newest first. */
  usable(tenantId: string, task: ModelTask): ModelVersionRow[];
}

/** Prepares the reads on an open database. */
export function servableReads({ raw }: Database): ServableReads {
  const select = `SELECT ${columnsOf(modelVersions)} FROM model_versions`;
  const production = raw.prepare<[string, string], ModelVersionRow>(
    `${select} INDEXED BY model_versions_one_in_production
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
     AND task = ? AND approval_status = 'approved' ORDER BY id DESC`,
  );
  return {
    inProduction: (tenantId, task) => production.get(tenantId, task),
    inCanary(tenantId, task) {
      const found = canary.get(tenantId, task);
      const version = found && byId.get(found.versionId);
      return version && { version, percent: found.percent };
    },
    usable: (tenantId, task) => usable.all(tenantId, PLATFORM_OWNER, task),
  };
}
