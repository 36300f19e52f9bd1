// The versions of models that may be asked to decide: approved ones in production, and what comes
// with the engine.

import { type ModelTask, PLATFORM_OWNER } from '../ledger/model.ts';
import type { Database } from './connect.ts';
import type { ModelVersionRow } from './model-view.ts';
import { modelVersions } from './models-schema.ts';
import { columnsOf } from './sqlite/columns.ts';

export interface ServableReads {
  /** The one version of a tenant that decides; undefined when it has none of its own. */
  inProduction(tenantId: string, task: ModelTask): ModelVersionRow | undefined;
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
  const usable = raw.prepare<[string, string, string], ModelVersionRow>(
    `${select} WHERE model_id IN (SELECT id FROM models WHERE tenant_id IN (?, ?))
     AND task = ? AND approval_status = 'approved' ORDER BY id DESC`,
  );
  return {
    inProduction: (tenantId, task) => production.get(tenantId, task),
    usable: (tenantId, task) => usable.all(tenantId, PLATFORM_OWNER, task),
  };
}
