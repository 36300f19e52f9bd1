// Trainings under lock: accepted in one insert, ended in one transaction with their event and, when
// they succeed, with the version that they made. Nothing is half registered.

import type { EventType } from '../../ledger/event.ts';
import type { ModelTask } from '../../ledger/models/model.ts';
import {
  type DatasetSource,
  isTrainingOver,
  MOST_OPEN_TRAININGS,
  nextLabel,
  type TrainingStage,
  type TrainingStatus,
} from '../../ledger/models/training.ts';
import { invalidField, invalidState, Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { Done, KeyBook } from '../kernel/keys.ts';
import { mint, mintAt } from '../kernel/mint.ts';
import type { Tx, TxParts } from '../kernel/tx.ts';
import { type ModelRegistered, type ModelRegistration, registerVersion } from '../models/acts.ts';
import type { CardJson } from '../models/view.ts';
import { refuseBeyond } from '../storage/room.ts';
import { type DatasetActs, datasetWriter } from './datasets.ts';
import { trainingJobs } from './tables.ts';
import {
  type TrainingError,
  type TrainingJobRow,
  type TrainingReport,
  trainingView,
} from './view.ts';

/** A checked training, ready to be accepted; its data lie in the data directory. */
export interface TrainingDraft {
  readonly tenantId: string;
  readonly name: string;
  readonly task: ModelTask;
  readonly source: DatasetSource;
  /** Null: the rows come from the ledger. */
  readonly datasetSha256: string | null;
  /** Of rows that came with the request. */
  readonly bodyBytes: number;
  readonly estimatedSeconds: number;
  /** As JSON, without the rows: what the worker goes by. */
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

/** What the worker has to know of a training. */
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

export interface TrainingActs extends DatasetActs {
  accept(draft: TrainingDraft): Done;
  /** Replayed: it was canceled before. */
  cancel(order: TrainingCancel): Pick<Done, 'replayed'>;
  /** Begins it unless it has begun; null: there is none of that id. */
  begin(order: { readonly jobId: string; readonly runId: string }): TrainingTask | null;
  /** Says which rows of the ledger it learns from; answers with those that were said first. */
  freeze(order: { readonly jobId: string; readonly sha256: string }): string | null;
  /** How far it is; says in which status it is now. */
  step(order: { readonly jobId: string; readonly step: TrainingStep }): TrainingStatus;
  /** Registers the version and ends the training, in one transaction. */
  succeed(order: TrainingSuccess): TrainingStatus;
  fail(order: TrainingFailure): TrainingStatus;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly now: () => number;
  readonly clock: BusinessClock;
  readonly tx: Tx;
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

/** Call its functions inside `database.write` only. */
export function trainingWriter(deps: Deps): TrainingActs {
  const { keys, livemode, now } = deps;
  const sql = statementsOf(deps.database);

  function emitEvent(row: TrainingJobRow, type: EventType, cause: Cause): void {
    const object = trainingView(row, livemode);
    deps.emit({ tenantId: row.tenantId, type, object, cause });
  }

  function save(row: TrainingJobRow, fields: Partial<TrainingJobRow>): TrainingJobRow {
    const updatedAt = Math.max(now(), row.updatedAt);
    const next = { ...row, ...fields, version: row.version + 1, updatedAt };
    sql.update.run(next);
    return next;
  }

  /** The task that the name has already, from a model or from another training. */
  function taskOf(tenantId: string, name: string): ModelTask | undefined {
    return sql.modelOf.get(tenantId, name)?.task ?? sql.openOf.get(tenantId, name)?.task;
  }

  function accept(draft: TrainingDraft): string {
    const { tenantId, name } = draft;
    const isGone = draft.source === 'upload' && !sql.dataset.get(tenantId, draft.datasetSha256);
    if (isGone) throw new Refusal('dataset_not_found');
    const task = taskOf(tenantId, name);
    if (task !== undefined && task !== draft.task) {
      const message = `The model has the task ${task}: use it, or another name.`;
      throw invalidField('/task', message);
    }
    if ((sql.countOpen.get(tenantId) ?? 0) >= MOST_OPEN_TRAININGS) {
      const detail = 'The developer has the maximum number of open training jobs: wait for one.';
      throw new Refusal('concurrency_limited', { detail, retryAfterSeconds: 30 });
    }
    refuseBeyond(deps.tx, tenantId, draft.bodyBytes);
    const row = newRow(draft, {
      modelId:
        sql.modelOf.get(tenantId, name)?.id ?? sql.reserved.get(tenantId, name) ?? mint('model'),
      label: nextLabel(sql.labels.all({ tenantId, name })),
    });
    sql.insert.run(row);
    return row.id;
  }

  function cancel({ tenantId, jobId, cause }: TrainingCancel) {
    const row = sql.byId.get(jobId);
    if (row?.tenantId !== tenantId) throw new Refusal('training_not_found');
    if (row.status === 'canceled') return { replayed: true };
    if (isTrainingOver(row.status)) {
      throw invalidState(`The training job has ${row.status} and can no longer be canceled.`);
    }
    emitEvent(
      save(row, { status: 'canceled', completedAt: now() }),
      'model.training.canceled',
      cause,
    );
    return { replayed: false };
  }

  function begin({ jobId, runId }: { jobId: string; runId: string }): TrainingTask | null {
    const row = sql.byId.get(jobId);
    if (row?.status !== 'queued') return row ?? null;
    const next = save(row, { status: 'running', startedAt: now(), workflowRunId: runId });
    emitEvent(next, 'model.training.started', workflowCause(row));
    return next;
  }

  function freeze({ jobId, sha256 }: { jobId: string; sha256: string }): string | null {
    sql.freeze.run(sha256, jobId);
    return sql.byId.get(jobId)?.frozenSha256 ?? null;
  }

  function step({ jobId, step: at }: Parameters<TrainingActs['step']>[0]): TrainingStatus {
    const row = sql.byId.get(jobId);
    if (row?.status === 'running') sql.step.run({ ...at, id: jobId, updatedAt: now() });
    return row?.status ?? 'failed';
  }

  function endWithError(row: TrainingJobRow, error: TrainingError, warnings: readonly string[]) {
    const fields = { error: JSON.stringify(error), warnings: JSON.stringify(warnings) };
    const next = save(row, { ...fields, status: 'failed', completedAt: now() });
    emitEvent(next, 'model.training.failed', workflowCause(row));
    return next.status;
  }

  /** The version that was made, or why none was: its label was used meanwhile, or no room is left. */
  function tryRegister(order: ModelRegistration): ModelRegistered | TrainingError {
    try {
      return registerVersion(deps.tx, order);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== 'storage_quota_exceeded') return TAKEN;
      return { code: error.code, message: error.fields.detail ?? error.code, errors: [] };
    }
  }

  function succeed(order: TrainingSuccess): TrainingStatus {
    const { jobId, report, warnings, ...made } = order;
    const row = sql.byId.get(jobId);
    if (row?.status !== 'running') return row?.status ?? 'failed';
    const { tenantId, name, task, label } = row;
    const cause = workflowCause(row);
    const registered = tryRegister({
      ...made,
      tenantId,
      name,
      task,
      label,
      source: 'training',
      requestHash: Buffer.alloc(0),
      // Who asked for it is who made it.
      cause: { ...cause, actor: row.actor },
    });
    if ('code' in registered) return endWithError(row, registered, warnings);
    const next = save(row, {
      status: 'succeeded',
      versionId: registered.version.id,
      report: JSON.stringify(report),
      warnings: JSON.stringify(warnings),
      completedAt: now(),
    });
    emitEvent(next, 'model.training.succeeded', cause);
    return next.status;
  }

  function fail({ jobId, error, warnings }: TrainingFailure): TrainingStatus {
    const row = sql.byId.get(jobId);
    if (!row || isTrainingOver(row.status)) return row?.status ?? 'failed';
    return endWithError(row, error, warnings);
  }

  return {
    ...datasetWriter(deps),
    accept(draft) {
      const { tenantId, requestHash, cause } = draft;
      const use = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
      return keys.once(use, now(), () => accept(draft));
    },
    cancel,
    begin,
    freeze,
    step,
    succeed,
    fail,
  };
}

/** An upload has used the name or the version meanwhile. */
const TAKEN: TrainingError = {
  code: 'model_version_exists',
  message:
    'An upload has taken the name and version in the meantime: train again with another version.',
  errors: [],
};

function workflowCause({ requestId }: TrainingJobRow): Cause {
  return { actor: 'workflow', requestId, idempotencyKey: null };
}

function statementsOf({ raw }: Database) {
  const jobs = `SELECT ${columnsOf(trainingJobs)} FROM training_jobs`;
  type Found = { readonly id: string; readonly task: ModelTask };
  return {
    byId: raw.prepare<[string], TrainingJobRow>(`${jobs} WHERE id = ?`),
    modelOf: raw.prepare<[string, string], Found>(
      'SELECT id, task FROM models WHERE tenant_id = ? AND name = ?',
    ),
    openOf: raw.prepare<[string, string], Pick<Found, 'task'>>(
      `SELECT task FROM training_jobs WHERE tenant_id = ? AND name = ?
       AND status IN ('queued', 'running') LIMIT 1`,
    ),
    reserved: raw
      .prepare<[string, string], string>(
        'SELECT model_id FROM training_jobs WHERE tenant_id = ? AND name = ? LIMIT 1',
      )
      .pluck(),
    labels: raw
      .prepare<[{ tenantId: string; name: string }], string>(
        `SELECT label FROM training_jobs WHERE tenant_id = @tenantId AND name = @name
         UNION SELECT label FROM model_versions WHERE model_id =
         (SELECT id FROM models WHERE tenant_id = @tenantId AND name = @name)`,
      )
      .pluck(),
    countOpen: raw
      .prepare<[string], number>(
        `SELECT count(*) FROM training_jobs
         WHERE tenant_id = ? AND status IN ('queued', 'running')`,
      )
      .pluck(),
    dataset: raw.prepare<[string, string | null]>(
      'SELECT 1 FROM training_datasets WHERE tenant_id = ? AND sha256 = ? LIMIT 1',
    ),
    insert: raw.prepare(`INSERT INTO training_jobs ${insertOf(trainingJobs)}`),
    update: raw.prepare(
      `UPDATE training_jobs SET ${updateOf(trainingJobs, IDENTITY)} WHERE id = @id`,
    ),
    freeze: raw.prepare<[string, string]>(
      `UPDATE training_jobs SET frozen_sha256 = ?
       WHERE id = ? AND status = 'running' AND frozen_sha256 IS NULL`,
    ),
    step: raw.prepare(
      `UPDATE training_jobs SET stage = @stage, round = @round, rounds = @rounds,
       validation_loss = @validationLoss, updated_at = max(updated_at, @updatedAt)
       WHERE id = @id`,
    ),
  };
}

function newRow(
  draft: TrainingDraft,
  named: { readonly modelId: string; readonly label: string },
): TrainingJobRow {
  const { id, at } = mintAt('trainingJob');
  const { requestHash: _, cause, ...said } = draft;
  return {
    id,
    ...said,
    ...named,
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
