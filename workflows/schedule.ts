// One scheduled payment from its creation to its end, for people to find and read. Its money is
// booked from the rows, by the workflow of all schedules or by a test clock; this one reads the rows
// and shows how they stand. So it may be lost, stopped and started again at any time.

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
} from './schedule-story.ts';

const { showSchedule } = proxyLocalActivities<ScheduleActivities>(moneyStep('read the schedule'));

const look = defineSignal(CHECK_AGAIN);

/**
 * Delay after the due time, derived from the id: due payments are booked in the first seconds, and
 * this spreads the timers of thousands that are due at once. When few are due, a signal arrives
 * earlier.
 */
const AFTER_DUE_MS = 5_000;
const SPREAD_MS = 8 * 60_000;
/** A fault that does not heal is looked at again so much later. */
const LOOK_AGAIN_MS = 60_000;

/** Completes when the schedule is over, or is not in this ledger any more. */
export async function schedule({ scheduleId }: ScheduleInput): Promise<ScheduleResult> {
  let isNudged = false;
  setHandler(look, () => {
    isNudged = true;
  });
  return CancellationScope.nonCancellable(async () => {
    let endedBefore: number | null = null;
    for (;;) {
      isNudged = false;
      const shown = await readSchedule(scheduleId);
      if (shown === null) return { status: 'gone', posted: 0, failed: 0, skipped: 0 };
      const { status, posted, failed, skipped } = shown;
      tell(shown);
      const isOver = status === 'completed' || status === 'canceled';
      // An occurrence may be on its way when its schedule is canceled: it is waited for.
      if (isOver && !isUnderWay(shown)) return { status, posted, failed, skipped };
      const ended = posted + failed + skipped;
      const isLong = workflowInfo().continueAsNewSuggested;
      if (isLong || ended > (endedBefore ?? ended)) return goOn(scheduleId, shown);
      endedBefore = ended;
      await untilLook(shown, () => isNudged);
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
      setCurrentDetails('A fault keeps it from being read; its payments are booked all the same.');
      await sleep(LOOK_AGAIN_MS, { summary: 'read the schedule again' });
    }
  }
}

function tell(shown: ShownSchedule): void {
  setCurrentDetails(scheduleDetails(shown, shown.consoleUrl));
  upsertSearchAttributes(attributesOfSchedule(shown));
  // Temporal keeps summary and details of a start for that run alone; a memo goes on into the next.
  const summary = scheduleSummary(shown);
  if (workflowInfo().memo?.summary !== summary) upsertMemo({ summary });
}

function goOn(scheduleId: string, shown: ShownSchedule): Promise<never> {
  const next = makeContinueAsNewFunc<typeof schedule>({
    memo: scheduleMemo(shown, shown.consoleUrl),
  });
  return next({ scheduleId });
}

function isUnderWay({ last }: ShownSchedule): boolean {
  return last?.status === 'processing' || last?.status === 'retrying';
}

/** Until its rows may have moved: in the sandbox nothing but a signal says so. */
async function untilLook(
  { id, dueInMs, next }: ShownSchedule,
  isNudged: () => boolean,
): Promise<void> {
  if (dueInMs === null) {
    await condition(isNudged);
    return;
  }
  const waitMs = dueInMs + AFTER_DUE_MS + spreadOf(id);
  const summary = next ? `next ${next.date}` : 'next attempt';
  await condition(isNudged, waitMs, { summary });
}

/** Milliseconds, spread evenly over ids. */
function spreadOf(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_003;
  return hash % SPREAD_MS;
}
