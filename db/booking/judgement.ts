// Settles a set of transactions that is booked completely or not at all, in two acts. The first
// judges each transaction against the ledger and the movements of the earlier transactions of the
// set, and reserves its money. The second books the transactions as judged.

import type { LimitFacts } from '../../ledger/limits.ts';
import { legsOf } from '../../ledger/transfer.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import { recordUse } from '../accounts/use.ts';
import { type LoadedAccount, ledgerJournal } from '../journal/acts.ts';
import type { Cause } from '../kernel/cause.ts';
import { type ModelAnswer, riskJudge } from '../kernel/judge.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { Tx } from '../kernel/tx.ts';
import { comesNearLimit, emitLimit, limitFacts, useLimits } from '../limits/acts.ts';
import { isSearchable, ownWorkflow } from '../transactions/carrier.ts';
import {
  coverTransferRow,
  decideRow,
  type LedgerState,
  withRisk,
} from '../transactions/decision.ts';
import { transactionRows } from '../transactions/rows.ts';
import { actorOf } from '../transactions/settlement-record.ts';
import { endExpiredHolds, isWrittenOnce } from './settle.ts';

/** The amount that a linked account adds to a payment, minor units. */
interface Cover {
  readonly accountId: string;
  readonly amount: number;
}

/** The plan by which a judged transaction is booked; kept as JSON. */
export interface Plan {
  /** The answer of a model about the transaction, or null when none was asked. */
  readonly modelAnswer: ModelAnswer | null;
  readonly cover: Cover | null;
  /** True when the transaction brings its payer near a limit. */
  readonly isNear: boolean;
}

/** The reason why a transaction has no plan. */
export interface Objection {
  readonly code: string;
  readonly message: string;
  readonly pointer: string | null;
}

