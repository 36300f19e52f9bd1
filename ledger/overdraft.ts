// Overdrafts: the limit below zero of an account, and the fees of payments that use it. The booked
// balance determines the used amount.

import { DAY_MS } from './durations.ts';

/** Treatment of a payment that the available balance does not cover. */
export const OVERDRAFT_MODES = ['decline', 'allow', 'transfer_from_savings'] as const;
export type OverdraftMode = (typeof OVERDRAFT_MODES)[number];

/**
 * `billed`: the fee transaction is pending; it ends as `charged`, or as `uncollected` when the
 * account cannot pay it. `capped`: the account has paid the maximum number of fees of the day.
 */
export const FEE_STATUSES = [
  'pending',
  'waived',
  'capped',
  'billed',
  'charged',
  'uncollected',
] as const;
export type FeeStatus = (typeof FEE_STATUSES)[number];

export const OVERDRAFT_STATUSES = ['active', 'disabled', 'in_arrears'] as const;
export type OverdraftStatus = (typeof OVERDRAFT_STATUSES)[number];

/** Fees of a payment below zero. Amounts in minor units. */
export interface FeePolicy {
  readonly perItem: number;
  /** Hours within which a balance back at zero avoids the fee; 0 charges at once. */
  readonly gracePeriodHours: number;
  /** An account below zero by no more than this amount pays no fee. */
  readonly graceAmount: number;
  /** Maximum number of fees for payments of one UTC day. */
  readonly maxPerDay: number;
}

/** Consecutive days below zero after which an account is in arrears. */
const ARREARS_DAYS = 30;
/** Milliseconds from the first day below zero until the account is in arrears. */
export const ARREARS_AFTER_MS = (ARREARS_DAYS + 1) * DAY_MS;

/** Whole days since the balance went below zero; 0 when it is not below zero. */
export function countDaysInOverdraft(drawnAt: number | null, now: number): number {
  return drawnAt === null ? 0 : Math.max(0, Math.floor((now - drawnAt) / DAY_MS));
}

/** The UTC day in whose maximum the fee of a payment counts. */
export function feeDayOf(time: number): { readonly startsAt: number; readonly endsAt: number } {
  const startsAt = Math.floor(time / DAY_MS) * DAY_MS;
  return { startsAt, endsAt: startsAt + DAY_MS };
}

/** Status of an overdraft. `used` includes holds, as the limit does. */
export function overdraftStatus(facts: {
  readonly enabled: boolean;
  readonly limit: bigint;
  readonly used: bigint;
  readonly days: number;
}): OverdraftStatus {
  if (facts.days > ARREARS_DAYS || facts.used > facts.limit) return 'in_arrears';
  return facts.enabled ? 'active' : 'disabled';
}

/** How a booking changed the used overdraft; null when it did not. Booked balances, minor units. */
export function overdraftChange(
  before: bigint,
  after: bigint,
): 'drawn' | 'repaid' | 'cleared' | null {
  const usedBefore = before < 0n ? -before : 0n;
  const usedAfter = after < 0n ? -after : 0n;
  if (usedAfter > usedBefore) return 'drawn';
  if (usedAfter === usedBefore) return null;
  return usedAfter === 0n ? 'cleared' : 'repaid';
}

/**
 * True when a payment costs a fee.
 * @param balanceAfter balance after the payment, minor units
 */
export function costsFee(policy: FeePolicy | null, balanceAfter: bigint): policy is FeePolicy {
  return policy !== null && balanceAfter < -BigInt(policy.graceAmount);
}

/**
 * The part of a payment that the available balance does not cover, minor units. A linked account
 * has to cover it when no overdraft is to be drawn.
 * @param available balance of the payer; below zero the whole amount is uncovered
 */
export function shortfallOf(available: bigint, amount: bigint): bigint {
  const ownFunds = available > 0n ? available : 0n;
  return amount > ownFunds ? amount - ownFunds : 0n;
}

export const OVERDRAFT_EVENTS = [
  {
    type: 'overdraft.enabled',
    object: 'overdraft',
    when: 'The overdraft of an account was enabled.',
  },
  {
    type: 'overdraft.updated',
    object: 'overdraft',
    when: 'The terms of an overdraft were replaced.',
  },
  {
    type: 'overdraft.disabled',
    object: 'overdraft',
    when: 'The overdraft of an account was disabled.',
  },
  { type: 'overdraft.drawn', object: 'overdraft', when: 'A booking increased the used overdraft.' },
  { type: 'overdraft.repaid', object: 'overdraft', when: 'A booking reduced the used overdraft.' },
  {
    type: 'overdraft.in_arrears',
    object: 'overdraft',
    when: 'An overdraft exceeds its limit, or its account was below zero for more than 30 days.',
  },
  { type: 'overdraft.cleared', object: 'overdraft', when: 'An overdraft is fully repaid.' },
] as const;
