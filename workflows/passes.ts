// Length of one run of a permanent workflow: it continues as a new run before a replay takes long.

import { patched, workflowInfo } from '@temporalio/workflow';

const MOST_EVENTS = 200;

/**
 * Says whether a run is over, after each of its passes. A worker that starts replays the run before
 * it does anything, one task after the other and beside all others; where that takes longer than a
 * task may, it begins anew, and Temporal waits longer each time. Runs that began before this
 * release go on to 300 passes, or for as long as Temporal lets them where passes are not counted.
 */
export function runLength(): (passes?: number) => boolean {
  const isShort = patched('short-runs');
  return (passes = 0) => {
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    return continueAsNewSuggested || (isShort ? historyLength > MOST_EVENTS : passes >= 300);
  };
}
