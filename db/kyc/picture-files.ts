// Lists the sealed pictures that have a row. A picture without a row was left by a crash.

import { asc, gt } from 'drizzle-orm';
import { hasTable } from '../kernel/absent-tables.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { kycFiles } from './tables.ts';

/** Returns true when the ledger has tables of pictures, so that its rows can refer to files. */
export function hasPictureTables({ database }: Pick<ReadLedger, 'database'>): boolean {
  return hasTable(database.raw, kycFiles);
}

/** Returns the hashes of a page of pictures, and the start of the next page or null. */
export function listReferencedPictures(
  { database }: Pick<ReadLedger, 'database'>,
  { after, limit }: { readonly after: string; readonly limit: number },
): { readonly hashes: readonly string[]; readonly next: string | null } {
  const rows = database.orm
    .select({ id: kycFiles.id, sha256: kycFiles.sealedSha256 })
    .from(kycFiles)
    .where(gt(kycFiles.id, after))
    .orderBy(asc(kycFiles.id))
    .limit(limit)
    .all();
  const next = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
  return { hashes: rows.map(({ sha256 }) => sha256), next };
}
