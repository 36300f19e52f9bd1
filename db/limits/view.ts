// The limits of an account as the API and the events show them, with their usage.

import {
  type LimitTerms,
  type LimitUsage,
  maximumOf,
  PERIODS,
  periodAt,
} from '../../ledger/limits.ts';
import { MAX_AMOUNT } from '../../ledger/money.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { limitTerms } from './tables.ts';

export type LimitTermsRow = typeof limitTerms.$inferSelect;

/** The terms of an account that are in force, the terms that will be, and the newest version. */
export interface LimitState {
  readonly current: LimitTermsRow | null;
  readonly pending: LimitTermsRow | null;
  /** Version of the newest row, in force or not. */
  readonly version: number;
}

/** Terms that set no limit at all. */
export const NO_LIMITS: LimitTerms = {
  perTransaction: null,
  daily: null,
  weekly: null,
  monthly: null,
  dailyCount: null,
  windows: [],
  allowedCategories: null,
  blockedCategories: [],
  allowedCountries: null,
  blockedCounterparties: [],
  requireApprovalAbove: null,
  requireMfaAbove: null,
};

/** Returns the terms of a row. */
export function termsOf(row: LimitTermsRow): LimitTerms {
  return JSON.parse(row.terms) as LimitTerms;
}

/**
 * Returns which versions of an account's limits are current and pending at a moment; `rows` are
 * sorted newest first.
 */
export function computeLimitState(rows: readonly LimitTermsRow[], time: number): LimitState {
  const isInForce = (row: LimitTermsRow) =>
    row.effectiveFrom <= time && (row.effectiveUntil ?? Infinity) > time;
  const current = rows.find(isInForce) ?? null;
  const newest = rows[0] ?? null;
  const isPending = newest !== null && newest.effectiveFrom > time;
  return { current, pending: isPending ? newest : null, version: newest?.version ?? 0 };
}

/** One limit in the answer: an amount in minor units, or a number of transactions. */
export interface LimitLine {
  id: string;
  period: 'transaction' | 'day' | 'week' | 'month' | 'day_count';
  maxAmount: number;
  used: number | null;
  remaining: number;
  resetAt: string | null;
  utilizationPercent: number | null;
}

interface LimitParts {
  readonly account: { readonly id: string; readonly currency: string; readonly livemode: boolean };
  readonly state: LimitState;
  readonly usage: LimitUsage;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** The wire form of an account's limits. */
export function limitView({ account, state, usage, now }: LimitParts) {
  const terms = state.current ? termsOf(state.current) : NO_LIMITS;
  const { pending, current } = state;
  return {
    id: (current ?? pending)?.id ?? null,
    object: 'limits' as const,
    livemode: account.livemode,
    accountId: account.id,
    currency: account.currency,
    version: state.version,
    limits: limitLines((current ?? pending)?.id ?? '', terms, usage, now),
    controls: controlsOf(terms),
    effectiveUntil: timestamp(current?.effectiveUntil ?? null),
    pendingChange: pending && {
      version: pending.version,
      effectiveFrom: timestamp(pending.effectiveFrom),
      effectiveUntil: timestamp(pending.effectiveUntil),
      ...termsOf(pending),
    },
    updatedAt: timestamp(pending?.createdAt ?? current?.createdAt ?? null),
  };
}

export type LimitView = ReturnType<typeof limitView>;

function limitLines(id: string, terms: LimitTerms, usage: LimitUsage, now: number): LimitLine[] {
  const lines: LimitLine[] = [];
  const { perTransaction, dailyCount } = terms;
  if (perTransaction !== null) {
    lines.push({
      id: `${id}:transaction`,
      period: 'transaction',
      maxAmount: perTransaction,
      used: null,
      remaining: perTransaction,
      resetAt: null,
      utilizationPercent: null,
    });
  }
  for (const period of PERIODS) {
    const maximum = maximumOf(terms, period);
    if (maximum === null) continue;
    const { endsAt } = periodAt(period, now);
    lines.push(lineOf(`${id}:${period}`, period, Number(maximum), usage.amount[period], endsAt));
  }
  if (dailyCount !== null) {
    const { endsAt } = periodAt('day', now);
    const usedAmount = BigInt(usage.dayCount);
    lines.push(lineOf(`${id}:day_count`, 'day_count', dailyCount, usedAmount, endsAt));
  }
  return lines;
}

function lineOf(
  id: string,
  period: LimitLine['period'],
  maxAmount: number,
  usedAmount: bigint,
  endsAt: number,
): LimitLine {
  const maximum = BigInt(maxAmount);
  return {
    id,
    period,
    maxAmount,
    used: Number(usedAmount > MAX_AMOUNT ? MAX_AMOUNT : usedAmount),
    remaining: Number(usedAmount < maximum ? maximum - usedAmount : 0n),
    resetAt: timestamp(endsAt),
    utilizationPercent: maximum === 0n ? 100 : Number((usedAmount * 100n) / maximum),
  };
}

function controlsOf(terms: LimitTerms) {
  const { perTransaction, daily, weekly, monthly, dailyCount, ...controls } = terms;
  return controls;
}
