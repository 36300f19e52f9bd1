// A session compared with the origins of the customer's payments.

import type { BookedMovement } from '../../db/movements/reads.ts';
import { computeShareNear } from './behaviour-signals.ts';
import type { DayIndex } from './days.ts';
import { countByHour } from './habits.ts';

export interface Session {
  readonly country?: string | undefined;
  readonly deviceId?: string | undefined;
}

export type OriginCheck = 'known' | 'new' | 'not_enough_history' | 'not_given';

/** Minimum number of payments with a country or a device. */
const MIN_PAYMENTS = 10;
const RARE_SHARE = 0.015;

/** Returns null when no session was given. */
export function checkSession(
  session: Session | null,
  payments: readonly BookedMovement[],
  days: DayIndex,
  now: number,
) {
  if (!session) return null;
  const check = (
    value: string | undefined,
    readValue: (movement: BookedMovement) => string | null,
  ): OriginCheck => {
    if (value === undefined) return 'not_given';
    const values = payments.map(readValue).filter((value) => value !== null);
    if (values.length < MIN_PAYMENTS) return 'not_enough_history';
    return values.includes(value) ? 'known' : 'new';
  };
  const share = computeShareNear(countByHour(payments, days), days.hourOf(now));
  const hour: OriginCheck =
    payments.length < 4 * MIN_PAYMENTS
      ? 'not_enough_history'
      : share < RARE_SHARE
        ? 'new'
        : 'known';
  return {
    country: check(session.country, ({ country }) => country),
    device: check(session.deviceId, ({ deviceId }) => deviceId),
    hour,
  };
}
