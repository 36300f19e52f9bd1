// Runs the schedules of one ledger: starts due payments in groups, and waits until the next one is
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
import { isRunLong } from './passes.ts';
import { PERMANENT_WORKFLOWS } from './permanent-workflows.ts';
import { finishWhenCancelled, moneyStep } from './policies.ts';
import { settleDue } from './settle-due.ts';

const { startDue } = proxyLocalActivities<ScheduleActivities>(moneyStep('start due payments'));

const checkAgain = defineSignal(CHECK_AGAIN);

/** The longest delay of a new schedule after a lost signal. */
const MAX_WAIT_MS = 60_000;
const PAUSE_MS = 1_000;

/** Never completes: continues in a new run when its history has grown. */
export async function schedules(): Promise<never> {
  let isSignalled = false;
  setCurrentDetails(PERMANENT_WORKFLOWS.schedules.details);
  setHandler(checkAgain, () => {
    isSignalled = true;
  });
  return CancellationScope.nonCancellable(async () => {
    let previousId = '';
    for (;;) {
      isSignalled = false;
      const { transactionIds, more, nextInMs } = await startDuePayments();
      // The same payment is due again: its group could not settle it, and another workflow will end
      // it.
      const firstId = transactionIds[0] ?? '';
      if (firstId !== '' && firstId === previousId) await sleep(PAUSE_MS);
      previousId = firstId;
      await settleDue(transactionIds);
      if (isRunLong()) return continueAsNew<typeof schedules>();
      const waitMs = Math.min(nextInMs ?? MAX_WAIT_MS, MAX_WAIT_MS);
      if (!more && waitMs > 0 && firstId === '') {
        await condition(() => isSignalled, Math.ceil(waitMs), { summary: 'next due payment' });
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
    return { transactionIds: [], more: false, nextInMs: MAX_WAIT_MS };
  }
}
