// The state changes of a deployment. Each writes the row, the stage of the version, the alias
// `production`, the version that is displaced or restored, and the events.

import type { EventType } from '../../ledger/event.ts';
import {
  type DeploymentPlan,
  promotionOf,
  STAGE_BY_STATUS,
} from '../../ledger/models/deployment.ts';
import type { ModelStage } from '../../ledger/models/model.ts';
import type { Cause } from '../kernel/cause.ts';
import type { Tx } from '../kernel/tx.ts';
import { deploymentStatements } from './rows.ts';
import { type DeploymentRow, deploymentView } from './view.ts';

const MINUTE = 60_000;
/** The code of a deployment that a user stopped. */
export const ABORTED = 'aborted';
/** Moves that stop a deployment: its version becomes a candidate again. */
const STOPPING_CODES: readonly string[] = [ABORTED, 'version_expired', 'validation_expired'];

/** The reason and the cause of a deployment's end without success. */
interface Reason {
  readonly code: string;
  readonly message: string;
  readonly cause: Cause;
}

/**
 * Starts the strategy of a deployment. All strategies but `shadow` wait for a required approval.
 */
export function leaveGates(tx: Tx, row: DeploymentRow, cause: Cause): DeploymentRow {
  if (row.strategy === 'shadow') return enterStep(tx, row, 0, 0, cause);
  if (!isApproved(row)) return row;
  if (row.strategy === 'immediate') return activate(tx, row, cause);
  const { steps } = JSON.parse(row.plan) as DeploymentPlan;
  return enterStep(tx, row, 0, steps[0]?.percent ?? 100, cause);
}

/** Advances a deployment to the next step of its plan. */
export function promoteDeployment(tx: Tx, row: DeploymentRow, cause: Cause): DeploymentRow {
  const target = promotionOf(row.status, row.step, JSON.parse(row.plan) as DeploymentPlan);
  if (!target) return row;
  return target.status === 'active'
    ? activate(tx, row, cause)
    : enterStep(tx, row, target.step, target.percent, cause);
}

/** Restarts the comparison of a deployment when the champion has changed. */
export function restartIfChampionChanged(tx: Tx, row: DeploymentRow): DeploymentRow {
  if (row.status !== 'shadow' && row.status !== 'canary') return row;
  const { ownDeployment, shippedVersionId } = championOf(tx, row);
  const championVersionId = ownDeployment?.versionId ?? shippedVersionId;
  if (championVersionId === row.championVersionId) return row;
  return saveDeployment(tx, row, { championVersionId, stageSince: tx.now() });
}

/** Ends a deployment from any open status. */
export function rollBackDeployment(
  tx: Tx,
  row: DeploymentRow,
  { code, message, cause }: Reason,
): DeploymentRow {
  const isBegun = row.status !== 'pending' && row.status !== 'validating';
  const status = STOPPING_CODES.includes(code) ? 'aborted' : isBegun ? 'rolled_back' : 'failed';
  const next = saveDeployment(tx, row, {
    status,
    trafficPercent: 0,
    statusCode: code,
    statusMessage: message,
    watchedUntil: null,
    completedAt: tx.now(),
  });
  if (isBegun) moveVersion(tx, row.versionId, STAGE_BY_STATUS[status]);
  emitDeployment(tx, next, `model.deployment.${status}`, cause);
  if (row.status === 'active' && row.rollbackTo !== null) restore(tx, row.rollbackTo, cause);
  return next;
}

/** Returns the tenant's active deployment, and the version that decides for tenants without one. */
function championOf(tx: Tx, { tenantId, task }: DeploymentRow) {
  return {
    ownDeployment: deploymentStatements(tx.database).active.get(tenantId, task),
    shippedVersionId: deploymentStatements(tx.database).shippedVersion.get(task)?.id ?? null,
  };
}

