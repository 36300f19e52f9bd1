// Assumptions of investment advice about markets. These are assumptions, not forecasts: long-run
// figures rounded to halves of a percent, the same for every currency, and stated in every answer.
// docs/decisions/language-and-insight.md

export const ASSET_CLASSES = [
  ...(['cash', 'government_bonds', 'corporate_bonds'] as const),
  ...(['developed_equity', 'emerging_equity', 'real_estate'] as const),
] as const;
export type AssetClass = (typeof ASSET_CLASSES)[number];

interface Assumption {
  /** Yearly figures before costs, in nominal terms. */
  readonly mean: number;
  readonly volatility: number;
}

export const ASSUMPTIONS: Readonly<Record<AssetClass, Assumption>> = {
  cash: { mean: 0.02, volatility: 0.005 },
  government_bonds: { mean: 0.03, volatility: 0.06 },
  corporate_bonds: { mean: 0.04, volatility: 0.08 },
  developed_equity: { mean: 0.065, volatility: 0.16 },
  emerging_equity: { mean: 0.075, volatility: 0.22 },
  real_estate: { mean: 0.055, volatility: 0.17 },
};

/** Correlations of the classes, in their order. */
const CORRELATIONS: readonly (readonly number[])[] = [
  [1, 0.1, 0.05, 0, 0, 0],
  [0.1, 1, 0.5, 0, 0, 0.15],
  [0.05, 0.5, 1, 0.4, 0.4, 0.4],
  [0, 0, 0.4, 1, 0.75, 0.65],
  [0, 0, 0.4, 0.75, 1, 0.55],
  [0, 0.15, 0.4, 0.65, 0.55, 1],
];

/** Yearly costs as a share of the invested sum. */
export const COSTS = 0.005;
export const INFLATION = 0.02;

/** Whole percentages by class. */
export type Mix = Readonly<Partial<Record<AssetClass, number>>>;

/**
 * Returns the yearly mean after costs and the volatility of a mix that is rebalanced every month.
 */
export function computeAssumption(mix: Mix): Assumption {
  const shares = ASSET_CLASSES.map((name) => (mix[name] ?? 0) / 100);
  const mean = ASSET_CLASSES.reduce((sum, name, index) => {
    return sum + (shares[index] ?? 0) * ASSUMPTIONS[name].mean;
  }, -COSTS);
  let variance = 0;
  ASSET_CLASSES.forEach((assetClass, row) => {
    ASSET_CLASSES.forEach((other, column) => {
      const weight = (shares[row] ?? 0) * (shares[column] ?? 0);
      const covariance = ASSUMPTIONS[assetClass].volatility * ASSUMPTIONS[other].volatility;
      variance += weight * covariance * (CORRELATIONS[row]?.[column] ?? 0);
    });
  });
  return { mean, volatility: Math.sqrt(variance) };
}
