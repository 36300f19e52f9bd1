// One transfer, deposit or withdrawal from acceptance to its final state: settles the transaction,
// then waits where its state requires it (for a capture, a cancellation, the end of a hold).
// Completes only in a final state. The row in the ledger, not the workflow history, records the
// work that is done.

import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  defineUpdate,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  ActOrder,
  LedgerActivities,
  MoneyOutcome,
  TransactionState,
} from '../activities/ledger.ts';
import { formatMinor } from '../ledger/money.ts';
import type { TransactionStatus } from '../ledger/transaction.ts';
import { isFinal } from '../ledger/transaction.ts';
import { railWorkflowId } from '../ledger/workflow-id.ts';
import { resultOf, stagesOf, type TransferResult } from './details.ts';
import {
  APPROVAL,
  CANCEL,
  CAPTURE,
  CHECK_AGAIN,
  CONFIRMATION,
  REVIEW,
  type TransferInput,
} from './messages.ts';
import { finishWhenCancelled, moneyStep } from './policies.ts';
import { changedAmong, outcomeAttributes, waitingAttributes } from './search-attributes.ts';
import { signalToCheck } from './signal.ts';

const step = (summary: string) => proxyLocalActivities<LedgerActivities>(moneyStep(summary));
const ledger = {
  settle: step('decide and book').settle,
  read: step('read the decision of the lane').settle,
  capture: step('book the held money').capture,
  cancel: step('release the held money, as the client asked').cancel,
  approve: step('carry out the decision of the second person').approve,
  confirm: step('continue after the confirmation of the customer').confirm,
  review: step('carry out the decision about the risk').review,
  expire: step('release the held money after the end of the hold').expire,
  fail: step('fail a transaction that can never be settled').fail,
};

const PERSON_STATUSES: readonly TransactionStatus[] = ['pending_approval', 'pending_review'];

type HoldAnswer = Awaited<ReturnType<LedgerActivities['capture']>>;

/** The answer of a step. An act on a hold returns only the status. */
type Answer = Pick<MoneyOutcome, 'status'> & Partial<MoneyOutcome>;

export const capture = defineUpdate<HoldAnswer, [ActOrder?]>(CAPTURE);
export const cancel = defineUpdate<HoldAnswer, [ActOrder?]>(CANCEL);
export const approval = defineUpdate<HoldAnswer>(APPROVAL);
export const confirmation = defineUpdate<TransactionStatus>(CONFIRMATION);
export const review = defineUpdate<HoldAnswer>(REVIEW);
export const checkAgain = defineSignal(CHECK_AGAIN);

// A client of the Temporal server can ask a workflow to cancel. Such a request does not stop money.
const uncancellable = <T>(work: () => Promise<T>) => CancellationScope.nonCancellable(work);

/** Runs one transaction to its final state. Returns the result. */
export async function transfer(input: TransferInput): Promise<TransferResult> {
  const { transactionId, isDecided = false } = input;
  let status: TransactionStatus | null = null;
  let state: MoneyOutcome | null = null;
  /**
   * The state shown to operators while the transaction waits, or null before the first
   * announcement.
   */
  let shown: TransactionState | null = null;
  /**
   * True once the transaction has waited for its network, whose own workflow may since wait for a
   * person.
   */
  let hasNetwork = false;
  const hasEnded = () => status !== null && isFinal(status);
  // Answers can arrive out of order. A final state never changes.
  const advanceTo = (next: Answer): MoneyOutcome => {
    state = hasEnded() && state ? state : advance(state, next);
    status = state.status;
    return state;
  };
  const show = (next: TransactionState): void => {
    showWait(transactionId, next);
    shown = next;
    hasNetwork ||= next.waitsFor === 'network';
  };
  /** Signals the workflow of the network, which otherwise waits for a payment that was stopped. */
  const signalNetwork = () => signalToCheck(railWorkflowId(transactionId));
  const signalNetworkAtEnd = async (before: TransactionStatus | null): Promise<void> => {
    const wasStopped = before !== null && PERSON_STATUSES.includes(before);
    if (hasNetwork && wasStopped && hasEnded()) await signalNetwork();
  };
  /**
   * Records the new state and shows it if the transaction now waits for something else, for example
   * because a person approved it or its day began.
   */
  const advanceAndShow = (next: TransactionState): MoneyOutcome => {
    const newState = advanceTo(next);
    const facts = next.facts ?? shown?.facts;
    const now: TransactionState = { ...next, ...newState, ...(facts ? { facts } : {}) };
    const hasChanged =
      shown !== null && (now.status !== shown.status || now.waitsFor !== shown.waitsFor);
    if (hasChanged && !hasEnded()) show(now);
    return newState;
  };

  // A message may arrive together with the start of the workflow. The authorisation comes first.
  const onceAuthorised = <T>(work: () => Promise<T>) =>
    uncancellable(async () => {
      await condition(() => status !== null);
      return work();
    });
  // Any client of the Temporal server can send these messages, so the workflow carries out only an
  // order that a row contains.
  const act = (hold: LedgerActivities['capture']) => (order?: ActOrder) =>
    onceAuthorised(() => runStep(() => hold({ transactionId, orderId: order?.orderId ?? '' })));
  const runStep = async (step: () => Promise<HoldAnswer>) => {
    const answer = await finishWhenCancelled(step);
    if (!answer) return answer;
    const before = status;
    advanceTo(answer);
    // The answer contains the outcome of the act, not the next reason to wait.
    const hasChanged = !hasEnded() && status !== before;
    if (hasChanged) {
      const now = await settleOrFail(transactionId);
      advanceAndShow(now);
      if (now.waitsFor === 'network') await signalNetwork();
    }
    await signalNetworkAtEnd(before);
    return answer;
  };
  setHandler(capture, act(ledger.capture));
  setHandler(cancel, act(ledger.cancel));
  setHandler(
    approval,
    () => onceAuthorised(() => runStep(() => ledger.approve({ transactionId }))),
    {
      validator: () => mayBeDecided(status),
    },
  );
  setHandler(review, () => onceAuthorised(() => runStep(() => ledger.review({ transactionId }))), {
    validator: () => mayBeDecided(status),
  });
  setHandler(
    confirmation,
    () => onceAuthorised(async () => advanceAndShow(await confirmOrFail(transactionId)).status),
    { validator: () => mayBeConfirmed(status) },
  );
  setHandler(checkAgain, () =>
    onceAuthorised(async () => {
      advanceAndShow(await settleOrFail(transactionId));
    }),
  );

  return uncancellable(async () => {
    const first = await settleOrFail(transactionId, isDecided ? ledger.read : ledger.settle);
    if (!isFinal(advanceTo(first).status)) show(first);
    const isRunOver = () => hasEnded() || workflowInfo().continueAsNewSuggested;
    const endOfWait = () => (shown?.waitsFor === 'day' ? 'its day begins' : 'end of the hold');
    for (
      let { expiresInMs } = first;
      !(await waitFor({ expiresInMs, ends: endOfWait() }, isRunOver));
    ) {
      const before = status;
      const expiry = await finishWhenCancelled(() => ledger.expire({ transactionId }));
      advanceAndShow(expiry);
      await signalNetworkAtEnd(before);
      expiresInMs = expiry.expiresInMs;
    }
    await condition(allHandlersFinished);
    const last = advanceTo(first);
    // Temporal limits the signals and steps of one run, so a longer wait continues in the next run.
    if (!isFinal(last.status)) return continueAsNew<typeof transfer>({ transactionId });
    setCurrentDetails(stagesOf(last));
    // Most transfers post at once. Their state is not worth an event.
    if (first.status !== 'posted') upsertSearchAttributes(outcomeAttributes(last));
    return resultOf(last);
  });
}