function enterStep(
  tx: Tx,
  row: DeploymentRow,
  step: number,
  percent: number,
  cause: Cause,
): DeploymentRow {
  const { ownDeployment, shippedVersionId } = championOf(tx, row);
  const status = percent === 0 ? 'shadow' : 'canary';
  const next = saveDeployment(tx, row, {
    status,
    step,
    trafficPercent: percent,
    stageSince: tx.now(),
    championVersionId: ownDeployment?.versionId ?? shippedVersionId,
  });
  moveVersion(tx, row.versionId, STAGE_BY_STATUS[status]);
  emitDeployment(tx, next, `model.deployment.${status}`, cause);
  return next;
}

function activate(tx: Tx, row: DeploymentRow, cause: Cause): DeploymentRow {
  const { ownDeployment, shippedVersionId } = championOf(tx, row);
  if (ownDeployment) {
    const completion = { trafficPercent: 0, watchedUntil: null, completedAt: tx.now() };
    saveDeployment(tx, ownDeployment, { ...completion, status: 'superseded' });
    moveVersion(tx, ownDeployment.versionId, 'archived');
  }
  const plan = JSON.parse(row.plan) as DeploymentPlan;
  const next = saveDeployment(tx, row, {
    status: 'active',
    step: 0,
    trafficPercent: 100,
    stageSince: tx.now(),
    watchedUntil: plan.autoRollback ? tx.now() + plan.watchMinutes * MINUTE : null,
    championVersionId: ownDeployment?.versionId ?? shippedVersionId,
    rollbackTo: ownDeployment?.versionId ?? null,
  });
  promoteVersion(tx, next);
  emitDeployment(tx, next, 'model.deployment.active', cause);
  return next;
}

/** Restores the version that the deployment had displaced. */
function restore(tx: Tx, versionId: string, cause: Cause): void {
  const row = deploymentStatements(tx.database).displaced.get(versionId);
  if (!row) return;
  const restoredFields = { trafficPercent: 100, stageSince: tx.now(), completedAt: null };
  const next = saveDeployment(tx, row, { ...restoredFields, status: 'active' });
  promoteVersion(tx, next);
  emitDeployment(tx, next, 'model.deployment.active', cause);
}

export function emitDeployment(tx: Tx, row: DeploymentRow, type: EventType, cause: Cause): void {
  const object = deploymentView(row, { livemode: tx.livemode, nameOf: (id) => nameOf(tx, id) });
  tx.emit({ tenantId: row.tenantId, type, object, cause });
}

export function saveDeployment(
  tx: Tx,
  row: DeploymentRow,
  fields: Partial<DeploymentRow>,
): DeploymentRow {
  const updatedAt = Math.max(tx.now(), row.updatedAt);
  const next = { ...row, ...fields, version: row.version + 1, updatedAt };
  deploymentStatements(tx.database).update.run(next);
  const hasMoved = row.status !== next.status || row.step !== next.step;
  return hasMoved ? { ...next, seenThrough: skipEarlierDecisions(tx, next) } : next;
}

export function moveVersion(tx: Tx, versionId: string, stage: ModelStage): void {
  deploymentStatements(tx.database).moveVersion.run({ versionId, stage, updatedAt: tx.now() });
  if (stage !== 'production') deploymentStatements(tx.database).removeAlias.run(versionId);
}

export function promoteVersion(tx: Tx, row: DeploymentRow): void {
  moveVersion(tx, row.versionId, 'production');
  deploymentStatements(tx.database).setAlias.run(row.modelId, row.versionId, row.updatedAt);
}

function nameOf(tx: Tx, id: string) {
  return deploymentStatements(tx.database).version.get(id) ?? null;
}

/** Skips the decisions made before a step: only decisions made in it count. */
function skipEarlierDecisions(tx: Tx, { id, tenantId, task, seenThrough }: DeploymentRow): string {
  const last = deploymentStatements(tx.database).lastDecision(task, tenantId);
  if (last <= seenThrough) return seenThrough;
  deploymentStatements(tx.database).setSeenThrough.run(last, id);
  return last;
}

/** Returns true when no approval is missing. */
export function isApproved({ approvalStatus }: DeploymentRow): boolean {
  return approvalStatus === 'not_required' || approvalStatus === 'granted';
}
