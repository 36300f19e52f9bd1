// Checks a tree ensemble before the runtime loads it: ids in the file select nodes and features.
// onnxruntime 1.30 itself refuses cycles and features beyond the row (tried), the latter only when
// a row reaches the node, which a probe may not have covered.

import { decodeBytes, readNumber, readNumbers, readSubmessage, readValues } from './message.ts';
import type { NodeView } from './operators.ts';
import { refuse } from './refusal.ts';

/**
 * Checks the trees. Returns the width of their scores.
 * @throws ModelRefusal
 */
export function checkTrees(node: NodeView, kind: 'class' | 'target'): number {
  const width = node.width(0);
  if (width === null) refuseMalformed('the width of the input of a tree ensemble is unknown');
  const scores =
    kind === 'class' ? countLabels(node) : readNumber(node.attribute('n_targets'), 'i') || 1;
  const leaves = checkNodes(node, width as number);
  checkWeights(node, kind, scores, leaves);
  const base = list(node, 'base_values', 'floats').length;
  if (base > scores) refuseMalformed('base_values has the wrong length');
  return Math.max(scores, kind === 'class' ? 2 : 1);
}

function countLabels(node: NodeView): number {
  const texts = readValues(node.attribute('classlabels_strings'), 'strings').length;
  const count = texts || list(node, 'classlabels_int64s', 'ints').length;
  if (count < 1) refuseMalformed('a classifier has no labels');
  return count;
}

function checkNodes(node: NodeView, width: number): ReadonlySet<string> {
  const ints = (name: string) => list(node, `nodes_${name}`, 'ints');
  const trees = ints('treeids');
  const ids = ints('nodeids');
  const features = ints('featureids');
  const yes = ints('truenodeids');
  const no = ints('falsenodeids');
  const modes = readValues(node.attribute('nodes_modes'), 'strings').map(decodeBytes);
  const values = list(node, 'nodes_values', 'floats');
  const optional = [ints('missing_value_tracks_true'), list(node, 'nodes_hitrates', 'floats')];
  const lists = [
    ids,
    features,
    yes,
    no,
    modes,
    values,
    ...optional.filter((readNumbers) => readNumbers.length),
  ];
  if (trees.length === 0 || lists.some((list) => list.length !== trees.length)) {
    refuseMalformed('the lists of a tree ensemble differ in length');
  }
  const nodeIndexes = new Map<string, number>();
  trees.forEach((tree, index) => {
    nodeIndexes.set(`${tree}:${ids[index]}`, index);
  });
  if (nodeIndexes.size !== trees.length) refuseMalformed('a node of a tree is there twice');
  const leaves = new Set<string>();
  const children = trees.map((tree, index) => {
    if (modes[index] === 'LEAF') {
      leaves.add(`${tree}:${ids[index]}`);
      return [];
    }
    const feature = features[index] as number;
    if (!MODES.has(modes[index] as string))
      refuseMalformed('a branch of a tree has an unknown mode');
    if (!Number.isInteger(feature) || feature < 0 || feature >= width) {
      refuseMalformed('a tree asks for a feature that is not there');
    }
    return [nodeIndexes.get(`${tree}:${yes[index]}`), nodeIndexes.get(`${tree}:${no[index]}`)];
  });
  checkReachable(trees, children);
  return leaves;
}

const MODES: ReadonlySet<string> = new Set([
  'BRANCH_LEQ',
  'BRANCH_LT',
  'BRANCH_GTE',
  'BRANCH_GT',
  'BRANCH_EQ',
  'BRANCH_NEQ',
]);

/** States of a node on the walk from a root: not seen, on the current path, and done. */
const [UNSEEN_NODE, OPEN_NODE, DONE_NODE] = [0, 1, 2];

/**
 * Checks that the first node of each tree reaches every node, and that there is no cycle. Branches
 * may meet: LightGBM tests a set of categories by several nodes that lead to the same child.
 */
function checkReachable(
  trees: readonly number[],
  children: readonly (readonly (number | undefined)[])[],
) {
  const startedTrees = new Set<number>();
  const state = new Uint8Array(trees.length);
  let reachedCount = 0;
  trees.forEach((tree, root) => {
    if (startedTrees.has(tree)) return;
    startedTrees.add(tree);
    const path = [root];
    for (let index = path.at(-1); index !== undefined; index = path.at(-1)) {
      if (state[index] !== UNSEEN_NODE) {
        // On the second visit, everything below has been walked.
        if (state[index] === OPEN_NODE) state[index] = DONE_NODE;
        path.pop();
        continue;
      }
      state[index] = OPEN_NODE;
      reachedCount += 1;
      for (const child of children[index] ?? []) {
        if (child === undefined) refuseMalformed('a branch of a tree leads nowhere');
        if (state[child] === OPEN_NODE) refuseMalformed('a tree runs in a circle');
        if (state[child] === UNSEEN_NODE) path.push(child);
      }
    }
  });
  if (reachedCount !== trees.length) refuseMalformed('a node of a tree is out of reach');
}

function checkWeights(
  node: NodeView,
  kind: 'class' | 'target',
  scores: number,
  leaves: ReadonlySet<string>,
): void {
  const ints = (name: string) => list(node, `${kind}_${name}`, 'ints');
  const trees = ints('treeids');
  const nodes = ints('nodeids');
  const ids = ints('ids');
  const weights = list(node, `${kind}_weights`, 'floats');
  if ([nodes, ids, weights].some((list) => list.length !== trees.length)) {
    refuseMalformed('the weights of a tree ensemble differ in length');
  }
  trees.forEach((tree, index) => {
    if (!leaves.has(`${tree}:${nodes[index]}`)) refuseMalformed('a weight belongs to no leaf');
    const id = ids[index] as number;
    if (!(id >= 0 && id < scores)) refuseMalformed('a weight belongs to no output');
  });
}

/** Numbers of an attribute; attributes given as a tensor of doubles are not served. */
function list(node: NodeView, name: string, field: 'ints' | 'floats'): readonly number[] {
  if (readSubmessage(node.attribute(`${name}_as_tensor`), 't').size > 0) {
    refuseMalformed('trees of doubles are not served: export them with floats');
  }
  return readNumbers(node.attribute(name), field);
}

function refuseMalformed(detail: string): never {
  return refuse('model_malformed', detail);
}
