// Bounds on deposits and withdrawals. Every deposit debits the settlement account of its developer
// and every withdrawal credits it. Neither may exceed the money paid in beforehand plus the agreed
// cap.

import type { LedgerAccount } from './account.ts';
import type { RejectionCode } from './rejection.ts';

/** The terms of one deposit or withdrawal. */
export interface SettlementTerms {
  /** Maximum distance of the settlement account from zero, minor units; null without a bound. */
  readonly maxDistance: bigint | null;
  /** True when the order has to name the external party and does not. */
  readonly isPartyMissing: boolean;
  /** True when an operator orders more money than one operator may move alone. */
  readonly needsSecondPerson: boolean;
}

type Side = Pick<LedgerAccount, 'kind' | 'posted' | 'held' | 'pendingIn'>;

/** Inflow that no outflow covers, minor units. Holds count as booked. */
export function computeUncoveredInflow({ posted, held }: Pick<Side, 'posted' | 'held'>): bigint {
  return held - posted;
}

/** Outflow that no inflow covers, minor units. Pending amounts count as booked. */
export function computeUncoveredOutflow({
  posted,
  pendingIn,
}: Pick<Side, 'posted' | 'pendingIn'>): bigint {
  return posted + pendingIn;
}

/** Why a deposit or withdrawal is refused; null when it is allowed. */
export function settlementRefusal(
  terms: SettlementTerms | null | undefined,
  source: Side,
  destination: Side,
  amount: bigint,
): RejectionCode | null {
  const max = terms?.maxDistance ?? null;
  if (max === null) return null;
  const exceedsInflow =
    source.kind === 'settlement' && computeUncoveredInflow(source) + amount > max;
  const exceedsOutflow =
    destination.kind === 'settlement' && computeUncoveredOutflow(destination) + amount > max;
  return exceedsInflow || exceedsOutflow ? 'settlement_cap_exceeded' : null;
}
