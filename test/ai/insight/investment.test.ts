// Investment advice: the customers refused and the reasons, allocations that add up, and
// projections that follow from their seed and their assumptions.

import { describe, expect, it, test } from 'vitest';
import { assessRisk, computeMix } from '../../../ai/insight/allocation.ts';
import { advise, computeAge } from '../../../ai/insight/investment.ts';
import {
  ASSET_CLASSES,
  type AssetClass,
  computeAssumption,
  type Mix,
} from '../../../ai/insight/market-assumptions.ts';
import { project } from '../../../ai/insight/projection.ts';
import type { BankFacts, InvestmentProfile } from '../../../ai/insight/suitability.ts';

const facts: BankFacts = {
  ...{ isIndividual: true, age: 40, liquid: 2_000_000, overdraftUsed: false },
  ...{ monthlySpending: 200_000, monthlyIncome: 300_000, historyDays: 200 },
};
const profile: InvestmentProfile = {
  ...{ riskTolerance: 'moderate', horizonYears: 20, monthlyContribution: 50_000 },
  ...{ goals: [], initialAmount: 0, existingHoldings: [], debts: [], excluded: [] },
};
const adviseOn = (
  bankFacts: Partial<BankFacts> = {},
  customerProfile: Partial<InvestmentProfile> = {},
  seed = 1,
) => advise({ ...facts, ...bankFacts }, { profile: { ...profile, ...customerProfile }, seed });
const sumOf = (lines: readonly { percent: number }[]) =>
  lines.reduce((sum, { percent }) => sum + percent, 0);

describe('the suitability check', () => {
  it('passes a customer with a reserve, a surplus, time and no expensive debts', () => {
    const { suitability, allocation } = adviseOn();
    expect(suitability).toMatchObject({ passed: true, blocks: [], emergencyFundMonths: 10 });
    expect(sumOf(allocation)).toBe(100);
  });

  test.each<[string, Partial<BankFacts>, Partial<InvestmentProfile>]>([
    ['not_an_individual', { isIndividual: false }, {}],
    ['age_unknown', { age: null }, {}],
    ['age_mismatch', { age: 40 }, { age: 41 }],
    ['under_18', { age: 17 }, {}],
    ['under_18', { age: null }, { age: 17 }],
    ['overdraft_in_use', { overdraftUsed: true }, {}],
    ['expensive_debt', {}, { debts: [{ balance: 1, annualRateBps: 800 }] }],
    ['spending_unknown', { monthlySpending: null, monthlyIncome: null }, {}],
    ['no_emergency_fund', { liquid: 599_999 }, {}],
    ['no_emergency_fund', {}, { initialAmount: 1_400_001 }],
    ['no_emergency_fund', {}, { monthlyExpenses: 700_000 }],
    ['horizon_too_short', {}, { horizonYears: 2 }],
    ['contribution_above_surplus', {}, { monthlyContribution: 100_001 }],
    ['nothing_to_invest', {}, { monthlyContribution: 0 }],
    [
      'constraints_leave_nothing',
      {},
      { excluded: ['cash', 'government_bonds', 'corporate_bonds'] },
    ],
  ])('refuses %s, with no allocation and no projection', (code, known, order) => {
    const { suitability, allocation, projections, alternatives, glidePath } = adviseOn(
      known,
      order,
    );
    expect(suitability.passed).toBe(false);
    expect(suitability.blocks.map((block) => block.code)).toEqual([code]);
    expect([suitability.riskScore, suitability.category]).toEqual([null, null]);
    expect([allocation, projections, alternatives, glidePath]).toEqual([[], [], [], []]);
  });

  it('names every reason, and the first step with its amount', () => {
    const debts = [{ balance: 40_000, annualRateBps: 1_200 }];
    const { suitability, firstSteps } = adviseOn({ liquid: 100_000 }, { debts, horizonYears: 1 });
    expect(suitability.blocks.map(({ code }) => code)).toEqual([
      ...['expensive_debt', 'no_emergency_fund', 'horizon_too_short'],
    ]);
    expect(firstSteps.map(({ code, amount }) => [code, amount])).toEqual([
      ['repay_debt', 40_000],
      ['build_emergency_fund', 500_000],
      ['keep_in_savings', null],
    ]);
  });
});

