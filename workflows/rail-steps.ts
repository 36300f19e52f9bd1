// The next steps of a payment on a network, one after the other.

import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { RailActivities, RailState } from '../activities/rails/payment-steps.ts';
import type { TransactionStatus } from '../ledger/transaction.ts';
import { finishWhenCancelled, moneyStep, railStep } from './policies.ts';

const step = (summary: string) => proxyActivities<RailActivities>(railStep(summary));
const local = (summary: string) => proxyLocalActivities<RailActivities>(moneyStep(summary));
// The checks call no outside system, so they run as local activities, inside a workflow task.
const { screenRailPayment } = local('screen the external party again');
const { scoreRailPayment } = local('score the payment again');
const { submitRailPayment } = step('submit the payment to its network');
const { settleRailPayment } = step('ask the network, and book its report');

/** Findings of the checks before submission. A check that was not made is left out. */
export interface Findings {
  readonly screened?: string;
  readonly score?: number;
}

export interface RailStepResult {
  readonly state: RailState;
  readonly findings: Findings;
}

export interface Payment {
  readonly transactionId: string;
  /**
   * The status that the transaction's own workflow was last notified of; a step that changes it
   * notifies that workflow. Left out: the steps notify nobody.
   */
  readonly told?: TransactionStatus;
}

/**
 * Checks a payment and submits it to its network unless a check stops it. The two checks run
 * concurrently. Either can stop the payment by changing its row, and a stopped payment is not
 * submitted.
 */
export async function checkAndSubmit(payment: Payment): Promise<RailStepResult> {
  const runCancellable = <T>(activity: (input: Payment) => Promise<T>) =>
    finishWhenCancelled(() => activity(payment));
  const [screened, scored] = await Promise.all([
    runCancellable(screenRailPayment),
    runCancellable(scoreRailPayment),
  ]);
  const findings: Findings = {
    ...(screened.found ? { screened: screened.found.outcome } : {}),
    ...(scored.found?.score == null ? {} : { score: scored.found.score }),
  };
  const stopped = [screened, scored].find((state) => !isToSend(state));
  return { state: stopped ?? (await runCancellable(submitRailPayment)), findings };
}

/**
 * Asks the network for the state of a payment. A payment that the network does not have yet is
 * checked and submitted.
 */
export async function askOrSubmit(payment: Payment): Promise<RailStepResult> {
  const state = await finishWhenCancelled(() => settleRailPayment(payment));
  return isToSend(state) ? checkAndSubmit(payment) : { state, findings: {} };
}

function isToSend({ status, transactionStatus }: RailState): boolean {
  return transactionStatus === 'pending' && (status === 'queued' || status === 'submitting');
}
