// Work in a separate process, from acceptance to its end: the activity does the work, and work that
// cannot be done is given up. The row records the progress and stops the work, so the row and the
// process never contradict each other.

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

/** The ledger cannot be written: it is tried again so much later. */
const TRY_AGAIN_MS = 60_000;

interface Steps<Status extends string> {
  /** Name of the record. */
  readonly noun: string;
  readonly work: () => Promise<Status | null>;
  readonly giveUp: () => Promise<Status | null>;
  readonly attributesOf: (status: Status) => SearchAttributePair[];
  /** Continues in a new run. */
  readonly again: () => Promise<never>;
}

/** Carries work that runs apart; returns how it ended, or null when there is none of that id. */
export function carryApart<Status extends string>(steps: Steps<Status>): Promise<Status | null> {
  const { noun, work, giveUp, attributesOf, again } = steps;
  const show = (status: Status | null) => {
    if (status) {
      upsertSearchAttributes(attributesOf(status));
      setCurrentDetails(status === 'failed' ? `failed: ${noun} says why` : status);
    }
    return status;
  };
  setCurrentDetails(`Waits for its turn, or runs: ${noun} says how far it has come.`);
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
        setCurrentDetails('A fault keeps its end from being written; it is tried again.');
        await sleep(TRY_AGAIN_MS, { summary: 'try again after a fault' });
        if (workflowInfo().continueAsNewSuggested) return again();
      }
    }
  });
}
