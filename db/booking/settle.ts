// Settling decides and books a transaction at stage `accepted`. A transaction that was already
// settled keeps its recorded result, so groups, retries and the sweeper may race.

import type { EventType } from '../../ledger/event.ts';
import { isInternal } from '../../ledger/internal-account.ts';
import { isOutsideLimits } from '../../ledger/transaction.ts';
import { isInFuture } from '../../ledger/value-date.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import { recordUse } from '../accounts/use.ts';
import { placeHold, releaseHold } from '../holds/acts.ts';
import { type BookedLeg, ledgerJournal } from '../journal/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import {
  confirmedVerdict,
  type ModelAnswer,
  type ReadSides,
  riskJudge,
  type Verdict,
} from '../kernel/judge.ts';
import { mint } from '../kernel/mint.ts';
import type { RiskDecisionRow } from '../kernel/risk-summary.ts';
import type { HoldRow, TransactionRow } from '../kernel/rows.ts';
import { stepUps } from '../kernel/step-up.ts';
import type { Tx } from '../kernel/tx.ts';
import { comesNearLimit, emitLimit, useLimits } from '../limits/acts.ts';
import { isRailReturn, isReturnRest, queueOnRail } from '../rails/acts.ts';
import { isSearchable, ownWorkflow } from '../transactions/carrier.ts';
import { decideRow, withRisk } from '../transactions/decision.ts';
import { secondPerson } from '../transactions/followers.ts';
import { isPermanentRejection } from '../transactions/future-dates.ts';
import { transactionRows } from '../transactions/rows.ts';
import { actorOf, payeeOf } from '../transactions/settlement-record.ts';
import type { TransactionView } from '../transactions/view.ts';

/** Milliseconds until a hold expires when the request states no expiry: seven days. */
const HOLD_LASTS_MS = 7 * 24 * 60 * 60 * 1000;

const POSTED_EVENTS: readonly EventType[] = ['transaction.posted'];
const WRITTEN_OFF_EVENTS: readonly EventType[] = ['transaction.posted', 'transaction.written_off'];

/** The reasons for which money waits, and the status in which it waits. */
const WAITING_STATUS = {
  hold: 'pending',
  submit: 'pending',
  approval: 'pending_approval',
  review: 'pending_review',
} as const;
type WaitReason = keyof typeof WAITING_STATUS;

/** Returns the workflow of a reversed transaction: its own workflow, because people look it up. */
function reversalWorkflow(original: TransactionRow): { readonly workflow?: WorkflowRef } {
  const workflow = ownWorkflow(original, { id: '', runId: null });
  return workflow.id === original.workflowId ? {} : { workflow };
}

/**
 * True for a posting that no other row will refer to: no overdraft, no review, no hit of a list. So
 * its row is written once, as posted.
 */
export function isWrittenOnce(
  { externalParty }: TransactionRow,
  verdict: Verdict | null,
  legs: readonly BookedLeg[],
): boolean {
  if (verdict && (verdict.decision !== 'approve' || 'degraded' in verdict.modelAnswer))
    return false;
  return externalParty === null && legs.every(staysPositive);
}

/** True for a leg of an internal account, or when the balance is never negative around the leg. */
function staysPositive({ accountId, direction, amount, balanceAfter }: BookedLeg): boolean {
  const min = direction === 'credit' ? balanceAfter - amount : balanceAfter;
  return isInternal(accountId) || min >= 0n;
}

/**
 * Ends expired holds on the paying account. When the clock is set back, an expired hold would
 * otherwise hold money that was spent after its expiry.
 */
export function endExpiredHolds(tx: Tx, row: TransactionRow): void {
  const { sourceAccountId, tenantId, requestId } = row;
  const cause: Cause = { actor: 'workflow', requestId, idempotencyKey: null };
  for (const transactionId of ledgerJournal(tx).listExpiredHolds(
    sourceAccountId,
    tx.clock(tenantId),
  )) {
    const reason = 'The hold expired.';
    releaseHold(tx, { tenantId: null, transactionId, to: 'expired', reason, cause });
  }
}

