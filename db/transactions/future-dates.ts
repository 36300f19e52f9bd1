// Future-dated transactions: accepted and checked, they wait for their value date at the stage
// `validate`. No money is held for them, and they are decided on that day like every other
// transaction.

import { DAY_MS } from '../../ledger/durations.ts';
import type { Rejection, RejectionCode } from '../../ledger/rejection.ts';
import { isInFuture, waitsForValueDate } from '../../ledger/value-date.ts';
import type { LedgerReads } from '../kernel/ledger-reads.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';

/** Permanent rejections: such a transaction is refused when it is requested. */
const PERMANENT_CODES: readonly RejectionCode[] = [
  'rail_not_configured',
  'external_party_required',
  'account_closed',
  'currency_mismatch',
];

/** Returns true for a permanent rejection. */
export function isPermanentRejection(decision: {
  readonly kind: string;
  readonly rejection?: Rejection;
}): boolean {
  const { kind, rejection } = decision;
  return kind === 'decline' && rejection !== undefined && PERMANENT_CODES.includes(rejection.code);
}

/** Returns true for a waiting transaction whose value date has begun by the business clock. */
export function isDue(row: TransactionRow, time: number): boolean {
  return waitsForValueDate(row) && !isInFuture(row.valueDate, time);
}

/**
 * Returns when the value date begins, in milliseconds since 1970 UTC, or null when there is none.
 */
export function valueDateStart({ valueDate }: Pick<TransactionRow, 'valueDate'>): number | null {
  return valueDate === null ? null : valueDate * DAY_MS;
}

const DUE_TRANSACTIONS = `SELECT id FROM transactions INDEXED BY transactions_dated
  WHERE status = 'pending' AND stage = 'validate' AND tenant_id = ? AND value_date <= ?
  ORDER BY value_date, id LIMIT ?`;
const NEXT_VALUE_DATE = `SELECT min(value_date) FROM transactions INDEXED BY transactions_dated
  WHERE status = 'pending' AND stage = 'validate' AND tenant_id = ?`;

/**
 * Lists the waiting transactions of a developer whose value date has begun, in ascending order of
 * id.
 */
export function listDueDated(tx: Tx, tenantId: string, now: number, limit: number): string[] {
  return tx.values<string>(DUE_TRANSACTIONS, tenantId, Math.floor(now / DAY_MS), limit).sort();
}

/**
 * Returns when the next value date begins by the developer's clock, or null when no transaction
 * waits.
 */
export function nextValueDate(tx: Tx, tenantId: string): number | null {
  const day = tx.value<number | null>(NEXT_VALUE_DATE, tenantId) ?? null;
  return day === null ? null : day * DAY_MS;
}

/**
 * Lists transactions that still wait although their value date began a while ago by real time,
 * because their timer was lost.
 */
export async function listOverdueDated(
  { database: { raw } }: LedgerReads,
  begunBefore: number,
  limit: number,
): Promise<string[]> {
  return raw
    .prepare<[number, number], string>(
      `SELECT id FROM transactions INDEXED BY transactions_dated_by_day
       WHERE status = 'pending' AND stage = 'validate' AND value_date <= ? LIMIT ?`,
    )
    .pluck()
    .all(Math.floor(begunBefore / DAY_MS), limit);
}
