// Wakes the anchoring of a ledger a little after it posted something: one batch for all that is
// posted meanwhile. A nudge that is lost costs a minute: the workflow looks by itself.

import type { Client } from '@temporalio/client';
import type { Ledger } from '../db/sqlite.ts';
import { chainAnchoringId, LOOK } from '../workflows/messages.ts';

export function nudgeAnchoring(ledger: Ledger, client: Client, everyMs: number): { stop(): void } {
  let timer: NodeJS.Timeout | null = null;
  let isOver = everyMs === 0;
  const workflow = client.workflow.getHandle(chainAnchoringId(ledger.taskQueue));
  const nudge = () => {
    timer = null;
    // Nobody is there while Temporal is away or the sweeper has not been round.
    workflow.signal(LOOK).catch(() => {});
  };
  ledger.store.onSettled(({ transaction }) => {
    if (isOver || timer !== null || transaction.ledgerSequence === null) return;
    timer = setTimeout(nudge, everyMs);
  });
  return {
    stop() {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
