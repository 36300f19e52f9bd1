// Investment advice in three steps: suitability, allocation, projection. All rules are written and
// all assumptions are stated; no security is named.

import type { BookReader } from '../../db/movements/reads.ts';
import { assessRisk, computeMix, listLines, planMixes, type RiskFacts } from './allocation.ts';
import { type InsightBooks, type InsightOrder, itemsWithin, openInsight } from './books.ts';
import { midnightOf } from './days.ts';
import { ASSET_CLASSES, ASSUMPTIONS, COSTS, INFLATION, type Mix } from './market-assumptions.ts';
import { PATHS, project } from './projection.ts';
import { computeTotals, describeBooks, toPercent } from './spending.ts';
import {
  type BankFacts,
  BLOCKS,
  type InvestmentProfile,
  judgeSuitability,
  listFirstSteps,
  RULES,
  type Suitability,
} from './suitability.ts';

export interface InvestmentOrder extends InsightOrder {
  readonly profile: InvestmentProfile;
  readonly isIndividual: boolean;
  /** Age by the bank's data and the business clock; null without a date of birth. */
  readonly age: number | null;
  readonly seed: number;
}

/** Returns advice or a refusal, or reports that the books are too large for one analysis. */
export function adviseInvestment(reader: BookReader, order: InvestmentOrder) {
  const books = openInsight(reader, order);
  if (!books) return { kind: 'too_many' as const };
  const { facts, period } = computeFacts(books, order);
  const booksView = describeBooks({ ...books, period });
  return { kind: 'analysed' as const, books: booksView, facts, ...advise(facts, order) };
}

const MAX_MONTHS = 6;
const MONTH_DAYS = 30;

/** Returns figures from the books, over up to six months of thirty days that end yesterday. */
function computeFacts(books: InsightBooks, order: InvestmentOrder) {
  const { historyDays } = books;
  const fullMonths = Math.floor((historyDays - 1) / MONTH_DAYS);
  const months = Math.min(MAX_MONTHS, Math.max(1, fullMonths));
  const isKnown = historyDays > RULES.minHistoryDays;
  const to = midnightOf(order.now, order.timezone);
  const from = midnightOf(order.now, order.timezone, -months * MONTH_DAYS);
  const { inflow, outflow, fees } = computeTotals(itemsWithin(books.movements, { from, to }));
  const facts: BankFacts = {
    isIndividual: order.isIndividual,
    age: order.age,
    liquid: books.accounts.reduce((sum, { posted }) => sum + posted, 0),
    overdraftUsed: order.accounts.some(
      (account) => account.overdraftUsed > 0 || account.posted < 0,
    ),
    monthlySpending: isKnown ? Math.ceil((outflow + fees) / months) : null,
    monthlyIncome: isKnown ? Math.floor(inflow / months) : null,
    historyDays,
  };
  return { facts, period: { from, to } };
}

const HUMAN_REVIEW_AGE = 75;

/** Returns advice from given facts. */
export function advise(facts: BankFacts, order: Pick<InvestmentOrder, 'profile' | 'seed'>) {
  const { profile, seed } = order;
  const judged = judgeSuitability(facts, profile);
  const excluded = new Set(profile.excluded);
  const risk: RiskFacts = {
    tolerance: profile.riskTolerance,
    horizonYears: profile.horizonYears,
    age: judged.age ?? RULES.minAge,
    emergencyFundMonths: judged.emergencyFundMonths ?? 0,
  };
  const { score, category, limitedBy } = assessRisk(risk);
  const mix = computeMix(score, excluded);
  const blocks = mix ? judged.blocks : [...judged.blocks, makeBlock('constraints_leave_nothing')];
  const passed = blocks.length === 0;
  const suitability = {
    ...{ riskScore: passed ? score : null, category: passed ? category : null },
    limitedBy: passed ? limitedBy : null,
    ...{ ...judged, passed, blocks },
  };
  const assumptions = describeAssumptions(seed);
  if (!passed || !mix) {
    return {
      ...{ suitability, allocation: [], glidePath: [], projections: [], goals: [] },
      ...{ assumptions, alternatives: [], warnings: listWarnings(facts, profile, judged, mix) },
      firstSteps: listFirstSteps(judged, facts, profile),
      humanReviewRequired: false,
    };
  }
  const glide = planMixes(risk, excluded);
  const plan = (mixes: readonly Mix[]) => project({ mixes, ...sumContributions(profile), seed });
  const projection = plan(glide.map((year) => year.mix));
  return {
    suitability,
    allocation: listLines(mix),
    glidePath: glide.map((year) => ({ year: year.year, riskyPercent: sumRiskyShare(year.mix) })),
    projections: projection.years,
    goals: profile.goals.map(({ name, targetAmount = null, years = profile.horizonYears }) => ({
      ...{ name, targetAmount, year: years },
      chance: targetAmount === null ? null : projection.chanceOf(targetAmount, years),
    })),
    assumptions,
    alternatives: listAlternatives(score, glide, excluded, plan),
    warnings: listWarnings(facts, profile, judged, mix),
    firstSteps: [],
    // A person reviews when tolerance and capacity differ much, or little time is left to recover a
    // loss.
    humanReviewRequired:
      risk.age >= HUMAN_REVIEW_AGE ||
      (profile.riskTolerance === 'aggressive' && category === 'conservative'),
  };
}

