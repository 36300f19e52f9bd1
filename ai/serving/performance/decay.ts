// Checks whether the deciding model of a developer still performs as promised: compares known
// outcomes with its hold-out, the review rate, and drift.

import { listEndedLoans } from '../../../db/credit/loans.ts';
import { listDrift } from '../../../db/drift/reads.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { observeModels } from '../../../db/model-alarms/acts.ts';
import type { ModelVersionView } from '../../../db/models/view.ts';
import type { OutcomeRow } from '../../../db/risk/outcomes.ts';
import { listScorings } from '../../../db/scorings/reads.ts';
import { findChampion } from '../../../db/trainings/reads.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { type JudgedReading, judgeAlarm } from '../../../ledger/models/alarm.ts';
import type { LiveTask } from '../../../ledger/models/deployment.ts';
import { DRIFT_THRESHOLD } from '../../../ledger/models/drift.ts';
import { computeArea } from '../../../models/evaluate/delong.ts';
import type { EvaluationReport } from '../../../models/evaluate/job.ts';
import { wilson, Z95 } from '../../../models/evaluate/normal.ts';
import type { Interval } from '../../../models/learn/train/bootstrap.ts';
import { labelPayment } from '../training/label.ts';
import { MAX_RATIO, MIN_EACH } from './loans.ts';
import { countReviews, MAX_REVIEW_RATE, MIN_PAYMENTS } from './review-rate.ts';
import { listRecentDecisions } from './risk-live.ts';
import { MATURITY_DAYS } from './unknown-figures.ts';

/** Period of examined decisions, long because outcomes arrive late. */
const OUTCOME_DAYS = 180;
/** Window of the review rate. */
const REVIEW_DAYS = 30;
/** Maximum number of examined decisions, the newest. */
const MAX_ROWS = 5_000;
/** Maximum number of evaluations that are searched for a promise. */
const MAX_EVALUATIONS = 20;

/** Measured quality of a version, on rows outside its training. */
export interface PromisedQuality {
  readonly areaUnderRoc: Interval;
  readonly brierScore: Interval;
}

/** A decision with a known outcome. */
export interface LabelledScore {
  readonly probability: number;
  readonly event: 0 | 1;
}

/** Checks the serving version. Returns the number of alarms that opened or closed. */
export async function recordDecayCheck(
  ledger: Ledger,
  tenantId: string,
  task: LiveTask,
): Promise<number> {
  const version = findChampion(ledger, tenantId, task);
  if (!version) return 0;
  const observedOutcomes =
    task === 'credit'
      ? { labelled: listLoans(ledger, tenantId, version), reviewed: [] }
      : await readPayments(ledger, tenantId, version);
  const readings = [
    ...readOutcomes(observedOutcomes.labelled, findPromise(ledger, tenantId, version)),
    ...(task === 'credit'
      ? readDefaults(observedOutcomes.labelled)
      : readReviews(observedOutcomes.reviewed)),
    ...readDrift(ledger, tenantId, version.id),
  ];
  return ledger.run(observeModels, { tenantId, task, versionId: version.id, readings });
}

function listLoans(ledger: Ledger, tenantId: string, version: ModelVersionView): LabelledScore[] {
  const { sha256 } = version.artifact;
  return listEndedLoans(ledger, { tenantId, limit: MAX_ROWS })
    .filter(({ modelName, artifactSha256 }) => {
      return modelName === version.name && artifactSha256 === sha256;
    })
    .map(({ probability, defaulted }) => ({ probability, event: defaulted === 1 ? 1 : 0 }));
}

async function readPayments(ledger: Ledger, tenantId: string, { artifact }: ModelVersionView) {
  const now = ledger.clock(tenantId);
  const order = { tenantId, from: now - OUTCOME_DAYS * DAY_MS, limit: MAX_ROWS };
  const rows = (await listRecentDecisions(ledger, order)).filter(
    ({ transactionId, artifactSha256 }) =>
      transactionId !== null && artifactSha256 === artifact.sha256,
  );
  const matureBefore = now - MATURITY_DAYS * DAY_MS;
  const labelled = rows.flatMap((row): LabelledScore[] => {
    const { label } = labelPayment(row, matureBefore);
    const { probability } = row;
    return label === null || probability === null ? [] : [{ probability, event: label }];
  });
  const since = now - REVIEW_DAYS * DAY_MS;
  return { labelled, reviewed: rows.filter(({ createdAt }) => createdAt >= since) };
}

