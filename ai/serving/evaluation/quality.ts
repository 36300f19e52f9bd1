// Records of evaluations that compare a version with the deciding one.

import type { Ledger } from '../../../db/ledger.ts';
import { championRow } from '../../../db/models/servable.ts';
import type { ModelVersionRow } from '../../../db/models/view.ts';
import { comparisonsWith, evaluationsOf } from '../../../db/scorings/reads.ts';
import type { EvaluationReport } from '../../../models/evaluate/job.ts';
import type { Interval } from '../../../models/learn/train/bootstrap.ts';

export interface Quality {
  readonly evaluationId: string;
  /** `name@number` of the deciding version. */
  readonly champion: string;
  /** Area under ROC of the version minus the champion's, on the same rows. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly pValue: number;
  readonly rows: number;
  readonly verdict: 'better' | 'worse' | 'no_difference';
}

/** The area under ROC that an evaluation measured. */
export interface MeasuredArea extends Interval {
  readonly evaluationId: string;
}

const MAX_READ = 20;
/** Findings that make an evaluation worthless: memorised rows, or too few events. */
const WORTHLESS_FINDINGS: ReadonlySet<string> = new Set(['learnt_from_these_rows', 'few_events']);

/** Returns the area of the newest valid evaluation, or null. */
export function findMeasuredArea(
  { database }: Ledger,
  { id: versionId }: Pick<ModelVersionRow, 'id'>,
): MeasuredArea | null {
  for (const evaluation of evaluationsOf(database, { versionId, limit: MAX_READ })) {
    const findings = JSON.parse(evaluation.findings) as EvaluationReport['findings'];
    if (findings.some(({ code }) => WORTHLESS_FINDINGS.has(code))) continue;
    return { evaluationId: evaluation.id, ...(JSON.parse(evaluation.areaUnderRoc) as Interval) };
  }
  return null;
}

/**
 * Returns the newest comparison with the deciding version, or null. Evaluations on training rows do
 * not count.
 */
export function findQuality(ledger: Ledger, version: ModelVersionRow): Quality | null {
  const { tenantId, id: versionId, task } = version;
  const champion = championRow(ledger, tenantId, task);
  if (!champion) return null;
  const records = comparisonsWith(ledger, { tenantId, versionId, championId: champion.id });
  for (const { id, report } of records) {
    const { comparison, findings, rows } = JSON.parse(report ?? '{}') as EvaluationReport;
    if (!comparison) continue;
    if (findings.some(({ code }) => code === 'learnt_from_these_rows')) continue;
    const { test, verdict } = comparison;
    const { value: difference, low, high } = test.difference;
    const name = `${champion.name}@${champion.label}`;
    const figures = { difference, low, high, pValue: test.pValue, rows, verdict };
    return { evaluationId: id, champion: name, ...figures };
  }
  return null;
}
