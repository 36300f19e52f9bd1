// The report about each model: its author's statements, measurements on rows without decisions, and
// its recorded decisions. Unknown facts are null, with a reason.

import { type EndedLoan, listEndedLoans } from '../../../db/credit/loans.ts';
import { type CreditScore, listCreditScores, scoresOf } from '../../../db/credit/scores.ts';
import { type DriftView, driftView, listDrift } from '../../../db/drift/reads.ts';
import { isDegraded } from '../../../db/kernel/risk-summary.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { listModelAlarms } from '../../../db/model-alarms/reads.ts';
import type { ModelAlarmView } from '../../../db/model-alarms/view.ts';
import { listVisibleVersions } from '../../../db/models/reads.ts';
import type { ModelVersionView } from '../../../db/models/view.ts';
import type { OutcomeRow } from '../../../db/risk/outcomes.ts';
import { findChampion } from '../../../db/trainings/reads.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { isLiveTask } from '../../../ledger/models/deployment.ts';
import type { Measurement, ModelCard } from '../../../models/card.ts';
import type { Distribution } from '../../../models/distribution.ts';
import type { LatencyStore } from '../../../models/latency-store.ts';
import { listFairnessRecords, type RecordedFairness } from '../evaluation/groups.ts';
import {
  computeDrift,
  computeLatency,
  computeLiveFigures,
  computePercentiles,
} from './live-figures.ts';
import { computeLoanFigures } from './loans.ts';
import { computeReviewFigures, countReviews } from './review-rate.ts';
import {
  computeRiskDrift,
  computeRiskFigures,
  countOutcomes,
  listRecentDecisions,
} from './risk-live.ts';
import { type Shadows, shadowsOf } from './shadow.ts';
import type { Spreads } from './spread.ts';
import { MATURITY_DAYS, UNKNOWN_REASONS, type UnknownReason } from './unknown-figures.ts';

export const WINDOW_DAYS = 30;
/** Period of examined decisions, long because outcomes arrive late. */
const OUTCOME_DAYS = 180;
/** Maximum number of examined decisions, the newest. */
const MAX_SCORES = 10_000;
const MAX_VERSIONS = 100;
/** Maximum number of shown drift checks. */
const MAX_DRIFT_CHECKS = 30;
/** Maximum number of shown alarms, the newest. */
const MAX_ALARMS = 20;

interface Sources {
  readonly latencies: LatencyStore;
  readonly spreads: Spreads;
}

/** Returns the report about all models that a developer can see. */
export async function buildPerformanceReport(ledger: Ledger, tenantId: string, sources: Sources) {
  const to = ledger.clock(tenantId);
  const from = to - WINDOW_DAYS * DAY_MS;
  const versions = await listVisibleVersions(ledger, tenantId, MAX_VERSIONS);
  const scores = await listCreditScores(ledger, { tenantId, from, limit: MAX_SCORES });
  const since = to - OUTCOME_DAYS * DAY_MS;
  const decisions = await listRecentDecisions(ledger, { tenantId, from: since, limit: MAX_SCORES });
  const records: ModelRecords = {
    ...{ scores, decisions, from },
    shadows: shadowsOf(ledger, tenantId, versions),
    matureBefore: ledger.clock(tenantId) - MATURITY_DAYS * DAY_MS,
    loans: listEndedLoans(ledger, { tenantId, limit: MAX_SCORES }),
    inForce: findChampion(ledger, tenantId, 'fraud')?.id ?? null,
    asks: (sha256) => sources.latencies.listMicros(tenantId, sha256),
    alarms: ({ id: versionId }) => {
      const page = { limit: MAX_ALARMS, startingAfter: null, status: 'any' as const };
      return listModelAlarms(ledger, { ...page, about: { tenantId, versionId } }).data;
    },
    fairness: ({ id: versionId }) => listFairnessRecords(ledger, { tenantId, versionId }),
    looks: ({ id: versionId }) =>
      listDrift(ledger.database, { tenantId, versionId, limit: MAX_DRIFT_CHECKS }).map((row) =>
        driftView(row, ledger.livemode),
      ),
  };
  const reports = versions.map(async (version) => {
    return describeModel(version, await sources.spreads.find(version), records);
  });
  return { from, to, models: await Promise.all(reports) };
}

/** Records of all models. */
interface ModelRecords {
  readonly scores: readonly CreditScore[];
  readonly decisions: readonly OutcomeRow[];
  readonly loans: readonly EndedLoan[];
  readonly shadows: Shadows;
  readonly from: number;
  readonly matureBefore: number;
  /** Id of the version that judges payments now. */
  readonly inForce: string | null;
  readonly asks: (artifactSha256: string) => readonly number[];
  readonly looks: (version: ModelVersionView) => DriftView[];
  readonly alarms: (version: ModelVersionView) => readonly ModelAlarmView[];
  readonly fairness: (version: ModelVersionView) => readonly RecordedFairness[];
}

