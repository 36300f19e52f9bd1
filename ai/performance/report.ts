// What is known of each model: what somebody states, what was measured on rows that decided
// nothing, and what its recorded decisions show. What is not known is null, with the reason beside
// it.

import { type CreditScore, listCreditScores } from '../../db/credit-scores.ts';
import { type DriftView, driftView, listDrift } from '../../db/drift.ts';
import type { ModelVersionView } from '../../db/model-view.ts';
import { listVisibleVersions } from '../../db/models.ts';
import type { OutcomeRow } from '../../db/outcomes.ts';
import { isDegraded } from '../../db/risk-summary.ts';
import type { Ledger } from '../../db/sqlite.ts';
import { findChampion } from '../../db/trainings.ts';
import type { Measurement, ModelCard } from '../../models/card.ts';
import { LEAST_DRIFT_ROWS } from '../../models/distribution.ts';
import type { LatencyBook } from '../../models/latency-book.ts';
import { CREDIT_MODEL } from '../credit/model.ts';
import { driftIn, latencyOf, liveFigures, ranksOf } from './live.ts';
import { outcomesOf, recentDecisions, riskDrift, riskFigures } from './risk-live.ts';
import { distributionFor } from './spread.ts';

const DAY_MS = 86_400_000;
export const WINDOW_DAYS = 30;
/** Outcomes come late: decisions so far back are held against them. */
const OUTCOME_DAYS = 180;
/** So old a payment is that is taken for good because nobody has said otherwise. */
const MATURITY_DAYS = 30;
/** Newest decisions that are looked at. */
const MOST_SCORES = 10_000;
const MOST_VERSIONS = 100;
/** Daily looks that are shown. */
const MOST_LOOKS = 30;

const WHY = {
  stated: 'Nobody states one.',
  uploaded: 'Its maker brought it; the engine has no rows with a truth to measure it on.',
  notAsked: 'It decided nothing for this developer in the window.',
  notRecorded: 'Nothing in the engine decides by it, so nothing is recorded.',
  noLoans: 'No outcome of a decision is known: nobody has told whether a loan was repaid.',
  noLabels:
    'No outcome is known: no review was decided, nothing was reversed as fraud, and no payment ' +
    `is ${MATURITY_DAYS} days old.`,
  notTimed: 'This process has asked it nothing for this developer since it began.',
  fewRows: `Fewer than ${LEAST_DRIFT_ROWS} answers in the window: chance would look like drift.`,
  noBaseline: 'How its features were spread in training was not kept.',
  noFairness: 'Its data hold no protected attribute, so fairness was not measured.',
  noDate: 'Its card holds no date, so that the same data give the same bytes.',
} as const;

/** Everything about the models that a developer sees. */
export async function performanceReport(ledger: Ledger, tenantId: string, book: LatencyBook) {
  const to = ledger.now();
  const from = to - WINDOW_DAYS * DAY_MS;
  const versions = await listVisibleVersions(ledger, tenantId, MOST_VERSIONS);
  const scores = await listCreditScores(ledger, { tenantId, from, most: MOST_SCORES });
  const since = to - OUTCOME_DAYS * DAY_MS;
  const decisions = await recentDecisions(ledger, { tenantId, from: since, most: MOST_SCORES });
  const known: Known = {
    ...{ scores, decisions, from },
    matureBefore: ledger.clock(tenantId) - MATURITY_DAYS * DAY_MS,
    inForce: findChampion(ledger, tenantId, 'fraud')?.id ?? null,
    asks: (sha256) => book.of(tenantId, sha256),
    looks: ({ id: versionId }) =>
      listDrift(ledger.database, { tenantId, versionId, limit: MOST_LOOKS }).map((row) =>
        driftView(row, ledger.livemode),
      ),
  };
  return { from, to, models: versions.map((version) => reportOf(version, known)) };
}

/** What is recorded, of all models. */
interface Known {
  readonly scores: readonly CreditScore[];
  readonly decisions: readonly OutcomeRow[];
  readonly from: number;
  readonly matureBefore: number;
  /** Id of the version that payments are judged by now. */
  readonly inForce: string | null;
  readonly asks: (artifactSha256: string) => readonly number[];
  readonly looks: (version: ModelVersionView) => DriftView[];
}

