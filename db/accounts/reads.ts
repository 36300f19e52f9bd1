// Reads accounts and their balances, now and as of an earlier time.

import { and, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { AccountStatus, AccountType } from '../../ledger/account.ts';
import type { Day } from '../../ledger/calendar-date.ts';
import { toJson } from '../../ledger/money.ts';
import { dayAt } from '../../ledger/value-date.ts';
import { clockOfEach } from '../kernel/clock.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { EXPIRED_HOLDS, type ExpiredHolds, expiredHoldsOf } from '../kernel/hold-expiry.ts';
import type { AnyThreadLedger, ReadLedger } from '../kernel/ledger-reads.ts';
import { hasMetadata } from '../kernel/metadata.ts';
import { afterCursor, inOrder, type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import type { HoldRow } from '../kernel/rows.ts';
import { IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { accounts, holdMovements, holds } from '../kernel/tables.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { sumBookedLater } from '../movements/value-dated.ts';
import {
  type AccountRow,
  type AccountView,
  accountView,
  type BalanceFigures,
  figuresOf,
} from './view.ts';

export interface AccountFilter extends PageOrder {
  readonly tenantId: string;
  readonly customerId?: string | undefined;
  /** Ids of the accounts to choose from; omitted: every account. */
  readonly onlyIds?: readonly string[] | undefined;
  readonly type?: AccountType | undefined;
  readonly status?: AccountStatus | undefined;
  readonly currency?: string | undefined;
}

/** Money that is held but not booked: one row per active hold. Amount in minor units. */
export interface PendingMoney {
  readonly id: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: number;
  readonly status: 'pending';
  readonly expiresAt: string | null;
}

export interface BalanceReading extends BalanceFigures {
  readonly row: AccountRow;
  readonly pendingTransactions: readonly PendingMoney[];
  /** `posted`, plus entries that were booked later with a value date on or before the day. */
  readonly valueDated: number;
  /** Sequence of the last booking on the account, null when there is none. */
  readonly ledgerSequence: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly asOf: number;
}

// An expired hold does not count, even before its workflow has ended it. The status is a literal,
// because SQLite uses the partial indexes of active holds only with a literal.
const PENDING_HOLDS = `SELECT ${columnsOf(holds)} FROM holds WHERE status = 'active'
  AND (expires_at IS NULL OR expires_at > @now)`;

const statementsOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) => ({
  byId: raw.prepare<[{ id: string; tenantId: string | null }], AccountRow>(
    `SELECT ${columnsOf(accounts)} FROM accounts WHERE id = @id AND kind = 'customer'
     AND (@tenantId IS NULL OR tenant_id = @tenantId)`,
  ),
  byIds: raw.prepare<[string], AccountRow>(
    `SELECT ${columnsOf(accounts)} FROM accounts WHERE kind = 'customer' AND id IN ${IN_GIVEN_LIST}`,
  ),
  ofCustomer: raw.prepare<[CustomerAccounts], AccountRow>(
    `SELECT ${columnsOf(accounts)} FROM accounts
     WHERE tenant_id = @tenantId AND customer_id = @customerId AND kind = 'customer'
     ORDER BY id DESC LIMIT @limit`,
  ),
  expiredHolds: raw.prepare<[{ id: string; now: number }], ExpiredHolds>(EXPIRED_HOLDS),
  lastEntry: raw.prepare<[string, number], { balanceAfter: number; ledgerSequence: number }>(
    `SELECT balance_after AS balanceAfter, ledger_sequence AS ledgerSequence FROM entries
     WHERE account_id = ? AND posted_at <= ?
     ORDER BY posted_at DESC, ledger_sequence DESC, leg DESC LIMIT 1`,
  ),
  // Two statements, because each side has an index of its own and OR would read all active holds.
  pending: ['account_id', 'destination_account_id'].map((side) =>
    raw.prepare<[{ id: string; now: number }], HoldRow>(`${PENDING_HOLDS} AND ${side} = @id`),
  ),
}));

function findRow(
  { database }: AnyThreadLedger,
  tenantId: string | null,
  id: string,
): AccountRow | null {
  return statementsOf(database).byId.get({ id, tenantId }) ?? null;
}

/** The tenant that an account belongs to; null when there is no such account. */
export function tenantOfAccount(ledger: AnyThreadLedger, id: string): string | null {
  return findRow(ledger, null, id)?.tenantId ?? null;
}

/** Returns an account of a tenant (null: any tenant), or null when no such account exists. */
export async function findAccount(
  ledger: AnyThreadLedger,
  tenantId: string | null,
  id: string,
): Promise<AccountView | null> {
  return ledger.database.read(() => {
    const row = findRow(ledger, tenantId, id);
    if (!row) return null;
    const expiredHolds = expiredHoldsOn(ledger, id, ledger.clock(row.tenantId));
    return accountView(row, ledger.livemode, expiredHolds);
  });
}

export interface CustomerAccounts {
  readonly tenantId: string;
  readonly customerId: string;
  readonly limit: number;
}

/** Accounts of one customer, newest first. */
export async function accountsOfCustomer(
  ledger: AnyThreadLedger,
  order: CustomerAccounts,
): Promise<AccountView[]> {
  const now = ledger.clock(order.tenantId);
  return ledger.database.read(() => {
    const rows = statementsOf(ledger.database).ofCustomer.all(order);
    return viewsOf(ledger, rows, () => now);
  });
}

/** Returns the accounts with these ids, of every tenant. Ids without an account are left out. */
export function findAccounts(ledger: ReadLedger, ids: readonly string[]): AccountView[] {
  const { database, now } = ledger;
  return database.read(() => {
    const rows = statementsOf(database).byIds.all(JSON.stringify(ids));
    return viewsOf(ledger, rows, clockOfEach(database, rows, now()));
  });
}

/** Accounts of a tenant, newest first. */
export async function listAccounts(
  ledger: AnyThreadLedger,
  filter: AccountFilter,
): Promise<Page<AccountView>> {
  const select = ledger.database.orm
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.tenantId, filter.tenantId),
        eq(accounts.kind, 'customer'),
        filter.customerId ? eq(accounts.customerId, filter.customerId) : undefined,
        filter.onlyIds ? inArray(accounts.id, [...filter.onlyIds]) : undefined,
        filter.type ? eq(accounts.type, filter.type) : undefined,
        filter.status ? eq(accounts.status, filter.status) : undefined,
        filter.currency ? eq(accounts.currency, filter.currency) : undefined,
        hasMetadata('account', filter.tenantId, accounts.id, filter.metadata),
        afterCursor(accounts.id, filter),
      ),
    )
    .orderBy(inOrder(accounts.id, filter))
    .limit(filter.limit + 1);
  const now = ledger.clock(filter.tenantId);
  return ledger.database.read(() => {
    const page = pageOf(select.all(), filter.limit);
    return { data: viewsOf(ledger, page.data, () => now), hasMore: page.hasMore };
  });
}

