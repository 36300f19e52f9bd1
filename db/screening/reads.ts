// Plain reads of screening hits, for those who decide about them.

import { and, desc, eq, lt } from 'drizzle-orm';
import type { HitStatus } from '../../ledger/decisions/screening.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import type { Ledger } from '../ledger.ts';
import { screeningHits } from './tables.ts';
import { type ScreeningHitView, screeningHitView } from './view.ts';

/** Hits of all tenants in one status, newest first. */
export async function listScreeningHits(
  ledger: Ledger,
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
