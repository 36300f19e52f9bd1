// Trees in uploaded files (scikit-learn, LightGBM, XGBoost): no node states its number of training
// rows, so the covers that path-dependent attributions need are missing. Everything else is read
// from the file; the runtime's own scores show whether it was read correctly.

import {
  decodeBytes,
  readNumber,
  readNumbers,
  readSubmessages,
  readText,
  readTexts,
  readValues,
} from '../gate/message.ts';
import { MODEL } from '../gate/onnx-schema.ts';
import { type Message, readMessage } from '../gate/protobuf.ts';

const MODES = ['LEAF', 'BRANCH_LEQ', 'BRANCH_LT', 'BRANCH_GTE', 'BRANCH_GT', 'BRANCH_EQ'] as const;
const NOT_EQUAL = MODES.length;

/** Nodes of all trees in one table; a leaf has mode 0. */
export interface OpenTrees {
  readonly columns: number;
  readonly base: number;
  /** The first node of each tree. */
  readonly roots: readonly number[];
  readonly mode: Uint8Array;
  readonly feature: Int32Array;
  readonly threshold: Float32Array;
  readonly yes: Int32Array;
  readonly no: Int32Array;
  /** 1 where a missing value takes the yes branch. */
  readonly missingYes: Uint8Array;
  /** Contribution of each leaf to the sum. */
  readonly value: Float64Array;
}

/** Reading a larger file would delay other work. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_NODES = 100_000;
/** Most branches on a path, because attributions walk the tree recursively. */
const MAX_DEPTH = 100;

/**
 * @param file a file that has passed the gate
 * @returns null when the scores are not the sum of the leaves of one ensemble over the unchanged
 *   row, when branches of a tree meet, or when the ensemble is too large
 */
export function readOpenTrees(file: Uint8Array, columns: number, input: string): OpenTrees | null {
  if (file.length > MAX_BYTES) return null;
  const [graph] = readSubmessages(readMessage(file, MODEL), 'graph');
  const nodes = graph ? readSubmessages(graph, 'node') : [];
  const ensembles = nodes.filter((node) => readText(node, 'opType').startsWith('TreeEnsemble'));
  const [ensemble] = ensembles;
  if (!ensemble || ensembles.length !== 1 || readTexts(ensemble, 'input')[0] !== input) return null;
  const attributes = new Map(
    readSubmessages(ensemble, 'attribute').map((message) => [readText(message, 'name'), message]),
  );
  const attributeNamed = (name: string): Message => attributes.get(name) ?? new Map();
  const aggregation = decodeBytes(
    readValues(attributeNamed('aggregate_function'), 's')[0] as Uint8Array | undefined,
  );
  if (aggregation !== '' && aggregation !== 'SUM') return null;
  const trees = buildTable(attributeNamed, columns);
  return trees && !doBranchesMeet(trees) && measureDepth(trees) <= MAX_DEPTH ? trees : null;
}

function buildTable(readValue: (name: string) => Message, columns: number): OpenTrees | null {
  const ints = (name: string) => readNumbers(readValue(name), 'ints');
  const floats = (name: string) => readNumbers(readValue(name), 'floats');
  const treeIds = ints('nodes_treeids');
  const nodeIds = ints('nodes_nodeids');
  if (treeIds.length > MAX_NODES) return null;
  const nodeIndexes = new Map(treeIds.map((tree, index) => [`${tree}:${nodeIds[index]}`, index]));
  const readNodeIndexes = (name: string) => {
    const ids = ints(name);
    return Int32Array.from(treeIds, (tree, index) => nodeIndexes.get(`${tree}:${ids[index]}`) ?? 0);
  };
  const missing = ints('nodes_missing_value_tracks_true');
  const modes = readValues(readValue('nodes_modes'), 'strings').map((mode) => decodeBytes(mode));
  const leaves = readLeafValues(readValue, nodeIndexes);
  if (!leaves) return null;
  return {
    columns,
    base: leaves.base,
    roots: [
      ...new Map([...treeIds.entries()].reverse().map(([node, tree]) => [tree, node])).values(),
    ],
    mode: Uint8Array.from(modes, (mode) => {
      const modeIndex = MODES.indexOf(mode as (typeof MODES)[number]);
      return modeIndex === -1 ? NOT_EQUAL : modeIndex;
    }),
    feature: Int32Array.from(ints('nodes_featureids')),
    threshold: Float32Array.from(floats('nodes_values')),
    yes: readNodeIndexes('nodes_truenodeids'),
    no: readNodeIndexes('nodes_falsenodeids'),
    missingYes: Uint8Array.from(treeIds, (_, index) => missing[index] ?? 0),
    value: leaves.value,
  };
}

