// Evaluations and batches of scores under lock: accepted in one insert, ended in one transaction
// with their event.

import type { EventType } from '../../ledger/event.ts';
import {
  isScoringOver,
  MOST_OPEN_SCORINGS,
  type ScoringKind,
  type ScoringSource,
  type ScoringStage,
  type ScoringStatus,
} from '../../ledger/models/scoring.ts';
import { Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf, updateOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { Done, KeyBook } from '../kernel/keys.ts';
import { mintAt } from '../kernel/mint.ts';
import type { Tx, TxParts } from '../kernel/tx.ts';
import type { CardJson } from '../models/view.ts';
import { refuseBeyond } from '../storage/room.ts';
import type { RemoveFile } from '../trainings/datasets.ts';
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
  /** As JSON: what the worker goes by. */
  readonly request: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface ScoringStep {
  readonly stage: ScoringStage;
  readonly rowsDone: number;
  readonly rowsAll: number;
}

/** What came of a scoring. */
export interface ScoringSuccess {
  readonly scoringId: string;
  readonly report: CardJson;
  /** Of a batch only. */
  readonly result: { readonly sha256: string; readonly bytes: number } | null;
}

export interface ScoringActs {
  accept(draft: ScoringDraft): Done;
  /** Begins it unless it has begun; null: there is none of that id. */
  begin(order: { readonly scoringId: string; readonly runId: string }): ScoringRow | null;
  /** How far it is. */
  step(order: { readonly scoringId: string; readonly step: ScoringStep }): void;
  succeed(order: ScoringSuccess): ScoringStatus;
  fail(order: { readonly scoringId: string; readonly error: TrainingError }): ScoringStatus;
  /** Removes files of results that have run out. */
  pruneResults(order: { readonly most: number; readonly remove: RemoveFile }): void;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly now: () => number;
  readonly tx: Tx;
}

const OPERATIONS: Readonly<Record<ScoringKind, string>> = {
  evaluation: 'POST /v1/ai/custom-models/{modelId}/versions/{label}/evaluations',
  batch: 'POST /v1/ai/custom-models/{modelId}/versions/{label}/batches',
};
const DAY_MS = 86_400_000;
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

/** Call its functions inside `database.write` only. */
export function scoringWriter(deps: Deps): ScoringActs {
  const { keys, livemode, now } = deps;
  const sql = statementsOf(deps.database);
  const labelOf = (id: string) => sql.label.get(id) ?? null;

  function emitEvent(row: ScoringRow, status: 'succeeded' | 'failed'): void {
    const cause = { actor: 'workflow', requestId: row.requestId, idempotencyKey: null };
    const words = { livemode, labelOf };
    const object = row.kind === 'batch' ? batchView(row, words) : evaluationView(row, words);
    const type: EventType = `model.${row.kind}.${status}`;
    deps.emit({ tenantId: row.tenantId, type, object, cause });
  }

  function save(row: ScoringRow, fields: Partial<ScoringRow>): ScoringRow {
    const updatedAt = Math.max(now(), row.updatedAt);
    const next = { ...row, ...fields, version: row.version + 1, updatedAt };
    sql.update.run(next);
    return next;
  }

  function accept(draft: ScoringDraft): string {
    const { tenantId, source, datasetSha256 } = draft;
    const isGone = source === 'upload' && !sql.dataset.get(tenantId, datasetSha256);
    if (isGone) throw new Refusal('dataset_not_found');
    if ((sql.countOpen.get(tenantId) ?? 0) >= MOST_OPEN_SCORINGS) {
      const detail = 'The developer has the maximum number of open evaluations: wait for one.';
      throw new Refusal('concurrency_limited', { detail, retryAfterSeconds: 10 });
    }
    // A result that there is no room for is not begun.
    if (draft.kind === 'batch') refuseBeyond(deps.tx, tenantId, 1);
    const row = newRow(draft);
    sql.insert.run(row);
    return row.id;
  }

  /** The error that a result ends with for which there is no room; null: there is. */
  function noRoomFor({ tenantId }: ScoringRow, bytes: number): TrainingError | null {
    try {
      refuseBeyond(deps.tx, tenantId, bytes);
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { code: error.code, message: error.fields.detail ?? error.code, errors: [] };
    }
  }

  function fail({ scoringId, error }: Parameters<ScoringActs['fail']>[0]): ScoringStatus {
    const row = sql.byId.get(scoringId);
    if (!row || isScoringOver(row.status)) return row?.status ?? 'failed';
    const fields = { error: JSON.stringify(error), completedAt: now() };
    const next = save(row, { ...fields, status: 'failed' });
    emitEvent(next, 'failed');
    return next.status;
  }

  return {
    accept(draft) {
      const { tenantId, requestHash, cause, kind } = draft;
      const operation = OPERATIONS[kind];
      const use = { tenantId, operation, key: cause.idempotencyKey, requestHash };
      return keys.once(use, now(), () => accept(draft));
    },
    begin({ scoringId, runId }) {
      const row = sql.byId.get(scoringId);
      if (row?.status !== 'queued') return row ?? null;
      return save(row, { status: 'running', startedAt: now(), workflowRunId: runId });
    },
    step({ scoringId, step }) {
      const row = sql.byId.get(scoringId);
      if (row?.status === 'running') save(row, step);
    },
    succeed({ scoringId, report, result }) {
      const row = sql.byId.get(scoringId);
      if (row?.status !== 'running') return row?.status ?? 'failed';
      const noRoom = result && noRoomFor(row, result.bytes);
      if (noRoom) return fail({ scoringId, error: noRoom });
      const next = save(row, {
        status: 'succeeded',
        report: JSON.stringify(report),
        resultSha256: result?.sha256 ?? null,
        resultBytes: result?.bytes ?? null,
        resultExpiresAt: result && now() + RESULT_KEPT_MS,
        completedAt: now(),
      });
      emitEvent(next, 'succeeded');
      return next.status;
    },
    fail,
    pruneResults({ most, remove }) {
      for (const { id, sha256 } of sql.expired.all(now(), most)) {
        sql.removed.run(now(), id);
        // Another result may have the same bytes.
        if (!sql.kept.get(sha256)) remove(sha256);
      }
    },
  };
}

function statementsOf({ raw }: Database) {
  return {
    byId: raw.prepare<[string], ScoringRow>(
      `SELECT ${columnsOf(modelScorings)} FROM model_scorings WHERE id = ?`,
    ),
    label: raw.prepare<[string], string>('SELECT label FROM model_versions WHERE id = ?').pluck(),
    countOpen: raw
      .prepare<[string], number>(
        `SELECT count(*) FROM model_scorings
         WHERE tenant_id = ? AND status IN ('queued', 'running')`,
      )
      .pluck(),
    dataset: raw.prepare<[string, string | null]>(
      'SELECT 1 FROM training_datasets WHERE tenant_id = ? AND sha256 = ? LIMIT 1',
    ),
    insert: raw.prepare(`INSERT INTO model_scorings ${insertOf(modelScorings)}`),
    update: raw.prepare(
      `UPDATE model_scorings SET ${updateOf(modelScorings, IDENTITY)} WHERE id = @id`,
    ),
    expired: raw.prepare<[number, number], { id: string; sha256: string }>(
      `SELECT id, result_sha256 AS sha256 FROM model_scorings
       INDEXED BY model_scorings_results
       WHERE result_sha256 IS NOT NULL AND result_removed_at IS NULL AND result_expires_at <= ?
       ORDER BY result_expires_at LIMIT ?`,
    ),
    removed: raw.prepare('UPDATE model_scorings SET result_removed_at = ? WHERE id = ?'),
    kept: raw.prepare<[string]>(
      `SELECT 1 FROM model_scorings INDEXED BY model_scorings_results
       WHERE result_sha256 = ? AND result_sha256 IS NOT NULL AND result_removed_at IS NULL`,
    ),
  };
}

function newRow(draft: ScoringDraft): ScoringRow {
  const { requestHash: _, cause, ...said } = draft;
  const { id, at } = mintAt(said.kind === 'batch' ? 'modelBatch' : 'modelEvaluation');
  return {
    id,
    ...said,
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
