// Deployments under lock: what their workflow, their owner and the bank do to them, each in one
// database transaction. Whoever comes second finds where the first one went.

import { isOnItsWay } from '../../ledger/models/deployment.ts';
import type { KeyBook } from '../kernel/keys.ts';
import type { Cause } from '../transactions/port.ts';
import { type DeploymentMoverDeps, deploymentMoves, isAgreed } from './moves.ts';
import type {
  DeploymentAcceptance,
  DeploymentActs,
  DeploymentCommand,
  DeploymentCommanded,
  DeploymentDecision,
  DeploymentOrder,
  DeploymentPlace,
  DeploymentStanding,
} from './port.ts';
import { deploymentStatements, newDeployment } from './rows.ts';
import type { DeploymentRow } from './view.ts';

interface Deps extends DeploymentMoverDeps {
  readonly keys: KeyBook;
}

type Result<Name extends keyof DeploymentActs> = Awaited<ReturnType<DeploymentActs[Name]>>;
type Argument<Name extends keyof DeploymentActs> = Parameters<DeploymentActs[Name]>[0];

const OPERATION = 'POST /v1/ai/custom-models/deploy';

export function deploymentActs(deps: Deps): DeploymentActs {
  const { write } = deps.database;
  const writer = deploymentWriter(deps);
  return {
    accept: (order) => write(() => writer.accept(order)),
    begin: (order) => write(() => writer.begin(order)),
    pass: (result) => write(() => writer.pass(result)),
    advance: (place) => write(() => writer.advance(place)),
    retreat: (order) => write(() => writer.retreat(order)),
    release: (order) => write(() => writer.release(order)),
    observe: (seen) => write(() => writer.observe(seen)),
    command: (order) => write(() => writer.command(order)),
    decide: (order) => write(() => writer.decide(order)),
  };
}

type Writer = {
  [Name in keyof DeploymentActs]: (order: Argument<Name>) => Result<Name>;
};

function deploymentWriter(deps: Deps): Writer {
  const { keys, now } = deps;
  const sql = deploymentStatements(deps.database);
  const { tell, save, leaveGates, goOn, takeBack } = deploymentMoves(deps);

  const workflowCause = ({ requestId }: DeploymentRow): Cause => {
    return { actor: 'workflow', requestId, idempotencyKey: null };
  };

  /** Acts on a deployment that still stands there; says where it stands then. */
  function at(
    { deploymentId, status, step }: DeploymentPlace,
    act: (row: DeploymentRow) => DeploymentRow,
  ): DeploymentStanding {
    const row = sql.byId.get(deploymentId);
    if (!row) return standingOf(row);
    return standingOf(row.status === status && row.step === step ? act(row) : row);
  }

  function accept(order: DeploymentOrder): DeploymentAcceptance {
    const { tenantId, versionId, requestHash, cause } = order;
    const use = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
    const seen = keys.look(use, now());
    if (seen.kind === 'key_reused') return { kind: 'key_reused', existingId: '' };
    if (seen.kind === 'replayed') return seen;
    const version = sql.version.get(versionId);
    if (version?.tenantId !== tenantId) return { kind: 'not_found' };
    const { approvalStatus, stage, task } = version;
    if (approvalStatus !== 'approved') return { kind: 'not_approved', approvalStatus };
    const open = sql.open.get(tenantId, task);
    if (open) return { kind: 'in_progress', existingId: open.id };
    if (stage !== 'candidate') return { kind: 'not_deployable', stage };
    const row = newDeployment(order, version, deps.livemode);
    sql.insert.run(row);
    keys.bind(use, row.id, row.createdAt);
    tell(row, 'model.deployment.created', cause);
    return { kind: 'accepted', id: row.id };
  }

  function pass({ deploymentId, gates, replayReport }: Argument<'pass'>): DeploymentStanding {
    return at({ deploymentId, status: 'validating', step: 0 }, (row) => {
      const cause = workflowCause(row);
      const report = replayReport && JSON.stringify(replayReport);
      const isNew = row.gates === '[]';
      const found = { gates: JSON.stringify(gates), replayReport: report };
      const kept = isNew ? save(row, found) : row;
      const failed = gates.find(({ passed }) => passed === false);
      if (!failed) return leaveGates(kept, cause);
      const message = `${failed.name}: ${failed.detail ?? `${failed.value}`}`;
      return takeBack(kept, { code: 'gate_failed', message, cause });
    });
  }

  function command(order: DeploymentCommand): DeploymentCommanded {
    const { tenantId, act, reason, cause } = order;
    const row = sql.byId.get(order.deploymentId);
    if (!row || (tenantId !== null && row.tenantId !== tenantId)) return { kind: 'not_found' };
    const { status } = row;
    const isOver = status === 'failed' || status === 'rolled_back';
    if (isOver && act !== 'promote') return { kind: 'done', replayed: true };
    if (act === 'promote') {
      if (status !== 'shadow' && status !== 'canary') return { kind: 'conflict', status };
      if (!isAgreed(row)) return { kind: 'needs_approval' };
      goOn(row, cause);
      return { kind: 'done', replayed: false };
    }
    const may = act === 'abort' ? isOnItsWay(status) : isOnItsWay(status) || status === 'active';
    if (!may) return { kind: 'conflict', status };
    const code = act === 'abort' ? 'aborted' : 'on_command';
    takeBack(row, { code, message: reason ?? WHY[act], cause });
    return { kind: 'done', replayed: false };
  }

  function decide({ deploymentId, decision, reason, cause }: DeploymentDecision) {
    const row = sql.byId.get(deploymentId);
    if (!row) return { kind: 'not_found' } as const;
    const { approvalStatus: was, status } = row;
    if (was === decision) return { kind: 'done', replayed: true } as const;
    if (was !== 'requested') return { kind: 'conflict', status: was } as const;
    if (!isOnItsWay(status)) return { kind: 'conflict', status } as const;
    const approval = { approvalStatus: decision, approvedBy: cause.actor, approvalReason: reason };
    const next = save(row, approval);
    if (decision === 'granted') tell(next, 'model.deployment.approved', cause);
    else takeBack(next, { code: 'approval_denied', message: reason, cause });
    return { kind: 'done', replayed: false } as const;
  }

  return {
    accept,
    pass,
    command,
    decide,
    begin({ deploymentId, runId }) {
      return at({ deploymentId, status: 'pending', step: 0 }, (row) =>
        save(row, { status: 'validating', stageSince: now(), workflowRunId: runId }),
      );
    },
    advance: (place) => at(place, (row) => (isAgreed(row) ? goOn(row, workflowCause(row)) : row)),
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

const WHY = { rollback: 'Rolled back on command.', abort: 'Aborted on command.' } as const;

function standingOf(row: DeploymentRow | undefined): DeploymentStanding {
  if (!row) return { status: null, step: 0, rests: true };
  const { status, step, watchedUntil } = row;
  return { status, step, rests: !isOnItsWay(status) && watchedUntil === null };
}
