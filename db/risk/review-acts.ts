// Does to the money what a person decided who looked at its risk: books it, leaves it held for its
// capture or for the second person who has to agree as well, or frees it.

import { needsApproval } from '../../ledger/limits.ts';
import { requestApproval } from '../approvals/acts.ts';
import {
  carryOutSaid,
  type Held,
  letPass,
  type Outcome,
  refusalNow,
  refuseHeld,
} from '../approvals/release.ts';
import type { HoldDeps } from '../holds/acts.ts';
import { limitFacts } from '../limits/acts.ts';
import type { HoldOutcome } from '../transactions/port.ts';
import type { RiskWriter } from './acts.ts';

interface Deps extends HoldDeps {
  readonly risk: Pick<RiskWriter, 'reviewOf'>;
}

/** Without a decision it changes nothing; null when there is no such transaction. */
export function applyReview(deps: Deps, transactionId: string): HoldOutcome | null {
  const readDecision = () => {
    const review = deps.risk.reviewOf(transactionId);
    if (!review) return undefined;
    const refusal = review.status === 'rejected' ? ('review_rejected' as const) : null;
    return { decidedBy: review.decidedBy, refusal };
  };
  const clear = (held: Held) => clearHeld(deps, held);
  return carryOutSaid(deps, transactionId, { waiting: 'pending_review', readDecision, clear });
}

/** Its risk is settled; what else it waits for, it still waits for. */
function clearHeld(deps: Deps, held: Held): Outcome {
  const refusal = refusalNow(deps, held);
  if (refusal) return refuseHeld(deps, held, refusal);
  const { row, hold, at } = held;
  const limits = limitFacts(deps.tx, row, at, hold.createdAt);
  const forApproval = limits !== null && needsApproval(limits);
  const passed = letPass(deps, held, forApproval);
  return forApproval ? askForApproval(deps, held) : passed;
}

function askForApproval(deps: Deps, { row, hold, cause, at }: Held): Outcome {
  const pending = deps.writer.find(row.id);
  if (!pending) throw new Error(`transaction ${row.id} is gone`);
  requestApproval(deps.tx, pending, cause, at);
  return deps.writer.step(pending, {
    status: 'pending_approval',
    stage: 'place_hold',
    events: ['transaction.pending_approval'],
    hold,
    cause,
    at,
  });
}
