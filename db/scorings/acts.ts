// Writes evaluations and batches of scores under lock: accepts each in one insert, and ends it in
// one transaction with its event.

import { DAY_MS } from '../../ledger/durations.ts';
import type { EventType } from '../../ledger/event.ts';
import {
  isScoringOver,
  MAX_OPEN_SCORINGS,
  type ScoringKind,
  type ScoringSource,
  type ScoringStage,
  type ScoringStatus,
} from '../../ledger/models/scoring.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import { mintAt } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import type { CardJson } from '../models/view.ts';
import { referencedFiles } from '../storage/referenced-files.ts';
import { requireStorageQuota } from '../storage/usage.ts';
import type { TrainingError } from '../trainings/view.ts';
import { modelScorings } from './tables.ts';
import { batchView, evaluationView, type ScoringRow } from './view.ts';

/** A checked scoring, ready to be accepted; its data set lies in the data directory. */
export interface ScoringDraft {
  readonly tenantId: string;
  readonly kind: ScoringKind;
  readonly modelId: string;
  readonly versionId: string;
  /** Null: the version is compared with none. */
  readonly championVersionId: string | null;
  readonly source: ScoringSource;
  /** Null: the rows come from the ledger. */
  readonly datasetSha256: string | null;
  /** The worker's input, as JSON. */
  readonly request: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface ScoringStep {
  readonly stage: ScoringStage;
  readonly rowsDone: number;
  readonly rowsAll: number;
}

/** The outcome of a scoring. */
export interface ScoringSuccess {
  readonly scoringId: string;
  readonly report: CardJson;
  /** Present for a batch only. */
  readonly result: { readonly sha256: string; readonly bytes: number } | null;
}

const OPERATIONS: Readonly<Record<ScoringKind, string>> = {
  evaluation: 'POST /v1/ai/custom-models/{modelId}/versions/{label}/evaluations',
  batch: 'POST /v1/ai/custom-models/{modelId}/versions/{label}/batches',
};
const RESULT_KEPT_MS = 7 * DAY_MS;
const IDENTITY = [
  'id',
  'tenantId',
  'kind',
  'modelId',
  'versionId',
  'championVersionId',
  'request',
  'source',
  'datasetSha256',
  'requestId',
  'actor',
  'createdAt',
];

const SQL = {
  byId: `SELECT ${columnsOf(modelScorings)} FROM model_scorings WHERE id = ?`,
  label: 'SELECT label FROM model_versions WHERE id = ?',
  countOpen: `SELECT count(*) FROM model_scorings
     WHERE tenant_id = ? AND status IN ('queued', 'running')`,
  dataset: 'SELECT 1 FROM training_datasets WHERE tenant_id = ? AND sha256 = ? LIMIT 1',
  insert: `INSERT INTO model_scorings ${insertOf(modelScorings)}`,
  update: `UPDATE model_scorings SET ${updateOf(modelScorings, IDENTITY)} WHERE id = @id`,
  expired: `SELECT id, result_sha256 AS sha256 FROM model_scorings
     INDEXED BY model_scorings_results
     WHERE result_sha256 IS NOT NULL AND result_removed_at IS NULL AND result_expires_at <= ?
     ORDER BY result_expires_at LIMIT ?`,
  removed: 'UPDATE model_scorings SET result_removed_at = ? WHERE id = ?',
  kept: `SELECT 1 FROM model_scorings INDEXED BY model_scorings_results
     WHERE result_sha256 = ? AND result_sha256 IS NOT NULL AND result_removed_at IS NULL`,
};

function emitEvent(tx: Tx, row: ScoringRow, status: 'succeeded' | 'failed'): void {
  const cause = { actor: 'workflow', requestId: row.requestId, idempotencyKey: null };
  const labelOf = (id: string) => tx.value<string>(SQL.label, id) ?? null;
  const parts = { livemode: tx.livemode, labelOf };
  const object = row.kind === 'batch' ? batchView(row, parts) : evaluationView(row, parts);
  const type: EventType = `model.${row.kind}.${status}`;
  tx.emit({ tenantId: row.tenantId, type, object, cause });
}

function save(tx: Tx, row: ScoringRow, fields: Partial<ScoringRow>): ScoringRow {
  const updatedAt = Math.max(tx.now(), row.updatedAt);
  const next = { ...row, ...fields, version: row.version + 1, updatedAt };
  tx.run(SQL.update, next);
  return next;
}

function insertScoring(tx: Tx, draft: ScoringDraft): string {
  const { tenantId, source, datasetSha256 } = draft;
  const isGone = source === 'upload' && !tx.get(SQL.dataset, tenantId, datasetSha256);
  if (isGone) throw new Refusal('dataset_not_found');
  if ((tx.value<number>(SQL.countOpen, tenantId) ?? 0) >= MAX_OPEN_SCORINGS) {
    const detail = 'The developer has the maximum number of open evaluations: wait for one.';
    throw new Refusal('concurrency_limited', { detail, retryAfterSeconds: 10 });
  }
  // A batch is refused when its result may exceed the quota.
  if (draft.kind === 'batch') requireStorageQuota(tx, tenantId, 1);
  const row = newRow(draft);
  tx.run(SQL.insert, row);
  return row.id;
}

/** Returns the error of a result that exceeds the quota, or null. */
function quotaError(tx: Tx, { tenantId }: ScoringRow, bytes: number): TrainingError | null {
  try {
    requireStorageQuota(tx, tenantId, bytes);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, message: error.fields.detail ?? error.code, errors: [] };
  }
}

