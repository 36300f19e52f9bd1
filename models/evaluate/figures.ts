// The figures of one version on labelled rows: ranking, calibration, the cost of each threshold,
// and the same for each segment.

import {
  type BootstrapOptions,
  computeIntervals,
  type Interval,
} from '../learn/train/bootstrap.ts';
import {
  accuracyAt,
  averagePrecision,
  brierScore,
  type Confusion,
  calibrationError,
  countConfusion,
  kolmogorovSmirnov,
  majorityAccuracy,
  type Ranking,
  rankRows,
  recallAtFalsePositives,
} from '../learn/train/metrics.ts';
import { computeArea } from './delong.ts';
import { wilson } from './normal.ts';

/** Cost of a mistake, in the caller's unit. */
export interface Costs {
  readonly falsePositive: number;
  readonly falseNegative: number;
}

export interface FigureOptions {
  /** The threshold in use: the version flags rows with this score or more. */
  readonly threshold: number;
  /** Further thresholds at which the confusion matrix is counted. */
  readonly thresholds: readonly number[];
  readonly costs: Costs;
}

export interface ThresholdFigures {
  readonly threshold: number;
  readonly inUse: boolean;
  readonly confusion: Confusion;
  readonly accuracy: Interval | null;
  readonly precision: Interval | null;
  readonly recall: Interval | null;
  readonly falsePositiveRate: Interval | null;
  readonly costPerRow: number;
}

export interface CalibrationPoint {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  readonly meanProbability: number;
  readonly observed: Interval | null;
}

export interface CurvePoint {
  readonly threshold: number;
  readonly recall: number;
  readonly falsePositiveRate: number;
  readonly precision: number;
  readonly costPerRow: number;
}

/** Figures of one segment of the rows. */
export interface SegmentFigures {
  readonly segment: string;
  readonly rows: number;
  readonly positives: number;
  /** True when the segment has too few rows for conclusions. */
  readonly isSmall: boolean;
  /** Null when all labels are the same. */
  readonly areaUnderRoc: Interval | null;
  readonly brierScore: number;
  readonly meanProbability: number;
  readonly observed: Interval | null;
  readonly flaggedShare: number;
  readonly recall: Interval | null;
  readonly falsePositiveRate: Interval | null;
}

export interface Figures {
  readonly areaUnderRoc: Interval;
  readonly averagePrecision: Interval;
  readonly kolmogorovSmirnov: Interval;
  readonly brierScore: Interval;
  readonly calibrationError: Interval;
  readonly recallAt1PercentFalsePositives: Interval;
  /** Accuracy at the threshold in use; compare it with `majorityAccuracy`. */
  readonly accuracy: Interval;
  readonly majorityAccuracy: number;
  readonly thresholds: readonly ThresholdFigures[];
  readonly calibrationCurve: readonly CalibrationPoint[];
  readonly curve: readonly CurvePoint[];
  /** The cheapest point of the curve; `threshold` is null when flagging nothing is the cheapest. */
  readonly cheapest: { readonly threshold: number | null; readonly costPerRow: number };
  readonly segments: readonly SegmentFigures[];
}

/** With more rows, fewer resamples are drawn, because the interval is narrow anyway. */
const MANY_ROWS = 50_000;
const RESAMPLES = { few: 500, many: 100 };
const SEED = 11;
const CALIBRATION_BINS = 10;
const CURVE_POINTS = 100;
const SMALL_ROWS = 100;
const SMALL_POSITIVES = 10;

/** Returns all figures. The rows must include events and non-events. */
export function measureFigures(
  scores: Float64Array,
  events: Uint8Array,
  settings: FigureOptions,
  segments: readonly string[] | null,
): Figures {
  const ranking = rankRows(scores, events);
  const resamples = events.length > MANY_ROWS ? RESAMPLES.many : RESAMPLES.few;
  const options: BootstrapOptions = { resamples, seed: SEED };
  const { threshold, thresholds, costs } = settings;
  const sampled = computeIntervals(
    ranking,
    {
      averagePrecision,
      kolmogorovSmirnov,
      brierScore,
      calibrationError: (ranking, counts) => calibrationError(ranking, counts),
      recallAt1PercentFalsePositives: (ranking, counts) =>
        recallAtFalsePositives(ranking, 0.01, counts),
      accuracy: (ranking, counts) => accuracyAt(ranking, threshold, counts),
    },
    options,
  );
  const curve = measureCurve(ranking, costs);
  const countedThresholds = [...new Set([threshold, ...thresholds])].sort((a, b) => a - b);
  return {
    areaUnderRoc: computeArea(scores, events),
    ...sampled,
    majorityAccuracy: majorityAccuracy(events),
    thresholds: countedThresholds.map((threshold) =>
      measureAtThreshold(ranking, threshold, settings),
    ),
    calibrationCurve: measureCalibration(ranking),
    curve,
    cheapest: findCheapest(curve, events, costs),
    segments: segments ? measureSegments(scores, events, segments, threshold) : [],
  };
}

function measureAtThreshold(
  ranking: Ranking,
  threshold: number,
  { threshold: usedThreshold, costs }: FigureOptions,
) {
  const confusion = countConfusion(ranking, threshold);
  return { threshold, inUse: threshold === usedThreshold, confusion, ...ratesOf(confusion, costs) };
}

