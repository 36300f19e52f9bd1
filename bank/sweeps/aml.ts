// The sweep for money laundering: once a day, by each developer's business clock, the monitor
// analyses the customers with bookings, as it does on request.

import { lookDaily } from '../../ai/aml/daily.ts';
import type { PartyScreen } from '../../ai/screening/parties.ts';
import { nextWithCustomers } from '../../db/aml/days.ts';
import type { Ledger } from '../../db/ledger.ts';

/** Maximum number of developers in one pass. */
const PER_PASS = 8;
/** Time of one pass: a tenth of the interval. The rest waits for the next pass. */
const SLICE_MS = 200;

/** Returns the function for one pass, which returns the number of finished days. */
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
      // The next pass continues with a developer who is not finished.
      if (look === 'under_way') break;
      after = tenantId;
      if (look === 'finished' && isEnough()) break;
    }
    return finished;
  };
}
