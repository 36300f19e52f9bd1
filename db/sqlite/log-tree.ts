// Reads the stored nodes of the log's tree: leaves at level 0, subtrees above.

import type { ReadNodes } from '../../chain/merkle.ts';
import type { Database } from '../connect.ts';

/** Reads by key, so that a gap is an error and never a neighbour's hash. */
export function treeReader({ raw }: Database): ReadNodes {
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
  return (level, from, count) => {
    const end = from + count;
    const found = level === 0 ? leaves.all(from, end) : nodes.all(level, from, end);
    if (found.length === count) return found;
    throw new Error(`the log has a gap: level ${level}, ${from} to ${end}`);
  };
}
