// What the sweeper does when the sanctions lists have changed: every known customer and party is
// screened again, a slice in each pass.

import { type Rescreener, rescreen } from '../../ai/screening/rescreen.ts';
import type { Ledger } from '../../db/ledger.ts';

/** Time that one pass takes: a tenth of the time between two. */
const SLICE_MS = 200;

/** Returns one pass of it, which answers whether there is more to do. */
export function rescreeningSweep(
  ledger: Ledger,
  tools: Rescreener,
  sliceMs: number = SLICE_MS,
): () => Promise<boolean> {
  let done: string | null = null;
  return async () => {
    const lists = tools.screening.fingerprint();
    if (done === lists) return false;
    const until = performance.now() + sliceMs;
    const isMore = await rescreen(ledger, tools, () => performance.now() >= until);
    if (!isMore) done = lists;
    return isMore;
  };
}
