// The typologies: a pattern that is planted among harmless movements is found with its own
// transactions as evidence; harmless movements alone are never a finding.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AccountFlows, Finding, Flow } from '../../ai/aml/flow.ts';
import { writeNarrative } from '../../ai/aml/narrative.ts';
import { findRoundTrip } from '../../ai/aml/round-trip.ts';
import { WINDOW_RULES } from '../../ai/aml/typologies.ts';
import type { Typology } from '../../ledger/decisions/aml.ts';
import { DAY_MS, HOUR_MS } from '../../ledger/durations.ts';

const START_TIME = Date.UTC(2026, 0, 1);
const PERIOD_DAYS = 90;

type Code = keyof typeof WINDOW_RULES;

let number = 0;
function flow(day: number, direction: 'in' | 'out', euros: number, party: string): Flow {
  number += 1;
  const facts = { transactionId: `txn_${number}`, at: START_TIME + day * DAY_MS, direction, party };
  return {
    ...facts,
    amountMinor: Math.round(euros * 100),
    euros,
    isOwn: false,
    isOutside: false,
    country: null,
  };
}

function accountOf(
  flows: readonly Flow[],
  accountFields: Partial<AccountFlows> = {},
): AccountFlows {
  return {
    accountId: 'acc_1',
    customerId: 'cust_1',
    currency: 'EUR',
    openedAt: START_TIME - 1_000 * DAY_MS,
    lastBefore: START_TIME - DAY_MS,
    knownParties: new Set(),
    flows: [...flows].sort((a, b) => a.at - b.at),
    ...accountFields,
  };
}

/** Ordinary movements: a monthly salary, and smaller payments to a few shops. */
const harmless = fc
  .array(
    fc.record({
      day: fc.double({ min: 0, max: PERIOD_DAYS - 1, noNaN: true }),
      euros: fc.integer({ min: 5, max: 120 }),
      shop: fc.integer({ min: 1, max: 6 }),
    }),
    { maxLength: 25 },
  )
  .map((payments) => [
    ...[1, 31, 61].map((day) => flow(day, 'in', 2_400, 'employer')),
    ...payments.map(({ day, euros, shop }) => flow(day, 'out', euros, `shop_${shop}`)),
  ]);

const start = fc.integer({ min: 5, max: 70 });
const PLANTS: Readonly<Record<Code, fc.Arbitrary<Flow[]>>> = {
  structuring: fc
    .tuple(start, fc.array(fc.integer({ min: 8_000, max: 9_999 }), { minLength: 3, maxLength: 6 }))
    .map(([day, sums]) =>
      sums.map((euros, index) => flow(day + index, 'in', euros, 'outside/cash')),
    ),
  rapid_movement: fc
    .tuple(
      start,
      fc.integer({ min: 1_000, max: 40_000 }),
      fc.double({ min: 1, max: 23, noNaN: true }),
    )
    .map(([day, euros, hours]) => [
      flow(day, 'in', euros, 'payer'),
      flow(day + hours / 24, 'out', euros * 0.95, 'payee'),
    ]),
  fan_in: fc
    .tuple(start, fc.integer({ min: 10, max: 30 }))
    .map(([day, count]) => [
      ...Array.from({ length: count }, (_, n) => flow(day + (n % 6) / 4, 'in', 250, `payer_${n}`)),
      flow(day + 3, 'out', 240 * count, 'payee'),
    ]),
  fan_out: fc
    .tuple(start, fc.integer({ min: 10, max: 30 }))
    .map(([day, count]) =>
      Array.from({ length: count }, (_, n) => flow(day + (n % 6), 'out', 300, `payee_${n}`)),
    ),
  dormant_reactivation: fc
    .integer({ min: 5_000, max: 50_000 })
    .map((euros) => [flow(0.5, 'in', euros, 'payer')]),
  mule: fc
    .tuple(start, fc.integer({ min: 3, max: 9 }))
    .map(([day, count]) => [
      ...Array.from({ length: count }, (_, n) => flow(day + n / 10, 'in', 900, `payer_${n}`)),
      flow(day + 1, 'out', count * 900, 'payee'),
    ]),
};
/** Properties that an account needs for the pattern to apply. */
const TYPICAL_ACCOUNTS: Partial<Readonly<Record<Code, Partial<AccountFlows>>>> = {
  dormant_reactivation: { lastBefore: START_TIME - 400 * DAY_MS },
};

/**
 * Movements that would turn the planted pattern into another: one in the long dormancy, money among
 * the payments passed on, parties that the window of a fan would count as well.
 */
function isBetween(code: Code, { at, direction }: Flow, planted: readonly Flow[]): boolean {
  if (code === 'dormant_reactivation') return at <= START_TIME + DAY_MS;
  const days = { rapid_movement: 3, mule: 15, fan_in: 15, fan_out: 8, structuring: 0 }[code];
  const isAlike = direction === (code === 'fan_out' ? 'out' : 'in');
  return isAlike && planted.some((value) => Math.abs(value.at - at) < days * DAY_MS);
}

