// Exact Shapley values of a forest for one row, in units of the margin; with the expected margin
// they add up to the row's margin. The expectation over an absent feature follows the covers of the
// training rows, as in TreeSHAP (Lundberg, Erion and Lee 2018, algorithm 2).
//
// A leaf is a game of products: a known feature of its path counts one (the row takes that way) or
// nothing, an absent one the share z of rows that do. Its Shapley value for feature i is
//   value · (o_i − z_i) · ∫₀¹ Π_{j≠i} (o_j t + z_j (1 − t)) dt,
// a polynomial in t, which a few Gauss-Legendre points integrate exactly. At each point the
// products are carried down the tree and the leaves summed up again, so a row costs
// nodes × points instead of leaves × depth². All that does not depend on the row is in tables
// (./prepared-tree.ts).

import { setImmediate as otherWork } from 'node:timers/promises';
import { type Forest, LEAF } from '../learn/train/tree.ts';
import { type PreparedTree, prepareTree } from './prepared-tree.ts';

export interface Attribution {
  /** Expected margin over the training rows. */
  readonly expected: number;
  /** Per feature: the contribution of its value to the margin. */
  readonly parts: readonly number[];
}

export type Explainer = (row: ArrayLike<number>) => Attribution;

const explainers = new WeakMap<Forest, Explainer>();

export function explainForest(forest: Forest, row: ArrayLike<number>): Attribution {
  return createExplainer(forest)(row);
}

/**
 * Makes the explainer of a forest, which must not change afterwards. Reuse it: its tables cost as
 * much as several explanations.
 */
export function createExplainer(forest: Forest): Explainer {
  const existing = explainers.get(forest);
  if (existing) return existing;
  const explainer = createExplainerWith(forest, forest.trees.map(prepareTree));
  explainers.set(forest, explainer);
  return explainer;
}

/** Like `createExplainer`, in turns with other work: the tables of a large forest take 50 ms. */
export async function createExplainerInTurns(forest: Forest): Promise<Explainer> {
  const existing = explainers.get(forest);
  if (existing) return existing;
  const trees: PreparedTree[] = [];
  for (const tree of forest.trees) {
    trees.push(prepareTree(tree));
    await otherWork();
  }
  const explainer = createExplainerWith(forest, trees);
  explainers.set(forest, explainer);
  return explainer;
}

/** Reused buffers for one tree and row, long enough for the largest tree. */
interface ShapBuffers {
  /** 1 where the row passes all cuts so far of the feature that leads to the node. */
  readonly passes: Uint8Array;
  /** Per node and point: the weighted product of the path. */
  readonly products: Float64Array;
  /** Per node and point: values times products of the leaves below. */
  readonly sums: Float64Array;
}

function createExplainerWith(forest: Forest, trees: readonly PreparedTree[]): Explainer {
  const expected = trees.reduce((sum, tree) => sum + tree.expected, forest.base);
  const nodes = trees.reduce((max, tree) => Math.max(max, tree.feature.length), 0);
  const cells = trees.reduce((max, tree) => Math.max(max, tree.hotRatio.length), 0);
  const buffers: ShapBuffers = {
    passes: new Uint8Array(nodes),
    products: new Float64Array(cells),
    sums: new Float64Array(cells),
  };
  return (row) => {
    const parts = new Float64Array(forest.columns);
    for (const tree of trees) {
      carryDown(tree, row, buffers);
      sumUp(tree, buffers, parts);
    }
    return { expected, parts: Array.from(parts) };
  };
}

function carryDown(tree: PreparedTree, row: ArrayLike<number>, buffers: ShapBuffers): void {
  const { points, parent, cut, earlier, share, hotRatio, coldRatio } = tree;
  const { passes, products } = buffers;
  products.set(tree.weights);
  for (let node = 1; node < parent.length; node++) {
    const above = parent[node] as number;
    let to = node * points;
    let from = above * points;
    const end = to + points;
    const before = earlier[node] as number;
    if (before !== 0 && passes[before] === 0) {
      // The feature has left this path before, whether known or not: only its share continues.
      passes[node] = 0;
      const factor = share[node] as number;
      while (to < end) products[to++] = (products[from++] as number) * factor;
      continue;
    }
    const goesLeft = isLeft(tree, above, row[cut[node] as number] as number);
    const isHot = goesLeft === (tree.left[above] === node);
    passes[node] = isHot ? 1 : 0;
    const ratio = isHot ? hotRatio : coldRatio;
    for (; to < end; to++) products[to] = (products[from++] as number) * (ratio[to] as number);
  }
}

function isLeft(tree: PreparedTree, node: number, value: number): boolean {
  return (
    value <= (tree.threshold[node] as number) ||
    (Number.isNaN(value) && tree.missingLeft[node] === 1)
  );
}

function sumUp(tree: PreparedTree, buffers: ShapBuffers, parts: Float64Array): void {
  const { points, feature, value, parent, cut, earlier, hotGain, coldGain } = tree;
  const { passes, products, sums } = buffers;
  sums.fill(0, 0, feature.length * points);
  for (let node = feature.length - 1; node > 0; node--) {
    let offset = node * points;
    const end = offset + points;
    if (feature[node] === LEAF) {
      const leaf = value[node] as number;
      for (let cell = offset; cell < end; cell++) sums[cell] = (products[cell] as number) * leaf;
    }
    const before = earlier[node] as number;
    let into = (parent[node] as number) * points;
    if (before !== 0 && passes[before] === 0) {
      // The cut above already has the whole contribution of the feature.
      while (offset < end) (sums[into++] as number) += sums[offset++] as number;
      continue;
    }
    const gain = passes[node] === 1 ? hotGain : coldGain;
    let part = 0;
    for (; offset < end; offset++) {
      const sum = sums[offset] as number;
      (sums[into++] as number) += sum;
      part += sum * (gain[offset] as number);
    }
    (parts[cut[node] as number] as number) += part;
  }
}
