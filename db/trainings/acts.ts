// The acts on trainings: a training is accepted with one insert, and ended in one transaction with
// its event and, on success, its version. No result is registered partially.

import type { EventType } from '../../ledger/event.ts';
import type { ModelTask } from '../../ledger/models/model.ts';
import {
  type DatasetSource,
  isTrainingOver,
  MAX_OPEN_TRAININGS,
  nextLabel,
  type TrainingStage,
  type TrainingStatus,
} from '../../ledger/models/training.ts';
import { invalidField, invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mint, mintAt } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { type ModelRegistered, type ModelRegistration, registerVersion } from '../models/acts.ts';
import type { CardJson } from '../models/view.ts';
import { requireStorageQuota } from '../storage/usage.ts';
import { trainingJobs } from './tables.ts';
import {
  type TrainingError,
  type TrainingJobRow,
  type TrainingReport,
  trainingView,
} from './view.ts';

/** A checked training, ready to be accepted. Its data are in the data directory. */
export interface TrainingDraft {
  readonly tenantId: string;
  readonly name: string;
  readonly task: ModelTask;
  readonly source: DatasetSource;
  /** Null when the rows come from the ledger. */
  readonly datasetSha256: string | null;
  /** Bytes of the rows that came with the request. */
  readonly bodyBytes: number;
  readonly estimatedSeconds: number;
  /** The input of the worker, as JSON without the rows. */
  readonly request: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface TrainingCancel {
  readonly tenantId: string;
  readonly jobId: string;
  readonly cause: Cause;
}

export interface TrainingStep {
  readonly stage: TrainingStage;
  readonly round: number;
  readonly rounds: number;
  readonly validationLoss: number | null;
}

/** The data of a training that the worker needs. */
export interface TrainingTask {
  readonly id: string;
  readonly status: TrainingStatus;
  readonly tenantId: string;
  readonly name: string;
  readonly task: ModelTask;
  readonly label: string;
  readonly source: DatasetSource;
  readonly datasetSha256: string | null;
  readonly request: string;
  readonly createdAt: number;
}

/** A model that was trained and has passed every gate. */
export interface TrainingSuccess {
  readonly jobId: string;
  readonly approved: boolean;
  readonly artifact: { readonly sha256: string; readonly bytes: number };
  readonly card: CardJson;
  readonly checks: CardJson;
  readonly report: TrainingReport;
  readonly warnings: readonly string[];
}

export interface TrainingFailure {
  readonly jobId: string;
  readonly error: TrainingError;
  readonly warnings: readonly string[];
}

const OPERATION = 'POST /v1/ai/custom-models/train';
const IDENTITY = [
  'id',
  'tenantId',
  'modelId',
  'name',
  'task',
  'label',
  'request',
  'source',
  'datasetSha256',
  'estimatedSeconds',
  'bodyBytes',
  'requestId',
  'actor',
  'createdAt',
];

const JOBS = `SELECT ${columnsOf(trainingJobs)} FROM training_jobs`;
type ModelRef = { readonly id: string; readonly task: ModelTask };
const SQL = {
  byId: `${JOBS} WHERE id = ?`,
  modelOf: 'SELECT id, task FROM models WHERE tenant_id = ? AND name = ?',
  openOf: `SELECT task FROM training_jobs WHERE tenant_id = ? AND name = ?
       AND status IN ('queued', 'running') LIMIT 1`,
  reserved: 'SELECT model_id FROM training_jobs WHERE tenant_id = ? AND name = ? LIMIT 1',
  labels: `SELECT label FROM training_jobs WHERE tenant_id = @tenantId AND name = @name
     UNION SELECT label FROM model_versions WHERE model_id =
     (SELECT id FROM models WHERE tenant_id = @tenantId AND name = @name)`,
  countOpen: `SELECT count(*) FROM training_jobs
     WHERE tenant_id = ? AND status IN ('queued', 'running')`,
  dataset: 'SELECT 1 FROM training_datasets WHERE tenant_id = ? AND sha256 = ? LIMIT 1',
  insert: `INSERT INTO training_jobs ${insertOf(trainingJobs)}`,
  update: `UPDATE training_jobs SET ${updateOf(trainingJobs, IDENTITY)} WHERE id = @id`,
  freeze: `UPDATE training_jobs SET frozen_sha256 = ?
     WHERE id = ? AND status = 'running' AND frozen_sha256 IS NULL`,
  step: `UPDATE training_jobs SET stage = @stage, round = @round, rounds = @rounds,
       validation_loss = @validationLoss, updated_at = max(updated_at, @updatedAt)
     WHERE id = @id`,
};

function emitEvent(tx: Tx, row: TrainingJobRow, type: EventType, cause: Cause): void {
  const object = trainingView(row, tx.livemode);
  tx.emit({ tenantId: row.tenantId, type, object, cause });
}

function save(tx: Tx, row: TrainingJobRow, fields: Partial<TrainingJobRow>): TrainingJobRow {
  const updatedAt = Math.max(tx.now(), row.updatedAt);
  const next = { ...row, ...fields, version: row.version + 1, updatedAt };
  tx.run(SQL.update, next);
  return next;
}

/** Returns the task of an existing model or training with that name. */
function taskOf(tx: Tx, tenantId: string, name: string): ModelTask | undefined {
  return (
    tx.get<ModelRef>(SQL.modelOf, tenantId, name)?.task ??
    tx.get<Pick<ModelRef, 'task'>>(SQL.openOf, tenantId, name)?.task
  );
}

function insertTraining(tx: Tx, draft: TrainingDraft): string {
  const { tenantId, name } = draft;
  const isMissing =
    draft.source === 'upload' && !tx.get(SQL.dataset, tenantId, draft.datasetSha256);
  if (isMissing) throw new Refusal('dataset_not_found');
  const task = taskOf(tx, tenantId, name);
  if (task !== undefined && task !== draft.task) {
    const message = `The model has the task ${task}: use it, or another name.`;
    throw invalidField('/task', message);
  }
  if ((tx.value<number>(SQL.countOpen, tenantId) ?? 0) >= MAX_OPEN_TRAININGS) {
    const detail = 'The developer has the maximum number of open training jobs: wait for one.';
    throw new Refusal('concurrency_limited', { detail, retryAfterSeconds: 30 });
  }
  requireStorageQuota(tx, tenantId, draft.bodyBytes);
  const row = newRow(draft, {
    modelId:
      tx.get<ModelRef>(SQL.modelOf, tenantId, name)?.id ??
      tx.value<string>(SQL.reserved, tenantId, name) ??
      mint('model'),
    label: nextLabel(tx.values<string>(SQL.labels, { tenantId, name })),
  });
  tx.run(SQL.insert, row);
  return row.id;
}

/** Cancels a training. `replayed` is true when it was canceled before. */
export const cancelTraining = act(
  'training.cancel',
  (tx, { tenantId, jobId, cause }: TrainingCancel): Pick<KeyedResult, 'replayed'> => {
    const row = tx.get<TrainingJobRow>(SQL.byId, jobId);
    if (row?.tenantId !== tenantId) throw new Refusal('training_not_found');
    if (row.status === 'canceled') return { replayed: true };
    if (isTrainingOver(row.status)) {
      throw invalidState(`The training job has ${row.status} and can no longer be canceled.`);
    }
    emitEvent(
      tx,
      save(tx, row, { status: 'canceled', completedAt: tx.now() }),
      'model.training.canceled',
      cause,
    );
    return { replayed: false };
  },
);

/** Starts a queued training. Returns it, or null when there is none with that id. */
export const beginTraining = act(
  'training.begin',
  (
    tx,
    { jobId, runId }: { readonly jobId: string; readonly runId: string },
  ): TrainingTask | null => {
    const row = tx.get<TrainingJobRow>(SQL.byId, jobId);
    if (row?.status !== 'queued') return row ?? null;
    const next = save(tx, row, { status: 'running', startedAt: tx.now(), workflowRunId: runId });
    emitEvent(tx, next, 'model.training.started', workflowCause(row));
    return next;
  },
);

/** Records the hash of the ledger rows of a training. Returns the hash that was recorded first. */
export const freezeTraining = act(
  'training.freeze',
  (tx, { jobId, sha256 }: { readonly jobId: string; readonly sha256: string }): string | null => {
    tx.run(SQL.freeze, sha256, jobId);
    return tx.get<TrainingJobRow>(SQL.byId, jobId)?.frozenSha256 ?? null;
  },
);

/** Records the progress of a running training, and returns the status. */
export const stepTraining = act(
  'training.step',
  (
    tx,
    { jobId, step: reportedStep }: { readonly jobId: string; readonly step: TrainingStep },
  ): TrainingStatus => {
    const row = tx.get<TrainingJobRow>(SQL.byId, jobId);
    if (row?.status === 'running')
      tx.run(SQL.step, { ...reportedStep, id: jobId, updatedAt: tx.now() });
    return row?.status ?? 'failed';
  },
);

function endWithError(
  tx: Tx,
  row: TrainingJobRow,
  error: TrainingError,
  warnings: readonly string[],
) {
  const fields = { error: JSON.stringify(error), warnings: JSON.stringify(warnings) };
  const next = save(tx, row, { ...fields, status: 'failed', completedAt: tx.now() });
  emitEvent(tx, next, 'model.training.failed', workflowCause(row));
  return next.status;
}

/**
 * Registers the version of a training, or returns why it cannot: its label was used meanwhile, or
 * the quota is used up.
 */
function tryRegister(tx: Tx, order: ModelRegistration): ModelRegistered | TrainingError {
  try {
    return registerVersion(tx, order);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== 'storage_quota_exceeded') return NAME_TAKEN;
    return { code: error.code, message: error.fields.detail ?? error.code, errors: [] };
  }
}