function expectConsistent(finding: Finding): void {
  expect(finding.triggered).toBe(finding.score >= 50);
  expect(finding.triggered).toBe(finding.rules.some(({ hit }) => hit));
  const { evidence } = finding;
  if (!evidence) return;
  expect(evidence.transactions).toBeGreaterThanOrEqual(evidence.transactionIds.length);
  expect(evidence.window.from).toBeLessThanOrEqual(evidence.window.to);
}

describe.each(Object.keys(PLANTS) as Code[])('%s', (code) => {
  test('is found where it is planted, with its transactions', () => {
    fc.assert(
      fc.property(PLANTS[code], harmless, (planted, usual) => {
        const noise = usual.filter((value) => !isBetween(code, value, planted));
        const finding = WINDOW_RULES[code](
          accountOf([...planted, ...noise], TYPICAL_ACCOUNTS[code]),
        );
        expectConsistent(finding);
        expect(finding.triggered).toBe(true);
        const ids = new Set(finding.evidence?.transactionIds);
        expect(
          planted.filter(({ transactionId }) => ids.has(transactionId)).length,
        ).toBeGreaterThan(planted.length / 2);
      }),
      { numRuns: 60 },
    );
  });

  test('is not found in ordinary payments', () => {
    fc.assert(
      fc.property(harmless, (usual) => {
        const finding = WINDOW_RULES[code](accountOf(usual));
        expectConsistent(finding);
        expect(finding.triggered).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('is not found between accounts of one customer, or without an exchange rate', () => {
    fc.assert(
      fc.property(PLANTS[code], (planted) => {
        for (const change of [{ isOwn: true }, { euros: null }]) {
          const flows = planted.map((item) => ({ ...item, ...change }));
          expect(WINDOW_RULES[code](accountOf(flows, TYPICAL_ACCOUNTS[code])).triggered).toBe(
            false,
          );
        }
      }),
      { numRuns: 20 },
    );
  });
});

test.each(['rapid_movement', 'fan_in', 'fan_out', 'mule'] as const)(
  '%s looks only at parties that are new to the account, whether they appear in the period or before',
  (code) => {
    fc.assert(
      fc.property(PLANTS[code], (planted) => {
        const knownValues = new Set(planted.map(({ party }) => party));
        expect(
          WINDOW_RULES[code](accountOf(planted, { knownParties: knownValues })).triggered,
        ).toBe(false);
        const earlyPayments = planted.map((item) => ({
          ...item,
          at: START_TIME,
          euros: 1,
          amountMinor: 100,
        }));
        expect(WINDOW_RULES[code](accountOf([...earlyPayments, ...planted])).triggered).toBe(false);
      }),
      { numRuns: 20 },
    );
  },
);

describe('round_tripping', () => {
  const plant = fc.record({
    day: start,
    euros: fc.integer({ min: 1_000, max: 50_000 }),
    hops: fc.integer({ min: 1, max: 4 }),
    kept: fc.double({ min: 0.96, max: 1, noNaN: true }),
  });
  /** The subject's movements, and the payments of each other account. */
  function circle({
    day,
    euros,
    hops,
    kept,
  }: {
    day: number;
    euros: number;
    hops: number;
    kept: number;
  }) {
    const names = ['acc_1', ...Array.from({ length: hops }, (_, n) => `hop_${n}`)];
    const payments = new Map<string, Flow[]>();
    const legs = names.map((name, n) => {
      const to = names[(n + 1) % names.length] ?? '';
      const leg = flow(day + n, 'out', euros * kept ** n, to);
      payments.set(name, [leg]);
      return leg;
    });
    return { legs, payments };
  }
  const findRoundTrips = (flows: readonly Flow[], payments: ReadonlyMap<string, readonly Flow[]>) =>
    findRoundTrip(accountOf(flows), (id) => payments.get(id) ?? []);

  test('money that returns is found, with every payment of the circle', () => {
    fc.assert(
      fc.property(plant, harmless, (terms, usual) => {
        const { legs, payments } = circle(terms);
        const finding = findRoundTrips([...usual, legs[0] as Flow], payments);
        expectConsistent(finding);
        expect(finding.triggered).toBe(true);
        expect(finding.evidence?.transactionIds).toEqual(legs.map((leg) => leg.transactionId));
      }),
      { numRuns: 60 },
    );
  });

  test(
    'money that goes elsewhere, returns before it left, or shrinks too much on the way is ' +
      'not a finding',
    () => {
      fc.assert(
        fc.property(plant, (terms) => {
          const open = circle(terms);
          const last = [...open.payments].at(-1);
          if (last) open.payments.set(last[0], [{ ...(last[1][0] as Flow), party: 'acc_9' }]);
          expect(findRoundTrips([open.legs[0] as Flow], open.payments).triggered).toBe(false);
          const earlyPayments = circle(terms);
          for (const [name, legs] of earlyPayments.payments) {
            if (name === 'acc_1') continue;
            earlyPayments.payments.set(
              name,
              legs.map((leg) => ({ ...leg, at: leg.at - 60 * DAY_MS })),
            );
          }
          expect(
            findRoundTrips([earlyPayments.legs[0] as Flow], earlyPayments.payments).triggered,
          ).toBe(false);
          const smallCircleCase = circle({ ...terms, kept: 0.5 });
          expect(
            findRoundTrips([smallCircleCase.legs[0] as Flow], smallCircleCase.payments).triggered,
          ).toBe(false);
        }),
        { numRuns: 40 },
      );
    },
  );

  test('a search in a dense network of payments stops early', () => {
    const names = Array.from({ length: 60 }, (_, n) => `hop_${n}`);
    const all = new Map(
      names.map((name) => [name, names.map((to, n) => flow(10 + n / 100, 'out', 1_000, to))]),
    );
    const starts = names.map((to) => flow(9, 'out', 1_000, to));
    expect(findRoundTrips(starts, all).triggered).toBe(false);
  });
});

test('the draft report names every figure and says that it is a draft; without findings there is no draft', () => {
  const result = WINDOW_RULES.rapid_movement(
    accountOf([flow(3, 'in', 6_000, 'a'), flow(3 + HOUR_MS / DAY_MS, 'out', 5_900, 'b')]),
  );
  const period = { from: START_TIME, to: START_TIME + 90 * DAY_MS };
  const text = writeNarrative([result], period) ?? '';
  expect(text).toMatch(/^DRAFT/);
  for (const part of ['acc_1', '2 transactions of 11900.00 EUR', 'amount in 6000', '2026-01-04']) {
    expect(text).toContain(part);
  }
  const code: Typology = 'fan_in';
  expect(writeNarrative([WINDOW_RULES[code](accountOf([]))], period)).toBeNull();
});

describe('money collected in ordinary life', () => {
  const gifts = fc.array(fc.integer({ min: 30, max: 300 }), { minLength: 14, maxLength: 40 });
  const between = (low: number, high: number) => fc.integer({ min: low, max: high });

  test('wedding gifts are neither a fan-in nor a mule account, whatever share the caterer gets', () => {
    fc.assert(
      fc.property(
        gifts,
        between(75, 110),
        between(9, 12),
        harmless,
        (sums, percent, paid, usual) => {
          const total = sums.reduce((sum, euros) => sum + euros, 0);
          const input = sums.map((euros, n) =>
            flow(30 + (n % 10) * 0.9, 'in', euros, `guest_${n}`),
          );
          const bill = flow(30 + paid, 'out', (total * percent) / 100, 'caterer');
          const account = accountOf([...input, bill, ...usual], {
            until: START_TIME + 90 * DAY_MS,
          });
          expect(WINDOW_RULES.fan_in(account).triggered).toBe(false);
          expect(WINDOW_RULES.mule(account).triggered).toBe(false);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('rents of new tenants are neither a fan-in nor a mule account, even in the first month', () => {
    fc.assert(
      fc.property(between(5, 20), between(400, 900), between(50, 100), (count, rent, percent) => {
        const flows = [0, 30, 60].flatMap((month) => [
          ...Array.from({ length: count }, (_, n) =>
            flow(month + (n % 5), 'in', rent, `tenant_${n}`),
          ),
          flow(month + 8, 'out', (count * rent * percent) / 100, 'lender'),
        ]);
        const account = accountOf(flows, { lastBefore: null, until: START_TIME + 90 * DAY_MS });
        expect(WINDOW_RULES.fan_in(account).triggered).toBe(false);
        expect(WINDOW_RULES.mule(account).triggered).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});

describe('money collected and kept', () => {
  const victims = (day: number, count: number) =>
    Array.from({ length: count }, (_, n) => flow(day + n, 'in', 900, `victim_${n}`));
  const findFanIn = (flows: readonly Flow[], day: number) =>
    WINDOW_RULES.fan_in(accountOf(flows, { from: START_TIME, until: START_TIME + day * DAY_MS }));

  test('is a fan-in once a month has shown that no payer returns', () => {
    const flows = victims(10, 10);
    const result = findFanIn(flows, 60);
    expectConsistent(result);
    expect(result.triggered).toBe(true);
    expect(result.rules.filter(({ hit }) => hit).map(({ ruleId }) => ruleId)).toEqual([
      'fan_in_kept',
    ]);
    expect(result.evidence?.transactionIds).toEqual(flows.map((flow) => flow.transactionId));
    expect(findFanIn(flows, 40).triggered).toBe(false);
  });

  test('is not a fan-in when payers return, or when the account receives as much every month', () => {
    const members = victims(10, 10);
    const repeatedMembers = members.map((member) => ({ ...member, at: member.at + 30 * DAY_MS }));
    expect(findFanIn([...members, ...repeatedMembers], 90).triggered).toBe(false);
    const sales = [0, 14, 28, 42, 56, 70].flatMap((day, month) =>
      victims(day, 10).map((item) => ({ ...item, party: `${item.party}_of_${month}` })),
    );
    expect(findFanIn(sales, 90).triggered).toBe(false);
  });
});
