// Settling: each member at stage `accepted` is decided and booked; a member that was settled before
// returns the recorded result. So groups, retries and the sweeper may race.

import type { EventType } from '../../ledger/event.ts';
import { isInternal } from '../../ledger/internal-account.ts';
import { isBanks } from '../../ledger/transaction.ts';
import { isAhead, isDated } from '../../ledger/value-date.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import type { AccountUse } from '../accounts/use.ts';
import type { Market } from '../exchange/market.ts';
import { type HoldWriter, releaseHold } from '../holds/acts.ts';
import type { BookedLeg, Journal } from '../journal/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import type { Database } from '../kernel/connect.ts';
import { riskFinder } from '../kernel/find-risk.ts';
import {
  type Asked,
  confirmedVerdict,
  type RiskJudge,
  type SeenSides,
  type Verdict,
} from '../kernel/judge.ts';
import { mint } from '../kernel/mint.ts';
import { archivedRiskOf, type RiskDecisionRow } from '../kernel/risk-summary.ts';
import type { HoldRow, TransactionRow } from '../kernel/rows.ts';
import { stepUps } from '../kernel/step-up.ts';
import { emitLimit, isNear, useLimits } from '../limits/acts.ts';
import { isRailReturn, isReturnRest, type RailWriter } from '../rails/acts.ts';
import { type IsSought, ownWorkflow } from '../transactions/carrier.ts';
import { type DecisionDeps, decideRow, withRisk } from '../transactions/decision.ts';
import { beginsAt, isDue, isForGood } from '../transactions/future-dates.ts';
import type { Settlement } from '../transactions/port.ts';
import type { TransactionWriter } from '../transactions/rows.ts';
import { actorOf, payeeOf, settlementOf } from '../transactions/settlement-record.ts';
import type { TransactionView } from '../transactions/view.ts';
import { exchangeSettlement } from './exchange-terms.ts';

export interface SettleDeps extends DecisionDeps {
  readonly database: Database;
  readonly writer: TransactionWriter;
  readonly journal: Journal;
  readonly holds: HoldWriter;
  readonly rails: RailWriter;
  /** Asks a second person. */
  readonly requestApproval: (row: TransactionRow, cause: Cause, at: number) => void;
  readonly use: AccountUse;
  readonly risk: RiskJudge;
  readonly market: Market;
  readonly isSought: IsSought;
  readonly now: () => number;
  /** Called between the entries and the commit, where a crash must undo everything. */
  readonly failPoint: (name: string) => void;
}

/** Milliseconds that a hold lasts when the request names no end: seven days. */
const HOLD_LASTS_MS = 7 * 24 * 60 * 60 * 1000;

const POSTED: readonly EventType[] = ['transaction.posted'];
const WRITTEN_OFF: readonly EventType[] = ['transaction.posted', 'transaction.written_off'];

/** The reasons for which money waits, and the status in which it waits. */
const WAITING = {
  hold: 'pending',
  submit: 'pending',
  approval: 'pending_approval',
  review: 'pending_review',
} as const;
type Waiting = keyof typeof WAITING;

/** A reversed transaction gets a workflow of its own, because people look it up. */
function takenBack(original: TransactionRow): { readonly workflow?: WorkflowRef } {
  const workflow = ownWorkflow(original, { id: '', runId: null });
  return workflow.id === original.workflowId ? {} : { workflow };
}

/**
 * True for a posting about which nothing else is written that names it: no overdraft, no review, no
 * hit of a list. Its row is written once, as posted.
 */
function isPlainly(
  { externalParty }: TransactionRow,
  verdict: Verdict | null,
  legs: readonly BookedLeg[],
): boolean {
  if (verdict && (verdict.decision !== 'approve' || 'degraded' in verdict.asked)) return false;
  return externalParty === null && legs.every(isAboveZero);
}

/** For a customer's account, before the booking and after it. */
function isAboveZero({ accountId, direction, amount, balanceAfter }: BookedLeg): boolean {
  const least = direction === 'credit' ? balanceAfter - amount : balanceAfter;
  return isInternal(accountId) || least >= 0n;
}

/** Decides and books a row at stage `accepted`. */
export type SettleRow = (
  row: TransactionRow,
  workflow: WorkflowRef,
  /** The answer of a model about it; omitted when none was asked. */
  asked?: Asked,
) => TransactionView;

export interface Settler {
  /** Settles one member, or returns its recorded result. */
  readonly settle: (id: string, workflow: WorkflowRef, asked?: Asked) => Settlement;
  /** The same for a row that was written a moment ago, and that is no exchange. */
  readonly settleRow: SettleRow;
}

/**
 * Returns the function that ends expired holds on an account whose money is spent: an expired hold
 * would keep the money a second time as soon as the clock is set back.
 */
export function staleHoldEnder(deps: SettleDeps) {
  return ({ sourceAccountId, tenantId, requestId }: TransactionRow): void => {
    const cause: Cause = { actor: 'workflow', requestId, idempotencyKey: null };
    for (const transactionId of deps.journal.staleHolds(sourceAccountId, deps.clock(tenantId))) {
      const reason = 'The hold expired.';
      releaseHold(deps, { tenantId: null, transactionId, to: 'expired', reason, cause });
    }
  };
}

