// The business clock: real time in production; in the sandbox each developer has a clock, which
// only moves forward. It decides what is due and what has expired, and dates everything that a
// customer can see: bookings, objects and events. Ids, keys, tokens, retries of webhooks and
// workflows use real time.

import type { Database } from './connect.ts';
import type { EnvironmentName } from './environment.ts';
import { IN_GIVEN_LIST } from './sets.ts';
import { prepareOnce } from './statements.ts';
import type { clocks } from './tables.ts';

export type ClockRow = typeof clocks.$inferSelect;

/**
 * Returns the business time of a developer, in milliseconds since 1970 UTC.
 * @param realTimeMs the real time to convert; omitted: the current time
 */
export type BusinessClock = (tenantId: string, realTimeMs?: number) => number;

type Shift = Pick<ClockRow, 'offsetMs' | 'standsAt'>;
const UNSHIFTED: Shift = { offsetMs: 0, standsAt: null };
/** The clocks that a write has read. */
const clocksReadBy = new WeakMap<object, Map<string, Shift>>();

/** Discards the clocks read so far, because the current write has moved one. */
export function discardClocks({ currentWrite }: Pick<Database, 'currentWrite'>): void {
  const write = currentWrite();
  if (write) clocksReadBy.delete(write);
}

/** Real time, unless the developer has moved the clock of the sandbox. */
export function businessClock(
  { raw, currentWrite }: Database,
  environment: EnvironmentName,
  now: () => number,
): BusinessClock {
  if (environment === 'production') return (_tenantId, realTimeMs = now()) => realTimeMs;
  const find = raw.prepare<[string], Shift>(
    'SELECT offset_ms AS offsetMs, stands_at AS standsAt FROM clocks WHERE tenant_id = ?',
  );

  /** Cached, because a write reads the time of its developer about ten times. */
  function shiftOf(tenantId: string): Shift {
    const write = currentWrite();
    const clocks = write && clocksReadBy.get(write);
    const shift = clocks?.get(tenantId) ?? find.get(tenantId) ?? UNSHIFTED;
    if (clocks) clocks.set(tenantId, shift);
    else if (write) clocksReadBy.set(write, new Map([[tenantId, shift]]));
    return shift;
  }

  return (tenantId, realTimeMs) => {
    const { standsAt, offsetMs } = shiftOf(tenantId);
    return standsAt ?? (realTimeMs ?? now()) + offsetMs;
  };
}

const clocksOf = prepareOnce(({ raw }: Pick<Database, 'raw'>) =>
  raw.prepare<[string], Pick<ClockRow, 'tenantId' | 'offsetMs' | 'standsAt'>>(
    `SELECT tenant_id AS tenantId, offset_ms AS offsetMs, stands_at AS standsAt FROM clocks
     WHERE tenant_id IN ${IN_GIVEN_LIST}`,
  ),
);

/** The business time of the developers of many rows, at one real time. Production has no rows of clocks. */
export function clockOfEach(
  database: Pick<Database, 'raw'>,
  rows: readonly { readonly tenantId: string }[],
  realTimeMs: number,
): (row: { readonly tenantId: string }) => number {
  const tenantIds = [...new Set(rows.map(({ tenantId }) => tenantId))];
  const storedClocks = clocksOf(database).all(JSON.stringify(tenantIds));
  const times = new Map(
    storedClocks.map(({ tenantId, standsAt, offsetMs }) => [
      tenantId,
      standsAt ?? realTimeMs + offsetMs,
    ]),
  );
  return ({ tenantId }) => times.get(tenantId) ?? realTimeMs;
}

/**
 * Returns the SQL of a developer's business time, for sweeps over all developers. Production has no
 * rows of clocks.
 * @param tenantId the column that names the developer
 * @param realTimeMs the parameter that is the real time
 */
export function businessTimeSql(tenantId: string, realTimeMs: string): string {
  return `coalesce((SELECT coalesce(c.stands_at, ${realTimeMs} + c.offset_ms) FROM clocks c
    WHERE c.tenant_id = ${tenantId}), ${realTimeMs})`;
}
