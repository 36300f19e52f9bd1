// Attributions as reasons: the features that moved a score, the most important first.

import type { Attribution } from './tree-shap.ts';

export interface Reason {
  readonly code: string;
  readonly message: string;
  readonly feature: string;
  /** Null when the value was missing. */
  readonly value: number | null;
  /** The value's contribution to the score before calibration. */
  readonly contribution: number;
  readonly direction: 'increases' | 'decreases';
  /** Its share of the absolute contributions of all features, 0 to 1. */
  readonly weight: number;
}

/** A feature with its meaning in a reviewer's words. */
export interface NamedFeature {
  readonly name: string;
  readonly meaning?: string | undefined;
}

const MAX_REASONS = 5;

/** @param features in the order of the columns */
export function makeReasons(
  { parts }: Attribution,
  features: readonly NamedFeature[],
  row: ArrayLike<number>,
): Reason[] {
  const total = parts.reduce((sum, part) => sum + Math.abs(part), 0);
  return parts
    .map((contribution, index) => ({ contribution, at: index }))
    .filter(({ contribution }) => contribution !== 0)
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .slice(0, MAX_REASONS)
    .map(({ contribution, at }) => {
      const { name, meaning } = features[at] ?? { name: '' };
      const value = row[at] ?? Number.NaN;
      return {
        code: name.replace(/[A-Z0-9]+/g, (part) => `_${part.toLowerCase()}`),
        message: meaning ?? name,
        feature: name,
        value: Number.isNaN(value) ? null : value,
        contribution: round(contribution),
        direction: contribution > 0 ? 'increases' : 'decreases',
        weight: round(Math.abs(contribution) / total),
      };
    });
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
