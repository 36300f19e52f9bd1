// Writes a forest as the operator TreeEnsembleRegressor (ai.onnx.ml), and reads it back, so that
// exact attributions explain the served file and not a copy of the forest.

import { type Forest, LEAF, type Tree } from '../train/tree.ts';
import { attribute, INPUT, node, type OnnxSteps, readAttributes } from './onnx-model.ts';

export const MARGIN = 'margin';

/** `features` → `margin`. The operator adds in 32-bit floats, so the last digits may differ. */
export function makeForestSteps({ base, trees }: Forest): OnnxSteps {
  const nodes = trees.flatMap((tree, index) =>
    tree.feature.map((_, id) => ({ tree, treeIndex: index, id })),
  );
  const isLeaf = ({ tree, id }: (typeof nodes)[number]) => tree.feature[id] === LEAF;
  const leaves = nodes.filter(isLeaf);
  const part = (name: 'threshold' | 'left' | 'right' | 'missingLeft') =>
    nodes.map(({ tree, id }) => tree[name][id] as number);
  const { ints, floats, strings } = attribute;
  const modes = nodes.map((node) => (isLeaf(node) ? 'LEAF' : 'BRANCH_LEQ'));
  const ensemble = node('TreeEnsembleRegressor', [INPUT], MARGIN, [
    attribute.int('n_targets', 1),
    attribute.string('aggregate_function', 'SUM'),
    attribute.string('post_transform', 'NONE'),
    floats('base_values', [base]),
    ints(
      'nodes_treeids',
      nodes.map(({ treeIndex: at }) => at),
    ),
    ints(
      'nodes_nodeids',
      nodes.map(({ id }) => id),
    ),
    ints(
      'nodes_featureids',
      nodes.map(({ tree, id }) => Math.max(0, tree.feature[id] as number)),
    ),
    strings('nodes_modes', modes),
    floats('nodes_values', part('threshold')),
    ints('nodes_truenodeids', part('left')),
    ints('nodes_falsenodeids', part('right')),
    ints('nodes_missing_value_tracks_true', part('missingLeft')),
    ints(
      'target_treeids',
      leaves.map(({ treeIndex: at }) => at),
    ),
    ints(
      'target_nodeids',
      leaves.map(({ id }) => id),
    ),
    ints(
      'target_ids',
      leaves.map(() => 0),
    ),
    floats(
      'target_weights',
      leaves.map(({ tree, id }) => tree.value[id] as number),
    ),
  ]);
  return { nodes: [ensemble], constants: [] };
}

/** Returns the forest in a file that `makeForestSteps` wrote, with the covers from `covers.json`. */
export function readForest(
  file: Uint8Array,
  columns: number,
  covers: readonly (readonly number[])[],
): Forest {
  const attribute = readAttributes(file).get('TreeEnsembleRegressor');
  if (!attribute) throw new Error('the file has no tree ensemble');
  const ints = (name: string) => attribute.get(name)?.ints ?? [];
  const floats = (name: string) => attribute.get(name)?.floats ?? [];
  const modes = (attribute.get('nodes_modes')?.strings ?? []).map((mode) => Buffer.from(mode));
  const ids = ints('nodes_nodeids');
  const [leafTrees, leafIds] = [ints('target_treeids'), ints('target_nodeids')];
  const weights = new Map(
    floats('target_weights').map((weight, index) => [
      `${leafTrees[index]}/${leafIds[index]}`,
      weight,
    ]),
  );
  const trees: { [Part in keyof Tree]: number[] }[] = [];
  ints('nodes_treeids').forEach((tree, index) => {
    const id = ids[index] as number;
    if (trees.length === tree) trees.push(emptyTree(covers[tree] ?? []));
    const target = trees[tree];
    if (!target || target.feature.length !== id) throw new Error('the nodes are not in order');
    const isLeaf = modes[index]?.toString('utf8') === 'LEAF';
    target.feature.push(isLeaf ? LEAF : (ints('nodes_featureids')[index] as number));
    target.threshold.push(floats('nodes_values')[index] as number);
    target.left.push(ints('nodes_truenodeids')[index] as number);
    target.right.push(ints('nodes_falsenodeids')[index] as number);
    target.missingLeft.push(ints('nodes_missing_value_tracks_true')[index] as number);
    target.value.push(isLeaf ? (weights.get(`${tree}/${id}`) as number) : 0);
  });
  const mismatchedTree = trees.findIndex(({ feature, cover }) => feature.length !== cover.length);
  if (mismatchedTree !== -1) throw new Error(`the covers do not fit tree ${mismatchedTree}`);
  return { columns, base: floats('base_values')[0] ?? 0, trees };
}

function emptyTree(cover: readonly number[]): { [Part in keyof Tree]: number[] } {
  return {
    feature: [],
    threshold: [],
    left: [],
    right: [],
    missingLeft: [],
    value: [],
    cover: [...cover],
  };
}
