// The margins of all rows while a forest grows, kept up to date tree by tree. Rows go down a tree
// by their bins, which take one byte each, never by their values.

import { type Bins, MISSING_BIN } from './bins.ts';
import { type Forest, LEAF, type Tree } from './tree.ts';

export interface Margins {
  readonly margins: Float64Array;
  /** Adds a tree to the margins of these rows; of all rows when omitted. */
  add(tree: Tree, rows?: Uint32Array): void;
  /** Adds a value to rows whose leaf is known. */
  addValue(rows: Uint32Array, value: number): void;
}

/** Returns the margins of the rows for a forest. */
export function sumMargins(bins: Bins, { base, trees }: Forest): Margins {
  const margins = new Float64Array(bins.rows).fill(base);
  const allRows = Uint32Array.from(margins.keys());
  const codes = new Uint8Array(bins.rows * bins.codes.length);
  for (const [feature, columnCodes] of bins.codes.entries())
    codes.set(columnCodes, feature * bins.rows);
  function add(tree: Tree, rows: Uint32Array = allRows): void {
    addLeafValues(flatten(tree, bins), codes, rows, margins);
  }
  function addValue(rows: Uint32Array, value: number): void {
    for (let index = 0; index < rows.length; index++)
      (margins[rows[index] as number] as number) += value;
  }
  for (const tree of trees) add(tree);
  return { margins, add, addValue };
}

/** A tree over bins. Per node: the start of its feature's codes, and a pair of children. */
interface FlatTree {
  readonly codesStart: Int32Array;
  readonly lastLeftBin: Int32Array;
  readonly missingRight: Uint8Array;
  readonly children: Int32Array;
  readonly value: Float64Array;
}

function flatten(tree: Tree, bins: Bins): FlatTree {
  const { feature, left, right } = tree;
  return {
    codesStart: Int32Array.from(feature, (feature) =>
      feature === LEAF ? LEAF : feature * bins.rows,
    ),
    lastLeftBin: Int32Array.from(feature, (feature, node) =>
      feature === LEAF ? 0 : findBin(bins.edges[feature] as Float32Array, tree, node),
    ),
    missingRight: Uint8Array.from(tree.missingLeft, (isLeft) => 1 - isLeft),
    children: Int32Array.from(left.flatMap((child, node) => [child, right[node] as number])),
    value: Float64Array.from(tree.value),
  };
}

function addLeafValues(
  tree: FlatTree,
  codes: Uint8Array,
  rows: Uint32Array,
  margins: Float64Array,
) {
  const { codesStart, lastLeftBin, missingRight, children, value } = tree;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    let node = 0;
    for (let from = codesStart[0] as number; from !== LEAF; from = codesStart[node] as number) {
      const code = codes[from + row] as number;
      const isRight =
        code === MISSING_BIN
          ? (missingRight[node] as number)
          : code > (lastLeftBin[node] as number)
            ? 1
            : 0;
      node = children[2 * node + isRight] as number;
    }
    (margins[row] as number) += value[node] as number;
  }
}

/**
 * Returns the bin whose edge is a node's threshold. Beyond the last edge every known value goes
 * left.
 */
function findBin(edges: Float32Array, tree: Tree, node: number): number {
  const index = edges.indexOf(tree.threshold[node] as number);
  return index === -1 ? edges.length : index;
}
