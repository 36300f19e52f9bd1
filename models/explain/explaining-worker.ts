// The thread that reads the trees of files that developers have brought, and computes what features
// add to a score: both take hundreds of milliseconds for the largest that are read.

import { answerCalls } from '../../threads/answers.ts';
import { againstBackground } from './interventional.ts';
import { type OpenTrees, openMarginOf, readOpenTrees } from './open-trees.ts';
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

/** The trees, and what they say of the background. */
export interface ReadTrees {
  readonly trees: OpenTrees;
  readonly margins: readonly number[];
}

function read({ file, columns, input, background }: ReadOrder): ReadTrees | null {
  const trees = readOpenTrees(file, columns, input);
  return trees && { trees, margins: background.map((row) => openMarginOf(trees, row)) };
}

answerCalls<ReadOrder | AttributionOrder, ReadTrees | Attribution | null>((order) =>
  order.kind === 'read' ? read(order) : againstBackground(order.trees, order.background, order.row),
);
