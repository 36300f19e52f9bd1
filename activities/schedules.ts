// The steps of the workflows that run schedules and move test clocks: each calls one operation of
// the ledger and nothing else. They are idempotent: the rows record the remaining work.

import { activityInfo } from '@temporalio/activity';
import type { RunsActs } from '../db/kernel/act.ts';
import { driveClock, startDueSchedules } from '../db/money/calls.ts';
import type { ClockStep, DueStep } from '../db/schedules/due-step.ts';
import {
  type OccurrenceSnapshot,
  type ScheduleSnapshot,
  showSchedule,
} from '../db/schedules/schedule-snapshot.ts';
import { limitAttempts } from './failure.ts';

export type { OccurrenceSnapshot, ScheduleSnapshot };

/** A scheduled payment as its workflow shows it. */
export interface ShownSchedule extends ScheduleSnapshot {
  /** Address of the console of this environment, or null when none is known. */
  readonly consoleUrl: string | null;
}

export interface ScheduleActivities {
  startDue(): Promise<DueStep>;
  /**
   * Returns the state of a schedule, which is recorded as shown, or null when no schedule has that
   * id.
   */
  showSchedule(order: { readonly scheduleId: string }): Promise<ShownSchedule | null>;
  driveClock(order: { readonly tenantId: string }): Promise<ClockStep>;
}

/**
 * The schedule activities of one environment.
 * @param failPoint a line at which a crash test may end the process
 */
export function scheduleActivities({
  ledger,
  settleNow = async (ids) => ids,
  consoleUrl = null,
  failPoint = () => {},
}: {
  readonly ledger: RunsActs;
  /**
   * Settles rows at once. Returns the ids that a workflow has to settle; by default all of them.
   */
  readonly settleNow?: (transactionIds: readonly string[]) => Promise<readonly string[]>;
  readonly consoleUrl?: string | null;
  readonly failPoint?: (name: string) => void;
}): ScheduleActivities {
  /**
   * Settles the rows of a step. Settled rows need no group workflow: each has its own, like any
   * other transaction.
   */
  async function settleStep<Step extends DueStep | ClockStep>(step: Step): Promise<Step> {
    if (step.transactionIds.length === 0) return step;
    return { ...step, transactionIds: await settleNow(step.transactionIds) };
  }

  return {
    showSchedule: (order) =>
      limitAttempts(activityInfo().attempt, async () => {
        const snapshot = await ledger.run(showSchedule, order);
        failPoint('after-show-schedule');
        return snapshot && { ...snapshot, consoleUrl };
      }),
    startDue: () =>
      limitAttempts(activityInfo().attempt, async () => {
        const step = await ledger.run(startDueSchedules, null);
        if (step.transactionIds.length > 0) failPoint('after-start-due');
        return settleStep(step);
      }),
    driveClock: (order) =>
      limitAttempts(activityInfo().attempt, async () => {
        const step = await ledger.run(driveClock, order);
        failPoint('after-drive-clock');
        return settleStep(step);
      }),
  };
}
