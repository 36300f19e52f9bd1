// Plain reads of holds: one, and the active ones. The end of a hold is part of its transaction.

import { and, eq, gt, sql } from 'drizzle-orm';
import type { HoldStatus } from '../../ledger/transaction.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import {
  afterCursor,
  inOrder,
  type Page,
  type PageOrder,
  pageOf,
  upToEdge,
} from '../kernel/page.ts';
import type { HoldRow } from '../kernel/rows.ts';
import { isAmong } from '../kernel/sets.ts';
import { holds } from '../kernel/tables.ts';
import { holdObject } from './view.ts';

export type HoldView = ReturnType<typeof holdObject>;

/** One hold; null when the tenant has none of that id. */
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

/** Those of the ids that there are, of every tenant. */
export function findHolds(ledger: ReadLedger, ids: readonly string[]): HoldView[] {
  const { orm } = ledger.database;
  const rows = orm.select().from(holds).where(isAmong(holds.id, ids)).all();
  return rows.map((row) => holdObject(row, ledger.livemode));
}

export interface HoldFilter extends PageOrder {
  readonly tenantId: string;
  readonly accountId?: string | undefined;
  readonly currency?: string | undefined;
  /** Omit it for the holds that keep money at present. */
  readonly status?: HoldStatus | undefined;
}

/** Rows that a page of ended holds looks at: some milliseconds in which nothing else is answered. */
const MOST_ROWS_READ = 5_000;

/**
 * Holds of one status. One past its end keeps nothing, also before it is swept: until then it is
 * in no list.
 */
export async function listHolds(ledger: ReadLedger, filter: HoldFilter): Promise<Page<HoldView>> {
  const { status = 'active' } = filter;
  const page = ledger.database.read(() =>
    status === 'active' ? heldNow(ledger, filter) : ended(ledger, filter, status),
  );
  return { ...page, data: page.data.map((row) => holdObject(row, ledger.livemode)) };
}

function heldNow(ledger: ReadLedger, filter: HoldFilter): Page<HoldRow> {
  const { tenantId, accountId, currency, limit } = filter;
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
        currency ? eq(holds.currency, currency) : undefined,
        afterCursor(holds.id, filter),
      ),
    )
    .orderBy(inOrder(holds.id, filter))
    .limit(limit + 1)
    .all();
  return pageOf(rows, limit);
}

/** By its index alone; a page may be short though more follow. */
function ended(
  { database: { orm } }: ReadLedger,
  filter: HoldFilter,
  status: HoldStatus,
): Page<HoldRow> {
  const { tenantId, accountId, currency, limit } = filter;
  const ordered = and(
    eq(holds.tenantId, tenantId),
    sql`${holds.status} <> 'active'`,
    afterCursor(holds.id, filter),
  );
  const edge = orm
    .select({ id: holds.id })
    .from(holds)
    .where(ordered)
    .orderBy(inOrder(holds.id, filter))
    .limit(1)
    .offset(MOST_ROWS_READ - 1)
    .get()?.id;
  const rows = orm
    .select()
    .from(holds)
    .where(
      and(
        ordered,
        upToEdge(holds.id, edge, filter),
        eq(holds.status, status),
        accountId ? sql`+${holds.accountId} = ${accountId}` : undefined,
        currency ? eq(holds.currency, currency) : undefined,
      ),
    )
    .orderBy(inOrder(holds.id, filter))
    .limit(limit + 1)
    .all();
  const page = pageOf(rows, limit);
  return page.hasMore || edge === undefined ? page : { ...page, hasMore: true, cursor: edge };
}
