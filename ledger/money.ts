// Amounts of money: whole minor units, `bigint` inside and safe integers in JSON. Nothing here
// rounds: a conversion is exact or throws, and the parts of a split add up to the total.

import { exponentOf } from './currency.ts';

/** Largest amount in minor units, 2^53 - 1: the last integer that JSON readers keep exact. */
export const MAX_AMOUNT = 2n ** 53n - 1n;

/** Thrown for an amount that a JSON number cannot represent exactly. */
export class AmountTooLarge extends RangeError {}

/**
 * Converts an amount to a JSON number.
 *
 * @param amount minor units, either sign.
 * @returns the same minor units.
 * @throws AmountTooLarge beyond {@link MAX_AMOUNT} in either direction, where numbers lose digits.
 */
export function toJson(amount: bigint): number {
  if (amount > MAX_AMOUNT || amount < -MAX_AMOUNT) {
    throw new AmountTooLarge(`amount outside the safe integers: ${amount}`);
  }
  return Number(amount);
}

/**
 * Writes an amount as a plain decimal number with all places of its currency: 1234n EUR is
 * `12.34`, -5n EUR `-0.05`, 1234n JPY `1234`, 1234n KWD `1.234`. No grouping, no symbol.
 *
 * @param amount minor units of any size.
 * @param currencyCode decides how many places there are.
 * @throws RangeError on an unknown currency.
 */
export function formatMinor(amount: bigint, currencyCode: string): string {
  const exponent = exponentOf(currencyCode);
  const sign = amount < 0n ? '-' : '';
  const digits = absolute(amount)
    .toString()
    .padStart(exponent + 1, '0');
  if (exponent === 0) return sign + digits;
  const point = digits.length - exponent;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * Splits a total by weights: largest-remainder method (Hamilton), so each part is the exact share
 * rounded down or up and no other split in whole units comes closer to the exact shares.
 *
 * Units left over after rounding down go to the largest remainders, equal remainders to the lower
 * index. A zero weight gets nothing; a negative total gives the negated parts of the positive one.
 *
 * @param total minor units, either sign, any size.
 * @param weights proportions in any unit, one for each part.
 * @returns minor units in the order of the weights; their sum is exactly `total`.
 * @throws RangeError on a negative weight, or when no weight is above zero: there is no part to
 *   give the total to.
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.some((weight) => weight < 0n)) throw new RangeError('a weight is negative');
  const allWeights = sumOf(weights);
  if (allWeights === 0n) throw new RangeError('at least one weight must be above zero');

  const magnitude = absolute(total);
  const shares = weights.map((weight) => ({
    units: (magnitude * weight) / allWeights,
    remainder: (magnitude * weight) % allWeights,
  }));
  // Fewer units are left than there are remainders above zero, so one each is enough.
  const remaining = magnitude - sumOf(shares.map((share) => share.units));
  // Sorting is stable: equal remainders keep the order of the weights.
  const sharesByRemainder = [...shares].sort((a, b) => compareDescending(a.remainder, b.remainder));
  for (const share of sharesByRemainder.slice(0, Number(remaining))) share.units += 1n;

  return shares.map((share) => (total < 0n ? -share.units : share.units));
}

function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

function compareDescending(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a > b ? -1 : 1;
}
