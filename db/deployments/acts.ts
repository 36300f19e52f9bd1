// Deployments under lock: what their workflow, their owner and the bank do to them, each in one
// database transaction. The second caller finds where the first one went.

import type { Metadata } from '../../ledger/metadata.ts';
import {
  type DeploymentAct,
  type DeploymentPlan,
  type DeploymentStatus,
  type DeploymentStrategy,
  findingsAgainstOrder,
  type Gate,
  isOnItsWay,
  type Waiver,
} from '../../ledger/models/deployment.ts';
import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Done, KeyBook } from '../kernel/keys.ts';
import { modelVersionView } from '../models/view.ts';
import { type Lapse, lapseOf } from './lapse.ts';
import { ABORTED, type DeploymentMoverDeps, deploymentMoves, isAgreed } from './moves.ts';
import { deploymentStatements, newDeployment } from './rows.ts';
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
  accept(order: DeploymentOrder): Done;
  /** The workflow has taken it up. */
  begin(order: { readonly deploymentId: string; readonly runId: string }): DeploymentStanding;
  /** Writes what the gates found and goes on: it fails, waits for the bank, or begins to score. */
  pass(result: {
    readonly deploymentId: string;
    readonly gates: readonly Gate[];
    readonly replayReport: ReplayReport | null;
  }): DeploymentStanding;
  /** Goes on if it still stands there: the rule of its plan is met. */
  advance(place: DeploymentPlace): DeploymentStanding;
  /** Takes it back by itself if it still stands there. */
  retreat(
    order: DeploymentPlace & { readonly code: string; readonly message: string },
  ): DeploymentStanding;
  /** Stops one on its way whose version has run out, if it still stands there. */
  lapse(place: DeploymentPlace): DeploymentStanding;
  /** An active one is not looked after any more. */
  release(order: { readonly deploymentId: string }): DeploymentStanding;
  /**
   * Keeps what was seen of decisions, each once, and how far it has looked; nothing of it when
   * another version decides meanwhile, with which the next look compares.
   */
  observe(
    seen: DeploymentPlace & {
      readonly through: string;
      readonly observations: readonly Observation[];
    },
  ): void;
  /** Promotes, takes back or stops on command. The same command again is no error. */
  command(order: DeploymentCommand): Pick<Done, 'replayed'>;
  /** What a person of the bank decided about it. */
  decide(order: DeploymentDecision): Pick<Done, 'replayed'>;
}

interface Deps extends DeploymentMoverDeps {
  readonly keys: KeyBook;
  readonly clock: BusinessClock;
}

type Argument<Name extends keyof DeploymentActs> = Parameters<DeploymentActs[Name]>[0];

const OPERATION = 'POST /v1/ai/custom-models/deploy';

