// Figures of a model's recent answers without labels: number, speed, and drift of the features from
// the training data.

import type { CreditScore } from '../../../db/credit/scores.ts';
import type { CreditDecision } from '../../../ledger/decisions/credit.ts';
import {
  classifyDrift,
  computeFeatureDrift,
  computeScoreDrift,
  type Distribution,
  type FeatureDrift,
  MIN_DRIFT_ROWS,
} from '../../../models/distribution.ts';

export interface LiveFigures<Decision extends string = CreditDecision> {
  /** Number of applications or payments, answered or not. */
  readonly decisions: number;
  readonly samples: number;
  /** Number that the model failed to answer. */
  readonly degraded: number;
  readonly meanProbability: number | null;
  readonly byDecision: Readonly<Record<Decision, number>>;
}

/** Milliseconds by nearest rank. */
export interface Latency {
  readonly samples: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface Drift {
  readonly rows: number;
  /** Index of the feature that drifted most. */
  readonly psi: number;
  /** Index of the model's answers, or null when their distribution was not kept. */
  readonly score: number | null;
  /** Status by the larger of the two. */
  readonly status: 'stable' | 'warning' | 'drift';
  readonly features: readonly FeatureDrift[];
}

export function computeLiveFigures(scores: readonly CreditScore[]): LiveFigures {
  const answered = scores.flatMap(({ probability }) => (probability === null ? [] : [probability]));
  const count = (decision: CreditDecision) =>
    scores.filter((score) => score.decision === decision).length;
  return {
    decisions: scores.length,
    samples: answered.length,
    degraded: scores.filter(({ degraded }) => degraded).length,
    meanProbability:
      answered.length === 0
        ? null
        : answered.reduce((sum, probability) => sum + probability, 0) / answered.length,
    byDecision: {
      approved: count('approved'),
      denied: count('denied'),
      manual_review: count('manual_review'),
    },
  };
}

/** Returns null when nothing was timed. */
export function computeLatency(scores: readonly CreditScore[]): Latency | null {
  return computePercentiles(
    scores.flatMap(({ latencyUs }) => (latencyUs === null ? [] : [latencyUs])),
  );
}

/** Computes percentiles of microseconds in any order. */
export function computePercentiles(micros: readonly number[]): Latency | null {
  const timed = [...micros].sort((a, b) => a - b);
  if (timed.length === 0) return null;
  const rank = (share: number) => (timed[Math.ceil(timed.length * share) - 1] ?? 0) / 1_000;
  return { samples: timed.length, p50: rank(0.5), p95: rank(0.95), p99: rank(0.99) };
}

/** An answer of the model, with its input. */
interface Answer {
  readonly features: readonly (number | null)[] | null;
  readonly probability: number | null;
}

/** Returns null when there are too few scores to distinguish a shift from chance. */
export function computeDrift(distribution: Distribution, answers: readonly Answer[]): Drift | null {
  const rows: (readonly (number | null)[])[] = [];
  const scores: number[] = [];
  for (const { features, probability } of answers) {
    if (features === null || probability === null) continue;
    rows.push(features);
    scores.push(probability);
  }
  if (rows.length < MIN_DRIFT_ROWS) return null;
  const features = computeFeatureDrift(distribution, rows);
  const score = computeScoreDrift(distribution, scores);
  const psi = features[0]?.psi ?? 0;
  const status = classifyDrift(Math.max(psi, score ?? 0));
  return { rows: rows.length, psi, score, status, features };
}
