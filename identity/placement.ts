// Which ledger a developer goes to: at once, with all rows (db/moves), or with the next reset of
// the sandbox, which begins it afresh anyway.

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
  /** There from the next reset of the sandbox on. */
  | 'with_next_reset'
  /** There before. */
  | 'is_there'
  /** No such developer. */
  | 'unknown';

export interface PlaceOrder extends MoveOrder {
  /** Number of the ledger that the rows were in. */
  readonly from: number;
  /** Resets of the sandbox that the rows are those after. */
  readonly epoch: number;
}

/**
 * Writes that the rows of a developer are in another ledger now. Inside a write only.
 * @returns false when the developer is not where the rows were, or has begun the sandbox afresh
 */
export function placeDeveloper(rows: PlatformRows, order: PlaceOrder, now: number): boolean {
  const row = rows.findDeveloper(order.developerId);
  const { environment, ledger, from, epoch, actor } = order;
  const isSandbox = environment === 'sandbox';
  const at = isSandbox ? row?.sandboxLedger : row?.productionLedger;
  if (!row || at !== from || (isSandbox && row.sandboxEpoch !== epoch)) return false;
  const fields = isSandbox
    ? { sandboxLedger: ledger, nextSandboxLedger: null }
    : { productionLedger: ledger };
  rows.updateDeveloper({ ...row, ...fields, version: row.version + 1, updatedAt: now });
  rows.insertAudit({
    at: now,
    actor,
    action: 'developer.moved',
    objectId: row.id,
    environment,
    detail: JSON.stringify({ from, to: ledger, at: 'once' }),
  });
  return true;
}

/** Writes where a sandbox goes with its next reset. Inside a write only. */
export function moveAtReset(
  rows: PlatformRows,
  { developerId, ledger, actor }: Omit<MoveOrder, 'environment'>,
  now: number,
): Moved {
  const row = rows.findDeveloper(developerId);
  if (!row) return 'unknown';
  const planned = row.nextSandboxLedger ?? row.sandboxLedger;
  if (planned === ledger) return row.sandboxLedger === ledger ? 'is_there' : 'with_next_reset';
  const next = ledger === row.sandboxLedger ? null : ledger;
  rows.updateDeveloper({
    ...row,
    nextSandboxLedger: next,
    version: row.version + 1,
    updatedAt: now,
  });
  rows.insertAudit({
    at: now,
    actor,
    action: 'developer.moved',
    objectId: row.id,
    environment: 'sandbox',
    detail: JSON.stringify({ from: planned, to: ledger, at: 'reset' }),
  });
  return next === null ? 'is_there' : 'with_next_reset';
}

/** Where the sandbox of a developer is after a reset. */
export function afterReset({ sandboxLedger, nextSandboxLedger }: Developer) {
  return { sandboxLedger: nextSandboxLedger ?? sandboxLedger, nextSandboxLedger: null };
}
