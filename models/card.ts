// The card of a model: its purpose, its training data, its measured quality and its limits. It is
// stored beside the model and checked against it before anything is scored.

import type { ModelTask } from '../ledger/models/model.ts';
import type { Interval } from './learn/train/bootstrap.ts';
import type { DataFinding } from './learn/train/leakage.ts';
import type { Confusion } from './learn/train/metrics.ts';
import type { TuningResult } from './learn/train/tune.ts';

export const CARD_SCHEMA = 'kontor.model-card/1';

/** One input of a model. The order of a card's features is the order of the model's columns. */
export interface Feature {
  readonly name: string;
  readonly unit: string;
  /** The meaning in words for reviewers; reasons of decisions quote it. */
  readonly meaning: string;
  /** Null for no bound. A value outside the bounds is refused, never clipped. */
  readonly min: number | null;
  readonly max: number | null;
  /** True when null is allowed; the model receives it as NaN. */
  readonly mayBeMissing: boolean;
  /** 1: a higher value never lowers the score; -1: never raises it; 0: free. */
  readonly monotone: -1 | 0 | 1;
  /** By default a number. */
  readonly kind?: FeatureKind;
  /** Values of a category, numbered from 0; any other value counts as unknown. */
  readonly categories?: readonly string[];
}

/**
 * Kinds of values that a training learns from. A date reaches the model as days since 1970-01-01
 * UTC, a category as its number.
 */
export const FEATURE_KINDS = ['number', 'category', 'date'] as const;
/** Uploaded files may also take whole numbers. */
export type FeatureKind = (typeof FEATURE_KINDS)[number] | 'integer';

/** The largest whole number that a 32-bit float distinguishes from its neighbours. */
export const LARGEST_INTEGER = 2 ** 24;

/** Returns true for a whole number that a 32-bit float holds exactly. */
export function isExactInteger(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= LARGEST_INTEGER;
}

export interface DataSource {
  readonly name: string;
  readonly source: string;
  readonly licence: string;
  /** Hash of the file, or of the rows that a simulator made. */
  readonly sha256: string;
  readonly rows: number;
  readonly positives: number;
  /** Meaning of the label, and method of the split. */
  readonly label: string;
  readonly split: string;
  /** Warnings of the checks before training. */
  readonly findings: readonly DataFinding[];
}

/**
 * Measured on rows that were not used to choose anything. Intervals are 95 % bootstrap intervals.
 */
export interface Measurement {
  readonly what: string;
  readonly rows: number;
  readonly positives: number;
  readonly areaUnderRoc: Interval;
  readonly averagePrecision: Interval;
  readonly kolmogorovSmirnov: Interval;
  readonly brierScore: Interval;
  readonly calibrationError: Interval;
  readonly recallAt1PercentFalsePositives: Interval;
  /** Accuracy at the threshold in use; compare it with `majorityAccuracy`. */
  readonly accuracy: Interval;
  /** Accuracy of always predicting the more frequent label. */
  readonly majorityAccuracy: number;
  readonly threshold: number;
  /** The confusion matrix at that threshold. */
  readonly confusion: Confusion;
}

export interface ModelCard {
  readonly schema: typeof CARD_SCHEMA;
  readonly name: string;
  readonly version: string;
  readonly title: string;
  /** The model's task, as the training names it. */
  readonly task: ModelTask;
  /** The event whose probability the model estimates. */
  readonly predicts: string;
  readonly intendedFor: string;
  readonly notFor: readonly string[];
  readonly limits: readonly string[];
  readonly features: readonly Feature[];
  /** SHA-256 of the canonical JSON of `features`: the signature that a caller relies on. */
  readonly featuresSha256: string;
  readonly data: DataSource;
  readonly learner: {
    readonly kind: 'boosted-trees' | 'logistic';
    readonly options: Readonly<Record<string, number | string | readonly number[]>>;
    readonly calibration: 'platt' | 'isotonic';
    readonly trees: number;
    readonly seed: number;
  };
  /** How the learner was chosen; absent when the request named it. */
  readonly selection?: {
    readonly method: 'cross_validation' | 'validation_part';
    /** Area under ROC by learner, on rows outside its training. */
    readonly candidates: Readonly<Record<string, number>>;
    readonly why: string;
  };
  /** Tree settings that tuning tried in the given time; absent without tuning. */
  readonly tuning?: TuningResult;
  /** Versions of software that must match to reproduce the same bytes. */
  readonly versions: Readonly<Record<string, string>>;
  /** Measured figures of this artefact. */
  readonly measured: Measurement;
  /** Figures of the logistic regression on the same rows. */
  readonly baseline: Measurement;
  /** The figure that the specification states; not measured. */
  readonly stated: { readonly accuracy: number; readonly by: string } | null;
  /**
   * Changes to a better value after which the model's answer was worse, counted on hold-out rows;
   * absent when unmeasured.
   */
  readonly wrongWaySteps?: {
    readonly rows: number;
    readonly steps: number;
    readonly wrong: number;
  };
  /** Mean size of the exact attributions on hold-out rows, as a share, most important first. */
  readonly importance: readonly { readonly feature: string; readonly share: number }[];
  readonly artifact: {
    readonly file: 'model.onnx';
    readonly sha256: string;
    readonly bytes: number;
    readonly irVersion: number;
    readonly opsets: Readonly<Record<string, number>>;
    /**
     * The name of the single input matrix; absent when each feature is an input `[N, 1]` with its
     * own name.
     */
    readonly input?: { readonly name: 'features'; readonly shape: readonly ['N', number] };
    readonly inputs?: readonly { readonly name: string; readonly type: 'float' | 'string' }[];
    readonly output: { readonly name: string; readonly shape: readonly ['N', 1] };
    /**
     * Largest difference between the score of the runtime, in 32-bit floats, and that of the
     * training.
     */
    readonly tolerance: number;
  };
  /**
   * The file of node covers for exact attributions; null for a model without trees of this trainer.
   */
  readonly covers: { readonly file: 'covers.json'; readonly sha256: string } | null;
  /** Rows with the scores that the file must give; null is a missing value. */
  readonly golden: readonly {
    readonly features: readonly (number | null)[];
    readonly probability: number;
  }[];
}
