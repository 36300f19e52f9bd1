// What the sweeper does for deployments of models: each that is on its way or looked after has a
// workflow.

import { listCarriedDeployments } from '../db/deployments/reads.ts';
import type { Ledger } from '../db/ledger.ts';
import { ensureDeployment, type Starter } from '../workflows/start.ts';

/** Deployments looked at in one pass, in turn. */
const PER_PASS = 4;

/** Returns one pass of it, which answers how many workflows it made sure of. */
export function deploymentSweep(
  ledger: Ledger,
  starter: Starter,
): (leaseMs: number) => Promise<number> {
  let after = '';
  return async (leaseMs) => {
    const acceptedBefore = Date.now() - leaseMs;
    const carried = listCarriedDeployments(ledger, { after, acceptedBefore, limit: PER_PASS });
    after = carried.length < PER_PASS ? '' : (carried.at(-1)?.id ?? '');
    for (const one of carried) await ensureDeployment(starter, one);
    return carried.length;
  };
}
