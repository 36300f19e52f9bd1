// Work in a separate process, from acceptance to its end: an activity does the work, and after a
// permanent fault another one marks the record as failed. The work is stopped through its row, so
// the row and the process never contradict each other.

import type { SearchAttributePair } from '@temporalio/common';
import {
  CancellationScope,
  setCurrentDetails,
  sleep,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { finishWhenCancelled } from './policies.ts';

/** Delay before a retry when the ledger cannot be written. */
const RETRY_MS = 60_000;

interface Steps<Status extends string> {
  /** Name of the record. */
  readonly noun: string;
  readonly work: () => Promise<Status | null>;
  readonly giveUp: () => Promise<Status | null>;
  readonly attributesOf: (status: Status) => SearchAttributePair[];
  /** Continues in a new run. */
  readonly startNewRun: () => Promise<never>;
}

/**
 * Runs work in a separate process to its end. Returns its final status, or null when there is no
 * record of that id.
 */
export function runSeparateWork<Status extends string>(
  steps: Steps<Status>,
): Promise<Status | null> {
  const { noun, work, giveUp, attributesOf, startNewRun } = steps;
  const show = (status: Status | null) => {
    if (status) {
      upsertSearchAttributes(attributesOf(status));
      setCurrentDetails(status === 'failed' ? `failed: ${noun} states the reason` : status);
    }
    return status;
  };
  setCurrentDetails(`Waits for its turn, or runs: ${noun} shows the progress.`);
  return CancellationScope.nonCancellable(async () => {
    for (;;) {
      try {
        return show(await finishWhenCancelled(work));
      } catch (error) {
        if (!(error instanceof TemporalFailure)) throw error;
      }
      try {
        return show(await finishWhenCancelled(giveUp));
      } catch (error) {
        if (!(error instanceof TemporalFailure)) throw error;
        setCurrentDetails('A fault prevents writing the final state; the step is tried again.');
        await sleep(RETRY_MS, { summary: 'try again after a fault' });
        if (workflowInfo().continueAsNewSuggested) return startNewRun();
      }
    }
  });
}
