// Compares the code at an address with the code compiled from chain/contracts, except for immutable
// values, which differ between deployments. Those of LedgerAnchor are checked separately.

import type { Hex } from 'viem';
import { readArtefact } from './artefact.ts';

/**
 * True when the runtime code on the chain is that of the artefact.
 * @param code as returned by `eth_getCode`
 */
export function isCodeOf(contract: string, code: Hex): boolean {
  const { runtimeCode, immutables } = readArtefact(contract);
  return blankImmutables(code, immutables) === blankImmutables(runtimeCode, immutables);
}

function blankImmutables(
  code: Hex,
  immutables: readonly { start: number; length: number }[],
): string {
  const bytes = Buffer.from(code.slice(2), 'hex');
  for (const { start, length } of immutables) bytes.fill(0, start, start + length);
  return bytes.toString('hex');
}
