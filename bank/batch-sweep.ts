// What the sweeper does for batches: each one that is not over has a workflow, and what a crash
// left of those that were never accepted is thrown away.

import { listOpenBatches } from '../db/batches/reads.ts';
import type { Ledger } from '../db/ledger.ts';
import { type Starter, startBatch } from '../workflows/start.ts';

/** Batches looked at in one pass, in turn. */
const PER_PASS = 8;

/** Returns one pass of it, which answers how many workflows it made sure of. */
export function batchSweep(ledger: Ledger, starter: Starter): (leaseMs: number) => Promise<number> {
  let after = '';
  return async (leaseMs) => {
    await ledger.batches.prune(Date.now());
    const acceptedBefore = Date.now() - leaseMs;
    const open = listOpenBatches(ledger, { after, acceptedBefore, limit: PER_PASS });
    after = open.length < PER_PASS ? '' : (open.at(-1)?.id ?? '');
    for (const one of open) await startBatch(starter, one);
    return open.length;
  };
}
