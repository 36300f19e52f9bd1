// The written rules of credit, which are the floor: an application that fails them gets no loan,
// and the model can only refuse more. Each changed figure raises the version of the policy.

import { exponentOf } from '../../ledger/currency.ts';
import type { RateTable } from '../../ledger/rates.ts';
import { computeValue } from '../../ledger/valuation.ts';

/** Amounts in US cents, because the model uses dollars. */
export const CREDIT_POLICY = {
  version: '1.1.0',
  currency: 'USD',
  minimumIncome: 100_000,
  minimumResidual: 30_000,
  minimumAmount: 50_000,
  /** The largest loan in the model's training data. */
  maximumAmount: 3_500_000,
  debtServiceBps: 4_000,
  obligationsBps: 3_500,
  /** Used only to test the monthly cost of a loan; no price is offered. */
  stressRateBps: 1_500,
  /** Probability of default up to which credit is approved without a person. */
  approveUpTo: 0.1,
  /**
   * Above this probability credit is denied without a person; between the two bounds a person
   * decides.
   */
  denyAbove: 0.25,
  /** Smallest counter-offer as a percentage of the request. */
  smallestOfferPercent: 25,
} as const;

/** The thresholds of all models; those on their cards are not used. */
export const CREDIT_THRESHOLDS = {
  review: CREDIT_POLICY.approveUpTo,
  block: null,
  decline: CREDIT_POLICY.denyAbove,
} as const;

const WHOLE_BPS = 10_000n;

/** The policy's amounts in minor units of the currency of the loan. */
export interface CreditLimits {
  readonly minimumIncome: number;
  readonly minimumResidual: number;
  readonly minimumAmount: number;
  readonly maximumAmount: number;
}

/** A written rule and its result. Money is in minor units of the product's currency. */
export interface RuleResult {
  readonly code: string;
  readonly passed: boolean;
  /** Null when the value cannot be computed, so that the rule is not passed. */
  readonly value: number | null;
  readonly limit: number;
  readonly unit: 'minor_units' | 'basis_points' | 'days';
  readonly direction: 'at_least' | 'at_most';
}

/** Input of the floor, in minor units of one currency; recurring amounts are monthly. */
export interface FloorFacts {
  readonly income: number;
  readonly expenses: number;
  readonly obligations: number;
  readonly amount: number;
  readonly termMonths: number;
}

/** @returns null when there is no rate for the currency */
export function convertLimits(currency: string, table: RateTable | null): CreditLimits | null {
  const inCurrency = (amount: number): number | null => {
    const from = { currency: CREDIT_POLICY.currency, amount: BigInt(amount) };
    const valued = computeValue(currency, [from], table);
    return valued.kind === 'valued' ? Number(valued.amount) : null;
  };
  const minimumIncome = inCurrency(CREDIT_POLICY.minimumIncome);
  const minimumResidual = inCurrency(CREDIT_POLICY.minimumResidual);
  const minimumAmount = inCurrency(CREDIT_POLICY.minimumAmount);
  const maximumAmount = inCurrency(CREDIT_POLICY.maximumAmount);
  if (minimumIncome === null || minimumResidual === null) return null;
  if (minimumAmount === null || maximumAmount === null) return null;
  return { minimumIncome, minimumResidual, minimumAmount, maximumAmount };
}

/**
 * Returns the first and highest instalment at the stress rate, with equal parts of principal,
 * rounded up.
 */
export function computeStressedInstalment({
  amount,
  termMonths,
}: Pick<FloorFacts, 'amount' | 'termMonths'>): number {
  const term = BigInt(termMonths);
  const top = BigInt(amount) * (12n * WHOLE_BPS + BigInt(CREDIT_POLICY.stressRateBps) * term);
  return clampToSafe(divideUp(top, 12n * WHOLE_BPS * term));
}

/** Returns the total repayment at the stress rate, with equal parts of principal, rounded up. */
export function computeStressedTotal({
  amount,
  termMonths,
}: Pick<FloorFacts, 'amount' | 'termMonths'>) {
  const [principal, term] = [BigInt(amount), BigInt(termMonths)];
  const interest = principal * BigInt(CREDIT_POLICY.stressRateBps) * (term + 1n);
  return clampToSafe(principal + divideUp(interest, 2n * 12n * WHOLE_BPS));
}

/** Applies every rule of the floor, in the published order. */
export function applyFloor(facts: FloorFacts, limits: CreditLimits): RuleResult[] {
  const { income, expenses, obligations, amount } = facts;
  const instalment = computeStressedInstalment(facts);
  const residual = clampToSafe(
    BigInt(income) - BigInt(expenses) - BigInt(obligations) - BigInt(instalment),
  );
  const service = share(BigInt(obligations) + BigInt(instalment), income);
  return [
    atLeast('minimum_income', income, limits.minimumIncome, 'minor_units'),
    atMost('maximum_obligations', share(BigInt(obligations), income), CREDIT_POLICY.obligationsBps),
    atMost('debt_service_to_income', service, CREDIT_POLICY.debtServiceBps),
    atLeast('residual_income', residual, limits.minimumResidual, 'minor_units'),
    atLeast('minimum_amount', amount, limits.minimumAmount, 'minor_units'),
    { ...atMost('maximum_amount', amount, limits.maximumAmount), unit: 'minor_units' },
  ];
}

/** A rule with a minimum. */
export function atLeast(
  code: string,
  value: number,
  limit: number,
  unit: RuleResult['unit'],
): RuleResult {
  return { code, passed: value >= limit, value, limit, unit, direction: 'at_least' };
}

/** A rule with a maximum share. */
export function atMost(code: string, value: number | null, limit: number): RuleResult {
  const passed = value !== null && value <= limit;
  return { code, passed, value, limit, unit: 'basis_points', direction: 'at_most' };
}

/** Rounds down to whole units of the currency, so that an offer is a round sum. */
export function roundToWholeUnits(amount: number, currency: string): number {
  const unit = 10 ** exponentOf(currency);
  return Math.floor(amount / unit) * unit;
}

/** Returns a share in basis points, rounded up; null when the whole is zero. */
function share(part: bigint, total: number): number | null {
  return total === 0 ? null : clampToSafe(divideUp(part * WHOLE_BPS, BigInt(total)));
}

function divideUp(top: bigint, bottom: bigint): bigint {
  return (top + bottom - 1n) / bottom;
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Caps a value at the largest integer that JSON keeps exact, which is far outside every limit. */
function clampToSafe(value: bigint): number {
  if (value > MAX_SAFE) return Number(MAX_SAFE);
  return Number(value < -MAX_SAFE ? -MAX_SAFE : value);
}
