// The steps of the workflows that run schedules and move test clocks: each calls one operation of
// the store and nothing else. They may run any number of times: the rows say what is still to do.

import { activityInfo } from '@temporalio/activity';
import type { ClockStep, DueStep } from '../db/schedules/due-step.ts';
import type { Store } from '../db/transactions/port.ts';
import { limitAttempts } from './failure.ts';

export interface ScheduleActivities {
  startDue(): Promise<DueStep>;
  driveClock(order: { readonly tenantId: string }): Promise<ClockStep>;
}

/**
 * The schedule activities of one environment.
 * @param failPoint a line at which a crash test may end the process
 */
export function scheduleActivities(
  store: Store,
  failPoint: (name: string) => void = () => {},
): ScheduleActivities {
  return {
    startDue: () =>
      limitAttempts(activityInfo().attempt, async () => {
        const step = await store.startDue();
        if (step.transactionIds.length > 0) failPoint('after-start-due');
        return step;
      }),
    driveClock: (order) =>
      limitAttempts(activityInfo().attempt, async () => {
        const step = await store.driveClock(order);
        failPoint('after-drive-clock');
        return step;
      }),
  };
}
