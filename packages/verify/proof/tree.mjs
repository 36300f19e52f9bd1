// @ts-check
// Verifies paths in the Merkle tree of RFC 6962, as RFC 9162 §2.1.3.2 and §2.1.4.2 define.

import { Fault, hashAt, joinBytes } from './fields.mjs';

/** @param {Uint8Array} bytes */
export async function sha256(bytes) {
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
}

/** @typedef {(bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>} Digest */

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 * @param {Digest} [digest]
 */
const nodeHash = (left, right, digest = sha256) =>
  digest(joinBytes([Uint8Array.of(1), left, right]));

/** @param {number} value */
const halve = (value) => Math.floor(value / 2);

/**
 * Computes the root from an inclusion proof.
 * @param {{ index: number, size: number, path: Uint8Array[], hash: Uint8Array }} proof
 * @param {Digest} [digest] SHA-256, instead of WebCrypto's
 * @returns {Promise<Uint8Array>}
 */
export async function rootFromPath({ index, size, path, hash }, digest) {
  let [fn, sn, root] = [index, size - 1, hash];
  for (const sibling of path) {
    if (sn === 0) throw new Fault('auditPath', 'is too long for this tree');
    if (fn % 2 === 1 || fn === sn) {
      root = await nodeHash(sibling, root, digest);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [halve(fn), halve(sn)];
    } else {
      root = await nodeHash(root, sibling, digest);
    }
    [fn, sn] = [halve(fn), halve(sn)];
  }
  if (sn !== 0) throw new Fault('auditPath', 'is too short for this tree');
  return root;
}

/**
 * Computes both roots from a consistency proof.
 * @param {{ treeSize: number, rootHash: string }} old
 * @param {number} size
 * @param {Uint8Array[]} consistency
 */
export async function rootsFromPath(old, size, consistency) {
  const oldRoot = hashAt(old.rootHash, 'from.rootHash');
  if (old.treeSize === size) {
    if (consistency.length > 0) throw new Fault('path', 'is not empty between equal sizes');
    return { from: oldRoot, to: oldRoot };
  }
  const isWhole = Number.isInteger(Math.log2(old.treeSize));
  const [first, ...path] = isWhole ? [oldRoot, ...consistency] : consistency;
  if (!first) throw new Fault('path', 'is too short for these trees');
  let [fn, sn] = [old.treeSize - 1, size - 1];
  while (fn % 2 === 1) [fn, sn] = [halve(fn), halve(sn)];
  let [from, to] = [first, first];
  for (const sibling of path) {
    if (sn === 0) throw new Fault('path', 'is too long for these trees');
    if (fn % 2 === 1 || fn === sn) {
      from = await nodeHash(sibling, from);
      to = await nodeHash(sibling, to);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [halve(fn), halve(sn)];
    } else {
      to = await nodeHash(to, sibling);
    }
    [fn, sn] = [halve(fn), halve(sn)];
  }
  if (sn !== 0) throw new Fault('path', 'is too short for these trees');
  return { from, to };
}
