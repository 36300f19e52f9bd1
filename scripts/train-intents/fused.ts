// The heads beside those over hashed text: machines over the figures of the sentence encoder. How
// much each of the two counts is what the tenth that neither has seen asks for.

import type { FusedHead } from '../../models/learn/export/fused-model.ts';
import { type SparseRow, trainMachine } from '../../models/learn/text/linear-machine.ts';
import { marginsOf, type TrainedHead } from './heads.ts';

/** Chosen on a fifth of the training messages of Banking77, never on its test part. */
export const FUSED_MACHINE = { cost: 1, rounds: 40, seed: 1 };

/** What the two are multiplied by: tried in these steps. */
const TRUSTS = Array.from({ length: 16 }, (_, at) => at / 10);
const WEIGHTS = Array.from({ length: 48 }, (_, at) => (at + 1) / 4);

/** @param embeddings of the head's messages, by their place */
export function trainFusedHead(
  { head, truth, kept, held, margins }: TrainedHead,
  embeddings: readonly Float32Array[],
): FusedHead {
  const { name, labels, temperature } = head;
  const rows = embeddings.map(rowOf);
  const first = machinesOf(labels, rows, truth, kept);
  const seen = held.map((row) => marginsOf(first, rows[row] as SparseRow));
  const before = margins.map((all) => all.map((margin) => temperature * margin));
  const { trust, weight } = mixtureOf(
    before,
    seen,
    held.map((row) => truth[row] ?? 0),
  );
  const order = [...kept, ...held];
  const weights = machinesOf(labels, rows, truth, order).map((one) => {
    return one.map((value) => value * weight);
  });
  return { name, labels, trust, weights };
}

function rowOf(embedding: Float32Array): SparseRow {
  const columns = Int32Array.from({ length: embedding.length + 1 }, (_, at) => at);
  return { columns, values: Float32Array.from([...embedding, 1]) };
}

function machinesOf(
  labels: readonly string[],
  rows: readonly SparseRow[],
  truth: readonly number[],
  of: readonly number[],
): Float32Array[] {
  const some = of.map((row) => rows[row] as SparseRow);
  const columns = (some[0]?.columns.length ?? 1) - 1;
  return labels.map((_, label) => {
    const isLabel = (row: number) => truth[of[row] as number] === label;
    return trainMachine(some, isLabel, { ...FUSED_MACHINE, columns });
  });
}

type Margins = readonly (readonly number[])[];

/** Those with the least mean log loss. */
function mixtureOf(before: Margins, seen: Margins, truth: readonly number[]) {
  let best = { trust: 1, weight: 0, loss: Infinity };
  for (const trust of TRUSTS) {
    for (const weight of WEIGHTS) {
      const loss = lossOf(before, seen, { truth, trust, weight });
      if (loss < best.loss) best = { trust, weight, loss };
    }
  }
  return best;
}

function lossOf(
  before: Margins,
  seen: Margins,
  { truth, trust, weight }: { truth: readonly number[]; trust: number; weight: number },
): number {
  let loss = 0;
  for (const [row, all] of before.entries()) {
    let sum = 0;
    for (const [label, margin] of all.entries()) {
      sum += Math.exp(trust * margin + weight * (seen[row]?.[label] ?? 0));
    }
    const at = truth[row] ?? 0;
    loss += Math.log(sum) - trust * (all[at] ?? 0) - weight * (seen[row]?.[at] ?? 0);
  }
  return loss;
}