export interface Movement {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** The ledger as it will be after the earlier transactions of the same set. */
export interface ProjectedLedger {
  project(account: LoadedAccount): LoadedAccount;
  limitsFor(facts: LimitFacts | null, accountId: string): LimitFacts | null;
  reserve(movement: Movement): void;
  /** Releases the reserve of a booked movement. Returns the change of the reserves. */
  releaseReserve(movement: Movement): { held: bigint; pendingIn: bigint; reservedForLater: bigint };
}

export interface BookingContext {
  readonly workflow: WorkflowRef;
  readonly ledger: ProjectedLedger;
}

const FAULT = {
  code: 'technical_fault',
  message: 'A technical fault ended the transaction; nothing was booked.',
  pointer: null,
};

function movementOf(row: TransactionRow): Movement {
  const { sourceAccountId: from, destinationAccountId: to, amount } = row;
  return { from, to, amount: BigInt(amount) };
}

/**
 * Judges a transaction and reserves its money. Its only writes end expired holds.
 */
export function judgeAhead(
  tx: Tx,
  row: TransactionRow,
  ledger: ProjectedLedger,
  answer?: ModelAnswer,
): Plan | Objection {
  return decide(tx, row, ledger, {
    modelAnswer: answer,
    endsHolds: true,
    canWaitForNetwork: false,
  });
}

/** Judges a transaction without any write. */
export function previewJudgement(
  tx: Tx,
  row: TransactionRow,
  ledger: ProjectedLedger,
  options: Omit<JudgementInput, 'endsHolds'>,
): Plan | Objection {
  return decide(tx, row, ledger, { ...options, endsHolds: false });
}

/** Books a transaction as it was judged; it can no longer be refused. */
export function bookJudged(tx: Tx, row: TransactionRow, plan: Plan, context: BookingContext): void {
  if (plan.cover) {
    transactionRows(tx).insertBegun(row);
    bookCover(tx, row, plan.cover, context);
  }
  bookTransaction(tx, row, plan, context);
}

interface JudgementInput {
  readonly modelAnswer: ModelAnswer | undefined;
  readonly endsHolds: boolean;
  readonly canWaitForNetwork: boolean;
}

function decide(
  tx: Tx,
  row: TransactionRow,
  ledger: ProjectedLedger,
  judging: JudgementInput,
): Plan | Objection {
  const { modelAnswer, endsHolds, canWaitForNetwork } = judging;
  const now = tx.clock(row.tenantId);
  const state: LedgerState = {
    canWaitForNetwork,
    load: (_, id, time) => ledger.project(ledgerJournal(tx).load(id, time)),
    limits: (_, order, time) =>
      ledger.limitsFor(limitFacts(tx, order, time), order.sourceAccountId),
  };
  const decided = decideRow(tx, row, now, state);
  const { coverTransfer, source } = decided;
  if (coverTransfer) {
    ledger.reserve(movementOf(coverTransfer));
    const cover = { accountId: coverTransfer.sourceAccountId, amount: coverTransfer.amount };
    // Decide again with the covering money on the account.
    const plan = decide(tx, row, ledger, judging);
    return 'code' in plan ? plan : { ...plan, cover };
  }
  const verdict = riskJudge(tx).judge(tx, row, modelAnswer);
  const decision = withRisk(row, decided.decision, verdict);
  if (decision.kind === 'decline') {
    const { code, message, pointer } = decision.rejection;
    return { code, message, pointer };
  }
  if (decision.kind !== 'post' && decision.kind !== 'submit') return FAULT;
  if (endsHolds && source.kind === 'customer' && source.hasExpiredHolds) endExpiredHolds(tx, row);
  ledger.reserve(movementOf(row));
  return { modelAnswer: modelAnswer ?? null, cover: null, isNear: comesNearLimit(decided.limits) };
}

/**
 * Returns the verdict of the current rules. It is too late to stop the transaction, so a verdict
 * that would stop it becomes a review by a person.
 */
function verdictOf(tx: Tx, row: TransactionRow, { modelAnswer }: Plan) {
  const verdict = riskJudge(tx).judge(tx, row, modelAnswer ?? undefined);
  const wouldStop = verdict?.decision === 'decline' || verdict?.decision === 'block_and_review';
  return verdict && wouldStop ? { ...verdict, decision: 'review' as const } : verdict;
}

function bookTransaction(
  tx: Tx,
  row: TransactionRow,
  plan: Plan,
  { workflow, ledger }: BookingContext,
): void {
  const journal = ledgerJournal(tx);
  const judge = riskJudge(tx);
  const rows = transactionRows(tx);
  const { requestId, idempotencyKey, tenantId } = row;
  const cause: Cause = { actor: actorOf(workflow), requestId, idempotencyKey };
  const now = tx.clock(tenantId);
  const source = journal.load(row.sourceAccountId, now);
  const destination = journal.load(row.destinationAccountId, now);
  const verdict = verdictOf(tx, row, plan);
  const isReviewed = judge.isReviewed(tx, row, verdict);
  const carrier = isReviewed || isSearchable(tx, row) ? ownWorkflow(row, workflow) : workflow;
  const risk = verdict && judge.buildDecisionRow(row, verdict, { workflowId: carrier.id, at: now });
  recordUse(tx, row, { source, destination });
  const movement = movementOf(row);
  const { held, pendingIn, reservedForLater } = ledger.releaseReserve(movement);
  const [debit, credit] = legsOf(source, destination, movement.amount);
  const legs = [
    { ...debit, released: { held, pendingIn: 0n } },
    { ...credit, released: { held: -reservedForLater, pendingIn } },
  ];
  const isPlain = row.valueDate === null && isWrittenOnce(row, verdict, legs);
  if (!isPlain) {
    rows.insertBegun(row);
    if (verdict && risk) judge.storeDecision(tx, row, verdict, risk);
  }
  const posting = journal.post(row, legs);
  if (source.hasLimits) useLimits(tx, source.id, row.amount, posting.row.postedAt);
  if (plan.isNear) emitLimit(tx, source.id, 'limit.near', cause, now);
  if (risk?.decision === 'review') judge.openReview(tx, 'alert', row, risk, now);
  tx.failPoint('in-commit');
  rows.writeStep(row, {
    status: 'posted',
    stage: 'done',
    events: ['transaction.posted'],
    workflow: carrier,
    booked: posting,
    risk,
    expiresAt: null,
    cause,
    at: posting.row.postedAt,
  });
  if (isPlain && verdict && risk) judge.storeDecision(tx, row, verdict, risk);
}

function bookCover(
  tx: Tx,
  row: TransactionRow,
  { accountId, amount }: Cover,
  context: BookingContext,
): void {
  const now = tx.clock(row.tenantId);
  const linked = ledgerJournal(tx).load(accountId, now);
  const transfer = coverTransferRow(row, linked, { amount, at: now });
  const cause = {
    actor: actorOf(context.workflow),
    requestId: row.requestId,
    idempotencyKey: null,
  };
  transactionRows(tx).insert(transfer, cause);
  bookTransaction(tx, transfer, { modelAnswer: null, cover: null, isNear: false }, context);
}