/** Holds the money until a person, a network or a capture decides about it. */
export function holdMoney(
  tx: Tx,
  row: TransactionRow,
  workflow: WorkflowRef,
  cause: Cause,
  kind: WaitReason,
  risk: RiskDecisionRow | null = null,
): TransactionView {
  const now = tx.clock(row.tenantId);
  const usesNetwork = kind === 'submit';
  const newHold: HoldRow = {
    id: mint('hold'),
    tenantId: row.tenantId,
    transactionId: row.id,
    accountId: row.sourceAccountId,
    destinationAccountId: payeeOf(row),
    currency: row.currency,
    amount: row.amount,
    capturedAmount: 0,
    status: 'active',
    // The hold of a payment that travels by a network does not expire.
    expiresAt: usesNetwork ? null : (row.expiresAt ?? now + HOLD_LASTS_MS),
    createdAt: now,
    updatedAt: now,
  };
  placeHold(tx, newHold, cause);
  useLimits(tx, newHold.accountId, newHold.amount, now);
  const status = WAITING_STATUS[kind];
  if (kind === 'approval') secondPerson(tx).requestApproval(tx, row, cause, now);
  if (usesNetwork) queueOnRail(tx, row, row.amount, now);
  return transactionRows(tx).writeStep(row, {
    status,
    stage: usesNetwork ? 'submitting' : 'place_hold',
    events: [`transaction.${status}`],
    workflow: ownWorkflow(row, workflow),
    expiresAt: newHold.expiresAt,
    hold: newHold,
    risk,
    cause,
    at: now,
  });
}

/** Defers a transaction to its value date, on which it is decided. Holds no money until then. */
function waitForDay(
  tx: Tx,
  row: TransactionRow,
  workflow: WorkflowRef,
  cause: Cause,
): TransactionView {
  return transactionRows(tx).writeStep(row, {
    status: 'pending',
    stage: 'validate',
    events: ['transaction.pending'],
    workflow: ownWorkflow(row, workflow),
    expiresAt: null,
    cause,
    at: tx.clock(row.tenantId),
  });
}

/**
 * Asks the customer to confirm a transaction. Holds no money until then; limits and funds are
 * checked again after the confirmation.
 */
export function askCustomer(
  tx: Tx,
  row: TransactionRow,
  workflow: WorkflowRef,
  cause: Cause,
): TransactionView {
  const now = tx.clock(row.tenantId);
  return transactionRows(tx).writeStep(row, {
    status: 'requires_confirmation',
    stage: 'authorize_limits',
    events: ['transaction.requires_confirmation'],
    workflow: ownWorkflow(row, workflow),
    expiresAt: stepUps(tx).request(tx, row, now),
    cause,
    at: now,
  });
}

/** Returns the verdict. A customer who has confirmed the transaction is not asked again. */
function judgeWithStepUp(
  tx: Tx,
  row: TransactionRow,
  answer: ModelAnswer | undefined,
  sides: ReadSides,
) {
  const judge = riskJudge(tx);
  const isAnswered = row.stage === 'authorize_limits';
  // The customer's confirmation removes the doubt.
  if (isAnswered && stepUps(tx).stateOf(tx, row) === 'confirmed') judge.recordDoubt(tx, row, null);
  const verdict = judge.judge(tx, row, answer, sides);
  if (!verdict?.isConfirmable) return { verdict, canConfirm: false };
  const stepUp = stepUps(tx).stateOf(tx, row);
  if (stepUp === 'confirmed') {
    return { verdict: confirmedVerdict(verdict), canConfirm: false };
  }
  return { verdict, canConfirm: stepUp === 'enrolled' };
}

/**
 * Decides and books a row at stage `accepted` that is not an exchange.
 * @param answer the answer of a model about the transaction; omitted when no model was asked
 */
