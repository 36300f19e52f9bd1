// The margins of all rows while a forest grows, kept up to date tree by tree. Rows go down a tree
// by their bins, which are as wide as a byte, never by their values.

import { type Bins, MISSING_BIN } from './bins.ts';
import { type Forest, LEAF, type Tree } from './tree.ts';

export interface Margins {
  readonly margins: Float64Array;
  /** Adds a tree to the margins of these rows; of all rows when omitted. */
  add(tree: Tree, rows?: Uint32Array): void;
  /** Adds a value to rows whose leaf is known. */
  addTo(rows: Uint32Array, value: number): void;
}

/** Returns the margins of the rows for a forest. */
export function sumMargins(bins: Bins, { base, trees }: Forest): Margins {
  const margins = new Float64Array(bins.rows).fill(base);
  const all = Uint32Array.from(margins.keys());
  const codes = new Uint8Array(bins.rows * bins.codes.length);
  for (const [feature, columnCodes] of bins.codes.entries())
    codes.set(columnCodes, feature * bins.rows);
  function add(tree: Tree, rows: Uint32Array = all): void {
    descend(flatten(tree, bins), codes, rows, margins);
  }
  function addTo(rows: Uint32Array, value: number): void {
    for (let index = 0; index < rows.length; index++)
      (margins[rows[index] as number] as number) += value;
  }
  for (const tree of trees) add(tree);
  return { margins, add, addTo };
}

/** A tree over bins. Per node: where its feature's codes begin, and, two by two, its children. */
interface FlatTree {
  readonly start: Int32Array;
  readonly upTo: Int32Array;
  readonly missingRight: Uint8Array;
  readonly children: Int32Array;
  readonly value: Float64Array;
}

function flatten(tree: Tree, bins: Bins): FlatTree {
  const { feature, left, right } = tree;
  return {
    start: Int32Array.from(feature, (feature) => (feature === LEAF ? LEAF : feature * bins.rows)),
    upTo: Int32Array.from(feature, (feature, node) =>
      feature === LEAF ? 0 : binOf(bins.edges[feature] as Float32Array, tree, node),
    ),
    missingRight: Uint8Array.from(tree.missingLeft, (isLeft) => 1 - isLeft),
    children: Int32Array.from(left.flatMap((child, node) => [child, right[node] as number])),
    value: Float64Array.from(tree.value),
  };
}

function descend(tree: FlatTree, codes: Uint8Array, rows: Uint32Array, margins: Float64Array) {
  const { start, upTo, missingRight, children, value } = tree;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    let node = 0;
    for (let from = start[0] as number; from !== LEAF; from = start[node] as number) {
      const code = codes[from + row] as number;
      const isRight =
        code === MISSING_BIN
          ? (missingRight[node] as number)
          : code > (upTo[node] as number)
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
function binOf(edges: Float32Array, tree: Tree, node: number): number {
  const index = edges.indexOf(tree.threshold[node] as number);
  return index === -1 ? edges.length : index;
}
