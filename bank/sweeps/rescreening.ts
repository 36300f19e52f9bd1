// The sweep after a change of the sanctions lists: screens all customers and external parties
// again, one slice in each pass.

import { type Rescreener, rescreen } from '../../ai/screening/rescreen.ts';
import type { Ledger } from '../../db/ledger.ts';

/** Time of one pass: a tenth of the interval. */
const SLICE_MS = 200;

/** Returns the function for one pass, which returns true when more remains. */
export function rescreeningSweep(
  ledger: Ledger,
  tools: Rescreener,
  sliceMs: number = SLICE_MS,
): () => Promise<boolean> {
  let screenedSha256: string | null = null;
  return async () => {
    const lists = tools.screening.fingerprint();
    if (screenedSha256 === lists) return false;
    const until = performance.now() + sliceMs;
    const isMore = await rescreen(ledger, tools, () => performance.now() >= until);
    if (!isMore) screenedSha256 = lists;
    return isMore;
  };
}
