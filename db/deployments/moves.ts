// The moves of a deployment under lock: each writes its row, the stage of the version, the alias
// `production`, the one that is displaced or comes back, and their events.

import type { EventType } from '../../ledger/event.ts';
import { type DeploymentPlan, promotionOf, STAGE_OF } from '../../ledger/models/deployment.ts';
import type { ModelStage } from '../../ledger/models/model.ts';
import type { eventLog } from '../events/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import type { Database } from '../kernel/connect.ts';
import { deploymentStatements } from './rows.ts';
import { type DeploymentRow, deploymentView } from './view.ts';

export interface DeploymentMoverDeps {
  readonly database: Database;
  readonly emit: ReturnType<typeof eventLog>;
  readonly livemode: boolean;
  readonly now: () => number;
}

const MINUTE = 60_000;
/** The code of a deployment that a person stopped. */
export const ABORTED = 'aborted';
/** Those that stop a deployment: its version is a candidate again. */
const STOPPED: readonly string[] = [ABORTED, 'version_expired', 'validation_expired'];

/** Why a deployment came to nothing, and who says so. */
interface Reason {
  readonly code: string;
  readonly message: string;
  readonly cause: Cause;
}

export interface DeploymentMoves {
  emitEvent(row: DeploymentRow, type: EventType, cause: Cause): void;
  save(row: DeploymentRow, fields: Partial<DeploymentRow>): DeploymentRow;
  /** From the gates to where its strategy begins; what is not agreed to waits. */
  leaveGates(row: DeploymentRow, cause: Cause): DeploymentRow;
  /** To the next step of its plan. */
  goOn(row: DeploymentRow, cause: Cause): DeploymentRow;
  /** Compares one on its way with who decides now; the comparison begins anew. */
  follow(row: DeploymentRow): DeploymentRow;
  /** Out of every status that is not over. */
  takeBack(row: DeploymentRow, reason: Reason): DeploymentRow;
}

