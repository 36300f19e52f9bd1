// The bytes that a developer stores at the bank, by kind: files of models with their cards, data
// sets and rows of open trainings, results of batches, documents. One quota limits their sum,
// across all resets of the sandbox, so that no developer can fill the disk.

import { PLATFORM_OWNER } from '../../ledger/models/model.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { subjectsIn } from '../all-subject-tables.ts';
import type { Database } from '../kernel/connect.ts';
import type { LedgerReads } from '../kernel/ledger-reads.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { developerOfTenant } from '../kernel/tenant.ts';
import { ledgerTerms } from '../kernel/terms.ts';
import { STORED_KINDS, type StoredKind } from './stored-kind.ts';

/** Bytes of each kind. */
export type StoredBytes = Readonly<Record<StoredKind, number>>;

/**
 * SQL of the rows that count for each kind, by tenant. A kind is left out where the ledger has no
 * table of it.
 */
const kindsOf = prepareOnce(
  ({ raw }: Pick<Database, 'raw'>): Readonly<Partial<Record<StoredKind, string>>> =>
    Object.assign({}, ...subjectsIn(raw).map(({ stored }) => stored)),
);

// A developer's tenants are its id and that id with a number behind a dot.
const OWN_TENANTS = `(tenant_id = @id OR (tenant_id > @id || '.' AND tenant_id < @id || '/'))`;

/** Returns the bytes that a developer stores in this ledger. */
export function readStored(database: Database, tenantId: string): StoredBytes {
  const id = developerOfTenant(tenantId);
  const kinds = kindsOf(database);
  const bytesOf = (kind: StoredKind) => {
    const rows = kinds[kind];
    if (rows === undefined) return 0;
    const sum = `SELECT coalesce(sum(bytes), 0) FROM (${rows}) WHERE ${OWN_TENANTS}`;
    return database.raw.prepare<{ id: string }, number>(sum).pluck().get({ id }) ?? 0;
  };
  return {
    models: bytesOf('models'),
    datasets: bytesOf('datasets'),
    results: bytesOf('results'),
    documents: bytesOf('documents'),
  };
}

export interface StoredByDeveloper extends StoredBytes {
  readonly developerId: string;
}

/**
 * Returns the bytes that each developer stores in the given ledger, in no order. Other work on the
 * thread runs between two kinds of data.
 */
export async function listStored(database: Database): Promise<StoredByDeveloper[]> {
  const usage = new Map<string, Record<StoredKind, number>>();
  const kinds = Object.entries(kindsOf(database)) as [StoredKind, string][];
  for (const [kind, sql] of kinds) {
    const rows = database.raw
      .prepare<[], { tenantId: string; bytes: number }>(
        `SELECT tenant_id AS tenantId, sum(bytes) AS bytes FROM (${sql}) GROUP BY tenant_id`,
      )
      .all();
    for (const { tenantId, bytes } of rows) {
      if (tenantId === PLATFORM_OWNER) continue;
      const id = developerOfTenant(tenantId);
      const ownUsage = usage.get(id) ?? { models: 0, datasets: 0, results: 0, documents: 0 };
      ownUsage[kind] += bytes;
      usage.set(id, ownUsage);
    }
    await new Promise(setImmediate);
  }
  return [...usage].map(([developerId, bytes]) => ({ developerId, ...bytes }));
}

export function totalOf(storedBytes: StoredBytes): number {
  return STORED_KINDS.reduce((sum, kind) => sum + storedBytes[kind], 0);
}

const MB = 1_000_000;
const formatMegabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`;
const KIND_LABELS: Readonly<Record<StoredKind, string>> = {
  models: 'models',
  datasets: 'data sets',
  results: 'results of batches',
  documents: 'documents',
};

/**
 * @param bytes number of bytes to store
 * @throws Refusal storage_quota_exceeded when they exceed the quota
 */
export function requireStorageQuota(
  { database }: LedgerReads,
  tenantId: string,
  bytes: number,
): void {
  const quota = ledgerTerms(database).storageQuotaBytes;
  if (quota === 0 || tenantId === PLATFORM_OWNER) return;
  const storedBytes = readStored(database, tenantId);
  const total = totalOf(storedBytes);
  if (total + bytes <= quota) return;
  const kinds = STORED_KINDS.map(
    (kind) => `${KIND_LABELS[kind]} ${formatMegabytes(storedBytes[kind])}`,
  );
  const detail =
    `You keep ${formatMegabytes(total)} (${kinds.join(', ')}), and at most ${formatMegabytes(quota)} ` +
    `is kept for a developer; this needs ${formatMegabytes(bytes)} more.`;
  throw new Refusal('storage_quota_exceeded', { detail });
}
