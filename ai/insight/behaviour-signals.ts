// Signals that a payment does not fit its customer. Each one compares a payment with earlier ones
// and names the transactions that are its evidence. docs/build/insight.md has measurements.

import type { BookedMovement } from '../../db/movements/reads.ts';
import type { ReasonFrom } from '../../ledger/decisions/reasons.ts';
import { HOUR_MS } from '../../ledger/durations.ts';
import type { DayIndex } from './days.ts';
import { computeMedian, computeSpread, NORMAL_FACTOR, quantile, sortNumbers } from './figures.ts';
import { computeVelocity, countByHour, WINDOWS, type Window } from './habits.ts';
import { partyKey } from './recurring.ts';

/** Severity of each signal, between 0 and 1. */
export const SIGNALS = {
  unusual_amount: 0.35,
  new_counterparty_large: 0.35,
  unusual_hour: 0.2,
  velocity_1h: 0.35,
  velocity_24h: 0.25,
  velocity_7d: 0.15,
  balance_drained: 0.35,
  many_new_counterparties: 0.25,
  new_country: 0.3,
  new_device: 0.15,
  account_reawakened: 0.25,
} as const satisfies Readonly<Record<ReasonFrom<'behavior'>, number>>;
export type SignalCode = keyof typeof SIGNALS;

export interface Signal {
  readonly code: SignalCode;
  readonly at: number;
  readonly evidence: readonly string[];
  /** The observation: minor units, a number, or a text. */
  readonly expected: number | string | null;
  readonly observed: number | string;
  readonly zScore: number | null;
}

/** The payments before a payment, summarised. */
export interface PastPayments {
  readonly payments: readonly BookedMovement[];
  readonly logs: { readonly middle: number; readonly spread: number };
  readonly p90: number;
  readonly hours: readonly number[];
  readonly velocity: Readonly<Record<Window, number>>;
  readonly largestOf: ReadonlyMap<string, number>;
  readonly drainCount: number;
  readonly countries: ReadonlySet<string>;
  readonly devices: ReadonlySet<string>;
  readonly countryCount: number;
  readonly deviceCount: number;
  readonly newWithinDay: number;
}

const MIN_SPREAD = 0.3;
const MIN_PLACED = 10;

const keyOf = ({ party }: BookedMovement) => (party === null ? '' : partyKey(party));

/** True when a payment takes most of the balance. */
function isDraining({ amount, balanceAfter }: BookedMovement): boolean {
  return balanceAfter >= 0 && amount >= 0.5 * (balanceAfter + amount);
}

/** @param payments before the moment, oldest first */
export function summarisePast(payments: readonly BookedMovement[], days: DayIndex): PastPayments {
  const logs = payments.map(({ amount }) => Math.log(amount));
  const middle = computeMedian(logs);
  const largestOf = new Map<string, number>();
  let newWithinDay = 0;
  let newParties: number[] = [];
  for (const payment of payments) {
    const key = keyOf(payment);
    if (!largestOf.has(key)) {
      newParties = [
        ...newParties.filter((time) => time > payment.postedAt - WINDOWS.h24),
        payment.postedAt,
      ];
      // Every payee is new at the beginning of the history.
      if (largestOf.size >= 10) newWithinDay = Math.max(newWithinDay, newParties.length);
    }
    largestOf.set(key, Math.max(largestOf.get(key) ?? 0, payment.amount));
  }
  const valuesOf = (readValue: (movement: BookedMovement) => string | null) =>
    payments.map(readValue).filter((value) => value !== null);
  const [countries, devices] = [
    valuesOf(({ country }) => country),
    valuesOf((payment) => payment.deviceId),
  ];
  return {
    payments,
    logs: { middle, spread: Math.max(MIN_SPREAD, NORMAL_FACTOR * computeSpread(logs, middle)) },
    p90: quantile(sortNumbers(payments.map(({ amount }) => amount)), 0.9),
    hours: countByHour(payments, days),
    velocity: computeVelocity(payments),
    ...{ largestOf, newWithinDay },
    drainCount: payments.filter(isDraining).length,
    ...{ countries: new Set(countries), devices: new Set(devices) },
    ...{ countryCount: countries.length, deviceCount: devices.length },
  };
}

const UNUSUAL_SPREADS = 3;
const RARE_SHARE = 0.015;

/** Returns the share of earlier payments within two hours of an hour of the day. */
export function computeShareNear(hours: readonly number[], hour: number): number {
  const total = hours.reduce((sum, hour) => sum + hour, 0);
  let near = 0;
  for (let beside = -2; beside <= 2; beside++) near += hours[(hour + beside + 24) % 24] ?? 0;
  return total === 0 ? 1 : near / total;
}

/**
 * Returns the signals of one payment.
 * @param recent the payments of the week before it, itself the last one
 */
