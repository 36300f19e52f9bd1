// Deployments of models: the steps by which a version comes to decide, and its rollback. A database
// trigger enforces the transitions.

import type { ModelStage, ModelTask } from './model.ts';

export const DEPLOYMENT_STATUSES = [
  'pending',
  'validating',
  'shadow',
  'canary',
  'active',
  'superseded',
  'failed',
  'rolled_back',
  'aborted',
] as const;
export type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number];

export const DEPLOYMENT_STRATEGIES = ['shadow', 'canary', 'immediate'] as const;
export type DeploymentStrategy = (typeof DEPLOYMENT_STRATEGIES)[number];

/** A person of the bank has to approve every version that decides in production. */
export const DEPLOYMENT_APPROVALS = ['not_required', 'requested', 'granted', 'denied'] as const;
export type DeploymentApproval = (typeof DEPLOYMENT_APPROVALS)[number];

/** The stage of a version in each status of its deployment. */
export const STAGE_BY_STATUS: Readonly<Record<DeploymentStatus, ModelStage>> = {
  pending: 'candidate',
  validating: 'candidate',
  failed: 'candidate',
  shadow: 'shadow',
  canary: 'canary',
  active: 'production',
  superseded: 'archived',
  rolled_back: 'rolled_back',
  // An aborted version may be deployed again.
  aborted: 'candidate',
};

/**
 * Tasks whose models decide on payments or credit. Models of other tasks only answer their owner.
 */
export const LIVE_TASKS = ['fraud', 'credit'] as const;
export type LiveTask = (typeof LIVE_TASKS)[number];

/** True when models of the task decide on payments or credit. */
export function isLiveTask(task: ModelTask): task is LiveTask {
  return (LIVE_TASKS as readonly ModelTask[]).includes(task);
}

/** Duration and number of decisions that a step requires before the next one. */
export interface StepTerms {
  readonly minMinutes: number;
  readonly minSamples: number;
}

export interface CanaryStep extends StepTerms {
  /** Percentage of the customers. */
  readonly percent: number;
}

/** Conditions that all have to hold for a promotion without a person. */
export interface PromotionRule {
  /** Share of decisions that champion and challenger would flag differently. */
  readonly maxDisagreement?: number | undefined;
  readonly maxErrorRate?: number | undefined;
  readonly maxP99Ms?: number | undefined;
  readonly minAucDelta?: number | undefined;
}

/** Limits beyond which a version is rolled back automatically; an absent limit has its default. */
export interface RollbackRule {
  readonly maxErrorRate?: number | undefined;
  readonly maxP99Ms?: number | undefined;
  /**
   * Stability index of the scores against the champion's. A challenger of another kind of model
   * needs a wider limit.
   */
  readonly maxScoreDrift?: number | undefined;
  /** Multiple of the champion's alert rate. */
  readonly maxAlertRatio?: number | undefined;
}

/** The deployment as ordered; it never changes. */
export interface DeploymentPlan {
  readonly shadow: StepTerms;
  readonly steps: readonly CanaryStep[];
  /** Null when only a person promotes. */
  readonly promoteIf: PromotionRule | null;
  readonly autoRollback: boolean;
  /** Absent for the bank's limits. */
  readonly rollbackIf?: RollbackRule;
  /** Minutes for which an active version can still be rolled back automatically. */
  readonly watchMinutes: number;
  readonly replay: ReplayOrder | null;
  /** The approver named by the caller; for the record only. */
  readonly approvedBy: string | null;
}

/** Past decisions that the version scores again. Milliseconds since 1970 UTC. */
export interface ReplayOrder {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** Findings that keep a version from deciding unless a person of the bank waives them for it. */
export const GRAVE_FINDINGS = [
  'no_signal',
  'near_copies_of_label',
  'implausible_holdout',
  'champion_better',
  'replay_changes',
] as const;
export type GraveFinding = (typeof GRAVE_FINDINGS)[number];

/** A person of the bank let a version decide despite a finding. */
export interface Waiver {
  readonly finding: GraveFinding;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly by: string;
  readonly reason: string;
}

/** One check that a version has to pass before it is deployed. */
export interface Gate {
  readonly name: string;
  readonly threshold: string | number | null;
  readonly value: string | number | null;
  /** Null when the check was not run; `detail` gives the reason. */
  readonly passed: boolean | null;
  readonly detail: string | null;
  /** True for a warning, which does not stop the deployment. */
  readonly warning?: boolean;
  /** Findings against the version. */
  readonly findings?: GraveFinding[];
}

/** Findings of the gates against a version that nobody has waived. */
export function listUnwaivedFindings(
  gates: readonly Gate[],
  waivers: readonly Pick<Waiver, 'finding'>[],
): GraveFinding[] {
  const waived = new Set(waivers.map(({ finding }) => finding));
  const findings = new Set(gates.flatMap(({ findings = [] }) => findings));
  return [...findings].filter((finding) => !waived.has(finding));
}

/**
 * Findings that stop a promotion by a person. `replay_changes` does not: the person has seen the
 * decisions that would change.
 */
export function findingsAgainstOrder(
  gates: readonly Gate[],
  waivers: readonly Pick<Waiver, 'finding'>[],
): GraveFinding[] {
  return listUnwaivedFindings(gates, waivers).filter((finding) => finding !== 'replay_changes');
}

/** Orders that a person may give for a deployment. */
export const DEPLOYMENT_ACTS = ['promote', 'rollback', 'abort'] as const;
export type DeploymentAct = (typeof DEPLOYMENT_ACTS)[number];

/** True for a deployment that is neither active nor over. */
export function isInProgress(status: DeploymentStatus): boolean {
  return ['pending', 'validating', 'shadow', 'canary'].includes(status);
}

/**
 * The next status of a promoted version; null when the status allows no promotion.
 * @param step current step of the canary, from 0
 */
export function promotionOf(
  status: DeploymentStatus,
  step: number,
  { steps }: Pick<DeploymentPlan, 'steps'>,
): {
  readonly status: 'canary' | 'active';
  readonly step: number;
  readonly percent: number;
} | null {
  const next = status === 'shadow' ? 0 : step + 1;
  if (status !== 'shadow' && status !== 'canary') return null;
  const canary = steps[next];
  if (canary) return { status: 'canary', step: next, percent: canary.percent };
  return { status: 'active', step: 0, percent: 100 };
}

export const DEPLOYMENT_EVENTS = [
  {
    type: 'model.deployment.created',
    object: 'model_deployment',
    when: 'The deployment of a version was ordered.',
  },
  {
    type: 'model.deployment.approved',
    object: 'model_deployment',
    when: 'The bank approved a deployment.',
  },
  {
    type: 'model.deployment.shadow',
    object: 'model_deployment',
    when: 'A version passed the gates and scores beside the deciding version.',
  },
  {
    type: 'model.deployment.canary',
    object: 'model_deployment',
    when: 'A version decides for a share of the customers, or for a larger share.',
  },
  {
    type: 'model.deployment.active',
    object: 'model_deployment',
    when: 'A version decides for all customers, for the first time or again.',
  },
  {
    type: 'model.deployment.rolled_back',
    object: 'model_deployment',
    when: 'A version was rolled back, automatically or by a person.',
  },
  {
    type: 'model.deployment.failed',
    object: 'model_deployment',
    when: 'A version did not pass a gate, or its deployment was refused before it began.',
  },
  {
    type: 'model.deployment.aborted',
    object: 'model_deployment',
    when: 'A deployment was aborted before its version decided for all; the version is a candidate again.',
  },
] as const;
