// One training from acceptance to its end. Rows and models stay on disk: an activity on a queue of
// its own trains them in a process of its own, and the row says how far it has come.

import {
  CancellationScope,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { TrainingActivities } from '../activities/training.ts';
import type { TrainingEndActivities } from '../activities/training-end.ts';
import type { TrainingStatus } from '../ledger/models/training.ts';
import { type TrainingInput, trainingTaskQueue } from './messages.ts';
import { moneyStep, surely, trainingWork } from './policies.ts';
import { trainingStateAttributes } from './search-attributes.ts';

const { giveUpTraining } = proxyLocalActivities<TrainingEndActivities>(moneyStep('give it up'));

/** The ledger cannot be written: it is looked at again so much later. */
const LOOK_AGAIN_MS = 60_000;

/** Carries one training; returns how it ended, or null: there is none of that id. */
export async function modelTraining({ jobId }: TrainingInput): Promise<TrainingStatus | null> {
  const { trainModel } = proxyActivities<TrainingActivities>({
    ...trainingWork('train the model'),
    taskQueue: trainingTaskQueue(workflowInfo().taskQueue),
  });
  // It is stopped through its row, so that the row and the process never say different things.
  return CancellationScope.nonCancellable(async () => {
    for (;;) {
      try {
        return shownStatus(await surely(() => trainModel({ jobId })));
      } catch (error) {
        if (!(error instanceof TemporalFailure)) throw error;
      }
      try {
        return shownStatus(await surely(() => giveUpTraining({ jobId })));
      } catch (error) {
        if (!(error instanceof TemporalFailure)) throw error;
        setCurrentDetails('A fault keeps its end from being written; it is tried again.');
        await sleep(LOOK_AGAIN_MS);
        if (workflowInfo().continueAsNewSuggested) {
          return continueAsNew<typeof modelTraining>({ jobId });
        }
      }
    }
  });
}

function shownStatus(status: TrainingStatus | null): TrainingStatus | null {
  if (status) {
    upsertSearchAttributes(trainingStateAttributes(status));
    setCurrentDetails(status);
  }
  return status;
}
