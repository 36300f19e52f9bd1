// What the sweeper does for assessments of identities: each that is not over has a workflow.

import { listOpenKyc } from '../db/kyc/reads.ts';
import type { Ledger } from '../db/ledger.ts';
import type { Starter } from '../workflows/start.ts';
import { ensureKyc, nudgeKyc } from '../workflows/start-kyc.ts';

/** Assessments looked at in one pass, in turn. */
const PER_PASS = 8;

/** Remembered as told; after so many all are told again, which is harmless. */
const MOST_TOLD = 1_000;

/** Returns one pass of it, which answers how many workflows it made sure of. */
export function kycSweep(ledger: Ledger, starter: Starter): (leaseMs: number) => Promise<number> {
  let after = '';
  const told = new Map<string, number>();
  return async (leaseMs) => {
    const acceptedBefore = Date.now() - leaseMs;
    const open = listOpenKyc(ledger, { after, acceptedBefore, limit: PER_PASS });
    after = open.length < PER_PASS ? '' : (open.at(-1)?.id ?? '');
    for (const one of open) {
      // One that is to be checked may not know it: whoever moved its row may have died before the
      // message to the workflow, which else looks again within the hour. Once for each move.
      if (one.stage !== 'checking' || told.get(one.id) === one.version) {
        await ensureKyc(starter, one);
        continue;
      }
      await nudgeKyc(starter, one);
      if (told.size >= MOST_TOLD) told.clear();
      told.set(one.id, one.version);
    }
    return open.length;
  };
}
