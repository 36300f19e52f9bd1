// Decides whether a customer should invest at all. Each reason against it is a written rule about
// the books and the customer's statements; one is enough to refuse.

import type { Tolerance } from './allocation.ts';
import type { AssetClass } from './market-assumptions.ts';

export interface Holding {
  readonly assetClass: AssetClass;
  /** Minor units. */
  readonly amount: number;
}

export interface Debt {
  readonly balance: number;
  readonly annualRateBps: number;
}

export interface Goal {
  readonly name: string;
  readonly targetAmount?: number | undefined;
  readonly years?: number | undefined;
}

export interface InvestmentProfile {
  readonly age?: number | undefined;
  readonly riskTolerance: Tolerance;
  readonly horizonYears: number;
  readonly goals: readonly Goal[];
  readonly monthlyContribution: number;
  readonly initialAmount: number;
  readonly monthlyExpenses?: number | undefined;
  readonly existingHoldings: readonly Holding[];
  readonly debts: readonly Debt[];
  readonly excluded: readonly AssetClass[];
}

/** The bank's facts; amounts in minor units of one currency. */
export interface BankFacts {
  readonly isIndividual: boolean;
  readonly age: number | null;
  /** Available money on the accounts in the currency. */
  readonly liquid: number;
  /** True for an overdraft in any currency. */
  readonly overdraftUsed: boolean;
  /** Monthly spending from the books; null with too little history. */
  readonly monthlySpending: number | null;
  readonly monthlyIncome: number | null;
  readonly historyDays: number;
}

export const RULES = {
  minAge: 18,
  minHorizonYears: 3,
  minFundMonths: 3,
  goodFundMonths: 6,
  expensiveDebtBps: 800,
  minHistoryDays: 90,
} as const;

export const BLOCKS = {
  not_an_individual: 'Advice is for individuals only.',
  age_unknown: 'Neither the bank nor the request says how old the customer is.',
  age_mismatch: 'The stated age is not the one that follows from the date of birth.',
  under_18: 'The customer is under 18.',
  overdraft_in_use: 'An overdraft is in use: repaying it is worth more than investing.',
  expensive_debt: 'A debt at 8 % a year or more costs more than an investment may bring.',
  spending_unknown: 'There is not enough history to know the spending, and none is stated.',
  no_emergency_fund: 'Less than three months of spending would be left as a reserve.',
  horizon_too_short: 'The money is needed within three years.',
  contribution_above_surplus: 'The monthly contribution is more than what is left of the income.',
  nothing_to_invest: 'There is neither a sum nor a contribution to invest.',
  constraints_leave_nothing: 'What is excluded leaves nothing that would be defensive enough.',
} as const;
export type BlockCode = keyof typeof BLOCKS;

export interface Suitability {
  readonly passed: boolean;
  readonly blocks: readonly { readonly code: BlockCode; readonly message: string }[];
  readonly emergencyFundMonths: number | null;
  readonly age: number | null;
  readonly monthlySpending: number | null;
  readonly spendingFrom: 'ledger' | 'stated' | null;
}

/** Applies all rules, so that the answer names every reason. */
export function judgeSuitability(facts: BankFacts, profile: InvestmentProfile): Suitability {
  const blocks: BlockCode[] = [];
  const refuse = (code: BlockCode, applies: boolean) => {
    if (applies) blocks.push(code);
  };
  const age = facts.age ?? profile.age ?? null;
  refuse('not_an_individual', !facts.isIndividual);
  refuse('age_unknown', age === null);
  refuse('age_mismatch', facts.age !== null && (profile.age ?? facts.age) !== facts.age);
  refuse('under_18', age !== null && age < RULES.minAge);
  refuse('overdraft_in_use', facts.overdraftUsed);
  refuse('expensive_debt', profile.debts.some(isExpensive));
  // Uses the higher figure, so that a low statement cannot create a reserve.
  const { monthlySpending: bookedSpending } = facts;
  const expenses = profile.monthlyExpenses ?? null;
  const monthlySpending =
    bookedSpending === null || expenses === null
      ? (bookedSpending ?? expenses)
      : Math.max(bookedSpending, expenses);
  const reserve = facts.liquid - profile.initialAmount;
  const emergencyFundMonths = computeFundMonths(reserve, monthlySpending);
  refuse('spending_unknown', monthlySpending === null);
  refuse(
    'no_emergency_fund',
    emergencyFundMonths !== null && emergencyFundMonths < RULES.minFundMonths,
  );
  refuse('horizon_too_short', profile.horizonYears < RULES.minHorizonYears);
  const surplus =
    facts.monthlyIncome === null || bookedSpending === null
      ? null
      : facts.monthlyIncome - bookedSpending;
  refuse('contribution_above_surplus', surplus !== null && profile.monthlyContribution > surplus);
  const heldAmount = profile.existingHoldings.reduce((sum, { amount }) => sum + amount, 0);
  const total = heldAmount + profile.initialAmount + profile.monthlyContribution;
  refuse('nothing_to_invest', total === 0);
  const spendingFrom =
    monthlySpending === null ? null : monthlySpending === bookedSpending ? 'ledger' : 'stated';
  return {
    passed: blocks.length === 0,
    blocks: blocks.map((code) => ({ code, message: BLOCKS[code] })),
    ...{ emergencyFundMonths, age, monthlySpending, spendingFrom },
  };
}

const isExpensive = ({ balance, annualRateBps }: Debt) =>
  balance > 0 && annualRateBps >= RULES.expensiveDebtBps;

/** Returns months rounded down to tenths, so that a reserve is never overstated. */
function computeFundMonths(reserve: number, spending: number | null): number | null {
  if (spending === null) return null;
  if (spending <= 0) return reserve >= 0 ? 99 : 0;
  return Math.max(0, Math.min(99, Math.floor((reserve / spending) * 10) / 10));
}

export interface Step {
  readonly code: string;
  readonly message: string;
  /** Minor units, or null when no amount is involved. */
  readonly amount: number | null;
}

/** Returns the steps to take first, in order. */
export function listFirstSteps(
  { blocks, monthlySpending }: Suitability,
  facts: BankFacts,
  profile: InvestmentProfile,
): Step[] {
  const has = (code: BlockCode) => blocks.some((block) => block.code === code);
  const steps: Step[] = [];
  if (has('overdraft_in_use')) {
    steps.push({ code: 'repay_overdraft', message: 'Repay the overdraft.', amount: null });
  }
  if (has('expensive_debt')) {
    const amount = profile.debts.filter(isExpensive).reduce((sum, { balance }) => sum + balance, 0);
    const message = 'Repay the debts that cost 8 % a year or more, the dearest first.';
    steps.push({ code: 'repay_debt', message, amount });
  }
  if (has('no_emergency_fund') && monthlySpending !== null) {
    const fund = monthlySpending * RULES.minFundMonths;
    const amount = Math.max(0, fund + profile.initialAmount - facts.liquid);
    const message = 'Keep three months of spending as a reserve before anything is invested.';
    steps.push({ code: 'build_emergency_fund', message, amount });
  }
  if (has('horizon_too_short')) {
    const message = 'Money that is needed within three years belongs on a savings account.';
    steps.push({ code: 'keep_in_savings', message, amount: null });
  }
  if (has('contribution_above_surplus')) {
    const surplus = Math.max(0, (facts.monthlyIncome ?? 0) - (facts.monthlySpending ?? 0));
    const message = 'Contribute no more a month than what is left of the income.';
    steps.push({ code: 'lower_contribution', message, amount: surplus });
  }
  return steps;
}
