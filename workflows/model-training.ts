// One training from acceptance to its end. Rows and models stay on disk: an activity on a queue of
// its own trains them in a process of its own, and the row says how far it has come.

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
import { carryApart } from './work-apart.ts';

const { giveUpTraining } = proxyLocalActivities<TrainingEndActivities>(moneyStep('give it up'));

/** Carries one training; returns how it ended, or null: there is none of that id. */
export async function modelTraining({ jobId }: TrainingInput): Promise<TrainingStatus | null> {
  const { trainModel } = proxyActivities<TrainingActivities>({
    ...trainingWork('train the model'),
    taskQueue: trainingTaskQueue(workflowInfo().taskQueue),
  });
  return carryApart({
    noun: 'the training job',
    work: () => trainModel({ jobId }),
    giveUp: () => giveUpTraining({ jobId }),
    attributesOf: trainingStateAttributes,
    again: () => continueAsNew<typeof modelTraining>({ jobId }),
  });
}
