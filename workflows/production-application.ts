// One application for production: operators are reminded of it until two of them decide, and it
// ends by itself without a decision. The row says where it stands, so this may stop anywhere and
// begin again.

import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  patched,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { ApplicationActivities, ApplicationStep } from '../activities/applications.ts';
import { type ApplicationInput, CHECK_AGAIN } from './messages.ts';
import { finishWhenCancelled, moneyStep } from './policies.ts';
import { plainStateAttributes, SHOWS_STATE } from './search-attributes.ts';
import { countOf } from './story.ts';

const step = (summary: string) => proxyLocalActivities<ApplicationActivities>(moneyStep(summary));
const { lookAtApplication } = step('see where the application stands');
const { remindOfApplication } = step('remind the operators of it');
const { expireApplication } = step('end it without a decision');
const { tellApplicant } = step('tell the applicant the decision');

const look = defineSignal(CHECK_AGAIN);

/** The signal of the decision may be lost: the row is looked at again after so long. */
const LOOK_AGAIN_MS = 6 * 60 * 60_000;
const FAULT_PAUSE_MS = 60_000;

/** Runs one application. Returns the decision. */
export async function productionApplication({
  applicationId: id,
}: ApplicationInput): Promise<ApplicationStep['status']> {
  let hasNews = false;
  setHandler(look, () => {
    hasNews = true;
  });
  return CancellationScope.nonCancellable(async () => {
    for (;;) {
      hasNews = false;
      const standing = await next(id);
      if (standing && standing.status !== 'pending') {
        if (standing.status !== 'gone' && patched(SHOWS_STATE)) {
          upsertSearchAttributes(plainStateAttributes(standing.status));
        }
        return standing.status;
      }
      if (workflowInfo().continueAsNewSuggested) {
        return continueAsNew<typeof productionApplication>({ applicationId: id });
      }
      if (!standing) await sleep(FAULT_PAUSE_MS);
      else if (standing.due === null) {
        const pauseMs = Math.min(LOOK_AGAIN_MS, Math.max(1, standing.waitMs));
        await condition(() => hasNews, pauseMs, { summary: 'next look' });
      }
    }
  });
}

/** Advances the application by one step. Returns null when a fault prevents writing. */
async function next(id: string): Promise<ApplicationStep | null> {
  try {
    const standing = await finishWhenCancelled(() => lookAtApplication({ id }));
    const { due, reminder } = standing;
    if (due === 'reminder') await finishWhenCancelled(() => remindOfApplication({ id, reminder }));
    if (due === 'expiry') await finishWhenCancelled(() => expireApplication({ id }));
    const isDecided = standing.status === 'approved' || standing.status === 'rejected';
    if (isDecided) await finishWhenCancelled(() => tellApplicant({ id }));
    setCurrentDetails(`${standing.status}, ${countOf(reminder - 1, 'reminder')}`);
    return standing;
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
    setCurrentDetails('A fault keeps it from going on; it is tried again.');
    return null;
  }
}
