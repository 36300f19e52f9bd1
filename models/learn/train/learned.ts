// What a learner found, whichever it was: its margin for a row, its ONNX, its exact attributions.

import { explainForest } from '../../explain/tree-shap.ts';
import { linearSteps } from '../export/linear.ts';
import type { OnnxSteps } from '../export/onnx-model.ts';
import { forestSteps } from '../export/tree-ensemble.ts';
import { type LinearModel, linearMargin, linearPart } from './logistic.ts';
import { type Forest, marginScorer } from './tree.ts';

export type Learned =
  | { readonly kind: 'boosted-trees'; readonly forest: Forest }
  | { readonly kind: 'logistic'; readonly linear: LinearModel };

export type Score = (row: ArrayLike<number>) => number;

export function marginBy(learned: Learned): Score {
  return learned.kind === 'logistic'
    ? (row) => linearMargin(learned.linear, row)
    : marginScorer(learned.forest);
}

export function stepsOf(learned: Learned): OnnxSteps {
  return learned.kind === 'logistic' ? linearSteps(learned.linear) : forestSteps(learned.forest);
}

/** Per feature, what it adds to the margin of a row. */
export function partsOf(learned: Learned, row: ArrayLike<number>): readonly number[] {
  if (learned.kind === 'boosted-trees') return explainForest(learned.forest, row).parts;
  const { linear } = learned;
  return Array.from({ length: linear.columns }, (_, at) => linearPart(linear, row, at));
}
