// Finds whether a row refers to a model file, and whether the file is in use.

import { PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { hasTable } from '../kernel/absent-tables.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { modelVersions } from './tables.ts';

type Reads = Pick<ReadLedger, 'database'>;

/**
 * Returns true when the ledger has tables of models, so that its rows can refer to files.
 */
export function hasModelTables({ database }: Reads): boolean {
  return hasTable(database.raw, modelVersions);
}

/** Returns true when a version refers to the file. */
export function isModelReferenced({ database }: Reads, sha256: string): boolean {
  const versions = database.raw.prepare(
    'SELECT 1 FROM model_versions WHERE artifact_sha256 = ? LIMIT 1',
  );
  return versions.get(sha256) !== undefined;
}

/**
 * Returns true when a version with the file decides, runs in the shadow, or belongs to the engine.
 */
export function isModelInUse({ database }: Reads, sha256: string): boolean {
  if (!hasModelTables({ database })) return false;
  const versions = database.raw.prepare(
    `SELECT 1 FROM model_versions WHERE artifact_sha256 = ?
     AND (tenant_id = ? OR stage IN ('shadow', 'canary', 'production')) LIMIT 1`,
  );
  return versions.get(sha256, PLATFORM_OWNER) !== undefined;
}

/** Returns true when a data set or open work refers to the rows. */
export function areRowsReferenced({ database }: Reads, sha256: string): boolean {
  const isNamed = database.raw.prepare(
    `SELECT 1 FROM training_datasets WHERE sha256 = @sha256
     UNION ALL SELECT 1 FROM training_jobs
       WHERE dataset_sha256 = @sha256 AND status IN ('queued', 'running')
     UNION ALL SELECT 1 FROM model_scorings
       WHERE dataset_sha256 = @sha256 AND status IN ('queued', 'running') LIMIT 1`,
  );
  return isNamed.get({ sha256 }) !== undefined;
}

/** Returns true when a batch of scores refers to the result. */
export function isResultReferenced({ database }: Reads, sha256: string): boolean {
  const isResult = database.raw.prepare(
    'SELECT 1 FROM model_scorings WHERE result_sha256 = ? LIMIT 1',
  );
  return isResult.get(sha256) !== undefined;
}
