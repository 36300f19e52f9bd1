// The anchoring contract as its calls and answers; chain/contracts/LedgerAnchor.sol is the truth,
// and a test holds the two together.

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

/** The bytes that create the contract for a log. */
export function deployCall(origin: string): Hex {
  const { bytecode, abi: whole } = readArtefact(LEDGER_ANCHOR);
  return encodeDeployData({ abi: whole, bytecode, args: [logIdOf(origin)] });
}

export function anchorCall(treeSize: number, rootHash: Buffer): Hex {
  const args = [BigInt(treeSize), toHex(rootHash)] as const;
  return encodeFunctionData({ abi, functionName: 'anchor', args });
}

export const LATEST_CALL = encodeFunctionData({ abi, functionName: 'latest' });
export const LOG_ID_CALL = encodeFunctionData({ abi, functionName: 'logId' });

export function readLatest(data: Hex): { readonly treeSize: number; readonly root: Buffer } {
  const [size, root] = decodeFunctionResult({ abi, functionName: 'latest', data });
  return { treeSize: Number(size), root: Buffer.from(root.slice(2), 'hex') };
}

export function readLogId(data: Hex): Hex {
  return decodeFunctionResult({ abi, functionName: 'logId', data });
}
