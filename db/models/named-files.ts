// Finds which files of models are named by a row, and which are in use.

import { PLATFORM_OWNER } from '../../ledger/models/model.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';

type Reads = Pick<ReadLedger, 'database'>;

/** True when a version has the file. */
export function isModelNamed({ database }: Reads, sha256: string): boolean {
  const versions = database.raw.prepare(
    'SELECT 1 FROM model_versions WHERE artifact_sha256 = ? LIMIT 1',
  );
  return versions.get(sha256) !== undefined;
}

/** True when a version with the file decides, is asked beside it, or comes with the engine. */
export function isModelInUse({ database }: Reads, sha256: string): boolean {
  const versions = database.raw.prepare(
    `SELECT 1 FROM model_versions WHERE artifact_sha256 = ?
     AND (tenant_id = ? OR stage IN ('shadow', 'canary', 'production')) LIMIT 1`,
  );
  return versions.get(sha256, PLATFORM_OWNER) !== undefined;
}

/** True when a data set, or work that is under way, has the rows. */
export function areRowsNamed({ database }: Reads, sha256: string): boolean {
  const named = database.raw.prepare(
    `SELECT 1 FROM training_datasets WHERE sha256 = @sha256
     UNION ALL SELECT 1 FROM training_jobs
       WHERE dataset_sha256 = @sha256 AND status IN ('queued', 'running')
     UNION ALL SELECT 1 FROM model_scorings
       WHERE dataset_sha256 = @sha256 AND status IN ('queued', 'running') LIMIT 1`,
  );
  return named.get({ sha256 }) !== undefined;
}

/** True when a batch of scores has the result. */
export function isResultNamed({ database }: Reads, sha256: string): boolean {
  const named = database.raw.prepare(
    'SELECT 1 FROM model_scorings WHERE result_sha256 = ? LIMIT 1',
  );
  return named.get(sha256) !== undefined;
}
