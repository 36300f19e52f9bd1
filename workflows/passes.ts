// How long one run of a workflow beside a ledger is: after so many passes it goes on as a new one.

import { patched } from '@temporalio/workflow';

/**
 * Passes of one run. A worker that starts replays the run before it does anything, one task after
 * the other and beside all others; where that takes longer than a task may, it begins anew, and
 * Temporal waits longer each time. Runs that began before this release go on to 300.
 */
export function passesOfRun(): number {
  return patched('short-runs') ? 20 : 300;
}
