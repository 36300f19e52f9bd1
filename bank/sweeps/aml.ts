// The sweep for money laundering: once a day, by each developer's business clock, the monitor
// analyses the customers with bookings, as it does on request.

import { setTimeout as sleep } from 'node:timers/promises';
import { lookDaily } from '../../ai/aml/daily.ts';
import type { PartyScreen } from '../../ai/screening/parties.ts';
import { nextWithCustomers } from '../../db/aml/days.ts';
import type { Ledger } from '../../db/ledger.ts';

/** Maximum number of developers in one pass. */
const PER_PASS = 8;
/** Time of one pass, with its rests. The customers that remain wait for the next pass. */
const SLICE_MS = 2_000;
/** A pass rests this many times as long as it works. */
const REST_FACTOR = 9;

/** Returns the function for one pass, which returns the number of finished days. */
export function amlSweep(
  ledger: Ledger,
  parties: PartyScreen,
  sliceMs: number = SLICE_MS,
): () => Promise<number> {
  let after = '';
  let worksSince = 0;
  const pauseSweep = async () => {
    const restMs = Math.ceil(REST_FACTOR * (performance.now() - worksSince));
    await sleep(restMs, undefined, { ref: false });
    worksSince = performance.now();
  };
  return async () => {
    worksSince = performance.now();
    const until = performance.now() + sliceMs;
    const isEnough = () => performance.now() >= until;
    let finished = 0;
    for (let count = 0; count < PER_PASS; count += 1) {
      const tenantId = nextWithCustomers(ledger.database, after);
      if (tenantId === undefined) {
        after = '';
        break;
      }
      const look = await lookDaily(ledger, tenantId, { parties, isEnough, rest: pauseSweep });
      finished += Number(look === 'finished');
      // The next pass continues with a developer who is not finished.
      if (look === 'under_way') break;
      after = tenantId;
      if (look === 'finished' && isEnough()) break;
    }
    return finished;
  };
}