/** Call its functions inside `database.write` only. */
export function settlement(deps: SettleDeps): Settler {
  const { writer, journal, clock } = deps;
  const riskOf = riskFinder(deps.database);

  function hold(
    row: TransactionRow,
    workflow: WorkflowRef,
    cause: Cause,
    kind: Waiting,
    risk: RiskDecisionRow | null = null,
  ): TransactionView {
    const at = clock(row.tenantId);
    const travels = kind === 'submit';
    const placed: HoldRow = {
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
      expiresAt: travels ? null : (row.expiresAt ?? at + HOLD_LASTS_MS),
      createdAt: at,
      updatedAt: at,
    };
    deps.holds.place(placed, cause);
    useLimits(deps.tx, placed.accountId, placed.amount, at);
    const status = WAITING[kind];
    if (kind === 'approval') deps.requestApproval(row, cause, at);
    if (travels) deps.rails.queue(row, row.amount, at);
    return writer.step(row, {
      status,
      stage: travels ? 'submitting' : 'place_hold',
      events: [`transaction.${status}`],
      workflow: ownWorkflow(row, workflow),
      expiresAt: placed.expiresAt,
      hold: placed,
      risk,
      cause,
      at,
    });
  }

  /** Waits for the value date, on which the transaction is decided. Holds nothing until then. */
  function waitForDay(row: TransactionRow, workflow: WorkflowRef, cause: Cause): TransactionView {
    return writer.step(row, {
      status: 'pending',
      stage: 'validate',
      events: ['transaction.pending'],
      workflow: ownWorkflow(row, workflow),
      expiresAt: null,
      cause,
      at: clock(row.tenantId),
    });
  }

  /**
   * Waits for the confirmation of the customer. Holds nothing until then: limits and funds are
   * decided again after it.
   */
  function stepUp(row: TransactionRow, workflow: WorkflowRef, cause: Cause): TransactionView {
    const at = clock(row.tenantId);
    return writer.step(row, {
      status: 'requires_confirmation',
      stage: 'authorize_limits',
      events: ['transaction.requires_confirmation'],
      workflow: ownWorkflow(row, workflow),
      expiresAt: stepUps(deps.tx).request(deps.tx, row, at),
      cause,
      at,
    });
  }

  /**
   * Makes a transaction that its customer has confirmed pending, so that it is decided again. Returns
   * the new row, or null when no confirmation applies.
   */
  function confirmedRow(row: TransactionRow): TransactionRow | null {
    const found = stepUps(deps.tx).findConfirmed(deps.tx, row.id);
    if (!found || row.status !== 'requires_confirmation') return null;
    const cause = {
      actor: found.confirmedBy ?? '',
      requestId: row.requestId,
      idempotencyKey: null,
    };
    writer.step(row, {
      status: 'pending',
      stage: 'authorize_limits',
      events: [],
      expiresAt: found.holdExpiresAt,
      cause,
      at: clock(row.tenantId),
    });
    return writer.find(row.id) ?? null;
  }

  const endStaleHolds = staleHoldEnder(deps);

  /** The verdict, and whether the customer is asked about it; confirmed, it asks no more. */
  function judge(row: TransactionRow, asked: Asked | undefined, sides: SeenSides) {
    const isAnswered = row.stage === 'authorize_limits';
    // The customer's confirmation removes the doubt.
    if (isAnswered && stepUps(deps.tx).standing(deps.tx, row) === 'confirmed')
      deps.risk.doubt(row, null);
    const verdict = deps.risk.judge(row, asked, sides);
    if (!verdict?.isConfirmable) return { verdict, canConfirm: false };
    const standing = stepUps(deps.tx).standing(deps.tx, row);
    if (standing === 'confirmed') {
      return { verdict: confirmedVerdict(verdict), canConfirm: false };
    }
    return { verdict, canConfirm: standing === 'enrolled' };
  }

  function settle(row: TransactionRow, workflow: WorkflowRef, asked?: Asked): TransactionView {
    const at = clock(row.tenantId);
    const found = decideRow(deps, row, at);
    const { source, destination, original, limits, sweep } = found;
    const { requestId, idempotencyKey } = row;
    const cause: Cause = { actor: actorOf(workflow), requestId, idempotencyKey };
    if (found.decision.kind !== 'post' || sweep || row.valueDate !== null) writer.bear(row);
    if (isAhead(row.valueDate, clock(row.tenantId)) && !isForGood(found.decision)) {
      return waitForDay(row, workflow, cause);
    }
    if (sweep) {
      bookSweep(sweep, workflow);
      // Again, with the money there.
      return settle(row, workflow, asked);
    }
    // Judged once it is confirmed: until then nothing is authorised.
    if (found.decision.kind === 'confirmation') return stepUp(row, workflow, cause);
    const { verdict, canConfirm } = judge(row, asked, { at, source, destination });
    const decision = withRisk(row, found.decision, verdict, canConfirm);
    if (decision.kind === 'confirmation') {
      deps.risk.doubt(row, at);
      return stepUp(row, workflow, cause);
    }
    const isReviewed = decision.kind !== 'post' || deps.risk.isReviewed(row, verdict);
    const carrier = isReviewed || deps.isSought(row) ? ownWorkflow(row, workflow) : workflow;
    const risk = verdict && deps.risk.made(row, verdict, { workflowId: carrier.id, at });
    const isPlain = decision.kind === 'post' && isPlainly(row, verdict, decision.legs);
    if (!isPlain) {
      writer.bear(row);
      if (verdict && risk) deps.risk.keep(row, verdict, risk);
    }
    if (decision.kind === 'decline') {
      const isLimit = decision.rejection.code === 'limit_exceeded';
      if (isLimit) emitLimit(deps.tx, source.id, 'limit.exceeded', cause, at);
      return writer.step(row, {
        status: 'declined',
        stage: 'done',
        events: ['transaction.declined'],
        reason: decision.rejection,
        workflow: carrier,
        risk,
        expiresAt: null,
        cause,
        at,
      });
    }
    deps.use(row, { source, destination });
    const usesFunds = source.kind === 'customer';
    if (usesFunds && source.hasStaleHolds) endStaleHolds(row);
    if (decision.kind !== 'post') {
      const held = hold(row, carrier, cause, decision.kind, risk);
      if (risk && decision.kind === 'review') deps.risk.open('hold', row, risk, at);
      if (isNear(limits)) emitLimit(deps.tx, source.id, 'limit.near', cause, at);
      return held;
    }
    const booked = journal.post(row, decision.legs);
    const isCounted = source.hasLimits && !isBanks(row);
    if (isCounted) useLimits(deps.tx, source.id, row.amount, booked.row.postedAt);
    if (isNear(limits)) emitLimit(deps.tx, source.id, 'limit.near', cause, at);
    if (risk?.decision === 'review') deps.risk.open('alert', row, risk, at);
    deps.failPoint('in-commit');
    const posted = writer.step(row, {
      status: 'posted',
      stage: 'done',
      events: isReturnRest(row) && row.type === 'withdrawal' ? WRITTEN_OFF : POSTED,
      workflow: carrier,
      booked,
      risk,
      expiresAt: null,
      cause,
      at: booked.row.postedAt,
    });
    if (isPlain && verdict && risk) deps.risk.keep(row, verdict, risk);
    if (original) undo(original, row, cause, booked.row.postedAt);
    return posted;
  }

  /**
   * Moves the amount that a payment lacks from the linked account, in the commit of the payment.
   */
  function bookSweep(sweep: TransactionRow, workflow: WorkflowRef): void {
    const { requestId } = sweep;
    writer.insert(sweep, { actor: actorOf(workflow), requestId, idempotencyKey: null });
    const outcome = settle(sweep, workflow);
    if (outcome.status !== 'posted')
      throw new Error('the covering transfer was not decided as the payment expects');
  }

  /** Records the reversed amount on the original; a complete reversal is a status of its own. */
  function undo(original: TransactionRow, row: TransactionRow, cause: Cause, at: number): void {
    const amountReversed = original.amountReversed + row.amount;
    const whole = amountReversed === original.amountPosted;
    const isReturn = isRailReturn(row);
    const code = isReturn ? 'rail_returned' : 'reversed_by_request';
    const reason = { code, message: row.description ?? '' };
    const news: EventType = whole ? 'transaction.reversed' : 'transaction.partially_reversed';
    writer.step(original, {
      status: whole ? 'reversed' : 'posted',
      stage: 'done',
      events: isReturn ? [news, 'transaction.returned'] : [news],
      ...(whole || isReturn ? { reason } : {}),
      amountReversed,
      hold: writer.holdOf(original.id),
      ...takenBack(original),
      cause,
      at,
    });
  }

  const settleExchange = exchangeSettlement({ ...deps, hold, stepUp, endStaleHolds, bookSweep });

  function settleMember(id: string, workflow: WorkflowRef, asked?: Asked): Settlement {
    const found = writer.find(id);
    const row = found && (confirmedRow(found) ?? found);
    if (!row) return { id, state: 'unknown', status: null, expiresInMs: null };
    const time = clock(row.tenantId);
    const isFresh = row.stage === 'accepted' || row.stage === 'authorize_limits';
    if (row.status !== 'pending' || !(isFresh || isDue(row, time))) {
      if (row.workflowId === null && workflow.runId !== null)
        writer.adopt(row, workflow, deps.now());
      const standing = { ...row, risk: riskOf(row) ?? archivedRiskOf(row) };
      return settlementOf(row, standing, isDated(row) ? beginsAt(row) : row.expiresAt, time);
    }
    const outcome =
      row.type === 'exchange' ? settleExchange(row, workflow) : settle(row, workflow, asked);
    const { expiresAt } = outcome;
    const endsAt = expiresAt === null ? null : Date.parse(expiresAt);
    return settlementOf(row, outcome, isDated(outcome) ? beginsAt(row) : endsAt, time);
  }

  return { settle: settleMember, settleRow: settle };
}
