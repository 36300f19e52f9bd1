// Compares a credit model's predictions with the known outcomes of loans and with its hold-out.

import type { EndedLoan } from '../../../db/credit/loans.ts';
import { computeArea } from '../../../models/evaluate/delong.ts';
import { wilson } from '../../../models/evaluate/normal.ts';
import type { Interval } from '../../../models/learn/train/bootstrap.ts';

export const LOAN_STATUSES = ['too_few', 'as_measured', 'decayed'] as const;

export interface LoanFigures {
  readonly labelled: number;
  readonly defaulted: number;
  /** Share of defaults, with its interval. */
  readonly observedRate: Interval | null;
  readonly expectedRate: number;
  /** Null when all ended alike. */
  readonly auc: Interval | null;
  readonly status: (typeof LOAN_STATUSES)[number];
}

/** Minimum number of each outcome for an area under ROC. */
export const MIN_EACH = 20;
/** Decay when the low end of the interval exceeds this multiple of the expected defaults. */
export const MAX_RATIO = 1.25;

/** @param measuredAuc low end of the area on the hold-out, or null when not measured */
export function computeLoanFigures(
  loans: readonly EndedLoan[],
  measuredAuc: number | null,
): LoanFigures | null {
  const labelled = loans.length;
  if (labelled === 0) return null;
  const defaulted = loans.filter((loan) => loan.defaulted === 1).length;
  const expectedRate = loans.reduce((sum, { probability }) => sum + probability, 0) / labelled;
  const observedRate = wilson(defaulted, labelled);
  const isBoth = defaulted > 0 && defaulted < labelled;
  const scores = Float64Array.from(loans, ({ probability }) => probability);
  const auc = isBoth
    ? computeArea(
        scores,
        Uint8Array.from(loans, (loan) => loan.defaulted),
      )
    : null;
  const isEnough = Math.min(defaulted, labelled - defaulted) >= MIN_EACH;
  const isWorse =
    (observedRate !== null && observedRate.low > MAX_RATIO * expectedRate) ||
    (auc !== null && measuredAuc !== null && auc.high < measuredAuc);
  const status = !isEnough ? 'too_few' : isWorse ? 'decayed' : 'as_measured';
  return { labelled, defaulted, observedRate, expectedRate, auc, status };
}
