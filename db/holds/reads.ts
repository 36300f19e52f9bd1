// Reads holds: one, or a page by status.

import { and, eq, gt, sql } from 'drizzle-orm';
import type { HoldStatus } from '../../ledger/transaction.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { afterCursor, inOrder, type Page, type PageOrder, pageOf, upToId } from '../kernel/page.ts';
import type { HoldRow } from '../kernel/rows.ts';
import { isAmong } from '../kernel/sets.ts';
import { holds } from '../kernel/tables.ts';
import { holdObject } from './view.ts';

export type HoldView = ReturnType<typeof holdObject>;

/** Returns a hold; null when the tenant has no hold with this id. */
export async function findHold(
  ledger: ReadLedger,
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

/** Returns the holds with these ids, of every tenant. Ids without a hold are left out. */
export function findHolds(ledger: ReadLedger, ids: readonly string[]): HoldView[] {
  const { orm } = ledger.database;
  const rows = orm.select().from(holds).where(isAmong(holds.id, ids)).all();
  return rows.map((row) => holdObject(row, ledger.livemode));
}

export interface HoldFilter extends PageOrder {
  readonly tenantId: string;
  readonly accountId?: string | undefined;
  readonly currency?: string | undefined;
  /** Omitted: active. */
  readonly status?: HoldStatus | undefined;
}

/**
 * Rows that a page of ended holds reads at most: some milliseconds, in which the thread is blocked.
 */
const MAX_ROWS_READ = 5_000;

/**
 * Returns the holds of one status. An active hold past its expiry holds no money, so no list shows
 * it until an act ends it.
 */
export async function listHolds(ledger: ReadLedger, filter: HoldFilter): Promise<Page<HoldView>> {
  const { status = 'active' } = filter;
  const page = ledger.database.read(() =>
    status === 'active' ? listActiveHolds(ledger, filter) : listEndedHolds(ledger, filter, status),
  );
  return { ...page, data: page.data.map((row) => holdObject(row, ledger.livemode)) };
}

function listActiveHolds(ledger: ReadLedger, filter: HoldFilter): Page<HoldRow> {
  const { tenantId, accountId, currency, limit } = filter;
  const rows = ledger.database.orm
    .select()
    .from(holds)
    .where(
      and(
        // The plus makes SQLite use the index by account, not the index by tenant.
        accountId ? sql`+${holds.tenantId} = ${tenantId}` : eq(holds.tenantId, tenantId),
        // A literal, because the partial indexes contain only active holds.
        sql`${holds.status} = 'active'`,
        gt(holds.expiresAt, ledger.clock(tenantId)),
        accountId ? eq(holds.accountId, accountId) : undefined,
        currency ? eq(holds.currency, currency) : undefined,
        afterCursor(holds.id, filter),
      ),
    )
    .orderBy(inOrder(holds.id, filter))
    .limit(limit + 1)
    .all();
  return pageOf(rows, limit);
}

/** Returns a page of ended holds, by index; it may be short although more follow. */
function listEndedHolds(
  { database: { orm } }: ReadLedger,
  filter: HoldFilter,
  status: HoldStatus,
): Page<HoldRow> {
  const { tenantId, accountId, currency, limit } = filter;
  const listCondition = and(
    eq(holds.tenantId, tenantId),
    sql`${holds.status} <> 'active'`,
    afterCursor(holds.id, filter),
  );
  const lastReadId = orm
    .select({ id: holds.id })
    .from(holds)
    .where(listCondition)
    .orderBy(inOrder(holds.id, filter))
    .limit(1)
    .offset(MAX_ROWS_READ - 1)
    .get()?.id;
  const rows = orm
    .select()
    .from(holds)
    .where(
      and(
        listCondition,
        upToId(holds.id, lastReadId, filter),
        eq(holds.status, status),
        accountId ? sql`+${holds.accountId} = ${accountId}` : undefined,
        currency ? eq(holds.currency, currency) : undefined,
      ),
    )
    .orderBy(inOrder(holds.id, filter))
    .limit(limit + 1)
    .all();
  const page = pageOf(rows, limit);
  return page.hasMore || lastReadId === undefined
    ? page
    : { ...page, hasMore: true, cursor: lastReadId };
}