describe('the asset allocation', () => {
  it('adds up to 100 for every score and every set of excluded asset classes', () => {
    const all: AssetClass[] = [...ASSET_CLASSES];
    for (let set = 0; set < 64; set++) {
      const excluded = new Set(all.filter((_, index) => (set >> index) & 1));
      for (let score = 0; score <= 85; score++) {
        const mix = computeMix(score, excluded);
        if (!mix) continue;
        const shares = Object.values(mix);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
        expect(shares.every((share) => share >= 0)).toBe(true);
        expect(Object.keys(mix).some((name) => excluded.has(name as AssetClass))).toBe(false);
      }
    }
  });

  it(
    'is not riskier than the customer wishes, and safer for old age, a short horizon and a ' +
      'small reserve',
    () => {
      const base = {
        tolerance: 'aggressive',
        horizonYears: 30,
        age: 25,
        emergencyFundMonths: 12,
      } as const;
      const { score } = assessRisk(base);
      expect(assessRisk({ ...base, tolerance: 'conservative' }).score).toBe(25);
      for (const [change, part] of [
        [{ age: 70 }, 'age'],
        [{ horizonYears: 5 }, 'horizon'],
        [{ emergencyFundMonths: 3 }, 'emergency_fund'],
      ] as const) {
        const other = assessRisk({ ...base, ...change });
        expect(other.score).toBeLessThan(score);
        expect(other.limitedBy).toBe(part);
      }
    },
  );

  it('reduces the risk year by year, and requires a person where willingness and capacity differ', () => {
    const { glidePath } = adviseOn({}, { riskTolerance: 'aggressive' });
    const risky = glidePath.map(({ riskyPercent }) => riskyPercent);
    expect(risky).toHaveLength(20);
    expect([...risky].sort((a, b) => b - a)).toEqual(risky);
    expect(risky.at(-1)).toBeLessThan(15);
    expect(adviseOn({ age: 80 }).humanReviewRequired).toBe(true);
    const hurried = adviseOn({}, { riskTolerance: 'aggressive', horizonYears: 4 });
    expect(hurried.humanReviewRequired).toBe(true);
    expect(adviseOn().humanReviewRequired).toBe(false);
  });
});

describe('the projection', () => {
  it('is the same for the same seed, and differs for another seed', () => {
    expect(adviseOn().projections).toEqual(adviseOn().projections);
    expect(adviseOn({}, {}, 2).projections).not.toEqual(adviseOn().projections);
  });

  it('has ordered whole minor units, and the probabilities of goals', () => {
    const goals = [{ name: 'House', targetAmount: 10_000_000, years: 15 }, { name: 'Fun' }];
    const { projections, goals: answer, assumptions } = adviseOn({}, { goals });
    expect(projections).toHaveLength(20);
    for (const { p10, p50, p90, paidIn, year } of projections) {
      expect([p10, p50, p90].every(Number.isSafeInteger)).toBe(true);
      expect(p10 <= p50 && p50 <= p90).toBe(true);
      expect(paidIn).toBe(600_000 * year);
    }
    expect(answer[0]).toMatchObject({ name: 'House', year: 15 });
    expect(answer[0]?.chance).toBeGreaterThan(0.1);
    expect(answer[1]).toEqual({ name: 'Fun', targetAmount: null, year: 20, chance: null });
    expect(assumptions).toMatchObject({ seed: 1, paths: 2_000 });
  });

  it('has the assumed mean and spread', () => {
    const mix: Mix = { developed_equity: 60, government_bonds: 40 };
    const { mean, volatility } = computeAssumption(mix);
    const mixes = Array.from({ length: 10 }, () => mix);
    const { years } = project({ mixes, start: 1_000_000, monthly: 0, seed: 7 });
    const { p10 = 0, p50 = 0, p90 = 0 } = years[9] ?? {};
    // The median of a log-normal value, and the width that four in five lie in.
    const variance = Math.log(1 + (volatility / (1 + mean)) ** 2);
    const median = 1_000_000 * Math.exp(10 * (Math.log(1 + mean) - variance / 2));
    expect(Math.abs(p50 / median - 1)).toBeLessThan(0.03);
    const width = 2 * 1.2816 * Math.sqrt(10 * variance);
    expect(Math.abs(Math.log(p90 / p10) / width - 1)).toBeLessThan(0.05);
  });
});

it('an age counts whole years until the birthday', () => {
  const time = Date.parse('2026-11-18T10:00:00Z');
  expect(['2008-11-18', '2008-11-19', '1986-01-01'].map((day) => computeAge(day, time))).toEqual([
    ...[18, 17, 40],
  ]);
});
