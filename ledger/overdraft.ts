// Overdrafts: how far below zero an account may go, and the fee of each payment below zero. The
// booked balance decides the use; nothing here reads a clock.

/** Treatment of a payment that the available balance does not cover. */
export const OVERDRAFT_MODES = ['decline', 'allow', 'transfer_from_savings'] as const;
export type OverdraftMode = (typeof OVERDRAFT_MODES)[number];

/**
 * `billed` has a fee transaction on its way; it ends as `charged`, or as `uncollected` when the
 * account could not pay it. `capped` was one too many of its day.
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
  /** Hours to bring the account back in; 0 charges at once. */
  readonly gracePeriodHours: number;
  /** An account that is below zero by no more than this pays nothing. */
  readonly graceAmount: number;
  /** Fees for the items of one UTC day. */
  readonly maxPerDay: number;
}

const DAY_MS = 86_400_000;
/** Days below zero without a break after which an account is in arrears. */
const ARREARS_DAYS = 30;
/** From when it is drawn to when it is in arrears by time alone. */
export const ARREARS_AFTER_MS = (ARREARS_DAYS + 1) * DAY_MS;

/** Whole days since the balance went below zero; 0 when it is not. */
export function daysInOverdraft(drawnAt: number | null, now: number): number {
  return drawnAt === null ? 0 : Math.max(0, Math.floor((now - drawnAt) / DAY_MS));
}

/** The day of an item: its fee counts towards the most of that day. */
export function dayOf(at: number): { readonly startsAt: number; readonly endsAt: number } {
  const startsAt = Math.floor(at / DAY_MS) * DAY_MS;
  return { startsAt, endsAt: startsAt + DAY_MS };
}

/** State of an overdraft. `used` counts holds, as the limit does. */
export function overdraftStatus(facts: {
  readonly enabled: boolean;
  readonly limit: bigint;
  readonly used: bigint;
  readonly days: number;
}): OverdraftStatus {
  if (facts.days > ARREARS_DAYS || facts.used > facts.limit) return 'in_arrears';
  return facts.enabled ? 'active' : 'disabled';
}

/** Change of an overdraft's use by a booking, from one booked balance to the next. */
export function overdraftNews(
  before: bigint,
  after: bigint,
): 'drawn' | 'repaid' | 'cleared' | null {
  const used = before < 0n ? -before : 0n;
  const uses = after < 0n ? -after : 0n;
  if (uses > used) return 'drawn';
  if (uses === used) return null;
  return uses === 0n ? 'cleared' : 'repaid';
}

/** True when a payment that left that balance costs a fee. */
export function costsFee(policy: FeePolicy | null, after: bigint): policy is FeePolicy {
  return policy !== null && after < -BigInt(policy.graceAmount);
}

/**
 * The shortfall of a payment, which a linked account would have to cover so that no overdraft is
 * drawn.
 * @param available of the payer; below zero the payment lacks all of its amount
 */
export function lackOf(available: bigint, amount: bigint): bigint {
  const own = available > 0n ? available : 0n;
  return amount > own ? amount - own : 0n;
}

export const OVERDRAFT_EVENTS = [
  { type: 'overdraft.enabled', object: 'overdraft', when: 'The account may be below zero.' },
  { type: 'overdraft.updated', object: 'overdraft', when: 'Its terms were replaced.' },
  { type: 'overdraft.disabled', object: 'overdraft', when: 'The account is not to be below zero.' },
  { type: 'overdraft.drawn', object: 'overdraft', when: 'A booking took more of it.' },
  { type: 'overdraft.repaid', object: 'overdraft', when: 'A booking gave part of it back.' },
  {
    type: 'overdraft.in_arrears',
    object: 'overdraft',
    when: 'It is beyond its limit, or the account has been below zero for more than 30 days.',
  },
  { type: 'overdraft.cleared', object: 'overdraft', when: 'The account is out of it.' },
] as const;
