// The normal distribution, and the interval of a share.

import type { Interval } from '../learn/train/bootstrap.ts';

/** The z score of two-sided 95 %. */
export const Z95 = 1.959963984540054;

/**
 * Chebyshev's fit of erfc; its relative error is below 1.2e-7 everywhere (Numerical Recipes,
 * 6.2.2).
 */
const ERFC = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
];

function erfc(x: number): number {
  const z = Math.abs(x);
  const t = 1 / (1 + z / 2);
  const sum = ERFC.reduceRight((total, factor) => total * t + factor, 0);
  const value = t * Math.exp(-z * z + sum);
  return x >= 0 ? value : 2 - value;
}

/** Returns the two-sided p-value of a z score. */
export function twoSidedP(z: number): number {
  return Math.min(1, erfc(Math.abs(z) / Math.SQRT2));
}

/** Returns the 95 % interval of a share (Wilson), which is never empty and lies within 0 and 1. */
export function wilson(hits: number, total: number): Interval | null {
  if (total === 0) return null;
  const share = hits / total;
  const square = Z95 * Z95;
  const middle = (share + square / (2 * total)) / (1 + square / total);
  const half =
    (Z95 * Math.sqrt((share * (1 - share)) / total + square / (4 * total * total))) /
    (1 + square / total);
  // Rounding would leave 1e-17 where the bound equals the share.
  const low = hits === 0 ? 0 : Math.max(0, middle - half);
  const high = hits === total ? 1 : Math.min(1, middle + half);
  return { value: share, low, high };
}