const makeBlock = (code: keyof typeof BLOCKS) => ({ code, message: BLOCKS[code] });

function sumContributions({
  existingHoldings,
  initialAmount,
  monthlyContribution,
}: InvestmentProfile) {
  const heldAmount = existingHoldings.reduce((sum, { amount }) => sum + amount, 0);
  return { start: heldAmount + initialAmount, monthly: monthlyContribution };
}

const sumRiskyShare = (mix: Mix) =>
  (mix.developed_equity ?? 0) + (mix.emerging_equity ?? 0) + (mix.real_estate ?? 0);

const CAUTIOUS_POINTS = 15;

/** Returns alternatives with less risk; riskier plans than the rules allow are not shown. */
function listAlternatives(
  score: number,
  glide: ReturnType<typeof planMixes>,
  excluded: ReadonlySet<(typeof ASSET_CLASSES)[number]>,
  plan: (mixes: readonly Mix[]) => ReturnType<typeof project>,
) {
  const cautious = Math.max(0, score - CAUTIOUS_POINTS);
  const mixes = glide.map((year) => computeMix(Math.min(year.score, cautious), excluded) ?? {});
  const cash = glide.map(() => ({ cash: 100 }));
  const showMix = (code: string, message: string, mixes: readonly Mix[]) => {
    const end = plan(mixes).years.at(-1) ?? null;
    return { code, message, allocation: listLines(mixes[0] ?? {}), end };
  };
  return [
    showMix('more_cautious', `${CAUTIOUS_POINTS} points less in shares and real estate.`, mixes),
    showMix('savings_only', 'Everything stays in cash.', cash),
  ];
}

const CONCENTRATED_SHARE = 0.7;

function listWarnings(
  facts: BankFacts,
  profile: InvestmentProfile,
  judged: Suitability,
  mix: Mix | null,
) {
  const heldAmount = profile.existingHoldings.reduce((sum, { amount }) => sum + amount, 0);
  const largest = Math.max(0, ...profile.existingHoldings.map(({ amount }) => amount));
  const isShort = (judged.emergencyFundMonths ?? 0) < RULES.goodFundMonths;
  const all = [
    ['age_is_stated_only', facts.age === null && judged.age !== null],
    ['spending_is_stated_only', judged.spendingFrom === 'stated' && facts.monthlySpending === null],
    ['reserve_below_six_months', judged.passed && isShort],
    ['holdings_are_concentrated', heldAmount > 0 && largest / heldAmount >= CONCENTRATED_SHARE],
    ['value_may_fall', judged.passed && mix !== null],
    ['debts_as_stated', profile.debts.length > 0],
  ] as const;
  return all.filter(([, isSo]) => isSo).map(([code]) => code);
}

/** Returns all assumptions of a projection. */
function describeAssumptions(seed: number) {
  const classes = ASSET_CLASSES.map((assetClass) => {
    const { mean, volatility } = ASSUMPTIONS[assetClass];
    return { assetClass, meanPercent: toPercent(mean), volatilityPercent: toPercent(volatility) };
  });
  return {
    classes,
    costsPercent: toPercent(COSTS),
    inflationPercent: toPercent(INFLATION),
    ...{ paths: PATHS, seed, returns: 'log-normal, monthly, independent, correlated classes' },
    figures: 'nominal, before tax, put back to the shares of the year each month',
  };
}

/** Returns the whole years between a date of birth and a moment. */
export function computeAge(dateOfBirth: string, now: number): number {
  const [birth, today] = [new Date(dateOfBirth), new Date(now)];
  const years = today.getUTCFullYear() - birth.getUTCFullYear();
  const monthAndDay = (day: Date) => day.getUTCMonth() * 100 + day.getUTCDate();
  return monthAndDay(today) < monthAndDay(birth) ? years - 1 : years;
}
