// One evaluation, or one batch of scores, from acceptance to its end. Rows and models stay on disk:
// an activity on a separate queue scores them in a separate process.

import {
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { ScoringEndActivities } from '../activities/scoring-end.ts';
import type { ScoringActivities } from '../activities/scorings.ts';
import type { ScoringStatus } from '../ledger/models/scoring.ts';
import { type ScoringInput, scoringTaskQueue } from './messages.ts';
import { moneyStep, trainingWork } from './policies.ts';
import { scoringStateAttributes } from './search-attributes.ts';
import { runSeparateWork } from './separate-work.ts';

const { giveUpScoring } = proxyLocalActivities<ScoringEndActivities>(
  moneyStep('fail the scoring after a permanent fault'),
);

/** Runs one scoring to its end. Returns its final status, or null when there is no such scoring. */
export async function modelScoring({ scoringId }: ScoringInput): Promise<ScoringStatus | null> {
  const { scoreRows } = proxyActivities<ScoringActivities>({
    ...trainingWork('score the rows'),
    taskQueue: scoringTaskQueue(workflowInfo().taskQueue),
  });
  return runSeparateWork({
    noun: scoringId.startsWith('mev_') ? 'the evaluation' : 'the batch of scores',
    work: () => scoreRows({ scoringId }),
    giveUp: () => giveUpScoring({ scoringId }),
    attributesOf: scoringStateAttributes,
    startNewRun: () => continueAsNew<typeof modelScoring>({ scoringId }),
  });
}
