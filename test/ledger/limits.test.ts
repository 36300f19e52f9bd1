// Periods and warnings of limits; precedence.property.test.ts covers their refusals.

import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { NO_LIMITS } from '../../db/limits/view.ts';
import { isNearLimit, type LimitFacts, PERIODS, periodAt } from '../../ledger/limits.ts';

const moments = fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2200, 0, 1) });

describe('a limit period', () => {
  test.each(PERIODS)('of a %s equals the period of an independent calendar', (period) => {
    fc.assert(
      fc.property(moments, (time) => {
        const start = DateTime.fromMillis(time, { zone: 'utc' }).startOf(period);
        expect(periodAt(period, time)).toEqual({
          startsAt: start.toMillis(),
          endsAt: start.plus({ [period]: 1 }).toMillis(),
        });
      }),
      { numRuns: 2000 },
    );
  });

  test.each(PERIODS)('of a %s begins where the previous period ends', (period) => {
    fc.assert(
      fc.property(moments, (time) => {
        const { endsAt } = periodAt(period, time);
        expect(periodAt(period, endsAt).startsAt).toBe(endsAt);
        expect(periodAt(period, endsAt - 1).endsAt).toBe(endsAt);
      }),
    );
  });
});

/** An order without its amount. */
const PLAIN_ORDER = {
  statedCategory: null,
  merchant: { mcc: null, name: null },
  countries: [],
  isOutside: false,
  counterparties: [],
};

describe('the warning of a limit nearly reached', () => {
  const facts = (used: bigint, amount: bigint): LimitFacts => ({
    terms: { ...NO_LIMITS, daily: 100 },
    usage: { amount: { day: used, week: 0n, month: 0n }, dayCount: 0 },
    localTimes: [],
    order: { amount, ...PLAIN_ORDER },
  });

  test.each([
    [0n, 79n, false],
    [0n, 80n, true],
    [79n, 1n, true],
    [80n, 1n, false],
    [99n, 1n, false],
  ])('after %s a debit of %s warns: %s', (used, amount, warns) => {
    expect(isNearLimit(facts(used, amount))).toBe(warns);
  });
});
