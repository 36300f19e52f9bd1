// Reasons for refusing credit, in the words of Regulation B: 12 CFR Part 1002 (Equal Credit
// Opportunity Act), Appendix C, Form C-1, Part I. When the form has no accurate line, "Other,
// specify" is used: the official commentary to 1002.9(b)(2) requires the factor that actually
// counted, never a score. Each line is a reviewed pair of a factor and a text.

export interface AdverseReason {
  readonly code: string;
  readonly regBText: string;
  /** The model's feature, or the failed written rule. */
  readonly feature: string;
  /** Log-odds of default that the feature added; null for a written rule. */
  readonly contribution: number | null;
  readonly rank: number;
}

/** Maximum number of reasons in a notice: the commentary finds more than four unhelpful. */
export const MAX_REASONS = 4;

export const REG_B_TEXTS = {
  income_insufficient: 'Income insufficient for amount of credit requested',
  excessive_obligations: 'Excessive obligations in relation to income',
  unable_to_verify_income: 'Unable to verify income',
  unable_to_verify_employment: 'Unable to verify employment',
  temporary_or_irregular_employment: 'Temporary or irregular employment',
  length_of_employment: 'Length of employment',
  application_incomplete: 'Credit application incomplete',
  limited_credit_experience: 'Limited credit experience',
  no_credit_file: 'No credit file',
  poor_performance_with_us: 'Poor credit performance with us',
  delinquent_obligations: 'Delinquent past or present credit obligations with others',
  housing: 'Other: the kind of housing',
  purpose: 'Other: the purpose of the loan',
  amount_below_minimum: 'Other: the amount is below the least that we lend',
  amount_above_maximum: 'Other: the amount is above the most that we lend',
} as const;

export type ReasonCode = keyof typeof REG_B_TEXTS;
export const REASON_CODES = Object.keys(REG_B_TEXTS) as [ReasonCode, ...ReasonCode[]];

/** Reason of each feature. A feature without a line is not a reason. */
const REASON_BY_FEATURE: Readonly<Record<string, ReasonCode>> = {
  income: 'income_insufficient',
  loanAmount: 'income_insufficient',
  loanToIncome: 'income_insufficient',
  employmentYears: 'length_of_employment',
  hasDefaulted: 'delinquent_obligations',
  creditHistoryYears: 'limited_credit_experience',
  homeOwnership: 'housing',
  purpose: 'purpose',
};

const REASON_BY_RULE: Readonly<Record<string, ReasonCode>> = {
  minimum_income: 'income_insufficient',
  residual_income: 'income_insufficient',
  maximum_obligations: 'excessive_obligations',
  debt_service_to_income: 'excessive_obligations',
  minimum_amount: 'amount_below_minimum',
  maximum_amount: 'amount_above_maximum',
};

export interface Contribution {
  readonly feature: string;
  /** Log-odds of default. */
  readonly contribution: number;
}

/**
 * Returns the principal reasons: failed written rules first, then the features that raised the risk
 * most. Factors with the same text become one reason, with the larger contribution.
 */
export function listReasons(
  failedRules: readonly string[],
  contributions: readonly Contribution[],
): AdverseReason[] {
  const raising = contributions
    .filter(({ contribution }) => contribution > 0)
    .sort((a, b) => b.contribution - a.contribution);
  const candidates = [
    ...failedRules.map((rule) => ({
      code: REASON_BY_RULE[rule],
      feature: rule,
      contribution: null,
    })),
    ...raising.map((contribution) => ({
      ...contribution,
      code: REASON_BY_FEATURE[contribution.feature],
    })),
  ];
  const reasons: AdverseReason[] = [];
  for (const { code, feature, contribution } of candidates) {
    if (!code || reasons.length === MAX_REASONS) continue;
    if (reasons.some((reason) => reason.code === code)) continue;
    const rank = reasons.length + 1;
    reasons.push({ code, regBText: REG_B_TEXTS[code], feature, contribution, rank });
  }
  return reasons;
}

/** Returns the reasons that a reviewer chose. */
export function makeReviewerReasons(codes: readonly ReasonCode[]): AdverseReason[] {
  return codes.map((code, index) => {
    const [feature, contribution] = ['reviewer', null];
    return { code, regBText: REG_B_TEXTS[code], feature, contribution, rank: index + 1 };
  });
}
