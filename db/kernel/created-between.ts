// Ranges of time in lists. Ids begin with the real time of creation, so a time range is an id range
// on the index by which the list is ordered.

import { and, type Column, gte, lt, lte, type SQL } from 'drizzle-orm';
import { firstIdAt, type Noun } from '../../ledger/id.ts';
import type { BusinessClock } from './clock.ts';

interface CreatedRange {
  readonly tenantId: string;
  /** `from` and `to`: milliseconds since 1970 UTC by the developer's clock, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly noun: Noun;
  readonly id: Column;
  readonly createdAt: Column;
}

/**
 * Returns the condition for rows created between two moments, both inclusive. When the developer's
 * clock is ahead, the ids only narrow the rows to examine.
 */
export function createdBetween(
  { now, clock }: { readonly now: () => number; readonly clock: BusinessClock },
  { tenantId, from, to, noun, id, createdAt }: CreatedRange,
): SQL | undefined {
  const realTimeMs = now();
  const aheadMs = clock(tenantId, realTimeMs) - realTimeMs;
  return and(
    from === undefined ? undefined : gte(id, firstIdAt(noun, from - aheadMs)),
    to === undefined ? undefined : lt(id, firstIdAt(noun, to + 1)),
    from === undefined || aheadMs === 0 ? undefined : gte(createdAt, from),
    to === undefined || aheadMs === 0 ? undefined : lte(createdAt, to),
  );
}
