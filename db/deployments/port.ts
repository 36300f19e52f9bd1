// What can be done with deployments of models, as the callers of the ledger see it.

import type {
  DeploymentAct,
  DeploymentPlan,
  DeploymentStatus,
  DeploymentStrategy,
  Gate,
} from '../../ledger/models/deployment.ts';
import type { ModelStage } from '../../ledger/models/model.ts';
import type { Cause } from '../transactions/port.ts';
import type { ReplayReport } from './view.ts';

export interface DeploymentOrder {
  readonly tenantId: string;
  readonly versionId: string;
  readonly strategy: DeploymentStrategy;
  readonly plan: DeploymentPlan;
  readonly metadata: Readonly<Record<string, string>>;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export type DeploymentAcceptance =
  | { readonly kind: 'accepted'; readonly id: string }
  | { readonly kind: 'replayed'; readonly id: string }
  | { readonly kind: 'key_reused'; readonly existingId: string }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'not_approved'; readonly approvalStatus: string }
  | { readonly kind: 'not_deployable'; readonly stage: ModelStage }
  | { readonly kind: 'in_progress'; readonly existingId: string };

export interface DeploymentCommand {
  /** Null: a person of the bank, who sees every tenant's. */
  readonly tenantId: string | null;
  readonly deploymentId: string;
  readonly act: DeploymentAct;
  readonly reason: string | null;
  readonly cause: Cause;
}

export interface DeploymentDecision {
  readonly deploymentId: string;
  readonly decision: 'granted' | 'denied';
  readonly reason: string;
  readonly cause: Cause;
}

export type DeploymentCommanded =
  | { readonly kind: 'done'; readonly replayed: boolean }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'needs_approval' }
  | { readonly kind: 'conflict'; readonly status: string };

/** Where a deployment stands after a step of its workflow. */
export interface DeploymentStanding {
  /** Null: there is no such deployment. */
  readonly status: DeploymentStatus | null;
  readonly step: number;
  /** True when nothing has to be done about it any more. */
  readonly rests: boolean;
}

/** Which step of a deployment something is about: when it stands elsewhere, nothing happens. */
export interface DeploymentPlace {
  readonly deploymentId: string;
  readonly status: DeploymentStatus;
  readonly step: number;
}

/** What champion and challenger said of a decision; null: no score. */
export interface Observation {
  readonly decisionId: string;
  readonly decidedBy: 'champion' | 'challenger';
  readonly championProbability: number | null;
  readonly challengerProbability: number | null;
  readonly championFlags: boolean | null;
  readonly challengerFlags: boolean | null;
  readonly latencyMicros: number | null;
  readonly error: string | null;
}

export interface DeploymentActs {
  /** Writes down that a version is to be deployed; nothing of the version moves yet. */
  accept(order: DeploymentOrder): Promise<DeploymentAcceptance>;
  /** The workflow has taken it up. */
  begin(order: {
    readonly deploymentId: string;
    readonly runId: string;
  }): Promise<DeploymentStanding>;
  /** Writes what the gates found and goes on: it fails, waits for the bank, or begins to score. */
  pass(result: {
    readonly deploymentId: string;
    readonly gates: readonly Gate[];
    readonly replayReport: ReplayReport | null;
  }): Promise<DeploymentStanding>;
  /** Goes on if it still stands there: the rule of its plan is met. */
  advance(place: DeploymentPlace): Promise<DeploymentStanding>;
  /** Takes it back by itself if it still stands there. */
  retreat(
    order: DeploymentPlace & { readonly code: string; readonly message: string },
  ): Promise<DeploymentStanding>;
  /** An active one is not looked after any more. */
  release(order: { readonly deploymentId: string }): Promise<DeploymentStanding>;
  /** Keeps what was seen of decisions, each once, and how far it has looked. */
  observe(
    seen: DeploymentPlace & {
      readonly through: string;
      readonly observations: readonly Observation[];
    },
  ): Promise<void>;
  /** Promotes, takes back or stops on command. The same command again is no error. */
  command(order: DeploymentCommand): Promise<DeploymentCommanded>;
  /** What a person of the bank decided about it. */
  decide(order: DeploymentDecision): Promise<DeploymentCommanded>;
}
