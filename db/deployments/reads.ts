// Reads of deployments and their observations.

import { and, desc, eq, lt, type SQL } from 'drizzle-orm';
import {
  type DeploymentApproval,
  type DeploymentPlan,
  type DeploymentStatus,
  type Gate,
  listUnwaivedFindings,
  type Waiver,
} from '../../ledger/models/deployment.ts';
import {
  computeStabilityIndex,
  type ObservedDecisions,
  PSI_BOUNDS,
  verdictOf,
  type WatchedDeployment,
} from '../../ledger/models/deployment-verdict.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { namesOf } from '../models/reads.ts';
import { modelDeployments } from './tables.ts';
import { type DeploymentRow, type DeploymentView, deploymentView } from './view.ts';

/** Finds one deployment; null when the tenant has none of that id. A null tenant sees all. */
export async function findModelDeployment(
  ledger: ReadLedger,
  tenantId: string | null,
  id: string,
): Promise<DeploymentView | null> {
  const row = readDeployment(ledger, id);
  const isVisible = row && (tenantId === null || row.tenantId === tenantId);
  return isVisible ? (viewsIn(ledger, [row])[0] ?? null) : null;
}

/** Reads the row of a deployment; null when there is none. */
export function readDeployment({ database }: ReadLedger, id: string): DeploymentRow | null {
  const { orm } = database;
  return orm.select().from(modelDeployments).where(eq(modelDeployments.id, id)).get() ?? null;
}

export interface DeploymentFilter extends PageOrder {
  readonly tenantId: string;
  readonly status?: DeploymentStatus | undefined;
}

/** Lists the deployments of a tenant, newest first. */
export async function listModelDeployments(
  ledger: ReadLedger,
  { tenantId, status, startingAfter, limit, metadata }: DeploymentFilter,
): Promise<Page<DeploymentView>> {
  const statusCondition = and(
    eq(modelDeployments.tenantId, tenantId),
    status ? eq(modelDeployments.status, status) : undefined,
    hasMetadata('model_deployment', tenantId, modelDeployments.id, metadata),
  );
  return deploymentPage(ledger, statusCondition, { startingAfter, limit });
}

/**
 * Lists the deployments of every tenant by the decision of the bank (null for all), newest first.
 */
export async function listDeploymentApprovals(
  ledger: ReadLedger,
  { approval, startingAfter, limit }: PageOrder & { readonly approval: DeploymentApproval | null },
): Promise<Page<DeploymentView>> {
  const statusCondition =
    approval === null ? undefined : eq(modelDeployments.approvalStatus, approval);
  return deploymentPage(ledger, statusCondition, { startingAfter, limit });
}

function deploymentPage(
  ledger: ReadLedger,
  statusCondition: SQL | undefined,
  { startingAfter, limit }: Pick<PageOrder, 'startingAfter' | 'limit'>,
): Page<DeploymentView> {
  const rows = ledger.database.orm
    .select()
    .from(modelDeployments)
    .where(and(statusCondition, startingAfter ? lt(modelDeployments.id, startingAfter) : undefined))
    .orderBy(desc(modelDeployments.id))
    .limit(limit + 1)
    .all();
  const page = pageOf(rows, limit);
  return { data: viewsIn(ledger, page.data), hasMore: page.hasMore };
}

/** Lists the deployments that need a workflow, oldest first. */
export function listOpenDeployments(
  { database }: ReadLedger,
  { acceptedBefore, after, limit }: { acceptedBefore: number; after: string; limit: number },
): readonly { readonly id: string; readonly tenantId: string }[] {
  return database.raw
    .prepare<[string, number, number], { id: string; tenantId: string }>(
      `SELECT id, tenant_id AS tenantId FROM model_deployments
       WHERE (status IN ('pending', 'validating', 'shadow', 'canary')
         OR watched_until IS NOT NULL) AND id > ? AND created_at <= ?
       ORDER BY id LIMIT ?`,
    )
    .all(after, acceptedBefore, limit);
}

interface ObservedRow {
  readonly decidedBy: string;
  readonly championProbability: number | null;
  readonly challengerProbability: number | null;
  readonly championFlags: number | null;
  readonly challengerFlags: number | null;
  readonly latencyMicros: number | null;
}

/** The most decisions of a step that are read. */
const MAX_OBSERVED = 5_000;

const OBSERVATIONS = `SELECT decided_by AS decidedBy, champion_probability AS championProbability,
  challenger_probability AS challengerProbability, champion_flags AS championFlags,
  challenger_flags AS challengerFlags, latency_micros AS latencyMicros
  FROM deployment_observations WHERE deployment_id = ? AND status = ? AND step = ?
  AND observed_at >= ?
  ORDER BY decision_id DESC LIMIT ${MAX_OBSERVED}`;

