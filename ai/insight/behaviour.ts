// Compares a customer's payments with earlier ones and with those of a peer group, and finds
// payments that do not fit, with the transactions that are the evidence.

import type { BookedMovement, BookReader } from '../../db/movements/reads.ts';
import { type Figure, messageFor, type Suspicion } from '../../ledger/decisions/reasons.ts';
import {
  findSignals,
  SIGNALS,
  type Signal,
  type SignalCode,
  summarisePast,
} from './behaviour-signals.ts';
import { type InsightBooks, type InsightOrder, itemsWithin, openInsight } from './books.ts';
import { midnightOf } from './days.ts';
import { computeProfile, selectPayments, WINDOWS } from './habits.ts';
import { comparePeers, type PeerComparison } from './peer-group.ts';
import { checkSession, type Session } from './session.ts';
import { describeBooks } from './spending.ts';

export interface BehaviourOrder extends InsightOrder {
  readonly compareTo: 'own_history' | 'peer_group';
  readonly session: Session | null;
}

export const LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export type Level = (typeof LEVELS)[number];

export interface BehaviourAnomaly {
  readonly code: SignalCode;
  readonly description: string;
  readonly severity: 'low' | 'medium' | 'high';
  readonly evidence: readonly string[];
  readonly expected: Signal['expected'];
  readonly observed: Signal['observed'];
  readonly zScore: number | null;
  readonly at: number;
}

/** Minimum number of earlier payments for a comparison. */
export const MIN_PAYMENTS = 20;
export const MIN_DAYS = 30;
const MAX_ANOMALIES = 50;
/** Maximum number of earlier payments in a comparison; the newest are used. */
const MAX_PAST = 1_000;

/** Returns the whole analysis, or reports that the books are too large for one. */
export function analyseBehaviour(reader: BookReader, order: BehaviourOrder) {
  const books = openInsight(reader, order);
  if (!books) return { kind: 'too_many' as const };
  const judged = judgeBehaviour(books);
  const { inPeriod } = judged;
  const amount = inPeriod.reduce((sum, payment) => sum + payment.amount, 0);
  const peerGroup: PeerComparison =
    order.compareTo === 'peer_group'
      ? comparePeers(reader, order, books, { payments: inPeriod.length, amount })
      : { status: 'not_asked' };
  const { profile, baseline, anomalies, anomalyScore, level, status } = judged;
  return {
    kind: 'analysed' as const,
    books: describeBooks(books),
    ...{ status, anomalyScore, level, profile, baseline, anomalies, peerGroup },
    leastHistory: { payments: MIN_PAYMENTS, days: MIN_DAYS },
    recommendation: level === null ? ('none' as const) : RECOMMENDED[level],
    session: checkSession(order.session, judged.before, books.days, order.now),
    sampleSize: judged.before.length + inPeriod.length,
  };
}

const RECOMMENDED = { low: 'none', medium: 'step_up', high: 'review', critical: 'freeze' } as const;

/** Returns profile, history and anomalies of the period. */
export function judgeBehaviour(books: InsightBooks) {
  const payments = selectPayments(books.movements);
  const inPeriod = itemsWithin(payments, books.period);
  const before = payments.filter(({ postedAt }) => postedAt < books.period.from);
  const first = before[0]?.postedAt ?? books.period.from;
  const daysBefore = (books.period.from - first) / WINDOWS.h24;
  const isKnown = before.length >= MIN_PAYMENTS && daysBefore >= MIN_DAYS;
  const signals = isKnown ? findAllSignals(books, payments, before.length) : [];
  const anomalyScore = isKnown ? computeScore(signals) : null;
  return {
    ...{ inPeriod, before, anomalyScore, signals },
    status: isKnown ? ('computed' as const) : ('not_enough_history' as const),
    profile: computeProfile(inPeriod, books.days),
    baseline: before.length === 0 ? null : computeProfile(before, books.days),
    anomalies: keepLastOfKind(signals),
    level: anomalyScore === null ? null : levelOf(anomalyScore),
  };
}

