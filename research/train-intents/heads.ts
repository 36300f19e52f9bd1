// The heads of intent-parsing over hashed text.

import { computeTextFeatures } from '../../models/features/text-features.ts';
import { createRandom, shuffle } from '../../models/learn/train/random.ts';
import type { Example } from './data.ts';
import { computeScores, type HiddenOptions, trainTwoLayers } from './hidden-machine.ts';
import { computeWeights, dot, type SparseRow, sparseRow, trainMachine } from './linear-machine.ts';
import { chooseMixture, type Margins } from './mixture.ts';
import type { TextHead } from './text-model.ts';

export const MACHINE = { cost: 0.5, rounds: 25, seed: 1 };

/**
 * Options of the two layers beside the machines of a head. Chosen on the training messages of
 * Banking77 by cross-validation in five parts (docs/understand/models.md has the figures).
 */
export const LAYERS: Readonly<Record<string, HiddenOptions>> = {
  question: {
    units: 128,
    rounds: 30,
    step: 0.03,
    scale: 2,
    columnsLeftOut: 0.5,
    unitsLeftOut: 0.5,
    evenShare: 0.1,
    seed: 1,
  },
};

/**
 * How far a head corrects for the frequency of labels in training: 1 treats all labels as equally
 * frequent. In Banking77 one question has 35 messages and another 187, which reflects their
 * collection and not how often customers ask. Most messages are out of scope, in CLINC150 and at a
 * bank, so the intents keep their frequencies.
 */
export const EVENNESS: Readonly<Record<string, number>> = { question: 1, intent: 0 };

/**
 * Number of parts of a head's messages, and number of parts that are scored by models trained on
 * the others. The weights of both models follow from their scores of unseen messages.
 */
const PARTS: Readonly<Record<string, { of: number; judged: number }>> = {
  question: { of: 5, judged: 5 },
  intent: { of: 10, judged: 1 },
};

/**
 * Indexes of the messages of a part, and of the messages on which the model that scores it was
 * trained.
 */
interface Part {
  readonly training: readonly number[];
  readonly held: readonly number[];
}

/** A head with the data that are needed to mix another head with it. */
export interface TrainedHead {
  readonly head: TextHead;
  /** Factor of the scores of the two layers; 0 when the head has none. */
  readonly trust: number;
  readonly examples: readonly Example[];
  /** Label of each message, by index. */
  readonly truth: readonly number[];
  readonly parts: readonly Part[];
  /** Scores before the softmax of the held messages of all parts, in order. */
  readonly margins: Margins;
}

/** Trains the machines of all labels, and calibrates them on unseen messages. */
export function trainHead(
  name: string,
  labels: readonly string[],
  examples: readonly Example[],
): TrainedHead {
  const features = examples.map(({ text }) => computeTextFeatures(text));
  const weighing = computeWeights(features);
  const rows = features.map((feature) => sparseRow(feature, weighing));
  const indexByLabel = new Map(labels.map((label, index) => [label, index]));
  const truth = examples.map(({ label }) => indexByLabel.get(label) ?? -1);
  const constants = computeRarity(labels, truth).map((value) => value * (EVENNESS[name] ?? 0));
  const order = [...shuffle(rows.length, createRandom(7))];
  const all = { name, labels, rows, truth };
  const parts = splitMessages(name, order);
  const scoredParts = parts.flatMap((part) => scorePart(all, part));
  const { trust, temperature, evenShare } = calibrateHead(name, scoredParts, constants);
  const probabilities = scoredParts.map((part) => {
    const mixedScores = mixScores(part, { trust, temperature, constants });
    const share = evenShare / labels.length;
    return mixedScores.map((value) =>
      Math.log(Math.max(MIN_PROBABILITY, (1 - evenShare) * value + share)),
    );
  });
  const { weights, layers } = trainScorers(all, order);
  const head = {
    ...{ name, labels, idf: weighing.idf, weights },
    ...{ temperature, constants, evenShare },
    layers: layers && {
      hidden: layers.hidden,
      output: layers.output.map((outputRow) => outputRow.map((value) => value * trust)),
    },
  };
  return { head, trust, examples, truth, parts, margins: probabilities };
}

function splitMessages(name: string, order: readonly number[]): Part[] {
  const { of, judged } = PARTS[name] ?? { of: 10, judged: 1 };
  const size = Math.floor(order.length / of);
  return Array.from({ length: judged }, (_, part) => {
    const [from, to] = [part * size, part === of - 1 ? order.length : (part + 1) * size];
    const remaining = [...order.slice(0, from), ...order.slice(to)];
    return { held: order.slice(from, to), training: remaining };
  });
}

interface PartScores {
  readonly margins: readonly number[];
  readonly scores: readonly number[];
  readonly truth: number;
}

/** Scores each message of a part by models that were trained on the other parts. */
function scorePart(all: Messages, { training, held }: Part): PartScores[] {
  const { weights, layers } = trainScorers(all, training);
  return held.map((index) => {
    const row = all.rows[index] as SparseRow;
    return {
      margins: computeMargins(weights, row),
      scores: layers ? computeScores(layers, row) : [],
      truth: all.truth[index] ?? 0,
    };
  });
}

/** Smallest share that the heads over the encoder may have. */
const MIN_PROBABILITY = 1e-30;

interface Calibration {
  readonly trust: number;
  readonly temperature: number;
  readonly constants: readonly number[];
}

