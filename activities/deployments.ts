// The steps of a deployment: its gates, and watching its decisions. Each step is idempotent: the
// row records the state of the deployment, and an act that comes too late does nothing.

import { activityInfo } from '@temporalio/activity';
import { runGates } from '../ai/serving/deployment/gates.ts';
import { examineDecisions } from '../ai/serving/deployment/observe.ts';
import { replayDecisions } from '../ai/serving/deployment/replay.ts';
import { countWrongWay } from '../ai/serving/deployment/wrong-way.ts';
import { listFairnessRecords } from '../ai/serving/evaluation/groups.ts';
import { findMeasuredArea, findQuality } from '../ai/serving/evaluation/quality.ts';
import type { DeploymentState } from '../db/deployments/acts.ts';
import {
  advanceDeployment,
  autoRollBackDeployment,
  beginDeployment,
  lapseDeployment,
  observeDeployment,
  passGates,
  releaseDeployment,
} from '../db/deployments/acts.ts';
import { findLapse } from '../db/deployments/lapse.ts';
import { readDeployment, readWatched } from '../db/deployments/reads.ts';
import type { DeploymentRow, ReplayReport } from '../db/deployments/view.ts';
import type { Ledger } from '../db/ledger.ts';
import { readModelVersion } from '../db/models/reads.ts';
import type { ModelVersionRow } from '../db/models/view.ts';
import {
  type DeploymentPlan,
  type Gate,
  isInProgress,
  isLiveTask,
  type Waiver,
} from '../ledger/models/deployment.ts';
import { verdictOf } from '../ledger/models/deployment-verdict.ts';
import type { ArtifactStore, FileStore } from '../models/artifact-store.ts';
import type { ForeignScorer } from '../models/confined/foreign-scorer.ts';
import { combinePools, createOwnSessions } from '../models/session-pool.ts';
import { limitAttempts } from './failure.ts';
import { withHeartbeat } from './heartbeat.ts';

export interface Watch extends DeploymentState {
  /** True when there are new observations. */
  readonly isNew: boolean;
  /** Wait before the next check, unless a signal arrives earlier. */
  readonly pauseMs: number;
  /** Status text for an operator who looks at the workflow. */
  readonly says: string;
}

export interface DeploymentInput {
  readonly deploymentId: string;
  /** Checks in a row that found nothing new. */
  readonly idle?: number;
}

export interface DeploymentActivities {
  /**
   * Runs the gates and advances the deployment. A deployment that waits for the bank's approval is
   * checked again later.
   */
  checkDeployment(input: DeploymentInput): Promise<Watch>;
  /**
   * Examines the decisions made since the last check and returns the next step of the deployment.
   */
  watchDeployment(input: DeploymentInput): Promise<Watch>;
}

export interface DeploymentDeps {
  readonly ledger: Ledger;
  readonly artifacts: FileStore;
  /** Scores with the model files of developers. */
  readonly foreign: ForeignScorer;
  /** Covers of trees that were trained here, for the reasons of replayed decisions. */
  readonly covers: ArtifactStore;
  /** Aborted when the worker is about to stop; another worker continues. */
  readonly stopping: AbortSignal;
  readonly failPoint: (name: string) => void;
}

interface GateResults {
  readonly gates: readonly Gate[];
  readonly replayReport: ReplayReport | null;
}

/** Milliseconds between two checks: doubled while there is nothing new. */
const PAUSES_MS = {
  sandbox: { first: 500, last: 5_000 },
  production: { first: 5_000, last: 60_000 },
};

