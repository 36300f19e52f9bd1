// Fits a learner on given rows for a given number of rounds: shared by the folds, the split and the
// final fit on all rows.

import type { Feature } from '../../card.ts';
import { type BoostingOptions, trainForest } from './boosted-trees.ts';
import type { Learner } from './build-artifact.ts';
import { encodeTrainingRows, fitEncoding } from './encoding.ts';
import type { Learned } from './learned-model.ts';
import { trainLogistic } from './logistic.ts';
import type { Examples } from './matrix.ts';

export interface Recipe {
  readonly learner: Learner;
  readonly features: readonly Feature[];
  /** Number of trees; nothing stops the fit earlier. */
  readonly rounds: number;
}

/** The trees obey the monotone constraints of the features. */
export function addConstraints(
  options: BoostingOptions,
  features: readonly Feature[],
): BoostingOptions {
  return { ...options, monotone: features.map(({ monotone }) => monotone) };
}

export function fitLearner({ learner, features, rounds }: Recipe, examples: Examples): Learned {
  const encoding = encodingIn(examples, features);
  const encoded = encodeTrainingRows(examples, features);
  if (learner.kind === 'logistic') {
    const options = { ...learner.options, ...constraintsOf(features) };
    return { kind: 'logistic', linear: trainLogistic(encoded, options), ...encoding };
  }
  const options = { ...addConstraints(learner.options, features), rounds };
  return { kind: 'boosted-trees', forest: trainForest(encoded, options), ...encoding };
}

/** Returns an empty object when no feature is constrained. */
export function constraintsOf(features: readonly Feature[]) {
  const monotone = features.map((feature) => feature.monotone);
  return monotone.some((direction) => direction !== 0) ? { monotone } : {};
}

/** Encoding of rows outside the training, as a part of the learned model. */
export function encodingIn(examples: Examples, features: readonly Feature[]) {
  const encoding = fitEncoding(examples, features);
  return encoding ? { encoding } : {};
}
