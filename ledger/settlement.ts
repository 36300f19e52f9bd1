// What bounds the money that comes from outside and goes there: every deposit debits the settlement
// account of its developer and every withdrawal credits it, and neither may take it further than
// what was paid in beforehand and the cap that was agreed on.

import type { LedgerAccount } from './account.ts';
import type { RejectionCode } from './rejection.ts';

/** The terms of one order from or to outside. */
export interface SettlementTerms {
  /** How far the settlement account may stand from zero, minor units; null: any distance. */
  readonly most: bigint | null;
  /** No outside party is named, although one has to be. */
  readonly isNameless: boolean;
  /** An operator asks for more than one person may move alone. */
  readonly needsSecond: boolean;
}

type Side = Pick<LedgerAccount, 'kind' | 'posted' | 'held' | 'pendingIn'>;

/** What has come in and is not covered by what went out: holds count as if they were booked. */
export function amountIn({ posted, held }: Pick<Side, 'posted' | 'held'>): bigint {
  return held - posted;
}

/** What has gone out beyond what came in: what is on its way counts as if it were booked. */
export function amountOut({ posted, pendingIn }: Pick<Side, 'posted' | 'pendingIn'>): bigint {
  return posted + pendingIn;
}

/** Why money may not come in from outside or go there; null when it may. */
export function settlementRefusal(
  terms: SettlementTerms | null | undefined,
  source: Side,
  destination: Side,
  amount: bigint,
): RejectionCode | null {
  const most = terms?.most ?? null;
  if (most === null) return null;
  const comesIn = source.kind === 'settlement' && amountIn(source) + amount > most;
  const goesOut = destination.kind === 'settlement' && amountOut(destination) + amount > most;
  return comesIn || goesOut ? 'settlement_cap_exceeded' : null;
}
