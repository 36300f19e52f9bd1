// Exact Shapley values of a forest for one row (Lundberg, Erion and Lee 2018, algorithm 2: the
// expectation over an absent feature follows the covers of the training rows). They are in units of
// the margin and, with the expected margin, add up to the row's margin.

import { childFor, type Forest, LEAF, type Tree } from '../train/tree.ts';

export interface Attribution {
  /** Expected margin over the training rows. */
  readonly expected: number;
  /** Per feature: what its value adds to the margin. */
  readonly parts: readonly number[];
}

export function explainForest(forest: Forest, row: ArrayLike<number>): Attribution {
  const parts = new Array<number>(forest.columns).fill(0);
  let expected = forest.base;
  for (const tree of forest.trees) {
    expected += expectedValue(tree, 0);
    walk({ tree, row, parts }, 0, [], { feature: LEAF, zero: 1, one: 1 });
  }
  return { expected, parts };
}

function expectedValue(tree: Tree, node: number): number {
  if (tree.feature[node] === LEAF) return tree.value[node] as number;
  const [left, right] = [tree.left[node] as number, tree.right[node] as number];
  const [a, b] = [tree.cover[left] as number, tree.cover[right] as number];
  return (a * expectedValue(tree, left) + b * expectedValue(tree, right)) / (a + b);
}

/** A feature on the way to a node: the share of rows that passes it unknown, and if known. */
interface Passed {
  readonly feature: number;
  readonly zero: number;
  readonly one: number;
}

/** With the weight of all subsets of a size; changed in place while a path is followed. */
interface Step extends Passed {
  weight: number;
}

interface Walk {
  readonly tree: Tree;
  readonly row: ArrayLike<number>;
  readonly parts: number[];
}

function walk(at: Walk, node: number, above: readonly Step[], passed: Passed): void {
  const path = extended(above, passed);
  const { tree, row, parts } = at;
  const feature = tree.feature[node] as number;
  if (feature === LEAF) {
    for (let place = 1; place < path.length; place++) {
      const step = path[place] as Step;
      const weight = weightWithout(path, place);
      (parts[step.feature] as number) +=
        weight * (step.one - step.zero) * (tree.value[node] as number);
    }
    return;
  }
  const hot = childFor(tree, node, row[feature] as number);
  const cold = (hot === tree.left[node] ? tree.right[node] : tree.left[node]) as number;
  // A feature that cuts twice on a path counts once: its first step is taken back.
  const before = path.findIndex((step, place) => place > 0 && step.feature === feature);
  const { zero, one } = before === -1 ? { zero: 1, one: 1 } : (path[before] as Step);
  const rest = before === -1 ? path : without(path, before);
  const share = (child: number) => (tree.cover[child] as number) / (tree.cover[node] as number);
  walk(at, hot, rest, { feature, zero: zero * share(hot), one });
  walk(at, cold, rest, { feature, zero: zero * share(cold), one: 0 });
}

function extended(above: readonly Step[], passed: Passed): Step[] {
  const length = above.length;
  const path = above.map((step) => ({ ...step }));
  path.push({ ...passed, weight: length === 0 ? 1 : 0 });
  for (let place = length - 1; place >= 0; place--) {
    const [step, next] = [path[place] as Step, path[place + 1] as Step];
    next.weight += (passed.one * step.weight * (place + 1)) / (length + 1);
    step.weight = (passed.zero * step.weight * (length - place)) / (length + 1);
  }
  return path;
}

/** The path as if one step had never been taken. */
function without(path: readonly Step[], removed: number): Step[] {
  const last = path.length - 1;
  const { zero, one } = path[removed] as Step;
  const weights = path.map(({ weight }) => weight);
  let next = weights[last] as number;
  for (let place = last - 1; place >= 0; place--) {
    const weight = weights[place] as number;
    if (one === 0) weights[place] = (weight * (last + 1)) / (zero * (last - place));
    else {
      weights[place] = (next * (last + 1)) / ((place + 1) * one);
      next = weight - ((weights[place] as number) * zero * (last - place)) / (last + 1);
    }
  }
  return path
    .filter((_, place) => place !== removed)
    .map((step, place) => ({ ...step, weight: weights[place] as number }));
}

/** Sum of the weights of the path without one step. */
function weightWithout(path: readonly Step[], removed: number): number {
  const last = path.length - 1;
  const { zero, one } = path[removed] as Step;
  let next = (path[last] as Step).weight;
  let sum = 0;
  for (let place = last - 1; place >= 0; place--) {
    const { weight } = path[place] as Step;
    if (one === 0) sum += (weight * (last + 1)) / (zero * (last - place));
    else {
      const part = (next * (last + 1)) / ((place + 1) * one);
      sum += part;
      next = weight - (part * zero * (last - place)) / (last + 1);
    }
  }
  return sum;
}
