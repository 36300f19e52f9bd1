// Replays past decisions of any task with a candidate: newest first, in pages between which other
// work runs.

import type { ReplayReport } from '../../../db/deployments/view.ts';
import type { ReplayOrder } from '../../../ledger/models/deployment.ts';

export interface PastOrder {
  readonly tenantId: string;
  readonly replay: ReplayOrder;
  readonly stopped: AbortSignal;
}

interface PastDecision {
  readonly id: string;
  readonly createdAt: number;
}

interface DecisionSource<T extends PastDecision> {
  /** Sorts after every id of its kind. */
  readonly end: string;
  readBefore(order: { tenantId: string; before: string; limit: number }): readonly T[];
  /** Returns false when no model was asked, so that the decision cannot be replayed. */
  isReplayable(decision: T): boolean;
}

const PAGE_SIZE = 500;

/** Yields the decisions of the range about which a model was asked, newest first. */
export async function* listPastDecisions<T extends PastDecision>(
  { tenantId, replay, stopped }: PastOrder,
  pages: DecisionSource<T>,
): AsyncGenerator<T> {
  let readBefore = pages.end;
  let remaining = replay.limit;
  for (;;) {
    const page = pages.readBefore({ tenantId, before: readBefore, limit: PAGE_SIZE });
    for (const decision of page) {
      stopped.throwIfAborted();
      // All further decisions are older, because a ledger's clock never goes back.
      if (remaining === 0 || decision.createdAt < replay.from) return;
      if (!pages.isReplayable(decision) || decision.createdAt > replay.to) continue;
      remaining -= 1;
      yield decision;
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    readBefore = last.id;
    await new Promise(setImmediate);
  }
}

/** Result of one replayed decision. */
export interface ReplayedDecision {
  readonly id: string;
  readonly was: string;
  readonly is: string;
  /** Minor units of the decision's own currency. */
  readonly amount: number;
  readonly changed: boolean;
  /** True when the payment was, or would be, booked without a review. */
  readonly wasLetThrough: boolean;
  readonly isLetThrough: boolean;
}

/** Maximum number of changed decisions in a report. */
const MAX_SHOWN = 50;

/** Lower bounds of the ranges of amounts. */
const RANGES = [0, 1_000, 10_000, 100_000, 1_000_000];

export function createCounts() {
  const amountRanges = RANGES.map((from, index) => {
    return { from, to: RANGES[index + 1] ?? null, decisions: 0, changed: 0 };
  });
  const all = { decisions: 0, changed: 0, approveToDecline: 0, declineToApprove: 0 };
  const changedDecisions: NonNullable<ReplayReport['changedDecisions']> = [];
  return {
    add({ id, was, is, amount, changed, wasLetThrough, isLetThrough }: ReplayedDecision): void {
      if (changed && changedDecisions.length < MAX_SHOWN) {
        changedDecisions.push({ id, amount, was, is });
      }
      const range = amountRanges.findLast(({ from }) => amount >= from);
      for (const count of range ? [all, range] : [all]) {
        count.decisions += 1;
        if (changed) count.changed += 1;
      }
      if (wasLetThrough && !isLetThrough) all.approveToDecline += 1;
      if (!wasLetThrough && isLetThrough) all.declineToApprove += 1;
    },
    report: (): ReplayReport => ({ ...all, byAmount: amountRanges, changedDecisions }),
  };
}
