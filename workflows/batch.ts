// One batch from acceptance to its end, whatever its size: an activity settles slice after slice,
// and the rows record the progress. So the history stays a few events long, and the workflow can be
// stopped and restarted at any point.

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
import { countOf } from './details.ts';
import type { BatchInput } from './messages.ts';
import { batchWork } from './policies.ts';
import { batchStateAttributes } from './search-attributes.ts';

const { settleBatch } = proxyActivities<BatchActivities>(batchWork('settle the items'));

/** Delay before a retry after a permanent fault. The fault leaves the rows unchanged. */
const RETRY_MS = 60_000;

/** Runs one batch to its end. Returns its outcome, or null when there is no such batch. */
export async function batch({ batchId }: BatchInput): Promise<BatchOutcome | null> {
  // A client of the Temporal server can ask a workflow to cancel. Such a request does not stop
  // money.
  return CancellationScope.nonCancellable(async () => {
    setCurrentDetails('Settles the items in slices; the batch shows the counts so far.');
    for (;;) {
      try {
        const outcome = await settleBatch({ batchId });
        if (outcome) {
          upsertSearchAttributes(batchStateAttributes(outcome.status));
          setCurrentDetails(batchDetails(outcome));
        }
        return outcome;
      } catch (error) {
        if (!(error instanceof TemporalFailure)) throw error;
        setCurrentDetails('A fault delays the batch; the step is tried again.');
        await sleep(RETRY_MS, { summary: 'try again after a fault' });
        if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof batch>({ batchId });
      }
    }
  });
}

/** `completed: 598 items posted, 2 declined, 0 failed`. */
function batchDetails(outcome: BatchOutcome): string {
  const { status, posted, declined, failed, travelling = 0 } = outcome;
  const ends = `${status}: ${countOf(posted, 'item')} posted, ${declined} declined, ${failed} failed`;
  return travelling > 0 ? `${ends}, ${travelling} submitted to their networks` : ends;
}
