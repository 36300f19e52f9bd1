// Decides an application: first by the floor of written rules, then by the model, which may only
// refuse more. It reads and writes nothing; the model is passed as a function.

import { exponentOf } from '../../ledger/currency.ts';
import type { CreditDecision } from '../../ledger/decisions/credit.ts';
import type { ExactKind } from '../../models/explain/explanation.ts';
import type { CreditApplication } from '../../models/features/credit-features.ts';
import {
  buildModelInputs,
  type CreditRequest,
  changeRequest,
  hasNoHistory,
  type ToDollars,
} from './application.ts';
import { type Change, findCounterfactuals } from './counterfactual.ts';
import { findCurableFeatures } from './curable-features.ts';
import {
  applyFloor,
  CREDIT_POLICY,
  type CreditLimits,
  type FloorFacts,
  type RuleResult,
  roundToWholeUnits,
} from './policy.ts';
import { type AdverseReason, type Contribution, listReasons } from './reasons.ts';
import { type Grade, gradeOf, toScore } from './score.ts';

/** The model's interface for the rules. It throws when it has no answer. */
export interface CreditModel {
  probabilities(applications: readonly CreditApplication[]): Promise<readonly number[]>;
  /**
   * Exact attributions of one application, in the order of the model's columns.
   * @param probability the model's answer about the application
   * @returns null when no exact attribution exists
   */
  explain(application: CreditApplication, probability: number): Promise<ScoreExplanation | null>;
  /** Returns true when the card allows every value. */
  accepts(application: CreditApplication): boolean;
}

/** Attributions, and the definition under which they are exact. */
export interface ScoreExplanation {
  readonly kind: ExactKind;
  readonly contributions: readonly Contribution[];
}

/** The reason why a person has to decide. */
export type ReviewReason =
  | 'model_unavailable'
  | 'application_incomplete'
  | 'outside_of_model'
  | 'between_thresholds'
  | 'cash_flow_rules'
  | 'explanation_unavailable';

export interface AssessedApplication {
  /** Input of the model; null when it was not asked. */
  readonly inputs: CreditApplication | null;
  readonly decision: CreditDecision;
  readonly approvedAmount: number | null;
  readonly reviewReason: ReviewReason | null;
  /** Null when the model was not asked or had no answer. */
  readonly probability: number | null;
  readonly score: number | null;
  readonly grade: Grade | null;
  readonly rules: readonly RuleResult[];
  readonly reasons: readonly AdverseReason[];
  readonly contributions: readonly Contribution[];
  /** The offer when less than the requested amount was granted; otherwise null. */
  readonly offer: Offer | null;
  /** `none` when no exact reasons exist for the answer; null when the model was not asked. */
  readonly reasonsKind: ExactKind | 'none' | null;
  readonly counterfactual: readonly Change[];
  /** True when the model failed to answer, so that rules alone decided. */
  readonly degraded: boolean;
}

/** A smaller loan that passes the floor and the model, with the model's answer about it. */
export interface Offer {
  /** Minor units. */
  readonly amount: number;
  readonly probability: number;
  readonly score: number;
  readonly grade: Grade;
}

export interface AssessmentDeps {
  readonly model: CreditModel;
  readonly limits: CreditLimits;
  readonly toDollars: ToDollars;
  /** Called with the reason why the model gave no answer. */
  readonly onFault: (error: unknown) => void;
  /** True omits the changes that would lead to an approval. */
  readonly withoutChanges?: boolean;
}

/** The model's answer about the original application. */
interface Opinion {
  readonly probability: number;
  readonly explained: ScoreExplanation | null;
}

