// Reads evaluations and batches of scores.

import { and, desc, eq, lt } from 'drizzle-orm';
import type { ScoringKind, ScoringStatus } from '../../ledger/models/scoring.ts';
import type { Database } from '../kernel/connect.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { labelsOf } from '../models/reads.ts';
import { modelScorings } from './tables.ts';
import type { ScoringRow, ScoringViewParts } from './view.ts';

interface OwnerReference {
  readonly tenantId: string;
  readonly kind: ScoringKind;
  readonly versionId: string;
}

/** Returns a scoring of a version; null when the tenant has none with that id. */
export function readScoring(
  { database }: ReadLedger,
  owner: OwnerReference,
  id: string,
): ScoringRow | null {
  const row = database.orm.select().from(modelScorings).where(eq(modelScorings.id, id)).get();
  const { tenantId, kind, versionId } = owner;
  const isOwn = row?.tenantId === tenantId && row.kind === kind && row.versionId === versionId;
  return isOwn ? row : null;
}

/** Returns the status of a scoring, or null when there is none with that id. */
export function readScoringStatus({ database }: ReadLedger, id: string): ScoringStatus | null {
  const idCondition = eq(modelScorings.id, id);
  const select = database.orm.select({ status: modelScorings.status }).from(modelScorings);
  return select.where(idCondition).get()?.status ?? null;
}

/** Lists the scorings of a version that the tenant requested, newest first. */
export function listScorings(
  { database }: ReadLedger,
  { tenantId, kind, versionId, startingAfter, limit }: OwnerReference & PageOrder,
): Page<ScoringRow> {
  const rows = database.orm
    .select()
    .from(modelScorings)
    .where(
      and(
        eq(modelScorings.versionId, versionId),
        eq(modelScorings.kind, kind),
        eq(modelScorings.tenantId, tenantId),
        startingAfter ? lt(modelScorings.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(modelScorings.id))
    .limit(limit + 1)
    .all();
  return pageOf(rows, limit);
}

/** Lists the unfinished scorings, oldest first. */
export function listOpenScorings(
  { database }: ReadLedger,
  { acceptedBefore, after, limit }: { acceptedBefore: number; after: string; limit: number },
): readonly Pick<ScoringRow, 'id' | 'tenantId' | 'kind'>[] {
  return database.raw
    .prepare<[string, number, number], Pick<ScoringRow, 'id' | 'tenantId' | 'kind'>>(
      `SELECT id, tenant_id AS tenantId, kind FROM model_scorings
       WHERE status IN ('queued', 'running') AND id > ? AND created_at <= ?
       ORDER BY id LIMIT ?`,
    )
    .all(after, acceptedBefore, limit);
}

/** Returns the parts that the views of rows need. */
export function readScoringViewParts(
  ledger: ReadLedger,
  rows: readonly ScoringRow[],
): ScoringViewParts {
  const { livemode } = ledger;
  const ids = rows.flatMap((row) => [row.versionId, row.championVersionId]);
  return { livemode, labelOf: labelsOf(ledger, ids) };
}

const MAX_ROWS_READ = 50;

/** Lists the newest evaluations that compare a version with a champion, newest first. */
export function comparisonsWith(
  { database }: ReadLedger,
  { tenantId, versionId, championId }: Record<'tenantId' | 'versionId' | 'championId', string>,
): ScoringRow[] {
  return database.orm
    .select()
    .from(modelScorings)
    .where(
      and(
        eq(modelScorings.versionId, versionId),
        eq(modelScorings.kind, 'evaluation'),
        eq(modelScorings.tenantId, tenantId),
        eq(modelScorings.status, 'succeeded'),
        eq(modelScorings.championVersionId, championId),
      ),
    )
    .orderBy(desc(modelScorings.id))
    .limit(MAX_ROWS_READ)
    .all();
}

export interface FairnessRecord {
  readonly evaluationId: string;
  readonly measuredAt: number;
  /** The evaluation's fairness findings, as JSON. */
  readonly fairness: string;
}

/** Lists the fairness findings of a version's newest evaluations with groups, newest first. */
export function fairnessRecords(
  { database }: ReadLedger,
  owner: { readonly tenantId: string; readonly versionId: string; readonly limit: number },
): FairnessRecord[] {
  return database.raw
    .prepare<[typeof owner], FairnessRecord>(
      `SELECT id AS evaluationId, completed_at AS measuredAt,
         json_extract(report, '$.fairness') AS fairness
       FROM model_scorings WHERE version_id = @versionId AND kind = 'evaluation'
         AND tenant_id = @tenantId AND status = 'succeeded'
         AND json_extract(report, '$.fairness.groupField') IS NOT NULL
       ORDER BY id DESC LIMIT @limit`,
    )
    .all(owner);
}

/** Findings of one evaluation of a version, of any developer. */
export interface EvaluationRecord {
  readonly id: string;
  readonly tenantId: string;
  readonly completedAt: number;
  readonly rows: number;
  readonly positives: number;
  /** The figures as JSON, as the evaluation stored them. */
  readonly areaUnderRoc: string;
  readonly calibrationError: string;
  readonly thresholds: string;
  readonly calibrationCurve: string;
  readonly findings: string;
}

/** Lists the successful evaluations of a version, of all developers, the newest first. */
export function evaluationsOf(
  { raw }: Database,
  order: { readonly versionId: string; readonly limit: number },
): EvaluationRecord[] {
  return raw
    .prepare<typeof order, EvaluationRecord>(
      `SELECT id, tenant_id AS tenantId, completed_at AS completedAt,
         report ->> '$.rows' AS rows, report ->> '$.positives' AS positives,
         report -> '$.figures.areaUnderRoc' AS areaUnderRoc,
         report -> '$.figures.calibrationError' AS calibrationError,
         report -> '$.figures.thresholds' AS thresholds,
         report -> '$.figures.calibrationCurve' AS calibrationCurve,
         report -> '$.findings' AS findings
       FROM model_scorings INDEXED BY model_scorings_by_version
       WHERE version_id = @versionId AND kind = 'evaluation' AND status = 'succeeded'
       ORDER BY id DESC LIMIT @limit`,
    )
    .all(order);
}
