// Grows one tree leaf by leaf: the leaf with the largest gain is split next, until the tree has all
// its leaves or no split has a gain.

import { type Bins, MISSING_BIN } from './bins.ts';
import {
  createHistogram,
  createHistogramFiller,
  type Derivatives,
  type Histogram,
  subtractHistogram,
  sumDerivatives,
  type Totals,
} from './histogram.ts';
import {
  type Bounds,
  findBestSplit,
  leafValue,
  NO_BOUNDS,
  type Split,
  type SplitRules,
} from './split-search.ts';
import { LEAF, type Tree } from './tree.ts';

export interface GrowthRules extends SplitRules {
  readonly leaves: number;
  readonly learningRate: number;
}

interface NewLeaf {
  readonly node: number;
  /** A view of the shared order of rows, which a split partitions in place. */
  readonly rows: Uint32Array;
  readonly total: Totals;
  readonly bounds: Bounds;
}

interface Leaf extends NewLeaf {
  readonly histogram: Histogram;
  readonly split: Split | null;
}

/** A tree, and the rows in each of its leaves. */
export interface GrownTree {
  readonly tree: Tree;
  readonly leaves: readonly { readonly node: number; readonly rows: Uint32Array }[];
}

export interface TreeGrower {
  /** @param rows in ascending order; sorted by leaf afterwards */
  grow(derivatives: Derivatives, rows: Uint32Array, features: readonly number[]): GrownTree;
}

export function createTreeGrower(bins: Bins, rules: GrowthRules): TreeGrower {
  // Histograms are large, so those of finished nodes are reused.
  const spare: Histogram[] = [];
  const columns = bins.codes.length;
  const scratch = new Uint32Array(bins.rows);
  const fillHistogram = createHistogramFiller(bins);
  const takeHistogram = () => spare.pop() ?? createHistogram(columns);

  function grow(derivatives: Derivatives, rows: Uint32Array, features: readonly number[]) {
    const tree = emptyTree();
    const total = sumDerivatives(derivatives, rows);
    const histogram = takeHistogram();
    fillHistogram(histogram, derivatives, rows, features);
    const createLeaf = (leaf: NewLeaf, histogram: Histogram): Leaf => {
      const { total, bounds } = leaf;
      const search = { histogram, total, rules, bounds };
      return { ...leaf, histogram, split: findBestSplit(search, features, bins.edges) };
    };
    const node = addLeaf(tree, total, rules, NO_BOUNDS);
    const openLeaves = [createLeaf({ node, rows, total, bounds: NO_BOUNDS }, histogram)];
    for (let leaves = 1; leaves < rules.leaves; leaves++) {
      const next = findMostGain(openLeaves);
      if (!next?.split) break;
      openLeaves.splice(openLeaves.indexOf(next), 1);
      const [left, right] = splitLeaf(tree, next, next.split);
      const [smallSide, largeSide] =
        left.rows.length <= right.rows.length ? [left, right] : [right, left];
      const histogram = takeHistogram();
      fillHistogram(histogram, derivatives, smallSide.rows, features);
      subtractHistogram(next.histogram, histogram, features);
      openLeaves.push(createLeaf(smallSide, histogram), createLeaf(largeSide, next.histogram));
    }
    spare.push(...openLeaves.map(({ histogram }) => histogram));
    return { tree, leaves: openLeaves };
  }

  function splitLeaf(tree: MutableTree, leaf: Leaf, split: Split): readonly [NewLeaf, NewLeaf] {
    const { node, rows, bounds } = leaf;
    const edges = bins.edges[split.feature] as Float32Array;
    tree.feature[node] = split.feature;
    // After the last bin: every known value goes left. JSON and ONNX need a finite number.
    tree.threshold[node] = edges[split.bin] ?? LARGEST_FLOAT;
    tree.missingLeft[node] = split.missingLeft ? 1 : 0;
    tree.value[node] = 0;
    const splitIndex = partition(rows, bins.codes[split.feature] as Uint8Array, split, scratch);
    const [forLeft, forRight] = boundsBelow(split, rules, bounds);
    const left = addLeaf(tree, split.left, rules, forLeft);
    const right = addLeaf(tree, split.right, rules, forRight);
    tree.left[node] = left;
    tree.right[node] = right;
    return [
      { node: left, rows: rows.subarray(0, splitIndex), total: split.left, bounds: forLeft },
      { node: right, rows: rows.subarray(splitIndex), total: split.right, bounds: forRight },
    ];
  }

  return { grow };
}

const LARGEST_FLOAT = 3.4028234663852886e38;

type MutableTree = { [Part in keyof Tree]: number[] };

function emptyTree(): MutableTree {
  return {
    feature: [],
    threshold: [],
    left: [],
    right: [],
    missingLeft: [],
    value: [],
    cover: [],
  };
}

function addLeaf(tree: MutableTree, total: Totals, rules: GrowthRules, bounds: Bounds): number {
  const { lambda, learningRate } = rules;
  tree.value.push(Math.fround(learningRate * leafValue(total, lambda, bounds)));
  tree.cover.push(total.rows);
  for (const part of ['threshold', 'left', 'right', 'missingLeft'] as const) tree[part].push(0);
  return tree.feature.push(LEAF) - 1;
}

/** Returns the first of equal leaves, so that the same data grow the same tree. */
function findMostGain(openLeaves: readonly Leaf[]): Leaf | null {
  let best: Leaf | null = null;
  for (const leaf of openLeaves) {
    if (leaf.split && (!best?.split || leaf.split.gain > best.split.gain)) best = leaf;
  }
  return best;
}

/** Keeps the values below a constrained split on their side of its middle. */
function boundsBelow(split: Split, { monotone, lambda }: GrowthRules, bounds: Bounds) {
  const constraint = monotone[split.feature] ?? 0;
  if (constraint === 0) return [bounds, bounds] as const;
  const left = leafValue(split.left, lambda, bounds);
  const right = leafValue(split.right, lambda, bounds);
  const middleValue = (left + right) / 2;
  const below = { low: bounds.low, high: middleValue };
  const above = { low: middleValue, high: bounds.high };
  return constraint > 0 ? ([below, above] as const) : ([above, below] as const);
}

/** Moves rows that go left to the front, keeping the order of each side. Returns their number. */
function partition(
  rows: Uint32Array,
  codes: Uint8Array,
  { bin, missingLeft }: Split,
  scratch: Uint32Array,
): number {
  const goesLeft = new Uint8Array(MISSING_BIN + 1).fill(1, 0, bin + 1);
  goesLeft[MISSING_BIN] = missingLeft ? 1 : 0;
  let left = 0;
  let right = 0;
  // Writes to both sides and advances one of them, which avoids a mispredicted branch. The place on
  // the left was read before.
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    const isLeft = goesLeft[codes[row] as number] as number;
    rows[left] = row;
    scratch[right] = row;
    left += isLeft;
    right += 1 - isLeft;
  }
  rows.set(scratch.subarray(0, right), left);
  return left;
}