/** Call its functions inside `database.write` only. */
export function deploymentWriter(deps: Deps): DeploymentActs {
  const { keys, now } = deps;
  const sql = deploymentStatements(deps.database);
  const { emitEvent, save, leaveGates, goOn, follow, takeBack } = deploymentMoves(deps);

  const workflowCause = ({ requestId }: DeploymentRow): Cause => {
    return { actor: 'workflow', requestId, idempotencyKey: null };
  };

  /** @throws Refusal when the end of the version, or of its validation, is past */
  function refuseExpired(version: Pick<DeploymentRow, 'tenantId' | 'versionId'>): void {
    const lapsed = lapseOf(deps, version);
    if (lapsed) throw new Refusal('model_not_deployable', { detail: MENDED[lapsed.code](lapsed) });
  }

  /** @throws Refusal when the gates found what nobody of the bank has waived */
  function refuseUnwaived({ gates, versionId }: DeploymentRow): void {
    const waivers = JSON.parse(sql.version.get(versionId)?.waivers ?? '[]') as Waiver[];
    const found = findingsAgainstOrder(JSON.parse(gates) as Gate[], waivers);
    if (found.length === 0) return;
    const detail = `The bank has not waived ${found.join(', ')} for version ${versionId}.`;
    throw new Refusal('waiver_required', { detail });
  }

  /** The version has expired: to decide again it needs a later end and a new deployment. */
  function stop(row: DeploymentRow, { code, message }: Lapse): DeploymentRow {
    const cause = workflowCause(row);
    const next = takeBack(row, { code, message, cause });
    const version = sql.version.get(row.versionId);
    if (version) {
      const object = modelVersionView(version, deps.livemode);
      deps.emit({ tenantId: row.tenantId, type: 'model.version.expired', object, cause });
    }
    return next;
  }

  /** Goes on, unless the version has run out meanwhile. */
  function unlessLapsed(row: DeploymentRow, act: () => DeploymentRow): DeploymentRow {
    const lapsed = lapseOf(deps, row);
    return lapsed ? stop(row, lapsed) : act();
  }

  /** Acts on a deployment that still stands there; says where it stands then. */
  function at(
    { deploymentId, status, step }: DeploymentPlace,
    act: (row: DeploymentRow) => DeploymentRow,
  ): DeploymentStanding {
    const row = sql.byId.get(deploymentId);
    if (!row) return standingOf(row);
    return standingOf(row.status === status && row.step === step ? act(row) : row);
  }

  function accept(order: DeploymentOrder): string {
    const { tenantId, versionId, cause } = order;
    const version = sql.version.get(versionId);
    if (version?.tenantId !== tenantId) throw new Refusal('model_not_found');
    const { approvalStatus, stage, task } = version;
    if (approvalStatus !== 'approved') {
      const detail = `The version is ${approvalStatus}; a deployment requires approved.`;
      throw new Refusal('model_not_approved', { detail });
    }
    const open = sql.open.get(tenantId, task);
    if (open) throw new Refusal('deployment_in_progress', { existingId: open.id });
    if (stage !== 'candidate') {
      const detail = `The version is ${stage} and cannot be deployed: upload a new version.`;
      throw new Refusal('model_not_deployable', { detail });
    }
    refuseExpired(order);
    const row = newDeployment(order, version, deps.livemode);
    sql.insert.run(row);
    emitEvent(row, 'model.deployment.created', cause);
    return row.id;
  }

  function pass({ deploymentId, gates, replayReport }: Argument<'pass'>): DeploymentStanding {
    return at({ deploymentId, status: 'validating', step: 0 }, (row) => {
      const cause = workflowCause(row);
      const report = replayReport && JSON.stringify(replayReport);
      const isNew = row.gates === '[]';
      const found = { gates: JSON.stringify(gates), replayReport: report };
      const kept = isNew ? save(row, found) : row;
      const failed = gates.find(({ passed }) => passed === false);
      if (!failed) return unlessLapsed(kept, () => leaveGates(kept, cause));
      const message = `${failed.name}: ${failed.detail ?? `${failed.value}`}`;
      return takeBack(kept, { code: 'gate_failed', message, cause });
    });
  }

  function command(order: DeploymentCommand): Pick<Done, 'replayed'> {
    const { tenantId, act, reason, cause } = order;
    const row = sql.byId.get(order.deploymentId);
    if (!row || (tenantId !== null && row.tenantId !== tenantId)) throw notFound();
    const { status } = row;
    const isOver = ['failed', 'rolled_back', 'aborted'].includes(status);
    if (isOver && act !== 'promote') return { replayed: true };
    if (act === 'promote') {
      if (status !== 'shadow' && status !== 'canary') throw standsAt(status);
      if (!isAgreed(row)) throw new Refusal('approval_required');
      refuseUnwaived(row);
      refuseExpired(row);
      goOn(row, cause);
      return { replayed: false };
    }
    const may = act === 'abort' ? isOnItsWay(status) : isOnItsWay(status) || status === 'active';
    if (!may) throw standsAt(status);
    const code = act === 'abort' ? ABORTED : 'on_command';
    takeBack(row, { code, message: reason ?? WHY[act], cause });
    return { replayed: false };
  }

  function decide({ deploymentId, decision, reason, cause }: DeploymentDecision) {
    const row = sql.byId.get(deploymentId);
    if (!row) throw notFound();
    const { approvalStatus: was, status } = row;
    if (was === decision) return { replayed: true };
    if (was !== 'requested') throw standsAt(was);
    if (!isOnItsWay(status)) throw standsAt(status);
    const approval = { approvalStatus: decision, approvedBy: cause.actor, approvalReason: reason };
    const next = save(row, approval);
    if (decision === 'granted') emitEvent(next, 'model.deployment.approved', cause);
    else takeBack(next, { code: 'approval_denied', message: reason, cause });
    return { replayed: false };
  }

  return {
    accept(order) {
      const { tenantId, requestHash, cause } = order;
      const use = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
      return keys.once(use, now(), () => accept(order));
    },
    pass,
    command,
    decide,
    begin({ deploymentId, runId }) {
      return at({ deploymentId, status: 'pending', step: 0 }, (row) =>
        save(row, { status: 'validating', stageSince: now(), workflowRunId: runId }),
      );
    },
    advance: (place) =>
      at(place, (row) =>
        unlessLapsed(row, () => (isAgreed(row) ? goOn(row, workflowCause(row)) : row)),
      ),
    lapse: (place) =>
      at(place, (row) => (isOnItsWay(row.status) ? unlessLapsed(row, () => row) : row)),
    retreat: ({ code, message, ...place }) =>
      at(place, (row) => takeBack(row, { code, message, cause: workflowCause(row) })),
    release({ deploymentId }) {
      return at({ deploymentId, status: 'active', step: 0 }, (row) => {
        sql.unwatch.run(row.id);
        return { ...row, watchedUntil: null };
      });
    },
    observe({ deploymentId, status, step, through, observations }) {
      const row = sql.byId.get(deploymentId);
      if (row?.status !== status || row.step !== step) return;
      // Who decides has changed since: what was seen beside the one before says nothing now.
      if (follow(row) !== row) return;
      for (const one of observations) {
        const champion = one.championFlags === null ? null : Number(one.championFlags);
        const challenger = one.challengerFlags === null ? null : Number(one.challengerFlags);
        const flags = { championFlags: champion, challengerFlags: challenger };
        sql.observe.run({ ...one, ...flags, deploymentId, status, step, observedAt: now() });
      }
      if (through > row.seenThrough) sql.see.run(through, row.id);
    },
  };
}

const MENDED: Readonly<Record<Lapse['code'], (lapsed: Lapse) => string>> = {
  version_expired: ({ message }) => `${message} Upload a new one, or move its end.`,
  validation_expired: ({ message }) => `${message} The bank validates it again.`,
};

const WHY = { rollback: 'Rolled back on command.', abort: 'Aborted on command.' } as const;

function notFound(): Refusal {
  return new Refusal('deployment_not_found');
}

function standsAt(status: string): Refusal {
  return invalidState(
    `The deployment is ${status}, and this command does not apply in that status.`,
  );
}

function standingOf(row: DeploymentRow | undefined): DeploymentStanding {
  if (!row) return { status: null, step: 0, rests: true };
  const { status, step, watchedUntil } = row;
  return { status, step, rests: !isOnItsWay(status) && watchedUntil === null };
}
