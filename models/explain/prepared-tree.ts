// A tree as flat tables for exact attributions: the contribution of each step, whichever way a row
// goes.

import { LEAF, type Tree } from '../learn/train/tree.ts';
import { gaussLegendre } from './quadrature.ts';

/** Nodes are renumbered so that a parent comes before its children; the root is 0. */
export interface PreparedTree {
  /**
   * Number of points that integrate the longest path exactly; the length of each row in the tables
   * below.
   */
  readonly points: number;
  readonly weights: Float64Array;
  /** Value of the tree over the training rows. */
  readonly expected: number;
  readonly feature: Int32Array;
  readonly threshold: Float64Array;
  readonly missingLeft: Uint8Array;
  readonly left: Int32Array;
  readonly value: Float64Array;
  readonly parent: Int32Array;
  /** The feature that leads to the node: its parent's. */
  readonly cut: Int32Array;
  /** The nearest node on the path to which the same feature leads; 0 where it is the first. */
  readonly earlier: Int32Array;
  /** Share of the parent's training rows. */
  readonly share: Float64Array;
  /** Per node and point: the factor of the product where the row passes, and where it does not. */
  readonly hotRatio: Float64Array;
  readonly coldRatio: Float64Array;
  /**
   * Per node and point: the product's contribution to the feature, less its contribution at
   * `earlier`.
   */
  readonly hotGain: Float64Array;
  readonly coldGain: Float64Array;
}

type Shape = Omit<PreparedTree, 'points' | 'weights' | 'expected' | `${'hot' | 'cold'}${string}`>;

export function prepareTree(tree: Tree): PreparedTree {
  const order = orderParentsFirst(tree);
  const shape = flattenTree(tree, order);
  const { features, passShare } = measurePaths(shape);
  // The integrand of a path of n features has degree n − 1.
  const points = Math.max(1, Math.ceil(features / 2));
  const { points: t, weights } = gaussLegendre(points);
  const cells = shape.feature.length * points;
  const tables = {
    hotRatio: new Float64Array(cells),
    coldRatio: new Float64Array(cells),
    hotGain: new Float64Array(cells),
    coldGain: new Float64Array(cells),
  };
  for (let cell = points; cell < cells; cell++) {
    const node = Math.floor(cell / points);
    const earlierNode = shape.earlier[node] as number;
    const point = t[cell % points] as number;
    const absent = 1 - point;
    const pathShare = passShare[node] as number;
    const factor = point + pathShare * absent;
    // The root stands for a feature that was not cut yet: factor 1, no gain.
    const earlierShare = passShare[earlierNode] as number;
    const earlierFactor = earlierNode === 0 ? 1 : point + earlierShare * absent;
    const earlierGain = (1 - earlierShare) / earlierFactor;
    tables.hotRatio[cell] = factor / earlierFactor;
    tables.coldRatio[cell] = (pathShare * absent) / earlierFactor;
    tables.hotGain[cell] = (1 - pathShare) / factor - earlierGain;
    tables.coldGain[cell] = -1 / absent - earlierGain;
  }
  const expected = computeExpectation(shape);
  return { ...shape, ...tables, points, weights: Float64Array.from(weights), expected };
}

function orderParentsFirst(tree: Tree): number[] {
  const order: number[] = [];
  const pending = [0];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    order.push(node);
    if (tree.feature[node] === LEAF) continue;
    pending.push(tree.right[node] as number, tree.left[node] as number);
  }
  return order;
}

function flattenTree(tree: Tree, order: readonly number[]): Shape {
  const count = order.length;
  const newIndex = new Int32Array(tree.feature.length);
  order.forEach((node, index) => {
    newIndex[node] = index;
  });
  const pick = (from: readonly number[]) => order.map((node) => from[node] as number);
  const shape = {
    feature: Int32Array.from(pick(tree.feature)),
    threshold: Float64Array.from(pick(tree.threshold)),
    missingLeft: Uint8Array.from(pick(tree.missingLeft)),
    left: new Int32Array(count),
    value: Float64Array.from(pick(tree.value)),
    parent: new Int32Array(count),
    cut: new Int32Array(count).fill(LEAF),
    earlier: new Int32Array(count),
    share: new Float64Array(count).fill(1),
  };
  order.forEach((node, index) => {
    if (tree.feature[node] === LEAF) return;
    const children = [tree.left[node] as number, tree.right[node] as number];
    const covers = children.map((child) => tree.cover[child] as number);
    const cover = covers.reduce((sum, cover) => sum + cover, 0);
    shape.left[index] = newIndex[children[0] as number] as number;
    children.forEach((child, side) => {
      const to = newIndex[child] as number;
      shape.parent[to] = index;
      shape.cut[to] = tree.feature[node] as number;
      // Without training rows at the node, both ways are equally likely.
      shape.share[to] = cover > 0 ? (covers[side] as number) / cover : 1 / 2;
    });
  });
  for (let node = 1; node < count; node++) shape.earlier[node] = findEarlier(shape, node);
  return shape;
}

function findEarlier(shape: Pick<Shape, 'parent' | 'cut'>, node: number): number {
  let above = shape.parent[node] as number;
  while (above !== 0 && shape.cut[above] !== shape.cut[node]) above = shape.parent[above] as number;
  return above;
}

/** Most different features of a path; per node, the share of rows that pass its feature's cuts. */
function measurePaths({ parent, earlier, share }: Shape): {
  features: number;
  passShare: Float64Array;
} {
  const passShare = new Float64Array(parent.length).fill(1);
  const depth = new Int32Array(parent.length);
  let features = 0;
  for (let node = 1; node < parent.length; node++) {
    const earlierNode = earlier[node] as number;
    passShare[node] = (passShare[earlierNode] as number) * (share[node] as number);
    depth[node] = (depth[parent[node] as number] as number) + (earlierNode === 0 ? 1 : 0);
    features = Math.max(features, depth[node] as number);
  }
  return { features, passShare };
}

function computeExpectation({ feature, parent, share, value }: Shape): number {
  const mean = value.map((leaf, node) => (feature[node] === LEAF ? leaf : 0));
  for (let node = feature.length - 1; node > 0; node--) {
    (mean[parent[node] as number] as number) += (share[node] as number) * (mean[node] as number);
  }
  return mean[0] as number;
}
