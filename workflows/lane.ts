// Runs the lane of a ledger for as long as the bank runs: one long activity that books requests.
// The bookings are in the ledger, so the workflow can be stopped, restarted or repeated at any
// point.

import {
  CancellationScope,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { LaneActivities } from '../activities/lane.ts';
import { laneTaskQueue } from './messages.ts';
import { PERMANENT_WORKFLOWS } from './permanent-workflows.ts';
import { finishWhenCancelled, laneWork } from './policies.ts';

/** Completes only in a bank without a lane. */
export async function lane(): Promise<void> {
  setCurrentDetails(PERMANENT_WORKFLOWS.lane.details);
  const { keepLane } = proxyActivities<LaneActivities>({
    ...laneWork('accept, decide and book'),
    taskQueue: laneTaskQueue(workflowInfo().taskQueue),
  });
  await CancellationScope.nonCancellable(async () => {
    while (!workflowInfo().continueAsNewSuggested) {
      const { isKept } = await finishWhenCancelled(keepLane);
      if (!isKept) return;
    }
    await continueAsNew<typeof lane>();
  });
}
