// The heads of intent-parsing over hashed text.

import { textFeatures } from '../../models/features/text-features.ts';
import { randomFrom, shuffle } from '../../models/learn/train/random.ts';
import type { Example } from './data.ts';
import { type HiddenOptions, scoresOf, trainTwoLayers } from './hidden-machine.ts';
import { dot, type SparseRow, sparseRow, trainMachine, weighingOf } from './linear-machine.ts';
import { type Margins, mixtureOf } from './mixture.ts';
import type { TextHead } from './text-model.ts';

export const MACHINE = { cost: 0.5, rounds: 25, seed: 1 };

/**
 * Two layers beside the machines of a head. Chosen on the training messages of Banking77, in five
 * parts, each judged by what the others teach (docs/models.md has the figures).
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
 * How far a head takes back how frequent a label is in training: 1 asks as if each label were as
 * frequent as any other. Of the questions of Banking77, one has 35 messages and another 187, which
 * says how they were collected, not how often customers ask. Most messages are out of scope, in
 * CLINC150 and at a bank: the intents keep their frequencies.
 */
export const EVENNESS: Readonly<Record<string, number>> = { question: 1, intent: 0 };

/**
 * In how many parts the messages of a head are cut, and how many of them are judged by what all
 * others teach. How much each opinion counts follows from what it said of messages it had not seen.
 */
const PARTS: Readonly<Record<string, { of: number; judged: number }>> = {
  question: { of: 5, judged: 5 },
  intent: { of: 10, judged: 1 },
};

/** Places of the messages of a part, and of those that taught what judged it. */
interface Part {
  readonly kept: readonly number[];
  readonly held: readonly number[];
}

/** A head, and what is needed to put another one beside it. */
export interface TrainedHead {
  readonly head: TextHead;
  /** What the scores of its two layers were multiplied by; 0: it has none. */
  readonly trust: number;
  readonly examples: readonly Example[];
  /** The label of each message, by its place. */
  readonly truth: readonly number[];
  readonly parts: readonly Part[];
  /** What was said of the messages held by the parts, in their order, before the softmax. */
  readonly said: Margins;
}

/** Machines of all labels, calibrated on messages that the machines asked had not seen. */
export function trainHead(
  name: string,
  labels: readonly string[],
  examples: readonly Example[],
): TrainedHead {
  const features = examples.map(({ text }) => textFeatures(text));
  const weighing = weighingOf(features);
  const rows = features.map((one) => sparseRow(one, weighing));
  const at = new Map(labels.map((label, index) => [label, index]));
  const truth = examples.map(({ label }) => at.get(label) ?? -1);
  const constants = rarityOf(labels, truth).map((value) => value * (EVENNESS[name] ?? 0));
  const order = [...shuffle(rows.length, randomFrom(7))];
  const all = { name, labels, rows, truth };
  const parts = partsOf(name, order);
  const heard = parts.flatMap((part) => hearPart(all, part));
  const { trust, temperature, evenShare } = calibrateHead(name, heard, constants);
  const said = heard.map((one) => {
    const mixed = mixScores(one, { trust, temperature, constants });
    const share = evenShare / labels.length;
    return mixed.map((value) => Math.log(Math.max(LEAST, (1 - evenShare) * value + share)));
  });
  const { weights, layers } = opinionsOf(all, order);
  const head = {
    ...{ name, labels, idf: weighing.idf, weights },
    ...{ temperature, constants, evenShare },
    layers: layers && {
      hidden: layers.hidden,
      output: layers.output.map((of) => of.map((value) => value * trust)),
    },
  };
  return { head, trust, examples, truth, parts, said };
}

function partsOf(name: string, order: readonly number[]): Part[] {
  const { of, judged } = PARTS[name] ?? { of: 10, judged: 1 };
  const size = Math.floor(order.length / of);
  return Array.from({ length: judged }, (_, part) => {
    const [from, to] = [part * size, part === of - 1 ? order.length : (part + 1) * size];
    const kept = [...order.slice(0, from), ...order.slice(to)];
    return { held: order.slice(from, to), kept };
  });
}

interface Heard {
  readonly margins: readonly number[];
  readonly scores: readonly number[];
  readonly truth: number;
}

/** What the machines taught by the rest say of each message of a part. */
function hearPart(all: Messages, { kept, held }: Part): Heard[] {
  const { weights, layers } = opinionsOf(all, kept);
  return held.map((at) => {
    const row = all.rows[at] as SparseRow;
    return {
      margins: marginsOf(weights, row),
      scores: layers ? scoresOf(layers, row) : [],
      truth: all.truth[at] ?? 0,
    };
  });
}

/** What the heads beside the encoder take for nothing. */
const LEAST = 1e-30;