/**
 * Returns the figures of its hold-out, otherwise of the newest evaluation on rows outside its
 * training.
 */
function findPromise(
  ledger: Ledger,
  tenantId: string,
  { id: versionId, source, card }: ModelVersionView,
): PromisedQuality | null {
  // Figures on uploaded cards are not trusted.
  const promised = source === 'upload' ? undefined : (card.measured as PromisedQuality | undefined);
  if (promised) return promised;
  const owner = { tenantId, versionId, kind: 'evaluation' as const };
  const page = { ...owner, startingAfter: null, limit: MAX_EVALUATIONS };
  for (const { status, report } of listScorings(ledger, page).data) {
    if (status !== 'succeeded' || report === null) continue;
    const { figures, findings } = JSON.parse(report) as EvaluationReport;
    if (findings.some(({ code }) => code === 'learnt_from_these_rows')) continue;
    return figures;
  }
  return null;
}

/** Compares ranking and calibration with the promise; empty while too few outcomes are known. */
export function readOutcomes(
  labelled: readonly LabelledScore[],
  promised: PromisedQuality | null,
): JudgedReading[] {
  const rows = labelled.length;
  const hits = labelled.filter(({ event }) => event === 1).length;
  if (!promised || Math.min(hits, rows - hits) < MIN_EACH) return [];
  const scores = Float64Array.from(labelled, ({ probability }) => probability);
  const events = Uint8Array.from(labelled, ({ event }) => event);
  return [
    judgeAlarm({
      kind: 'auc',
      ...computeArea(scores, events),
      bound: promised.areaUnderRoc.low,
      rows,
    }),
    judgeAlarm({ kind: 'brier', ...computeBrier(labelled), bound: promised.brierScore.high, rows }),
  ];
}

/**
 * Returns the Brier score with an interval from its variance, without costly resampling on this
 * thread.
 */
function computeBrier(labelled: readonly LabelledScore[]): Interval {
  const squares = labelled.map(({ probability, event }) => (probability - event) ** 2);
  const value = squares.reduce((sum, square) => sum + square, 0) / squares.length;
  const spread =
    squares.reduce((sum, square) => sum + (square - value) ** 2, 0) / (squares.length - 1);
  const half = Z95 * Math.sqrt(spread / squares.length);
  return { value, low: Math.max(0, value - half), high: Math.min(1, value + half) };
}

/** Compares actual with expected defaults; empty while too few loans have ended. */
export function readDefaults(labelled: readonly LabelledScore[]): JudgedReading[] {
  const rows = labelled.length;
  const hits = labelled.filter(({ event }) => event === 1).length;
  const observed = wilson(hits, rows);
  if (!observed || Math.min(hits, rows - hits) < MIN_EACH) return [];
  const expected = labelled.reduce((sum, { probability }) => sum + probability, 0) / rows;
  return [judgeAlarm({ kind: 'default_rate', ...observed, bound: MAX_RATIO * expected, rows })];
}

function readReviews(rows: readonly OutcomeRow[]): JudgedReading[] {
  const { payments: all, lookedAt } = countReviews(rows);
  const rate = wilson(lookedAt, all);
  if (!rate || all < MIN_PAYMENTS) return [];
  return [judgeAlarm({ kind: 'review_rate', ...rate, bound: MAX_REVIEW_RATE, rows: all })];
}

/** Returns the newest daily drift check, which has its own thresholds. */
function readDrift(ledger: Ledger, tenantId: string, versionId: string): JudgedReading[] {
  const [look] = listDrift(ledger.database, { tenantId, versionId, limit: 1 });
  if (!look) return [];
  const value = Math.max(look.psi, look.scorePsi ?? 0);
  const verdict = look.isDrifted === 1 ? 'raised' : 'recovered';
  const { rows } = look;
  return [{ kind: 'drift', value, low: value, high: value, bound: DRIFT_THRESHOLD, rows, verdict }];
}
