// The rules of overdrafts: changes caused by a booking, fees, arrears, and the shortfall of a
// payment.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { availableOf } from '../../ledger/account.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import {
  costsFee,
  countDaysInOverdraft,
  feeDayOf,
  overdraftChange,
  overdraftStatus,
  shortfallOf,
} from '../../ledger/overdraft.ts';

test.each([
  [10n, 0n, null],
  [0n, -1n, 'drawn'],
  [5n, -1n, 'drawn'],
  [-1n, -2n, 'drawn'],
  [-2n, -1n, 'repaid'],
  [-2n, 0n, 'cleared'],
  [-2n, 9n, 'cleared'],
  [0n, 9n, null],
] as const)('a balance that goes from %s to %s is %s', (before, after, change) => {
  expect(overdraftChange(before, after)).toBe(change);
});

describe('an overdraft fee', () => {
  const policy = { perItem: 300, gracePeriodHours: 24, graceAmount: 50, maxPerDay: 2 };
  it.each([
    [-51n, true],
    [-50n, false],
    [0n, false],
  ])('of a payment that left %s is due: %s', (after, due) => {
    expect(costsFee(policy, after)).toBe(due);
    expect(costsFee(null, after)).toBe(false);
  });

  it('counts towards the UTC day of its payment', () => {
    const noon = Date.UTC(2026, 2, 29, 12);
    expect(feeDayOf(noon)).toEqual({
      startsAt: Date.UTC(2026, 2, 29),
      endsAt: Date.UTC(2026, 2, 30),
    });
  });
});

describe('a used overdraft', () => {
  const facts = { enabled: true, limit: 100n, used: 100n, days: 30 };
  it('is active up to its limit and for thirty days', () => {
    expect(overdraftStatus(facts)).toBe('active');
    expect(overdraftStatus({ ...facts, used: 101n })).toBe('in_arrears');
    expect(overdraftStatus({ ...facts, days: 31 })).toBe('in_arrears');
    expect(overdraftStatus({ ...facts, enabled: false, limit: 0n, used: 0n, days: 0 })).toBe(
      'disabled',
    );
  });

  it('counts whole days since the balance went below zero', () => {
    expect(countDaysInOverdraft(null, DAY_MS)).toBe(0);
    expect(countDaysInOverdraft(0, DAY_MS - 1)).toBe(0);
    expect(countDaysInOverdraft(0, DAY_MS)).toBe(1);
  });
});

test("a payment's shortfall is exactly the overdraft that it would use", () => {
  const amount = fc.bigInt(1n, 1_000n);
  fc.assert(
    fc.property(
      fc.bigInt(-500n, 1_000n),
      fc.bigInt(0n, 500n),
      amount,
      (posted, heldAmount, expected) => {
        const available = availableOf({ posted, held: heldAmount });
        const shortfall = shortfallOf(available, expected);
        expect(shortfall >= 0n && shortfall <= expected).toBe(true);
        const useOf = (balance: bigint) => (balance < 0n ? -balance : 0n);
        expect(useOf(available + shortfall - expected)).toBe(useOf(available));
        if (shortfall > 0n)
          expect(useOf(available + shortfall - 1n - expected)).toBeGreaterThan(useOf(available));
      },
    ),
  );
});
