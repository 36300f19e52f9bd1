// Limits on the outflow of an account: amount at once and per period, number, times, categories,
// payees. Limits count gross outflow: money that comes back does not restore them. Periods are in
// UTC.

import { isSpelledAs } from '../ai/names/spellings.ts';
import { normaliseAccountNumber } from './account.ts';
import { DAY_MS } from './durations.ts';
import { categorise, type Merchant } from './merchant-category.ts';
import { type Rejection, type RejectionCode, rejection } from './rejection.ts';

export const PERIODS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** The weekday names of a time window, Monday first. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** When money may leave: on `days`, from `start` until before `end`, as `HH:MM` in `timezone`. */
export interface TimeWindow {
  readonly days: readonly Weekday[];
  readonly start: string;
  /** `24:00` is the end of the day. */
  readonly end: string;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timezone: string;
}

/** The limits of one account. Amounts in minor units; null sets no limit. */
export interface LimitTerms {
  readonly perTransaction: number | null;
  readonly daily: number | null;
  readonly weekly: number | null;
  readonly monthly: number | null;
  readonly dailyCount: number | null;
  /** An empty list allows any time. */
  readonly windows: readonly TimeWindow[];
  readonly allowedCategories: readonly string[] | null;
  readonly blockedCategories: readonly string[];
  /**
   * ISO 3166-1 alpha-2 codes of external parties. Transfers within the bank always pass, an
   * external party without a country never does.
   */
  readonly allowedCountries: readonly string[] | null;
  /** Account ids of this bank, or account numbers and names of external parties. */
  readonly blockedCounterparties: readonly string[];
  /** A larger amount waits for a second person. */
  readonly requireApprovalAbove: number | null;
  /** A larger amount waits for the second factor of its customer. */
  readonly requireMfaAbove: number | null;
}

/** Outflow, booked and held, in the periods that contain one moment. */
export interface LimitUsage {
  readonly amount: Readonly<Record<Period, bigint>>;
  /** Transactions of the day. */
  readonly dayCount: number;
}

/** The fields of a debit that limits check. */
export interface LimitedOrder {
  readonly amount: bigint;
  /** Category that the client states. */
  readonly statedCategory: string | null;
  readonly merchant: Merchant;
  /** The stated country, and the country of the account number. */
  readonly countries: readonly string[];
  /** True when the money leaves the bank, or an external party is named. */
  readonly isOutside: boolean;
  readonly counterparties: readonly string[];
}

/** The time of a debit in the time zone of one window. */
export interface LocalTime {
  readonly day: Weekday;
  /** Minutes since midnight. */
  readonly minute: number;
}

/** The facts that decide whether the limits of an account allow a debit. */
export interface LimitFacts {
  readonly terms: LimitTerms;
  readonly usage: LimitUsage;
  /** The local time for each time window of the terms, in their order. */
  readonly localTimes: readonly LocalTime[];
  readonly order: LimitedOrder;
}

const LIMIT_FIELD = { day: 'daily', week: 'weekly', month: 'monthly' } as const;

/** The maximum amount of a period; null without a limit. */
export function maximumOf(terms: LimitTerms, period: Period): bigint | null {
  const maximum = terms[LIMIT_FIELD[period]];
  return maximum === null ? null : BigInt(maximum);
}

/** Why the limits forbid a debit, in the order of ledger/rejection.ts; null when they allow it. */
export function limitRefusal(facts: LimitFacts): Rejection | null {
  const { terms, order } = facts;
  const { blockedCounterparties: blocked } = terms;
  const numbers = blocked.map(normaliseAccountNumber);
  if (
    order.counterparties.some((counterparty) =>
      numbers.includes(normaliseAccountNumber(counterparty)),
    )
  ) {
    return rejection('counterparty_blocked', '/destinationAccountId');
  }
  const { name } = order.merchant;
  if (name !== null && isAmong(blocked, name)) {
    return rejection('counterparty_blocked', '/externalParty/name');
  }
  if (!isCountryAllowed(terms, order)) {
    return rejection('country_not_allowed', '/externalParty/country');
  }
  if (!isCategoryAllowed(terms, order)) return rejection('category_blocked', categoryField(order));
  if (!isWindowOpen(facts)) return rejection('outside_time_window');
  return amountRefusal(facts);
}

function isCountryAllowed({ allowedCountries }: LimitTerms, order: LimitedOrder): boolean {
  if (allowedCountries === null) return true;
  const { countries, isOutside } = order;
  if (countries.length === 0) return !isOutside;
  return countries.every((country) => allowedCountries.includes(country));
}

/** True when the name is in the list, in any spelling. */
function isAmong(names: readonly string[], name: string): boolean {
  return names.some((spelling) => isSpelledAs(spelling, name));
}

/**
 * The derived category has to be allowed; neither the derived nor the stated category may be
 * blocked.
 */
function isCategoryAllowed(terms: LimitTerms, { statedCategory, merchant }: LimitedOrder): boolean {
  const { allowedCategories, blockedCategories } = terms;
  if (allowedCategories === null && blockedCategories.length === 0) return true;
  const { category } = categorise(statedCategory, merchant);
  const all = [category, statedCategory].filter((name) => name !== null);
  if (all.some((name) => isAmong(blockedCategories, name))) return false;
  return allowedCategories === null || (category !== null && isAmong(allowedCategories, category));
}

