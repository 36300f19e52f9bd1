// Reads the stored nodes of the log's tree, and which checkpoint covers a leaf.

import type { ReadNodes } from '../../chain/merkle.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import type { CheckpointRow } from '../kernel/rows.ts';
import { prepareOnce } from '../kernel/statements.ts';
import { checkpoints } from '../kernel/tables.ts';
import { anchorReader } from './anchor-of-leaf.ts';
import { type AnchorState, NO_CHAIN } from './anchor-view.ts';

export interface LogReader {
  /** Reads leaves (level 0) and subtrees (above). Throws when a node is missing. */
  readonly nodes: ReadNodes;
  /**
   * Returns the anchor state of a leaf: the checkpoint of its anchor, otherwise the first checkpoint
   * that covers the leaf.
   */
  anchorState(leafIndex: number): AnchorState;
  /** Returns the anchor states of many leaves by their index, with shared lookups. */
  anchorStates(leafIndexes: readonly number[]): ReadonlyMap<number, AnchorState>;
  newest(): CheckpointRow | null;
  ofSize(treeSize: number): CheckpointRow | null;
}

const SELECT = `SELECT ${columnsOf(checkpoints)}, (SELECT verifier_key FROM log_keys k
  WHERE k.key_id = checkpoints.key_id) AS verifierKey FROM checkpoints`;

/** Prepares the reads once. They read the snapshot that is open at each call. */
export const logReader = prepareOnce(({ raw, developmentChain }: Database): LogReader => {
  const leaves = raw
    .prepare<[number, number], Buffer>(
      `SELECT hash FROM leaves WHERE leaf_index >= ? AND leaf_index < ? ORDER BY leaf_index`,
    )
    .pluck();
  const nodes = raw
    .prepare<[number, number, number], Buffer>(
      `SELECT hash FROM log_nodes WHERE level = ? AND node_index >= ? AND node_index < ?
       ORDER BY node_index`,
    )
    .pluck();
  const covering = raw.prepare<[number], CheckpointRow>(
    `${SELECT} WHERE tree_size > ? ORDER BY tree_size LIMIT 1`,
  );
  const newest = raw.prepare<[], CheckpointRow>(`${SELECT} ORDER BY tree_size DESC LIMIT 1`);
  const ofSize = raw.prepare<[number], CheckpointRow>(`${SELECT} WHERE tree_size = ?`);
  const anchors = anchorReader(raw, developmentChain);

  /**
   * Returns a function that finds the anchor states of leaves in ascending order. It reuses its
   * last result: an anchor or checkpoint that covers a leaf covers every later leaf below its size,
   * and when none covers a leaf, none covers a later leaf.
   */
  function ascendingAnchorStates(): (leafIndex: number) => AnchorState {
    let chain: { readonly found: ReturnType<typeof anchors.findCovering> } | null = null;
    let checkpoint: { readonly found: CheckpointRow | null } | null = null;
    const covers = (checkpoint: { readonly treeSize: number } | null, leafIndex: number) =>
      checkpoint === null || checkpoint.treeSize > leafIndex;
    return (leafIndex) => {
      if (!chain || !covers(chain.found, leafIndex)) {
        chain = { found: anchors.findCovering(leafIndex) };
      }
      const anchored = chain.found && ofSize.get(chain.found.treeSize);
      if (chain.found && anchored) return { checkpoint: anchored, chain: chain.found.part };
      if (!checkpoint || !covers(checkpoint.found, leafIndex)) {
        checkpoint = { found: covering.get(leafIndex) ?? null };
      }
      // A leaf without a checkpoint cannot be on a chain.
      const isChainUnknown = checkpoint.found === null || anchors.isConnected();
      return { checkpoint: checkpoint.found, chain: isChainUnknown ? null : NO_CHAIN };
    };
  }

  return {
    nodes(level, from, count) {
      const end = from + count;
      const hashes = level === 0 ? leaves.all(from, end) : nodes.all(level, from, end);
      if (hashes.length === count) return hashes;
      throw new Error(`the log has a gap: level ${level}, ${from} to ${end}`);
    },
    anchorState: (leafIndex) => ascendingAnchorStates()(leafIndex),
    anchorStates(leafIndexes) {
      const anchorStateOf = ascendingAnchorStates();
      const inOrder = [...leafIndexes].sort((a, other) => a - other);
      return new Map(inOrder.map((leafIndex) => [leafIndex, anchorStateOf(leafIndex)]));
    },
    newest: () => newest.get() ?? null,
    ofSize: (treeSize) => ofSize.get(treeSize) ?? null,
  };
});
