// Does to the money what a person decided who looked at its risk: books it, leaves it held for its
// capture or for the second person who has to agree as well, or frees it.

import { needsApproval } from '../../ledger/limits.ts';
import { type Rejection, rejection } from '../../ledger/rejection.ts';
import { decideCapture } from '../../ledger/transfer.ts';
import type { Cause, HoldOutcome, Settled } from '../store.ts';
import type { HoldRow, TransactionRow } from '../transaction-view.ts';
import type { ApprovalWriter } from './approvals.ts';
import { captureHold, type HoldDeps, holdAnswer, releaseHold } from './holds.ts';
import type { RiskWriter } from './risk.ts';

interface Deps extends HoldDeps {
  readonly approvals: ApprovalWriter;
  readonly risk: Pick<RiskWriter, 'reviewOf'>;
}

/** A transaction whose review was decided, under lock. */
interface Reviewed {
  readonly row: TransactionRow;
  readonly hold: HoldRow;
  readonly cause: Cause;
  readonly at: number;
}

/** Without a decision it changes nothing; null when there is no such transaction. */
export function applyReview(
  deps: Deps,
  transactionId: string,
  settled: Settled[],
): HoldOutcome | null {
  const row = deps.writer.find(transactionId);
  if (!row) return null;
  if (row.status !== 'pending_review') return holdAnswer(row, { replayed: true });
  const review = deps.risk.reviewOf(transactionId);
  const hold = deps.writer.holdOf(transactionId);
  if (!hold || !review?.decidedBy) return holdAnswer(row, { conflict: true });
  const cause = { actor: review.decidedBy, requestId: row.requestId, idempotencyKey: null };
  const at = deps.now();
  if ((hold.expiresAt ?? Infinity) <= deps.clock(row.tenantId)) {
    const reason = 'The hold ran out.';
    const end = { tenantId: null, transactionId, to: 'expired', reason, cause } as const;
    return releaseHold(deps, end, settled);
  }
  const reviewed = { row, hold, cause, at };
  const refusal =
    review.status === 'rejected' ? rejection('review_rejected') : refusalNow(deps, reviewed);
  const outcome = refusal ? refuse(deps, reviewed, refusal) : letPass(deps, reviewed);
  settled.push(outcome);
  return holdAnswer(row, { status: outcome.transaction.status });
}

/** The accounts may have been frozen or closed since the hold was placed. */
function refusalNow({ journal }: HoldDeps, { row, hold, at }: Reviewed): Rejection | null {
  const amount = BigInt(hold.amount);
  const source = journal.load(row.sourceAccountId, at);
  const destination = journal.load(row.destinationAccountId, at);
  const decision = decideCapture({ amount, expired: false }, amount, source, destination);
  return decision.kind === 'decline' ? decision.rejection : null;
}

function refuse(deps: HoldDeps, { row, hold, cause, at }: Reviewed, reason: Rejection): Settled {
  return deps.writer.step(row, {
    status: 'declined',
    stage: 'done',
    events: ['transaction.declined'],
    reason,
    hold: deps.holds.end(hold, 'released', 0, at),
    expiresAt: null,
    cause,
    at,
  });
}

/** Its risk is settled; what else it waits for, it still waits for. */
function letPass(deps: Deps, { row, hold, cause, at }: Reviewed): Settled {
  const limits = deps.limits.facts(row, at, hold.createdAt);
  const forApproval = limits !== null && needsApproval(limits);
  const waits = forApproval || row.capture === 'manual';
  const pending = deps.writer.step(row, {
    status: 'pending',
    stage: waits ? 'place_hold' : 'post_journal',
    events: waits && !forApproval ? ['transaction.pending'] : [],
    hold,
    cause,
    at,
  });
  const { tenantId, id } = row;
  if (forApproval) return askForApproval(deps, { row, hold, cause, at });
  if (waits) return pending;
  const captured: Settled[] = [];
  captureHold(deps, { tenantId, transactionId: id, amount: null, cause }, captured);
  const [posted] = captured;
  if (!posted) throw new Error('what may be captured is captured');
  return posted;
}

function askForApproval(deps: Deps, { row, hold, cause, at }: Reviewed): Settled {
  const pending = deps.writer.find(row.id);
  if (!pending) throw new Error(`transaction ${row.id} is gone`);
  deps.approvals.request(pending, cause, at);
  return deps.writer.step(pending, {
    status: 'pending_approval',
    stage: 'place_hold',
    events: ['transaction.pending_approval'],
    hold,
    cause,
    at,
  });
}