/** Compares each payment of the period with those at least a day before it. */
function findAllSignals(
  { days, period }: InsightBooks,
  payments: readonly BookedMovement[],
  from: number,
): Signal[] {
  const signals: Signal[] = [];
  let [past, pastDay, week] = [summarisePast([], days), -1, 0];
  for (let index = from; index < payments.length; index++) {
    const movement = payments[index] as BookedMovement;
    if (movement.postedAt >= period.to) break;
    const day = days.dayOf(movement.postedAt);
    if (day !== pastDay) {
      // Payments of the same day may be a thief's and are not the customer's habit.
      const end = payments.findIndex(({ postedAt }) => postedAt > movement.postedAt - WINDOWS.h24);
      past = summarisePast(payments.slice(Math.max(0, end - MAX_PAST), end), days);
      pastDay = day;
    }
    while ((payments[week] as BookedMovement).postedAt <= movement.postedAt - WINDOWS.d7) week += 1;
    signals.push(...findSignals(movement, payments.slice(week, index + 1), past, days));
  }
  return signals;
}

/** Adds signals within a day; the worst day gives the score. */
function computeScore(signals: readonly Signal[]): number {
  let worst = 0;
  for (const { at } of signals) {
    const nearSignals = signals.filter((signal) => signal.at > at - WINDOWS.h24 && signal.at <= at);
    const codes = new Set(nearSignals.map(({ code }) => code));
    const calmPart = [...codes].reduce((part, code) => part * (1 - SIGNALS[code]), 1);
    worst = Math.max(worst, 1 - calmPart);
  }
  return Math.round(worst * 100);
}

const BOUNDS = [40, 60, 85] as const;

export function levelOf(score: number): Level {
  return LEVELS[BOUNDS.filter((bound) => score >= bound).length] ?? 'critical';
}

/** Keeps the last signal of each kind in a day, so that a burst is one anomaly. */
function keepLastOfKind(signals: readonly Signal[]): BehaviourAnomaly[] {
  const distinct = signals.filter((signal, index) => {
    const isBurst = signal.evidence.length > 1;
    const isLater = (other: Signal) =>
      other.code === signal.code && other.at - signal.at < WINDOWS.h24;
    return !(isBurst && signals.slice(index + 1).some(isLater));
  });
  return distinct.slice(-MAX_ANOMALIES).map((signal) => {
    const weight = SIGNALS[signal.code];
    const severity = weight >= 0.35 ? 'high' : weight >= 0.25 ? 'medium' : 'low';
    return { ...signal, description: messageFor(signal.code), severity };
  });
}

/** The measure that each signal compares. */
const MEASURES: Readonly<Record<SignalCode, string>> = {
  unusual_amount: 'amount',
  new_counterparty_large: 'amount',
  balance_drained: 'amount',
  unusual_hour: 'hour',
  velocity_1h: 'payments_1h',
  velocity_24h: 'payments_24h',
  velocity_7d: 'payments_7d',
  many_new_counterparties: 'new_payees_24h',
  new_country: 'country',
  new_device: 'device',
  account_reawakened: 'idle_days',
};

/** Converts an anomaly to a suspicion. */
export function toSuspicion(anomaly: BehaviourAnomaly): Suspicion {
  const { code, description: message, observed, expected, zScore, evidence } = anomaly;
  const comparison = typeof observed === 'string' ? 'other_than' : 'at_least';
  const figure: Figure = { name: MEASURES[code], observed, is: comparison, threshold: expected };
  const scored: Figure = {
    name: 'z_score',
    observed: zScore ?? 0,
    is: 'at_least',
    threshold: null,
  };
  const figures = zScore === null ? [figure] : [figure, scored];
  return { code, message, figures, transactionIds: [...evidence] };
}

/** Returns the default period. */
export function getDefaultPeriod(now: number, zone: string) {
  return { from: midnightOf(now, zone, 1 - PERIOD_DAYS), to: midnightOf(now, zone, 1) };
}

export const PERIOD_DAYS = 30;
