// The acts on deployments by their workflow, their owner and the bank, each in one database
// transaction. Of two concurrent callers the second finds the result of the first.

import type { Metadata } from '../../ledger/metadata.ts';
import {
  type DeploymentAct,
  type DeploymentPlan,
  type DeploymentStatus,
  type DeploymentStrategy,
  findingsAgainstOrder,
  type Gate,
  isInProgress,
  type Waiver,
} from '../../ledger/models/deployment.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import type { Tx } from '../kernel/tx.ts';
import { modelVersionView } from '../models/view.ts';
import { findLapse, type LapseReason } from './lapse.ts';
import {
  ABORTED,
  emitDeployment,
  isApproved,
  leaveGates,
  promoteDeployment,
  restartIfChampionChanged,
  rollBackDeployment,
  saveDeployment,
} from './moves.ts';
import { createDeploymentRow, deploymentStatements } from './rows.ts';
import type { DeploymentRow, ReplayReport } from './view.ts';

export interface DeploymentOrder {
  readonly tenantId: string;
  readonly versionId: string;
  readonly strategy: DeploymentStrategy;
  readonly plan: DeploymentPlan;
  readonly metadata: Metadata;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface DeploymentCommand {
  /** Null for an operator, who sees the deployments of every tenant. */
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

/** The state of a deployment after a step of its workflow. */
export interface DeploymentState {
  /** Null when there is no such deployment. */
  readonly status: DeploymentStatus | null;
  readonly step: number;
  /** True when the workflow has nothing left to do. */
  readonly rests: boolean;
}

/** The step of a deployment that an act is meant for; in any other step the act does nothing. */
export interface DeploymentStep {
  readonly deploymentId: string;
  readonly status: DeploymentStatus;
  readonly step: number;
}

/** The answers of champion and challenger about a decision; a null probability means no score. */
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

const OPERATION = 'POST /v1/ai/custom-models/deploy';

/** Records the request to deploy a version. The version does not change yet. */
export const acceptDeployment = act(
  'deployment.accept',
  (tx, order: DeploymentOrder): KeyedResult => {
    const { tenantId, requestHash, cause } = order;
    const keyUse = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
    return tx.keys.runOnce(keyUse, tx.now(), () => writeDeployment(tx, order));
  },
);

/** Writes the gate results; the deployment fails, waits for the bank, or begins to score. */
export const passGates = act(
  'deployment.pass',
  (
    tx,
    {
      deploymentId,
      gates,
      replayReport,
    }: {
      readonly deploymentId: string;
      readonly gates: readonly Gate[];
      readonly replayReport: ReplayReport | null;
    },
  ): DeploymentState => {
    return atStep(tx, { deploymentId, status: 'validating', step: 0 }, (row) => {
      const cause = workflowCause(row);
      const report = replayReport && JSON.stringify(replayReport);
      const isNew = row.gates === '[]';
      const changes = { gates: JSON.stringify(gates), replayReport: report };
      const storedRow = isNew ? saveDeployment(tx, row, changes) : row;
      const failed = gates.find(({ passed }) => passed === false);
      if (!failed) return unlessExpired(tx, storedRow, () => leaveGates(tx, storedRow, cause));
      const message = `${failed.name}: ${failed.detail ?? `${failed.value}`}`;
      return rollBackDeployment(tx, storedRow, { code: 'gate_failed', message, cause });
    });
  },
);

/** Promotes, rolls back or stops a deployment on command. A repeated command is no error. */
export const commandDeployment = act(
  'deployment.command',
  (tx, order: DeploymentCommand): Pick<KeyedResult, 'replayed'> => {
    const { tenantId, act, reason, cause } = order;
    const row = deploymentStatements(tx.database).byId.get(order.deploymentId);
    if (!row || (tenantId !== null && row.tenantId !== tenantId)) throw notFound();
    const { status } = row;
    const isEnded = ['failed', 'rolled_back', 'aborted'].includes(status);
    if (isEnded && act !== 'promote') return { replayed: true };
    if (act === 'promote') {
      if (status !== 'shadow' && status !== 'canary') throw wrongStatus(status);
      if (!isApproved(row)) throw new Refusal('approval_required');
      refuseUnwaived(tx, row);
      refuseExpired(tx, row);
      promoteDeployment(tx, row, cause);
      return { replayed: false };
    }
    const isAllowed =
      act === 'abort' ? isInProgress(status) : isInProgress(status) || status === 'active';
    if (!isAllowed) throw wrongStatus(status);
    const code = act === 'abort' ? ABORTED : 'on_command';
    rollBackDeployment(tx, row, { code, message: reason ?? END_REASONS[act], cause });
    return { replayed: false };
  },
);

/** Writes an operator's decision about a deployment. */
export const decideDeployment = act(
  'deployment.decide',
  (
    tx,
    { deploymentId, decision, reason, cause }: DeploymentDecision,
  ): Pick<KeyedResult, 'replayed'> => {
    const row = deploymentStatements(tx.database).byId.get(deploymentId);
    if (!row) throw notFound();
    const { approvalStatus: previousApproval, status } = row;
    if (previousApproval === decision) return { replayed: true };
    if (previousApproval !== 'requested') throw wrongStatus(previousApproval);
    if (!isInProgress(status)) throw wrongStatus(status);
    const approval = { approvalStatus: decision, approvedBy: cause.actor, approvalReason: reason };
    const next = saveDeployment(tx, row, approval);
    if (decision === 'granted') emitDeployment(tx, next, 'model.deployment.approved', cause);
    else rollBackDeployment(tx, next, { code: 'approval_denied', message: reason, cause });
    return { replayed: false };
  },
);

/** Records that the workflow of the deployment has started. */
export const beginDeployment = act(
  'deployment.begin',
  (
    tx,
    { deploymentId, runId }: { readonly deploymentId: string; readonly runId: string },
  ): DeploymentState => {
    return atStep(tx, { deploymentId, status: 'pending', step: 0 }, (row) =>
      saveDeployment(tx, row, { status: 'validating', stageSince: tx.now(), workflowRunId: runId }),
    );
  },
);

/** Advances a deployment that is still in that step and has met the rule of its plan. */
export const advanceDeployment = act(
  'deployment.advance',
  (tx, place: DeploymentStep): DeploymentState =>
    atStep(tx, place, (row) =>
      unlessExpired(tx, row, () =>
        isApproved(row) ? promoteDeployment(tx, row, workflowCause(row)) : row,
      ),
    ),
);

/** Stops a deployment whose version has expired, if it is still in that step. */
export const lapseDeployment = act(
  'deployment.lapse',
  (tx, place: DeploymentStep): DeploymentState =>
    atStep(tx, place, (row) =>
      isInProgress(row.status) ? unlessExpired(tx, row, () => row) : row,
    ),
);

/** Rolls a deployment back automatically, if it is still in that step. */
export const autoRollBackDeployment = act(
  'deployment.retreat',
  (
    tx,
    {
      code,
      message,
      ...place
    }: DeploymentStep & { readonly code: string; readonly message: string },
  ): DeploymentState =>
    atStep(tx, place, (row) =>
      rollBackDeployment(tx, row, { code, message, cause: workflowCause(row) }),
    ),
);

/** Ends the watch of an active deployment. */
export const releaseDeployment = act(
  'deployment.release',
  (tx, { deploymentId }: { readonly deploymentId: string }): DeploymentState => {
    return atStep(tx, { deploymentId, status: 'active', step: 0 }, (row) => {
      deploymentStatements(tx.database).unwatch.run(row.id);
      return { ...row, watchedUntil: null };
    });
  },
);

/**
 * Records observations of decisions, each once, and the position of the last one. Records nothing
 * when the champion has changed meanwhile; the next check compares with the new one.
 */
export const observeDeployment = act(
  'deployment.observe',
  (
    tx,
    {
      deploymentId,
      status,
      step,
      through,
      observations,
    }: DeploymentStep & {
      readonly through: string;
      readonly observations: readonly Observation[];
    },
  ): void => {
    const row = deploymentStatements(tx.database).byId.get(deploymentId);
    if (row?.status !== status || row.step !== step) return;
    // The champion has changed, so observations that were compared with the former one do not
    // count.
    if (restartIfChampionChanged(tx, row) !== row) return;
    for (const observation of observations) {
      const champion =
        observation.championFlags === null ? null : Number(observation.championFlags);
      const challenger =
        observation.challengerFlags === null ? null : Number(observation.challengerFlags);
      const flags = { championFlags: champion, challengerFlags: challenger };
      deploymentStatements(tx.database).insertObservation.run({
        ...observation,
        ...flags,
        deploymentId,
        status,
        step,
        observedAt: tx.now(),
      });
    }
    if (through > row.seenThrough)
      deploymentStatements(tx.database).setSeenThrough.run(through, row.id);
  },
);

function workflowCause({ requestId }: DeploymentRow): Cause {
  return { actor: 'workflow', requestId, idempotencyKey: null };
}

/** @throws Refusal when the end of the version, or of its validation, is past */
function refuseExpired(tx: Tx, version: Pick<DeploymentRow, 'tenantId' | 'versionId'>): void {
  const lapsed = findLapse(tx, version);
  if (lapsed) throw new Refusal('model_not_deployable', { detail: REMEDIES[lapsed.code](lapsed) });
}

/** @throws Refusal when the gates have findings that no operator has waived */
function refuseUnwaived(tx: Tx, { gates, versionId }: DeploymentRow): void {
  const waivers = JSON.parse(
    deploymentStatements(tx.database).version.get(versionId)?.waivers ?? '[]',
  ) as Waiver[];
  const findings = findingsAgainstOrder(JSON.parse(gates) as Gate[], waivers);
  if (findings.length === 0) return;
  const detail = `The bank has not waived ${findings.join(', ')} for version ${versionId}.`;
  throw new Refusal('waiver_required', { detail });
}

/** The version has expired: it needs a later expiry and a new deployment to decide again. */
function stopExpired(tx: Tx, row: DeploymentRow, { code, message }: LapseReason): DeploymentRow {
  const cause = workflowCause(row);
  const next = rollBackDeployment(tx, row, { code, message, cause });
  const version = deploymentStatements(tx.database).version.get(row.versionId);
  if (version) {
    const object = modelVersionView(version, tx.livemode);
    tx.emit({ tenantId: row.tenantId, type: 'model.version.expired', object, cause });
  }
  return next;
}

/** Advances the deployment unless its version has expired meanwhile. */
function unlessExpired(tx: Tx, row: DeploymentRow, act: () => DeploymentRow): DeploymentRow {
  const lapsed = findLapse(tx, row);
  return lapsed ? stopExpired(tx, row, lapsed) : act();
}

/** Runs an act on a deployment that is still in that step. Returns the resulting state. */
function atStep(
  tx: Tx,
  { deploymentId, status, step }: DeploymentStep,
  act: (row: DeploymentRow) => DeploymentRow,
): DeploymentState {
  const row = deploymentStatements(tx.database).byId.get(deploymentId);
  if (!row) return stateOf(row);
  return stateOf(row.status === status && row.step === step ? act(row) : row);
}

function writeDeployment(tx: Tx, order: DeploymentOrder): string {
  const { tenantId, versionId, cause } = order;
  const version = deploymentStatements(tx.database).version.get(versionId);
  if (version?.tenantId !== tenantId) throw new Refusal('model_not_found');
  const { approvalStatus, stage, task } = version;
  if (approvalStatus !== 'approved') {
    const detail = `The version is ${approvalStatus}; a deployment requires approved.`;
    throw new Refusal('model_not_approved', { detail });
  }
  const open = deploymentStatements(tx.database).open.get(tenantId, task);
  if (open) throw new Refusal('deployment_in_progress', { existingId: open.id });
  if (stage !== 'candidate') {
    const detail = `The version is ${stage} and cannot be deployed: upload a new version.`;
    throw new Refusal('model_not_deployable', { detail });
  }
  refuseExpired(tx, order);
  const row = createDeploymentRow(order, version, tx.livemode);
  deploymentStatements(tx.database).insert.run(row);
  emitDeployment(tx, row, 'model.deployment.created', cause);
  return row.id;
}

const REMEDIES: Readonly<Record<LapseReason['code'], (lapsed: LapseReason) => string>> = {
  version_expired: ({ message }) => `${message} Upload a new one, or move its end.`,
  validation_expired: ({ message }) => `${message} The bank validates it again.`,
};

const END_REASONS = { rollback: 'Rolled back on command.', abort: 'Aborted on command.' } as const;

function notFound(): Refusal {
  return new Refusal('deployment_not_found');
}

function wrongStatus(status: string): Refusal {
  return invalidState(
    `The deployment is ${status}, and this command does not apply in that status.`,
  );
}

function stateOf(row: DeploymentRow | undefined): DeploymentState {
  if (!row) return { status: null, step: 0, rests: true };
  const { status, step, watchedUntil } = row;
  return { status, step, rests: !isInProgress(status) && watchedUntil === null };
}
