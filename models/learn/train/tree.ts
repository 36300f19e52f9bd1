// Decision trees and forests as plain arrays, which are stored in checkpoints as JSON and written
// to ONNX. Node 0 is the root; a leaf has feature -1.

import { type Matrix, rowOf } from './matrix.ts';

export interface Tree {
  readonly feature: readonly number[];
  /** Values up to the threshold go left. */
  readonly threshold: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** 1 when missing values go left. */
  readonly missingLeft: readonly number[];
  /** Contribution of each leaf to the margin. */
  readonly value: readonly number[];
  /** Training rows that passed through the node: the weights of exact attributions. */
  readonly cover: readonly number[];
}

export interface Forest {
  readonly columns: number;
  /** Margin before any tree. */
  readonly base: number;
  readonly trees: readonly Tree[];
}

export const LEAF = -1;

/** Returns the leaf that a row reaches. */
export function findLeaf(tree: Tree, row: ArrayLike<number>): number {
  let node = 0;
  for (let feature = tree.feature[0] as number; feature !== LEAF; ) {
    node = chooseChildOf(tree, node, row[feature] as number);
    feature = tree.feature[node] as number;
  }
  return node;
}

/** Returns the child for a value. */
export function chooseChildOf(tree: Tree, node: number, value: number): number {
  const isLeft = Number.isNaN(value)
    ? tree.missingLeft[node] === 1
    : value <= (tree.threshold[node] as number);
  return (isLeft ? tree.left[node] : tree.right[node]) as number;
}

/** Returns the log-odds before calibration. */
export function computeMargin(forest: Forest, row: ArrayLike<number>): number {
  let margin = forest.base;
  for (const tree of forest.trees) margin += tree.value[findLeaf(tree, row)] as number;
  return margin;
}

/** Creates a scorer for many rows, with all nodes in one table. */
export function createMarginScorer(forest: Forest): (row: ArrayLike<number>) => number {
  const { roots, feature, threshold, missingLeft, children, value } = buildTable(forest);
  return (row) => {
    let margin = forest.base;
    for (let tree = 0; tree < roots.length; tree++) {
      let node = roots[tree] as number;
      for (
        let splitFeature = feature[node] as number;
        splitFeature !== LEAF;
        splitFeature = feature[node] as number
      ) {
        const value = row[splitFeature] as number;
        const isLeft =
          value <= (threshold[node] as number) || (Number.isNaN(value) && missingLeft[node] === 1);
        node = children[2 * node + (isLeft ? 0 : 1)] as number;
      }
      margin += value[node] as number;
    }
    return margin;
  };
}

function buildTable({ trees }: Forest) {
  const count = trees.reduce((sum, { feature }) => sum + feature.length, 0);
  const table = {
    roots: new Int32Array(trees.length),
    feature: new Int32Array(count),
    threshold: new Float64Array(count),
    missingLeft: new Uint8Array(count),
    /** Pairs of children: left, right. */
    children: new Int32Array(2 * count),
    value: new Float64Array(count),
  };
  let offset = 0;
  for (const [treeIndex, tree] of trees.entries()) {
    table.roots[treeIndex] = offset;
    table.feature.set(tree.feature, offset);
    table.threshold.set(tree.threshold, offset);
    table.missingLeft.set(tree.missingLeft, offset);
    table.value.set(tree.value, offset);
    for (let node = 0; node < tree.feature.length; node++) {
      table.children[2 * (offset + node)] = offset + (tree.left[node] as number);
      table.children[2 * (offset + node) + 1] = offset + (tree.right[node] as number);
    }
    offset += tree.feature.length;
  }
  return table;
}

export function computeMargins(forest: Forest, x: Matrix): Float64Array {
  return Float64Array.from({ length: x.rows }, (_, row) => computeMargin(forest, rowOf(x, row)));
}
