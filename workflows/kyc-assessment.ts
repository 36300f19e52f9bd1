// One assessment of an identity, from its checks to its end: it waits for documents until their
// deadline, and for a person as long as that takes. The row says where it stands, and the step that
// decides writes there: so this may stop anywhere and begin again.

import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { KycActivities, KycStep } from '../activities/kyc.ts';
import { CHECK_AGAIN, type KycInput } from './messages.ts';
import { chainStep, finishWhenCancelled, moneyStep } from './policies.ts';
import { kycStateAttributes } from './search-attributes.ts';
import { kycText } from './states.ts';

const { checkKyc } = proxyActivities<KycActivities>(chainStep('screen, and apply the policy'));
const { lookAtKyc } = proxyLocalActivities<KycActivities>(moneyStep('see where it stands'));
const { giveUpKyc } = proxyLocalActivities<KycActivities>(moneyStep('give it up'));

const look = defineSignal(CHECK_AGAIN);

/** The signal of a person's decision may be lost: the row is looked at again after so long. */
const LOOK_AGAIN_MS = 60 * 60_000;
const FAULT_PAUSE_MS = 60_000;

/** Carries one assessment; returns how it ended, or null: there is none of that id. */
export async function kycAssessment({ assessmentId }: KycInput): Promise<KycStep['status']> {
  let hasNews = false;
  setHandler(look, () => {
    hasNews = true;
  });

  // It ends through its row, so that the row and the customer never say different things.
  return CancellationScope.nonCancellable(async () => {
    for (;;) {
      hasNews = false;
      const standing = await next(assessmentId);
      if (standing) describe(standing);
      if (standing && standing.status !== 'pending') return standing.status;
      if (workflowInfo().continueAsNewSuggested) {
        return continueAsNew<typeof kycAssessment>({ assessmentId });
      }
      if (!standing) await sleep(FAULT_PAUSE_MS);
      else if (standing.stage !== 'checking') await waitForEnd(standing);
    }
  });

  function waitForEnd({ deadlineInMs }: KycStep): Promise<boolean> {
    const pauseMs = Math.min(LOOK_AGAIN_MS, Math.max(1, deadlineInMs ?? LOOK_AGAIN_MS));
    return condition(() => hasNews, pauseMs, { summary: 'next look' });
  }
}

/**
 * Advances the assessment by one step. Returns null when a fault prevents writing to the ledger.
 */
async function next(assessmentId: string): Promise<KycStep | null> {
  try {
    const standing = await finishWhenCancelled(() => lookAtKyc({ assessmentId }));
    if (standing.stage !== 'checking') return standing;
    try {
      return await finishWhenCancelled(() => checkKyc({ assessmentId }));
    } catch (error) {
      if (!(error instanceof TemporalFailure)) throw error;
      return await finishWhenCancelled(() => giveUpKyc({ assessmentId }));
    }
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
    setCurrentDetails('A fault keeps it from going on; it is tried again.');
    return null;
  }
}

function describe({ status, stage }: KycStep): void {
  const state = status === 'pending' ? stage : status;
  setCurrentDetails(state ? kycText(state) : 'There is no such assessment.');
  if (state) upsertSearchAttributes(kycStateAttributes(state));
}
