// Runs the schedules of one ledger: starts due payments in groups, and sleeps until the next is
// due. Runs for as long as the bank lives. The rows record what is due, so it may be lost, stopped
// and started again at any time without a date running twice or being skipped.

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
import { carry } from './carry.ts';
import { CHECK_AGAIN } from './messages.ts';
import { runLength } from './passes.ts';
import { finishWhenCancelled, moneyStep } from './policies.ts';
import { STANDING } from './standing.ts';

const { startDue } = proxyLocalActivities<ScheduleActivities>(moneyStep('start what is due'));

const look = defineSignal(CHECK_AGAIN);

/** A nudge that was lost costs a schedule that is due sooner at most so long. */
const LONGEST_SLEEP_MS = 60_000;
const PAUSE_MS = 1_000;

/** Never completes: it goes on in the next run when its history has grown. */
export async function schedules(): Promise<never> {
  let nudged = false;
  setCurrentDetails(STANDING.schedules.details);
  setHandler(look, () => {
    nudged = true;
  });
  return CancellationScope.nonCancellable(async () => {
    let before = '';
    const isOver = runLength();
    for (;;) {
      nudged = false;
      const { transactionIds, more, nextInMs } = await due();
      // The same one again: its group could not settle it, and another workflow is about to end it.
      const first = transactionIds[0] ?? '';
      if (first !== '' && first === before) await sleep(PAUSE_MS);
      before = first;
      await carry(transactionIds);
      if (isOver()) return continueAsNew<typeof schedules>();
      const waitMs = Math.min(nextInMs ?? LONGEST_SLEEP_MS, LONGEST_SLEEP_MS);
      if (!more && waitMs > 0 && first === '') {
        await condition(() => nudged, Math.ceil(waitMs), { summary: 'the next that is due' });
      }
    }
  });
}

/** A fault that does not heal is tried again here: nothing else would. */
async function due() {
  try {
    return await finishWhenCancelled(() => startDue());
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
    return { transactionIds: [], more: false, nextInMs: LONGEST_SLEEP_MS };
  }
}