/** Reads the observations of a deployment in its current step. */
export function readObserved(
  { database }: ReadLedger,
  { id, status, step, stageSince }: Pick<DeploymentRow, 'id' | 'status' | 'step' | 'stageSince'>,
): ObservedDecisions {
  const read = database.raw.prepare<[string, string, number, number], ObservedRow>(OBSERVATIONS);
  const rows = read.all(id, status, step, stageSince);
  const comparedRows = rows.filter(
    (row) => row.championFlags !== null && row.challengerFlags !== null,
  );
  const rate = (flags: (row: ObservedRow) => number | null) =>
    comparedRows.length === 0
      ? null
      : comparedRows.filter((row) => flags(row) === 1).length / comparedRows.length;
  const differ = comparedRows.filter((row) => row.championFlags !== row.challengerFlags);
  const times = rows.flatMap((row) => row.latencyMicros ?? []).sort((a, b) => a - b);
  const medianTime = times[Math.floor(0.5 * times.length)];
  const slowTime = times[Math.floor(0.99 * times.length)];
  return {
    samples: rows.length,
    decided: rows.filter((row) => row.decidedBy === 'challenger').length,
    errors: rows.filter((row) => row.challengerProbability === null).length,
    disagreement: comparedRows.length === 0 ? null : differ.length / comparedRows.length,
    p50Ms: medianTime === undefined ? null : medianTime / 1_000,
    p99Ms: slowTime === undefined ? null : slowTime / 1_000,
    psi:
      comparedRows.length === 0
        ? null
        : computeStabilityIndex(
            comparedRows.map((row) => row.championProbability ?? 0),
            comparedRows.map((row) => row.challengerProbability ?? 0),
          ),
    championAlertRate: rate((row) => row.championFlags),
    challengerAlertRate: rate((row) => row.challengerFlags),
  };
}

/** The sums of the observations of all steps so far. */
export interface ObservedTotal {
  readonly samples: number;
  readonly decided: number;
  readonly errors: number;
}

function readTotal({ database }: ReadLedger, id: string): ObservedTotal {
  const read = database.raw.prepare<[string], ObservedTotal>(
    `SELECT count(*) AS samples,
       coalesce(sum(decided_by = 'challenger'), 0) AS decided,
       coalesce(sum(challenger_probability IS NULL), 0) AS errors
     FROM deployment_observations WHERE deployment_id = ?`,
  );
  return read.get(id) ?? { samples: 0, decided: 0, errors: 0 };
}

const MINUTE = 60_000;

/** Reads a deployment with its observations, for the verdict. */
export function readWatched(ledger: ReadLedger, row: DeploymentRow): WatchedDeployment {
  const { status, step, approvalStatus, stageSince } = row;
  const gates = JSON.parse(row.gates) as Gate[];
  const names = namesOf(ledger, [row.versionId])(row.versionId);
  const waivers = JSON.parse(names?.waivers ?? '[]') as Waiver[];
  return {
    status,
    step,
    plan: JSON.parse(row.plan) as DeploymentPlan,
    approved: approvalStatus === 'not_required' || approvalStatus === 'granted',
    findings: listUnwaivedFindings(gates, waivers),
    minutes: (ledger.now() - stageSince) / MINUTE,
    observed: readObserved(ledger, row),
  };
}

/** The observations of a deployment's current step, and the condition that it waits for. */
export interface DeploymentChanges {
  readonly observed:
    | (ObservedDecisions & { readonly total: ObservedTotal; readonly psiBounds: number[] })
    | null;
  readonly waitingFor: string | null;
}

const NOT_WATCHED: DeploymentChanges = { observed: null, waitingFor: null };

/** Reads both parts, which are null for a deployment that is not watched. */
export function readDeploymentChanges(ledger: ReadLedger, id: string): DeploymentChanges {
  const row = readDeployment(ledger, id);
  if (!row) return NOT_WATCHED;
  const { status, watchedUntil } = row;
  const isCompared = status === 'shadow' || status === 'canary';
  if (!isCompared && !(status === 'active' && watchedUntil !== null)) return NOT_WATCHED;
  const watched = readWatched(ledger, row);
  const verdict = verdictOf(watched);
  // The next check, some seconds later, carries out the verdict.
  const next = verdict.kind === 'stay' ? verdict.waitingFor : `the next look: ${verdict.kind}`;
  const total = readTotal(ledger, id);
  const observed = { ...watched.observed, total, psiBounds: [...PSI_BOUNDS] };
  return { observed, waitingFor: isCompared ? next : null };
}

function viewsIn(ledger: ReadLedger, rows: readonly DeploymentRow[]): DeploymentView[] {
  const { livemode } = ledger;
  const ids = rows.flatMap((row) => [row.versionId, row.championVersionId, row.rollbackTo]);
  const nameOf = namesOf(ledger, ids);
  return rows.map((row) => deploymentView(row, { livemode, nameOf }));
}
