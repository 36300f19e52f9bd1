// The thread that reads the trees of developers' files and computes the contributions of features:
// both take hundreds of milliseconds for the largest files.

import { answerCalls } from '../../db/threads/answers.ts';
import type { Covers } from '../artifact.ts';
import { readEncoding } from '../learn/export/encoding.ts';
import { readForest } from '../learn/export/tree-ensemble.ts';
import type { Encoding } from '../learn/train/encoding.ts';
import type { Forest, Tree } from '../learn/train/tree.ts';
import { attributeAgainstBackground } from './interventional.ts';
import { computeOpenMargin, type OpenTrees, readOpenTrees } from './open-trees.ts';
import type { Attribution } from './tree-shap.ts';

export interface ReadOrder {
  readonly kind: 'read';
  readonly file: Uint8Array;
  readonly columns: number;
  readonly input: string;
  readonly background: readonly Float32Array[];
}

export interface AttributionOrder {
  readonly kind: 'attribute';
  readonly trees: OpenTrees;
  readonly background: readonly Float32Array[];
  readonly row: readonly number[];
}

/** Order for a file that was trained here. */
export interface TrainedOrder {
  readonly kind: 'trained';
  readonly file: Uint8Array;
  readonly columns: number;
  /** The stored JSON of the covers. */
  readonly covers: string;
}

/** The trees, and their margins on the background. */
export interface ReadTrees {
  readonly trees: OpenTrees;
  readonly margins: readonly number[];
}

/**
 * The forest without its trees, which are sent ahead one by one, so that receiving them takes no
 * long stretch.
 */
export interface ReadTrained extends Omit<Forest, 'trees'> {
  readonly encoding: Encoding | null;
}

export type Order = ReadOrder | AttributionOrder | TrainedOrder;
export type Result = ReadTrees | ReadTrained | Attribution | null;

function read({ file, columns, input, background }: ReadOrder): ReadTrees | null {
  const trees = readOpenTrees(file, columns, input);
  return trees && { trees, margins: background.map((row) => computeOpenMargin(trees, row)) };
}

function readTrained(order: TrainedOrder, sendTree: (tree: Tree) => void): ReadTrained {
  const covers = JSON.parse(order.covers) as Covers;
  const { trees, ...forest } = readForest(order.file, order.columns, covers);
  for (const tree of trees) sendTree(tree);
  return { ...forest, encoding: readEncoding(order.file) };
}

answerCalls<Order, Result, Tree>((order, sendTree) => {
  if (order.kind === 'read') return read(order);
  if (order.kind === 'trained') return readTrained(order, sendTree);
  return attributeAgainstBackground(order.trees, order.background, order.row);
});