/** Returns the probabilities of the labels. */
function mixScores(
  { margins, scores }: PartScores,
  { trust, temperature, constants }: Calibration,
) {
  const sums = margins.map((margin, label) => {
    return temperature * margin + trust * (scores[label] ?? 0) + (constants[label] ?? 0);
  });
  const max = sums.reduce((a, other) => Math.max(a, other));
  const weights = sums.map((sum) => Math.exp(sum - max));
  const total = weights.reduce((weight, other) => weight + other);
  return weights.map((weight) => weight / total);
}

/**
 * Tried factors of sharpness and shares of uniform probability, beside the optimum of the log loss.
 */
const SHARPER_FACTORS = [0.9, 1, 1.1, 1.2, 1.3, 1.4];
const EVEN_SHARES = Array.from({ length: 9 }, (_, index) => index / 400);

/**
 * Chooses the factors of the two models, and the share of uniform probability. The log loss
 * determines the ratio of the factors, and the calibration error their size: in Banking77 a few
 * wrongly labelled messages would otherwise determine it (in five parts the calibration error is
 * 0.0162 without the last step, and 0.0109 with it).
 */
function calibrateHead(name: string, parts: readonly PartScores[], constants: readonly number[]) {
  const margins = parts.map((part) => part.margins);
  const truth = parts.map((part) => part.truth);
  if (!LAYERS[name]) {
    return { trust: 0, temperature: chooseTemperature(margins, truth), evenShare: 0 };
  }
  const scores = parts.map((part) => part.scores);
  const { trust, weight } = chooseMixture(scores, margins, truth);
  let best = { trust, temperature: weight, evenShare: 0, error: Infinity };
  for (const sharper of SHARPER_FACTORS) {
    const sharpened = { trust: trust * sharper, temperature: weight * sharper };
    const tops = parts.map((part) => findTop(part, { ...sharpened, constants }));
    for (const evenShare of EVEN_SHARES) {
      const error = calibrationErrorOf(tops, evenShare / constants.length, 1 - evenShare);
      if (error < best.error) best = { ...sharpened, evenShare, error };
    }
  }
  return best;
}

interface TopLabel {
  readonly probability: number;
  readonly isRight: boolean;
  /**
   * Weight of the message: all labels have the same weight when the head corrects for frequencies.
   */
  readonly weight: number;
}

function findTop(scores: PartScores, calibration: Calibration): TopLabel {
  const mixedScores = mixScores(scores, calibration);
  const probability = mixedScores.reduce((some, other) => Math.max(some, other));
  const weight = Math.exp(calibration.constants[scores.truth] ?? 0);
  return { probability, weight, isRight: mixedScores[scores.truth] === probability };
}

/** Returns the expected calibration error in 15 bins. */
function calibrationErrorOf(tops: readonly TopLabel[], min: number, share: number): number {
  const bins = Array.from({ length: 15 }, () => 0);
  let total = 0;
  for (const { probability, isRight, weight } of tops) {
    const confidence = min + share * probability;
    const bin = Math.min(14, Math.floor(confidence * 15));
    bins[bin] = (bins[bin] ?? 0) + weight * (confidence - (isRight ? 1 : 0));
    total += weight;
  }
  return bins.reduce((sum, deviation) => sum + Math.abs(deviation), 0) / total;
}

interface Messages {
  readonly name: string;
  readonly labels: readonly string[];
  readonly rows: readonly SparseRow[];
  readonly truth: readonly number[];
}

/** Trains on some of the messages and returns a function that scores a message. */
function trainScorers({ name, labels, rows, truth }: Messages, heldParts: readonly number[]) {
  const heldRows = heldParts.map((row) => rows[row] as SparseRow);
  const truths = heldParts.map((row) => truth[row] as number);
  const weights = labels.map((_, label) => {
    return trainMachine(heldRows, (row) => truths[row] === label, MACHINE);
  });
  const options = LAYERS[name];
  const layers = options ? trainTwoLayers(heldRows, truths, labels.length, options) : null;
  return { weights, layers };
}

/** Returns the logarithm of the mean frequency divided by the frequency of each label. */
function computeRarity(labels: readonly string[], truth: readonly number[]): number[] {
  const counts = labels.map(() => 0);
  for (const label of truth) counts[label] = (counts[label] ?? 0) + 1;
  const logarithms = counts.map((count) => Math.log(Math.max(1, count)));
  const mean = logarithms.reduce((sum, value) => sum + value, 0) / labels.length;
  return logarithms.map((value) => mean - value);
}

export function computeMargins(
  weights: readonly Float32Array[],
  { columns, values }: SparseRow,
): number[] {
  return weights.map((weight) => dot(weight, columns, values));
}

/** Returns the temperature with the smallest mean log loss, in steps of a twentieth. */
function chooseTemperature(margins: Margins, truth: readonly number[]): number {
  let best = { temperature: 1, loss: Infinity };
  for (let step = 20; step <= 200; step++) {
    const temperature = step / 20;
    let loss = 0;
    for (const [row, all] of margins.entries()) {
      const sum = all.reduce((total, margin) => total + Math.exp(temperature * margin), 0);
      loss += Math.log(sum) - temperature * (all[truth[row] ?? 0] ?? 0);
    }
    if (loss < best.loss) best = { temperature, loss };
  }
  return best.temperature;
}