/** @param cashFlow the rules about the bank's own books; empty when they were not consented to */
export async function assessApplication(
  request: CreditRequest,
  cashFlow: readonly RuleResult[],
  deps: AssessmentDeps,
): Promise<AssessedApplication> {
  const { facts } = request;
  const floor = facts ? applyFloor(facts, deps.limits) : [];
  const rules = [...floor, ...cashFlow];
  const failed = floor.filter(({ passed }) => !passed).map(({ code }) => code);
  const inputs = buildModelInputs(request, deps.toDollars);
  if (!facts || !inputs || !deps.model.accepts(inputs)) {
    const cause = facts && inputs ? 'outside_of_model' : 'application_incomplete';
    return decideWithoutModel({ rules, failed, cause, degraded: false });
  }
  const ask = (applications: readonly CreditApplication[]) =>
    deps.model.probabilities(applications);
  try {
    const [probability] = await ask([inputs]);
    if (probability === undefined)
      throw new Error('the model returned a value that is not a probability');
    if (hasNoHistory(request)) {
      const cause = 'application_incomplete';
      const failedRules = floorAllowsLess(facts, deps.limits) ? [] : failed;
      return decideWithoutModel({ rules, failed: failedRules, cause, degraded: false });
    }
    const explained = await deps.model.explain(inputs, probability);
    const opinion = { probability, explained };
    return await decideCredit({ request, facts, inputs, rules, failed, opinion, deps });
  } catch (error) {
    deps.onFault(error);
    return decideWithoutModel({ rules, failed, cause: 'model_unavailable', degraded: true });
  }
}

/** Returns true when the floor allows the requested amount or the smallest counter-offer. */
function floorAllowsLess(facts: FloorFacts, limits: CreditLimits): boolean {
  const min = Math.ceil((facts.amount * CREDIT_POLICY.smallestOfferPercent) / 100);
  const amounts = [facts.amount, min, limits.minimumAmount].filter(
    (amount) => amount >= min && amount <= facts.amount,
  );
  return amounts.some((amount) =>
    applyFloor({ ...facts, amount }, limits).every(({ passed }) => passed),
  );
}

/** Decides without the model: the rules can deny, but not approve. */
function decideWithoutModel(findings: {
  readonly rules: readonly RuleResult[];
  readonly failed: readonly string[];
  readonly cause: ReviewReason;
  readonly degraded: boolean;
}): AssessedApplication {
  const { rules, failed, cause, degraded } = findings;
  const reasons = listReasons(failed, []);
  const isDenied = reasons.length > 0;
  return {
    inputs: null,
    decision: isDenied ? 'denied' : 'manual_review',
    approvedAmount: null,
    reviewReason: isDenied ? null : cause,
    probability: null,
    score: null,
    grade: null,
    rules,
    reasons,
    contributions: [],
    reasonsKind: null,
    offer: null,
    counterfactual: [],
    degraded,
  };
}

interface DecidedTerms {
  readonly request: CreditRequest;
  readonly facts: FloorFacts;
  readonly inputs: CreditApplication;
  readonly rules: readonly RuleResult[];
  readonly failed: readonly string[];
  readonly opinion: Opinion;
  readonly deps: AssessmentDeps;
}

