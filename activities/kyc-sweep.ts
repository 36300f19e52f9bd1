// What the sweeper does for assessments of identities: each that is not over has a workflow.

import { listOpenKyc } from '../db/kyc.ts';
import type { Ledger } from '../db/sqlite.ts';
import type { Starter } from '../workflows/start.ts';
import { ensureKyc } from '../workflows/start-kyc.ts';

/** Assessments looked at in one pass, in turn. */
const PER_PASS = 8;

/** Returns one pass of it, which answers how many workflows it made sure of. */
export function kycSweep(ledger: Ledger, starter: Starter): (leaseMs: number) => Promise<number> {
  let after = '';
  return async (leaseMs) => {
    const acceptedBefore = Date.now() - leaseMs;
    const open = listOpenKyc(ledger, { after, acceptedBefore, limit: PER_PASS });
    after = open.length < PER_PASS ? '' : (open.at(-1)?.id ?? '');
    for (const one of open) await ensureKyc(starter, one);
    return open.length;
  };
}
