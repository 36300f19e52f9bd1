// The Merkle tree of the log: roots, inclusion proofs and consistency proofs as RFC 6962 §2.1 and
// RFC 9162 §2.1 define them, for every size that the log has had.
// Only hashes of complete subtrees are stored, and only at every fourth level: one row for some
// fifteen leaves, and at most eight rows to read for any other node.

import { hash } from 'node:crypto';

/** Distance of the stored levels: 0 (the leaves), 4, 8, … */
export const STORED_EVERY = 4;
const WIDTH = 2 ** STORED_EVERY;

/** Reads `count` stored nodes in a row, by level (a multiple of four) and index. */
export type ReadNodes = (level: number, from: number, count: number) => readonly Buffer[];

export interface TreeNode {
  readonly level: number;
  readonly index: number;
  readonly hash: Buffer;
}

const HASH_BYTES = 32;
/** Prefix and both children, reused for every node: a new buffer would cost as much as the hash. */
const pair = Buffer.alloc(1 + 2 * HASH_BYTES, 1);
const EMPTY_ROOT = hash('sha256', '', 'buffer');

/**
 * RFC 6962 §2.1: the hash of an inner node.
 * @throws RangeError unless both children have 32 bytes
 */
export function hashNode(left: Buffer, right: Buffer): Buffer {
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES) {
    throw new RangeError('a tree node needs exactly two child hashes');
  }
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return hash('sha256', pair, 'buffer');
}

/** The root of the first `size` leaves. */
export function rootOf(size: number, read: ReadNodes): Buffer {
  return size === 0 ? EMPTY_ROOT : rangeHash(0, size, read);
}

/**
 * Yields the nodes to store when a log grows from `from` to `to` leaves. Each node has to be stored
 * before the next is requested, because higher levels are computed from lower ones.
 */
export function* newNodes(from: number, to: number, read: ReadNodes): Generator<TreeNode> {
  for (let level = STORED_EVERY; 2 ** level <= to; level += STORED_EVERY) {
    const last = Math.floor(to / 2 ** level);
    for (let index = Math.floor(from / 2 ** level); index < last; index++) {
      const below = read(level - STORED_EVERY, index * WIDTH, WIDTH);
      yield { level, index, hash: hashUp(below) };
    }
  }
}

/**
 * The inclusion proof of a leaf: its siblings from the bottom up.
 * @throws RangeError when the tree has no such leaf
 */
export function inclusionPath(index: number, size: number, read: ReadNodes): Buffer[] {
  if (!(Number.isSafeInteger(index) && index >= 0 && index < size)) {
    throw new RangeError(`a tree of ${size} leaves has no leaf ${index}`);
  }
  const path: Buffer[] = [];
  const nearHashes = cacheSiblings(index, size, read);
  let [start, end] = [0, size];
  while (end - start > 1) {
    const splitAt = start + largestPowerBelow(end - start);
    if (index < splitAt) {
      path.push(rangeHash(splitAt, end, nearHashes));
      end = splitAt;
    } else {
      path.push(rangeHash(start, splitAt, nearHashes));
      start = splitAt;
    }
  }
  return path.reverse();
}

/**
 * Returns a reader that reads the sixteen stored nodes around the leaf once for each stored level.
 * The siblings of four levels are computed from them.
 */
function cacheSiblings(index: number, size: number, read: ReadNodes): ReadNodes {
  const blocks = new Map<number, readonly Buffer[]>();
  return (level, from, count) => {
    const ownIndex = Math.floor(index / 2 ** level);
    const first = ownIndex - (ownIndex % WIDTH);
    if (from < first || from + count > first + WIDTH) return read(level, from, count);
    const fullNodes = Math.floor(size / 2 ** level);
    const block = blocks.get(level) ?? read(level, first, Math.min(WIDTH, fullNodes - first));
    blocks.set(level, block);
    return block.slice(from - first, from - first + count);
  };
}

/**
 * The consistency proof that the tree of `to` leaves begins with the tree of `from` leaves.
 * @throws RangeError unless 0 < from <= to
 */
export function consistencyPath(from: number, to: number, read: ReadNodes): Buffer[] {
  if (!(Number.isSafeInteger(from) && from > 0 && from <= to)) {
    throw new RangeError(`a tree of ${to} leaves has no consistency proof from ${from}`);
  }
  const path: Buffer[] = [];
  let [start, end] = [0, to];
  // RFC 9162 §2.1.4.1: ends when the rest of the old tree is one complete subtree of the new tree.
  while (end !== from) {
    const splitAt = start + largestPowerBelow(end - start);
    if (from <= splitAt) {
      path.push(rangeHash(splitAt, end, read));
      end = splitAt;
    } else {
      path.push(rangeHash(start, splitAt, read));
      start = splitAt;
    }
  }
  // The caller knows the root of the whole old tree, but not that of a part.
  if (start > 0) path.push(rangeHash(start, end, read));
  return path.reverse();
}

/** The hash of leaves `start` to `end`; `start` must be a position where RFC 6962 splits a tree. */
function rangeHash(start: number, end: number, read: ReadNodes): Buffer {
  const width = end - start;
  const left = largestPowerBelow(width);
  if (width === 1 || left * 2 === width) return subtreeHash(start, width, read);
  return hashNode(subtreeHash(start, left, read), rangeHash(start + left, end, read));
}

/** The hash of a complete subtree: 2^n leaves from a multiple of 2^n. */
function subtreeHash(start: number, width: number, read: ReadNodes): Buffer {
  const level = Math.log2(width);
  const storedLevel = level - (level % STORED_EVERY);
  const step = 2 ** storedLevel;
  return hashUp(read(storedLevel, start / step, width / step));
}

function hashUp(nodes: readonly Buffer[]): Buffer {
  let row = nodes;
  while (row.length > 1) {
    const above: Buffer[] = [];
    for (let i = 0; i + 1 < row.length; i += 2) {
      above.push(hashNode(row[i] as Buffer, row[i + 1] as Buffer));
    }
    row = above;
  }
  const [top] = row;
  if (!top) throw new Error('the log has a gap: a stored node is missing');
  return top;
}

/** The largest power of two below `width`, or 1. */
function largestPowerBelow(width: number): number {
  let power = 1;
  while (power * 2 < width) power *= 2;
  return power;
}
