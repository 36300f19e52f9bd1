// The sweeps of the core.

import { erasureSweep } from '../../bank/sweeps/erasures.ts';
import { railSweep, sweepOf } from '../../bank/sweeps/record-sweeps.ts';
import type { Sweeps } from '../../bank/sweeps/sweep-parts.ts';
import { pruneBatches } from '../../db/batches/accept.ts';
import { listOpenBatches } from '../../db/batches/reads.ts';
import { expireQuotes } from '../../db/exchange/quotes.ts';
import { listQueuedMails } from '../../db/mails/reads.ts';

/** Maximum number of quotes that one pass marks as expired. */
const QUOTES_PER_PASS = 500;

export const coreSweeps: Sweeps = ({ ledger, target, documents }) => ({
  first: [() => ledger.run(expireQuotes, QUOTES_PER_PASS)],
  passes: [
    async () => {
      await ledger.run(pruneBatches, Date.now());
      return 0;
    },
    sweepOf(ledger, target, { kind: 'batch', perPass: 8, list: listOpenBatches }),
    railSweep(ledger, target),
    sweepOf(ledger, target, { kind: 'mail', perPass: 64, list: listQueuedMails }),
  ],
  slow: [erasureSweep(ledger, documents)],
});
