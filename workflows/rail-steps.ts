// The next steps of a payment on a network, one after the other.

import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { RailActivities, RailState } from '../activities/rails/payment-steps.ts';
import type { TransactionStatus } from '../ledger/transaction.ts';
import { finishWhenCancelled, moneyStep, railStep } from './policies.ts';

const SCREEN = 'screen the external party again';
const SCORE = 'score the payment again';
const step = (summary: string) => proxyActivities<RailActivities>(railStep(summary));
const local = (summary: string) => proxyLocalActivities<RailActivities>(moneyStep(summary));
/** The checks call no outside system, so they run as local activities. */
const checks = { screen: local(SCREEN).screenRailPayment, score: local(SCORE).scoreRailPayment };
const rails = {
  screen: step(SCREEN).screenRailPayment,
  score: step(SCORE).scoreRailPayment,
  submit: step('submit the payment to its network').submitRailPayment,
  settle: step('ask the network, and book its report').settleRailPayment,
};

/** Marks runs in which each step is a separate activity. */
export const EACH_STEP = 'each-rail-step';

/** Findings of the checks before submission. A check that was not made is left out. */
export interface Findings {
  readonly screened?: string;
  readonly score?: number;
}

export interface RailStepResult {
  readonly state: RailState;
  readonly findings: Findings;
}

/**
 * A payment, and the transaction status that the transaction's own workflow was last notified of.
 */
export interface Payment {
  readonly transactionId: string;
  readonly told: TransactionStatus;
}

/** True when the checks are local activities, which run inside a workflow task. */
type IsLocal = boolean;

/**
 * Checks a payment and submits it to its network unless a check stops it. The two checks run
 * concurrently. Either can stop the payment by changing its row, and a stopped payment is not
 * submitted.
 */
export async function checkAndSubmit(payment: Payment, isLocal: IsLocal): Promise<RailStepResult> {
  const runCancellable = <T>(activity: (input: Payment) => Promise<T>) =>
    finishWhenCancelled(() => activity(payment));
  const { screen, score } = isLocal ? checks : rails;
  const [screened, scored] = await Promise.all([runCancellable(screen), runCancellable(score)]);
  const findings: Findings = {
    ...(screened.found ? { screened: screened.found.outcome } : {}),
    ...(scored.found?.score == null ? {} : { score: scored.found.score }),
  };
  const stopped = [screened, scored].find((state) => !isToSend(state));
  return { state: stopped ?? (await runCancellable(rails.submit)), findings };
}

/**
 * Asks the network for the state of a payment. A payment that the network does not have yet is
 * checked and submitted.
 */
export async function askOrSubmit(payment: Payment, isLocal: IsLocal): Promise<RailStepResult> {
  const state = await finishWhenCancelled(() => rails.settle(payment));
  return isToSend(state) ? checkAndSubmit(payment, isLocal) : { state, findings: {} };
}

/** The steps of `checkAndSubmit` one after the other, for clocks and earlier runs. */
export async function submitPayment(transactionId: string): Promise<RailStepResult> {
  const runCancellable = <T>(activity: (input: { transactionId: string }) => Promise<T>) =>
    finishWhenCancelled(() => activity({ transactionId }));
  const screened = await runCancellable(rails.screen);
  let state: RailState = screened;
  let findings: Findings = screened.found ? { screened: screened.found.outcome } : {};
  if (isToSend(state) && screened.status === 'queued') {
    const scored = await runCancellable(rails.score);
    state = scored;
    if (scored.found?.score != null) findings = { ...findings, score: scored.found.score };
  }
  if (isToSend(state)) state = await runCancellable(rails.submit);
  return { state, findings };
}

/** The steps of `askOrSubmit` one after the other, for clocks and earlier runs. */
export async function movePayment(transactionId: string): Promise<RailStepResult> {
  const state = await finishWhenCancelled(() => rails.settle({ transactionId }));
  return isToSend(state) ? submitPayment(transactionId) : { state, findings: {} };
}

function isToSend({ status, transactionStatus }: RailState): boolean {
  return transactionStatus === 'pending' && (status === 'queued' || status === 'submitting');
}
