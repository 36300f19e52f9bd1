// What `npm run move` is asked for, and how it ends.

import { tenantOf } from '../../db/kernel/tenant.ts';
import { ledgerName } from '../../db/ledgers.ts';
import type { TenantMoved } from '../../db/moves/move.ts';
import { placeOf } from '../../db/platform/placement.ts';
import type { Developer } from '../../db/platform/rows.ts';
import type { Moved, MoveOrder } from '../../identity/placement.ts';

export interface Order extends MoveOrder {
  /** Name of the ledger to go to. */
  readonly to: string;
  /** Rows that are carried at most; undefined: the default. */
  readonly mostRows: number | undefined;
}

export type Result = TenantMoved | Moved;

/** A ledger is not there yet, or of an earlier version. */
export class NotReady extends Error {
  constructor(ledger: string) {
    const start = 'start every process of the bank with this version and KONTOR_LEDGERS once';
    super(`${ledger} is not there, or of an earlier version: ${start}`);
  }
}

/** What of the developer moves, and from where. */
export function moveOf({ environment, to, mostRows }: Order, developer: Developer) {
  const { ledger } = placeOf(environment, developer);
  return {
    /** Number of the ledger that the rows are in. */
    from: ledger,
    fromName: ledgerName(environment, ledger),
    toName: to,
    environment,
    tenantId: tenantOf(developer.id, environment, developer.sandboxEpoch),
    epoch: developer.sandboxEpoch,
    ...(mostRows === undefined ? {} : { mostRows }),
  };
}

/** Names of all ledgers of the environment. */
export function ledgersOf({ environment }: Order, count: number): string[] {
  return Array.from({ length: count }, (_, at) => ledgerName(environment, at + 1));
}
