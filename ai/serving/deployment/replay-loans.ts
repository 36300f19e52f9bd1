// Replays past credit assessments with a candidate instead of the model that decided: each is
// decided again from the applicant's statements with the limits and the rate of that day, so that
// floor, counter-offer and reasons apply as they would have.

import type { CreditFindings } from '../../../db/credit/view.ts';
import {
  assessmentsBefore,
  type PastAssessment,
} from '../../../db/deployments/watched-decisions.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { exponentOf } from '../../../ledger/currency.ts';
import { CREDIT_FEATURES } from '../../../models/features/credit-features.ts';
import type { ServedModel } from '../../../models/serving.ts';
import {
  type Application,
  type CreditRequest,
  makeRequest,
  type ToDollars,
} from '../../credit/application.ts';
import {
  type AssessedApplication,
  assessApplication,
  type CreditModel,
} from '../../credit/assess.ts';
import { createCreditModel } from '../../credit/model.ts';
import {
  applyFloor,
  CREDIT_POLICY,
  type CreditLimits,
  type RuleResult,
} from '../../credit/policy.ts';
import { listPastDecisions, type PastOrder, type ReplayedDecision } from './past-decisions.ts';

export async function* replayLoans(
  { database }: Ledger,
  order: PastOrder,
  served: ServedModel,
): AsyncGenerator<ReplayedDecision> {
  const model = createCreditModel(served, () => {});
  const decisions = listPastDecisions<PastAssessment>(order, {
    end: 'crd_~',
    readBefore: (page) => assessmentsBefore(database, page),
    // Only assessments under the current policy, so that differences come from the model.
    isReplayable: ({ features, policyVersion }) =>
      features !== null && policyVersion === CREDIT_POLICY.version,
  });
  for await (const assessment of decisions) {
    const repeated = await decideAgain(assessment, model);
    if (!repeated) continue;
    const { decision, approvedAmount } = assessment;
    yield {
      ...{ id: assessment.id, was: decision, is: repeated.decision },
      amount: assessment.amount,
      changed: repeated.decision !== decision || repeated.approvedAmount !== approvedAmount,
      wasLetThrough: decision === 'approved',
      isLetThrough: repeated.decision === 'approved',
    };
  }
}

/** Returns null when the stored record does not suffice. */
async function decideAgain(
  assessment: PastAssessment,
  model: CreditModel,
): Promise<AssessedApplication | null> {
  const { applicant, purpose } = JSON.parse(assessment.request) as Pick<
    Application,
    'applicant' | 'purpose'
  >;
  const findings = JSON.parse(assessment.findings) as CreditFindings;
  const { currency, amount, termMonths } = assessment;
  const request = makeRequest({ currency, amount, termMonths, applicant, purpose });
  const limits = readLimits(findings.rules);
  if (!limits || !request.facts) return null;
  const floor = new Set(applyFloor(request.facts, limits).map(({ code }) => code));
  const cashFlow = findings.rules.filter(({ code }) => !floor.has(code));
  const faults: unknown[] = [];
  const assessed = await assessApplication(request, cashFlow, {
    model,
    limits,
    toDollars: createDollarConverter(assessment, request, findings.rate),
    onFault: (error) => faults.push(error),
    withoutChanges: true,
  });
  if (assessed.degraded) throw faults[0] ?? new Error('the model did not score the row');
  return assessed;
}

/** Returns the limits of that time in the currency of the loan. */
function readLimits(rules: readonly RuleResult[]): CreditLimits | null {
  const limitOf = (code: string) => rules.find((rule) => rule.code === code)?.limit;
  const minimumIncome = limitOf('minimum_income');
  const minimumResidual = limitOf('residual_income');
  const minimumAmount = limitOf('minimum_amount');
  const maximumAmount = limitOf('maximum_amount');
  if (minimumIncome === undefined || minimumResidual === undefined) return null;
  if (minimumAmount === undefined || maximumAmount === undefined) return null;
  return { minimumIncome, minimumResidual, minimumAmount, maximumAmount };
}

const [INCOME, LOAN] = ['income', 'loanAmount'].map((name) =>
  CREDIT_FEATURES.findIndex((feature) => feature.name === name),
) as [number, number];

/**
 * Returns the dollar value of an amount: of the income and the requested loan from the model's row,
 * of a smaller loan by the stored rate, to the cent.
 */
function createDollarConverter(
  assessment: PastAssessment,
  { applicant, amount }: CreditRequest,
  rate: CreditFindings['rate'],
): ToDollars {
  const row = JSON.parse(assessment.features ?? '[]') as (number | null)[];
  const values = new Map([
    [applicant.income, (row[INCOME] ?? 0) / 12],
    [amount, row[LOAN] ?? 0],
  ]);
  const dollarsPerUnit = rate
    ? rate.dollars / rate.minorUnits
    : 1 / 10 ** exponentOf(CREDIT_POLICY.currency);
  return (minor) => values.get(minor) ?? Math.round(minor * dollarsPerUnit * 100) / 100;
}
