// Future-dated transactions: accepted and checked, they wait for their day at the stage `validate`.
// No money is held for them, and they are decided on their day like every other one.

import type { Rejection, RejectionCode } from '../../ledger/rejection.ts';
import { DAY_MS, isAhead, waitsForValueDate } from '../../ledger/value-date.ts';
import type { LedgerReads } from '../kernel/ledger-reads.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';

/** Rejections that no day will change: such a transaction is refused when it is requested. */
const FOR_GOOD: readonly RejectionCode[] = [
  'rail_not_configured',
  'external_party_required',
  'account_closed',
  'currency_mismatch',
];

/** True for a no that no day will change. */
export function isForGood(decision: {
  readonly kind: string;
  readonly rejection?: Rejection;
}): boolean {
  const { kind, rejection } = decision;
  return kind === 'decline' && rejection !== undefined && FOR_GOOD.includes(rejection.code);
}

/** True for a transaction that waits for its day when that day has come by the business clock. */
export function isDue(row: TransactionRow, time: number): boolean {
  return waitsForValueDate(row) && !isAhead(row.valueDate, time);
}

/** The moment at which its day begins, milliseconds since 1970 UTC; null when it has none. */
export function beginsAt({ valueDate }: Pick<TransactionRow, 'valueDate'>): number | null {
  return valueDate === null ? null : valueDate * DAY_MS;
}

const DUE = `SELECT id FROM transactions INDEXED BY transactions_dated
  WHERE status = 'pending' AND stage = 'validate' AND tenant_id = ? AND value_date <= ?
  ORDER BY value_date, id LIMIT ?`;
const NEXT = `SELECT min(value_date) FROM transactions INDEXED BY transactions_dated
  WHERE status = 'pending' AND stage = 'validate' AND tenant_id = ?`;

/** Waiting transactions of a developer whose day has come, in ascending order of id. */
export function listDueDated(tx: Tx, tenantId: string, at: number, limit: number): string[] {
  return tx.values<string>(DUE, tenantId, Math.floor(at / DAY_MS), limit).sort();
}

/** When the next day of one begins, by the developer's clock; null when none waits. */
export function nextDatedDue(tx: Tx, tenantId: string): number | null {
  const day = tx.value<number | null>(NEXT, tenantId) ?? null;
  return day === null ? null : day * DAY_MS;
}

/**
 * Transactions that still wait although their day began a while ago by real time: their timer was
 * lost.
 */
export async function listDated(
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
