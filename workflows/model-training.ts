// One training from acceptance to its end. Rows and models stay on disk: an activity on a separate
// queue trains them in a separate process, and the row records the progress.

import {
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { TrainingActivities } from '../activities/training.ts';
import type { TrainingEndActivities } from '../activities/training-end.ts';
import type { TrainingStatus } from '../ledger/models/training.ts';
import { type TrainingInput, trainingTaskQueue } from './messages.ts';
import { moneyStep, trainingWork } from './policies.ts';
import { trainingStateAttributes } from './search-attributes.ts';
import { runSeparateWork } from './separate-work.ts';

const { giveUpTraining } = proxyLocalActivities<TrainingEndActivities>(
  moneyStep('fail the training after a permanent fault'),
);

/**
 * Runs one training to its end. Returns its final status, or null when there is no such training.
 */
export async function modelTraining({ jobId }: TrainingInput): Promise<TrainingStatus | null> {
  const { trainModel } = proxyActivities<TrainingActivities>({
    ...trainingWork('train the model'),
    taskQueue: trainingTaskQueue(workflowInfo().taskQueue),
  });
  return runSeparateWork({
    noun: 'the training job',
    work: () => trainModel({ jobId }),
    giveUp: () => giveUpTraining({ jobId }),
    attributesOf: trainingStateAttributes,
    startNewRun: () => continueAsNew<typeof modelTraining>({ jobId }),
  });
}
