// Whether the code at an address is the one that was compiled from the sources in chain/contracts.
// What a constructor fixes (immutable values) differs from one deployment to the next and is left
// out of the comparison; LedgerAnchor's own is asked for separately.

import type { Hex } from 'viem';
import { readArtefact } from './artefact.ts';

/**
 * True when the runtime code on the chain is that of the artefact.
 * @param code as `eth_getCode` answers
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
