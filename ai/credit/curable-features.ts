// Finds the features that are reasons for a refusal: those whose improvement leads to an approval,
// alone or in a set of which no member can be left out.

import {
  type CreditApplication,
  HOME_OWNERSHIPS,
  LOAN_PURPOSES,
} from '../../models/features/credit-features.ts';
import type { CreditModel } from './assess.ts';
import { CREDIT_POLICY } from './policy.ts';
import type { Contribution } from './reasons.ts';

/** Bounds of the search: larger changes are unrealistic for an applicant. */
const INCOME_TIMES = 3;
const YEARS_MORE = 10;

/** Returns, for each feature, applications with better values of it. */
const BETTER_VALUES: Readonly<
  Record<string, (from: CreditApplication) => readonly Partial<CreditApplication>[]>
> = {
  income: ({ income }) => [{ income: income * INCOME_TIMES }],
  loanAmount: ({ loanAmount }) => [{ loanAmount: loanAmount * smallestShare }],
  loanToIncome: ({ loanAmount, income }) => [
    { loanAmount: loanAmount * smallestShare },
    { income: income * INCOME_TIMES },
  ],
  employmentYears: ({ employmentYears }) =>
    employmentYears === null ? [] : [{ employmentYears: employmentYears + YEARS_MORE }],
  hasDefaulted: ({ hasDefaulted }) => (hasDefaulted ? [{ hasDefaulted: false }] : []),
  creditHistoryYears: ({ creditHistoryYears }) => [
    { creditHistoryYears: creditHistoryYears + YEARS_MORE },
  ],
  homeOwnership: ({ homeOwnership }) =>
    HOME_OWNERSHIPS.filter((ownership) => ownership !== homeOwnership).map((ownership) => ({
      homeOwnership: ownership,
    })),
  purpose: ({ purpose }) =>
    LOAN_PURPOSES.filter((otherPurpose) => otherPurpose !== purpose).map((purpose) => ({
      purpose,
    })),
};

const smallestShare = CREDIT_POLICY.smallestOfferPercent / 100;

/**
 * @param raising features that raised the risk
 * @returns the features of minimal sets whose better values lead to an approval
 */
export async function findCurableFeatures(
  raising: readonly Contribution[],
  from: CreditApplication,
  model: CreditModel,
): Promise<readonly Contribution[]> {
  const factors = await findBestChanges(raising, from, model);
  // A set of factors is a number with one bit for each factor.
  const sets = Array.from({ length: 2 ** factors.length }, (_, set) => set);
  const applications = sets.map((set): CreditApplication => {
    const changes = factors
      .filter((_, index) => includesFactor(set, index))
      .map(({ change }) => change);
    return Object.assign({}, from, ...changes);
  });
  const probabilities = await model.probabilities(applications);
  const cures = sets.map((set) => (probabilities[set] ?? 1) <= CREDIT_POLICY.approveUpTo);
  return factors
    .filter((_, index) =>
      sets.some((set) => includesFactor(set, index) && cures[set] && !cures[set - 2 ** index]),
    )
    .map(({ contribution }) => contribution);
}

const includesFactor = (set: number, position: number) => Math.floor(set / 2 ** position) % 2 === 1;

interface Factor {
  readonly contribution: Contribution;
  readonly change: Partial<CreditApplication>;
}

/**
 * Returns the better value of each feature that lowers the risk most; features without one are left
 * out.
 */
async function findBestChanges(
  raising: readonly Contribution[],
  from: CreditApplication,
  model: CreditModel,
): Promise<Factor[]> {
  const tries = raising
    .flatMap((contribution) =>
      (BETTER_VALUES[contribution.feature]?.(from) ?? []).map((change) => ({
        contribution,
        change,
      })),
    )
    .filter(({ change }) => model.accepts({ ...from, ...change }));
  const [before = 1, ...after] = await model.probabilities([
    from,
    ...tries.map(({ change }) => ({ ...from, ...change })),
  ]);
  return raising.flatMap((contribution) => {
    const ownTries = tries.flatMap((tried, index) =>
      tried.contribution === contribution
        ? [{ ...tried, probabilityAfter: after[index] ?? 1 }]
        : [],
    );
    const [best] = ownTries.sort((a, b) => a.probabilityAfter - b.probabilityAfter);
    return best && best.probabilityAfter < before ? [best] : [];
  });
}