function viewsOf(
  ledger: AnyThreadLedger,
  rows: readonly AccountRow[],
  nowOf: (row: AccountRow) => number,
): AccountView[] {
  const expiredHolds = expiredHoldsOf(ledger.database, rows, nowOf);
  return rows.map((row) =>
    accountView(row, ledger.livemode, expiredHolds.get(row.id) ?? NO_EXPIRED_HOLDS),
  );
}

const NO_EXPIRED_HOLDS: ExpiredHolds = { held: 0, pendingIn: 0 };

function expiredHoldsOn({ database }: AnyThreadLedger, id: string, now: number): ExpiredHolds {
  return statementsOf(database).expiredHolds.get({ id, now }) ?? NO_EXPIRED_HOLDS;
}

/** Returns the current balance of an account, or null when the tenant has no such account. */
export async function readBalance(
  ledger: AnyThreadLedger,
  tenantId: string,
  id: string,
): Promise<BalanceReading | null> {
  return ledger.database.read(() => {
    const row = findRow(ledger, tenantId, id);
    if (!row) return null;
    const now = ledger.clock(tenantId);
    // No upper bound on the time: entries stay booked when the clock is set back.
    const last = lastEntry(ledger, id, Number.MAX_SAFE_INTEGER);
    return {
      row,
      ...figuresOf(row, expiredHoldsOn(ledger, id, now)),
      pendingTransactions: pendingHoldsOn(ledger, id, now),
      // No entry is booked before its value date, and no entry is booked after the current time.
      valueDated: row.posted,
      ledgerSequence: last?.ledgerSequence ?? null,
      asOf: now,
    };
  });
}

/**
 * Returns the balance at the end of a moment, from the journal and the hold movements; null when
 * the tenant has no such account.
 * @param time milliseconds since 1970 UTC
 * @param day the last value date that `valueDated` includes
 */
export async function readBalanceAsOf(
  ledger: AnyThreadLedger,
  tenantId: string,
  id: string,
  time: number,
  day: Day = dayAt(time),
): Promise<BalanceReading | null> {
  return ledger.database.read(() => {
    const row = findRow(ledger, tenantId, id);
    if (!row) return null;
    const last = lastEntry(ledger, id, time);
    const posted = last?.balanceAfter ?? 0;
    const later = sumBookedLater(ledger.database, { accountId: id, at: time, day });
    const heldAmount = movementSum(ledger, holdMovements.accountId, id, time);
    return {
      row,
      posted,
      valueDated: toJson(BigInt(posted) + later),
      held: heldAmount,
      pendingOut: heldAmount,
      pendingIn: movementSum(ledger, holdMovements.destinationAccountId, id, time),
      overdraftLimit: row.overdraftLimit,
      pendingTransactions: [],
      ledgerSequence: last?.ledgerSequence ?? null,
      asOf: time,
    };
  });
}

function lastEntry({ database }: AnyThreadLedger, accountId: string, time: number) {
  return statementsOf(database).lastEntry.get(accountId, time);
}

function movementSum(
  ledger: AnyThreadLedger,
  column: typeof holdMovements.accountId | typeof holdMovements.destinationAccountId,
  id: string,
  time: number,
): number {
  const sum = ledger.database.orm
    .select({ total: sql<number>`coalesce(sum(${holdMovements.delta}), 0)` })
    .from(holdMovements)
    .innerJoin(holds, eq(holds.id, holdMovements.holdId))
    .where(
      and(
        eq(column, id),
        lte(holdMovements.at, time),
        // A hold that had expired at that moment does not count, even before an act ends it.
        or(ne(holds.status, 'active'), isNull(holds.expiresAt), gt(holds.expiresAt, time)),
      ),
    )
    .get();
  return sum?.total ?? 0;
}

function pendingHoldsOn(
  { database }: AnyThreadLedger,
  accountId: string,
  now: number,
): PendingMoney[] {
  return statementsOf(database)
    .pending.flatMap((side) => side.all({ id: accountId, now }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((hold) => ({
      id: hold.transactionId,
      direction: hold.accountId === accountId ? ('debit' as const) : ('credit' as const),
      amount: hold.amount,
      status: 'pending' as const,
      expiresAt: timestamp(hold.expiresAt),
    }));
}
