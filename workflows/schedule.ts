// Shows operators one scheduled payment from its creation to its end. The workflow of all
// schedules, or a test clock, books its payments from the rows. This workflow only reads the rows
// and shows their state, so it can be lost, stopped and restarted at any time.

import {
  CancellationScope,
  condition,
  defineSignal,
  makeContinueAsNewFunc,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  TemporalFailure,
  upsertMemo,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { ScheduleActivities, ShownSchedule } from '../activities/schedules.ts';
import { CHECK_AGAIN, type ScheduleInput, type ScheduleResult } from './messages.ts';
import { finishWhenCancelled, moneyStep } from './policies.ts';
import {
  attributesOfSchedule,
  scheduleDetails,
  scheduleMemo,
  scheduleSummary,
} from './schedule-details.ts';

const { showSchedule } = proxyLocalActivities<ScheduleActivities>(moneyStep('read the schedule'));

const checkAgain = defineSignal(CHECK_AGAIN);

/**
 * Delay after the due time, derived from the id: due payments are booked in the first seconds, and
 * this spreads the timers of thousands that are due at once. When few are due, a signal arrives
 * earlier.
 */
const AFTER_DUE_MS = 5_000;
const SPREAD_MS = 8 * 60_000;
/** Delay before a retry after a permanent fault. */
const RETRY_MS = 60_000;

/** Completes when the schedule has ended, or the ledger does not contain it any more. */
export async function schedule({ scheduleId }: ScheduleInput): Promise<ScheduleResult> {
  let isSignalled = false;
  setHandler(checkAgain, () => {
    isSignalled = true;
  });
  return CancellationScope.nonCancellable(async () => {
    let endedBefore: number | null = null;
    for (;;) {
      isSignalled = false;
      const schedule = await readSchedule(scheduleId);
      if (schedule === null) return { status: 'gone', posted: 0, failed: 0, skipped: 0 };
      const { status, posted, failed, skipped } = schedule;
      showState(schedule);
      const isOver = status === 'completed' || status === 'canceled';
      // An occurrence may be in progress when its schedule is canceled. The workflow waits for it.
      if (isOver && !isUnderWay(schedule)) return { status, posted, failed, skipped };
      const endedCount = posted + failed + skipped;
      const isLong = workflowInfo().continueAsNewSuggested;
      if (isLong || endedCount > (endedBefore ?? endedCount))
        return continueInNewRun(scheduleId, schedule);
      endedBefore = endedCount;
      await waitForChange(schedule, () => isSignalled);
    }
  });
}

/** Returns null when no schedule has that id. Waits while a fault lasts: nothing depends on it. */
async function readSchedule(scheduleId: string): Promise<ShownSchedule | null> {
  for (;;) {
    try {
      return await finishWhenCancelled(() => showSchedule({ scheduleId }));
    } catch (error) {
      if (!(error instanceof TemporalFailure)) throw error;
      setCurrentDetails('A fault prevents reading the schedule; its payments are still booked.');
      await sleep(RETRY_MS, { summary: 'read the schedule again' });
    }
  }
}

function showState(schedule: ShownSchedule): void {
  setCurrentDetails(scheduleDetails(schedule, schedule.consoleUrl));
  upsertSearchAttributes(attributesOfSchedule(schedule));
  // Temporal keeps the summary and details of a start for its first run only. A memo carries over
  // into the next run.
  const summary = scheduleSummary(schedule);
  if (workflowInfo().memo?.summary !== summary) upsertMemo({ summary });
}

function continueInNewRun(scheduleId: string, state: ShownSchedule): Promise<never> {
  const next = makeContinueAsNewFunc<typeof schedule>({
    memo: scheduleMemo(state, state.consoleUrl),
  });
  return next({ scheduleId });
}

function isUnderWay({ last }: ShownSchedule): boolean {
  return last?.status === 'processing' || last?.status === 'retrying';
}

/** Waits until the rows may have changed. In the sandbox only a signal announces a change. */
async function waitForChange(
  { id, dueInMs, next }: ShownSchedule,
  isSignalled: () => boolean,
): Promise<void> {
  if (dueInMs === null) {
    await condition(isSignalled);
    return;
  }
  const waitMs = dueInMs + AFTER_DUE_MS + spreadOf(id);
  const summary = next ? `next ${next.date}` : 'next attempt';
  await condition(isSignalled, waitMs, { summary });
}

/** Milliseconds, spread evenly over ids. */
function spreadOf(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_003;
  return hash % SPREAD_MS;
}
