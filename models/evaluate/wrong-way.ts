// Steps in a favourable direction after which a model is worse for the applicant: more income, less
// of a loan, a longer history. There may be none, wherever in its range a model is asked.

import type { Forest } from '../learn/train/tree.ts';

/** One step that helps: the rows before it, and the same rows after it. */
export interface FavourableStep {
  readonly name: string;
  readonly before: readonly Float32Array[];
  readonly after: readonly Float32Array[];
}

export interface WrongWaySteps {
  readonly steps: number;
  readonly wrong: number;
  /** By name of the step, those that have some. */
  readonly byStep: Readonly<Record<string, number>>;
}

/** Smaller differences are those of 32-bit sums, not of decisions. */
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
  let [all, wrong] = [0, 0];
  for (const { name, before, after } of steps) {
    const [from, to] = [await scoreRows(before), await scoreRows(after)];
    for (let at = 0; at < before.length; at++) {
      all += 1;
      if ((to[at] as number) <= (from[at] as number) + TOLERANCE) continue;
      wrong += 1;
      byStep[name] = (byStep[name] ?? 0) + 1;
    }
  }
  return { steps: all, wrong, byStep };
}

/** Where the trees cut a feature, ascending, each once. */
export function splitPointsOf({ trees }: Forest, feature: number): number[] {
  const found = new Set<number>();
  for (const tree of trees) {
    tree.feature.forEach((one, node) => {
      const threshold = tree.threshold[node] as number;
      if (one === feature && Math.abs(threshold) < 1e30) found.add(threshold);
    });
  }
  return [...found].sort((a, b) => a - b);
}
