// One evaluation, or one batch of scores, from acceptance to its end. Rows and models stay on disk:
// an activity on the queue of the trainings scores them in a process of its own.

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
import { carryApart } from './work-apart.ts';

const { giveUpScoring } = proxyLocalActivities<ScoringEndActivities>(moneyStep('give it up'));

/** Carries one scoring; returns how it ended, or null: there is none of that id. */
export async function modelScoring({ scoringId }: ScoringInput): Promise<ScoringStatus | null> {
  const { scoreRows } = proxyActivities<ScoringActivities>({
    ...trainingWork('score the rows'),
    taskQueue: scoringTaskQueue(workflowInfo().taskQueue),
  });
  return carryApart({
    noun: scoringId.startsWith('mev_') ? 'the evaluation' : 'the batch of scores',
    work: () => scoreRows({ scoringId }),
    giveUp: () => giveUpScoring({ scoringId }),
    attributesOf: scoringStateAttributes,
    again: () => continueAsNew<typeof modelScoring>({ scoringId }),
  });
}
