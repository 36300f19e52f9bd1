// A learned model of any learner: its margin for a row, its ONNX, its exact attributions.

import type { Feature } from '../../card.ts';
import { explainForest } from '../../explain/tree-shap.ts';
import { makeEncodingSteps } from '../export/encoding.ts';
import { makeLinearSteps } from '../export/linear.ts';
import type { OnnxSteps } from '../export/onnx-model.ts';
import { makeForestSteps } from '../export/tree-ensemble.ts';
import { type Encoding, encodeRow } from './encoding.ts';
import { computeLinearMargin, computeLinearPart, type LinearModel } from './logistic.ts';
import { createMarginScorer, type Forest } from './tree.ts';

export type Learned = (
  | { readonly kind: 'boosted-trees'; readonly forest: Forest }
  | { readonly kind: 'logistic'; readonly linear: LinearModel }
) & {
  /** Encoding of categories; absent without categories. */
  readonly encoding?: Encoding | null;
};

export type Score = (row: ArrayLike<number>) => number;

export function createMarginScore(learned: Learned): Score {
  const score: Score =
    learned.kind === 'logistic'
      ? (row) => computeLinearMargin(learned.linear, row)
      : createMarginScorer(learned.forest);
  const { encoding } = learned;
  return encoding ? (row) => score(encodeRow(encoding, row)) : score;
}

/** From the inputs of a file to the margin. */
export function makeSteps(learned: Learned, features: readonly Feature[]): readonly OnnxSteps[] {
  const { encoding } = learned;
  const steps =
    learned.kind === 'logistic' ? makeLinearSteps(learned.linear) : makeForestSteps(learned.forest);
  return encoding ? [makeEncodingSteps(features, encoding), steps] : [steps];
}

/** Contribution of each feature to the margin of a row. */
export function attributeRow(learned: Learned, values: ArrayLike<number>): readonly number[] {
  const row = learned.encoding ? encodeRow(learned.encoding, values) : values;
  if (learned.kind === 'boosted-trees') return explainForest(learned.forest, row).parts;
  const { linear } = learned;
  return Array.from({ length: linear.columns }, (_, index) =>
    computeLinearPart(linear, row, index),
  );
}
