// Encodes calls of the anchoring contract and decodes its answers. The source is
// chain/contracts/LedgerAnchor.sol; a test compares the two.

import {
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  toHex,
} from 'viem';
import { readArtefact } from './artefact.ts';

export const LEDGER_ANCHOR = 'LedgerAnchor';

export const LEDGER_ANCHOR_ABI = parseAbi([
  'function logId() view returns (bytes32)',
  'function latest() view returns (uint64 size, bytes32 root, uint64 anchoredAt)',
  'function anchor(uint64 size, bytes32 root)',
]);
const abi = LEDGER_ANCHOR_ABI;

/** The identifier of a log in the contract: the hash of its origin. */
export function logIdOf(origin: string): Hex {
  return keccak256(toHex(origin));
}

/** The data of the transaction that creates the contract for a log. */
export function encodeDeployment(origin: string): Hex {
  const { bytecode, abi: wholeAbi } = readArtefact(LEDGER_ANCHOR);
  return encodeDeployData({ abi: wholeAbi, bytecode, args: [logIdOf(origin)] });
}

/**
 * The data of a call that anchors a root.
 * @param rootHash 32 bytes
 */
export function encodeAnchor(treeSize: number, rootHash: Buffer): Hex {
  const args = [BigInt(treeSize), toHex(rootHash)] as const;
  return encodeFunctionData({ abi, functionName: 'anchor', args });
}

export const LATEST_CALL = encodeFunctionData({ abi, functionName: 'latest' });
export const LOG_ID_CALL = encodeFunctionData({ abi, functionName: 'logId' });

/** Decodes the answer to {@link LATEST_CALL}: the newest anchored size and root. */
export function readLatest(data: Hex): { readonly treeSize: number; readonly root: Buffer } {
  const [size, root] = decodeFunctionResult({ abi, functionName: 'latest', data });
  return { treeSize: Number(size), root: Buffer.from(root.slice(2), 'hex') };
}

/** Decodes the answer to {@link LOG_ID_CALL}. */
export function readLogId(data: Hex): Hex {
  return decodeFunctionResult({ abi, functionName: 'logId', data });
}
