// One assessment of an identity, from its checks to its end: waits for documents until their
// deadline, and without limit for an operator. The row records the state, and each step changes the
// row, so the workflow can be stopped and restarted at any point. The steps before an answer are
// local activities, because a client waits for them.

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
import type { KycActivities, KycLook, KycScreening, KycStep } from '../activities/kyc.ts';
import { kycText } from './kyc-text.ts';
import { CHECK_AGAIN, type KycInput } from './messages.ts';
import { chainStep, finishWhenCancelled, moneyStep } from './policies.ts';
import { kycStateAttributes } from './search-attributes.ts';

const SCREEN = 'compare the names with the lists';
const DECIDE = 'apply the policy, and decide';
const shortSteps = {
  screenKyc: proxyLocalActivities<KycActivities>(moneyStep(SCREEN)).screenKyc,
  decideKyc: proxyLocalActivities<KycActivities>(moneyStep(DECIDE)).decideKyc,
};
const longSteps = {
  screenKyc: proxyActivities<KycActivities>(chainStep(SCREEN)).screenKyc,
  decideKyc: proxyActivities<KycActivities>(chainStep(DECIDE)).decideKyc,
};
const { lookAtKyc } = proxyLocalActivities<KycActivities>(
  moneyStep('read the state of the assessment'),
);
const { giveUpKyc } = proxyLocalActivities<KycActivities>(
  moneyStep('fail the assessment after a permanent fault'),
);

const checkAgain = defineSignal(CHECK_AGAIN);

/**
 * Interval after which the row is read again, because the signal of an operator's decision may be
 * lost.
 */
const REREAD_MS = 60 * 60_000;
const FAULT_PAUSE_MS = 60_000;

/** The final state of an assessment. */
interface KycResult extends Pick<KycStep, 'decision' | 'riskLevel'> {
  /** Null when there is no such assessment. */
  readonly status: KycStep['status'];
}

/** Runs one assessment to its end. Returns its final state. */
export async function kycAssessment(input: KycInput): Promise<KycResult> {
  const { assessmentId } = input;
  let isSignalled = false;
  let screened: KycScreening | null = null;
  setHandler(checkAgain, () => {
    isSignalled = true;
  });

  // A cancellation does not end the assessment; only a change of its row does, so that the row and
  // the customer never contradict each other.
  return CancellationScope.nonCancellable(async () => {
    for (;;) {
      isSignalled = false;
      const state = await nextStep(assessmentId, takeSteps);
      if (state) showState(state, screened);
      if (state && state.status !== 'pending') {
        const { status, decision = null, riskLevel = null } = state;
        return { status, decision, riskLevel };
      }
      if (workflowInfo().continueAsNewSuggested) {
        return continueAsNew<typeof kycAssessment>(input);
      }
      if (!state) await sleep(FAULT_PAUSE_MS);
      else if (state.stage !== 'checking') await waitForEnd(state);
    }
  });

  function waitForEnd({ deadlineInMs }: KycStep): Promise<boolean> {
    const pauseMs = Math.min(REREAD_MS, Math.max(1, deadlineInMs ?? REREAD_MS));
    return condition(() => isSignalled, pauseMs, { summary: 'next check' });
  }

  /** Screens and decides; repeats both when the customer changed between them. */
  async function takeSteps({ isLong = false }: KycLook): Promise<KycStep> {
    const { screenKyc, decideKyc } = isLong ? longSteps : shortSteps;
    for (;;) {
      const { found, ...step } = await finishWhenCancelled(() => screenKyc({ assessmentId }));
      if (!found) return step;
      screened = found;
      const decided = await finishWhenCancelled(() => decideKyc({ assessmentId }));
      if (!decided.stale) return decided;
    }
  }
}

/**
 * Advances the assessment by one step. Returns null when a fault prevents writing to the ledger.
 */
async function nextStep(
  assessmentId: string,
  advance: (state: KycLook) => Promise<KycStep>,
): Promise<KycStep | null> {
  try {
    const state = await finishWhenCancelled(() => lookAtKyc({ assessmentId }));
    if (state.stage !== 'checking') return state;
    try {
      return await advance(state);
    } catch (error) {
      if (!(error instanceof TemporalFailure)) throw error;
      return await finishWhenCancelled(() => giveUpKyc({ assessmentId }));
    }
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
    setCurrentDetails('A fault delays the assessment; the step is tried again.');
    return null;
  }
}

function showState(step: KycStep, screened: KycScreening | null): void {
  const { status, stage } = step;
  const state = status === 'pending' ? stage : status;
  setCurrentDetails(state ? kycText(state, { ...step, screened }) : 'There is no such assessment.');
  if (state) upsertSearchAttributes(kycStateAttributes(state));
}
