// Reads the work of workflows that an operator may have to restart or end: its state in the ledger
// by id, and the overdue work.

import { CARRIED, type Carried } from '../../ledger/carried.ts';
import { firstIdAt, isId } from '../../ledger/id.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { developerOfTenant } from '../kernel/tenant.ts';
import { OPEN as OPEN_TRANSACTIONS } from '../transactions/open-work.ts';

interface OverdueWork {
  readonly table: string;
  /** SQL condition for open work, literally as in the partial index. */
  readonly open: string;
  /** Milliseconds after which the work should have ended; null when it has its own deadlines. */
  readonly withinMs: number | null;
  /** The `object` name on the wire. */
  readonly object: string;
}

const MINUTE_MS = 60_000;
const KEPT: Readonly<Record<Carried, OverdueWork>> = {
  transaction: {
    table: 'transactions',
    open: OPEN_TRANSACTIONS,
    withinMs: null,
    object: 'transaction',
  },
  batch: {
    table: 'batches',
    open: "status IN ('pending', 'processing')",
    withinMs: 10 * MINUTE_MS,
    object: 'batch',
  },
  execution: {
    table: 'contract_executions',
    open: "status IN ('queued', 'simulated', 'submitted', 'included')",
    withinMs: 10 * MINUTE_MS,
    object: 'contract_execution',
  },
  mail: { table: 'mails', open: "status = 'queued'", withinMs: 60 * MINUTE_MS, object: 'mail' },
  trainingJob: {
    table: 'training_jobs',
    open: "status IN ('queued', 'running')",
    withinMs: 120 * MINUTE_MS,
    object: 'training_job',
  },
};

export interface CarriedWork {
  readonly kind: Carried;
  readonly object: string;
  readonly id: string;
  readonly tenantId: string;
  readonly status: string;
  readonly isOpen: boolean;
}

/** Returns the work with an id, or null when this ledger has none. */
export function findCarried({ database }: ReadLedger, id: string): CarriedWork | null {
  const kind = CARRIED.find((noun) => isId(noun, id));
  if (kind === undefined) return null;
  const { table, open, object } = KEPT[kind];
  const row = database.raw
    .prepare<[string], { tenantId: string; status: string; isOpen: number }>(
      `SELECT tenant_id AS tenantId, status, ${open} AS isOpen FROM ${table} WHERE id = ?`,
    )
    .get(id);
  return row ? { kind, object, id, ...row, isOpen: row.isOpen === 1 } : null;
}

export interface LateWork {
  readonly kind: Carried;
  readonly object: string;
  readonly id: string;
  readonly developerId: string;
  readonly status: string;
}

/** Returns the oldest overdue work of each kind other than transactions, at most `limit` each. */
export function listLateWork({ database }: ReadLedger, now: number, limit: number): LateWork[] {
  return CARRIED.flatMap((kind) => {
    const { table, open, withinMs, object } = KEPT[kind];
    if (withinMs === null) return [];
    return database.raw
      .prepare<[string, number], { id: string; tenantId: string; status: string }>(
        `SELECT id, tenant_id AS tenantId, status FROM ${table}
         WHERE ${open} AND id < ? ORDER BY id LIMIT ?`,
      )
      .all(firstIdAt(kind, now - withinMs), limit)
      .map(({ tenantId, ...row }) => {
        return { kind, object, ...row, developerId: developerOfTenant(tenantId) };
      });
  });
}
