// Gradient boosting on the log loss: each round grows one tree on the derivatives of the loss. It
// is a generator, so that the caller can observe each round, stop after it, and store a checkpoint
// from which another process continues to the same bytes.

import { type BinRule, type Bins, binByEdges, computeBins, MISSING_BIN } from './bins.ts';
import { createTreeGrower } from './grow-tree.ts';
import type { Derivatives } from './histogram.ts';
import { sumMargins } from './margins.ts';
import { countPositives, type Examples, sigmoid } from './matrix.ts';
import { createRandom, type Random, resumeRandom } from './random.ts';
import type { Forest } from './tree.ts';

export interface BoostingOptions {
  /** Maximum number of trees. */
  readonly rounds: number;
  readonly learningRate: number;
  readonly leaves: number;
  readonly minRows: number;
  readonly minCurvature: number;
  readonly lambda: number;
  /** Share of the rows that a tree sees. */
  readonly rowShare: number;
  /** Share of the features that a tree sees. */
  readonly featureShare: number;
  /** Weight of a positive row; probabilities need calibration when it is not 1. */
  readonly positiveWeight: number;
  /**
   * Number of rounds without a better loss on the validation part after which the boosting stops.
   */
  readonly patience: number;
  readonly seed: number;
  /** Per feature: 1 when the score may only rise with it, -1 only fall; left out, all are free. */
  readonly monotone?: readonly number[];
  /**
   * Per feature: on which side a missing value goes, -1 with the smallest and 1 with the largest,
   * so that a monotone feature is monotone from "missing" on; 0 or left out: it is learnt.
   */
  readonly missing?: readonly number[];
  /** `even` when omitted. */
  readonly bins?: BinRule;
}

export const BOOSTING_DEFAULTS: BoostingOptions = {
  rounds: 300,
  learningRate: 0.05,
  leaves: 31,
  minRows: 20,
  minCurvature: 1e-3,
  lambda: 1,
  rowShare: 0.8,
  featureShare: 0.8,
  positiveWeight: 1,
  patience: 30,
  seed: 7,
};

/** The state from which a training continues; everything else follows from the data. */
export interface Checkpoint {
  readonly forest: Forest;
  readonly random: readonly number[];
  readonly bestRound: number;
  /** Null until the first round. */
  readonly bestLoss: number | null;
}

export interface Round {
  /** 1, 2, 3 … */
  readonly round: number;
  readonly of: number;
  /** Mean log loss on the validation part; null without one. */
  readonly validationLoss: number | null;
  checkpoint(): Checkpoint;
}

/**
 * Runs all rounds.
 * @throws RangeError when the labels are all the same or an option is out of range
 */
export function trainForest(
  training: Examples,
  options: BoostingOptions,
  validation?: Examples,
): Forest {
  const rounds = boost(training, options, validation);
  for (let step = rounds.next(); ; step = rounds.next()) if (step.done) return step.value;
}

export function* boost(
  training: Examples,
  options: BoostingOptions,
  validation?: Examples,
  resumeFrom?: Checkpoint,
): Generator<Round, Forest> {
  checkOptions(options, training);
  const bins = computeBins(training.x, options.bins);
  const start = resumeFrom ?? createFirstCheckpoint(training, options);
  const trees = [...start.forest.trees];
  const random = resumeRandom(start.random);
  const margins = sumMargins(bins, start.forest);
  const validationMargins =
    validation && sumMargins(binByEdges(bins.edges, validation.x), start.forest);
  let { bestLoss, bestRound } = start;
  const grower = createTreeGrower(bins, {
    ...options,
    monotone: options.monotone ?? [],
    missing: options.missing ?? [],
  });
  const draw = createRowSampler(training.x.rows, options.rowShare);
  const derive = createDeriver(training.y, options.positiveWeight);
  const forest = () => ({
    columns: training.x.columns,
    base: start.forest.base,
    trees: [...trees],
  });

  const hasStopped = () => bestLoss !== null && trees.length - bestRound >= options.patience;
  while (trees.length < options.rounds && !hasStopped()) {
    const { rows, others } = draw(random);
    derive(margins.margins, rows);
    const features = sampleFeatures(bins, options.featureShare, random);
    const { tree, leaves } = grower.grow(derive.derivatives, rows, features);
    trees.push(tree);
    // Rows that grew the tree are already in its leaves; the others descend it.
    for (const { node, rows } of leaves) margins.addValue(rows, tree.value[node] as number);
    margins.add(tree, others);
    validationMargins?.add(tree);
    const validationLoss =
      validationMargins && validation
        ? logLoss(validationMargins.margins, validation.y, options.positiveWeight)
        : null;
    if (validationLoss !== null && validationLoss < (bestLoss ?? Infinity)) {
      bestLoss = validationLoss;
      bestRound = trees.length;
    }
    const resumable = { random: random.state(), bestLoss, bestRound };
    const checkpoint = () => ({ ...resumable, forest: forest() });
    yield { round: trees.length, of: options.rounds, validationLoss, checkpoint };
  }
  const all = forest();
  return validation ? { ...all, trees: trees.slice(0, bestRound) } : all;
}