export function findSignals(
  movement: BookedMovement,
  recent: readonly BookedMovement[],
  past: PastPayments,
  days: DayIndex,
): Signal[] {
  const evidence = [movement.transactionId];
  const signals: Signal[] = [];
  const add = (
    code: SignalCode,
    finding: Partial<Signal> & Pick<Signal, 'expected' | 'observed'>,
  ) => signals.push({ code, at: movement.postedAt, evidence, zScore: null, ...finding });
  const key = keyOf(movement);
  const largest = past.largestOf.get(key);
  const isNew = largest === undefined && !recent.slice(0, -1).some((row) => keyOf(row) === key);
  const z = (Math.log(movement.amount) - past.logs.middle) / past.logs.spread;
  const zScore = Math.round(z * 100) / 100;
  const usualAmount = Math.round(Math.exp(past.logs.middle));
  // An amount that the payee received before is usual, however large it is.
  const isUsualForPayee = largest !== undefined && movement.amount <= 1.5 * largest;
  if (z >= UNUSUAL_SPREADS && !isUsualForPayee) {
    add('unusual_amount', { expected: usualAmount, observed: movement.amount, zScore });
  }
  const wasNeverPaid = largest === undefined;
  if (wasNeverPaid && movement.amount > past.p90) {
    const expected = Math.round(past.p90);
    add('new_counterparty_large', { expected, observed: movement.amount, zScore });
  }
  if (wasNeverPaid && isDraining(movement) && past.drainCount <= 0.03 * past.payments.length) {
    const observed = movement.amount;
    add('balance_drained', { expected: usualAmount, observed, zScore });
  }
  const hour = days.hourOf(movement.postedAt);
  if (
    past.payments.length >= 40 &&
    !isUsualForPayee &&
    computeShareNear(past.hours, hour) < RARE_SHARE
  ) {
    add('unusual_hour', { expected: describeHours(past.hours), observed: `${hour}:00` });
  }
  signals.push(...findPaceSignals(movement, recent, past, isNew));
  if (
    movement.country !== null &&
    past.countryCount >= MIN_PLACED &&
    !past.countries.has(movement.country)
  ) {
    const expected = [...past.countries].sort().join(', ');
    add('new_country', { expected, observed: movement.country });
  }
  if (
    movement.deviceId !== null &&
    past.deviceCount >= MIN_PLACED &&
    !past.devices.has(movement.deviceId)
  ) {
    add('new_device', { expected: past.devices.size, observed: 'a device not seen before' });
  }
  const before = recent.at(-2)?.postedAt ?? past.payments.at(-1)?.postedAt ?? movement.postedAt;
  const quietDays = Math.floor((movement.postedAt - before) / (24 * HOUR_MS));
  if (quietDays >= 90) add('account_reawakened', { expected: 0, observed: quietDays });
  return signals;
}

/** Minimum number of payments, and the number by which they must exceed the previous maximum. */
const PACE_LIMITS = { h1: [4, 2], h24: [7, 3], d7: [15, 8] } as const;
const CODES = { h1: 'velocity_1h', h24: 'velocity_24h', d7: 'velocity_7d' } as const;

function findPaceSignals(
  movement: BookedMovement,
  recent: readonly BookedMovement[],
  past: PastPayments,
  isNew: boolean,
): Signal[] {
  const signals: Signal[] = [];
  for (const window of ['h1', 'h24', 'd7'] as const) {
    const rows = recent.filter(({ postedAt }) => postedAt > movement.postedAt - WINDOWS[window]);
    const [min, extraCount] = PACE_LIMITS[window];
    const expected = past.velocity[window];
    if (rows.length < Math.max(min, expected + extraCount)) continue;
    const evidence = rows.map(({ transactionId }) => transactionId).slice(-20);
    const observed = rows.length;
    signals.push({
      code: CODES[window],
      at: movement.postedAt,
      evidence,
      expected,
      observed,
      zScore: null,
    });
  }
  if (!isNew) return signals;
  const day = recent.filter(({ postedAt }) => postedAt > movement.postedAt - WINDOWS.h24);
  const newPayees = new Map(
    day.filter((row) => !past.largestOf.has(keyOf(row))).map((row) => [keyOf(row), row]),
  );
  if (newPayees.size >= Math.max(3, past.newWithinDay + 1)) {
    const evidence = [...newPayees.values()].map(({ transactionId }) => transactionId);
    const finding = {
      evidence,
      expected: past.newWithinDay,
      observed: newPayees.size,
      zScore: null,
    };
    signals.push({ code: 'many_new_counterparties', at: movement.postedAt, ...finding });
  }
  return signals;
}

function describeHours(hours: readonly number[]): string {
  const usedHours = hours.flatMap((count, hour) => (count > 0 ? [hour] : []));
  return `${usedHours.length} of 24 hours`;
}