async function decideCredit(decided: DecidedTerms): Promise<AssessedApplication> {
  const { request, facts, inputs, rules, failed, opinion, deps } = decided;
  const { probability, explained } = opinion;
  const reasonsKind: AssessedApplication['reasonsKind'] = explained?.kind ?? 'none';
  const contributions = explained?.contributions ?? [];
  const score = toScore(probability);
  const commonFields = {
    ...{ inputs, probability, score, grade: gradeOf(score), rules, degraded: false, reasonsKind },
    contributions: [...contributions].sort(
      (a, b) => Math.abs(b.contribution) - Math.abs(a.contribution),
    ),
  };
  const passes = failed.length === 0 && probability <= CREDIT_POLICY.approveUpTo;
  // Below the threshold the model gives no reasons, because only the rules denied.
  const raising =
    probability <= CREDIT_POLICY.approveUpTo
      ? []
      : await findCurableFeatures(
          contributions.filter(({ contribution }) => contribution > 0),
          inputs,
          deps.model,
        );
  const reasons = passes ? [] : listReasons(failed, raising);
  const offer = passes ? null : await findCounterOffer(request, facts, deps);
  const amount = passes ? facts.amount : (offer?.amount ?? null);
  const hasCounterfactual = !passes && !deps.withoutChanges;
  const changes = hasCounterfactual ? await findCounterfactuals(request, facts, deps) : [];
  const counterfactual = changes.map((change) => {
    // The counter-offer already shows this change, exact to the unit.
    if (change.feature !== 'amount' || offer === null) return change;
    return { ...change, to: offer.amount, probabilityAfter: offer.probability };
  });
  const answer = (
    decision: CreditDecision,
    reviewReason: ReviewReason | null,
  ): AssessedApplication => ({
    ...commonFields,
    decision,
    reviewReason,
    counterfactual,
    approvedAmount: decision === 'approved' ? amount : null,
    offer: decision === 'approved' ? offer : null,
    reasons: decision === 'manual_review' ? [] : reasons,
  });
  const failedCashFlowRules = rules.filter(({ passed, code }) => !passed && !failed.includes(code));
  if (amount !== null && failedCashFlowRules.length > 0)
    return answer('manual_review', 'cash_flow_rules');
  // A counter-offer is adverse action too and needs reasons.
  const isAdverse = !passes;
  if (amount === null && failed.length === 0 && probability <= CREDIT_POLICY.denyAbove) {
    return answer('manual_review', 'between_thresholds');
  }
  if (isAdverse && reasons.length === 0) return answer('manual_review', 'explanation_unavailable');
  return answer(amount === null ? 'denied' : 'approved', null);
}

/**
 * Returns the largest smaller loan that passes the floor and the model, or null. It tries each
 * hundredth of the amount, because some models do not give smaller loans less risk, then the whole
 * units above the best one, so that a smaller request does not get a smaller offer.
 */
async function findCounterOffer(
  request: CreditRequest,
  facts: FloorFacts,
  deps: AssessmentDeps,
): Promise<Offer | null> {
  const inputsAt = (amount: number) => {
    const passes = applyFloor({ ...facts, amount }, deps.limits).every((rule) => rule.passed);
    const inputs = passes
      ? buildModelInputs(changeRequest(request, { amount }), deps.toDollars)
      : null;
    return inputs && deps.model.accepts(inputs) ? inputs : null;
  };
  const amounts: number[] = [];
  for (let percent = 99; percent >= CREDIT_POLICY.smallestOfferPercent; percent--) {
    const part = Number((BigInt(facts.amount) * BigInt(percent)) / 100n);
    const amount = roundToWholeUnits(part, request.currency);
    if (amount > 0 && amount !== amounts.at(-1)) amounts.push(amount);
  }
  const offers = amounts.flatMap((amount) => {
    const inputs = inputsAt(amount);
    return inputs ? [{ amount, inputs }] : [];
  });
  const probabilities = await deps.model.probabilities(offers.map(({ inputs }) => inputs));
  const index = probabilities.findIndex((probability) => probability <= CREDIT_POLICY.approveUpTo);
  let best = { amount: offers[index]?.amount ?? 0, probability: probabilities[index] ?? 1 };
  if (best.amount === 0) return null;
  const unit = 10 ** exponentOf(request.currency);
  const next = amounts[amounts.indexOf(best.amount) - 1] ?? facts.amount;
  let [min, above] = [best.amount / unit, Math.ceil(next / unit)];
  while (above - min > 1) {
    const middle = Math.floor((min + above) / 2);
    const inputs = inputsAt(middle * unit);
    const [probability = 1] = inputs ? await deps.model.probabilities([inputs]) : [];
    if (probability <= CREDIT_POLICY.approveUpTo) {
      best = { amount: middle * unit, probability };
      min = middle;
    } else above = middle;
  }
  const score = toScore(best.probability);
  return { ...best, score, grade: gradeOf(score) };
}
