// Compiled contracts: ABI and bytecode, committed beside their sources
// (scripts/compile-contracts.ts). Artefacts that were edited by hand are refused.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Abi, Hex } from 'viem';

export interface Artefact {
  readonly contract: string;
  /** Version of solc. */
  readonly compiler: string;
  readonly sourceSha256: string;
  readonly abiSha256: string;
  readonly bytecodeSha256: string;
  readonly runtimeSha256: string;
  readonly abi: Abi;
  /** Creation code, without constructor arguments. */
  readonly bytecode: Hex;
  /** Code as deployed on the chain, with zeros in place of the constructor's immutable values. */
  readonly runtimeCode: Hex;
  /** Byte ranges of the immutable values. */
  readonly immutables: readonly { readonly start: number; readonly length: number }[];
}

/**
 * Reads the artefact of a contract of chain/contracts.
 * @throws Error when its ABI or bytecode does not match the hashes stored with it
 */
export function readArtefact(contract: string): Artefact {
  const file = new URL(`./contracts/${contract}.json`, import.meta.url);
  const artefact = JSON.parse(readFileSync(file, 'utf8')) as Artefact;
  const isIntact =
    sha256(JSON.stringify(artefact.abi)) === artefact.abiSha256 &&
    sha256(artefact.bytecode) === artefact.bytecodeSha256 &&
    sha256(artefact.runtimeCode) === artefact.runtimeSha256;
  if (!isIntact)
    throw new Error(`${contract}.json does not have the form that the compiler writes`);
  return artefact;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
