// Plain reads of screening hits, for those who decide about them.

import { and, desc, eq, lt } from 'drizzle-orm';
import type { HitStatus } from '../../ledger/decisions/screening.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { screeningHits } from './tables.ts';
import { type ScreeningHitView, screeningHitView } from './view.ts';

/** Hits of all tenants in one status, newest first. */
export async function listScreeningHits(
  ledger: ReadLedger,
  order: PageOrder & { readonly status: HitStatus },
): Promise<Page<ScreeningHitView>> {
  const { limit, startingAfter, status } = order;
  const rows = ledger.database.orm
    .select()
    .from(screeningHits)
    .where(
      and(
        eq(screeningHits.status, status),
        startingAfter ? lt(screeningHits.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(screeningHits.id))
    .limit(limit + 1)
    .all();
  return pageOf(
    rows.map((row) => screeningHitView(row, ledger.livemode)),
    limit,
  );
}

/** A hit by its id; undefined: there is none. */
export function screeningHit({ database: { orm } }: ReadLedger, hitId: string) {
  return orm.select().from(screeningHits).where(eq(screeningHits.id, hitId)).get();
}

/** Which hits of a tenant are meant. */
export interface HitsAbout {
  readonly tenantId: string;
  readonly hitId?: string | undefined;
  readonly customerId?: string | undefined;
  /** Of the party outside that payments of the customer name so; left out: of the customer. */
  readonly partyName?: string | undefined;
}

/** The hits of somebody, the oldest first. */
export function findHits(
  { database: { orm } }: ReadLedger,
  { tenantId, hitId, customerId, partyName }: HitsAbout,
): { readonly id: string; readonly status: HitStatus }[] {
  const about = partyName === undefined ? 'customer' : 'external_party';
  return orm
    .select({ id: screeningHits.id, status: screeningHits.status })
    .from(screeningHits)
    .where(
      and(
        eq(screeningHits.tenantId, tenantId),
        hitId === undefined ? eq(screeningHits.subject, about) : eq(screeningHits.id, hitId),
        customerId === undefined ? undefined : eq(screeningHits.customerId, customerId),
        partyName === undefined ? undefined : eq(screeningHits.screenedName, partyName),
      ),
    )
    .orderBy(screeningHits.id)
    .all();
}
