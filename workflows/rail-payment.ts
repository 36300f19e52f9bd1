// One payment through its network, from the hold of its money until the network's last report about
// it: submitted, settled or returned. The row records what has been done, so this may stop anywhere
// and start again.

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
import type { RailActivities, RailStanding } from '../activities/rails/moving.ts';
import type { RailStatus } from '../ledger/rail.ts';
import { isFinal, type TransactionStatus } from '../ledger/transaction.ts';
import { transferWorkflowId } from '../ledger/workflow-id.ts';
import { CHECK_AGAIN, type TransferInput } from './messages.ts';
import { finishWhenCancelled, railStep } from './policies.ts';
import { EACH_STEP, type Findings, movePayment, submitPayment } from './rail-steps.ts';
import { railAttributes } from './search-attributes.ts';
import { signalToCheck } from './signal.ts';
import { railText } from './states.ts';

/** Kept for runs that began before each step had an activity of its own. */
const { moveRailPayment } = proxyActivities<RailActivities>(
  railStep('give it to its network, or ask what has become of it'),
);

const look = defineSignal(CHECK_AGAIN);

/** The network is asked again no sooner than this. */
const LEAST_MS = 100;

/** The signal of a person's decision may be lost: the row is looked at again after so long. */
const LOOK_AGAIN_MS = 60 * 60_000;

/** Carries one payment; returns the status that its network has left it in. */
export async function railPayment({ transactionId }: TransferInput): Promise<RailStatus> {
  let hasNews = false;
  setHandler(look, () => {
    hasNews = true;
  });

  return CancellationScope.nonCancellable(async () => {
    const isByStep = patched(EACH_STEP);
    let told: TransactionStatus | 'final' = 'pending';
    let findings: Findings = {};
    let isBegun = false;
    for (;;) {
      hasNews = false;
      const move = isBegun ? movePayment : submitPayment;
      const moved = isByStep
        ? await move(transactionId)
        : {
            standing: await finishWhenCancelled(() => moveRailPayment({ transactionId })),
            findings: {},
          };
      isBegun = true;
      findings = { ...findings, ...moved.findings };
      const { status, transactionStatus, isOver, nextInMs } = moved.standing;
      // The transaction's own workflow waits for a message that it will not get.
      const rest = isFinal(transactionStatus) ? 'final' : transactionStatus;
      if (rest !== told && (isByStep || rest === 'final')) {
        await signalToCheck(transferWorkflowId(transactionId));
        told = rest;
      }
      setCurrentDetails(railText(status, { isHeld: isHeldBack(moved.standing), findings }));
      upsertSearchAttributes(railAttributes(status, transactionStatus));
      if (isOver) return status;
      if (workflowInfo().continueAsNewSuggested) {
        return continueAsNew<typeof railPayment>({ transactionId });
      }
      const isHeld = isByStep && isHeldBack(moved.standing);
      await within(isHeld ? LOOK_AGAIN_MS : nextInMs, () => hasNews);
    }
  });
}

/** True for one that was stopped on its way. */
function isHeldBack({ status, transactionStatus }: RailStanding): boolean {
  return status === 'queued' && transactionStatus !== 'pending';
}

/** Waits until there is news, or until the network is to be asked. */
async function within(waitMs: number | null, hasNews: () => boolean): Promise<void> {
  if (waitMs === null) await condition(hasNews);
  else await condition(hasNews, Math.max(LEAST_MS, waitMs), { summary: 'next question' });
}
