// The origin of a version: the training that made it, the rows by their hash, and whether the rows
// are still stored.

import type { DatasetSource } from '../../ledger/models/training.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { IS_KEPT } from './retention.ts';

interface LineageRow {
  readonly jobId: string;
  readonly source: DatasetSource;
  readonly sha256: string | null;
  readonly request: string;
  readonly completedAt: number | null;
  readonly datasetId: string | null;
  readonly expiresAt: number | null;
  readonly isKept: number | null;
}

export interface VersionLineage {
  readonly jobId: string;
  readonly trainedAt: string | null;
  readonly dataset: {
    readonly sha256: string | null;
    readonly source: DatasetSource;
    /** `gone`: the rows were deleted, have expired, or were never a stored data set. */
    readonly status: 'kept' | 'gone';
    readonly datasetId: string | null;
    /** When the rows expire, or null when they are gone or a version keeps them. */
    readonly expiresAt: string | null;
    /** For rows of the ledger: the query that reproduces them. */
    readonly query: unknown;
  };
}

/** Returns null when the version was not trained by this bank. */
export function readLineage(
  { database, now }: ReadLedger,
  version: { readonly tenantId: string; readonly versionId: string },
): VersionLineage | null {
  const row = database.raw
    .prepare<object, LineageRow>(
      `SELECT j.id AS jobId, j.source, coalesce(j.dataset_sha256, j.frozen_sha256) AS sha256,
         j.request, j.completed_at AS completedAt, d.id AS datasetId,
         d.expires_at AS expiresAt, ${IS_KEPT} AS isKept
       FROM training_jobs j LEFT JOIN training_datasets d ON d.id = (
         SELECT max(o.id) FROM training_datasets o
         WHERE o.tenant_id = j.tenant_id AND o.sha256 = j.dataset_sha256)
       WHERE j.version_id = @versionId AND j.tenant_id = @tenantId LIMIT 1`,
    )
    .get({ ...version, now: now() });
  if (!row) return null;
  const { query = null } = JSON.parse(row.request) as { readonly query?: unknown };
  const hasDataset = row.datasetId !== null;
  return {
    jobId: row.jobId,
    trainedAt: timestamp(row.completedAt),
    dataset: {
      sha256: row.sha256,
      source: row.source,
      status: hasDataset ? 'kept' : 'gone',
      datasetId: row.datasetId,
      expiresAt: hasDataset && row.isKept !== 1 ? timestamp(row.expiresAt) : null,
      query,
    },
  };
}