/** Registers the version and ends the training, in one transaction. */
export const succeedTraining = act(
  'training.succeed',
  (tx, order: TrainingSuccess): TrainingStatus => {
    const { jobId, report, warnings, ...model } = order;
    const row = tx.get<TrainingJobRow>(SQL.byId, jobId);
    if (row?.status !== 'running') return row?.status ?? 'failed';
    const { tenantId, name, task, label } = row;
    const cause = workflowCause(row);
    const registered = tryRegister(tx, {
      ...model,
      tenantId,
      name,
      task,
      label,
      source: 'training',
      requestHash: Buffer.alloc(0),
      // The user who requested the training is the author of the version.
      cause: { ...cause, actor: row.actor },
    });
    if ('code' in registered) return endWithError(tx, row, registered, warnings);
    const next = save(tx, row, {
      status: 'succeeded',
      versionId: registered.version.id,
      report: JSON.stringify(report),
      warnings: JSON.stringify(warnings),
      completedAt: tx.now(),
    });
    emitEvent(tx, next, 'model.training.succeeded', cause);
    return next.status;
  },
);

/** Ends a training with an error, unless it has ended. Returns its status. */
export const failTraining = act(
  'training.fail',
  (tx, { jobId, error, warnings }: TrainingFailure): TrainingStatus => {
    const row = tx.get<TrainingJobRow>(SQL.byId, jobId);
    if (!row || isTrainingOver(row.status)) return row?.status ?? 'failed';
    return endWithError(tx, row, error, warnings);
  },
);

