// A scoring job on disk: the order in `scoring.json`, the rows beside it, and the messages of its
// process.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KillReason } from '../confined/supervise-scoring.ts';
import type { DeclaredFeature } from '../gate/declaration.ts';
import type { Signature } from '../gate/inspect.ts';
import type { Interval } from '../learn/train/bootstrap.ts';
import type { RowsFormat } from '../learn/train/job.ts';
import type { AreaTest } from './delong.ts';
import type { Fairness, FairnessOptions } from './fairness.ts';
import type { Costs, Figures } from './figures.ts';
import type { PermutationImportance } from './permutation.ts';

/** The facts of a version that scoring needs. */
export interface ScoredVersion {
  readonly versionId: string;
  readonly name: string;
  readonly label: string;
  /** Path of its file. */
  readonly file: string;
  readonly sha256: string;
  readonly signature: Signature;
  /** False for a version that comes with the engine. */
  readonly isForeign: boolean;
  /** Bytes that the graph's nodes allocate for a row. */
  readonly rowBytes: number;
  readonly features: readonly DeclaredFeature[];
  /** The threshold: rows with this score or more are flagged. */
  readonly threshold: number;
}

interface CommonJob {
  readonly version: ScoredVersion;
  readonly rowsFormat: RowsFormat;
}

export interface EvaluationJob extends CommonJob {
  readonly kind: 'evaluation';
  readonly champion: ScoredVersion | null;
  readonly labelField: string;
  readonly segmentField: string | null;
  /** Null when no groups are compared. */
  readonly fairness: FairnessOptions | null;
  readonly thresholds: readonly number[];
  readonly costs: Costs;
  /** Hashes of the version's training rows. */
  readonly learntFrom: readonly string[];
  /** True when the version is known, by other means, to have learnt from some of these rows. */
  readonly overlaps: boolean;
}

export interface BatchJob extends CommonJob {
  readonly kind: 'batch';
  /** A field that identifies the rows in the result, or null for the row number. */
  readonly idField: string | null;
}

export type ScoringJob = EvaluationJob | BatchJob;

export interface EvaluationFinding {
  readonly code:
    | 'learnt_from_these_rows'
    | 'few_events'
    | 'champion_lacks_features'
    | 'champion_cannot_score'
    | 'importance_not_measured';
  readonly message: string;
}

export interface ChampionComparison {
  readonly versionId: string;
  readonly name: string;
  readonly version: string;
  readonly figures: Figures;
  /** DeLong's test on the same rows: the version minus the champion. */
  readonly test: AreaTest;
  readonly verdict: 'better' | 'worse' | 'no_difference';
}

/** The result of an evaluation. */
export interface EvaluationReport {
  readonly rows: number;
  readonly positives: number;
  /** Hash of the rows as read. */
  readonly rowsSha256: string;
  readonly threshold: number;
  readonly costs: Costs;
  readonly intervals: string;
  readonly figures: Figures;
  /** Null when no groups were named. */
  readonly fairness: Fairness | null;
  /** Null when it was not measured; a finding has the reason. */
  readonly importance: PermutationImportance | null;
  readonly comparison: ChampionComparison | null;
  readonly findings: readonly EvaluationFinding[];
}

/** The result of a batch of scores. */
export interface BatchReport {
  readonly rows: number;
  readonly flagged: number;
  readonly threshold: number;
  readonly meanProbability: number;
  readonly rowsSha256: string;
}

/** One fault of the rows: of a column, or of all rows. */
export interface ScoringFault {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

export type ScoringEnd =
  | { readonly kind: 'evaluated'; readonly report: EvaluationReport }
  | { readonly kind: 'scored'; readonly report: BatchReport }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly faults: readonly ScoringFault[];
      /** True when the version exceeded the limits of a call. */
      readonly kill?: { readonly reason: KillReason; readonly detail: string };
    };

export type ScorerMessage =
  | {
      readonly kind: 'progress';
      readonly stage: 'reading' | 'scoring' | 'measuring' | 'writing';
      readonly done: number;
      readonly all: number;
    }
  | ScoringEnd;

const JOB = 'scoring.json';

export function scoringFilePath(folder: string): string {
  return join(folder, JOB);
}

/** Path of a batch's result. */
export function resultFilePath(folder: string): string {
  return join(folder, 'scores.csv');
}

export function readScoringJob(folder: string): ScoringJob {
  return JSON.parse(readFileSync(scoringFilePath(folder), 'utf8')) as ScoringJob;
}

/** Rounds an interval to four digits, as on a card. */
export function roundInterval({ value, low, high }: Interval): Interval {
  const roundToFour = (figure: number) => Math.round(figure * 10_000) / 10_000;
  return { value: roundToFour(value), low: roundToFour(low), high: roundToFour(high) };
}