/** The deployment activities of one environment. */
export function deploymentActivities(deps: DeploymentDeps): DeploymentActivities {
  const { ledger, stopping, failPoint } = deps;

  function pauseOf(idleRounds: number): number {
    const { first, last } = PAUSES_MS[ledger.environment];
    return Math.min(last, first * 2 ** Math.min(idleRounds, 10));
  }

  async function check(input: DeploymentInput, stopped: AbortSignal): Promise<Watch> {
    const { deploymentId, idle = 0 } = input;
    const runId = activityInfo().workflowExecution?.runId ?? '';
    let state = await ledger.run(beginDeployment, { deploymentId, runId });
    failPoint('after-deployment-begin');
    const row = readDeployment(ledger, deploymentId);
    if (row && state.status === 'validating') {
      const gates = await gatesOf(row, stopped);
      state = await ledger.run(passGates, { deploymentId, ...gates });
      failPoint('after-deployment-gates');
    }
    const waitText = state.status === 'validating' ? 'waits for the approval of the bank' : null;
    const message = waitText ?? state.status ?? 'There is no such deployment.';
    return { ...state, isNew: false, pauseMs: pauseOf(idle), says: message };
  }

  async function countInOwnSession(version: ModelVersionRow) {
    const pool = combinePools(createOwnSessions(deps.artifacts, 1), deps.foreign);
    try {
      return await countWrongWay(version, pool);
    } finally {
      await pool.close();
      // The version decides nothing yet, so the model's memory is released.
      const isInUse = (sha256: string) => sha256 !== version.artifactSha256;
      await deps.foreign.releaseIdle({ idleMs: 0, isInUse });
    }
  }

  /** Returns the gates of a deployment. Their results are stored in the row once they have run. */
  async function gatesOf(row: DeploymentRow, stopped: AbortSignal): Promise<GateResults> {
    const storedGates = JSON.parse(row.gates) as Gate[];
    if (storedGates.length > 0) return { gates: storedGates, replayReport: null };
    const version = readModelVersion(ledger, row.versionId);
    if (!version) throw new Error(`version ${row.versionId} is not in this ledger`);
    const { promoteIf, replay } = JSON.parse(row.plan) as DeploymentPlan;
    const { artifacts, covers, foreign } = deps;
    const terms = {
      decidesAtOnce: row.strategy !== 'shadow',
      waivers: JSON.parse(version.waivers) as Waiver[],
    };
    const gates = await runGates(version, {
      ...terms,
      artifacts,
      promoteIf,
      countWrongWay: () => countInOwnSession(version),
      quality: findQuality(ledger, version),
      measured: findMeasuredArea(ledger, version),
      fairness: listFairnessRecords(ledger, { tenantId: version.tenantId, versionId: version.id }),
    });
    const hasFailed = gates.some(({ passed }) => passed === false);
    if (!replay || hasFailed) return { gates, replayReport: null };
    const replayed = await replayDecisions(ledger, version, {
      replay,
      artifacts,
      covers,
      foreign,
      stopped,
      ...terms,
    });
    return { gates: [...gates, replayed.gate], replayReport: replayed.report };
  }

  /**
   * Stores the observations of the decisions since the last check. Returns whether there were none,
   * all were read, or more may be left.
   */
  async function observeDecisions(
    row: DeploymentRow,
    stopped: AbortSignal,
  ): Promise<'nothing' | 'all' | 'part'> {
    const isDeciding =
      row.status === 'active' || row.status === 'shadow' || row.status === 'canary';
    const { task } = row;
    if (!isLiveTask(task) || !isDeciding) return 'nothing';
    const look = await examineDecisions(ledger, { ...row, task }, { ...deps, stopped });
    if (!look) return 'nothing';
    const { id: deploymentId, status, step } = row;
    const { through, observations } = look;
    await ledger.run(observeDeployment, { deploymentId, status, step, through, observations });
    failPoint('after-deployment-look');
    return look.isFull ? 'part' : 'all';
  }

  async function watch(input: DeploymentInput, stopped: AbortSignal): Promise<Watch> {
    const { deploymentId, idle = 0 } = input;
    const row = readDeployment(ledger, deploymentId);
    if (!row) return { status: null, step: 0, rests: true, isNew: false, pauseMs: 0, says: '' };
    const position = { deploymentId, status: row.status, step: row.step };
    const lapsed = isInProgress(row.status) ? findLapse(ledger, row) : null;
    if (lapsed) {
      const state = await ledger.run(lapseDeployment, position);
      return { ...state, isNew: true, pauseMs: pauseOf(0), says: lapsed.message };
    }
    const observed = await observeDecisions(row, stopped);
    const verdict = verdictOf(readWatched(ledger, row));
    const isNew = observed !== 'nothing';
    const pauseMs = observed === 'part' ? 1 : pauseOf(isNew ? 0 : idle);
    if (verdict.kind === 'rollback') {
      const { code, message } = verdict;
      const state = await ledger.run(autoRollBackDeployment, { ...position, code, message });
      failPoint('after-deployment-rollback');
      return { ...state, isNew: true, pauseMs, says: message };
    }
    if (verdict.kind === 'promote') {
      const state = await ledger.run(advanceDeployment, position);
      failPoint('after-deployment-step');
      return { ...state, isNew: true, pauseMs, says: state.status ?? '' };
    }
    const isWatched = row.watchedUntil !== null && row.watchedUntil > ledger.now();
    const state: DeploymentState =
      row.status === 'active' && !isWatched
        ? await ledger.run(releaseDeployment, { deploymentId })
        : { ...position, rests: false };
    const { status, step, rests } = state;
    const stageText = status === 'canary' ? `canary, step ${step + 1}` : status;
    const isDecided = status === 'active' || hasEnded(status);
    const says = isDecided ? `${stageText}` : `${stageText}: waits for ${verdict.waitingFor}`;
    return { status, step, rests: rests || hasEnded(status), isNew, pauseMs, says };
  }

  const runAttempt = (work: (stopped: AbortSignal) => Promise<Watch>) =>
    limitAttempts(activityInfo().attempt, () => withHeartbeat(stopping, work));
  return {
    checkDeployment: (input) => runAttempt((stopped) => check(input, stopped)),
    watchDeployment: (input) => runAttempt((stopped) => watch(input, stopped)),
  };
}

function hasEnded(status: DeploymentState['status']): boolean {
  return status !== null && ['failed', 'rolled_back', 'superseded', 'aborted'].includes(status);
}
