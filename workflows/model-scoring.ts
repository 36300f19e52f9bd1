// One evaluation, or one batch of scores, from acceptance to its end. Rows and models stay on disk:
// an activity on the queue of the trainings scores them in a process of its own.

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
import type { ScoringEndActivities } from '../activities/scoring-end.ts';
import type { ScoringActivities } from '../activities/scorings.ts';
import type { ScoringStatus } from '../ledger/models/scoring.ts';
import { type ScoringInput, scoringTaskQueue } from './messages.ts';
import { moneyStep, surely, trainingWork } from './policies.ts';
import { scoringStateAttributes } from './search-attributes.ts';

const { giveUpScoring } = proxyLocalActivities<ScoringEndActivities>(moneyStep('give it up'));

/** The ledger cannot be written: it is looked at again so much later. */
const LOOK_AGAIN_MS = 60_000;

/** Carries one scoring; returns how it ended, or null: there is none of that id. */
export async function modelScoring({ scoringId }: ScoringInput): Promise<ScoringStatus | null> {
  const { scoreRows } = proxyActivities<ScoringActivities>({
    ...trainingWork('score the rows'),
    taskQueue: scoringTaskQueue(workflowInfo().taskQueue),
  });
  return CancellationScope.nonCancellable(async () => {
    for (;;) {
      try {
        return shownStatus(await surely(() => scoreRows({ scoringId })));
      } catch (error) {
        if (!(error instanceof TemporalFailure)) throw error;
      }
      try {
        return shownStatus(await surely(() => giveUpScoring({ scoringId })));
      } catch (error) {
        if (!(error instanceof TemporalFailure)) throw error;
        setCurrentDetails('A fault keeps its end from being written; it is tried again.');
        await sleep(LOOK_AGAIN_MS);
        if (workflowInfo().continueAsNewSuggested) {
          return continueAsNew<typeof modelScoring>({ scoringId });
        }
      }
    }
  });
}

function shownStatus(status: ScoringStatus | null): ScoringStatus | null {
  if (status) {
    upsertSearchAttributes(scoringStateAttributes(status));
    setCurrentDetails(status);
  }
  return status;
}