function checkOptions(options: BoostingOptions, { x, y }: Examples): void {
  const positives = countPositives(y);
  if (positives === 0 || positives === y.length) {
    throw new RangeError('all labels are the same: a model needs both labels');
  }
  if (x.values.some((value) => value === Infinity || value === -Infinity)) {
    throw new RangeError('a feature is infinite');
  }
  const isShare = (value: number) => value > 0 && value <= 1;
  const isCount = (value: number, minValue: number) => Number.isInteger(value) && value >= minValue;
  const validity = {
    rounds: isCount(options.rounds, 1),
    leaves: isCount(options.leaves, 2) && options.leaves <= 1_024,
    minRows: isCount(options.minRows, 1),
    patience: isCount(options.patience, 1),
    learningRate: isShare(options.learningRate),
    rowShare: isShare(options.rowShare),
    featureShare: isShare(options.featureShare),
    lambda: options.lambda >= 0 && options.lambda < Infinity,
    minCurvature: options.minCurvature > 0,
    positiveWeight: options.positiveWeight > 0 && options.positiveWeight < Infinity,
  };
  const wrongOption = Object.entries(validity).find(([, sound]) => !sound);
  if (wrongOption) throw new RangeError(`the hyperparameter ${wrongOption[0]} is out of range`);
}

function createFirstCheckpoint({ x, y }: Examples, options: BoostingOptions): Checkpoint {
  const positives = countPositives(y) * options.positiveWeight;
  const negatives = y.length - countPositives(y);
  const base = Math.fround(Math.log(positives / negatives));
  return {
    forest: { columns: x.columns, base, trees: [] },
    random: createRandom(options.seed).state(),
    bestRound: 0,
    bestLoss: null,
  };
}

/** Writes the derivatives of the named rows; those of other rows stay unchanged. */
function createDeriver(y: Uint8Array, positiveWeight: number) {
  const gradient = new Float64Array(y.length);
  const curvature = new Float64Array(y.length);
  const derivatives: Derivatives = { gradient, curvature };
  const derive = (margins: Float64Array, rows: Uint32Array): void => {
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as number;
      const probability = sigmoid(margins[row] as number);
      const weight = y[row] === 1 ? positiveWeight : 1;
      gradient[row] = weight * (probability - (y[row] as number));
      curvature[row] = weight * probability * (1 - probability);
    }
  };
  return Object.assign(derive, { derivatives });
}

/** Mean log loss of margins; written so that it neither overflows nor takes the log of 0. */
export function logLoss(margins: Float64Array, y: Uint8Array, positiveWeight = 1): number {
  let sum = 0;
  let weights = 0;
  for (let row = 0; row < y.length; row++) {
    const margin = margins[row] as number;
    const weight = y[row] === 1 ? positiveWeight : 1;
    const against = y[row] === 1 ? -margin : margin;
    sum += weight * (Math.max(against, 0) + Math.log1p(Math.exp(-Math.abs(against))));
    weights += weight;
  }
  return sum / weights;
}

/** Draws the rows that a tree is grown on, in ascending order; the next draw overwrites them. */
function createRowSampler(count: number, share: number) {
  const sample = new Uint32Array(count);
  const others = new Uint32Array(count);
  return (random: Random): { readonly rows: Uint32Array; readonly others: Uint32Array } => {
    let size = 0;
    for (let row = 0; row < count; row++) {
      const isTaken = share === 1 || random.next() < share;
      if (isTaken) sample[size++] = row;
      else others[row - size] = row;
    }
    if (size === 0) return { rows: others.slice(), others: sample.subarray(0, 0) };
    return { rows: sample.subarray(0, size), others: others.subarray(0, count - size) };
  };
}

/**
 * Draws features with more than one bin, at least one, because a tree without features has one leaf
 * only.
 */
function sampleFeatures(bins: Bins, share: number, random: Random): readonly number[] {
  const usable = bins.edges.flatMap((edges, feature) => {
    const codes = bins.codes[feature] as Uint8Array;
    return edges.length > 0 || codes.includes(MISSING_BIN) ? [feature] : [];
  });
  const sample = share === 1 ? usable : usable.filter(() => random.next() < share);
  return sample.length > 0 ? sample : usable;
}