export function settleRow(
  tx: Tx,
  row: TransactionRow,
  workflow: WorkflowRef,
  answer?: ModelAnswer,
): TransactionView {
  const rows = transactionRows(tx);
  const now = tx.clock(row.tenantId);
  const decided = decideRow(tx, row, now);
  const { source, destination, original, limits, coverTransfer } = decided;
  const { requestId, idempotencyKey } = row;
  const cause: Cause = { actor: actorOf(workflow), requestId, idempotencyKey };
  if (decided.decision.kind !== 'post' || coverTransfer || row.valueDate !== null)
    rows.insertBegun(row);
  if (
    isInFuture(row.valueDate, tx.clock(row.tenantId)) &&
    !isPermanentRejection(decided.decision)
  ) {
    return waitForDay(tx, row, workflow, cause);
  }
  if (coverTransfer) {
    bookCoverTransfer(tx, coverTransfer, workflow);
    // Settle again with the covering money on the account.
    return settleRow(tx, row, workflow, answer);
  }
  // Risk is judged after the confirmation: until then nothing is authorised.
  if (decided.decision.kind === 'confirmation') return askCustomer(tx, row, workflow, cause);
  const { verdict, canConfirm } = judgeWithStepUp(tx, row, answer, {
    time: now,
    source,
    destination,
  });
  const judge = riskJudge(tx);
  const decision = withRisk(row, decided.decision, verdict, canConfirm);
  if (decision.kind === 'confirmation') {
    judge.recordDoubt(tx, row, now);
    return askCustomer(tx, row, workflow, cause);
  }
  const isReviewed = decision.kind !== 'post' || judge.isReviewed(tx, row, verdict);
  const carrier = isReviewed || isSearchable(tx, row) ? ownWorkflow(row, workflow) : workflow;
  const risk = verdict && judge.buildDecisionRow(row, verdict, { workflowId: carrier.id, at: now });
  const isPlain = decision.kind === 'post' && isWrittenOnce(row, verdict, decision.legs);
  if (!isPlain) {
    rows.insertBegun(row);
    if (verdict && risk) judge.storeDecision(tx, row, verdict, risk);
  }
  if (decision.kind === 'decline') {
    const exceedsLimit = decision.rejection.code === 'limit_exceeded';
    if (exceedsLimit) emitLimit(tx, source.id, 'limit.exceeded', cause, now);
    return rows.writeStep(row, {
      status: 'declined',
      stage: 'done',
      events: ['transaction.declined'],
      reason: decision.rejection,
      workflow: carrier,
      risk,
      expiresAt: null,
      cause,
      at: now,
    });
  }
  recordUse(tx, row, { source, destination });
  const usesFunds = source.kind === 'customer';
  if (usesFunds && source.hasExpiredHolds) endExpiredHolds(tx, row);
  if (decision.kind !== 'post') {
    const heldTransaction = holdMoney(tx, row, carrier, cause, decision.kind, risk);
    if (risk && decision.kind === 'review') judge.openReview(tx, 'hold', row, risk, now);
    if (comesNearLimit(limits)) emitLimit(tx, source.id, 'limit.near', cause, now);
    return heldTransaction;
  }
  const posting = ledgerJournal(tx).post(row, decision.legs);
  const countsInLimits = source.hasLimits && !isOutsideLimits(row);
  if (countsInLimits) useLimits(tx, source.id, row.amount, posting.row.postedAt);
  if (comesNearLimit(limits)) emitLimit(tx, source.id, 'limit.near', cause, now);
  if (risk?.decision === 'review') judge.openReview(tx, 'alert', row, risk, now);
  tx.failPoint('in-commit');
  const posted = rows.writeStep(row, {
    status: 'posted',
    stage: 'done',
    events: isReturnRest(row) && row.type === 'withdrawal' ? WRITTEN_OFF_EVENTS : POSTED_EVENTS,
    workflow: carrier,
    booked: posting,
    risk,
    expiresAt: null,
    cause,
    at: posting.row.postedAt,
  });
  if (isPlain && verdict && risk) judge.storeDecision(tx, row, verdict, risk);
  if (original) recordReversal(tx, original, row, cause, posting.row.postedAt);
  return posted;
}

/**
 * Moves the amount that a payment lacks from the linked account, in the commit of the payment.
 */
export function bookCoverTransfer(tx: Tx, transfer: TransactionRow, workflow: WorkflowRef): void {
  const { requestId } = transfer;
  transactionRows(tx).insert(transfer, {
    actor: actorOf(workflow),
    requestId,
    idempotencyKey: null,
  });
  const outcome = settleRow(tx, transfer, workflow);
  if (outcome.status !== 'posted')
    throw new Error('the covering transfer was not decided as the payment expects');
}

/** Records the reversed amount on the original; a complete reversal is a status of its own. */
function recordReversal(
  tx: Tx,
  original: TransactionRow,
  row: TransactionRow,
  cause: Cause,
  now: number,
): void {
  const rows = transactionRows(tx);
  const amountReversed = original.amountReversed + row.amount;
  const isComplete = amountReversed === original.amountPosted;
  const isReturn = isRailReturn(row);
  const code = isReturn ? 'rail_returned' : 'reversed_by_request';
  const reason = { code, message: row.description ?? '' };
  const eventType: EventType = isComplete
    ? 'transaction.reversed'
    : 'transaction.partially_reversed';
  rows.writeStep(original, {
    status: isComplete ? 'reversed' : 'posted',
    stage: 'done',
    events: isReturn ? [eventType, 'transaction.returned'] : [eventType],
    ...(isComplete || isReturn ? { reason } : {}),
    amountReversed,
    hold: rows.holdOf(original.id),
    ...reversalWorkflow(original),
    cause,
    at: now,
  });
}
