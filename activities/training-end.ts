// Marks a training as failed after a permanent fault.

import { activityInfo } from '@temporalio/activity';
import type { Ledger } from '../db/ledger.ts';
import { failTraining } from '../db/trainings/acts.ts';
import type { TrainingStatus } from '../ledger/models/training.ts';
import { limitAttempts } from './failure.ts';

export interface TrainingEndActivities {
  /** Fails the training unless it has ended. Returns its final status. */
  giveUpTraining(input: { readonly jobId: string }): Promise<TrainingStatus>;
}

const FAULT = {
  code: 'training_failed',
  message: 'A technical fault; nothing was registered.',
  errors: [],
};

export function trainingEndActivities(ledger: Pick<Ledger, 'run'>): TrainingEndActivities {
  return {
    giveUpTraining: ({ jobId }) =>
      limitAttempts(activityInfo().attempt, () =>
        ledger.run(failTraining, { jobId, error: FAULT, warnings: [] }),
      ),
  };
}
