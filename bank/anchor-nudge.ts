// Wakes the anchoring of a ledger a little after it posted something: one batch for all that is
// posted meanwhile, or for as many as end it early. A nudge that is lost costs a minute: the
// workflow looks by itself.

import type { Client } from '@temporalio/client';
import type { Ledger } from '../db/ledger.ts';
import { chainAnchoringId } from '../ledger/workflow-id.ts';
import { CHECK_AGAIN } from '../workflows/messages.ts';

/**
 * Limits that end a batch: its age in milliseconds (0: nothing is anchored automatically), or its
 * leaves.
 */
interface Batch {
  readonly checkpointEveryMs: number;
  readonly checkpointLeaves: number;
}

export function nudgeAnchoring(ledger: Ledger, client: Client, batch: Batch): { stop(): void } {
  const { checkpointEveryMs: everyMs, checkpointLeaves: most } = batch;
  let timer: NodeJS.Timeout | null = null;
  let leaves = 0;
  let isOver = everyMs === 0;
  const workflow = client.workflow.getHandle(chainAnchoringId(ledger.taskQueue));
  const nudge = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    leaves = 0;
    // No workflow runs while Temporal is away or the sweeper has not been round.
    workflow.signal(CHECK_AGAIN).catch(() => {});
  };
  ledger.onSettled((transaction) => {
    if (isOver || transaction.ledgerSequence === null) return;
    leaves += 1;
    timer ??= setTimeout(nudge, everyMs);
    if (leaves >= most) nudge();
  });
  return {
    stop() {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
