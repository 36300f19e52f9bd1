// What the sweeper does for payments on a network: each about which the network has something left
// to say has a workflow.

import type { Ledger } from '../db/ledger.ts';
import { listOpenRails, listUnsent } from '../db/rails/reads.ts';
import { type Starter, startRailPayment } from '../workflows/start.ts';

/** Payments looked at in one pass, in turn; those that no network was given come first. */
const PER_PASS = 8;
const UNSENT_PER_PASS = 64;

/** Returns one pass of it, which answers how many workflows it made sure of. */
export function railSweep(ledger: Ledger, starter: Starter): (leaseMs: number) => Promise<number> {
  let after = '';
  return async (leaseMs) => {
    const before = Date.now() - leaseMs;
    const unsent = await listUnsent(ledger, { before, limit: UNSENT_PER_PASS });
    const open = await listOpenRails(ledger, { after, limit: PER_PASS });
    after = open.length < PER_PASS ? '' : (open.at(-1) ?? '');
    for (const id of [...unsent, ...open]) await startRailPayment(starter, id);
    return unsent.length + open.length;
  };
}
