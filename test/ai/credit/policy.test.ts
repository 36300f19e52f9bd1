// The written floor of credit, as a table: which applications pass, which fail, and by which rule.

import { expect, test } from 'vitest';
import {
  applyFloor,
  CREDIT_POLICY,
  computeStressedInstalment,
  convertLimits,
  type FloorFacts,
} from '../../../ai/credit/policy.ts';
import { gradeOf, toScore } from '../../../ai/credit/score.ts';
import { makeRateTable } from '../../kit/money/market.ts';
import { EASY_RATES } from '../../kit/money/rates.ts';

const GOOD_FACTS: FloorFacts = {
  income: 500_000,
  expenses: 150_000,
  obligations: 30_000,
  amount: 1_200_000,
  termMonths: 36,
};
const DOLLARS = convertLimits('USD', null)!;
const failuresOf = (facts: FloorFacts) =>
  applyFloor(facts, DOLLARS)
    .filter(({ passed }) => !passed)
    .map(({ code }) => code);

// Its first month at the stress rate: 12,000.00 over 36 months is 333.33 and 150.00 of interest.
test.each<readonly [number, number, number]>([
  [1_200_000, 36, 48_334],
  [1_200_000, 12, 115_000],
  [1, 84, 1],
  [100, 3, 35],
])(
  'a loan of %i over %i months costs %i in its most expensive month',
  (amount, termMonths, instalment) => {
    expect(computeStressedInstalment({ ...GOOD_FACTS, amount, termMonths })).toBe(instalment);
  },
);

test.each<readonly [string, Partial<FloorFacts>, readonly string[]]>([
  ['a sound application', {}, []],
  ['the minimum income', { income: 100_000, obligations: 0, amount: 50_000, expenses: 0 }, []],
  [
    'a cent less than the minimum income',
    { income: 99_999, obligations: 0, amount: 50_000, expenses: 0 },
    ['minimum_income'],
  ],
  ['obligations of 35 %', { obligations: 175_000, amount: 50_000 }, []],
  [
    'obligations a cent above 35 %',
    { obligations: 175_001, amount: 50_000 },
    ['maximum_obligations'],
  ],
  ['service of 40 %', { obligations: 200_000 - 48_334 }, []],
  ['service a cent above 40 %', { obligations: 200_000 - 48_333 }, ['debt_service_to_income']],
  ['a residual income of 300.00', { expenses: 500_000 - 30_000 - 48_334 - 30_000 }, []],
  [
    'a residual income of 299.99',
    { expenses: 500_000 - 30_000 - 48_334 - 29_999 },
    ['residual_income'],
  ],
  ['the minimum amount', { amount: 50_000 }, []],
  ['less than the minimum amount', { amount: 49_999 }, ['minimum_amount']],
  ['the maximum amount', { amount: 3_500_000, termMonths: 84 }, []],
  ['more than the maximum amount', { amount: 3_500_001, termMonths: 84 }, ['maximum_amount']],
])('the failed rules of the policy floor: %s', (_, change, expected) => {
  expect(failuresOf({ ...GOOD_FACTS, ...change })).toEqual(expected);
});

test('an income of zero fails every rule that is a share of income, without an error', () => {
  const rules = applyFloor({ ...GOOD_FACTS, income: 0 }, DOLLARS);
  const shares = rules.filter(({ unit }) => unit === 'basis_points');
  expect(shares.map(({ value, passed }) => [value, passed])).toEqual([
    [null, false],
    [null, false],
  ]);
});

test('applications with the largest safe integers are denied without an error', () => {
  const max = Number.MAX_SAFE_INTEGER;
  const facts = { income: 1, expenses: max, obligations: max, amount: max, termMonths: 3 };
  for (const { value } of applyFloor(facts, DOLLARS)) {
    expect(Number.isSafeInteger(value)).toBe(true);
  }
  expect(failuresOf(facts)).toContain('residual_income');
});

test('above the minimum amount, a larger loan never passes a rule that a smaller one fails', () => {
  let before = failuresOf({ ...GOOD_FACTS, amount: 50_000, termMonths: 60 });
  for (let amount = 100_000; amount <= 6_000_000; amount += 50_000) {
    const now = failuresOf({ ...GOOD_FACTS, amount, termMonths: 60 });
    expect(before.every((code) => now.includes(code))).toBe(true);
    before = now;
  }
});

test('limits in another currency are the dollar limits at the middle rate, rounded down', () => {
  const table = makeRateTable(EASY_RATES);
  expect(convertLimits('EUR', table)?.minimumIncome).toBe(CREDIT_POLICY.minimumIncome * 0.8);
  expect(convertLimits('JPY', table)?.minimumIncome).toBe(128_000);
  expect(convertLimits('KWD', table)).toBeNull();
  expect(convertLimits('EUR', null)).toBeNull();
});

test('the score falls as the risk grows, within its bounds, by its formula', () => {
  let before = Number.POSITIVE_INFINITY;
  for (let index = 0; index <= 1_000; index++) {
    const score = toScore(index / 1_000);
    expect(score).toBeLessThanOrEqual(before);
    expect(score).toBeGreaterThanOrEqual(300);
    expect(score).toBeLessThanOrEqual(850);
    before = score;
  }
  expect([toScore(0), toScore(1)]).toEqual([850, 300]);
  expect([toScore(1 / 11), toScore(1 / 21)]).toEqual([660, 700]);
  expect([850, 740, 739, 700, 660, 620, 580, 579].map(gradeOf).join('')).toBe('AABBCDEF');
});