/** Ends a scoring with an error, unless it has ended. Returns its status. */
export const failScoring = act(
  'scoring.fail',
  (
    tx,
    { scoringId, error }: { readonly scoringId: string; readonly error: TrainingError },
  ): ScoringStatus => {
    const row = tx.get<ScoringRow>(SQL.byId, scoringId);
    if (!row || isScoringOver(row.status)) return row?.status ?? 'failed';
    const fields = { error: JSON.stringify(error), completedAt: tx.now() };
    const next = save(tx, row, { ...fields, status: 'failed' });
    emitEvent(tx, next, 'failed');
    return next.status;
  },
);

/** Accepts a scoring once per idempotency key. */
export const acceptScoring = act('scoring.accept', (tx, draft: ScoringDraft): KeyedResult => {
  const { tenantId, requestHash, cause, kind } = draft;
  const operation = OPERATIONS[kind];
  const keyUse = { tenantId, operation, key: cause.idempotencyKey, requestHash };
  return tx.keys.runOnce(keyUse, tx.now(), () => insertScoring(tx, draft));
});

/** Begins a scoring that is queued. Returns its row, or null when there is none with that id. */
export const beginScoring = act(
  'scoring.begin',
  (
    tx,
    { scoringId, runId }: { readonly scoringId: string; readonly runId: string },
  ): ScoringRow | null => {
    const row = tx.get<ScoringRow>(SQL.byId, scoringId);
    if (row?.status !== 'queued') return row ?? null;
    return save(tx, row, { status: 'running', startedAt: tx.now(), workflowRunId: runId });
  },
);

/** Records the progress of a running scoring. */
export const stepScoring = act(
  'scoring.step',
  (tx, { scoringId, step }: { readonly scoringId: string; readonly step: ScoringStep }): void => {
    const row = tx.get<ScoringRow>(SQL.byId, scoringId);
    if (row?.status === 'running') save(tx, row, step);
  },
);

/** Ends a running scoring with its report, or with an error when its result exceeds the quota. */
export const succeedScoring = act(
  'scoring.succeed',
  (tx, { scoringId, report, result }: ScoringSuccess): ScoringStatus => {
    const row = tx.get<ScoringRow>(SQL.byId, scoringId);
    if (row?.status !== 'running') return row?.status ?? 'failed';
    const overQuota = result && quotaError(tx, row, result.bytes);
    if (overQuota) return failScoring(tx, { scoringId, error: overQuota });
    const next = save(tx, row, {
      status: 'succeeded',
      report: JSON.stringify(report),
      resultSha256: result?.sha256 ?? null,
      resultBytes: result?.bytes ?? null,
      resultExpiresAt: result && tx.now() + RESULT_KEPT_MS,
      completedAt: tx.now(),
    });
    emitEvent(tx, next, 'succeeded');
    return next.status;
  },
);

/** Removes the files of expired results. */
export const pruneResults = act(
  'scoring.prune_results',
  (tx, { limit }: { readonly limit: number }): void => {
    for (const { id, sha256 } of tx.all<{ id: string; sha256: string }>(
      SQL.expired,
      tx.now(),
      limit,
    )) {
      tx.run(SQL.removed, tx.now(), id);
      // Another result may have the same bytes.
      if (!tx.get(SQL.kept, sha256)) referencedFiles(tx).removeResult(sha256);
    }
  },
);

function newRow(draft: ScoringDraft): ScoringRow {
  const { requestHash: _, cause, ...fields } = draft;
  const { id, at } = mintAt(fields.kind === 'batch' ? 'modelBatch' : 'modelEvaluation');
  return {
    id,
    ...fields,
    status: 'queued',
    stage: 'waiting',
    rowsDone: 0,
    rowsAll: 0,
    report: null,
    error: null,
    resultSha256: null,
    resultBytes: null,
    resultExpiresAt: null,
    resultRemovedAt: null,
    workflowRunId: null,
    requestId: cause.requestId,
    actor: cause.actor,
    version: 1,
    createdAt: at,
    updatedAt: at,
    startedAt: null,
    completedAt: null,
  };
}
