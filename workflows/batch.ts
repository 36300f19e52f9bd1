// One batch from acceptance to its end, whatever its size: an activity settles slice after slice,
// and the rows record the progress. So the history stays a few events long, and the work may be
// resumed anywhere.

import {
  CancellationScope,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  sleep,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { BatchActivities, BatchOutcome } from '../activities/batches.ts';
import type { BatchInput } from './messages.ts';
import { batchWork } from './policies.ts';
import { batchStateAttributes } from './search-attributes.ts';
import { countOf } from './story.ts';

const { settleBatch } = proxyActivities<BatchActivities>(batchWork('settle the items'));

/** A fault that does not heal is looked at again so much later; its rows are untouched. */
const LOOK_AGAIN_MS = 60_000;

/** Carries one batch; returns how it came to rest, or null: there is none. */
export async function batch({ batchId }: BatchInput): Promise<BatchOutcome | null> {
  // A client of the Temporal server can ask it to stop; money is not stopped that way.
  return CancellationScope.nonCancellable(async () => {
    setCurrentDetails('Its items are settled, slice after slice; the batch has the counts so far.');
    for (;;) {
      try {
        const outcome = withCounts(await settleBatch({ batchId }));
        if (outcome) {
          upsertSearchAttributes(batchStateAttributes(outcome.status));
          setCurrentDetails(batchDetails(outcome));
        }
        return outcome;
      } catch (error) {
        if (!(error instanceof TemporalFailure)) throw error;
        setCurrentDetails('A fault keeps it from being settled; nothing is lost.');
        await sleep(LOOK_AGAIN_MS, { summary: 'try again after a fault' });
        if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof batch>({ batchId });
      }
    }
  });
}

/** A step of an earlier release answered the state alone. */
function withCounts(outcome: BatchOutcome | BatchOutcome['status'] | null): BatchOutcome | null {
  if (typeof outcome !== 'string') return outcome;
  return { status: outcome, posted: 0, declined: 0, failed: 0 };
}

/** `completed: 598 items posted, 2 declined, 0 failed`. */
function batchDetails(outcome: BatchOutcome): string {
  const { status, posted, declined, failed, travelling = 0 } = outcome;
  const ends = `${status}: ${countOf(posted, 'item')} posted, ${declined} declined, ${failed} failed`;
  return travelling > 0 ? `${ends}, ${travelling} with their networks` : ends;
}
