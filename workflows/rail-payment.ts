// One payment through its network, from the hold of its money until the network has nothing more to
// say about it: given to it, settled or returned. The row says what has been done, so this may stop
// anywhere and begin again.

import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { RailActivities } from '../activities/rails/moving.ts';
import type { RailStatus } from '../ledger/rail.ts';
import { isFinal } from '../ledger/transaction.ts';
import { transferWorkflowId } from '../ledger/workflow-id.ts';
import { CHECK_AGAIN, type TransferInput } from './messages.ts';
import { finishWhenCancelled, railStep } from './policies.ts';
import { railAttributes } from './search-attributes.ts';
import { signalToCheck } from './signal.ts';
import { railText } from './states.ts';

const { moveRailPayment } = proxyActivities<RailActivities>(
  railStep('give it to its network, or ask what has become of it'),
);

const look = defineSignal(CHECK_AGAIN);

/** The network is asked again no sooner than this. */
const LEAST_MS = 100;

/** Carries one payment; returns the status that its network has left it in. */
export async function railPayment({ transactionId }: TransferInput): Promise<RailStatus> {
  let hasNews = false;
  setHandler(look, () => {
    hasNews = true;
  });

  return CancellationScope.nonCancellable(async () => {
    let isSignaled = false;
    for (;;) {
      hasNews = false;
      const standing = await finishWhenCancelled(() => moveRailPayment({ transactionId }));
      const { status, transactionStatus, isOver, nextInMs } = standing;
      // The transaction's own workflow waits for a message that it will not get.
      if (!isSignaled && isFinal(transactionStatus)) {
        await signalToCheck(transferWorkflowId(transactionId));
        isSignaled = true;
      }
      setCurrentDetails(railText(status));
      upsertSearchAttributes(railAttributes(status, transactionStatus));
      if (isOver) return status;
      if (workflowInfo().continueAsNewSuggested) {
        return continueAsNew<typeof railPayment>({ transactionId });
      }
      await within(nextInMs, () => hasNews);
    }
  });
}

/** Waits until there is news, or until the network is to be asked. */
async function within(waitMs: number | null, hasNews: () => boolean): Promise<void> {
  if (waitMs === null) await condition(hasNews);
  else await condition(hasNews, Math.max(LEAST_MS, waitMs), { summary: 'next question' });
}
