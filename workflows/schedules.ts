// Runs the schedules of one ledger: starts due payments in groups, and sleeps until the next one is
// due. Never completes. The rows record the due dates, so the workflow can be lost, stopped and
// restarted at any time, and no date runs twice or is skipped.

import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  TemporalFailure,
} from '@temporalio/workflow';
import type { ScheduleActivities } from '../activities/schedules.ts';
import { CHECK_AGAIN } from './messages.ts';
import { createRunLimit } from './passes.ts';
import { PERMANENT_WORKFLOWS } from './permanent-workflows.ts';
import { finishWhenCancelled, moneyStep } from './policies.ts';
import { settleDue } from './settle-due.ts';

const { startDue } = proxyLocalActivities<ScheduleActivities>(moneyStep('start due payments'));

const look = defineSignal(CHECK_AGAIN);

/** The longest delay of a new schedule after a lost signal. */
const LONGEST_SLEEP_MS = 60_000;
const PAUSE_MS = 1_000;

/** Never completes: continues in a new run when its history has grown. */
export async function schedules(): Promise<never> {
  let nudged = false;
  setCurrentDetails(PERMANENT_WORKFLOWS.schedules.details);
  setHandler(look, () => {
    nudged = true;
  });
  return CancellationScope.nonCancellable(async () => {
    let before = '';
    const isOver = createRunLimit();
    for (;;) {
      nudged = false;
      const { transactionIds, more, nextInMs } = await startDuePayments();
      // The same payment is due again: its group could not settle it, and another workflow will end
      // it.
      const first = transactionIds[0] ?? '';
      if (first !== '' && first === before) await sleep(PAUSE_MS);
      before = first;
      await settleDue(transactionIds);
      if (isOver()) return continueAsNew<typeof schedules>();
      const waitMs = Math.min(nextInMs ?? LONGEST_SLEEP_MS, LONGEST_SLEEP_MS);
      if (!more && waitMs > 0 && first === '') {
        await condition(() => nudged, Math.ceil(waitMs), { summary: 'next due payment' });
      }
    }
  });
}

/** Starts due payments. Only this workflow does, so a permanent fault is tried again here. */
async function startDuePayments() {
  try {
    return await finishWhenCancelled(() => startDue());
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
    return { transactionIds: [], more: false, nextInMs: LONGEST_SLEEP_MS };
  }
}
