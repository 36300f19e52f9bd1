// Reads the daily evaluations of model drift, and renders their wire form.

import type { LiveTask } from '../../ledger/models/deployment.ts';
import { startOfDay } from '../../ledger/value-date.ts';
import { creditAssessments } from '../credit/tables.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { driftEvaluations } from './tables.ts';

export type DriftRow = typeof driftEvaluations.$inferSelect;

export interface DriftFeature {
  readonly feature: string;
  readonly psi: number;
}

/** The wire form of an evaluation; the features that drifted most come first. */
export function driftView(row: DriftRow, livemode: boolean) {
  return {
    id: row.id,
    object: 'drift_evaluation' as const,
    livemode,
    versionId: row.versionId,
    day: new Date(startOfDay(row.day)).toISOString().slice(0, 10),
    rows: row.rows,
    psi: row.psi,
    score: row.scorePsi,
    drifted: row.isDrifted === 1,
    features: JSON.parse(row.features) as DriftFeature[],
    version: 1,
    createdAt: timestamp(row.createdAt),
  };
}

export type DriftView = ReturnType<typeof driftView>;

/** Returns the newest drift evaluations of a model version, newest first. */
export function listDrift(
  { raw }: Database,
  order: { readonly tenantId: string; readonly versionId: string; readonly limit: number },
): DriftRow[] {
  return raw
    .prepare<[typeof order], DriftRow>(
      `SELECT ${columnsOf(driftEvaluations)} FROM model_drift_evaluations
       WHERE tenant_id = @tenantId AND version_id = @versionId ORDER BY day DESC LIMIT @limit`,
    )
    .all(order);
}

const DECISIONS = { fraud: 'risk_decisions', credit: 'credit_assessments' } as const;

/** Returns the next developer, by id, with decisions of a task; undefined when there is none. */
export function nextJudgedTenant(
  { raw }: Database,
  task: LiveTask,
  after: string,
): string | undefined {
  const table = DECISIONS[task];
  const sql = `SELECT min(tenant_id) FROM ${table} INDEXED BY ${table}_by_tenant
    WHERE tenant_id > ?`;
  const read = raw
    .prepare<[string], string | null>(readAbsentAsEmpty(raw, sql, [creditAssessments]))
    .pluck();
  return read.get(after) ?? undefined;
}
