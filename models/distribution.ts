// The distribution of each feature at training time, and the drift of live values from it: the
// population stability index, feature by feature.

import { columnOf, type Matrix } from './learn/train/matrix.ts';

export const DISTRIBUTION_SCHEMA = 'kontor.distribution/1';

/** One feature: bin `i` holds values up to `edges[i]`, the last bin all larger values. */
interface FeatureSpread {
  readonly name: string;
  readonly edges: readonly number[];
  /** Shares of all training rows by bin; one more than edges. */
  readonly shares: readonly number[];
  readonly missing: number;
}

/** The content of `distribution.json`, beside a card. */
export interface Distribution {
  readonly schema: typeof DISTRIBUTION_SCHEMA;
  readonly name: string;
  readonly version: string;
  /** Number of training rows. */
  readonly rows: number;
  readonly features: readonly FeatureSpread[];
  /** Distribution of the model's own answers on rows outside its training; absent when not kept. */
  readonly score?: FeatureSpread;
}

const BINS = 10;
/** The smallest share of a bin, because an empty bin would make the index infinite. */
const MIN_SHARE = 1e-4;

/** Descriptions of the bins and of the reference of an index. */
export const PSI_BINS = 'tenths of the reference, and missing values apart';
export const PSI_REFERENCE =
  'features: the rows that trained; score: answers on rows that did not train';

export const PSI_WARNING = 0.1;
export const PSI_DRIFT = 0.25;
/** With fewer rows, chance alone moves the index of ten bins by some hundredths. */
export const MIN_DRIFT_ROWS = 500;

/** Returns the distribution of training rows in bins of about a tenth each. */
export function computeDistribution(
  { name, version }: { readonly name: string; readonly version: string },
  x: Matrix,
  features: readonly string[],
): Distribution {
  const spread = features.map((feature, column) => describeSpread(feature, columnOf(x, column)));
  return { schema: DISTRIBUTION_SCHEMA, name, version, rows: x.rows, features: spread };
}

/** Returns the distribution with that of the model's answers added. */
export function addScores(distribution: Distribution, scores: Float32Array): Distribution {
  return { ...distribution, score: describeSpread('score', scores) };
}

export function formatDistribution(distribution: Distribution): string {
  return `${JSON.stringify(distribution, null, 1)}\n`;
}

function describeSpread(name: string, values: Float32Array): FeatureSpread {
  const present = values.filter((value) => !Number.isNaN(value)).sort();
  const edges: number[] = [];
  for (let bin = 1; bin < BINS; bin++) {
    const edge = present[Math.floor((present.length * bin) / BINS)] ?? 0;
    // The largest value is no edge: the bin above it would be empty.
    if (edge !== edges.at(-1) && edge < (present.at(-1) ?? 0)) edges.push(edge);
  }
  const { shares, missing } = computeShares(edges, values);
  return { name, edges, shares: shares.map(round), missing: round(missing) };
}

function computeShares(edges: readonly number[], values: ArrayLike<number | null>) {
  const counts = new Array<number>(edges.length + 1).fill(0);
  let missing = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (value === null || value === undefined || Number.isNaN(value)) {
      missing += 1;
      continue;
    }
    const bin = edges.findIndex((edge) => Math.fround(value) <= edge);
    (counts[bin === -1 ? edges.length : bin] as number) += 1;
  }
  return {
    shares: counts.map((count) => count / values.length),
    missing: missing / values.length,
  };
}

export interface FeatureDrift {
  readonly feature: string;
  readonly psi: number;
}

/** Returns the stability index of each feature, largest first. Null is a missing value. */
export function computeFeatureDrift(
  { features }: Distribution,
  rows: readonly (readonly (number | null)[])[],
): FeatureDrift[] {
  const shifts = features.map((spread, column) => {
    const values = rows.map((row) => row[column] ?? null);
    return { feature: spread.name, psi: computeStabilityIndex(spread, values) };
  });
  return shifts.sort((a, b) => b.psi - a.psi);
}

/**
 * Returns the stability index of the model's answers, or null when their distribution was not kept.
 */
export function computeScoreDrift(
  { score }: Distribution,
  scores: readonly number[],
): number | null {
  return score ? computeStabilityIndex(score, scores) : null;
}

function computeStabilityIndex(
  { edges, shares, missing }: FeatureSpread,
  values: readonly (number | null)[],
) {
  const live = computeShares(edges, values);
  const expected = [...shares, missing];
  const psi = [...live.shares, live.missing].reduce((sum, share, bin) => {
    const [observedShare, referenceShare] = [
      Math.max(share, MIN_SHARE),
      Math.max(expected[bin] ?? 0, MIN_SHARE),
    ];
    return sum + (observedShare - referenceShare) * Math.log(observedShare / referenceShare);
  }, 0);
  return round(psi);
}

export function classifyDrift(psi: number): 'stable' | 'warning' | 'drift' {
  if (psi > PSI_DRIFT) return 'drift';
  return psi > PSI_WARNING ? 'warning' : 'stable';
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
