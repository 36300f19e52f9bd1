// Reads all developers' evaluations of a version, which are the only figures on labelled rows that
// exist for every model.

import { developerOfTenant } from '../../../db/kernel/tenant.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { type EvaluationRecord, evaluationsOf } from '../../../db/scorings/reads.ts';
import type { CalibrationPoint } from '../../../models/evaluate/figures.ts';
import type { Interval } from '../../../models/learn/train/bootstrap.ts';
import type { Confusion } from '../../../models/learn/train/metrics.ts';

const MAX_PER_PASS = 20;

export interface WatchedEvaluation {
  readonly evaluationId: string;
  readonly developerId: string;
  readonly at: string;
  readonly rows: number;
  readonly positives: number;
  readonly areaUnderRoc: Interval;
  readonly calibrationError: Interval;
  /** Share of rows that it flags at the threshold in use. */
  readonly flagged: number;
  readonly calibration: CalibrationPoint[];
}

/** Returns the newest evaluations, in order of time. */
export function listWatchedEvaluations(ledger: Ledger, versionId: string): WatchedEvaluation[] {
  return evaluationsOf(ledger.database, { versionId, limit: MAX_PER_PASS })
    .map(formatEvaluation)
    .reverse();
}

interface InUse {
  readonly inUse: boolean;
  readonly confusion: Confusion;
}

function formatEvaluation(evaluation: EvaluationRecord): WatchedEvaluation {
  const thresholds = JSON.parse(evaluation.thresholds) as readonly InUse[];
  const confusion = thresholds.find(({ inUse }) => inUse)?.confusion;
  const flagged = confusion ? confusion.truePositives + confusion.falsePositives : 0;
  return {
    evaluationId: evaluation.id,
    developerId: developerOfTenant(evaluation.tenantId),
    at: new Date(evaluation.completedAt).toISOString(),
    rows: evaluation.rows,
    positives: evaluation.positives,
    areaUnderRoc: JSON.parse(evaluation.areaUnderRoc) as Interval,
    calibrationError: JSON.parse(evaluation.calibrationError) as Interval,
    flagged: flagged / evaluation.rows,
    calibration: JSON.parse(evaluation.calibrationCurve) as CalibrationPoint[],
  };
}