interface Calibration {
  readonly trust: number;
  readonly temperature: number;
  readonly constants: readonly number[];
}

/** Probabilities of the labels. */
function mixScores({ margins, scores }: Heard, { trust, temperature, constants }: Calibration) {
  const sums = margins.map((margin, label) => {
    return temperature * margin + trust * (scores[label] ?? 0) + (constants[label] ?? 0);
  });
  const most = sums.reduce((one, other) => Math.max(one, other));
  const weights = sums.map((sum) => Math.exp(sum - most));
  const total = weights.reduce((one, other) => one + other);
  return weights.map((weight) => weight / total);
}

/** Tried beside what the log loss asks for: sharper by these, with these shares for all labels. */
const SHARPER = [0.9, 1, 1.1, 1.2, 1.3, 1.4];
const EVEN_SHARES = Array.from({ length: 9 }, (_, at) => at / 400);

/**
 * What the two opinions are multiplied by, and the share of the probability that all labels have
 * evenly. The log loss says how they stand to each other. How sharp both are is what makes the
 * calibration error least: in Banking77, the few messages that were labelled wrongly would decide
 * it otherwise (in five parts the error is 0.0162 without the last step, and 0.0109 with it).
 */
function calibrateHead(name: string, heard: readonly Heard[], constants: readonly number[]) {
  const margins = heard.map((one) => one.margins);
  const truth = heard.map((one) => one.truth);
  if (!LAYERS[name]) {
    return { trust: 0, temperature: temperatureOf(margins, truth), evenShare: 0 };
  }
  const scores = heard.map((one) => one.scores);
  const { trust, weight } = mixtureOf(scores, margins, truth);
  let best = { trust, temperature: weight, evenShare: 0, error: Infinity };
  for (const sharper of SHARPER) {
    const both = { trust: trust * sharper, temperature: weight * sharper };
    const tops = heard.map((one) => topOf(one, { ...both, constants }));
    for (const evenShare of EVEN_SHARES) {
      const error = errorOf(tops, evenShare / constants.length, 1 - evenShare);
      if (error < best.error) best = { ...both, evenShare, error };
    }
  }
  return best;
}

interface Top {
  readonly probability: number;
  readonly isRight: boolean;
  /** How much the message counts: labels count alike where a head takes frequencies back. */
  readonly weight: number;
}

function topOf(one: Heard, calibration: Calibration): Top {
  const mixed = mixScores(one, calibration);
  const probability = mixed.reduce((some, other) => Math.max(some, other));
  const weight = Math.exp(calibration.constants[one.truth] ?? 0);
  return { probability, weight, isRight: mixed[one.truth] === probability };
}

/** Expected calibration error in 15 bins. */
function errorOf(tops: readonly Top[], least: number, share: number): number {
  const bins = Array.from({ length: 15 }, () => 0);
  let total = 0;
  for (const { probability, isRight, weight } of tops) {
    const said = least + share * probability;
    const bin = Math.min(14, Math.floor(said * 15));
    bins[bin] = (bins[bin] ?? 0) + weight * (said - (isRight ? 1 : 0));
    total += weight;
  }
  return bins.reduce((sum, off) => sum + Math.abs(off), 0) / total;
}

interface Messages {
  readonly name: string;
  readonly labels: readonly string[];
  readonly rows: readonly SparseRow[];
  readonly truth: readonly number[];
}

/** What some of the messages teach. */
function opinionsOf({ name, labels, rows, truth }: Messages, of: readonly number[]) {
  const some = of.map((row) => rows[row] as SparseRow);
  const truths = of.map((row) => truth[row] as number);
  const weights = labels.map((_, label) => {
    return trainMachine(some, (row) => truths[row] === label, MACHINE);
  });
  const options = LAYERS[name];
  const layers = options ? trainTwoLayers(some, truths, labels.length, options) : null;
  return { weights, layers };
}

/** The logarithm of how much rarer than on average each label is. */
function rarityOf(labels: readonly string[], truth: readonly number[]): number[] {
  const counts = labels.map(() => 0);
  for (const label of truth) counts[label] = (counts[label] ?? 0) + 1;
  const logarithms = counts.map((count) => Math.log(Math.max(1, count)));
  const mean = logarithms.reduce((sum, value) => sum + value, 0) / labels.length;
  return logarithms.map((value) => mean - value);
}

export function marginsOf(
  weights: readonly Float32Array[],
  { columns, values }: SparseRow,
): number[] {
  return weights.map((weight) => dot(weight, columns, values));
}

/** The one with the least mean log loss, in steps of a twentieth. */
function temperatureOf(margins: Margins, truth: readonly number[]): number {
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