function ratesOf(confusion: Confusion, costs: Costs) {
  const { truePositives, falsePositives, trueNegatives, falseNegatives } = confusion;
  const rows = truePositives + falsePositives + trueNegatives + falseNegatives;
  const cost = falsePositives * costs.falsePositive + falseNegatives * costs.falseNegative;
  return {
    accuracy: wilson(truePositives + trueNegatives, rows),
    precision: wilson(truePositives, truePositives + falsePositives),
    recall: wilson(truePositives, truePositives + falseNegatives),
    falsePositiveRate: wilson(falsePositives, falsePositives + trueNegatives),
    costPerRow: cost / rows,
  };
}

/** Returns only the calibration curve. */
export function calibrationPoints(scores: Float64Array, events: Uint8Array): CalibrationPoint[] {
  return measureCalibration(rankRows(scores, events));
}

/**
 * Returns a point for each tenth of the rows, from the lowest score; equal scores stay together.
 */
function measureCalibration({ scores, events }: Ranking): CalibrationPoint[] {
  const points: CalibrationPoint[] = [];
  const minRows = Math.max(1, Math.ceil(scores.length / CALIBRATION_BINS));
  let to = scores.length;
  while (to > 0) {
    let from = Math.max(0, to - minRows);
    while (from > 0 && scores[from - 1] === scores[from]) from -= 1;
    let [sum, hits] = [0, 0];
    for (let index = from; index < to; index++) {
      sum += scores[index] as number;
      hits += events[index] as number;
    }
    points.push({
      from: scores[to - 1] as number,
      to: scores[from] as number,
      rows: to - from,
      meanProbability: sum / (to - from),
      observed: wilson(hits, to - from),
    });
    to = from;
  }
  return points;
}

/** Returns ROC, precision, recall and cost at a hundred places of the ranking. */
function measureCurve({ scores, events }: Ranking, costs: Costs): CurvePoint[] {
  const positives = events.reduce((sum, event) => sum + event, 0);
  const negatives = events.length - positives;
  const points: CurvePoint[] = [];
  let [hits, alarms, nextAt] = [0, 0, 0];
  for (let index = 0; index < scores.length; index++) {
    if (events[index] === 1) hits += 1;
    else alarms += 1;
    const isLast = index === scores.length - 1;
    if (!isLast && (scores[index + 1] === scores[index] || index < nextAt)) continue;
    const cost = alarms * costs.falsePositive + (positives - hits) * costs.falseNegative;
    points.push({
      threshold: scores[index] as number,
      recall: hits / positives,
      falsePositiveRate: alarms / negatives,
      precision: hits / (hits + alarms),
      costPerRow: cost / scores.length,
    });
    nextAt = Math.round((points.length * scores.length) / CURVE_POINTS);
  }
  return points;
}

/** Flagging nothing is a choice, too; with a weak model it may be the cheapest. */
function findCheapest(curve: readonly CurvePoint[], events: Uint8Array, costs: Costs) {
  const positives = events.reduce((sum, event) => sum + event, 0);
  const flagNone = { costPerRow: (positives * costs.falseNegative) / events.length };
  const start: Figures['cheapest'] = { threshold: null, ...flagNone };
  return curve.reduce(
    (best, { threshold, costPerRow }) =>
      costPerRow < best.costPerRow ? { threshold, costPerRow } : best,
    start,
  );
}

function measureSegments(
  scores: Float64Array,
  events: Uint8Array,
  segments: readonly string[],
  threshold: number,
): SegmentFigures[] {
  const rowsBySegment = new Map<string, number[]>();
  segments.forEach((segment, index) => {
    const segmentRows = rowsBySegment.get(segment);
    if (segmentRows) segmentRows.push(index);
    else rowsBySegment.set(segment, [index]);
  });
  return [...rowsBySegment]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([segment, rows]) => {
      const segmentScores = Float64Array.from(rows, (row) => scores[row] as number);
      const segmentEvents = Uint8Array.from(rows, (row) => events[row] as number);
      return measureSegment(segment, segmentScores, segmentEvents, threshold);
    });
}

function measureSegment(
  segment: string,
  scores: Float64Array,
  events: Uint8Array,
  threshold: number,
): SegmentFigures {
  const ranking = rankRows(scores, events);
  const positives = events.reduce((sum, event) => sum + event, 0);
  const rows = events.length;
  const confusion = countConfusion(ranking, threshold);
  const { recall, falsePositiveRate } = ratesOf(confusion, { falsePositive: 0, falseNegative: 0 });
  return {
    segment,
    rows,
    positives,
    isSmall: rows < SMALL_ROWS || Math.min(positives, rows - positives) < SMALL_POSITIVES,
    areaUnderRoc: positives > 0 && positives < rows ? computeArea(scores, events) : null,
    brierScore: brierScore(ranking),
    meanProbability: scores.reduce((sum, score) => sum + score, 0) / rows,
    observed: wilson(positives, rows),
    flaggedShare: (confusion.truePositives + confusion.falsePositives) / rows,
    recall,
    falsePositiveRate,
  };
}
