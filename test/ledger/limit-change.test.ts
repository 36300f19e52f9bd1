// Changes of limits that allow more outflow, and therefore wait for the cool-off period.

import { describe, expect, test } from 'vitest';
import { NO_LIMITS } from '../../db/limits/view.ts';
import { loosensLimits } from '../../ledger/limit-change.ts';
import type { LimitTerms } from '../../ledger/limits.ts';

const WEEKDAYS = {
  days: ['mon', 'tue'],
  start: '08:00',
  end: '18:00',
  timezone: 'Europe/Berlin',
} as const;

/** A strict and a loose value for each term. */
const WIDER_TERMS: readonly (readonly [Partial<LimitTerms>, Partial<LimitTerms>])[] = [
  [{ perTransaction: 1 }, { perTransaction: 2 }],
  [{ perTransaction: 1 }, {}],
  [{ daily: 1 }, { daily: 2 }],
  [{ weekly: 1 }, {}],
  [{ monthly: 1 }, { monthly: 2 }],
  [{ dailyCount: 1 }, { dailyCount: 2 }],
  [{ requireApprovalAbove: 1 }, {}],
  [{ requireMfaAbove: 1 }, { requireMfaAbove: 2 }],
  [{ windows: [WEEKDAYS] }, { windows: [] }],
  [{ windows: [WEEKDAYS] }, { windows: [WEEKDAYS, { ...WEEKDAYS, end: '19:00' }] }],
  [{ allowedCategories: ['rent'] }, {}],
  [{ allowedCategories: [] }, { allowedCategories: ['rent'] }],
  [{ allowedCountries: ['DE'] }, { allowedCountries: ['DE', 'FR'] }],
  [{ blockedCategories: ['gambling'] }, {}],
  [{ blockedCounterparties: ['a', 'b'] }, { blockedCounterparties: ['b'] }],
];

describe('a change of limits', () => {
  test.each(WIDER_TERMS)(
    'from %j to %j counts as loosening, and the reverse does not',
    (less, wider) => {
      const [narrow, wide] = [less, wider].map((terms) => ({ ...NO_LIMITS, ...terms }));
      if (!narrow || !wide) throw new Error('a pair');
      expect(loosensLimits(narrow, wide)).toBe(true);
      expect(loosensLimits(wide, narrow)).toBe(false);
      // A stricter limit elsewhere does not compensate.
      expect(loosensLimits(narrow, { ...wide, perTransaction: 0 })).toBe(
        less.perTransaction === undefined,
      );
    },
  );

  test('to the same values in another order does not count as loosening', () => {
    const before = { ...NO_LIMITS, windows: [WEEKDAYS], allowedCountries: ['DE', 'FR'] };
    const windows = [{ ...WEEKDAYS, days: ['tue', 'mon'] as const }];
    expect(loosensLimits(before, { ...before, windows, allowedCountries: ['FR', 'DE'] })).toBe(
      false,
    );
  });
});
