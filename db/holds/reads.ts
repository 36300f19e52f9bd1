// Plain reads of holds: one, and those that keep money now. What became of one that has ended is
// part of its transaction.

import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import { isAmong } from '../kernel/sets.ts';
import { holds } from '../kernel/tables.ts';
import type { Ledger } from '../ledger.ts';
import { holdObject } from './view.ts';

export type HoldView = ReturnType<typeof holdObject>;

/** One hold; null when the tenant has none of that id. */
export async function findHold(
  ledger: Ledger,
  tenantId: string,
  id: string,
): Promise<HoldView | null> {
  const row = ledger.database.orm
    .select()
    .from(holds)
    .where(and(eq(holds.id, id), eq(holds.tenantId, tenantId)))
    .get();
  return row ? holdObject(row, ledger.livemode) : null;
}

/** Those of the ids that there are, of every tenant. */
export function findHolds(ledger: Ledger, ids: readonly string[]): HoldView[] {
  const { orm } = ledger.database;
  const rows = orm.select().from(holds).where(isAmong(holds.id, ids)).all();
  return rows.map((row) => holdObject(row, ledger.livemode));
}

export interface HoldFilter extends PageOrder {
  readonly tenantId: string;
  readonly accountId?: string | undefined;
}

/** What is held now, newest first; a hold past its end keeps nothing, also before it is swept. */
export async function listHolds(ledger: Ledger, filter: HoldFilter): Promise<Page<HoldView>> {
  const { tenantId, accountId, startingAfter, limit } = filter;
  const rows = ledger.database.orm
    .select()
    .from(holds)
    .where(
      and(
        // The plus keeps an account's few holds from being looked for among all of the tenant's.
        accountId ? sql`+${holds.tenantId} = ${tenantId}` : eq(holds.tenantId, tenantId),
        // Written out, not bound: the indexes are those of active holds.
        sql`${holds.status} = 'active'`,
        gt(holds.expiresAt, ledger.clock(tenantId)),
        accountId ? eq(holds.accountId, accountId) : undefined,
        startingAfter ? lt(holds.id, startingAfter) : undefined,
      ),
    )
    .orderBy(desc(holds.id))
    .limit(limit + 1)
    .all();
  const page = pageOf(rows, limit);
  return { data: page.data.map((row) => holdObject(row, ledger.livemode)), hasMore: page.hasMore };
}
