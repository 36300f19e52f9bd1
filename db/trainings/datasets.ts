// The acts on data sets that developers upload: the rows describe them, and the files are in the
// data directory under their hash. Data sets expire, because data about people must not be kept
// forever.

import { DAY_MS } from '../../ledger/durations.ts';
import type { DatasetFormat } from '../../ledger/models/training.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { mintAt } from '../kernel/mint.ts';
import { referencedFiles } from '../storage/referenced-files.ts';
import { requireStorageQuota } from '../storage/usage.ts';
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

const OPERATION = 'POST /v1/ai/custom-models/datasets';
const KEPT_MS = 7 * DAY_MS;
/** The most unexpired data sets of one developer. */
const MAX_DATASETS = 20;
/** The most data sets including those that versions keep. */
const MAX_KEPT = 100;

const BY_ID = `SELECT ${columnsOf(trainingDatasets)} FROM training_datasets WHERE id = ?`;
const INSERT = `INSERT INTO training_datasets ${insertOf(trainingDatasets)}`;
const COUNT = `SELECT count(*) FILTER (WHERE expires_at > ?) AS unexpired, count(*) AS "all"
     FROM training_datasets WHERE tenant_id = ?`;
// A data set is kept while a version that was trained on it is in use.
const EXPIRED_DATASETS = `SELECT d.id, d.sha256 FROM training_datasets d
     WHERE d.expires_at <= @now AND NOT ${IS_KEPT} ORDER BY d.expires_at LIMIT @limit`;
const BY_TENANT = 'SELECT id, sha256 FROM training_datasets WHERE tenant_id = ?';
const REMOVE_DATASET = 'DELETE FROM training_datasets WHERE id = ?';
const DATASET_EXISTS = 'SELECT 1 FROM training_datasets WHERE sha256 = ? LIMIT 1';
const IN_USE_BY_JOB = `SELECT 1 FROM training_jobs WHERE status IN ('queued', 'running') AND dataset_sha256 = ?
     UNION ALL
     SELECT 1 FROM model_scorings WHERE status IN ('queued', 'running') AND dataset_sha256 = ?`;

/** Deletes the file of an ended training unless another row refers to it. */
export const releaseDataset = act(
  'dataset.release',
  (tx, { sha256 }: { readonly sha256: string }): void => {
    if (!tx.get(DATASET_EXISTS, sha256) && !tx.get(IN_USE_BY_JOB, sha256, sha256))
      referencedFiles(tx).removeDataset(sha256);
  },
);

/** Records a data set whose file is stored. */
export const keepDataset = act(
  'dataset.keep',
  (
    tx,
    { requestHash, cause, ...draft }: DatasetDraft,
  ): {
    readonly replayed: boolean;
    readonly dataset: DatasetView;
  } => {
    const { tenantId } = draft;
    const keyUse = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
    const boundId = tx.keys.find(keyUse, tx.now());
    const boundDataset = boundId === null ? undefined : tx.get<DatasetRow>(BY_ID, boundId);
    if (boundDataset) return { replayed: true, dataset: datasetView(boundDataset, tx.livemode) };
    const { unexpired, all } = tx.get<{ unexpired: number; all: number }>(
      COUNT,
      tx.now(),
      tenantId,
    ) ?? {
      unexpired: 0,
      all: 0,
    };
    if (unexpired >= MAX_DATASETS || all >= MAX_KEPT) throw new Refusal('dataset_limit');
    requireStorageQuota(tx, tenantId, draft.bytes);
    const { id, at } = mintAt('trainingDataset');
    const row = { id, ...draft, actor: cause.actor, createdAt: at, expiresAt: at + KEPT_MS };
    tx.run(INSERT, row);
    tx.keys.bind(keyUse, id, at);
    return { replayed: false, dataset: datasetView(row, tx.livemode) };
  },
);

/** Deletes the row of a data set; its file stays while an open training reads it. */
export const discardDataset = act(
  'dataset.discard',
  (tx, { tenantId, id }: { readonly tenantId: string; readonly id: string }): void => {
    const row = tx.get<DatasetRow>(BY_ID, id);
    if (row?.tenantId !== tenantId) throw new Refusal('dataset_not_found');
    tx.run(REMOVE_DATASET, id);
    releaseDataset(tx, { sha256: row.sha256 });
  },
);

/**
 * Deletes expired data sets that no version in use was trained on, and the files without a
 * reference, inside the write.
 */
export const pruneDatasets = act(
  'dataset.prune',
  (tx, { limit }: { readonly limit: number }): void => {
    const expired = tx.all<Pick<DatasetRow, 'id' | 'sha256'>>(EXPIRED_DATASETS, {
      now: tx.now(),
      limit,
    });
    for (const { id } of expired) tx.run(REMOVE_DATASET, id);
    for (const { sha256 } of expired) releaseDataset(tx, { sha256 });
  },
);

/** Deletes the data sets of a former tenant, whose developer has reset the sandbox. */
export const discardDatasets = act(
  'dataset.discard_all',
  (tx, { tenantId }: { readonly tenantId: string }): void => {
    const datasets = tx.all<Pick<DatasetRow, 'id' | 'sha256'>>(BY_TENANT, tenantId);
    for (const { id } of datasets) tx.run(REMOVE_DATASET, id);
    for (const { sha256 } of datasets) releaseDataset(tx, { sha256 });
  },
);
