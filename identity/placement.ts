// Moving a developer to another ledger. Rows are not carried over: the sandbox goes with its next
// reset, which begins it afresh anyway, and production goes before there is anything in it.

import type { Developer, PlatformRows } from '../db/platform/rows.ts';
import type { EnvironmentName } from '../db/transactions/port.ts';

export interface MoveOrder {
  readonly developerId: string;
  readonly environment: EnvironmentName;
  /** Number of the ledger to go to. */
  readonly ledger: number;
  /** Who asked for it, for the audit log. */
  readonly actor: string;
}

export type Moved =
  /** There from now on. */
  | 'moved'
  /** There from the next reset of the sandbox on. */
  | 'with_next_reset'
  /** There before. */
  | 'is_there'
  /** No such developer. */
  | 'unknown'
  /** Production has been opened: rows would have to be carried over, which is not built. */
  | 'not_built';

/** Writes where a developer goes. Inside a write only. */
export function moveDeveloper(rows: PlatformRows, order: MoveOrder, now: number): Moved {
  const row = rows.findDeveloper(order.developerId);
  if (!row) return 'unknown';
  const { environment, ledger } = order;
  const isSandbox = environment === 'sandbox';
  const planned = isSandbox ? (row.nextSandboxLedger ?? row.sandboxLedger) : row.productionLedger;
  if (planned === ledger) {
    return isSandbox && row.sandboxLedger !== ledger ? 'with_next_reset' : 'is_there';
  }
  if (!isSandbox && row.applicationStatus === 'approved') return 'not_built';
  const next = ledger === row.sandboxLedger ? null : ledger;
  const fields = isSandbox ? { nextSandboxLedger: next } : { productionLedger: ledger };
  rows.updateDeveloper({ ...row, ...fields, version: row.version + 1, updatedAt: now });
  rows.insertAudit({
    at: now,
    actor: order.actor,
    action: 'developer.moved',
    objectId: row.id,
    environment,
    detail: JSON.stringify({ from: planned, to: ledger, ...(isSandbox ? { at: 'reset' } : {}) }),
  });
  if (!isSandbox) return 'moved';
  return next === null ? 'is_there' : 'with_next_reset';
}

/** Where the sandbox of a developer is after a reset. */
export function afterReset({ sandboxLedger, nextSandboxLedger }: Developer) {
  return { sandboxLedger: nextSandboxLedger ?? sandboxLedger, nextSandboxLedger: null };
}