function describeModel(
  version: ModelVersionView,
  spread: Distribution | null,
  records: ModelRecords,
) {
  const isShipped = version.source === 'platform';
  const card = version.card as Partial<ModelCard> & { readonly metrics?: Record<string, number> };
  const declaration = isShipped ? (card.stated ?? null) : readStatedAccuracy(card.metrics);
  // Figures on uploaded cards are not trusted.
  const ownCard = version.source === 'upload' ? {} : card;
  const measured = ownCard.measured ? formatMeasurements(ownCard.measured, ownCard.baseline) : null;
  const { live, questions, reviews, outcomes, paid, latency, drift, why } = readRecord(
    version,
    spread,
    records,
  );
  const loans = selectLoanFigures(version, records, measured?.ci95.auc.low ?? null);
  const shadow = records.shadows.get(version.id) ?? [];
  const listFairnessRecords = records.fairness(version);
  const fairness = listFairnessRecords[0] ?? null;
  const calibration = ownCard.measured?.calibrationError ?? null;
  const isSilent: readonly (readonly [field: string, value: unknown, silence: UnknownReason])[] = [
    ['statedAccuracy', declaration, UNKNOWN_REASONS.stated],
    ['measured', measured, UNKNOWN_REASONS.uploaded],
    ['live', live, why.live],
    ['live.outcomes', outcomes, why.outcomes],
    ['latency', latency, why.latency],
    ['drift', drift, spread ? UNKNOWN_REASONS.fewRows : explainMissingSpread(version)],
    ['shadow', shadow[0], UNKNOWN_REASONS.noShadow],
    ['calibration', calibration, UNKNOWN_REASONS.uploaded],
    ['fairness', fairness, isShipped ? UNKNOWN_REASONS.noFairness : UNKNOWN_REASONS.noGroups],
    ['askedBy', isAsked(version) ? version : null, explainUnused(version)],
    ['lastTrainedAt', null, UNKNOWN_REASONS.noDate],
  ];
  const unknownNames = isSilent
    .filter(([, value]) => value === null || value === undefined)
    .map(([field, , silence]) => ({ field, ...silence }));
  return {
    ...{
      version,
      stated: declaration,
      measured,
      live,
      questions,
      reviews,
      outcomes,
      paid,
      latency,
      drift,
    },
    shadow,
    ...{
      calibration,
      loans,
      fairness,
      fairnessHistory: listFairnessRecords,
      unknown: unknownNames,
    },
    driftHistory: records.looks(version),
    alarms: records.alarms(version),
    dataset: ownCard.data ? { id: ownCard.data.name, sha256: ownCard.data.sha256 } : null,
  };
}

/** Selects loans by the version that answered, because models may have the same name. */
function selectLoanFigures(
  version: ModelVersionView,
  { loans }: ModelRecords,
  measuredAuc: number | null,
) {
  const ownLoans = loans.filter(({ modelName, modelVersion, artifactSha256 }) => {
    const isNamed = modelName === version.name && modelVersion === version.modelVersion;
    return isNamed && artifactSha256 === version.artifact.sha256;
  });
  return version.task === 'credit' ? computeLoanFigures(ownLoans, measuredAuc) : null;
}

const isAsked = ({ stage }: ModelVersionView) => stage === 'production' || stage === 'canary';

/** Returns the reason why no operation uses it. */
function explainUnused({ task }: ModelVersionView): UnknownReason {
  return isLiveTask(task) ? UNKNOWN_REASONS.notNamed : UNKNOWN_REASONS.notRecorded;
}

function explainMissingSpread({ source }: ModelVersionView): UnknownReason {
  return source === 'upload' ? UNKNOWN_REASONS.broughtSpread : UNKNOWN_REASONS.noSpread;
}

/** Returns the recorded decisions of a version. */
function readRecord(version: ModelVersionView, spread: Distribution | null, records: ModelRecords) {
  if (version.task === 'fraud') return readRiskRecord(version, spread, records);
  const isCredit = version.task === 'credit';
  const scores = isCredit ? scoresOf(records.scores, version) : [];
  const silence = isCredit ? UNKNOWN_REASONS.notAsked : UNKNOWN_REASONS.notRecorded;
  return {
    live: scores.length === 0 ? null : computeLiveFigures(scores),
    questions: null,
    reviews: null,
    outcomes: null,
    paid: 0,
    latency: computeLatency(scores),
    drift: spread && computeDrift(spread, scores),
    why: {
      live: silence,
      latency: silence,
      outcomes: isCredit ? UNKNOWN_REASONS.noLoans : silence,
    },
  };
}

function readRiskRecord(
  version: ModelVersionView,
  spread: Distribution | null,
  records: ModelRecords,
) {
  const { sha256 } = version.artifact;
  // A decision without a model's answer counts for the serving model.
  const all = records.decisions.filter(({ artifactSha256, degraded }) => {
    const isUnanswered = degraded !== 'not_asked' && isDegraded({ degraded });
    return artifactSha256 === sha256 || (isUnanswered && version.id === records.inForce);
  });
  const paid = all.filter(({ transactionId }) => transactionId !== null);
  const isRecent = ({ createdAt }: OutcomeRow) => createdAt >= records.from;
  const recent = paid.filter(isRecent);
  const questions = all.filter((row) => row.transactionId === null && isRecent(row));
  const outcomes = countOutcomes(paid, records.matureBefore);
  // Outcomes of older decisions count too, so that a month without payments does not hide them.
  const isSilent = recent.length + questions.length === 0 && outcomes === null;
  return {
    live: isSilent ? null : computeRiskFigures(recent),
    questions: questions.length === 0 ? null : computeRiskFigures(questions),
    reviews: recent.length === 0 ? null : computeReviewFigures(countReviews(recent)),
    outcomes,
    paid: paid.filter(({ probability }) => probability !== null).length,
    latency: computePercentiles(records.asks(sha256)),
    drift: spread && computeRiskDrift(spread, recent),
    why: {
      live: UNKNOWN_REASONS.notAsked,
      latency: UNKNOWN_REASONS.notTimed,
      outcomes: UNKNOWN_REASONS.noLabels,
    },
  };
}

function readStatedAccuracy(metrics: Readonly<Record<string, number>> | undefined) {
  const accuracy = metrics?.accuracy;
  return accuracy === undefined ? null : { accuracy, by: 'its maker' };
}

/** Returns the figures of a hold-out in the wire form. */
function formatMeasurements(measured: Measurement, baseline: Measurement | undefined) {
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

function share(part: number, total: number): number | null {
  return total === 0 ? null : part / total;
}
