// How long one run of a workflow beside a ledger is: it goes on as a new one before a replay of it
// takes long.

import { patched, workflowInfo } from '@temporalio/workflow';

const MOST_EVENTS = 100;

/**
 * Says whether a run is over, after each of its passes. A worker that starts replays the run before
 * it does anything, one task after the other and beside all others; where that takes longer than a
 * task may, it begins anew, and Temporal waits longer each time. Runs that began before this
 * release go on to 300 passes.
 */
export function runLength(): (passes: number) => boolean {
  const isShort = patched('short-runs');
  return (passes) => {
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    return continueAsNewSuggested || (isShort ? historyLength > MOST_EVENTS : passes >= 300);
  };
}
