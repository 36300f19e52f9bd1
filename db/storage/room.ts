// The bytes that a developer keeps with the bank, of every kind: files of models with their cards,
// data sets and rows of open trainings, results of batches, documents. One number is the most of all of them together, over
// all resets of the sandbox, so that nobody takes the last of the disk.

import { PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { Refusal } from '../../ledger/refusal.ts';
import type { Database } from '../kernel/connect.ts';
import type { LedgerReads } from '../kernel/ledger-reads.ts';
import { developerOfTenant } from '../kernel/tenant.ts';
import { ledgerTerms } from '../kernel/terms.ts';

export const STORED_KINDS = ['models', 'datasets', 'results', 'documents'] as const;
export type StoredKind = (typeof STORED_KINDS)[number];

/** Bytes of each kind. */
export type Stored = Readonly<Record<StoredKind, number>>;

/** The rows that count for each kind, by tenant. */
const KINDS: Readonly<Record<StoredKind, string>> = {
  models: `SELECT tenant_id, artifact_bytes + octet_length(card) + octet_length(checks) AS bytes
    FROM model_versions`,
  datasets: `SELECT tenant_id, bytes FROM training_datasets
    UNION ALL SELECT tenant_id, body_bytes FROM training_jobs INDEXED BY training_jobs_open
    WHERE status IN ('queued', 'running')`,
  results: `SELECT tenant_id, result_bytes AS bytes FROM model_scorings
    WHERE result_bytes IS NOT NULL AND result_removed_at IS NULL`,
  documents: 'SELECT tenant_id, bytes FROM kyc_files',
};

// A developer's tenants are its id and that id with a number behind a dot.
const OWN = `(tenant_id = @id OR (tenant_id > @id || '.' AND tenant_id < @id || '/'))`;

/** Returns the bytes that a developer stores in this ledger. */
export function readStored({ raw }: Database, tenantId: string): Stored {
  const id = developerOfTenant(tenantId);
  const bytesOf = (kind: StoredKind) =>
    raw
      .prepare<{ id: string }, number>(
        `SELECT coalesce(sum(bytes), 0) FROM (${KINDS[kind]}) WHERE ${OWN}`,
      )
      .pluck()
      .get({ id }) ?? 0;
  return {
    models: bytesOf('models'),
    datasets: bytesOf('datasets'),
    results: bytesOf('results'),
    documents: bytesOf('documents'),
  };
}

export interface StoredByDeveloper extends Stored {
  readonly developerId: string;
}

/**
 * Returns the bytes that each developer keeps in the ledger at hand, in no order; other work has a
 * turn between two kinds.
 */
export async function listStored({ raw }: Database): Promise<StoredByDeveloper[]> {
  const found = new Map<string, Record<StoredKind, number>>();
  for (const kind of STORED_KINDS) {
    const rows = raw
      .prepare<[], { tenantId: string; bytes: number }>(
        `SELECT tenant_id AS tenantId, sum(bytes) AS bytes FROM (${KINDS[kind]}) GROUP BY tenant_id`,
      )
      .all();
    for (const { tenantId, bytes } of rows) {
      if (tenantId === PLATFORM_OWNER) continue;
      const id = developerOfTenant(tenantId);
      const one = found.get(id) ?? { models: 0, datasets: 0, results: 0, documents: 0 };
      one[kind] += bytes;
      found.set(id, one);
    }
    await new Promise(setImmediate);
  }
  return [...found].map(([developerId, bytes]) => ({ developerId, ...bytes }));
}

export function totalOf(stored: Stored): number {
  return STORED_KINDS.reduce((sum, kind) => sum + stored[kind], 0);
}

const MB = 1_000_000;
const shown = (bytes: number) => `${Math.round(bytes / MB)} MB`;
const WORDS: Readonly<Record<StoredKind, string>> = {
  models: 'models',
  datasets: 'data sets',
  results: 'results of batches',
  documents: 'documents',
};

/**
 * @param bytes that are about to be kept
 * @throws Refusal storage_quota_exceeded when there is no room for them
 */
export function refuseBeyond({ database }: LedgerReads, tenantId: string, bytes: number): void {
  const quota = ledgerTerms(database).storageQuotaBytes;
  if (quota === 0 || tenantId === PLATFORM_OWNER) return;
  const stored = readStored(database, tenantId);
  const total = totalOf(stored);
  if (total + bytes <= quota) return;
  const kinds = STORED_KINDS.map((kind) => `${WORDS[kind]} ${shown(stored[kind])}`);
  const detail =
    `You keep ${shown(total)} (${kinds.join(', ')}), and at most ${shown(quota)} ` +
    `is kept for a developer; this needs ${shown(bytes)} more.`;
  throw new Refusal('storage_quota_exceeded', { detail });
}