/** JSON pointer to the field from which the category derives. */
function categoryField({ statedCategory, merchant }: LimitedOrder): string {
  const { categoryFrom } = categorise(statedCategory, merchant);
  return categoryFrom === null || categoryFrom === 'stated'
    ? '/category'
    : `/externalParty/${categoryFrom}`;
}

function isWindowOpen({ terms, localTimes }: LimitFacts): boolean {
  if (terms.windows.length === 0) return true;
  return terms.windows.some(({ days, start, end }, index) => {
    const local = localTimes[index];
    if (!local || !days.includes(local.day)) return false;
    return minutesOf(start) <= local.minute && local.minute < minutesOf(end);
  });
}

/** Minutes since midnight of `HH:MM`. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function amountRefusal({ terms, usage, order }: LimitFacts): Rejection | null {
  const { perTransaction, dailyCount } = terms;
  if (perTransaction !== null && order.amount > BigInt(perTransaction)) {
    return limitRejection({ period: 'transaction', maxAmount: perTransaction, used: 0 });
  }
  if (dailyCount !== null && usage.dayCount + 1 > dailyCount) {
    return limitRejection({ period: 'day_count', maxAmount: dailyCount, used: usage.dayCount });
  }
  for (const period of PERIODS) {
    const maximum = maximumOf(terms, period);
    const usedAmount = usage.amount[period];
    if (maximum !== null && usedAmount + order.amount > maximum) {
      return limitRejection({ period, maxAmount: Number(maximum), used: Number(usedAmount) });
    }
  }
  return null;
}

/** The exceeded limit. Minor units, or a number of transactions for `day_count`. */
export interface ExceededLimit {
  readonly period: Period | 'transaction' | 'day_count';
  readonly maxAmount: number;
  readonly used: number;
}

function limitRejection(limit: ExceededLimit): Rejection {
  return { ...rejection('limit_exceeded', '/amount'), limit };
}

/**
 * True when the limits allow the capture of more than was held. Amounts in minor units.
 * @param facts usage of the periods in which the hold was placed, the hold included
 */
export function allowsOverCapture(
  { terms, usage }: LimitFacts,
  heldAmount: bigint,
  amount: bigint,
): boolean {
  const { perTransaction, requireApprovalAbove, requireMfaAbove } = terms;
  if (perTransaction !== null && amount > BigInt(perTransaction)) return false;
  // The second person approved only the held amount.
  if (requireApprovalAbove !== null && amount > BigInt(requireApprovalAbove)) return false;
  if (requireMfaAbove !== null && amount > BigInt(requireMfaAbove)) return false;
  return PERIODS.every((period) => {
    const maximum = maximumOf(terms, period);
    return maximum === null || usage.amount[period] + amount - heldAmount <= maximum;
  });
}

/**
 * Why several payments in one act, which cannot wait for a person, are refused for their total;
 * null when they are allowed.
 */
export function totalRefusal(terms: LimitTerms, amount: bigint): RejectionCode | null {
  const { requireApprovalAbove, requireMfaAbove } = terms;
  if (requireMfaAbove !== null && amount > BigInt(requireMfaAbove)) return 'mfa_unavailable';
  const needsSecondPerson = requireApprovalAbove !== null && amount > BigInt(requireApprovalAbove);
  return needsSecondPerson ? 'approval_unavailable' : null;
}

/** True when a second person has to agree to the amount. */
export function needsApproval({ terms, order }: LimitFacts): boolean {
  const { requireApprovalAbove } = terms;
  return requireApprovalAbove !== null && order.amount > BigInt(requireApprovalAbove);
}

/** True when the customer has to confirm the amount with a second factor. */
export function needsStepUp({ terms, order }: LimitFacts): boolean {
  const { requireMfaAbove } = terms;
  return requireMfaAbove !== null && order.amount > BigInt(requireMfaAbove);
}

/** Percent of a limit at which its owner is warned. */
export const NEAR_PERCENT = 80n;

/** True when a debit takes the usage of some period to {@link NEAR_PERCENT} or more. */
export function isNearLimit({ terms, usage, order }: LimitFacts): boolean {
  return PERIODS.some((period) => {
    const maximum = maximumOf(terms, period);
    if (maximum === null) return false;
    const isNear = (amount: bigint) => amount * 100n >= maximum * NEAR_PERCENT;
    const usedAmount = usage.amount[period];
    return !isNear(usedAmount) && isNear(usedAmount + order.amount);
  });
}

/** Start and end of the period that contains a moment, in milliseconds since 1970 UTC. */
export function periodAt(period: Period, atMs: number): { startsAt: number; endsAt: number } {
  if (period === 'month') {
    const date = new Date(atMs);
    const monthAt = (offset: number) =>
      Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1);
    return { startsAt: monthAt(0), endsAt: monthAt(1) };
  }
  const day = Math.floor(atMs / DAY_MS);
  // 1970-01-01 was a Thursday; weeks begin on Monday (ISO 8601).
  const first = period === 'day' ? day : day - ((((day + 3) % 7) + 7) % 7);
  const startsAt = first * DAY_MS;
  return { startsAt, endsAt: startsAt + (period === 'day' ? 1 : 7) * DAY_MS };
}

export const LIMIT_EVENTS = [
  { type: 'limit.updated', object: 'limits', when: 'The limits of an account were replaced.' },
  {
    type: 'limit.near',
    object: 'limits',
    when: 'A payment took the usage of a limit to 80 % or more.',
  },
  { type: 'limit.exceeded', object: 'limits', when: 'A payment was declined by a limit.' },
] as const;
