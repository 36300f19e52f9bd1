// Features of an application that are reasons for a refusal: those whose change in the applicant's
// favour leads to an approval, alone or together with others of which none could be left out.

import {
  type CreditApplication,
  HOME_OWNERSHIPS,
  LOAN_PURPOSES,
} from '../../models/features/credit-features.ts';
import type { CreditModel } from './assess.ts';
import { CREDIT_POLICY } from './policy.ts';
import type { Contribution } from './reasons.ts';

/** The furthest that a change is looked for: an applicant reaches no further. */
const INCOME_TIMES = 3;
const YEARS_MORE = 10;

/** By feature: the application with better values of it. */
const BETTER: Readonly<
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
    HOME_OWNERSHIPS.filter((one) => one !== homeOwnership).map((one) => ({ homeOwnership: one })),
  purpose: ({ purpose }) =>
    LOAN_PURPOSES.filter((one) => one !== purpose).map((one) => ({ purpose: one })),
};

const smallestShare = CREDIT_POLICY.smallestOfferPercent / 100;

/**
 * @param raising features that raised the risk
 * @returns those that belong to a cure: their better values, alone or together with those of
 * others, lead to an approval, and without one of them it would be a refusal
 */
export async function curableBy(
  raising: readonly Contribution[],
  from: CreditApplication,
  model: CreditModel,
): Promise<readonly Contribution[]> {
  const factors = await bestChanges(raising, from, model);
  // Each set of factors as a number, with a bit for each of them.
  const sets = Array.from({ length: 2 ** factors.length }, (_, set) => set);
  const applications = sets.map((set): CreditApplication => {
    const changes = factors.filter((_, at) => has(set, at)).map(({ change }) => change);
    return Object.assign({}, from, ...changes);
  });
  const probabilities = await model.probabilities(applications);
  const isCure = sets.map((set) => (probabilities[set] ?? 1) <= CREDIT_POLICY.approveUpTo);
  return factors
    .filter((_, at) => sets.some((set) => has(set, at) && isCure[set] && !isCure[set - 2 ** at]))
    .map(({ one }) => one);
}

const has = (set: number, at: number) => Math.floor(set / 2 ** at) % 2 === 1;

interface Factor {
  readonly one: Contribution;
  readonly change: Partial<CreditApplication>;
}

/** For each the better value that lowers the risk most; those without one are left out. */
async function bestChanges(
  raising: readonly Contribution[],
  from: CreditApplication,
  model: CreditModel,
): Promise<Factor[]> {
  const tries = raising
    .flatMap((one) => (BETTER[one.feature]?.(from) ?? []).map((change) => ({ one, change })))
    .filter(({ change }) => model.takes({ ...from, ...change }));
  const [before = 1, ...after] = await model.probabilities([
    from,
    ...tries.map(({ change }) => ({ ...from, ...change })),
  ]);
  return raising.flatMap((one) => {
    const own = tries.flatMap((tried, at) =>
      tried.one === one ? [{ ...tried, left: after[at] ?? 1 }] : [],
    );
    const [best] = own.sort((a, b) => a.left - b.left);
    return best && best.left < before ? [best] : [];
  });
}
