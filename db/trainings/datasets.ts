// Data sets that developers bring, under lock: what they are stands here, the file lies in the data
// directory under its hash. They run out, so that data about people is not kept for ever.

import type { DatasetFormat } from '../../ledger/models/training.ts';
import { Refusal } from '../../ledger/refusal.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { KeyBook } from '../kernel/keys.ts';
import { mintAt } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import { refuseBeyond } from '../storage/room.ts';
import { IS_KEPT } from './retention.ts';
import { trainingDatasets } from './tables.ts';
import { type DatasetRow, type DatasetView, datasetView } from './view.ts';

export interface DatasetDraft {
  readonly tenantId: string;
  readonly format: DatasetFormat;
  readonly sha256: string;
  readonly bytes: number;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** Deletes a file at once. */
export type RemoveFile = (sha256: string) => void;

export interface DatasetDiscard {
  readonly tenantId: string;
  readonly id: string;
  readonly remove: RemoveFile;
}

export interface DatasetActs {
  /** Writes down a data set whose file is kept. */
  keepDataset(draft: DatasetDraft): {
    readonly replayed: boolean;
    readonly dataset: DatasetView;
  };
  /** Forgets one; its file stays while an open training reads it. */
  discardDataset(order: DatasetDiscard): void;
  /**
   * Forgets what has run out and no living version has learnt from; files that nothing names any
   * more are removed under lock.
   */
  pruneDatasets(order: { readonly most: number; readonly remove: RemoveFile }): void;
  /** Forgets those of a tenant that is no more: its developer began the sandbox afresh. */
  discardDatasets(order: { readonly tenantId: string; readonly remove: RemoveFile }): void;
  /** Removes the file of a training that is over, unless something else names it. */
  releaseDataset(order: { readonly sha256: string; readonly remove: RemoveFile }): void;
}

interface Deps {
  readonly database: Database;
  readonly keys: KeyBook;
  readonly livemode: boolean;
  readonly now: () => number;
  readonly tx: Tx;
}

const OPERATION = 'POST /v1/ai/custom-models/datasets';
const DAY_MS = 86_400_000;
const KEPT_MS = 7 * DAY_MS;
/** Of one developer. */
const MOST_DATASETS = 20;
/** With those that versions keep. */
const MOST_KEPT = 100;

/** Call its functions inside `database.write` only. */
export function datasetWriter(deps: Deps): DatasetActs {
  const { database, keys, livemode, now } = deps;
  const { raw } = database;
  const byId = raw.prepare<[string], DatasetRow>(
    `SELECT ${columnsOf(trainingDatasets)} FROM training_datasets WHERE id = ?`,
  );
  const insert = raw.prepare(`INSERT INTO training_datasets ${insertOf(trainingDatasets)}`);
  const count = raw.prepare<[number, string], { young: number; all: number }>(
    `SELECT count(*) FILTER (WHERE expires_at > ?) AS young, count(*) AS "all"
     FROM training_datasets WHERE tenant_id = ?`,
  );
  // What a living version has learnt from stays.
  const expired = raw.prepare<object, Pick<DatasetRow, 'id' | 'sha256'>>(
    `SELECT d.id, d.sha256 FROM training_datasets d
     WHERE d.expires_at <= @now AND NOT ${IS_KEPT} ORDER BY d.expires_at LIMIT @most`,
  );
  const ofTenant = raw.prepare<[string], Pick<DatasetRow, 'id' | 'sha256'>>(
    'SELECT id, sha256 FROM training_datasets WHERE tenant_id = ?',
  );
  const remove = raw.prepare('DELETE FROM training_datasets WHERE id = ?');
  const named = raw.prepare('SELECT 1 FROM training_datasets WHERE sha256 = ? LIMIT 1');
  const wanted = raw.prepare<[string, string]>(
    `SELECT 1 FROM training_jobs WHERE status IN ('queued', 'running') AND dataset_sha256 = ?
     UNION ALL
     SELECT 1 FROM model_scorings WHERE status IN ('queued', 'running') AND dataset_sha256 = ?`,
  );

  /** Under lock: the next training finds it missing and writes it again. */
  function release({ sha256, remove: removeFile }: { sha256: string; remove: RemoveFile }): void {
    if (!named.get(sha256) && !wanted.get(sha256, sha256)) removeFile(sha256);
  }

  return {
    keepDataset({ requestHash, cause, ...draft }) {
      const { tenantId } = draft;
      const use = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
      const boundId = keys.find(use, now());
      const bound = boundId === null ? undefined : byId.get(boundId);
      if (bound) return { replayed: true, dataset: datasetView(bound, livemode) };
      const { young, all } = count.get(now(), tenantId) ?? { young: 0, all: 0 };
      if (young >= MOST_DATASETS || all >= MOST_KEPT) throw new Refusal('dataset_limit');
      refuseBeyond(deps.tx, tenantId, draft.bytes);
      const { id, at } = mintAt('trainingDataset');
      const row = { id, ...draft, actor: cause.actor, createdAt: at, expiresAt: at + KEPT_MS };
      insert.run(row);
      keys.bind(use, id, at);
      return { replayed: false, dataset: datasetView(row, livemode) };
    },
    discardDataset({ tenantId, id, remove: removeFile }) {
      const row = byId.get(id);
      if (row?.tenantId !== tenantId) throw new Refusal('dataset_not_found');
      remove.run(id);
      release({ sha256: row.sha256, remove: removeFile });
    },
    pruneDatasets({ most, remove: removeFile }) {
      const gone = expired.all({ now: now(), most });
      for (const { id } of gone) remove.run(id);
      for (const { sha256 } of gone) release({ sha256, remove: removeFile });
    },
    discardDatasets({ tenantId, remove: removeFile }) {
      const gone = ofTenant.all(tenantId);
      for (const { id } of gone) remove.run(id);
      for (const { sha256 } of gone) release({ sha256, remove: removeFile });
    },
    releaseDataset: release,
  };
}
