// Divides a sum between asset classes by written rules, from the customer's tolerance and capacity
// for risk. No security is named.

import { allocate } from '../../ledger/money.ts';
import { ASSET_CLASSES, type AssetClass, type Mix } from './market-assumptions.ts';

export const TOLERANCES = ['conservative', 'moderate', 'aggressive'] as const;
export type Tolerance = (typeof TOLERANCES)[number];
export const CATEGORIES = ['conservative', 'moderate', 'growth'] as const;
export type RiskCategory = (typeof CATEGORIES)[number];

export interface RiskFacts {
  readonly tolerance: Tolerance;
  readonly horizonYears: number;
  readonly age: number;
  readonly emergencyFundMonths: number;
}

export const RISK_PARTS = ['tolerance', 'horizon', 'age', 'emergency_fund'] as const;
export type RiskPart = (typeof RISK_PARTS)[number];

export interface Risk {
  /**
   * 10 to 85: the smallest of its parts, which is also the percentage of shares and real estate.
   */
  readonly score: number;
  readonly category: RiskCategory;
  readonly parts: Readonly<Record<RiskPart, number>>;
  readonly limitedBy: RiskPart;
}

const RISK_BY_TOLERANCE: Readonly<Record<Tolerance, number>> = {
  conservative: 25,
  moderate: 55,
  aggressive: 85,
};
const [LEAST_SHARE, MOST_SHARE] = [10, 85];

const clampScore = (value: number) =>
  Math.round(Math.min(MOST_SHARE, Math.max(LEAST_SHARE, value)));

/** Returns the customer's tolerance for risk, capped by horizon, age and reserve. */
export function assessRisk({ tolerance, horizonYears, age, emergencyFundMonths }: RiskFacts): Risk {
  const parts = {
    tolerance: RISK_BY_TOLERANCE[tolerance],
    // A horizon of three years allows 10 points, each further year seven more.
    horizon: clampScore(LEAST_SHARE + 7 * (horizonYears - 3)),
    age: clampScore(110 - age),
    emergency_fund: clampScore(15 * emergencyFundMonths),
  };
  const limitedBy = RISK_PARTS.reduce((smallest, part) =>
    parts[part] < parts[smallest] ? part : smallest,
  );
  const score = parts[limitedBy];
  const category = score <= 30 ? 'conservative' : score <= 60 ? 'moderate' : 'growth';
  return { score, category, parts, limitedBy };
}

/** Weights within the risky and the defensive share. */
const RISKY_MIX: Mix = { developed_equity: 75, emerging_equity: 15, real_estate: 10 };
const DEFENSIVE_MIX: Mix = { government_bonds: 50, corporate_bonds: 30, cash: 20 };

/**
 * Returns whole percentages that add up to 100, or null when the exclusions leave no mix that is
 * defensive enough.
 */
export function computeMix(score: number, excluded: ReadonlySet<AssetClass>): Mix | null {
  const dropExcluded = (mix: Mix) =>
    ASSET_CLASSES.filter((name) => mix[name] !== undefined && !excluded.has(name));
  const [risky, defensive] = [dropExcluded(RISKY_MIX), dropExcluded(DEFENSIVE_MIX)];
  if (defensive.length === 0) return null;
  const share = risky.length === 0 ? 0 : score;
  const sumOf = (names: readonly AssetClass[], mix: Mix) =>
    names.reduce((sum, name) => sum + (mix[name] ?? 0), 0);
  const names = [...risky, ...defensive];
  const weights = names.map((name) => {
    const isRisky = RISKY_MIX[name] !== undefined;
    const [mix, part] = isRisky ? [RISKY_MIX, share] : [DEFENSIVE_MIX, 100 - share];
    const total = sumOf(isRisky ? risky : defensive, mix);
    return BigInt(Math.round((1_000_000 * part * (mix[name] ?? 0)) / total));
  });
  const percents = allocate(100n, weights);
  return Object.fromEntries(names.map((name, index) => [name, Number(percents[index])]));
}

const RATIONALES: Readonly<Record<AssetClass, string>> = {
  cash: 'Bears what has to be paid soon, and loses least in a bad year.',
  government_bonds: 'Steadies the whole: it often rises when shares fall.',
  corporate_bonds: 'Brings some more than government bonds for some more risk.',
  developed_equity: 'Carries the growth over the whole horizon; many markets, no single firm.',
  emerging_equity: 'More growth and larger swings, so the part is small.',
  real_estate: 'Another source of growth that moves less than fully with shares.',
};

export interface AllocationLine {
  readonly assetClass: AssetClass;
  readonly percent: number;
  readonly rationale: string;
}

/** Returns the classes with a share, largest first. */
export function listLines(mix: Mix): AllocationLine[] {
  return ASSET_CLASSES.flatMap((assetClass) => {
    const percent = mix[assetClass] ?? 0;
    return percent > 0 ? [{ assetClass, percent, rationale: RATIONALES[assetClass] }] : [];
  }).sort((a, b) => b.percent - a.percent);
}

/** Returns the mix of each year until the horizon, which becomes safer towards the end. */
export function planMixes(facts: RiskFacts, excluded: ReadonlySet<AssetClass>) {
  return Array.from({ length: facts.horizonYears }, (_, year) => {
    const horizonYears = facts.horizonYears - year;
    const { score } = assessRisk({ ...facts, horizonYears, age: facts.age + year });
    return { year: year + 1, score, mix: computeMix(score, excluded) ?? {} };
  });
}
