// Reads text models and written rules: the version that a report is about, and the decisions of
// people about the results of the rules.

import type { EngineTask } from '../../ledger/models/inventory.ts';
import { amlAlerts } from '../aml/tables.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { screeningHits } from '../screening/tables.ts';

export interface EngineVersionRow {
  readonly versionId: string;
  readonly modelId: string;
  readonly name: string;
  readonly task: EngineTask;
  readonly label: string;
  /** Hash of its file; null for rules, which have no file. */
  readonly artifactSha256: string | null;
  readonly createdAt: number;
  /** 1: it serves now. */
  readonly isServing: 0 | 1;
}

/** A version of a model or rule that comes with the engine; null when the id is unknown. */
export function findEngineVersion(
  { database: { raw } }: ReadLedger,
  versionId: string,
): EngineVersionRow | null {
  const row = raw
    .prepare<[string], EngineVersionRow>(
      `SELECT v.id AS versionId, m.id AS modelId, m.name, m.task, v.label,
         v.artifact_sha256 AS artifactSha256, v.created_at AS createdAt,
         m.serving_version_id IS v.id AS isServing
       FROM engine_model_versions v JOIN engine_models m ON m.id = v.model_id WHERE v.id = ?`,
    )
    .get(versionId);
  return row ?? null;
}

/** The serving versions of the text models and the written rules, by name. */
export function servingEngineVersions({ database: { raw } }: ReadLedger): EngineVersionRow[] {
  return raw
    .prepare<[], EngineVersionRow>(
      `SELECT v.id AS versionId, m.id AS modelId, m.name, m.task, v.label,
         v.artifact_sha256 AS artifactSha256, v.created_at AS createdAt, 1 AS isServing
       FROM engine_models m JOIN engine_model_versions v ON v.id = m.serving_version_id
       ORDER BY m.name`,
    )
    .all();
}

/** The decisions of people about the results of a rule. */
export interface DecisionCounts {
  /** The typology, or the list. */
  readonly rule: string;
  readonly raised: number;
  readonly confirmed: number;
  readonly refuted: number;
}

/** Only the newest rows are counted, because a report has to be quick. */
export const MAX_JUDGED = 5_000;

/** Counts the alerts of each typology; a duplicate is neither confirmed nor refuted. */
export function judgedAlerts({ database: { raw } }: ReadLedger): DecisionCounts[] {
  const sql = `SELECT typology AS rule, count(*) AS raised,
         count(*) FILTER (WHERE resolution IN ('confirmed', 'sar_filed')) AS confirmed,
         count(*) FILTER (WHERE resolution = 'false_positive') AS refuted
       FROM (SELECT typology, resolution FROM aml_alerts ORDER BY id DESC LIMIT ?)
       GROUP BY typology ORDER BY typology`;
  return raw
    .prepare<[number], DecisionCounts>(readAbsentAsEmpty(raw, sql, [amlAlerts]))
    .all(MAX_JUDGED);
}

/** Counts the screening hits of each list. */
export function judgedHits({ database: { raw } }: ReadLedger): DecisionCounts[] {
  const sql = `SELECT list AS rule, count(*) AS raised,
         count(*) FILTER (WHERE status = 'confirmed_hit') AS confirmed,
         count(*) FILTER (WHERE status = 'no_hit') AS refuted
       FROM (SELECT list, status FROM screening_hits ORDER BY id DESC LIMIT ?)
       GROUP BY list ORDER BY list`;
  return raw
    .prepare<[number], DecisionCounts>(readAbsentAsEmpty(raw, sql, [screeningHits]))
    .all(MAX_JUDGED);
}
