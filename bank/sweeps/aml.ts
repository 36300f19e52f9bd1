// The sweep for money laundering: once a day, by each developer's business clock, the monitor
// analyses the customers with bookings, as it does on request.

import { setTimeout as sleep } from 'node:timers/promises';
import { continueDailyRun } from '../../ai/aml/daily.ts';
import type { PartyScreen } from '../../ai/screening/parties.ts';
import { nextTenantWithCustomers } from '../../db/aml/days.ts';
import type { Ledger } from '../../db/ledger.ts';

/** Maximum number of developers in one pass. */
const DEVELOPERS_PER_PASS = 8;
/** Time of one pass, with its pauses. The remaining customers wait for the next pass. */
const SLICE_MS = 2_000;
/** Ratio of a pause to the work before it, so that the sweep takes a tenth of the thread. */
const PAUSE_FACTOR = 9;

/** Returns the function for one pass, which returns the number of finished days. */
export function amlSweep(
  ledger: Ledger,
  parties: PartyScreen,
  sliceMs: number = SLICE_MS,
): () => Promise<number> {
  let after = '';
  let workingSince = 0;
  const pauseSweep = async () => {
    const restMs = Math.ceil(PAUSE_FACTOR * (performance.now() - workingSince));
    await sleep(restMs, undefined, { ref: false });
    workingSince = performance.now();
  };
  return async () => {
    workingSince = performance.now();
    const until = performance.now() + sliceMs;
    const isTimeOver = () => performance.now() >= until;
    let finished = 0;
    for (let count = 0; count < DEVELOPERS_PER_PASS; count += 1) {
      const tenantId = nextTenantWithCustomers(ledger.database, after);
      if (tenantId === undefined) {
        after = '';
        break;
      }
      const outcome = await continueDailyRun(ledger, tenantId, {
        parties,
        isSliceOver: isTimeOver,
        pause: pauseSweep,
      });
      finished += Number(outcome === 'finished');
      // The next pass continues with a developer who is not finished.
      if (outcome === 'under_way') break;
      after = tenantId;
      if (outcome === 'finished' && isTimeOver()) break;
    }
    return finished;
  };
}
