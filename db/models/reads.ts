// Reads of models and their versions. A developer sees its own and those of the platform.

import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { isLiveTask } from '../../ledger/models/deployment.ts';
import { type ModelTask, PLATFORM_OWNER } from '../../ledger/models/model.ts';
import type { Database } from '../kernel/connect.ts';
import type { LedgerReads, ShownLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { groupRows, IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { decidingIds, servableIn } from './servable.ts';
import { modelAliases, models, modelVersions } from './tables.ts';
import {
  type ModelRow,
  type ModelVersionRow,
  type ModelVersionView,
  type ModelView,
  modelVersionView,
  modelView,
} from './view.ts';

/** Lists the models of a tenant and of the platform, newest first. */
export async function listModels(
  ledger: ShownLedger,
  order: PageOrder & { readonly tenantId: string },
): Promise<Page<ModelView>> {
  const { limit, startingAfter, tenantId } = order;
  const rows = ledger.database.orm
    .select()
    .from(models)
    .where(
      and(
        inArray(models.tenantId, [tenantId, PLATFORM_OWNER]),
        startingAfter ? lt(models.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(models.id))
    .limit(limit + 1)
    .all();
  const page = pageOf(rows, limit);
  return { data: viewsOf(ledger, tenantId, page.data), hasMore: page.hasMore };
}

/** Finds one model; null when the tenant may not see it. */
export async function findModel(
  ledger: ShownLedger,
  tenantId: string,
  id: string,
): Promise<ModelView | null> {
  const row = readModel(ledger, tenantId, id);
  return row && (viewsOf(ledger, tenantId, [row])[0] ?? null);
}

/** Lists the versions of a model, newest first; null when the tenant may not see the model. */
export async function listModelVersions(
  ledger: ShownLedger,
  order: PageOrder & { readonly tenantId: string; readonly modelId: string },
): Promise<Page<ModelVersionView> | null> {
  const { limit, startingAfter, modelId } = order;
  if (!readModel(ledger, order.tenantId, modelId)) return null;
  const rows = ledger.database.orm
    .select()
    .from(modelVersions)
    .where(
      and(
        eq(modelVersions.modelId, modelId),
        startingAfter ? lt(modelVersions.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(modelVersions.id))
    .limit(limit + 1)
    .all();
  return pageOf(versionViewsFor(ledger, order.tenantId, rows), limit);
}

/**
 * Finds a version by its label or by an alias of the model; null when there is none that the tenant
 * may see.
 */
export async function findModelVersion(
  ledger: ShownLedger,
  version: { readonly tenantId: string; readonly modelId: string; readonly label: string },
): Promise<ModelVersionView | null> {
  const { tenantId, modelId, label } = version;
  const model = readModel(ledger, tenantId, modelId);
  if (!model) return null;
  const { orm } = ledger.database;
  const ofModel = eq(modelVersions.modelId, modelId);
  const alias = orm.select().from(modelAliases).where(eq(modelAliases.modelId, modelId)).all();
  const aliasedId =
    alias.find((name) => name.alias === label)?.versionId ??
    (label === 'production'
      ? findDecidingVersion(ledger.database, tenantId, model)?.id
      : undefined);
  const row = orm
    .select()
    .from(modelVersions)
    .where(
      and(ofModel, aliasedId ? eq(modelVersions.id, aliasedId) : eq(modelVersions.label, label)),
    )
    .get();
  return row ? versionViewFor(ledger, tenantId, row) : null;
}

/**
 * Renders a version as a developer sees it: at most one version of the engine is in production for
 * a developer.
 */
export function versionViewFor(
  ledger: ShownLedger,
  tenantId: string,
  row: ModelVersionRow,
): ModelVersionView {
  return versionViewsFor(ledger, tenantId, [row])[0] as ModelVersionView;
}

function versionViewsFor(
  { database, livemode }: ShownLedger,
  tenantId: string,
  rows: readonly ModelVersionRow[],
): ModelVersionView[] {
  const decidingFor = engineVersionsIn(database, tenantId);
  return rows.map((row) => {
    const decides = row.tenantId === PLATFORM_OWNER && decidingFor(row.task)?.id === row.id;
    return modelVersionView(row, livemode, decides ? 'production' : row.stage);
  });
}

/** Returns the version of an engine's model that decides for a tenant, or null when none does. */
function findDecidingVersion(
  database: Database,
  tenantId: string,
  model: ModelRow,
): ModelVersionRow | null {
  if (model.tenantId !== PLATFORM_OWNER) return null;
  const row = engineVersionsIn(database, tenantId)(model.task);
  return row?.modelId === model.id ? row : null;
}

/**
 * Returns a function that finds, by task, the engine's version that decides for a tenant, or null;
 * it reads each task once.
 */
function engineVersionsIn(database: Database, tenantId: string) {
  const cache = new Map<ModelTask, ModelVersionRow | null>();
  return (task: ModelTask): ModelVersionRow | null => {
    const version = cache.get(task);
    if (version !== undefined) return version;
    const [id] = isLiveTask(task) ? decidingIds(servableIn(database), tenantId, task) : [];
    const row = id === undefined ? undefined : servableIn(database).byId(id);
    const ofEngine = row?.tenantId === PLATFORM_OWNER ? row : null;
    cache.set(task, ofEngine);
    return ofEngine;
  };
}

/** Returns true when the engine's version of that name is registered. */
export function hasPlatformModel(ledger: ShownLedger, name: string, label: string): boolean {
  return (
    ledger.database.raw
      .prepare(
        `SELECT 1 FROM model_versions WHERE label = ? AND model_id =
         (SELECT id FROM models WHERE tenant_id = ? AND name = ?)`,
      )
      .get(label, PLATFORM_OWNER, name) !== undefined
  );
}

/** Returns the row of a version, or null when there is none. */
export function readModelVersion({ database }: ShownLedger, id: string): ModelVersionRow | null {
  const { orm } = database;
  return orm.select().from(modelVersions).where(eq(modelVersions.id, id)).get() ?? null;
}

function readModel(ledger: ShownLedger, tenantId: string, id: string): ModelRow | null {
  const row = ledger.database.orm.select().from(models).where(eq(models.id, id)).get();
  return row && (row.tenantId === tenantId || row.tenantId === PLATFORM_OWNER) ? row : null;
}

const aliasesOf = prepareOnce(({ raw }: Database) =>
  raw.prepare<[string], { modelId: string; alias: string; label: string }>(
    `SELECT a.model_id AS modelId, a.alias, v.label FROM model_aliases a
     JOIN model_versions v ON v.id = a.version_id WHERE a.model_id IN ${IN_GIVEN_LIST}`,
  ),
);

function viewsOf(ledger: ShownLedger, tenantId: string, rows: readonly ModelRow[]): ModelView[] {
  const { database, livemode } = ledger;
  const ids = rows.map(({ id }) => id);
  const aliasesByModel = groupRows(aliasesOf(database), ids, (row) => row.modelId);
  const decidingFor = engineVersionsIn(database, tenantId);
  return rows.map((row) => {
    const pointers = aliasesByModel.get(row.id) ?? [];
    const aliases = Object.fromEntries(pointers.map((pointer) => [pointer.alias, pointer.label]));
    const decides = row.tenantId === PLATFORM_OWNER ? decidingFor(row.task) : null;
    const production = decides?.modelId === row.id ? { production: decides.label } : {};
    return modelView(row, { ...aliases, ...production }, livemode);
  });
}

/** Returns true when a text names a version: by its id, `name@number`, or its number alone. */
export function isNamed(
  { id, name, label }: Pick<ModelVersionRow, 'id' | 'name' | 'label'>,
  reference: string,
): boolean {
  return reference === id || reference === label || reference === `${name}@${label}`;
}

/** Lists the versions for a task that a text may name, newest first. */
export function versionsNamed(
  { database }: LedgerReads,
  tenantId: string,
  { task, reference }: { readonly task: ModelTask; readonly reference: string },
): ModelVersionRow[] {
  return servableIn(database)
    .usable(tenantId, task)
    .filter((version) => isNamed(version, reference));
}

/** The display name of a version. */
export interface VersionName {
  /** Name of the model. */
  readonly name: string;
  readonly label: string;
  /** JSON of the operators' waivers for the version. */
  readonly waivers: string;
}

const names = prepareOnce(({ raw }: Database) =>
  raw.prepare<[string], VersionName & { id: string }>(
    `SELECT id, name, label, waivers FROM model_versions WHERE id IN ${IN_GIVEN_LIST}`,
  ),
);

/** Reads the names of versions in one query. */
export function namesOf(
  { database }: LedgerReads,
  versionIds: readonly (string | null)[],
): (versionId: string) => VersionName | null {
  const ids = [...new Set(versionIds)].filter((id) => id !== null);
  if (ids.length === 0) return () => null;
  const rows = names(database).all(JSON.stringify(ids));
  const byId = new Map(rows.map(({ id, ...name }) => [id, name]));
  return (id) => byId.get(id) ?? null;
}

/** Reads the labels of versions in one query. */
export function labelsOf(
  ledger: LedgerReads,
  versionIds: readonly (string | null)[],
): (versionId: string) => string | null {
  const nameOf = namesOf(ledger, versionIds);
  return (id) => nameOf(id)?.label ?? null;
}

/** Lists the newest versions of the tenant's and the platform's models, up to a limit. */
export async function listVisibleVersions(
  ledger: ShownLedger,
  tenantId: string,
  max: number,
): Promise<ModelVersionView[]> {
  const rows = ledger.database.orm
    .select()
    .from(modelVersions)
    .where(
      inArray(
        modelVersions.modelId,
        ledger.database.orm
          .select({ id: models.id })
          .from(models)
          .where(inArray(models.tenantId, [tenantId, PLATFORM_OWNER])),
      ),
    )
    .orderBy(desc(modelVersions.id))
    .limit(max)
    .all();
  return versionViewsFor(ledger, tenantId, rows);
}
