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
import { CHECK_AGAIN, type RailInput } from './messages.ts';
import { finishWhenCancelled, railStep } from './policies.ts';
import {
  askOrSubmit,
  checkAndSubmit,
  EACH_STEP,
  type Findings,
  type Moved,
  movePayment,
  type Payment,
  submitPayment,
} from './rail-steps.ts';
import { changedAmong, railAttributes } from './search-attributes.ts';
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
export async function railPayment(input: RailInput): Promise<RailStatus> {
  const { transactionId } = input;
  let hasNews = false;
  setHandler(look, () => {
    hasNews = true;
  });

  return CancellationScope.nonCancellable(async () => {
    const isTold = input.version !== undefined;
    const isLocal = input.version === 3;
    const isByStep = isTold || patched(EACH_STEP);
    let told: TransactionStatus | 'final' = 'pending';
    let knows: TransactionStatus = 'pending';
    let findings: Findings = {};
    let isBegun = false;
    for (;;) {
      hasNews = false;
      const moved: Moved = await (isTold
        ? takeSteps({ transactionId, told: knows }, { isBegun, isLocal })
        : takeEarlierSteps(transactionId, { isBegun, isByStep }));
      isBegun = true;
      findings = { ...findings, ...moved.findings };
      const { status, transactionStatus, isOver, nextInMs } = moved.standing;
      // The transaction's own workflow waits for a message that it will not get.
      const rest = isFinal(transactionStatus) ? 'final' : transactionStatus;
      knows = transactionStatus;
      if (!isTold && rest !== told && (isByStep || rest === 'final')) {
        await signalToCheck(transferWorkflowId(transactionId));
        told = rest;
      }
      setCurrentDetails(railText(status, { isHeld: isHeldBack(moved.standing), findings }));
      const shown = railAttributes(status, transactionStatus);
      const changed = isTold ? changedAmong(shown, workflowInfo()) : shown;
      if (changed.length > 0) upsertSearchAttributes(changed);
      if (isOver) return status;
      if (workflowInfo().continueAsNewSuggested) {
        return continueAsNew<typeof railPayment>(input);
      }
      const isHeld = isByStep && isHeldBack(moved.standing);
      await within(isHeld ? LOOK_AGAIN_MS : nextInMs, () => hasNews);
    }
  });
}

const takeSteps = (
  payment: Payment,
  { isBegun, isLocal }: { readonly isBegun: boolean; readonly isLocal: boolean },
) => (isBegun ? askOrSubmit(payment, isLocal) : checkAndSubmit(payment, isLocal));

/** The commands of runs whose input names no version. */
async function takeEarlierSteps(
  transactionId: string,
  { isBegun, isByStep }: { readonly isBegun: boolean; readonly isByStep: boolean },
): Promise<Moved> {
  if (isByStep) return isBegun ? movePayment(transactionId) : submitPayment(transactionId);
  const standing = await finishWhenCancelled(() => moveRailPayment({ transactionId }));
  return { standing, findings: {} };
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
