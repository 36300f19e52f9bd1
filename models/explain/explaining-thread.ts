// Reads the trees of developers' files, and explains uploaded ones, in a separate thread, so that a
// request for reasons delays no other request. Owners take turns. The thread starts with the first
// call and does not keep its process running.

import { openThread } from '../../db/threads/calls.ts';
import type { Encoding } from '../learn/train/encoding.ts';
import type { Forest, Tree } from '../learn/train/tree.ts';
import type {
  Order,
  ReadOrder,
  ReadTrained,
  ReadTrees,
  Result,
  TrainedOrder,
} from './explaining-worker.ts';
import type { OpenForest } from './explanation.ts';
import type { Attribution } from './tree-shap.ts';

const thread = openThread<Order, Result, Tree>({
  name: 'the thread that explains',
  file: new URL('./explaining-worker.ts', import.meta.url),
  closing: new AbortController().signal,
});

/**
 * Returns the trees of an uploaded file, or null when it has no readable ones.
 * @param owner the owner of the file
 */
export async function openForest(
  order: Omit<ReadOrder, 'kind'>,
  owner: string | null,
): Promise<OpenForest | null> {
  const read = (await thread.call({ kind: 'read', ...order }, { owner })) as ReadTrees | null;
  if (!read) return null;
  const { trees, margins } = read;
  const { background } = order;
  return {
    margins,
    async attributeRow(row) {
      const message = { kind: 'attribute', trees, background, row: Array.from(row) } as const;
      return (await thread.call(message, { owner })) as Attribution;
    },
  };
}

/**
 * Returns the trees of a file that was trained here, with its encoding of texts.
 * @param owner the owner of the file
 */
export async function readTrainedForest(
  order: Omit<TrainedOrder, 'kind'>,
  owner: string | null,
): Promise<{ readonly forest: Forest; readonly encoding: Encoding | null }> {
  const trees: Tree[] = [];
  const addTree = (tree: Tree) => void trees.push(tree);
  const read = await thread.call({ kind: 'trained', ...order }, { owner, onPart: addTree });
  const { encoding, ...forest } = read as ReadTrained;
  return { forest: { ...forest, trees }, encoding };
}