function reportOf(version: ModelVersionView, known: Known) {
  const isShipped = version.source === 'platform';
  const card = version.card as Partial<ModelCard> & { readonly metrics?: Record<string, number> };
  const stated = isShipped ? (card.stated ?? null) : declaredOf(card.metrics);
  const measured = isShipped && card.measured ? measuredOf(card.measured, card.baseline) : null;
  const recorded = recordedOf(version, known);
  const { live, outcomes, latency, drift, silence } = recorded;
  const calibration = isShipped && card.measured ? card.measured.calibrationError : null;
  const unknown = [
    stated ? null : { field: 'statedAccuracy', reason: WHY.stated },
    measured ? null : { field: 'measured', reason: WHY.uploaded },
    live ? null : { field: 'live', reason: silence },
    outcomes ? null : { field: 'live.outcomes', reason: recorded.noOutcomes },
    latency ? null : { field: 'latency', reason: recorded.noLatency },
    drift ? null : { field: 'drift', reason: recorded.hasSpread ? WHY.fewRows : WHY.noBaseline },
    calibration ? null : { field: 'calibration', reason: WHY.uploaded },
    { field: 'fairness', reason: isShipped ? WHY.noFairness : WHY.uploaded },
    { field: 'lastTrainedAt', reason: WHY.noDate },
  ].filter((one) => one !== null);
  return {
    ...{ version, stated, measured, live, outcomes, latency, drift, calibration, unknown },
    driftHistory: known.looks(version),
    dataset: isShipped && card.data ? { id: card.data.name, sha256: card.data.sha256 } : null,
  };
}

/** What the decisions of a version show. */
function recordedOf(version: ModelVersionView, known: Known) {
  const isShipped = version.source === 'platform';
  if (version.task === 'fraud') return riskRecord(version, known);
  const isCredit = isShipped && version.name === CREDIT_MODEL.name;
  const own = isCredit
    ? known.scores.filter((one) => one.modelVersion === version.modelVersion)
    : [];
  const spread = isCredit ? distributionFor(version.name, version.modelVersion) : null;
  const silence = isCredit ? WHY.notAsked : WHY.notRecorded;
  return {
    live: own.length === 0 ? null : liveFigures(own),
    outcomes: null,
    latency: latencyOf(own),
    drift: spread && driftIn(spread, own),
    hasSpread: spread !== null,
    ...{ silence, noLatency: silence, noOutcomes: isCredit ? WHY.noLoans : silence },
  };
}

function riskRecord(version: ModelVersionView, known: Known) {
  const { sha256 } = version.artifact;
  // What no model answered is counted with the one that should have: the one in force.
  const all = known.decisions.filter(({ artifactSha256, degraded }) => {
    const isUnanswered = degraded !== 'not_asked' && isDegraded({ degraded });
    return artifactSha256 === sha256 || (isUnanswered && version.id === known.inForce);
  });
  const recent = all.filter(({ createdAt }) => createdAt >= known.from);
  const isShipped = version.source === 'platform';
  const spread = isShipped ? distributionFor(version.name, version.modelVersion) : null;
  return {
    live: recent.length === 0 ? null : riskFigures(recent),
    outcomes: outcomesOf(all, known.matureBefore),
    latency: ranksOf(known.asks(sha256)),
    drift: spread && riskDrift(spread, recent),
    hasSpread: spread !== null,
    ...{ silence: WHY.notAsked, noLatency: WHY.notTimed, noOutcomes: WHY.noLabels },
  };
}

function declaredOf(metrics: Readonly<Record<string, number>> | undefined) {
  const accuracy = metrics?.accuracy;
  return accuracy === undefined ? null : { accuracy, by: 'its maker' };
}

/** The figures of a hold-out in the usual words. */
function measuredOf(measured: Measurement, baseline: Measurement | undefined) {
  const { confusion, accuracy, areaUnderRoc, kolmogorovSmirnov, brierScore } = measured;
  const { truePositives, falsePositives, trueNegatives, falseNegatives } = confusion;
  const precision = share(truePositives, truePositives + falsePositives);
  const recall = share(truePositives, truePositives + falseNegatives);
  return {
    on: 'hold_out' as const,
    samples: measured.rows,
    labelled: measured.rows,
    threshold: measured.threshold,
    accuracy: accuracy.value,
    majorityAccuracy: measured.majorityAccuracy,
    precision,
    recall,
    f1: precision && recall ? (2 * precision * recall) / (precision + recall) : null,
    falsePositiveRate: share(falsePositives, falsePositives + trueNegatives),
    auc: areaUnderRoc.value,
    ks: kolmogorovSmirnov.value,
    brier: brierScore.value,
    confusion,
    ci95: {
      accuracy: bounds(accuracy),
      auc: bounds(areaUnderRoc),
      ks: bounds(kolmogorovSmirnov),
      brier: bounds(brierScore),
    },
    baseline: baseline
      ? {
          what: baseline.what,
          accuracy: baseline.accuracy.value,
          auc: baseline.areaUnderRoc.value,
        }
      : null,
  };
}

const bounds = ({ low, high }: { readonly low: number; readonly high: number }) => ({ low, high });

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
