// Reads the recent answers of credit models, to monitor their quality.

import type { CreditDecision } from '../../ledger/decisions/credit.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { creditAssessments, creditDecisions } from './tables.ts';

/** The answer of a model to one application, or the lack of an answer. */
export interface CreditScore {
  readonly modelName: string;
  readonly modelVersion: string;
  readonly artifactSha256: string;
  readonly features: readonly (number | null)[] | null;
  readonly probability: number | null;
  readonly latencyUs: number | null;
  readonly degraded: boolean;
  /** The decision of the engine, before any review by a person. */
  readonly decision: CreditDecision;
}

interface ScoreRow extends Omit<CreditScore, 'features' | 'degraded'> {
  readonly features: string | null;
  readonly degraded: number;
}

/** Returns the newest assessments of a developer since a time, at most `limit`. */
export async function listCreditScores(
  ledger: ReadLedger,
  order: { readonly tenantId: string; readonly from: number; readonly limit: number },
): Promise<CreditScore[]> {
  const sql = `SELECT a.model_name AS modelName, a.model_version AS modelVersion,
         a.artifact_sha256 AS artifactSha256, a.features, a.probability,
         a.latency_us AS latencyUs, a.degraded, d.decision
       FROM credit_assessments a
       JOIN credit_decisions d ON d.assessment_id = a.id AND d.number = 1
       WHERE a.tenant_id = @tenantId AND a.created_at >= @from
       ORDER BY a.id DESC LIMIT @limit`;
  const { raw } = ledger.database;
  const rows = raw
    .prepare<object, ScoreRow>(readAbsentAsEmpty(raw, sql, [creditAssessments, creditDecisions]))
    .all(order);
  return rows.map(({ features, degraded, ...row }) => ({
    ...row,
    features: features === null ? null : (JSON.parse(features) as (number | null)[]),
    degraded: degraded === 1,
  }));
}

/** Selects the answers of one version. Names are not unique, so the hash of the file counts too. */
export function scoresOf(
  scores: readonly CreditScore[],
  version: {
    readonly name: string;
    readonly modelVersion: string;
    readonly artifact: { readonly sha256: string };
  },
): CreditScore[] {
  return scores.filter(({ modelName, modelVersion, artifactSha256 }) => {
    const isNamed = modelName === version.name && modelVersion === version.modelVersion;
    return isNamed && artifactSha256 === version.artifact.sha256;
  });
}
