// A network of two layers over hashed text, for all labels together. Words of one label share
// hidden units, which separate machines for each label cannot do. Trained with AdaGrad (Duchi et
// al., 2011) and dropout of columns and units (Srivastava et al., 2014).

import { createRandom, type Random, shuffle } from '../../models/learn/train/random.ts';
import { dot, type SparseRow, TEXT_COLUMNS } from './linear-machine.ts';

export interface TwoLayers {
  /** For each hidden unit: the weights of all columns, and last that of the constant. */
  readonly hidden: readonly Float32Array[];
  /** For each label: the weights of all hidden units, and last that of the constant. */
  readonly output: readonly Float32Array[];
}

export interface HiddenOptions {
  readonly units: number;
  readonly rounds: number;
  /** Length of the first steps; it falls to 0 in the last round. */
  readonly step: number;
  /** Factor of the values of a row. */
  readonly scale: number;
  /** Share of the columns that are dropped at each step. */
  readonly columnsLeftOut: number;
  /** Share of the hidden units that are dropped at each step. */
  readonly unitsLeftOut: number;
  /** Label smoothing: share of each label that is spread evenly over all labels. */
  readonly evenShare: number;
  readonly seed: number;
}

/** Weights, and the sum of the squared steps of each weight. */
interface Layer {
  readonly weights: Float32Array;
  readonly moved: Float32Array;
}

interface Learner {
  readonly options: HiddenOptions;
  readonly random: Random;
  readonly labels: number;
  /** By column and unit; the last column is the constant. */
  readonly hidden: Layer;
  /** By unit and label; the last unit is the constant. */
  readonly output: Layer;
  /** Activations of units and labels for the current message, and their errors. */
  readonly units: Float64Array;
  readonly unitErrors: Float64Array;
  readonly errors: Float64Array;
  /** Indexes of the values that are not dropped, and their number. */
  readonly kept: Int32Array;
}

/** @param truth index of the label of each row */
export function trainTwoLayers(
  rows: readonly SparseRow[],
  truth: readonly number[],
  labels: number,
  options: HiddenOptions,
): TwoLayers {
  const learner = createLearner(rows, labels, options);
  for (let round = 0; round < options.rounds; round++) {
    const step = options.step * (1 - round / options.rounds);
    for (const row of shuffle(rows.length, learner.random)) {
      learn(learner, rows[row] as SparseRow, truth[row] as number, step);
    }
  }
  const { hidden, output } = learner;
  const { units, scale } = options;
  return {
    hidden: Array.from({ length: units }, (_, unit) => {
      return Float32Array.from({ length: TEXT_COLUMNS + 1 }, (_, column) => {
        // The constant is not a value of the message.
        const factor = column === TEXT_COLUMNS ? 1 : scale;
        return (hidden.weights[column * units + unit] as number) * factor;
      });
    }),
    output: Array.from({ length: labels }, (_, label) => {
      return Float32Array.from({ length: units + 1 }, (_, unit) => {
        return output.weights[unit * labels + label] as number;
      });
    }),
  };
}

/** Scores of the labels for a message: log probabilities up to a shared constant. */
export function computeScores(
  { hidden, output }: TwoLayers,
  { columns, values }: SparseRow,
): number[] {
  const units = hidden.map((weights) => Math.max(0, dot(weights, columns, values)));
  return output.map((weights) => {
    return units.reduce(
      (sum, unit, index) => sum + unit * (weights[index] as number),
      weights.at(-1) ?? 0,
    );
  });
}

function createLearner(
  rows: readonly SparseRow[],
  labels: number,
  options: HiddenOptions,
): Learner {
  const { units, seed } = options;
  const random = createRandom(seed);
  const hidden = createLayer((TEXT_COLUMNS + 1) * units);
  const seen = new Uint8Array(TEXT_COLUMNS);
  for (const { columns } of rows) for (const column of columns) seen[column] = 1;
  // Columns that no training message has stay zero: they would add noise to messages that have
  // them.
  for (let index = 0; index < TEXT_COLUMNS * units; index++) {
    if (seen[Math.floor(index / units)]) hidden.weights[index] = random.normal() * 0.1;
  }
  const output = createLayer((units + 1) * labels);
  for (let index = 0; index < units * labels; index++) {
    output.weights[index] = random.normal() * Math.sqrt(2 / units);
  }
  const longest = Math.max(...rows.map(({ columns }) => columns.length));
  return {
    ...{ options, random, labels, hidden, output },
    units: new Float64Array(units),
    unitErrors: new Float64Array(units),
    errors: new Float64Array(labels),
    kept: new Int32Array(longest),
  };
}

