// The features of a loan application for the credit model. Sex, marital status, age, nationality
// and address are not among them, and none may be added: the tests hold the list.

import type { Feature } from '../card.ts';

export const LOAN_PURPOSES = [
  'venture',
  'education',
  'personal',
  'home_improvement',
  'medical',
  'debt_consolidation',
] as const;
export const HOME_OWNERSHIPS = ['own', 'mortgage', 'other', 'rent'] as const;

export interface CreditApplication {
  /** Income in US dollars a year. */
  readonly income: number;
  /** Years of employment; null when unknown. */
  readonly employmentYears: number | null;
  /** US dollars. */
  readonly loanAmount: number;
  readonly purpose: (typeof LOAN_PURPOSES)[number];
  readonly homeOwnership: (typeof HOME_OWNERSHIPS)[number];
  readonly hasDefaulted: boolean;
  readonly creditHistoryYears: number;
}

interface CreditFeature extends Feature {
  readonly compute: (application: CreditApplication) => number;
}

const REQUIRED_FIELD = { mayBeMissing: false, monotone: 0 } as const;

const FROM_APPLICATION: readonly CreditFeature[] = [
  {
    ...REQUIRED_FIELD,
    name: 'income',
    unit: 'US dollars a year',
    meaning: 'Income',
    min: 1,
    max: 10_000_000,
    compute: ({ income }) => income,
  },
  {
    ...REQUIRED_FIELD,
    name: 'employmentYears',
    unit: 'years',
    meaning: 'Length of employment',
    min: 0,
    max: 60,
    mayBeMissing: true,
    compute: ({ employmentYears }) => employmentYears ?? Number.NaN,
  },
  {
    ...REQUIRED_FIELD,
    name: 'loanAmount',
    unit: 'US dollars',
    meaning: 'Amount of the loan',
    min: 1,
    max: 1_000_000,
    compute: ({ loanAmount }) => loanAmount,
  },
  {
    ...REQUIRED_FIELD,
    name: 'loanToIncome',
    unit: 'share of a yearly income',
    meaning: 'Amount of the loan in relation to income',
    min: 0,
    max: 1_000_000,
    compute: ({ loanAmount, income }) => loanAmount / income,
  },
  {
    ...REQUIRED_FIELD,
    name: 'hasDefaulted',
    unit: '0 or 1',
    meaning: 'Default on file',
    min: 0,
    max: 1,
    // A recorded default may not improve a score, whatever the data say.
    monotone: 1,
    compute: ({ hasDefaulted }) => (hasDefaulted ? 1 : 0),
  },
  {
    ...REQUIRED_FIELD,
    name: 'creditHistoryYears',
    unit: 'years',
    meaning: 'Length of credit history',
    min: 0,
    max: 80,
    compute: ({ creditHistoryYears }) => creditHistoryYears,
  },
  {
    ...REQUIRED_FIELD,
    name: 'homeOwnership',
    unit: HOME_OWNERSHIPS.map((name, index) => `${index} ${name}`).join(', '),
    meaning: 'Home ownership',
    min: 0,
    max: HOME_OWNERSHIPS.length - 1,
    compute: ({ homeOwnership }) => HOME_OWNERSHIPS.indexOf(homeOwnership),
  },
  {
    ...REQUIRED_FIELD,
    name: 'purpose',
    unit: LOAN_PURPOSES.map((name, index) => `${index} ${name}`).join(', '),
    meaning: 'Purpose of the loan',
    min: 0,
    max: LOAN_PURPOSES.length - 1,
    compute: ({ purpose }) => LOAN_PURPOSES.indexOf(purpose),
  },
];

/** The features in the order of the model's columns. */
export const CREDIT_FEATURES: readonly Feature[] = FROM_APPLICATION.map(
  ({ compute: _, ...feature }) => feature,
);

/** Direction of the risk as a feature grows: 1 up, -1 down. The others have no direction. */
export const CREDIT_DIRECTIONS: Readonly<Record<string, -1 | 1>> = {
  income: -1,
  employmentYears: -1,
  loanAmount: 1,
  loanToIncome: 1,
  hasDefaulted: 1,
  creditHistoryYears: -1,
};

/** The features with the directions that the bank's models must keep from version 3.2.0 on. */
export const DIRECTED_CREDIT_FEATURES: readonly Feature[] = CREDIT_FEATURES.map((feature) => ({
  ...feature,
  monotone: CREDIT_DIRECTIONS[feature.name] ?? 0,
}));

export function computeCreditFeatures(application: CreditApplication): number[] {
  return FROM_APPLICATION.map(({ compute }) => compute(application));
}

/** Returns the application from which a row of features was made. */
export function toApplication(row: ArrayLike<number>): CreditApplication {
  const featureValue = (name: string) =>
    row[CREDIT_FEATURES.findIndex((feature) => feature.name === name)] as number;
  const employmentYears = featureValue('employmentYears');
  return {
    income: featureValue('income'),
    employmentYears: Number.isNaN(employmentYears) ? null : employmentYears,
    loanAmount: featureValue('loanAmount'),
    purpose: LOAN_PURPOSES[featureValue('purpose')] as CreditApplication['purpose'],
    homeOwnership: HOME_OWNERSHIPS[
      featureValue('homeOwnership')
    ] as CreditApplication['homeOwnership'],
    hasDefaulted: featureValue('hasDefaulted') === 1,
    creditHistoryYears: featureValue('creditHistoryYears'),
  };
}
