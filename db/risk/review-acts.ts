// Carries out risk reviews on held money. An operator decides: the payment is booked, stays held
// for its capture or for the second person's approval, or its money is released. A payment is
// judged again before its submission to a network: a finding holds it for review, and the first
// decision stays unchanged.

import { decisionOf, levelOf, relieveDecision, scoreOf } from '../../ledger/decisions/risk.ts';
import { needsApproval } from '../../ledger/limits.ts';
import { rejection } from '../../ledger/rejection.ts';
import { requestApproval } from '../approvals/acts.ts';
import {
  carryOutDecision,
  continueHeld,
  declineHeld,
  type HeldTransaction,
  type Outcome,
  recheckHeld,
} from '../approvals/release.ts';
import { engineCause } from '../kernel/cause.ts';
import { findRisk } from '../kernel/find-risk.ts';
import { riskJudge, type Verdict } from '../kernel/judge.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { stepUps } from '../kernel/step-up.ts';
import type { Tx } from '../kernel/tx.ts';
import { limitFacts } from '../limits/acts.ts';
import { findRailPaymentById } from '../rails/find-payment.ts';
import type { QueuedPayment, ScreenedPayment } from '../transactions/followers.ts';
import type { HoldOutcome, RiskOutcome } from '../transactions/port.ts';
import { transactionRows } from '../transactions/rows.ts';
import { findReview, openReview, recordPartyMatches } from './acts.ts';

/**
 * Applies a reviewer's decision, if there is one. Returns null when there is no such transaction.
 */
export function applyReview(tx: Tx, transactionId: string): HoldOutcome | null {
  const readDecision = () => {
    const review = findReview(tx, transactionId);
    if (!review) return undefined;
    const refusal = review.status === 'rejected' ? ('review_rejected' as const) : null;
    return { decidedBy: review.decidedBy, refusal };
  };
  const continueApproved = (heldTransaction: HeldTransaction) => clearHeld(tx, heldTransaction);
  return carryOutDecision(tx, transactionId, {
    waiting: 'pending_review',
    readDecision,
    continueApproved,
  });
}

/** Continues a payment after its risk was cleared. Its other conditions still apply. */
function clearHeld(tx: Tx, heldTransaction: HeldTransaction): Outcome {
  const refusal = recheckHeld(tx, heldTransaction);
  if (refusal) return declineHeld(tx, heldTransaction, refusal);
  const { row, hold, at } = heldTransaction;
  const limits = limitFacts(tx, row, at, hold.createdAt);
  const mustBeApproved = limits !== null && needsApproval(limits);
  const continued = continueHeld(tx, heldTransaction, mustBeApproved);
  return mustBeApproved ? askForApproval(tx, heldTransaction) : continued;
}

function askForApproval(tx: Tx, { row, hold, cause, at }: HeldTransaction): Outcome {
  const pending = transactionRows(tx).find(row.id);
  if (!pending) throw new Error(`transaction ${row.id} is gone`);
  requestApproval(tx, pending, cause, at);
  return transactionRows(tx).writeStep(pending, {
    status: 'pending_approval',
    stage: 'place_hold',
    events: ['transaction.pending_approval'],
    hold,
    cause,
    at,
  });
}

type CodedReason = Readonly<Record<'code' | 'message', string>>;

const HIT_REASON: CodedReason = {
  code: 'sanctions_hit',
  message:
    'Since the payment was accepted, its external party resembles an entry of a sanctions list.',
};
const NOT_SCREENED_REASON: CodedReason = {
  code: 'screening_not_run',
  message: 'The external party could not be compared with the current sanctions lists.',
};
const DOUBTED_REASON: CodedReason = {
  code: 'risk_doubted',
  message: 'Activity since the payment was accepted makes a person review it.',
};

/** Decisions that let a payment continue. */
const CONTINUING: readonly string[] = ['approve', 'review'];

/**
 * Compares the external party again before the submission to a network; an operator decides about a
 * hit. Returns null when there is no name to compare or the payment was already submitted.
 */
