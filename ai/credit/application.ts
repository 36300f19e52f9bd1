// An application for credit, and its conversion to inputs of the model.

import type {
  CreditApplication,
  HOME_OWNERSHIPS,
  LOAN_PURPOSES,
} from '../../models/features/credit-features.ts';
import type { FloorFacts } from './policy.ts';

/** The applicant's statements. Amounts are monthly, in minor units of the product's currency. */
export interface Applicant {
  readonly income: number | null;
  readonly expenses: number | null;
  readonly obligations: number | null;
  readonly employmentMonths: number | null;
  readonly homeOwnership: (typeof HOME_OWNERSHIPS)[number] | null;
  readonly creditHistoryMonths: number | null;
  readonly hasDefaulted: boolean | null;
}

export interface CreditRequest {
  readonly currency: string;
  /** Minor units. */
  readonly amount: number;
  readonly termMonths: number;
  readonly purpose: (typeof LOAN_PURPOSES)[number] | null;
  readonly applicant: Applicant;
  /** Null when income, expenses or obligations are not known. */
  readonly facts: FloorFacts | null;
}

/** Converts minor units of the product's currency to dollars. */
export type ToDollars = (amount: number) => number;

export type Application = Omit<CreditRequest, 'facts'>;

/** Returns a request with the figures that the floor needs. */
export function makeRequest(application: Application): CreditRequest {
  const { income, expenses, obligations } = application.applicant;
  const isKnown = income !== null && expenses !== null && obligations !== null;
  const { amount, termMonths } = application;
  const facts = isKnown ? { income, expenses, obligations, amount, termMonths } : null;
  return { ...application, facts };
}

/** Returns an application with some of its fields replaced. */
export function changeRequest(
  request: CreditRequest,
  change: { readonly amount?: number } & Partial<Applicant>,
): CreditRequest {
  const { amount = request.amount, ...applicant } = change;
  return makeRequest({ ...request, amount, applicant: { ...request.applicant, ...applicant } });
}

/** Values that exceed the card's bounds in the applicant's favour are cut to those bounds. */
const MAX_VALUES = { income: 10_000_000, employmentYears: 60, creditHistoryYears: 80 } as const;

const toYears = (months: number, max: number) => Math.min(Math.floor(months / 12), max);

/**
 * Returns true when an applicant has neither a year of employment nor a year of credit history, so
 * that a person decides. The model counts whole years and would see zero.
 */
export function hasNoHistory({ applicant }: CreditRequest): boolean {
  const { employmentMonths, creditHistoryMonths } = applicant;
  return (employmentMonths ?? 0) < 12 && (creditHistoryMonths ?? 0) < 12;
}

/** Returns the inputs of the model; null when one that the model requires is missing. */
export function buildModelInputs(
  { applicant, amount, purpose }: CreditRequest,
  toDollars: ToDollars,
): CreditApplication | null {
  const { income, employmentMonths, homeOwnership, hasDefaulted, creditHistoryMonths } = applicant;
  if (income === null || homeOwnership === null || hasDefaulted === null) return null;
  if (creditHistoryMonths === null || purpose === null) return null;
  return {
    income: Math.min(toDollars(income) * 12, MAX_VALUES.income),
    employmentYears:
      employmentMonths === null ? null : toYears(employmentMonths, MAX_VALUES.employmentYears),
    loanAmount: toDollars(amount),
    purpose,
    homeOwnership,
    hasDefaulted,
    // The data count whole years.
    creditHistoryYears: toYears(creditHistoryMonths, MAX_VALUES.creditHistoryYears),
  };
}
