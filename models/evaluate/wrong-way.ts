// Counts changes that should help a person (more income, a smaller loan, a payee who was paid
// before) but worsen the model's answer. A model may have no such step anywhere in its range.

import type { Forest } from '../learn/train/tree.ts';

/**
 * One step that helps: the rows before it, and the same rows after it. All steps from one row share
 * its array, so that it is scored once.
 */
export interface FavourableStep {
  readonly name: string;
  readonly before: readonly Float32Array[];
  readonly after: readonly Float32Array[];
}

export interface WrongWaySteps {
  readonly steps: number;
  readonly wrong: number;
  /** The share of the rows that some step makes worse. */
  readonly share: number;
  /** Counts by name of the step, without zeros. */
  readonly byStep: Readonly<Record<string, number>>;
}

/** Smaller differences come from the rounding of 32-bit sums. */
const TOLERANCE = 1e-6;

/**
 * Counts the favourable steps that raise the risk.
 * @param scoreRows probabilities of the unfavourable event
 */
export async function countWrongWaySteps(
  steps: readonly FavourableStep[],
  scoreRows: (rows: readonly Float32Array[]) => Promise<ArrayLike<number>>,
): Promise<WrongWaySteps> {
  const byStep: Record<string, number> = {};
  const [rows, worseRows] = [new Set<Float32Array>(), new Set<Float32Array>()];
  let [stepCount, wrongCount] = [0, 0];
  // Many steps begin at the same row, which is scored once.
  const starts = [...new Set(steps.flatMap(({ before }) => before))];
  const scores = await scoreRows(starts);
  const scoreOf = new Map(starts.map((row, index) => [row, scores[index] as number]));
  for (const { name, before, after } of steps) {
    const scoresAfter = await scoreRows(after);
    for (let index = 0; index < before.length; index++) {
      const row = before[index] as Float32Array;
      rows.add(row);
      stepCount += 1;
      if ((scoresAfter[index] as number) <= (scoreOf.get(row) as number) + TOLERANCE) continue;
      wrongCount += 1;
      worseRows.add(row);
      byStep[name] = (byStep[name] ?? 0) + 1;
    }
  }
  return {
    steps: stepCount,
    wrong: wrongCount,
    share: rows.size === 0 ? 0 : worseRows.size / rows.size,
    byStep,
  };
}

/** The direction of the risk as a column grows, and the place of a missing value. */
export interface Direction {
  readonly name: string;
  readonly column: number;
  /** 1: a larger value is a greater risk; -1: a smaller one. */
  readonly sign: -1 | 1;
  /** True when a missing value is the greatest risk. Otherwise missing values are not compared. */
  readonly isMissingWorst: boolean;
  readonly max: number | null;
}

/** A value beyond all real data. */
const EXTREME_VALUE = 1e9;
const RELATIVE_STEP = 1e-4;

/**
 * Returns steps that improve one column of a row: to every given value, to its neighbours on both
 * sides, and to both ends of the range.
 */
export function makeFavourableSteps(
  rows: readonly Float32Array[],
  directions: readonly Direction[],
  valuesFor: (column: number) => readonly number[],
): FavourableStep[] {
  return directions.map(({ name, column, sign, isMissingWorst, max }) => {
    const maxValue = max ?? EXTREME_VALUE;
    const values = valuesFor(column)
      .flatMap((value) => [
        value - 1,
        value * (1 - RELATIVE_STEP),
        value,
        value * (1 + RELATIVE_STEP),
        value + 1,
      ])
      .concat([0, maxValue])
      .filter((value) => value >= 0 && value <= maxValue);
    const [before, after]: [Float32Array[], Float32Array[]] = [[], []];
    for (const row of rows) {
      const current = row[column] as number;
      for (const value of values) {
        const isBetter = Number.isNaN(current) ? isMissingWorst : (current - value) * sign > 0;
        if (!isBetter) continue;
        before.push(row);
        after.push(Float32Array.from(row, (old, index) => (index === column ? value : old)));
      }
    }
    return { name, before, after };
  });
}

/** Returns the distinct split points of a feature in the trees, ascending. */
export function splitPointsOf({ trees }: Forest, feature: number): number[] {
  const thresholds = new Set<number>();
  for (const tree of trees) {
    tree.feature.forEach((splitFeature, node) => {
      const threshold = tree.threshold[node] as number;
      if (splitFeature === feature && Math.abs(threshold) < 1e30) thresholds.add(threshold);
    });
  }
  return [...thresholds].sort((a, b) => a - b);
}
