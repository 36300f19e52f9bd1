// One batch from acceptance to its end, whatever its size: an activity settles slice after slice,
// and the rows say how far it has come. So the history stays a few events long, and the work may be
// taken up again anywhere.

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
import type { BatchActivities } from '../activities/batches.ts';
import type { BatchStatus } from '../ledger/batch.ts';
import type { BatchInput } from './messages.ts';
import { batchWork } from './policies.ts';
import { batchStateAttributes } from './search-attributes.ts';

const { settleBatch } = proxyActivities<BatchActivities>(batchWork('settle the items'));

/** A fault that does not heal is looked at again so much later; its rows are untouched. */
const LOOK_AGAIN_MS = 60_000;

/** Carries one batch; returns the state in which it came to rest, or null: there is none. */
export async function batch({ batchId }: BatchInput): Promise<BatchStatus | null> {
  // A client of the Temporal server can ask it to stop; money is not stopped that way.
  return CancellationScope.nonCancellable(async () => {
    for (;;) {
      try {
        const status = await settleBatch({ batchId });
        if (status) {
          upsertSearchAttributes(batchStateAttributes(status));
          setCurrentDetails(status);
        }
        return status;
      } catch (error) {
        if (!(error instanceof TemporalFailure)) throw error;
        setCurrentDetails('A fault keeps it from being settled; nothing is lost.');
        await sleep(LOOK_AGAIN_MS);
        if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof batch>({ batchId });
      }
    }
  });
}
