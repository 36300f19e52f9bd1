// The heads of intent-parsing over hashed text.

import { textFeatures } from '../../models/features/text-features.ts';
import type { TextHead } from '../../models/learn/export/text-model.ts';
import {
  dot,
  type SparseRow,
  sparseRow,
  trainMachine,
  weighingOf,
} from '../../models/learn/text/linear-machine.ts';
import { randomFrom, shuffled } from '../../models/learn/train/random.ts';
import type { Example } from './data.ts';

export const MACHINE = { cost: 0.5, rounds: 25, seed: 1 };

/** A head, and what is needed to put another one beside it. */
export interface TrainedHead {
  readonly head: TextHead;
  readonly examples: readonly Example[];
  /** The label of each message, by its place. */
  readonly truth: readonly number[];
  /** Places of the messages that machines of their own have learnt from. */
  readonly kept: readonly number[];
  /** Places of the tenth that they had not seen, and what they said of it. */
  readonly held: readonly number[];
  readonly margins: readonly (readonly number[])[];
}

/** Machines of all labels, with the temperature that a tenth of the messages asks for. */
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
  const order = [...shuffled(rows.length, randomFrom(7))];
  const tenth = Math.floor(rows.length / 10);
  const [held, kept] = [order.slice(0, tenth), order.slice(tenth)];
  const first = machinesOf(labels, rows, truth, kept);
  const margins = held.map((row) => marginsOf(first, rows[row] as SparseRow));
  const temperature = temperatureOf(
    margins,
    held.map((row) => truth[row] ?? 0),
  );
  const weights = machinesOf(labels, rows, truth, order);
  const head = { name, labels, idf: weighing.idf, weights, temperature };
  return { head, examples, truth, kept, held, margins };
}

function machinesOf(
  labels: readonly string[],
  rows: readonly SparseRow[],
  truth: readonly number[],
  of: readonly number[],
): Float32Array[] {
  const some = of.map((row) => rows[row] as SparseRow);
  return labels.map((_, label) => {
    return trainMachine(some, (row) => truth[of[row] as number] === label, MACHINE);
  });
}

export function marginsOf(
  weights: readonly Float32Array[],
  { columns, values }: SparseRow,
): number[] {
  return weights.map((weight) => dot(weight, columns, values));
}

/** The one with the least mean log loss, in steps of a twentieth. */
function temperatureOf(margins: readonly number[][], truth: readonly number[]): number {
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
