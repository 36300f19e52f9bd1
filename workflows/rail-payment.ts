// One payment through its network, from the hold of its money until the network's last report about
// it: submitted, settled or returned. The row records the progress, so the workflow can be stopped
// and restarted at any point.

import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { RailState } from '../activities/rails/payment-steps.ts';
import type { RailStatus } from '../ledger/rail.ts';
import type { TransactionStatus } from '../ledger/transaction.ts';
import { CHECK_AGAIN, type RailInput } from './messages.ts';
import { askOrSubmit, checkAndSubmit, type Findings, type RailStepResult } from './rail-steps.ts';
import { changedAmong, railAttributes } from './search-attributes.ts';
import { railText } from './states.ts';

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
    let lastStatus: TransactionStatus = 'pending';
    let findings: Findings = {};
    let isBegun = false;
    for (;;) {
      isSignalled = false;
      const takeSteps = isBegun ? askOrSubmit : checkAndSubmit;
      const step: RailStepResult = await takeSteps({ transactionId, told: lastStatus });
      isBegun = true;
      findings = { ...findings, ...step.findings };
      const { status, transactionStatus, isOver, nextInMs } = step.state;
      lastStatus = transactionStatus;
      setCurrentDetails(railText(status, { isHeld: isHeldBack(step.state), findings }));
      const changed = changedAmong(railAttributes(status, transactionStatus), workflowInfo());
      if (changed.length > 0) upsertSearchAttributes(changed);
      if (isOver) return status;
      if (workflowInfo().continueAsNewSuggested) {
        return continueAsNew<typeof railPayment>(input);
      }
      await waitForSignal(isHeldBack(step.state) ? REREAD_MS : nextInMs, () => isSignalled);
    }
  });
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
