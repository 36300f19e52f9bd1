// The verdict on a model version during its deployment: it stays, is promoted, or is rolled back.

import type {
  CanaryStep,
  DeploymentPlan,
  DeploymentStatus,
  GraveFinding,
  PromotionRule,
  RollbackRule,
} from './deployment.ts';

/** Observations in one step of a deployment. Shares are 0 to 1, or null without data. */
export interface ObservedDecisions {
  /** Number of decisions for which the challenger was called. */
  readonly samples: number;
  /** Number of decisions that the challenger made. */
  readonly decided: number;
  readonly errors: number;
  readonly disagreement: number | null;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  /**
   * Population stability index of the challenger's scores against the champion's, on the same
   * decisions.
   */
  readonly psi: number | null;
  readonly championAlertRate: number | null;
  readonly challengerAlertRate: number | null;
}

export type Verdict =
  | { readonly kind: 'stay'; readonly waitingFor: string }
  | { readonly kind: 'promote' }
  | { readonly kind: 'rollback'; readonly code: RollbackCode; readonly message: string };

export type RollbackCode = 'cost' | 'error_rate' | 'latency_p99' | 'score_drift' | 'alert_rate';

/** Limits beyond which a version is rolled back automatically. */
export const ROLLBACK_LIMITS = {
  /** Fewer samples give no verdict; a verdict on p99 needs `tailSamples`. */
  minSamples: 30,
  tailSamples: 100,
  /** Samples that a verdict on computing time needs; the bank bears its cost. */
  costSamples: 10,
  errorRate: 0.02,
  p99Ms: 20,
  psi: 0.25,
  /** The alert rate is too high above this multiple of the champion's … */
  alertRatio: 2,
  /** … and exceeds the champion's by more than this share. */
  alertStep: 0.05,
} as const;

type RollbackLimits = { readonly [Name in keyof RollbackRule]-?: number };

/** The limits of a deployment: from its order, otherwise from {@link ROLLBACK_LIMITS}. */
export function rollbackLimits(rule: RollbackRule = {}): RollbackLimits {
  return {
    maxErrorRate: rule.maxErrorRate ?? ROLLBACK_LIMITS.errorRate,
    maxP99Ms: rule.maxP99Ms ?? ROLLBACK_LIMITS.p99Ms,
    maxScoreDrift: rule.maxScoreDrift ?? ROLLBACK_LIMITS.psi,
    maxAlertRatio: rule.maxAlertRatio ?? ROLLBACK_LIMITS.alertRatio,
  };
}

/** Bounds of the bins of scores; narrow at the low end, where most scores lie. */
export const PSI_BOUNDS: readonly number[] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 0.5, 0.8];
/** Added to each count, so that an empty bin does not make the index infinite. */
const SMOOTHING = 0.5;

/** The population stability index of scores against a reference; 0 for equal distributions. */
export function computeStabilityIndex(
  reference: readonly number[],
  scores: readonly number[],
): number {
  const referenceShares = sharesOf(reference);
  return sharesOf(scores).reduce((sum, share, bin) => {
    const referenceShare = referenceShares[bin] as number;
    return sum + (share - referenceShare) * Math.log(share / referenceShare);
  }, 0);
}

function sharesOf(scores: readonly number[]): number[] {
  const counts = Array.from({ length: PSI_BOUNDS.length + 1 }, () => SMOOTHING);
  for (const score of scores) {
    const upperBound = PSI_BOUNDS.findIndex((bound) => score < bound);
    const bin = upperBound === -1 ? PSI_BOUNDS.length : upperBound;
    counts[bin] = (counts[bin] as number) + 1;
  }
  const all = scores.length + SMOOTHING * counts.length;
  return counts.map((count) => count / all);
}

export interface WatchedDeployment {
  readonly status: DeploymentStatus;
  readonly step: number;
  readonly plan: DeploymentPlan;
  /** False until the bank lets the version decide. */
  readonly approved: boolean;
  /** Findings against the version that are not waived. */
  readonly findings: readonly GraveFinding[];
  readonly minutes: number;
  readonly observed: ObservedDecisions;
}

/** The verdict on a version. */
export function verdictOf(watched: WatchedDeployment): Verdict {
  const { status, plan, approved, observed } = watched;
  const rollback =
    costRollbackOf(status, observed) ??
    (plan.autoRollback ? rollbackOf(observed, plan.rollbackIf) : null);
  if (rollback) return rollback;
  if (status !== 'shadow' && status !== 'canary') return waitFor('nothing');
  const missing = describeMissingData(watched) ?? describeUnmetRule(plan.promoteIf ?? {}, observed);
  if (missing) return waitFor(missing);
  const neededDecision = humanDecisionNeeded(watched);
  if (neededDecision) return waitFor(neededDecision);
  const isLastStep = status === 'shadow' || watched.step >= plan.steps.length - 1;
  if (isLastStep && plan.promoteIf === null) return waitFor('a person to promote it');
  return approved ? { kind: 'promote' } : waitFor('the approval of the bank');
}

