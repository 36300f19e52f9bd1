// Plain reads of the inventory of models.

import type { EngineVersion, ModelWarning } from '../../ledger/models/inventory.ts';
import { PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { hasTable } from '../kernel/absent-tables.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { models } from '../models/tables.ts';
import { inventoryStatements } from './statements.ts';
import {
  type InventoriedRow,
  type InventoryView,
  inventoryView,
  inventoryWarnings,
} from './view.ts';

/** The inventory entry of a model; null when the tenant (null: any tenant) has no such model. */
export function findInventory(
  { database, livemode, now }: ReadLedger,
  tenantId: string | null,
  modelId: string,
): InventoryView | null {
  const sql = inventoryStatements(database);
  const row = sql.model.get(modelId);
  if (!row || (tenantId !== null && row.tenantId !== tenantId)) return null;
  return database.read(() => inventoryView(sql.rowsOfOne(row), now(), livemode));
}

/**
 * Models in use: the models of the bank, except text models that were removed; and the models of
 * developers with a version that decides.
 */
const IN_USE = `((m.tenant_id = '${PLATFORM_OWNER}' AND NOT EXISTS (SELECT 1 FROM engine_models e
  WHERE e.id = m.id AND e.serving_version_id IS NULL))
  OR EXISTS (SELECT 1 FROM model_aliases a WHERE a.model_id = m.id AND a.alias = 'production'))`;

/** Includes the tenants of the developer's sandbox before each reset. */
const IS_OF_DEVELOPER = `(m.tenant_id = @tenantId
  OR substr(m.tenant_id, 1, length(@tenantId) + 1) = @tenantId || '.')`;

/** Lists inventory records of the models of all tenants, the newest model first. */
export function listInventory(
  { database, livemode, now }: ReadLedger,
  order: PageOrder & { readonly isInUse: boolean; readonly tenantId: string | null },
): Page<InventoryView> {
  const { limit, startingAfter, isInUse, tenantId } = order;
  const conditions = [
    startingAfter === null ? null : 'm.id < @startingAfter',
    isInUse ? IN_USE : null,
    tenantId === null ? null : IS_OF_DEVELOPER,
  ].filter((term) => term !== null);
  const bind = { limit: limit + 1, startingAfter, tenantId };
  const filters = Object.entries(bind).filter(([, value]) => value !== null);
  const sql = inventoryStatements(database);
  return database.read(() => {
    const rows = database.raw
      .prepare<object, InventoriedRow>(
        `SELECT ${columnsOf(models, 'm')} FROM inventory_models m
         ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
         ORDER BY m.id DESC LIMIT @limit`,
      )
      .all(Object.fromEntries(filters));
    const time = now();
    const page = pageOf(rows, limit);
    const data = sql.rowsOf(page.data).map((row) => inventoryView(row, time, livemode));
    return { data, hasMore: page.hasMore };
  });
}

/** Counts the models in use by warning, among the newest `max` of them. */
export function countModelWarnings(
  { database, now }: ReadLedger,
  max: number,
): ReadonlyMap<ModelWarning, number> {
  const counts = new Map<ModelWarning, number>();
  if (!hasTable(database.raw, models)) return counts;
  const sql = inventoryStatements(database);
  const rows = database.raw
    .prepare<[number], InventoriedRow>(
      `SELECT ${columnsOf(models, 'm')} FROM inventory_models m WHERE ${IN_USE}
       ORDER BY m.id DESC LIMIT ?`,
    )
    .all(max);
  const time = now();
  for (const row of sql.rowsOf(rows)) {
    for (const code of inventoryWarnings(row, time)) {
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  }
  return counts;
}

/** True when the inventory records that the engine runs exactly these versions. */
export function knowsEngine(
  { database: { raw } }: ReadLedger,
  versions: readonly EngineVersion[],
): boolean {
  const rows = raw
    .prepare<[], string>(
      `SELECT json_array(m.name, v.label, v.artifact_sha256, m.serving_version_id = v.id)
       FROM engine_models m JOIN engine_model_versions v ON v.model_id = m.id`,
    )
    .pluck()
    .all();
  const storedEngines = new Set(rows);
  const describeVersion = (version: EngineVersion, isServing: boolean) =>
    JSON.stringify([version.name, version.label, version.sha256, isServing ? 1 : 0]);
  const serving = versions.filter(({ isServing }) => isServing).length;
  const areAllRecorded = versions.every((version) =>
    storedEngines.has(describeVersion(version, version.isServing)),
  );
  return areAllRecorded && rows.filter((row) => row.endsWith(',1]')).length === serving;
}
