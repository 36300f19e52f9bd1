// Chooses the default learner of a training: by cross-validation when it is fast enough, otherwise
// on the validation part. With few events the simpler learner is chosen unless the other one is
// significantly better.

import type { Learner } from './build-artifact.ts';
import { fitLearner, type Recipe } from './fit.ts';
import { createMarginScore, type Learned } from './learned-model.ts';
import { LOGISTIC } from './logistic.ts';
import { countPositives, type Examples, takeRows } from './matrix.ts';
import { areaUnderRoc, rankRows } from './metrics.ts';
import { scoreAll } from './samples.ts';
import { createGroupFolds, createTimeFolds } from './split.ts';

/** Smallest clear difference of areas under ROC. */
const MIN_ADVANTAGE = 0.002;
/** With fewer rows of the rarer label, a difference is mostly noise. */
export const SMALL_SAMPLE = 200;
const FOLDS = 5;
/**
 * Rows times columns; larger data sets are not cross-validated, which would take five times as
 * long.
 */
export const MAX_VALUES = 400_000;

/** Area under ROC by learner, on rows that it has not learnt from. */
export type Candidates = Readonly<Record<string, number>>;

/** Rows that may influence learning; the hold-out is not among them. */
export interface Development {
  readonly examples: Examples;
  /** Rows of one group are in one fold. */
  readonly groupOf: Uint32Array;
  /** True when the rows are ordered by time, so that no fold is trained on later rows. */
  readonly isTimed: boolean;
}

/**
 * Out-of-fold margins: for each development row the margin of a model that was not trained on it.
 */
export interface OutOfFoldMargins {
  readonly margins: Float64Array;
  readonly y: Uint8Array;
}

export interface Selection {
  readonly learner: Learner;
  readonly method: 'cross_validation' | 'validation_part';
  readonly candidates: Candidates;
  /** The reason in words, for the card. */
  readonly why: string;
  /** Out-of-fold margins of the chosen learner, or null without cross-validation. */
  readonly unseen: OutOfFoldMargins | null;
}

/** Returns the number of rows with the rarer label. */
export function countRarerLabel(y: Uint8Array): number {
  const positives = countPositives(y);
  return Math.min(positives, y.length - positives);
}

interface Folds {
  readonly training: readonly Examples[];
  readonly heldOut: readonly Examples[];
}

/** Returns null when there are too many rows, or a fold would have one label only. */
export function createFolds(
  { examples, groupOf, isTimed }: Development,
  seed: number,
): Folds | null {
  const { x, y } = examples;
  if (x.rows * x.columns > MAX_VALUES) return null;
  const parts = isTimed
    ? createTimeFolds(y.length, groupOf, FOLDS)
    : createGroupFolds(y, groupOf, { folds: FOLDS, seed });
  const training = parts.map((part) => takeRows(examples, part.training));
  const heldParts = parts.map((part) => takeRows(examples, part.heldOut));
  return [...training, ...heldParts].every(({ y: labels }) => countRarerLabel(labels) > 0)
    ? { training, heldOut: heldParts }
    : null;
}

interface Trial {
  readonly areas: readonly number[];
  readonly unseen: OutOfFoldMargins;
}

/** Trains and scores each fold, and awaits `pause` before each. */
export async function tryRecipe(folds: Folds, recipe: Recipe, pause: () => Promise<void>) {
  const areas: number[] = [];
  const margins: number[] = [];
  const labels: number[] = [];
  for (const [index, training] of folds.training.entries()) {
    await pause();
    const heldPart = folds.heldOut[index] as Examples;
    const scores = scoreAll(heldPart.x, createMarginScore(fitLearner(recipe, training)));
    areas.push(areaUnderRoc(rankRows(scores, heldPart.y)));
    margins.push(...scores);
    labels.push(...heldPart.y);
  }
  const unseen = { margins: Float64Array.from(margins), y: Uint8Array.from(labels) };
  return { areas, unseen } satisfies Trial;
}

/**
 * Standard error of the mean difference over folds that share their training rows (Nadeau and
 * Bengio 2003).
 */
export function computeErrorOfMean(differences: readonly number[]): number {
  const count = differences.length;
  const mean = meanOf(differences);
  const spread =
    differences.reduce((sum, difference) => sum + (difference - mean) ** 2, 0) / (count - 1);
  return Math.sqrt(spread * (1 / count + 1 / (count - 1)));
}

/** Compares the trees with the logistic regression by their folds. */
export function chooseByFolds(
  { trees, line: logistic }: { readonly trees: Trial; readonly line: Trial },
  { learner, rarer, seed }: { readonly learner: Learner; readonly rarer: number; seed: number },
): Selection {
  const differences = trees.areas.map((area, fold) => area - (logistic.areas[fold] as number));
  const mean = meanOf(differences);
  const error = computeErrorOfMean(differences);
  const isSmall = rarer < SMALL_SAMPLE;
  const threshold = isSmall ? Math.max(MIN_ADVANTAGE, error) : MIN_ADVANTAGE;
  const takesTrees = mean > threshold;
  const candidates = {
    'boosted-trees': roundFigure(meanOf(trees.areas)),
    logistic: roundFigure(meanOf(logistic.areas)),
  };
  const sentence =
    `${FOLDS} folds: the trees rank better by ${roundFigure(mean)} with a standard error of ` +
    `${roundFigure(error)}, and more than ${roundFigure(threshold)} was asked for`;
  const choiceReason = isSmall
    ? `${sentence}, because only ${rarer} rows have the rarer label`
    : sentence;
  const shared = { method: 'cross_validation', candidates, why: choiceReason } as const;
  if (takesTrees) return { ...shared, learner, unseen: trees.unseen };
  return { ...shared, learner: makeLogisticLearner(learner, seed), unseen: logistic.unseen };
}

/**
 * Chooses the trees only when they are clearly better on the validation part, which favours them a
 * little because it decided when they stop.
 */
export function chooseByPart(
  { trees, line: logistic }: { readonly trees: Learned; readonly line: Learned },
  validation: Examples,
  { learner, seed }: { readonly learner: Learner; readonly seed: number },
): Selection {
  const [area, logisticArea] = [measureArea(trees, validation), measureArea(logistic, validation)];
  const reason = `the validation part: trees are taken when they rank better by ${MIN_ADVANTAGE}`;
  return {
    learner: logisticArea + MIN_ADVANTAGE < area ? learner : makeLogisticLearner(learner, seed),
    method: 'validation_part',
    candidates: { [trees.kind]: roundFigure(area), logistic: roundFigure(logisticArea) },
    why: reason,
    unseen: null,
  };
}

/** Returns the area under ROC on rows outside the training. */
export function measureArea(learned: Learned, { x, y }: Examples): number {
  return areaUnderRoc(rankRows(scoreAll(x, createMarginScore(learned)), y));
}

/** Returns the logistic regression with the class weight of the trees. */
export function makeLogisticLearner(
  { options: { positiveWeight } }: Learner,
  seed: number,
): Learner {
  return { kind: 'logistic', options: { ...LOGISTIC, positiveWeight }, seed };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function roundFigure(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
