// Input of an analysis: the accounts of one customer in one currency with their booked movements.

import { type BookedMovement, type BookReader, readMovements } from '../../db/movements/reads.ts';
import { createDayIndex, type DayIndex, midnightOf, spanBefore } from './days.ts';

/** Maximum number of movements in an analysis. */
const MAX_READ = 200_000;
/** Days of history that an analysis looks back on. */
const HISTORY_DAYS = 400;

export interface InsightAccount {
  readonly id: string;
  readonly currency: string;
  readonly type: string;
  /** Minor units. */
  readonly posted: number;
  readonly overdraftUsed: number;
}

/** The customer and the days of the books. */
export interface InsightOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly accounts: readonly InsightAccount[];
  /** By the business clock, milliseconds since 1970 UTC. */
  readonly now: number;
  readonly timezone: string;
  /** The end is exclusive; null for the last 90 days. */
  readonly period: { readonly from: number; readonly to: number } | null;
  /** Null for the currency with the most movements. */
  readonly currency: string | null;
}

export interface InsightBooks {
  readonly currency: string;
  readonly accounts: readonly InsightAccount[];
  /** Movements in that currency, oldest first. */
  readonly movements: readonly BookedMovement[];
  readonly otherCurrencies: readonly { readonly currency: string; readonly movements: number }[];
  readonly period: { readonly from: number; readonly to: number };
  /** The period of equal length before, for comparison. */
  readonly before: { readonly from: number; readonly to: number };
  readonly days: DayIndex;
  /** The day of `now`. */
  readonly today: number;
  /** Days since the first movement, including today. */
  readonly historyDays: number;
}

export const PERIOD_DAYS = 90;

/** Opens the books, or returns null when they have too many movements for one analysis. */
export function openInsight(reader: BookReader, order: InsightOrder): InsightBooks | null {
  const accountIds = order.accounts.map(({ id }) => id);
  const { from } = computeRange(order);
  const range = { ...order, accountIds, from, to: Number.MAX_SAFE_INTEGER };
  const all = readMovements(reader, range, MAX_READ);
  return all && buildBooks(order, all);
}

function computeRange({ now, timezone, ...order }: InsightOrder) {
  const period = order.period ?? {
    from: midnightOf(now, timezone, 1 - PERIOD_DAYS),
    to: midnightOf(now, timezone, 1),
  };
  const before = spanBefore(period, timezone);
  const from = Math.min(before.from, midnightOf(now, timezone, -HISTORY_DAYS));
  return { period, before, from };
}

/** Makes the books of an analysis from movements that have been read. */
export function buildBooks(order: InsightOrder, all: readonly BookedMovement[]): InsightBooks {
  const { now, timezone, accounts } = order;
  const { period, before, from } = computeRange(order);
  const counts = new Map(accounts.map((account) => [account.currency, 0]));
  for (const movement of all)
    counts.set(movement.currency, (counts.get(movement.currency) ?? 0) + 1);
  const largest = [...counts].sort(([, a], [, b]) => b - a);
  const currency = order.currency ?? largest[0]?.[0] ?? 'EUR';
  // A booking later than a clock that was set back counts as today's.
  const movements = all
    .filter((movement) => movement.currency === currency)
    .map((movement) => (movement.postedAt > now ? { ...movement, postedAt: now } : movement))
    .sort((a, b) => a.postedAt - b.postedAt);
  const days = createDayIndex(from, Math.max(period.to, midnightOf(now, timezone, 1)), timezone);
  const today = days.dayOf(now);
  const first = movements[0];
  return {
    currency,
    accounts: accounts.filter((account) => account.currency === currency),
    movements,
    otherCurrencies: largest
      .filter(([name, count]) => name !== currency && count > 0)
      .map(([name, count]) => ({ currency: name, movements: count })),
    ...{ period, before, days },
    today,
    historyDays: first ? today - days.dayOf(first.postedAt) + 1 : 0,
  };
}

/** Returns the items within a period, whose end is exclusive. */
export function itemsWithin<Item extends { readonly postedAt: number }>(
  items: readonly Item[],
  { from, to }: InsightBooks['period'],
): Item[] {
  return items.filter(({ postedAt }) => postedAt >= from && postedAt < to);
}

const MAX_EVIDENCE = 20;

/** Returns the newest transactions as evidence. */
export function listEvidence(rows: readonly { readonly transactionId: string }[]): string[] {
  return [...new Set(rows.map(({ transactionId }) => transactionId))].slice(-MAX_EVIDENCE);
}
