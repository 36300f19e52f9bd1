// All figures of a card from the probabilities of a hold-out.

import type { Measurement } from '../../card.ts';
import { type BootstrapOptions, computeIntervals, type Interval } from './bootstrap.ts';
import {
  accuracyAt,
  areaUnderRoc,
  averagePrecision,
  brierScore,
  calibrationError,
  countConfusion,
  kolmogorovSmirnov,
  majorityAccuracy,
  rankRows,
  recallAtFalsePositives,
} from './metrics.ts';

export interface MeasureOptions {
  readonly what: string;
  /** The threshold of the confusion matrix, chosen on other rows. */
  readonly threshold: number;
  readonly bootstrap?: BootstrapOptions;
}

export function measureHoldout(
  probabilities: Float64Array,
  events: Uint8Array,
  { what, threshold, bootstrap }: MeasureOptions,
): Measurement {
  const ranking = rankRows(probabilities, events);
  const intervals = computeIntervals(
    ranking,
    {
      areaUnderRoc,
      averagePrecision,
      kolmogorovSmirnov,
      brierScore,
      calibrationError: (ranking, counts) => calibrationError(ranking, counts),
      recallAt1PercentFalsePositives: (ranking, counts) =>
        recallAtFalsePositives(ranking, 0.01, counts),
      accuracy: (ranking, counts) => accuracyAt(ranking, threshold, counts),
    },
    bootstrap,
  );
  const rounded = Object.entries(intervals).map(([name, { value, low, high }]) => {
    return [name, { value: roundToFour(value), low: roundToFour(low), high: roundToFour(high) }];
  });
  return {
    what,
    rows: events.length,
    positives: events.reduce((sum, event) => sum + event, 0),
    ...(Object.fromEntries(rounded) as Record<keyof typeof intervals, Interval>),
    majorityAccuracy: roundToFour(majorityAccuracy(events)),
    threshold: roundToFour(threshold),
    confusion: countConfusion(ranking, threshold),
  };
}

/** Rounds to four digits, because further digits are noise. */
function roundToFour(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
