// The single step of a training: writes its files, trains in a separate process, checks the result
// with the gates of every model file, and registers it. It is idempotent: each run continues from
// the files of the previous run, and the row records the remaining work.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { activityInfo } from '@temporalio/activity';
import type { Ledger } from '../db/ledger.ts';
import {
  beginTraining,
  failTraining,
  stepTraining,
  succeedTraining,
  type TrainingStep,
  type TrainingTask,
} from '../db/trainings/acts.ts';
import { releaseDataset } from '../db/trainings/datasets.ts';
import { readTrainingStatus } from '../db/trainings/reads.ts';
import type { TrainingError } from '../db/trainings/view.ts';
import { isTrainingOver, type TrainingStatus } from '../ledger/models/training.ts';
import {
  type Artifact,
  formatCovers,
  sha256 as hashOf,
  modelPathIn,
  readArtifact,
  readDistributionText,
} from '../models/artifact.ts';
import type { ArtifactStore, FileStore } from '../models/artifact-store.ts';
import type { ModelCard } from '../models/card.ts';
import { type CheckedModel, checkModel, type ModelFile } from '../models/gate/check-model.ts';
import { ModelRefusal } from '../models/gate/refusal.ts';
import { artifactFolderOf, readReport } from '../models/learn/train/job.ts';
import type { TrainingRequest } from '../models/learn/train/request.ts';
import { limitAttempts } from './failure.ts';
import { withHeartbeat } from './heartbeat.ts';
import { RowsChanged, writeTrainingFolder } from './training-folder.ts';
import {
  changedRowsError,
  errorOf,
  limitsOf,
  missedGateError,
  refusalOf,
  reportOf,
  warningsOf,
} from './training-outcome.ts';
import { runTrainer } from './training-process.ts';

export interface TrainingActivities {
  /** Returns how the training ended, or null when no training has that id. */
  trainModel(input: { readonly jobId: string }): Promise<TrainingStatus | null>;
}

/** The tools that training needs besides the ledger. */
export interface TrainingTools {
  readonly artifacts: FileStore;
  /** Covers of trees, which exact reasons of a score need. */
  readonly covers: ArtifactStore;
  /** Distribution of features and scores in training. Without it drift is not measured. */
  readonly distributions: ArtifactStore;
  /** Rows of this environment. */
  readonly datasets: FileStore;
  /** Folder that holds the folders of this environment's trainings. */
  readonly folder: string;
}

interface Deps extends TrainingTools {
  readonly ledger: Ledger;
  readonly failPoint: (name: string) => void;
  /** Aborted when the worker is about to stop; another worker continues. */
  readonly stopping: AbortSignal;
}

/** Attempts before a slow model is refused: a busy machine makes a sound model slow. */
const MAX_SLOW_ATTEMPTS = 3;

