// A Merkle tree of a log with its nodes in memory, for tests.

import { newNodes, type ReadNodes } from '../../chain/merkle.ts';

export interface MemoryTree {
  readonly read: ReadNodes;
  /** Returns the number of stored nodes above the leaves. */
  countStored(): number;
  append(leaves: readonly Buffer[]): void;
}

export function createMemoryTree(): MemoryTree {
  const levels = new Map<number, Buffer[]>([[0, []]]);
  const levelAt = (number: number) => {
    const row = levels.get(number) ?? [];
    levels.set(number, row);
    return row;
  };
  const read: ReadNodes = (number, from, count) => levelAt(number).slice(from, from + count);
  return {
    read,
    countStored: () => [...levels].reduce((sum, [number, row]) => sum + (number && row.length), 0),
    append(leaves) {
      const row = levelAt(0);
      const before = row.length;
      for (const leaf of leaves) row.push(leaf);
      for (const node of newNodes(before, row.length, read)) {
        const above = levelAt(node.level);
        if (above.length !== node.index)
          throw new Error('the nodes are not in order, or one occurs twice');
        above.push(node.hash);
      }
    },
  };
}
