// The gate for credit models: changes that must never make credit harder to get. These are more
// income, longer employment and history, no default on file, a smaller loan, and a larger income
// with a smaller loan.

import {
  countWrongWaySteps,
  type FavourableStep,
  type WrongWaySteps,
} from '../../models/evaluate/wrong-way.ts';
import {
  CREDIT_FEATURES,
  type CreditApplication,
  computeCreditFeatures,
  HOME_OWNERSHIPS,
  LOAN_PURPOSES,
} from '../../models/features/credit-features.ts';
import { createRandom } from '../../models/learn/train/random.ts';

/** Returns additional values of a feature at which the model is tested. */
export type SplitPoints = (feature: string) => readonly number[];

const MAX_INCOME = 10_000_000;
const findFeature = (name: string) => CREDIT_FEATURES.find((feature) => feature.name === name);

/** Returns the values at and on both sides of a split point. */
function pointsAround(points: readonly number[], unit: number): number[] {
  return points.flatMap((point) => [point - unit, point, point + unit]);
}

/**
 * Returns the favourable steps of applications: to each better value of one feature, and of income
 * and amount together.
 */
export function favourableSteps(
  applications: readonly CreditApplication[],
  splits: SplitPoints,
): FavourableStep[] {
  const years = (name: 'employmentYears' | 'creditHistoryYears') => {
    const max = findFeature(name)?.max ?? 60;
    const values = pointsAround(splits(name), 1).map(Math.round).concat([0, 1, 5, 20, 40, max]);
    return values.filter((value) => value >= 0 && value <= max);
  };
  const incomes = (income: number, amount: number) =>
    pointsAround(splits('income'), 1)
      .concat(splits('loanToIncome').map((ratio) => amount / ratio))
      .concat(
        [1.01, 1.05, 1.15, 1.5, 3].map((factor) => income * factor),
        [MAX_INCOME],
      )
      .filter((value) => value > income && value <= MAX_INCOME);
  const amounts = (income: number, amount: number) =>
    pointsAround(splits('loanAmount'), 1)
      .concat(splits('loanToIncome').map((ratio) => income * ratio))
      .concat([0.99, 0.95, 0.8, 0.5, 0.25].map((factor) => amount * factor))
      .filter((value) => value < amount && value >= 1);
  const byName = new Map<string, [Float32Array[], Float32Array[]]>();
  const rows = new Map(
    applications.map((application) => [
      application,
      Float32Array.from(computeCreditFeatures(application)),
    ]),
  );
  const add = (name: string, from: CreditApplication, change: Partial<CreditApplication>) => {
    const [before, after] = byName.get(name) ?? [[], []];
    before.push(rows.get(from) as Float32Array);
    after.push(Float32Array.from(computeCreditFeatures({ ...from, ...change })));
    byName.set(name, [before, after]);
  };
  for (const application of applications) {
    const { income, loanAmount, employmentYears, creditHistoryYears } = application;
    const [higherIncomes, smallerAmounts] = [
      incomes(income, loanAmount),
      amounts(income, loanAmount),
    ];
    for (const value of higherIncomes) add('income', application, { income: value });
    for (const value of smallerAmounts) add('loanAmount', application, { loanAmount: value });
    higherIncomes.slice(0, smallerAmounts.length).forEach((value, index) => {
      add('income and loanAmount', application, {
        income: value,
        loanAmount: smallerAmounts[index] as number,
      });
    });
    if (employmentYears !== null) {
      for (const value of years('employmentYears')) {
        if (value > employmentYears)
          add('employmentYears', application, { employmentYears: value });
      }
    }
    for (const value of years('creditHistoryYears')) {
      if (value > creditHistoryYears)
        add('creditHistoryYears', application, { creditHistoryYears: value });
    }
    if (application.hasDefaulted) add('hasDefaulted', application, { hasDefaulted: false });
  }
  return [...byName].map(([name, [before, after]]) => ({ name, before, after }));
}

/** Makes artificial applications over the whole range; the same seed gives the same ones. */
export function makeApplications(count: number, seed: number): CreditApplication[] {
  const random = createRandom(seed);
  const pick = <One>(list: readonly One[]) => list[random.below(list.length)] as One;
  return Array.from({ length: count }, () => ({
    income: 4_000 + random.below(400_000),
    employmentYears: random.below(6) === 0 ? null : random.below(45),
    loanAmount: 500 + random.below(34_500),
    purpose: pick(LOAN_PURPOSES),
    homeOwnership: pick(HOME_OWNERSHIPS),
    hasDefaulted: random.below(5) === 0,
    creditHistoryYears: random.below(40),
  }));
}

/** Counts the favourable steps that make credit harder to get. */
export function countWrongDirections(
  applications: readonly CreditApplication[],
  splits: SplitPoints,
  scoreRows: (rows: readonly Float32Array[]) => Promise<ArrayLike<number>>,
): Promise<WrongWaySteps> {
  return countWrongWaySteps(favourableSteps(applications, splits), scoreRows);
}
