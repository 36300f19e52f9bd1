// The tree of the log equals the tree of RFC 6962, for every size and every pair of sizes.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { consistencyPath, inclusionPath, rootOf } from '../../chain/merkle.ts';
import { isDeep } from '../kit/suite/tier.ts';
import { createMemoryTree } from './memory-tree.ts';
import {
  hashOfLeaf,
  listTreeSizes,
  MAX_LEAVES,
  naivePath,
  naiveProof,
  naiveRoot,
} from './naive-tree.ts';

const SIZES = listTreeSizes(isDeep);
const leaves = Array.from({ length: MAX_LEAVES }, (_, n) => hashOfLeaf(n));

/** A tree of 130 leaves that were appended one at a time, so it also has the smaller trees. */
const TREE = (() => {
  const tree = createMemoryTree();
  for (const leaf of leaves) tree.append([leaf]);
  return tree;
})();

describe('the Merkle tree of a log', () => {
  test('has the roots that RFC 6962 defines, at every size up to 130', () => {
    for (let size = 0; size <= MAX_LEAVES; size++) {
      expect(rootOf(size, TREE.read), `size ${size}`).toEqual(naiveRoot(leaves.slice(0, size)));
    }
  });

  test('proves each leaf in each size up to 130 with the path of RFC 6962', () => {
    for (const size of SIZES) {
      const leavesOfSize = leaves.slice(0, size);
      for (let index = 0; index < size; index++) {
        const path = inclusionPath(index, size, TREE.read);
        expect(path.map(hex), `${index} of ${size}`).toEqual(
          naivePath(index, leavesOfSize).map(hex),
        );
      }
    }
  });

  test('proves each size up to 130 consistent with each smaller size, as RFC 6962 defines', () => {
    for (const to of SIZES) {
      const leavesOfSize = leaves.slice(0, to);
      for (let from = 1; from <= to; from++) {
        const path = consistencyPath(from, to, TREE.read);
        expect(path.map(hex), `${from} to ${to}`).toEqual(naiveProof(from, leavesOfSize).map(hex));
      }
    }
  });

  test('is independent of the steps in which it grew', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 8 }), (steps) => {
        const tree = createMemoryTree();
        let size = 0;
        for (const step of steps) {
          tree.append(Array.from({ length: step }, (_, n) => hashOfLeaf(size + n)));
          size += step;
        }
        const all = Array.from({ length: size }, (_, n) => hashOfLeaf(n));
        expect(rootOf(size, tree.read)).toEqual(naiveRoot(all));
      }),
      { numRuns: isDeep ? 60 : 20 },
    );
  });

  test('stores about one inner node for fifteen leaves', () => {
    const tree = createMemoryTree();
    const [leaf = Buffer.alloc(0)] = leaves;
    tree.append(Array.from({ length: 65_536 }, () => leaf));
    expect(tree.countStored()).toBe(4_096 + 256 + 16 + 1);
  });

  test('refuses a leaf index or a size beyond its own', () => {
    for (const index of [-1, 5, 0.5, Number.NaN]) {
      expect(() => inclusionPath(index, 5, TREE.read)).toThrow(RangeError);
    }
    for (const from of [0, -1, 6, 1.5, Number.NaN]) {
      expect(() => consistencyPath(from, 5, TREE.read)).toThrow(RangeError);
    }
  });

  test('reports a missing node as an error', () => {
    const noNodes = () => [];
    expect(() => rootOf(3, noNodes)).toThrow('gap');
    expect(() => inclusionPath(1, 3, noNodes)).toThrow('gap');
  });
});

function hex(hash: Buffer): string {
  return hash.toString('hex');
}
