// When the simulated networks settle: each has a cut-off on its own wall clock, and works on the
// days of its settlement system. The hours are those of the real networks, simplified to one cycle
// a day for those that settle in batches.

import { momentOf, wallClockOf } from '../../db/kernel/zone.ts';
import { isBusinessDay } from '../../ledger/business-day.ts';
import type { Day } from '../../ledger/calendar-date.ts';
import { DAY_MS, MINUTE_MS } from '../../ledger/durations.ts';
import { isFedDay } from '../../ledger/fed-days.ts';
import type { NetworkRail } from '../../ledger/rail.ts';

interface Hours {
  readonly zone: string;
  readonly isOpen: (date: Day) => boolean;
  /**
   * Times of day on that clock, in minutes. A payment taken after the cut-off belongs to the next
   * open day.
   */
  readonly opens: number;
  readonly cutOff: number;
  /**
   * A payment settles some minutes after its submission, or in the morning of the next open day.
   */
  readonly settles: { readonly afterMinutes: number } | { readonly nextDayAt: number };
}

const minuteOfDay = (hour: number, minute = 0) => hour * 60 + minute;
const isTargetDay = (date: Day) => isBusinessDay(date, 'target');

export const RAIL_HOURS: Readonly<Record<NetworkRail, Hours>> = {
  ach: {
    zone: 'America/New_York',
    isOpen: isFedDay,
    opens: 0,
    cutOff: minuteOfDay(16, 45),
    settles: { nextDayAt: minuteOfDay(8, 30) },
  },
  wire: {
    zone: 'America/New_York',
    isOpen: isFedDay,
    opens: minuteOfDay(9),
    cutOff: minuteOfDay(18),
    settles: { afterMinutes: 15 },
  },
  card: {
    zone: 'America/New_York',
    isOpen: isFedDay,
    opens: 0,
    cutOff: minuteOfDay(20),
    settles: { nextDayAt: minuteOfDay(6) },
  },
  sepa: {
    zone: 'Europe/Berlin',
    isOpen: isTargetDay,
    opens: 0,
    cutOff: minuteOfDay(15),
    settles: { nextDayAt: minuteOfDay(9) },
  },
};

function openFrom(date: Day, isOpen: Hours['isOpen']): Day {
  let day = date;
  while (!isOpen(day)) day += 1;
  return day;
}

/**
 * Returns when a network settles a payment taken at a given moment; both in milliseconds since 1970
 * UTC.
 */
export function settlementTimeOf(rail: NetworkRail, takenAt: number): number {
  const { zone, isOpen, opens, cutOff, settles } = RAIL_HOURS[rail];
  const { date, localTimeMs } = wallClockOf(takenAt, zone);
  const isInTime = isOpen(date) && localTimeMs < cutOff * MINUTE_MS;
  const day = isInTime ? date : openFrom(date + 1, isOpen);
  if ('nextDayAt' in settles) {
    return momentOf(openFrom(day + 1, isOpen), settles.nextDayAt * MINUTE_MS, zone);
  }
  const opening = momentOf(day, opens * MINUTE_MS, zone);
  return Math.max(takenAt, opening) + settles.afterMinutes * MINUTE_MS;
}

/** Returns the moment a number of the network's open days later, at the same local time. */
export function openDaysAfter(rail: NetworkRail, from: number, days: number): number {
  const { zone, isOpen } = RAIL_HOURS[rail];
  const { date, localTimeMs } = wallClockOf(from, zone);
  let day = date;
  for (let remaining = days; remaining > 0; remaining -= 1) day = openFrom(day + 1, isOpen);
  return momentOf(day, localTimeMs % DAY_MS, zone);
}
