// Reads images of documents.

import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { kycFiles } from './tables.ts';
import { type KycFileRow, type KycFileView, kycFileView } from './view.ts';

/** Returns an image; null when the tenant has no such image, or it has expired. */
export async function findKycFile(
  { database, livemode, now }: ReadLedger,
  tenantId: string,
  id: string,
): Promise<KycFileView | null> {
  const ownedFile = and(eq(kycFiles.id, id), eq(kycFiles.tenantId, tenantId));
  const row = database.orm
    .select()
    .from(kycFiles)
    .where(and(ownedFile, isKept(now())))
    .get();
  return row ? kycFileView(row, livemode) : null;
}

/** Images of a tenant, of one customer or of all, newest first. */
export async function listKycFiles(
  { database, livemode, now }: ReadLedger,
  order: PageOrder & { readonly tenantId: string; readonly customerId?: string | undefined },
): Promise<Page<KycFileView>> {
  const { tenantId, customerId, limit, startingAfter } = order;
  const rows = database.orm
    .select()
    .from(kycFiles)
    .where(
      and(
        eq(kycFiles.tenantId, tenantId),
        customerId ? eq(kycFiles.customerId, customerId) : undefined,
        isKept(now()),
        startingAfter ? lt(kycFiles.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(kycFiles.id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map((row) => kycFileView(row, livemode)),
    limit,
  );
}

/**
 * Returns the hash of a picture, which locates it, and the tenant it is sealed for; null when no
 * image of any tenant has this id.
 */
export function findKeptPicture(
  { database }: ReadLedger,
  id: string,
): Pick<KycFileRow, 'id' | 'tenantId' | 'customerId' | 'sealedSha256'> | null {
  const { tenantId, customerId, sealedSha256 } = kycFiles;
  const columns = { id: kycFiles.id, tenantId, customerId, sealedSha256 };
  return database.orm.select(columns).from(kycFiles).where(eq(kycFiles.id, id)).get() ?? null;
}

/** Condition that leaves out expired images, which are about to be deleted. */
function isKept(now: number) {
  return or(isNull(kycFiles.expiresAt), gt(kycFiles.expiresAt, now));
}