/** The decision that a person has to make before any promotion; null when there is none. */
function humanDecisionNeeded({ status, plan, findings }: WatchedDeployment): string | null {
  const findingsToWaive = findings.filter((finding) => finding !== 'replay_changes');
  if (findingsToWaive.length > 0) return `a waiver of the bank (${findingsToWaive.join(', ')})`;
  if (findings.length === 0 || status !== 'shadow' || plan.promoteIf === null) return null;
  return 'a person to promote it: the replay changes a tenth of the decisions';
}

const waitFor = (waitingFor: string) => ({ kind: 'stay', waitingFor }) as const;

/**
 * The rollback of a version that takes too long, before it decides for all customers. The order
 * cannot turn this limit off.
 */
function costRollbackOf(
  status: DeploymentStatus,
  { samples, p50Ms }: ObservedDecisions,
): Extract<Verdict, { kind: 'rollback' }> | null {
  if (status !== 'shadow' && status !== 'canary') return null;
  const { costSamples, p99Ms: max } = ROLLBACK_LIMITS;
  if (samples < costSamples || p50Ms === null || p50Ms <= max) return null;
  const message = `The model takes ${p50Ms} ms at the median; the limit is ${max} ms.`;
  return { kind: 'rollback', code: 'cost', message };
}

function rollbackOf(
  observed: ObservedDecisions,
  rule?: RollbackRule,
): Extract<Verdict, { kind: 'rollback' }> | null {
  const { samples, errors, p99Ms, psi } = observed;
  const { minSamples, tailSamples, alertStep } = ROLLBACK_LIMITS;
  const limits = rollbackLimits(rule);
  if (samples < minSamples) return null;
  const rollBack = (code: RollbackCode, message: string) =>
    ({ kind: 'rollback', code, message }) as const;
  const share = errors / samples;
  if (share > limits.maxErrorRate) {
    return rollBack('error_rate', `${errors} of ${samples} decisions had no score from the model.`);
  }
  if (p99Ms !== null && samples >= tailSamples && p99Ms > limits.maxP99Ms) {
    return rollBack(
      'latency_p99',
      `The model takes ${p99Ms} ms at p99; the limit is ${limits.maxP99Ms} ms.`,
    );
  }
  const { championAlertRate, challengerAlertRate } = observed;
  // A champion that flagged none of few samples may have this rate (the rule of three).
  const minRate = championAlertRate === null ? 0 : Math.max(championAlertRate, 3 / samples);
  if (
    championAlertRate !== null &&
    challengerAlertRate !== null &&
    challengerAlertRate > limits.maxAlertRatio * minRate &&
    challengerAlertRate - championAlertRate > alertStep
  ) {
    return rollBack(
      'alert_rate',
      `The model flags ${formatPercent(challengerAlertRate)}, the present model ${formatPercent(championAlertRate)}.`,
    );
  }
  if (psi !== null && psi > limits.maxScoreDrift) {
    const max = limits.maxScoreDrift;
    return rollBack(
      'score_drift',
      `The stability index (PSI) of the scores is ${round(psi)}; the limit is ${max}.`,
    );
  }
  return null;
}

function describeMissingData({
  status,
  step,
  plan,
  minutes,
  observed,
}: WatchedDeployment): string | null {
  const canary: CanaryStep | undefined = plan.steps[step];
  const terms = status === 'canary' && canary ? canary : plan.shadow;
  const decisionCount = status === 'canary' ? observed.decided : observed.samples;
  if (decisionCount < terms.minSamples) return `${terms.minSamples - decisionCount} more decisions`;
  const remaining = Math.ceil(terms.minMinutes - minutes);
  return remaining > 0 ? `${remaining} more minutes` : null;
}

function describeUnmetRule(rule: PromotionRule, observed: ObservedDecisions): string | null {
  const { maxDisagreement, maxErrorRate, maxP99Ms } = rule;
  const { samples, errors, disagreement, p99Ms } = observed;
  if (maxErrorRate !== undefined && (samples === 0 || errors / samples > maxErrorRate)) {
    return 'an error rate within promoteIf';
  }
  if (maxDisagreement !== undefined && (disagreement ?? 1) > maxDisagreement) {
    return 'a disagreement within promoteIf';
  }
  if (maxP99Ms !== undefined && (p99Ms ?? Number.POSITIVE_INFINITY) > maxP99Ms) {
    return 'a latency within promoteIf';
  }
  return null;
}

function formatPercent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
