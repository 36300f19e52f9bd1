// Reads all developers' evaluations of a version, which are the only figures on labelled rows that
// exist for every model.

import { developerOfTenant } from '../../../db/kernel/tenant.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { type EvaluationRecord, evaluationsOf } from '../../../db/scorings/reads.ts';
import type { CalibrationPoint } from '../../../models/evaluate/figures.ts';
import type { Interval } from '../../../models/learn/train/bootstrap.ts';
import type { Confusion } from '../../../models/learn/train/metrics.ts';

const MOST = 20;

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
  return evaluationsOf(ledger.database, { versionId, most: MOST }).map(recordOut).reverse();
}

interface InUse {
  readonly inUse: boolean;
  readonly confusion: Confusion;
}

function recordOut(found: EvaluationRecord): WatchedEvaluation {
  const thresholds = JSON.parse(found.thresholds) as readonly InUse[];
  const confusion = thresholds.find(({ inUse }) => inUse)?.confusion;
  const flagged = confusion ? confusion.truePositives + confusion.falsePositives : 0;
  return {
    evaluationId: found.id,
    developerId: developerOfTenant(found.tenantId),
    at: new Date(found.completedAt).toISOString(),
    rows: found.rows,
    positives: found.positives,
    areaUnderRoc: JSON.parse(found.areaUnderRoc) as Interval,
    calibrationError: JSON.parse(found.calibrationError) as Interval,
    flagged: flagged / found.rows,
    calibration: JSON.parse(found.calibrationCurve) as CalibrationPoint[],
  };
}