/** Settles the transaction, or ends it as `failed` when its row can never be settled. */
async function settleOrFail(
  transactionId: string,
  settle = ledger.settle,
): Promise<TransactionState> {
  try {
    const [settlement] = await finishWhenCancelled(() =>
      settle({ transactionIds: [transactionId] }),
    );
    if (settlement?.status) return { ...settlement, status: settlement.status };
  } catch (error) {
    // A local activity fails with its own failure, without a wrapper.
    if (!(error instanceof TemporalFailure)) throw error;
  }
  // Settling is one commit, so nothing is booked, and the transaction can fail without an effect on
  // money.
  return finishWhenCancelled(() => ledger.fail({ transactionId }));
}

/** Continues with the confirmed order, or ends it as `failed` when its row can never be settled. */
async function confirmOrFail(transactionId: string): Promise<TransactionState> {
  try {
    return await finishWhenCancelled(() => ledger.confirm({ transactionId }));
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
  }
  return finishWhenCancelled(() => ledger.fail({ transactionId }));
}

/**
 * Merges the answer of a step into the state. The known risk stays: steps after the first do not
 * score the transaction again.
 */
function advance(before: MoneyOutcome | null, next: Answer): MoneyOutcome {
  return {
    status: next.status,
    ledgerSequence: next.ledgerSequence ?? before?.ledgerSequence ?? null,
    risk: next.risk ?? before?.risk ?? null,
  };
}

function mayBeConfirmed(status: TransactionStatus | null): void {
  if (status === null || status === 'requires_confirmation' || isFinal(status)) return;
  throw new Error(`The transaction is ${status}.`);
}

function mayBeDecided(status: TransactionStatus | null): void {
  if (status === null || PERSON_STATUSES.includes(status) || isFinal(status)) return;
  throw new Error(`The transaction is ${status}.`);
}

/** Shows operators the reason that this workflow waits. */
function showWait(transactionId: string, state: TransactionState): void {
  // Each write of attributes costs an event and an update of the list of workflows.
  const changed = changedAmong(waitingAttributes(transactionId, state), workflowInfo());
  if (changed.length > 0) upsertSearchAttributes(changed);
  const { facts, status, risk = null } = state;
  const finishedStages = stagesOf({ status, ledgerSequence: null, risk });
  const amount = facts && formatMinor(BigInt(facts.amountMinor), facts.currency);
  const holdsText = facts ? `${finishedStages}. Holds ${amount} ${facts.currency}: ` : '';
  if (state.status === 'requires_confirmation') {
    setCurrentDetails(
      'requires_confirmation. Holds nothing: waits for its customer, or for the end of the time to confirm.',
    );
    return;
  }
  if (state.waitsFor === 'day') {
    setCurrentDetails('pending. Holds nothing: waits for its day, or for a cancellation.');
    return;
  }
  if (state.waitsFor === 'network') {
    setCurrentDetails(`${holdsText}its payment network settles it.`);
    return;
  }
  const awaited = PERSON_STATUSES.includes(state.status) ? 'a person' : 'a capture';
  setCurrentDetails(`${holdsText}waits for ${awaited}, a cancellation or the end of the hold.`);
}

/**
 * Waits for a condition. Returns false when the time ended first; without a time there is no limit.
 */
async function waitFor(
  { expiresInMs, ends }: { readonly expiresInMs: number | null; readonly ends: string },
  isTrue: () => boolean,
): Promise<boolean> {
  if (expiresInMs !== null) {
    return condition(isTrue, Math.max(1, expiresInMs), { summary: ends });
  }
  await condition(isTrue);
  return true;
}