/** Leaf values of the file's only score, or of the second of two classes. */
function readLeafValues(
  readValue: (name: string) => Message,
  nodeIndexes: ReadonlyMap<string, number>,
) {
  const kind = readValue('class_treeids').size > 0 ? 'class' : 'target';
  const trees = readNumbers(readValue(`${kind}_treeids`), 'ints');
  const nodes = readNumbers(readValue(`${kind}_nodeids`), 'ints');
  const ids = readNumbers(readValue(`${kind}_ids`), 'ints');
  const weights = readNumbers(readValue(`${kind}_weights`), 'floats');
  const bases = readNumbers(readValue('base_values'), 'floats');
  const outputs = new Set(ids);
  if (readNumber(readValue('n_targets'), 'i') > 1 || outputs.size > 2 || bases.length > 2)
    return null;
  const classId = outputs.size === 2 ? 1 : ids[0];
  const value = new Float64Array(nodeIndexes.size);
  trees.forEach((tree, index) => {
    const node = nodeIndexes.get(`${tree}:${nodes[index]}`);
    if (ids[index] !== classId || node === undefined) return;
    (value[node] as number) += weights[index] as number;
  });
  return { value, base: bases.at(-1) ?? 0 };
}

/** Returns true when a node has two parents: there may be too many paths to walk. */
function doBranchesMeet({ mode, yes, no }: OpenTrees): boolean {
  const parentMask = new Uint8Array(mode.length);
  for (let node = 0; node < mode.length; node++) {
    if (mode[node] === 0) continue;
    for (const child of [yes[node] as number, no[node] as number]) {
      if (parentMask[child]) return true;
      parentMask[child] = 1;
    }
  }
  return false;
}

function measureDepth({ roots, mode, yes, no }: OpenTrees): number {
  let deepest = 0;
  const pending = roots.map((node) => ({ node, depth: 0 }));
  for (let entry = pending.pop(); entry && deepest <= MAX_DEPTH; entry = pending.pop()) {
    const { node, depth } = entry;
    deepest = Math.max(deepest, depth);
    if (mode[node] === 0) continue;
    pending.push({ node: yes[node] as number, depth: depth + 1 });
    pending.push({ node: no[node] as number, depth: depth + 1 });
  }
  return deepest;
}

/** Returns the child to which a value sends a row. */
export function chooseChild(trees: OpenTrees, node: number, input: number): number {
  const value = Math.fround(input);
  const isYes = Number.isNaN(value)
    ? trees.missingYes[node] === 1 || trees.mode[node] === NOT_EQUAL
    : isConditionTrue(trees.mode[node] as number, value, trees.threshold[node] as number);
  return (isYes ? trees.yes[node] : trees.no[node]) as number;
}

function isConditionTrue(mode: number, value: number, threshold: number): boolean {
  if (mode === 1) return value <= threshold;
  if (mode === 2) return value < threshold;
  if (mode === 3) return value >= threshold;
  if (mode === 4) return value > threshold;
  return mode === 5 ? value === threshold : value !== threshold;
}

/** Returns the sum of the leaves that a row reaches. */
export function computeOpenMargin(trees: OpenTrees, row: ArrayLike<number>): number {
  let margin = trees.base;
  for (const root of trees.roots) {
    let node = root;
    while (trees.mode[node] !== 0) {
      node = chooseChild(trees, node, row[trees.feature[node] as number] as number);
    }
    margin += trees.value[node] as number;
  }
  return margin;
}
