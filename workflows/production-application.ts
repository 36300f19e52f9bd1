// One application for production: reminds the operators until two of them decide, and expires
// without a decision. The row records the state, so the workflow can be stopped and restarted at
// any point.

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
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { ApplicationActivities, ApplicationStep } from '../activities/applications.ts';
import { countOf } from './details.ts';
import { type ApplicationInput, CHECK_AGAIN } from './messages.ts';
import { finishWhenCancelled, moneyStep } from './policies.ts';
import { plainStateAttributes } from './search-attributes.ts';

const step = (summary: string) => proxyLocalActivities<ApplicationActivities>(moneyStep(summary));
const { lookAtApplication } = step('read the state of the application');
const { remindOfApplication } = step('remind the operators');
const { expireApplication } = step('expire the application');
const { tellApplicant } = step('notify the applicant of the decision');

const checkAgain = defineSignal(CHECK_AGAIN);

/** Interval after which the row is read again, because the signal of the decision may be lost. */
const REREAD_MS = 6 * 60 * 60_000;
const FAULT_PAUSE_MS = 60_000;

/** Runs one application to its end. Returns the decision. */
export async function productionApplication({
  applicationId: id,
}: ApplicationInput): Promise<ApplicationStep['status']> {
  let isSignalled = false;
  setHandler(checkAgain, () => {
    isSignalled = true;
  });
  return CancellationScope.nonCancellable(async () => {
    for (;;) {
      isSignalled = false;
      const state = await nextStep(id);
      if (state && state.status !== 'pending') {
        if (state.status !== 'gone') {
          upsertSearchAttributes(plainStateAttributes(state.status));
        }
        return state.status;
      }
      if (workflowInfo().continueAsNewSuggested) {
        return continueAsNew<typeof productionApplication>({ applicationId: id });
      }
      if (!state) await sleep(FAULT_PAUSE_MS);
      else if (state.due === null) {
        const pauseMs = Math.min(REREAD_MS, Math.max(1, state.waitMs));
        await condition(() => isSignalled, pauseMs, { summary: 'next check' });
      }
    }
  });
}

/** Advances the application by one step. Returns null when a fault prevents writing. */
async function nextStep(id: string): Promise<ApplicationStep | null> {
  try {
    const state = await finishWhenCancelled(() => lookAtApplication({ id }));
    const { due, reminder } = state;
    if (due === 'reminder') await finishWhenCancelled(() => remindOfApplication({ id, reminder }));
    if (due === 'expiry') await finishWhenCancelled(() => expireApplication({ id }));
    const isDecided = state.status === 'approved' || state.status === 'rejected';
    if (isDecided) await finishWhenCancelled(() => tellApplicant({ id }));
    setCurrentDetails(`${state.status}, ${countOf(reminder - 1, 'reminder')}`);
    return state;
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
    setCurrentDetails('A fault delays the application; the step is tried again.');
    return null;
  }
}
