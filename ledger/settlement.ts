// Bounds of money from and to outside: every deposit debits the settlement account of its developer
// and every withdrawal credits it, and neither may exceed the money paid in beforehand plus the
// agreed cap.

import type { LedgerAccount } from './account.ts';
import type { RejectionCode } from './rejection.ts';

/** The terms of one order from or to outside. */
export interface SettlementTerms {
  /** Largest distance of the settlement account from zero, minor units, or null without a bound. */
  readonly most: bigint | null;
  /** No outside party is named, although one has to be. */
  readonly isNameless: boolean;
  /** An operator asks for more than one person may move alone. */
  readonly needsSecond: boolean;
}

type Side = Pick<LedgerAccount, 'kind' | 'posted' | 'held' | 'pendingIn'>;

/** Inflow that no outflow covers: holds count as if they were booked. */
export function amountIn({ posted, held }: Pick<Side, 'posted' | 'held'>): bigint {
  return held - posted;
}

/** Outflow beyond the inflow: pending amounts count as if they were booked. */
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