const createLayer = (size: number): Layer => {
  return { weights: new Float32Array(size), moved: new Float32Array(size) };
};

/** Updates the weights for one message and its label. */
function learn(learner: Learner, row: SparseRow, label: number, step: number): void {
  const state = forward(learner, row);
  computeErrors(learner, label);
  propagateBack(learner, step);
  const { hidden, kept: places, options, unitErrors } = learner;
  const { units, scale, columnsLeftOut } = options;
  const factor = scale / (1 - columnsLeftOut);
  for (let index = 0; index < state; index++) {
    const place = places[index] as number;
    const column = row.columns[place] as number;
    const value = column === TEXT_COLUMNS ? 1 : (row.values[place] as number) * factor;
    move(hidden, { offset: column * units, by: unitErrors, times: value, step });
  }
}

/**
 * Computes the activations of the units, without those dropped out. Returns the number of kept
 * values.
 */
function forward({ options, random, hidden, units, kept }: Learner, row: SparseRow): number {
  const { columnsLeftOut, unitsLeftOut, scale } = options;
  const factor = scale / (1 - columnsLeftOut);
  const { columns, values } = row;
  const { weights } = hidden;
  const width = units.length;
  let count = 0;
  units.fill(0);
  for (let place = 0; place < columns.length; place++) {
    const column = columns[place] as number;
    const isConstant = column === TEXT_COLUMNS;
    if (!isConstant && random.next() < columnsLeftOut) continue;
    kept[count++] = place;
    const value = isConstant ? 1 : (values[place] as number) * factor;
    const offset = column * width;
    for (let unit = 0; unit < width; unit++) {
      units[unit] = (units[unit] as number) + value * (weights[offset + unit] as number);
    }
  }
  for (let unit = 0; unit < width; unit++) {
    const value = units[unit] as number;
    const stays = value > 0 && random.next() >= unitsLeftOut;
    units[unit] = stays ? value / (1 - unitsLeftOut) : 0;
  }
  return count;
}

/** Computes the error of each label's probability. */
function computeErrors({ options, labels, output, units, errors }: Learner, label: number): void {
  const { weights } = output;
  const width = units.length;
  for (let index = 0; index < labels; index++)
    errors[index] = weights[width * labels + index] as number;
  for (let unit = 0; unit < width; unit++) {
    const value = units[unit] as number;
    if (value === 0) continue;
    const offset = unit * labels;
    for (let index = 0; index < labels; index++) {
      errors[index] = (errors[index] as number) + value * (weights[offset + index] as number);
    }
  }
  const max = errors.reduce((a, other) => Math.max(a, other));
  let sum = 0;
  for (let index = 0; index < labels; index++) {
    const weight = Math.exp((errors[index] as number) - max);
    errors[index] = weight;
    sum += weight;
  }
  const { evenShare } = options;
  for (let index = 0; index < labels; index++) {
    errors[index] = (errors[index] as number) / sum - evenShare / labels;
  }
  errors[label] = (errors[label] as number) - (1 - evenShare);
}

/** Updates the weights of the labels, and computes the error of each unit. */
function propagateBack(
  { options, labels, output, units, errors, unitErrors }: Learner,
  step: number,
) {
  const { weights } = output;
  const width = units.length;
  unitErrors.fill(0);
  for (let unit = 0; unit < width; unit++) {
    const value = units[unit] as number;
    if (value === 0) continue;
    const offset = unit * labels;
    let sum = 0;
    for (let index = 0; index < labels; index++) {
      sum += (errors[index] as number) * (weights[offset + index] as number);
    }
    unitErrors[unit] = sum / (1 - options.unitsLeftOut);
    move(output, { offset, by: errors, times: value, step });
  }
  move(output, { offset: width * labels, by: errors, times: 1, step });
}

interface Move {
  readonly offset: number;
  readonly by: Float64Array;
  readonly times: number;
  readonly step: number;
}

/** Updates weights with AdaGrad: the more a weight has moved, the shorter is its step. */
function move({ weights, moved }: Layer, { offset, by, times, step }: Move): void {
  for (let index = 0; index < by.length; index++) {
    const gradient = (by[index] as number) * times;
    if (gradient === 0) continue;
    const squaredChange = (moved[offset + index] as number) + gradient * gradient;
    moved[offset + index] = squaredChange;
    const before = weights[offset + index] as number;
    weights[offset + index] = before - (step * gradient) / (Math.sqrt(squaredChange) + 1e-4);
  }
}
