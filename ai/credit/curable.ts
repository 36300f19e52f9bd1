// Which features of an application are reasons for a refusal: those whose change in the applicant's
// favour lowers the risk, so that it leads to a yes, alone or together with the others.

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

/** Less than this part of the risk is no cure. */
const LEAST_PART = 0.01;

/**
 * @param raising what raised the risk
 * @returns those whose better value lowers the risk: alone or together they lead to a yes
 */
export async function curableBy(
  raising: readonly Contribution[],
  from: CreditApplication,
  model: CreditModel,
): Promise<readonly Contribution[]> {
  const tries = raising.flatMap((one) =>
    (BETTER[one.feature]?.(from) ?? []).map((change) => ({ one, to: { ...from, ...change } })),
  );
  const asked = tries.filter(({ to }) => model.takes(to));
  const [before = 1, ...after] = await model.probabilities([from, ...asked.map(({ to }) => to)]);
  const best = new Map<Contribution, number>();
  asked.forEach(({ one }, at) => {
    best.set(one, Math.min(best.get(one) ?? 1, after[at] ?? 1));
  });
  return raising.filter((one) => (best.get(one) ?? 1) < before * (1 - LEAST_PART));
}