/** Accepts a training once per idempotency key. */
export const acceptTraining = act('training.accept', (tx, draft: TrainingDraft): KeyedResult => {
  const { tenantId, requestHash, cause } = draft;
  const keyUse = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
  return tx.keys.runOnce(keyUse, tx.now(), () => insertTraining(tx, draft));
});

/** The error when an upload has used the name or the version meanwhile. */
const NAME_TAKEN: TrainingError = {
  code: 'model_version_exists',
  message:
    'An upload has taken the name and version in the meantime: train again with another version.',
  errors: [],
};

function workflowCause({ requestId }: TrainingJobRow): Cause {
  return { actor: 'workflow', requestId, idempotencyKey: null };
}

function newRow(
  draft: TrainingDraft,
  version: { readonly modelId: string; readonly label: string },
): TrainingJobRow {
  const { id, at } = mintAt('trainingJob');
  const { requestHash: _, cause, ...fields } = draft;
  return {
    id,
    ...fields,
    ...version,
    status: 'queued',
    stage: 'waiting',
    round: 0,
    rounds: 0,
    validationLoss: null,
    warnings: '[]',
    report: null,
    error: null,
    versionId: null,
    workflowRunId: null,
    requestId: cause.requestId,
    actor: cause.actor,
    version: 1,
    createdAt: at,
    updatedAt: at,
    startedAt: null,
    completedAt: null,
    frozenSha256: null,
  };
}
