// Hypothetical changes of a payment, one at a time, as rows of features for the model. A smaller
// amount changes all features derived from the amount; every other feature changes alone.

import { TRANSFER_FEATURES } from '../../models/features/transfer-features.ts';

export interface Candidate {
  readonly feature: string;
  readonly from: number;
  readonly to: number;
  /** The whole row of features after the change. */
  readonly features: readonly number[];
}

const COLUMNS = new Map(TRANSFER_FEATURES.map(({ name }, index) => [name, index]));

/** Features proportional to the amount. */
const AMOUNT_FEATURES = [
  'amountReference',
  'amountToOwnMean',
  'amountToOwnLargest',
  'balanceDrained',
];
const TO_PAYEE = 'amountToPayeeMean';
/** Features proportional to the day's outflow, including this payment. */
const DAY_FEATURES = ['dayToUsualDay', 'passedThrough24h'];
/** Smaller amounts, the smallest change first. */
const SHARES = Array.from({ length: 19 }, (_, index) => (95 - 5 * index) / 100);
/** Counts that could be lower with fewer earlier payments. */
const FEWER_IS_BETTER = ['outCount1h', 'outCount24h', 'newPayees24h'];
const MAX_STEPS = 50;
/** Delays in the unit of the feature. */
const DELAYS: Readonly<Record<string, readonly number[]>> = {
  hoursSinceLastOut: [1, 6, 24, 72, 168],
  daysSincePayeeIsKnown: [1, 7, 30, 90],
  payeeAgeDays: [7, 30, 90, 365],
};

/** Returns the candidates, the smallest change of each feature first. */
export function listCandidates(features: readonly number[]): Candidate[] {
  return [...listSmallerAmounts(features), ...listFewer(features), ...listLater(features)];
}

const readFeature = (features: readonly number[], name: string) =>
  features[COLUMNS.get(name) ?? -1] ?? Number.NaN;

/** Returns the row with other values; missing values stay missing. */
function replaceValues(features: readonly number[], values: Readonly<Record<string, number>>) {
  const changed = [...features];
  for (const [name, value] of Object.entries(values)) changed[COLUMNS.get(name) ?? -1] = value;
  return changed;
}

function listSmallerAmounts(features: readonly number[]): Candidate[] {
  const feature = 'amountReference';
  const from = readFeature(features, feature);
  if (Number.isNaN(from)) return [];
  const share = computeDayShare(features);
  return SHARES.map((part) => {
    const direct = [...AMOUNT_FEATURES, TO_PAYEE].map((name) => [
      name,
      part * readFeature(features, name),
    ]);
    // The other payments of the day are unchanged.
    const day = 1 - share + share * part;
    const summed = DAY_FEATURES.map((name) => [name, day * readFeature(features, name)]);
    const values = Object.fromEntries([...direct, ...summed]) as Record<string, number>;
    return { feature, from, to: part * from, features: replaceValues(features, values) };
  });
}

/** Returns the share of this payment in the day's outflow, computed from the ratios. */
function computeDayShare(features: readonly number[]): number {
  const toMean = readFeature(features, 'amountToOwnMean');
  const toUsual = readFeature(features, 'dayToUsualDay');
  // Without payments within 90 days, this payment is the whole outflow of its day.
  if (!(toMean > 0) || !(toUsual > 0)) return 1;
  const days = Math.min(90, Math.max(1, readFeature(features, 'accountAgeDays')));
  const sumOf90Days = readFeature(features, 'outCount90d') / toMean;
  return Math.min(1, days / (toUsual * sumOf90Days));
}

function listFewer(features: readonly number[]): Candidate[] {
  return FEWER_IS_BETTER.flatMap((feature) => {
    const from = readFeature(features, feature);
    const step = Math.max(1, Math.ceil(from / MAX_STEPS));
    const count = Math.ceil(from / step);
    return Array.from({ length: count }, (_, index) => {
      const to = Math.max(0, from - step * (index + 1));
      return { feature, from, to, features: replaceValues(features, { [feature]: to }) };
    });
  });
}

function listLater(features: readonly number[]): Candidate[] {
  return Object.entries(DELAYS).flatMap(([feature, values]) => {
    const from = readFeature(features, feature);
    return values
      .filter((to) => to > from)
      .map((to) => ({ feature, from, to, features: replaceValues(features, { [feature]: to }) }));
  });
}
