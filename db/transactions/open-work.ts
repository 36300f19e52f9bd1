// Counts of open and stuck transactions, which show an operator a stuck transaction before a
// customer notices it.

import { businessTimeSql } from '../kernel/clock.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';

/** Milliseconds after which an accepted transaction should have been settled. */
export const SETTLED_WITHIN_MS = 30_000;

export interface OpenWork {
  readonly accepted: number;
  readonly waiting: number;
  /** Transactions that were accepted too long ago, or are past their expiry and not ended. */
  readonly stuck: number;
}

export interface StuckRow {
  readonly id: string;
  readonly tenantId: string;
  readonly status: string;
  readonly stage: string;
  readonly workflowId: string | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

/**
 * The SQL condition for transactions that are not final. The index is partial, and SQLite uses it
 * only for queries that repeat its condition exactly.
 */
export const OPEN_STATUSES =
  "status IN ('requires_confirmation', 'pending_approval', 'pending_review', 'pending')";
const LATE_BEFORE = businessTimeSql('transactions.tenant_id', '@late');
const STUCK_CONDITION = `${OPEN_STATUSES} AND ((stage = 'accepted' AND created_at < ${LATE_BEFORE}) OR expires_at < ${LATE_BEFORE}
  OR (stage = 'validate' AND value_date * 86400000 < ${LATE_BEFORE}))`;

/** @param now milliseconds since 1970 UTC */
export async function readOpenWork(ledger: ReadLedger, now: number): Promise<OpenWork> {
  const row = ledger.database.raw
    .prepare<[{ late: number }], OpenWork>(
      `SELECT count(*) FILTER (WHERE stage = 'accepted') AS accepted,
       count(*) FILTER (WHERE stage <> 'accepted') AS waiting,
       count(*) FILTER (WHERE ${STUCK_CONDITION}) AS stuck FROM transactions WHERE ${OPEN_STATUSES}`,
    )
    .get({ late: now - SETTLED_WITHIN_MS });
  return row ?? { accepted: 0, waiting: 0, stuck: 0 };
}

/** Counts the transactions that are accepted and not settled, by tenant. */
export function countAcceptedByTenant({ database }: ReadLedger): ReadonlyMap<string, number> {
  const rows = database.raw
    .prepare<[], [tenantId: string, count: number]>(
      `SELECT tenant_id, count(*) FROM transactions INDEXED BY transactions_not_final
       WHERE ${OPEN_STATUSES} AND stage = 'accepted' GROUP BY tenant_id`,
    )
    .raw();
  return new Map(rows.all());
}

/** Lists the oldest stuck transactions, at most `limit`. */
export async function listStuck(
  ledger: ReadLedger,
  now: number,
  limit: number,
): Promise<StuckRow[]> {
  return ledger.database.raw
    .prepare<[{ late: number; limit: number }], StuckRow>(
      `SELECT id, tenant_id AS tenantId, status, stage, workflow_id AS workflowId,
       created_at AS createdAt, expires_at AS expiresAt FROM transactions
       WHERE ${STUCK_CONDITION} ORDER BY id LIMIT @limit`,
    )
    .all({ late: now - SETTLED_WITHIN_MS, limit });
}
