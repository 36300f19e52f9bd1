// Converts between calendar dates and moments, by the time zones of the IANA database as Node knows
// them.

import { IANAZone } from 'luxon';
import type { Day } from '../../ledger/calendar-date.ts';
import { DAY_MS } from '../../ledger/durations.ts';

const MAX_ZONES = 1_000;
const validNames = new Set<string>();
const zones = new Map<string, IANAZone>();

function zoneOf(name: string): IANAZone {
  const cachedResult = zones.get(name);
  if (cachedResult) return cachedResult;
  const zone = IANAZone.create(name);
  zones.set(name, zone);
  return zone;
}

/** True for a name of the IANA database, such as `Europe/Berlin`; an offset is no name. */
export function isZone(name: string): boolean {
  // Cached: a check takes about 100 µs, and requests name the same few zones.
  if (validNames.has(name)) return true;
  // Node also accepts "+02:00" as a zone, which would ignore daylight saving time.
  if (!/^[A-Za-z]/.test(name) || !IANAZone.isValidZone(name)) return false;
  // Zone names ignore case, so a client could fill the memory with new spellings.
  if (validNames.size < MAX_ZONES) validNames.add(name);
  return true;
}

/**
 * Cached: a conversion takes microseconds, and thousands of payments are due at the same few
 * moments.
 */
const MAX_OFFSETS = 1_000;
const offsets = new Map<string, number>();

function offsetMs(zone: IANAZone, time: number): number {
  const key = `${time} ${zone.name}`;
  const cachedResult = offsets.get(key);
  if (cachedResult !== undefined) return cachedResult;
  const offset = zone.offset(time) * 60_000;
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/**
 * Returns the moment at which a wall clock shows a time of a day. When a time occurs twice
 * (autumn), the first moment counts; a skipped time (spring) is counted with the offset before the
 * change, so that every day has exactly one moment.
 * @param localTimeMs milliseconds since midnight on the wall clock
 * @returns milliseconds since 1970 UTC
 */
export function momentOf(date: Day, localTimeMs: number, zoneName: string): number {
  const zone = zoneOf(zoneName);
  const wallMs = date * DAY_MS + localTimeMs;
  const byEarlierOffset = wallMs - offsetMs(zone, wallMs - DAY_MS);
  if (offsetMs(zone, byEarlierOffset) === wallMs - byEarlierOffset) return byEarlierOffset;
  const byLaterOffset = wallMs - offsetMs(zone, wallMs + DAY_MS);
  if (offsetMs(zone, byLaterOffset) === wallMs - byLaterOffset) return byLaterOffset;
  return byEarlierOffset;
}

/** Returns the date and time that the wall clock of a zone shows. */
export function wallClockOf(time: number, zoneName: string): { date: Day; localTimeMs: number } {
  const wallMs = time + offsetMs(zoneOf(zoneName), time);
  const date = Math.floor(wallMs / DAY_MS);
  return { date, localTimeMs: wallMs - date * DAY_MS };
}
