// Carries out risk reviews on held money. A person decides: the payment is booked, stays held for
// its capture or for the second person's approval, or its money is freed. A payment is judged again
// between its answer and its network: a finding holds it for a person, and the first decision stays
// unchanged.

import { atStake, decisionOf, levelOf, scoreOf } from '../../ledger/decisions/risk.ts';
import { needsApproval } from '../../ledger/limits.ts';
import { rejection } from '../../ledger/rejection.ts';
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
import { engine } from '../kernel/cause.ts';
import { riskFinder } from '../kernel/find-risk.ts';
import type { Asked, Verdict } from '../kernel/judge.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { stepUps } from '../kernel/step-up.ts';
import { limitFacts } from '../limits/acts.ts';
import type { HoldOutcome, RiskOutcome } from '../transactions/port.ts';
import type { RiskWriter } from './acts.ts';

interface Deps extends HoldDeps {
  readonly risk: Pick<RiskWriter, 'judge' | 'open' | 'reviewOf' | 'noteParty'>;
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

/** The risk is cleared; the other conditions of the payment still apply. */
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

/** The result of comparing the external party with the sanctions lists. */
export interface Screened {
  readonly outcome: 'no_hit' | 'hit' | 'not_run' | 'error';
  /** Entries that are like its name. */
  readonly matches: number;
}

/** A payment that its network does not have yet, and the model's latest answer about it. */
interface Queued {
  readonly transactionId: string;
  readonly asked: Asked | undefined;
}

type Why = Readonly<Record<'code' | 'message', string>>;

const LISTED: Why = {
  code: 'sanctions_hit',
  message:
    'Since the payment was accepted, its external party resembles an entry of a sanctions list.',
};
const UNREAD: Why = {
  code: 'screening_not_run',
  message: 'The external party could not be compared with the current sanctions lists.',
};
const DOUBTED: Why = {
  code: 'risk_doubted',
  message: 'Activity since the payment was accepted makes a person review it.',
};

/** Decisions that let a payment go. */
const FREE: readonly string[] = ['approve', 'review'];

/**
 * Compares the external party again before a network gets the payment; a person decides about a
 * hit. Returns null when there is no name to compare or the network has the payment already.
 */
export function screenQueued(deps: Deps, queued: Queued): Screened | null {
  const { risk } = deps;
  const found = judgeQueued(deps, queued);
  const finding = found?.verdict.rules.find(({ ruleId }) => ruleId === 'sanctions_hit');
  if (!found || !finding) return null;
  const { row, verdict } = found;
  const { outcome, matches = [], decision } = finding;
  const isListed = outcome === 'hit';
  if (isListed) risk.noteParty(row, verdict);
  if (isListed && decision === 'decline') refuseQueued(deps, row, LISTED);
  else if (isListed) stopQueued(deps, row, LISTED);
  // A reviewer who let the payment go although it could not be compared has seen that.
  else if (!FREE.includes(decision) && !risk.reviewOf(row.id)) stopQueued(deps, row, UNREAD);
  return { outcome: outcome as Screened['outcome'], matches: matches.length };
}

/**
 * Returns the model's present score alone; the rules were applied when the payment was answered.
 * Returns null when no model judges such a payment, or the network already has it.
 */
export function scoreQueued(deps: Deps, queued: Queued): RiskOutcome | null {
  const { risk, tx } = deps;
  const found = judgeQueued(deps, queued);
  const scored = found && doubtOf(found.verdict);
  if (!found || !scored) return null;
  const { row } = found;
  // A person of the bank or a customer who was asked is not asked again.
  const wasAsked = risk.reviewOf(row.id) || stepUps(tx).standing(tx, row) === 'confirmed';
  const wasFree = FREE.includes(riskFinder(deps.tx.database)(row)?.decision ?? '');
  if (wasFree && !wasAsked && !FREE.includes(scored.decision)) stopQueued(deps, row, DOUBTED);
  return scored;
}

/** Returns null when its network already has it, or a person is deciding about it. */
function judgeQueued({ writer, rails, risk }: Deps, { transactionId, asked }: Queued) {
  const row = writer.find(transactionId);
  const isQueued = rails.byId(transactionId)?.status === 'queued';
  if (row?.status !== 'pending' || !isQueued) return null;
  const verdict = risk.judge(row, asked);
  return verdict && { row, verdict };
}

/** Holds the payment for a person, or refuses it when a person has released it before. */
function stopQueued(deps: Deps, row: TransactionRow, reason: Why): void {
  const { writer, risk, clock } = deps;
  const decision = riskFinder(deps.tx.database)(row);
  const hold = writer.holdOf(row.id);
  if (!decision || !hold) throw new Error(`payment ${row.id} is not held, or was never judged`);
  if (risk.reviewOf(row.id)) {
    refuseQueued(deps, row, reason);
    return;
  }
  const at = clock(row.tenantId);
  writer.step(row, {
    status: 'pending_review',
    stage: 'place_hold',
    events: ['transaction.pending_review'],
    reason,
    hold,
    cause: engine(row.requestId),
    at,
  });
  risk.open('hold', row, decision, at);
}

function refuseQueued(deps: Deps, row: TransactionRow, { message }: Why): void {
  const hold = deps.writer.holdOf(row.id);
  if (!hold) throw new Error(`payment ${row.id} is not held`);
  const held = { row, hold, cause: engine(row.requestId), at: deps.clock(row.tenantId) };
  refuseHeld(deps, held, { ...rejection('risk_declined'), message });
}

function doubtOf({ asked, rules }: Verdict): RiskOutcome | null {
  if ('degraded' in asked) return null;
  const { probability, thresholds } = asked;
  const decision = atStake(decisionOf(probability, thresholds), rules);
  const score = scoreOf(probability, decision, thresholds);
  return { score, level: levelOf(decision), decision };
}
