// Finds changes that would lead to an approval: for each feature alone, the smallest change that
// passes the floor and the model. Only features that an applicant can change are tried.

import type { Applicant } from './application.ts';
import { buildModelInputs, type CreditRequest, changeRequest } from './application.ts';
import type { AssessmentDeps } from './assess.ts';
import { applyFloor, CREDIT_POLICY, type FloorFacts, roundToWholeUnits } from './policy.ts';

export interface Change {
  readonly feature: 'amount' | 'income' | 'obligations' | 'employmentMonths';
  /** Minor units, or months. */
  readonly from: number;
  readonly to: number;
  /** Probability of default after the change. */
  readonly probabilityAfter: number;
}

interface Candidate {
  readonly feature: Change['feature'];
  readonly from: number;
  readonly to: number;
  readonly request: CreditRequest;
}

/**
 * Returns the smallest change of each feature, in steps of a hundredth, of 5 %, or of half a year.
 */
export async function findCounterfactuals(
  request: CreditRequest,
  facts: FloorFacts,
  { model, limits, toDollars }: AssessmentDeps,
): Promise<Change[]> {
  const candidates = listCandidates(request, facts).flatMap((candidate) => {
    const { facts: changed } = candidate.request;
    const passes = changed !== null && applyFloor(changed, limits).every((rule) => rule.passed);
    const inputs = passes ? buildModelInputs(candidate.request, toDollars) : null;
    return inputs && model.accepts(inputs) ? [{ ...candidate, inputs }] : [];
  });
  const probabilities = await model.probabilities(candidates.map(({ inputs }) => inputs));
  const changes = new Map<string, Change>();
  candidates.forEach(({ feature, from, to }, index) => {
    const probabilityAfter = probabilities[index] ?? 1;
    if (probabilityAfter > CREDIT_POLICY.approveUpTo || changes.has(feature)) return;
    changes.set(feature, { feature, from, to, probabilityAfter });
  });
  return [...changes.values()];
}

/** Returns the candidates, the smallest change of each feature first. */
function listCandidates(request: CreditRequest, facts: FloorFacts): Candidate[] {
  const { currency } = request;
  const percentOf = (amount: number, percent: number) =>
    roundToWholeUnits(Number((BigInt(amount) * BigInt(percent)) / 100n), currency);
  const changesTo = (feature: Candidate['feature'], from: number, values: readonly number[]) =>
    values
      .filter((to) => to !== from && to <= Number.MAX_SAFE_INTEGER)
      .map((to) => {
        const change = { [feature]: to } as { amount?: number } & Partial<Applicant>;
        return { feature, from, to, request: changeRequest(request, change) };
      });
  const employed = request.applicant.employmentMonths;
  return [
    ...changesTo(
      'amount',
      facts.amount,
      range(99, 1, -1)
        .map((percent) => percentOf(facts.amount, percent))
        .filter(Boolean),
    ),
    ...changesTo(
      'income',
      facts.income,
      range(105, 300, 5).map((percent) => percentOf(facts.income, percent)),
    ),
    ...changesTo(
      'obligations',
      facts.obligations,
      range(95, 0, -5).map((percent) => percentOf(facts.obligations, percent)),
    ),
    ...(employed === null
      ? []
      : changesTo(
          'employmentMonths',
          employed,
          range(6, 120, 6).map((extraMonths) => employed + extraMonths),
        )),
  ];
}

function range(from: number, to: number, step: number): number[] {
  const count = Math.floor((to - from) / step) + 1;
  return Array.from({ length: count }, (_, index) => from + index * step);
}
