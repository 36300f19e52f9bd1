// One payment through its network, from the hold of its money until the network's last report about
// it: submitted, settled or returned. The row records the progress, so the workflow can be stopped
// and restarted at any point.

import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { RailActivities, RailState } from '../activities/rails/payment-steps.ts';
import type { RailStatus } from '../ledger/rail.ts';
import { isFinal, type TransactionStatus } from '../ledger/transaction.ts';
import { transferWorkflowId } from '../ledger/workflow-id.ts';
import { CHECK_AGAIN, type RailInput } from './messages.ts';
import { finishWhenCancelled, railStep } from './policies.ts';
import {
  askOrSubmit,
  checkAndSubmit,
  EACH_STEP,
  type Findings,
  movePayment,
  type Payment,
  type RailStepResult,
  submitPayment,
} from './rail-steps.ts';
import { changedAmong, railAttributes } from './search-attributes.ts';
import { signalToCheck } from './signal.ts';
import { railText } from './states.ts';

/** Kept for runs that began before each step had an activity of its own. */
const { moveRailPayment } = proxyActivities<RailActivities>(
  railStep('submit the payment to its network, or ask for its state'),
);

const checkAgain = defineSignal(CHECK_AGAIN);

/** The minimum time between two requests to the network. */
const MIN_WAIT_MS = 100;

/**
 * Interval after which the row is read again, because the signal of an operator's decision may be
 * lost.
 */
const REREAD_MS = 60 * 60_000;

/** Runs one payment through its network. Returns its final status there. */
export async function railPayment(input: RailInput): Promise<RailStatus> {
  const { transactionId } = input;
  let isSignalled = false;
  setHandler(checkAgain, () => {
    isSignalled = true;
  });

  return CancellationScope.nonCancellable(async () => {
    const isVersioned = input.version !== undefined;
    const isLocal = input.version === 3;
    const isByStep = isVersioned || patched(EACH_STEP);
    let lastSignalled: TransactionStatus | 'final' = 'pending';
    let lastStatus: TransactionStatus = 'pending';
    let findings: Findings = {};
    let isBegun = false;
    for (;;) {
      isSignalled = false;
      const step: RailStepResult = await (isVersioned
        ? takeSteps({ transactionId, told: lastStatus }, { isBegun, isLocal })
        : takeStepsOfEarlierRun(transactionId, { isBegun, isByStep }));
      isBegun = true;
      findings = { ...findings, ...step.findings };
      const { status, transactionStatus, isOver, nextInMs } = step.state;
      // The network's report changes the transaction, whose own workflow waits for a signal.
      const reachedStatus = isFinal(transactionStatus) ? 'final' : transactionStatus;
      lastStatus = transactionStatus;
      if (
        !isVersioned &&
        reachedStatus !== lastSignalled &&
        (isByStep || reachedStatus === 'final')
      ) {
        await signalToCheck(transferWorkflowId(transactionId));
        lastSignalled = reachedStatus;
      }
      setCurrentDetails(railText(status, { isHeld: isHeldBack(step.state), findings }));
      const attributeValues = railAttributes(status, transactionStatus);
      const changed = isVersioned ? changedAmong(attributeValues, workflowInfo()) : attributeValues;
      if (changed.length > 0) upsertSearchAttributes(changed);
      if (isOver) return status;
      if (workflowInfo().continueAsNewSuggested) {
        return continueAsNew<typeof railPayment>(input);
      }
      const isHeld = isByStep && isHeldBack(step.state);
      await waitForSignal(isHeld ? REREAD_MS : nextInMs, () => isSignalled);
    }
  });
}

const takeSteps = (
  payment: Payment,
  { isBegun, isLocal }: { readonly isBegun: boolean; readonly isLocal: boolean },
) => (isBegun ? askOrSubmit(payment, isLocal) : checkAndSubmit(payment, isLocal));

/** Takes the steps of a run whose input names no version. */
async function takeStepsOfEarlierRun(
  transactionId: string,
  { isBegun, isByStep }: { readonly isBegun: boolean; readonly isByStep: boolean },
): Promise<RailStepResult> {
  if (isByStep) return isBegun ? movePayment(transactionId) : submitPayment(transactionId);
  const state = await finishWhenCancelled(() => moveRailPayment({ transactionId }));
  return { state, findings: {} };
}

/** Returns true for a payment that was stopped before it reached its network. */
function isHeldBack({ status, transactionStatus }: RailState): boolean {
  return status === 'queued' && transactionStatus !== 'pending';
}

/** Waits for a signal, or until it is time to ask the network. */
async function waitForSignal(waitMs: number | null, isSignalled: () => boolean): Promise<void> {
  if (waitMs === null) await condition(isSignalled);
  else
    await condition(isSignalled, Math.max(MIN_WAIT_MS, waitMs), {
      summary: 'next request to the network',
    });
}
