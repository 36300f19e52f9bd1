// The time of day in the zone of a time window. Formatters are cached: creating one costs more than
// a booking.

import type { LocalTime, TimeWindow, Weekday } from '../../ledger/limits.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timezone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timezone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(timezone, formatter);
  }
  return formatter;
}

/** Converts a moment to the zone of each window, in the same order. */
export function localTimes(windows: readonly TimeWindow[], time: number): LocalTime[] {
  return windows.map(({ timezone }) => {
    const parts = Object.fromEntries(
      formatterOf(timezone)
        .formatToParts(time)
        .map(({ type, value }) => [type, value]),
    );
    const day = (parts.weekday ?? '').toLowerCase() as Weekday;
    return { day, minute: Number(parts.hour) * 60 + Number(parts.minute) };
  });
}

/** True when the text names a zone that this machine knows. */
export function isTimeZone(text: string): boolean {
  try {
    formatterOf(text);
    return true;
  } catch {
    return false;
  }
}
