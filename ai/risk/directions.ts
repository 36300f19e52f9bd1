// The gate for models that judge payments: changes that must never raise the risk. These are a
// payee who was paid before and longer ago, an older account, and a smaller amount.

import {
  type Direction,
  type FavourableStep,
  makeFavourableSteps,
} from '../../models/evaluate/wrong-way.ts';
import {
  RISKIEST_WHEN_MISSING,
  TRANSFER_DIRECTIONS,
  TRANSFER_FEATURES,
} from '../../models/features/transfer-features.ts';
import { createRandom } from '../../models/learn/train/random.ts';

const DIRECTIONS: readonly Direction[] = TRANSFER_FEATURES.flatMap(({ name, max }, column) => {
  const sign = TRANSFER_DIRECTIONS[name];
  if (!sign) return [];
  return [{ name, column, sign, isMissingWorst: RISKIEST_WHEN_MISSING[name] === sign, max }];
});

/** Test values for a model whose trees are unknown. */
const USUAL_VALUES = [0.1, 0.5, 1, 2, 5, 20, 100, 365, 1_000, 10_000];

/**
 * Favourable steps of a payment: none may make it look worse.
 * @param valuesFor the model's split points, by column; by default usual values
 */
export function listFavourableSteps(
  rows: readonly Float32Array[],
  valuesFor: (column: number) => readonly number[] = () => USUAL_VALUES,
): FavourableStep[] {
  return makeFavourableSteps(rows, DIRECTIONS, valuesFor);
}

/** Features that are missing when the payee was never paid. */
const KNOWN_PAYEE_FEATURES = new Set(Object.keys(RISKIEST_WHEN_MISSING));
const MISSING_SHARE = 0.1;

/** Makes artificial rows of payments over the whole range; the same seed gives the same rows. */
export function makePayments(count: number, seed: number): Float32Array[] {
  const random = createRandom(seed);
  const drawLogUniform = (from: number, to: number) => from * (to / from) ** random.next();
  return Array.from({ length: count }, () => {
    const isKnown = random.below(2) === 0;
    const valueFor = ({ name, unit, max, mayBeMissing }: (typeof TRANSFER_FEATURES)[number]) => {
      if (KNOWN_PAYEE_FEATURES.has(name) && !isKnown) return Number.NaN;
      if (name === 'paidBefore') return isKnown ? 1 + random.below(40) : 0;
      if (mayBeMissing && random.next() < MISSING_SHARE) return Number.NaN;
      if (max === 1) return unit === '0 or 1' ? random.below(2) : random.next();
      if (name === 'hour') return random.below(24);
      if (name === 'amountReference') return drawLogUniform(0.5, 50_000);
      if (/days/i.test(unit) && !unit.includes('mean')) return drawLogUniform(0.1, 2_000);
      return mayBeMissing ? drawLogUniform(0.01, 100) : random.below(40);
    };
    return Float32Array.from(TRANSFER_FEATURES, valueFor);
  });
}
