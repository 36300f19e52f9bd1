// A literal transcription of RFC 6962 §2.1: slow, recursive, over a plain list of leaf hashes. Tests
// compare the engine's results with it.

import { createHash } from 'node:crypto';

/** Number of leaves of the largest tree in these tests. */
export const MAX_LEAVES = 130;
/**
 * Returns every size up to {@link MAX_LEAVES}, or only the small ones and those around sizes at
 * which the height of the tree changes.
 */
export function listTreeSizes(isEvery: boolean): number[] {
  const all = Array.from({ length: MAX_LEAVES }, (_, n) => n + 1);
  if (isEvery) return all;
  return all.filter((size) => size <= 34 || [63, 64, 65, 66].includes(size) || size >= 127);
}

const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const splitPoint = (n: number) => {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
};

/** MTH(D[n]) over leaf hashes. */
export function naiveRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leaves[0]!;
  const k = splitPoint(leaves.length);
  return sha256(Buffer.from([1]), naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}

/** PATH(m, D[n]). */
export function naivePath(m: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = splitPoint(leaves.length);
  return m < k
    ? [...naivePath(m, leaves.slice(0, k)), naiveRoot(leaves.slice(k))]
    : [...naivePath(m - k, leaves.slice(k)), naiveRoot(leaves.slice(0, k))];
}

/** PROOF(m, D[n]). */
export function naiveProof(m: number, leaves: readonly Buffer[]): Buffer[] {
  return subproof(m, leaves, true);
}

function subproof(m: number, leaves: readonly Buffer[], isWhole: boolean): Buffer[] {
  if (m === leaves.length) return isWhole ? [] : [naiveRoot(leaves)];
  const k = splitPoint(leaves.length);
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), isWhole), naiveRoot(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), naiveRoot(leaves.slice(0, k))];
}

/** The hash of leaf number `n` of a test's log. */
export function hashOfLeaf(n: number): Buffer {
  return sha256(Buffer.from([0]), Buffer.from(`leaf ${n}`));
}
