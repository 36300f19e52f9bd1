// One transfer, deposit or withdrawal from acceptance to its final state: settle, then wait where
// the state says so (a capture, a cancellation, the end of a hold). Completes only in a final
// state; the row in the ledger, not this history, says what has been done.

import {
  ActivityFailure,
  allHandlersFinished,
  condition,
  defineUpdate,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { ActOrder, LedgerActivities } from '../activities/ledger.ts';
import type { TransactionStatus } from '../ledger/transaction.ts';
import { isFinal } from '../ledger/transaction.ts';
import { CANCEL, CAPTURE, type TransferInput } from './messages.ts';
import { MONEY_STEP } from './policies.ts';

const ledger = proxyLocalActivities<LedgerActivities>(MONEY_STEP);

type HoldAnswer = Awaited<ReturnType<LedgerActivities['capture']>>;

export const capture = defineUpdate<HoldAnswer, [ActOrder]>(CAPTURE);
export const cancel = defineUpdate<HoldAnswer, [ActOrder]>(CANCEL);

/** Carries one transaction; returns the state in which its money came to rest. */
export async function transfer({ transactionId }: TransferInput): Promise<TransactionStatus> {
  let status: TransactionStatus | null = null;

  const act = (step: LedgerActivities['capture']) => async (order: ActOrder) => {
    // A message may come with the start itself; the authorisation goes first.
    await condition(() => status !== null);
    const answer = await step({ ...order, transactionId });
    if (answer) status = answer.status;
    return answer;
  };
  setHandler(capture, act(ledger.capture));
  setHandler(cancel, act(ledger.cancel));

  const standing = await settleOrFail(transactionId);
  status = standing.status;
  let waitMs = standing.expiresInMs;
  while (!isFinal(status)) {
    setCurrentDetails(`authorised: waits for a capture, a cancellation or the end of the hold`);
    const moved = () => status === null || isFinal(status);
    if (waitMs === null) await condition(moved);
    else if (!(await condition(moved, waitMs))) {
      const expiry = await ledger.expire({ transactionId });
      status = expiry.status;
      waitMs = expiry.expiresInMs;
    }
  }
  await condition(allHandlersFinished);
  return status;
}

/** Books the transaction, or ends it as `failed` when its row can never be settled. */
async function settleOrFail(transactionId: string) {
  try {
    const [standing] = await ledger.settle({ transactionIds: [transactionId] });
    if (standing?.status) return { ...standing, status: standing.status };
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
  }
  // Nothing of it is booked: settling is one commit. So it can be ended without a trace of money.
  return ledger.fail({ transactionId });
}
