// The data that answers are computed from: the customer's accounts, their bookings, and upcoming
// payments. Amounts in minor units, times in milliseconds since 1970 UTC.

import type { BookedMovement } from '../../db/movements/reads.ts';
import type { UpcomingPayment } from '../../db/schedules/upcoming.ts';
import type { Period } from './periods.ts';

export interface BookAccount {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly currency: string;
  readonly status: string;
  readonly posted: number;
  readonly available: number;
  readonly held: number;
  readonly overdraft: { readonly limit: number; readonly used: number } | null;
}

export interface LimitLine {
  readonly accountId: string;
  /** Null for a number of payments. */
  readonly currency: string | null;
  readonly period: string;
  readonly maxAmount: number;
  readonly remaining: number;
}

/** The bank as one customer may ask it. */
export interface Books {
  readonly accounts: readonly BookAccount[];
  readonly now: number;
  readonly timezone: string;
  /** Returns null when there are more than can be added up for one question. */
  movements(period: Pick<Period, 'from' | 'to'>): readonly BookedMovement[] | null;
  /** When the first entry of these accounts, or of all, was booked; null without one. */
  beginning(accountIds: readonly string[]): number | null;
  balanceAt(accountId: string, at: number): Promise<number>;
  /** Due before `to`, the earliest first. */
  listPlanned(to: number): Promise<readonly UpcomingPayment[]>;
  limits(): Promise<readonly LimitLine[]>;
  /** Converts to minor units of the second currency, or returns null when there is no rate. */
  convert(amount: bigint, from: string, to: string): Conversion | null;
}

export interface Conversion {
  readonly amount: number;
  /** Amount of the second currency per unit of the first, as a decimal. */
  readonly rate: string;
  readonly source: string;
  readonly asOf: number;
}

export interface Figure {
  readonly label: string;
  readonly value: number;
  /** Null when the value is not an amount of money. */
  readonly currency: string | null;
  readonly source: {
    readonly type: string;
    readonly ids: readonly string[];
    readonly count: number;
  };
  /**
   * The newest bookings that the figure is made of, as booked. Empty for a figure that is not a sum
   * of bookings.
   */
  readonly evidence: readonly Evidence[];
}

/** A booking behind a figure. */
export interface Evidence {
  readonly transactionId: string;
  readonly accountId: string;
  readonly postedAt: number;
  readonly direction: 'debit' | 'credit';
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly party: string | null;
  readonly category: string | null;
}

export interface Citation {
  readonly type: 'balance' | 'transaction' | 'schedule' | 'limit' | 'rate' | 'doc';
  readonly id: string;
}

export interface Reply {
  readonly answer: string;
  readonly figures: readonly Figure[];
  readonly citations: readonly Citation[];
  readonly followUps: readonly string[];
  readonly isAnswerable: boolean;
}

const MOST_IDS = 50;
const MOST_EVIDENCE = 20;

/** A figure of bookings with the newest of them. */
export function figureOfRows(
  label: string,
  value: number,
  currency: string | null,
  rows: readonly BookedMovement[],
): Figure {
  const ids = rows.map(({ transactionId }) => transactionId);
  const newest = [...rows].sort((one, other) => other.postedAt - one.postedAt);
  const evidence = newest.slice(0, MOST_EVIDENCE).map((one): Evidence => {
    const { transactionId, accountId, postedAt, direction, amount, party, category } = one;
    const booked = { direction, amount, currency: one.currency };
    return { transactionId, accountId, postedAt, ...booked, party, category };
  });
  return { ...figure(label, value, currency, { type: 'entries', ids }), evidence };
}

/** A figure with the rows that it is the sum of; long lists are cut, and `count` says so. */
export function figure(
  label: string,
  value: number,
  currency: string | null,
  source: { readonly type: string; readonly ids: readonly string[] },
): Figure {
  const ids = [...new Set(source.ids)];
  return {
    label,
    value,
    currency,
    source: { type: source.type, ids: ids.slice(0, MOST_IDS), count: ids.length },
    evidence: [],
  };
}

export function unanswerable(answer: string, followUps: readonly string[] = []): Reply {
  return { answer, figures: [], citations: [], followUps, isAnswerable: false };
}
