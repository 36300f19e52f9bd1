// Reads archives, and where the event log of a developer begins after a part of it was archived.

import { and, asc, desc, eq, gte, lt, lte, ne, sql } from 'drizzle-orm';
import { readLastArchived } from '../events/reads.ts';
import type { Database } from '../kernel/connect.ts';
import type { LedgerReads, ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { ArchivedNoun } from './archive-kinds.ts';
import { type ArchiveRow, archiveOrders, archives } from './tables.ts';

/** Returns an archive as operators see it. */
export function archiveView(row: ArchiveRow, livemode: boolean) {
  const { id, noun, rows, firstId, lastId, file, bytes, sha256 } = row;
  return {
    ...{ id, object: 'archive' as const, livemode, noun },
    ...{ file, bytes, sha256, rows, firstId, lastId },
    status: row.deletedRow < row.lastRow ? ('deleting' as const) : ('archived' as const),
    from: timestamp(row.fromAt),
    to: timestamp(row.toAt),
    createdAt: timestamp(row.createdAt),
  };
}

export type ArchiveView = ReturnType<typeof archiveView>;

/** Archives of a ledger, newest first. */
export async function listArchives(
  ledger: ReadLedger,
  page: PageOrder,
): Promise<Page<ArchiveView>> {
  const rows = ledger.database.orm
    .select()
    .from(archives)
    .where(and(page.startingAfter ? lt(archives.id, page.startingAfter) : undefined))
    .orderBy(desc(archives.id))
    .limit(page.limit + 1)
    .all();
  return pageOf(
    rows.map((row) => archiveView(row, ledger.livemode)),
    page.limit,
  );
}

/** The last archive order; null when there is none. */
export function findArchiveOrder({ database }: LedgerReads) {
  return database.orm.select().from(archiveOrders).get() ?? null;
}

/** Names of the files that belong to this ledger. */
export function archiveFiles({ database }: LedgerReads): string[] {
  return database.orm
    .select({ file: archives.file })
    .from(archives)
    .all()
    .map(({ file }) => file);
}

/** Returns an archive of rows other than events that are still being deleted; null without one. */
export function findUnfinished({ database }: LedgerReads): ArchiveRow | null {
  return (
    database.orm
      .select()
      .from(archives)
      .where(and(ne(archives.noun, 'events'), sql`${archives.deletedRow} < ${archives.lastRow}`))
      .orderBy(asc(archives.id))
      .limit(1)
      .get() ?? null
  );
}

/** Returns the archive that contains the rows of a transaction; null when there is none. */
export function findArchiveOf(
  { database }: LedgerReads,
  noun: ArchivedNoun,
  transactionId: string,
): Pick<ArchiveRow, 'file' | 'sha256'> | null {
  const conditions = [eq(archives.noun, noun), lte(archives.firstId, transactionId)];
  return (
    database.orm
      .select({ file: archives.file, sha256: archives.sha256 })
      .from(archives)
      .where(and(...conditions, gte(archives.lastId, transactionId)))
      .get() ?? null
  );
}

const lastIdOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) =>
  raw.prepare<[], string | null>("SELECT max(last_id) FROM archives WHERE noun = 'events'").pluck(),
);

/**
 * True when an event that is missing in the log may be archived: its id, which begins with the
 * time, is not above that of the last archived event.
 */
export function mayBeArchived(ledger: LedgerReads, tenantId: string, eventId: string): boolean {
  const lastId = lastIdOf(ledger.database).get() ?? null;
  return lastId !== null && eventId <= lastId && readLastArchived(ledger, tenantId) > 0;
}
