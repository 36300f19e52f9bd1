// What the sweeper does about money laundering: once a day, by each developer's own clock, the
// monitor looks at the customers of whom something was booked, as on a request.

import { lookDaily } from '../../ai/aml/daily.ts';
import type { PartyScreen } from '../../ai/screening/parties.ts';
import { nextWithCustomers } from '../../db/aml/days.ts';
import type { Ledger } from '../../db/ledger.ts';

/** Developers in one pass, in turn. */
const PER_PASS = 8;
/** Time that one pass takes: a tenth of the time between two. What is left waits for the next. */
const SLICE_MS = 200;

/** Returns one pass of it, which answers how many days it finished. */
export function amlSweep(
  ledger: Ledger,
  parties: PartyScreen,
  sliceMs: number = SLICE_MS,
): () => Promise<number> {
  let after = '';
  return async () => {
    const until = performance.now() + sliceMs;
    const isEnough = () => performance.now() >= until;
    let finished = 0;
    for (let count = 0; count < PER_PASS; count += 1) {
      const tenantId = nextWithCustomers(ledger.database, after);
      if (tenantId === undefined) {
        after = '';
        break;
      }
      const look = await lookDaily(ledger, tenantId, { parties, isEnough });
      finished += Number(look === 'finished');
      // Who is under way is gone on with in the next pass, before the others.
      if (look === 'under_way') break;
      after = tenantId;
      if (look === 'finished' && isEnough()) break;
    }
    return finished;
  };
}
