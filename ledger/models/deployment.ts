// Deployments of models: how a version comes to decide, step by step, and how it is taken back. The
// database holds the same edges in a trigger.

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

/**
 * The bank's approval: a person of the bank has to approve a version that decides in production.
 */
export const DEPLOYMENT_APPROVALS = ['not_required', 'requested', 'granted', 'denied'] as const;
export type DeploymentApproval = (typeof DEPLOYMENT_APPROVALS)[number];

/** The stage that a version has while its deployment stands there. */
export const STAGE_OF: Readonly<Record<DeploymentStatus, ModelStage>> = {
  pending: 'candidate',
  validating: 'candidate',
  failed: 'candidate',
  shadow: 'shadow',
  canary: 'canary',
  active: 'production',
  superseded: 'archived',
  rolled_back: 'rolled_back',
  // Stopped before it was done: it may be deployed again.
  aborted: 'candidate',
};

/**
 * Tasks whose models decide: on payments, on credit. Models of other tasks answer only their owner.
 */
export const LIVE_TASKS = ['fraud', 'credit'] as const;
export type LiveTask = (typeof LIVE_TASKS)[number];

/** True when something is decided by models of that task. */
export function isLiveTask(task: ModelTask): task is LiveTask {
  return (LIVE_TASKS as readonly ModelTask[]).includes(task);
}

/** Observations that the next step requires. */
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
  /** Share of decisions that the two would flag differently. */
  readonly maxDisagreement?: number | undefined;
  readonly maxErrorRate?: number | undefined;
  readonly maxP99Ms?: number | undefined;
  readonly minAucDelta?: number | undefined;
}

/** Limits beyond which a version is rolled back automatically; an absent one has its default. */
export interface RollbackRule {
  readonly maxErrorRate?: number | undefined;
  readonly maxP99Ms?: number | undefined;
  /** Index of its scores against the champion's: another kind of model spreads them otherwise. */
  readonly maxScoreDrift?: number | undefined;
  /** Times the champion's alert rate. */
  readonly maxAlertRatio?: number | undefined;
}

/** The deployment as ordered; it never changes. */
export interface DeploymentPlan {
  readonly shadow: StepTerms;
  readonly steps: readonly CanaryStep[];
  /** Null: a person promotes. */
  readonly promoteIf: PromotionRule | null;
  readonly autoRollback: boolean;
  /** Left out in orders from before there was a choice. */
  readonly rollbackIf?: RollbackRule;
  /** Minutes for which an active version is watched. */
  readonly watchMinutes: number;
  readonly replay: ReplayOrder | null;
  /** The approver as the caller names them; nothing is derived from it. */
  readonly approvedBy: string | null;
}

/** Past decisions that the version is asked about. Milliseconds since 1970 UTC. */
export interface ReplayOrder {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/**
 * Findings with which no version decides, unless a person of the bank waives them for that version.
 */
export const GRAVE_FINDINGS = [
  'no_signal',
  'near_copies_of_label',
  'implausible_holdout',
  'champion_better',
  'replay_changes',
] as const;
export type GraveFinding = (typeof GRAVE_FINDINGS)[number];

/** A person of the bank lets a version decide in spite of a finding. */
export interface Waiver {
  readonly finding: GraveFinding;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly by: string;
  readonly reason: string;
}

/** One check before a version is let near a decision. */
export interface Gate {
  readonly name: string;
  readonly threshold: string | number | null;
  readonly value: string | number | null;
  /** Null: it was not run, and `detail` says why. */
  readonly passed: boolean | null;
  readonly detail: string | null;
  /** True: it stops nothing, and is a warning. */
  readonly warning?: boolean;
  /** Findings against the version. */
  readonly findings?: GraveFinding[];
}

/** Findings of the gates against a version that nobody has waived. */
export function unwaivedFindings(
  gates: readonly Gate[],
  waivers: readonly Pick<Waiver, 'finding'>[],
): GraveFinding[] {
  const waived = new Set(waivers.map(({ finding }) => finding));
  const found = new Set(gates.flatMap(({ findings = [] }) => findings));
  return [...found].filter((finding) => !waived.has(finding));
}

/**
 * Findings that keep it from deciding when a person orders it: a person who promotes it has seen
 * the decisions that would change.
 */
export function findingsAgainstOrder(
  gates: readonly Gate[],
  waivers: readonly Pick<Waiver, 'finding'>[],
): GraveFinding[] {
  return unwaivedFindings(gates, waivers).filter((finding) => finding !== 'replay_changes');
}

/** Ways out of the open statuses that a person may order. */
export const DEPLOYMENT_ACTS = ['promote', 'rollback', 'abort'] as const;
export type DeploymentAct = (typeof DEPLOYMENT_ACTS)[number];

/** True while it is on its way: neither in use nor over. */
export function isOnItsWay(status: DeploymentStatus): boolean {
  return ['pending', 'validating', 'shadow', 'canary'].includes(status);
}

/**
 * The next status of a promoted version, or null when it cannot be promoted from there.
 * @param step of the canary, from 0
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
    when: 'A version was ordered to be deployed.',
  },
  {
    type: 'model.deployment.approved',
    object: 'model_deployment',
    when: 'The bank lets it decide.',
  },
  {
    type: 'model.deployment.shadow',
    object: 'model_deployment',
    when: 'It passed the gates and scores beside the one that decides.',
  },
  {
    type: 'model.deployment.canary',
    object: 'model_deployment',
    when: 'It decides for a part of the customers, or for a larger one.',
  },
  {
    type: 'model.deployment.active',
    object: 'model_deployment',
    when: 'It decides for all of them, for the first time or again.',
  },
  {
    type: 'model.deployment.rolled_back',
    object: 'model_deployment',
    when: 'It was taken back, by the bank or by a person.',
  },
  {
    type: 'model.deployment.failed',
    object: 'model_deployment',
    when: 'It did not pass a gate, or was refused before it began.',
  },
  {
    type: 'model.deployment.aborted',
    object: 'model_deployment',
    when: 'It was stopped before it decided for all; its version is a candidate again.',
  },
] as const;
