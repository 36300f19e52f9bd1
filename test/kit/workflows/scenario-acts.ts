// Acts of people in the scenarios: the decisions of an approver, a customer and a reviewer, each with
// the message that wakes the workflow.

import { decideApproval as decide } from '../../../db/approvals/acts.ts';
import { replaceLimits } from '../../../db/limits/acts.ts';
import { NO_LIMITS } from '../../../db/limits/view.ts';
import { confirmTransaction } from '../../../db/mfa/step-ups.ts';
import { reviewPayment } from '../../../db/risk/acts.ts';
import type { HoldOutcome } from '../../../db/transactions/port.ts';
import type { LimitTerms } from '../../../ledger/limits.ts';
import type { TransactionStatus } from '../../../ledger/transaction.ts';
import { APPROVAL, CONFIRMATION, REVIEW } from '../../../workflows/messages.ts';
import { ANY_CODE, cause, TENANT } from '../bank/books.ts';
import type { Rig } from './rig.ts';

/**
 * Decides an approval as an operator: the decision is a row, and the message only wakes the
 * workflow.
 */
export async function decideApproval(
  rig: Rig,
  transactionId: string,
  decision: 'granted' | 'denied',
) {
  const order = { transactionId, decision, reason: 'Asked them.', decidedBy: 'opr_test' } as const;
  await rig.faultFreeLedger.run(decide, { ...order, cause });
  return rig.message(APPROVAL, transactionId);
}

/**
 * Confirms a transaction as the customer: the row records that the code was right, and the message
 * only wakes the workflow.
 */
export async function confirmWithCode(rig: Rig, transactionId: string): Promise<HoldOutcome> {
  const order = { tenantId: TENANT, transactionId, proof: ANY_CODE, cause };
  const outcome = await rig.faultFreeLedger.run(confirmTransaction, order);
  if (outcome.kind !== 'done') throw new Error(`the code had the outcome ${outcome.kind}`);
  const status: unknown = await rig.message(CONFIRMATION, transactionId);
  const commonFields = { replayed: false, rejection: null, conflict: false, transactionId };
  return { ...commonFields, status: status as TransactionStatus };
}

/** Records an operator's decision of a risk review. */
export async function decideReview(
  rig: Rig,
  transactionId: string,
  decision: 'approved' | 'rejected',
) {
  const reviewId = rig.faultFreeLedger.database.raw
    .prepare<[string], string>('SELECT id FROM risk_reviews WHERE transaction_id = ?')
    .pluck()
    .get(transactionId);
  const order = { reviewId: reviewId ?? '', decision, reason: 'Asked.', decidedBy: 'opr_test' };
  await rig.faultFreeLedger.run(reviewPayment, { ...order, cause });
  return rig.message(REVIEW, transactionId);
}

export async function setLimitTerms(
  rig: Rig,
  accountId: string,
  terms: Partial<LimitTerms>,
): Promise<void> {
  await rig.faultFreeLedger.run(replaceLimits, {
    tenantId: TENANT,
    accountId,
    currency: 'EUR',
    terms: { ...NO_LIMITS, ...terms },
    effectiveFrom: null,
    effectiveUntil: null,
    coolOffMs: 0,
    ifVersion: null,
    cause,
  });
}