/** Call its functions inside `database.write` only. */
export function deploymentMoves(deps: DeploymentMoverDeps): DeploymentMoves {
  const { now } = deps;
  const sql = deploymentStatements(deps.database);
  const { save, emitEvent, moveVersion, promoteVersion } = scribeOf(deps);

  /** The tenant's own that decides now, and who decides where it has none. */
  const championOf = ({ tenantId, task }: DeploymentRow) => ({
    own: sql.active.get(tenantId, task),
    usual: sql.usual.get(task)?.id ?? null,
  });

  function enter(row: DeploymentRow, step: number, percent: number, cause: Cause): DeploymentRow {
    const { own, usual } = championOf(row);
    const status = percent === 0 ? 'shadow' : 'canary';
    const next = save(row, {
      status,
      step,
      trafficPercent: percent,
      stageSince: now(),
      championVersionId: own?.versionId ?? usual,
    });
    moveVersion(row.versionId, STAGE_OF[status]);
    emitEvent(next, `model.deployment.${status}`, cause);
    return next;
  }

  function activate(row: DeploymentRow, cause: Cause): DeploymentRow {
    const { own, usual } = championOf(row);
    if (own) {
      const over = { trafficPercent: 0, watchedUntil: null, completedAt: now() };
      save(own, { ...over, status: 'superseded' });
      moveVersion(own.versionId, 'archived');
    }
    const plan = JSON.parse(row.plan) as DeploymentPlan;
    const next = save(row, {
      status: 'active',
      step: 0,
      trafficPercent: 100,
      stageSince: now(),
      watchedUntil: plan.autoRollback ? now() + plan.watchMinutes * MINUTE : null,
      championVersionId: own?.versionId ?? usual,
      rollbackTo: own?.versionId ?? null,
    });
    promoteVersion(next);
    emitEvent(next, 'model.deployment.active', cause);
    return next;
  }

  /** The one that it had displaced decides again. */
  function restore(versionId: string, cause: Cause): void {
    const row = sql.displaced.get(versionId);
    if (!row) return;
    const back = { trafficPercent: 100, stageSince: now(), completedAt: null };
    const next = save(row, { ...back, status: 'active' });
    promoteVersion(next);
    emitEvent(next, 'model.deployment.active', cause);
  }

  function follow(row: DeploymentRow): DeploymentRow {
    if (row.status !== 'shadow' && row.status !== 'canary') return row;
    const { own, usual } = championOf(row);
    const championVersionId = own?.versionId ?? usual;
    if (championVersionId === row.championVersionId) return row;
    return save(row, { championVersionId, stageSince: now() });
  }

  function takeBack(row: DeploymentRow, { code, message, cause }: Reason): DeploymentRow {
    const begun = row.status !== 'pending' && row.status !== 'validating';
    const status = STOPPED.includes(code) ? 'aborted' : begun ? 'rolled_back' : 'failed';
    const next = save(row, {
      status,
      trafficPercent: 0,
      statusCode: code,
      statusMessage: message,
      watchedUntil: null,
      completedAt: now(),
    });
    if (begun) moveVersion(row.versionId, STAGE_OF[status]);
    emitEvent(next, `model.deployment.${status}`, cause);
    if (row.status === 'active' && row.rollbackTo !== null) restore(row.rollbackTo, cause);
    return next;
  }

  function goOn(row: DeploymentRow, cause: Cause): DeploymentRow {
    const target = promotionOf(row.status, row.step, JSON.parse(row.plan) as DeploymentPlan);
    if (!target) return row;
    return target.status === 'active'
      ? activate(row, cause)
      : enter(row, target.step, target.percent, cause);
  }

  function leaveGates(row: DeploymentRow, cause: Cause): DeploymentRow {
    if (row.strategy === 'shadow') return enter(row, 0, 0, cause);
    if (!isAgreed(row)) return row;
    if (row.strategy === 'immediate') return activate(row, cause);
    const { steps } = JSON.parse(row.plan) as DeploymentPlan;
    return enter(row, 0, steps[0]?.percent ?? 100, cause);
  }

  return { emitEvent, save, leaveGates, goOn, follow, takeBack };
}

/** Writes rows and versions, and emits their events. */
function scribeOf(deps: DeploymentMoverDeps) {
  const { livemode, now } = deps;
  const sql = deploymentStatements(deps.database);
  const nameOf = (id: string) => sql.version.get(id) ?? null;

  function emitEvent(row: DeploymentRow, type: EventType, cause: Cause): void {
    const object = deploymentView(row, { livemode, nameOf });
    deps.emit({ tenantId: row.tenantId, type, object, cause });
  }

  function save(row: DeploymentRow, fields: Partial<DeploymentRow>): DeploymentRow {
    const updatedAt = Math.max(now(), row.updatedAt);
    const next = { ...row, ...fields, version: row.version + 1, updatedAt };
    sql.update.run(next);
    const isElsewhere = row.status !== next.status || row.step !== next.step;
    return isElsewhere ? { ...next, seenThrough: lookFromNow(next) } : next;
  }

  /** A step is judged by what is decided in it, and by nothing before. */
  function lookFromNow({ id, tenantId, task, seenThrough }: DeploymentRow): string {
    const last = sql.lastDecision(task, tenantId);
    if (last <= seenThrough) return seenThrough;
    sql.see.run(last, id);
    return last;
  }

  function moveVersion(versionId: string, stage: ModelStage): void {
    sql.moveVersion.run({ versionId, stage, updatedAt: now() });
    if (stage !== 'production') sql.unpoint.run(versionId);
  }

  function promoteVersion(row: DeploymentRow): void {
    moveVersion(row.versionId, 'production');
    sql.point.run(row.modelId, row.versionId, row.updatedAt);
  }

  return { emitEvent, save, moveVersion, promoteVersion };
}

/** True when no agreement is missing. */
export function isAgreed({ approvalStatus }: DeploymentRow): boolean {
  return approvalStatus === 'not_required' || approvalStatus === 'granted';
}
