// Signals the anchoring workflow of a ledger some time after a posting, so that one batch contains
// all postings of that time. A lost signal costs at most a minute, after which the workflow checks
// the log by itself.

import type { Client } from '@temporalio/client';
import type { Ledger } from '../db/ledger.ts';
import { chainAnchoringId } from '../ledger/workflow-id.ts';
import { CHECK_AGAIN } from '../workflows/messages.ts';

/** Limits of a batch: its age in milliseconds, 0 for no automatic anchoring, and its leaves. */
interface Batch {
  readonly checkpointEveryMs: number;
  readonly checkpointLeaves: number;
}

/** Starts to signal the workflow. */
export function startAnchorSignals(ledger: Ledger, client: Client, batch: Batch): { stop(): void } {
  const { checkpointEveryMs: everyMs, checkpointLeaves: max } = batch;
  let timer: NodeJS.Timeout | null = null;
  let leaves = 0;
  let isOver = everyMs === 0;
  const workflow = client.workflow.getHandle(chainAnchoringId(ledger.taskQueue));
  const signalAnchoring = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    leaves = 0;
    // The workflow may not run: Temporal is unreachable, or the sweeper has not started it yet.
    workflow.signal(CHECK_AGAIN).catch(() => {});
  };
  ledger.onAtRest((transaction) => {
    if (isOver || transaction.ledgerSequence === null) return;
    leaves += 1;
    timer ??= setTimeout(signalAnchoring, everyMs);
    if (leaves >= max) signalAnchoring();
  });
  return {
    stop() {
      isOver = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
