// What the sweeper does for mails: each one that is queued has a workflow that sends it.

import type { Ledger } from '../db/ledger.ts';
import { listQueuedMails } from '../db/mails/reads.ts';
import { ensureMail, type Starter } from '../workflows/start.ts';

/** Mails of one pass; a mail that waits for its server is asked about again in a later one. */
const PER_PASS = 64;

/** Returns one pass, which answers how many workflows it made sure of. */
export function mailSweep(ledger: Ledger, starter: Starter): () => Promise<number> {
  let after = '';
  return async () => {
    const ids = listQueuedMails(ledger, { after, limit: PER_PASS });
    after = ids.length < PER_PASS ? '' : (ids.at(-1) ?? '');
    for (const id of ids) await ensureMail(starter, id);
    return ids.length;
  };
}