/** The training activities of one environment. */
export function trainingActivities(deps: Deps): TrainingActivities {
  const { ledger, artifacts } = deps;

  async function runTraining(jobId: string, stopped: AbortSignal): Promise<TrainingStatus | null> {
    const { workflowExecution } = activityInfo();
    const task = await ledger.run(beginTraining, { jobId, runId: workflowExecution?.runId ?? '' });
    if (!task) return null;
    const folder = join(deps.folder, jobId);
    const status = isTrainingOver(task.status) ? task.status : await train(task, folder, stopped);
    await rm(folder, { recursive: true, force: true });
    const { datasetSha256: sha256 } = task;
    if (sha256 !== null) await ledger.run(releaseDataset, { sha256 });
    return status;
  }

  async function train(task: TrainingTask, folder: string, stopped: AbortSignal) {
    const request = JSON.parse(task.request) as TrainingRequest;
    const isWritten = await tryWriteFolder({ folder, task, request, stopped });
    if (!isWritten) return endTraining(task.id, changedRowsError());
    const { id: jobId } = task;
    const isOver = () => isTrainingOver(readTrainingStatus(ledger, jobId) ?? 'failed');
    const onStep = (step: TrainingStep) => ledger.run(stepTraining, { jobId, step });
    const end = await runTrainer(folder, { stopped, isOver, onStep });
    if (end === null) return readTrainingStatus(ledger, jobId) ?? 'failed';
    if (end.kind !== 'trained') return endTraining(jobId, errorOf(end));
    const checking = { stage: 'checking', round: 0, rounds: 0, validationLoss: null } as const;
    await ledger.run(stepTraining, { jobId, step: checking });
    return register(task, request, folder);
  }

  /** Returns false when the ledger does not have the recorded rows any more. */
  async function tryWriteFolder(
    order: Parameters<typeof writeTrainingFolder>[1],
  ): Promise<boolean> {
    try {
      await writeTrainingFolder(deps, order);
      return true;
    } catch (error) {
      if (error instanceof RowsChanged) return false;
      throw error;
    }
  }

  async function endTraining(
    jobId: string,
    error: TrainingError,
    warnings: readonly string[] = [],
  ) {
    return ledger.run(failTraining, { jobId, error, warnings });
  }

  async function register(task: TrainingTask, request: TrainingRequest, folder: string) {
    const artifact = readArtifact(artifactFolderOf(folder), task.name, task.label);
    const { model } = artifact;
    const card: ModelCard = {
      ...artifact.card,
      task: task.task,
      limits: limitsOf(artifact.card),
    };
    const warnings = warningsOf(card);
    const path = modelPathIn(artifactFolderOf(folder), task.name, task.label);
    const checked = await checkFile(artifact, { path, owner: task.tenantId });
    if (checked instanceof ModelRefusal) return endTraining(task.id, refusalOf(checked), warnings);
    const { sha256, bytes, ...checks } = checked;
    const missed = missedLatencyGate(request, checked);
    if (missed) return endTraining(task.id, missedGateError([missed]), warnings);
    await artifacts.put(sha256, model);
    await storeCovers(artifact);
    const distribution = await storeDistribution(task, folder);
    deps.failPoint('after-training-files');
    return ledger.run(succeedTraining, {
      jobId: task.id,
      // The sandbox has no customers. In production an operator approves the version first.
      approved: !ledger.livemode,
      artifact: { sha256, bytes },
      card: {
        ...card,
        threshold: card.measured.threshold,
        ...distribution,
      },
      checks: { ...checks },
      report: reportOf(card, readReport(folder)),
      warnings,
    });
  }

  async function storeCovers({ card, covers }: Artifact): Promise<void> {
    if (!card.covers || !covers) return;
    await deps.covers.put(card.covers.sha256, Buffer.from(formatCovers(covers)));
  }

  /** Stores the distributions of features and scores, and returns their place on the card. */
  async function storeDistribution({ name, label }: TrainingTask, folder: string) {
    const text = readDistributionText(artifactFolderOf(folder), name, label);
    const sha256 = hashOf(text);
    await deps.distributions.put(sha256, Buffer.from(text));
    return { distribution: { file: 'distribution.json', sha256 } };
  }

  return {
    trainModel: ({ jobId }) =>
      limitAttempts(activityInfo().attempt, () =>
        withHeartbeat(deps.stopping, (stopped) => runTraining(jobId, stopped)),
      ),
  };
}

/** Checks a file with the gates of uploads, in a process with limits. */
async function checkFile(
  { card }: Artifact,
  file: ModelFile,
): Promise<CheckedModel | ModelRefusal> {
  const { features, golden } = card;
  for (let attempt = 1; ; attempt++) {
    try {
      return await checkModel(file, { features, golden });
    } catch (error) {
      if (!(error instanceof ModelRefusal)) throw error;
      if (error.code !== 'model_too_slow' || attempt === MAX_SLOW_ATTEMPTS) return error;
    }
  }
}

function missedLatencyGate({ gates }: TrainingRequest, { probe }: CheckedModel) {
  const { maxLatencyMs: limit } = gates;
  if (limit === undefined || probe.p99Ms <= limit) return null;
  return { gate: 'maxLatencyMs', wanted: limit, measured: probe.p99Ms } as const;
}
