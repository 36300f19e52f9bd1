// How the scores of one file are explained, and by which definition: what is exact under one of
// them is not the same number under another, so it is always said which one it was.

import type { LinearModel } from '../train/logistic.ts';
import { linearPart } from '../train/logistic.ts';
import { sigmoid } from '../train/matrix.ts';
import type { Forest } from '../train/tree.ts';
import { againstBackground } from './interventional.ts';
import { type OpenTrees, openMarginOf } from './open-trees.ts';
import { type Attribution, explainerInTurns } from './tree-shap.ts';

/**
 * `tree_shap`: an absent feature follows the covers of the training rows. `linear`: an absent
 * feature has its mean over the training rows. `interventional`: an absent feature has the values
 * that the rows of the card's background have.
 */
export const EXPLANATION_KINDS = ['tree_shap', 'linear', 'interventional'] as const;

export interface Explanation {
  readonly kind: (typeof EXPLANATION_KINDS)[number];
  /** At once; null where it takes longer than a decision may wait. */
  now(row: ArrayLike<number>): Attribution | null;
  /**
   * In the end.
   * @param probability that the file gave for the row
   * @returns null when the attributions are not those of that score
   */
  attribute(row: ArrayLike<number>, probability: number): Promise<Attribution | null>;
}

/** Of trees that we grew and whose covers are kept. */
export async function forestExplanation(forest: Forest): Promise<Explanation> {
  const explain = await explainerInTurns(forest);
  return { kind: 'tree_shap', now: explain, attribute: async (row) => explain(row) };
}

/** Of a logistic regression that we fitted. */
export function linearExplanation(linear: LinearModel): Explanation {
  const explain = (row: ArrayLike<number>) => ({
    expected: linear.intercept,
    parts: Array.from({ length: linear.columns }, (_, at) => linearPart(linear, row, at)),
  });
  return { kind: 'linear', now: explain, attribute: async (row) => explain(row) };
}

/** From the sum of the leaves to a probability: what exporters put behind their trees. */
const LINKS: readonly ((margin: number) => number)[] = [(margin) => margin, sigmoid];
/** The runtime adds 32-bit floats. */
const TOLERANCE = 1e-4;

/**
 * Of trees that others trained, against a background.
 * @param probabilities what the file gives for each row of the background
 * @returns null when no known step leads from these trees to those probabilities
 */
export function openExplanation(
  trees: OpenTrees,
  background: readonly Float32Array[],
  probabilities: readonly number[],
): Explanation | null {
  const isSame = (given: number, wanted: number) => Math.abs(given - wanted) <= TOLERANCE;
  const margins = background.map((row) => openMarginOf(trees, row));
  const link = LINKS.find((one) =>
    margins.every((margin, at) => isSame(one(margin), probabilities[at] ?? Number.NaN)),
  );
  if (!link) return null;
  return {
    kind: 'interventional',
    now: () => null,
    async attribute(row, probability) {
      const attribution = await againstBackground(trees, background, row);
      const { expected, parts } = attribution;
      const margin = parts.reduce((sum, part) => sum + part, expected);
      return isSame(link(margin), probability) ? attribution : null;
    },
  };
}
