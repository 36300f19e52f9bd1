// A growing Merkle tree that keeps only the roots of its complete subtrees, at most one for each
// bit of its size. They suffice to compute the root after each leaf.

import { hashNode, rootOf } from './merkle.ts';

export interface Frontier {
  readonly size: number;
  /**
   * Adds a leaf hash. Calls `onComplete` for each subtree that it completes, from the bottom up.
   */
  append(leaf: Buffer, onComplete?: (level: number, index: number, hash: Buffer) => void): void;
  root(): Buffer;
}

/** Returns an empty tree. */
export function createFrontier(): Frontier {
  /** Roots of complete subtrees from left to right, in decreasing size. */
  const peaks: Buffer[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    append(leaf, onComplete) {
      let top = leaf;
      let level = 0;
      let index = size;
      while (index % 2 === 1) {
        top = hashNode(peaks.pop() as Buffer, top);
        level += 1;
        index = (index - 1) / 2;
        onComplete?.(level, index, top);
      }
      peaks.push(top);
      size += 1;
    },
    root() {
      if (size === 0) return rootOf(0, () => []);
      return peaks.reduceRight((right, left) => hashNode(left, right));
    },
  };
}
