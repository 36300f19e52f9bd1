// Exact Shapley values against rows of a background: an absent feature has the value of a
// background row, and the result is the mean over those rows (Lundberg et al. 2020, interventional
// perturbation). With the mean score of the background they add up to the row's score. It takes no
// covers, so it explains trees that others trained.
//
// For one tree, one row and one background row, a branch matters only where the two go different
// ways. A leaf that is reached with u features of the row and v of the background is worth
// value · (u−1)! v! / (u+v)! to each of the u, and −value · u! (v−1)! / (u+v)! to each of the v.

import { setImmediate as otherWork } from 'node:timers/promises';
import { chooseChild, computeOpenMargin, type OpenTrees } from './open-trees.ts';
import type { Attribution } from './tree-shap.ts';

/** Computes the attributions of a row; other work gets its turn between two background rows. */
export async function attributeAgainstBackground(
  trees: OpenTrees,
  background: readonly Float32Array[],
  row: ArrayLike<number>,
): Promise<Attribution> {
  const parts = new Float64Array(trees.columns);
  let expected = 0;
  for (const other of background) {
    expected += computeOpenMargin(trees, other);
    const walk = createWalk(trees, { row, other, parts });
    for (const root of trees.roots) walk(root, 0, 0);
    await otherWork();
  }
  const rows = background.length;
  return { expected: expected / rows, parts: Array.from(parts, (part) => part / rows) };
}

interface Pair {
  readonly row: ArrayLike<number>;
  readonly other: ArrayLike<number>;
  /** Sums to which the contributions of features are added. */
  readonly parts: Float64Array;
}

/** Value of the leaves below for a feature of the row, and for one of the background. */
type LeafWorth = readonly [ofRow: number, ofOther: number];
type Walk = (node: number, ofRow: number, ofOther: number) => LeafWorth;

/** Which of the two rows the current path follows at a feature: either, the row, the other row. */
const [FREE, OF_ROW, OF_OTHER] = [0, 1, 2];

function createWalk(trees: OpenTrees, { row, other, parts }: Pair): Walk {
  const { mode, feature, value } = trees;
  const side = new Uint8Array(trees.columns);
  const walk: Walk = (node, u, v) => {
    if (mode[node] === 0) {
      const leaf = value[node] as number;
      return [
        u > 0 ? leaf * permutationShare(u - 1, v) : 0,
        v > 0 ? -leaf * permutationShare(v - 1, u) : 0,
      ];
    }
    const column = feature[node] as number;
    const child = chooseChild(trees, node, row[column] as number);
    const otherChild = chooseChild(trees, node, other[column] as number);
    if (child === otherChild || side[column] === OF_ROW) return walk(child, u, v);
    if (side[column] === OF_OTHER) return walk(otherChild, u, v);
    side[column] = OF_ROW;
    const rowWorth = walk(child, u + 1, v);
    side[column] = OF_OTHER;
    const otherWorth = walk(otherChild, u, v + 1);
    side[column] = FREE;
    (parts[column] as number) += rowWorth[0] + otherWorth[1];
    return [rowWorth[0] + otherWorth[0], rowWorth[1] + otherWorth[1]];
  };
  return walk;
}

/** a! b! / (a + b + 1)! */
function permutationShare(a: number, b: number): number {
  let result = 1 / (a + b + 1);
  for (let step = 1; step <= b; step++) result *= step / (a + step);
  return result;
}