export function screenQueued(tx: Tx, queued: QueuedPayment): ScreenedPayment | null {
  const judged = judgeQueued(tx, queued);
  const finding = judged?.verdict.rules.find(({ ruleId }) => ruleId === 'sanctions_hit');
  if (!judged || !finding) return null;
  const { row, verdict } = judged;
  const { outcome, matches = [], decision } = finding;
  const isListed = outcome === 'hit';
  if (isListed) recordPartyMatches(tx, row, verdict);
  if (isListed && decision === 'decline') refuseQueued(tx, row, HIT_REASON);
  else if (isListed) stopQueued(tx, row, HIT_REASON);
  // A reviewer has already approved the payment although its name could not be compared.
  else if (!CONTINUING.includes(decision) && !findReview(tx, row.id))
    stopQueued(tx, row, NOT_SCREENED_REASON);
  return { outcome: outcome as ScreenedPayment['outcome'], matches: matches.length };
}

/**
 * Returns only the model's current score; the rules were applied when the payment was decided.
 * Returns null when no model scores such a payment, or it was already submitted.
 */
export function scoreQueued(tx: Tx, queued: QueuedPayment): RiskOutcome | null {
  const verdict = judgeQueued(tx, queued);
  const scored = verdict && scoredOutcome(verdict.verdict);
  if (!verdict || !scored) return null;
  const { row } = verdict;
  // An operator or a customer who has already decided is not asked again.
  const wasAsked = findReview(tx, row.id) || stepUps(tx).stateOf(tx, row) === 'confirmed';
  const wasContinuing = CONTINUING.includes(findRisk(tx, row)?.decision ?? '');
  if (wasContinuing && !wasAsked && !CONTINUING.includes(scored.decision))
    stopQueued(tx, row, DOUBTED_REASON);
  return scored;
}

/** Returns null when the payment was already submitted, or waits for a review. */
function judgeQueued(tx: Tx, { transactionId, modelAnswer }: QueuedPayment) {
  const row = transactionRows(tx).find(transactionId);
  const isQueued = findRailPaymentById(tx, transactionId)?.status === 'queued';
  if (row?.status !== 'pending' || !isQueued) return null;
  const verdict = riskJudge(tx).judge(tx, row, modelAnswer);
  return verdict && { row, verdict };
}

/** Holds the payment for review, or refuses it when a reviewer has released it before. */
function stopQueued(tx: Tx, row: TransactionRow, reason: CodedReason): void {
  const rows = transactionRows(tx);
  const decision = findRisk(tx, row);
  const hold = rows.holdOf(row.id);
  if (!decision || !hold) throw new Error(`payment ${row.id} is not held, or has no risk decision`);
  if (findReview(tx, row.id)) {
    refuseQueued(tx, row, reason);
    return;
  }
  const now = tx.clock(row.tenantId);
  rows.writeStep(row, {
    status: 'pending_review',
    stage: 'place_hold',
    events: ['transaction.pending_review'],
    reason,
    hold,
    cause: engineCause(row.requestId),
    at: now,
  });
  openReview(tx, 'hold', row, decision, now);
}

function refuseQueued(tx: Tx, row: TransactionRow, { message }: CodedReason): void {
  const hold = transactionRows(tx).holdOf(row.id);
  if (!hold) throw new Error(`payment ${row.id} is not held`);
  const heldTransaction = {
    row,
    hold,
    cause: engineCause(row.requestId),
    at: tx.clock(row.tenantId),
  };
  declineHeld(tx, heldTransaction, { ...rejection('risk_declined'), message });
}

function scoredOutcome({ modelAnswer, rules }: Verdict): RiskOutcome | null {
  if ('degraded' in modelAnswer) return null;
  const { probability, thresholds } = modelAnswer;
  const decision = relieveDecision(decisionOf(probability, thresholds), rules);
  const score = scoreOf(probability, decision, thresholds);
  return { score, level: levelOf(decision), decision };
}
