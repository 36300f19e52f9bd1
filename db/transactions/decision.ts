// The decision about an accepted transaction, with the facts it is based on. Settling writes it and
// a dry run only shows it, so that the two can never differ.

import { availableOf } from '../../ledger/account.ts';
import { type LimitFacts, needsStepUp } from '../../ledger/limits.ts';
import { shortfallOf } from '../../ledger/overdraft.ts';
import { rejection } from '../../ledger/rejection.ts';
import { isOutsideLimits, type Rail } from '../../ledger/transaction.ts';
import { type Decision, decide, decideReversal, type StepUp } from '../../ledger/transfer.ts';
import { type LoadedAccount, ledgerJournal } from '../journal/acts.ts';
import type { Verdict } from '../kernel/judge.ts';
import { mint } from '../kernel/mint.ts';
import { rowOf } from '../kernel/new-row.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { stepUps } from '../kernel/step-up.ts';
import type { Tx } from '../kernel/tx.ts';
import { limitFacts } from '../limits/acts.ts';
import { chooseNetwork, isOfReturn, isRailReturn, listClosedRails } from '../rails/acts.ts';
import { findSettlementTerms, isByOperator } from '../settlement/acts.ts';
import { transactionRows } from './rows.ts';

/**
 * The state of the ledger that a decision reads: the present state, or the state after other
 * transactions of a group.
 */
export interface LedgerState {
  /** False to decline a payment that a network would carry. */
  readonly canWaitForNetwork: boolean;
  load(tx: Tx, accountId: string, time: number): LoadedAccount;
  limits(tx: Tx, row: TransactionRow, now: number): LimitFacts | null;
}

/** The present state of the ledger. */
const PRESENT_STATE: LedgerState = {
  canWaitForNetwork: true,
  load: (tx, accountId, time) => ledgerJournal(tx).load(accountId, time),
  limits: (tx, row, now) => limitFacts(tx, row, now),
};

export interface DecidedTransaction {
  readonly decision: Decision;
  readonly source: LoadedAccount;
  readonly destination: LoadedAccount;
  /** The transaction that a reversal undoes. */
  readonly original: TransactionRow | undefined;
  readonly limits: LimitFacts | null;
  /** The transfer from a linked account that must be booked first, or null when none is needed. */
  readonly coverTransfer: TransactionRow | null;
}

/**
 * Returns the transfer from the payer's linked account that a payment needs, or null when it needs
 * none or the linked account cannot make it. Reads only.
 */
export function coverTransferFor(
  tx: Tx,
  row: TransactionRow,
  source: LoadedAccount,
  now: number,
  state: LedgerState = PRESENT_STATE,
): TransactionRow | null {
  const { linkedId } = source;
  if (linkedId === null || linkedId === row.destinationAccountId) return null;
  const shortfall = shortfallOf(availableOf(source), BigInt(row.amount));
  if (shortfall === 0n) return null;
  const linked = state.load(tx, linkedId, tx.clock(row.tenantId));
  const linkedAvailable = availableOf(linked);
  if (linkedAvailable <= 0n) return null;
  const transfer = coverTransferRow(row, linked, {
    amount: Math.min(Number(shortfall), Number(linkedAvailable)),
    at: now,
  });
  return decideRow(tx, transfer, now, state).decision.kind === 'post' ? transfer : null;
}

/** Builds the transfer from a linked account that a payment needs. */
export function coverTransferRow(
  row: TransactionRow,
  linked: LoadedAccount,
  { amount, at }: { readonly amount: number; readonly at: number },
): TransactionRow {
  return rowOf(at, {
    id: mint('transaction'),
    tenantId: row.tenantId,
    type: 'transfer',
    amount,
    currency: row.currency,
    sourceAccountId: linked.id,
    destinationAccountId: row.sourceAccountId,
    customerId: linked.customerId ?? row.customerId,
    description: 'Covers a payment.',
    linkedTo: row.id,
    valueDate: row.valueDate,
    // A key scope of its own, because there is no request.
    keyScope: 'sweep',
    requestHash: row.requestHash,
    requestId: row.requestId,
    actor: 'workflow',
  });
}

/** Decides a transaction by the present state of the ledger; reads only. */
export function decideRow(
  tx: Tx,
  row: TransactionRow,
  now: number,
  state: LedgerState = PRESENT_STATE,
): DecidedTransaction {
  // Money that an operator records may have come by a network that the bank is not connected to.
  const closedRails = isByOperator(row) ? [] : listClosedRails(tx);
  const isReturn = isRailReturn(row);
  const settlement = isOfReturn(row) ? null : findSettlementTerms(tx, row);
  // Only a payment to or from a named party can travel by a network.
  const network = row.externalParty === null ? null : chooseNetwork(tx, row);
  const time = tx.clock(row.tenantId);
  const source = state.load(tx, row.sourceAccountId, time);
  const destination = state.load(tx, row.destinationAccountId, time);
  const original = row.reversalOf === null ? undefined : transactionRows(tx).find(row.reversalOf);
  // An act of the bank neither obeys nor uses the limits of a customer.
  const limits = source.hasLimits && !isOutsideLimits(row) ? state.limits(tx, row, now) : null;
  const transfer = source.linkedId === null ? null : coverTransferFor(tx, row, source, now, state);
  const cover = BigInt(transfer?.amount ?? 0);
  const { currency, capture } = row;
  const amount = BigInt(row.amount);
  const decision = original
    ? decideReversal(
        bookedAmounts(original),
        { amount, allowNegative: row.allowNegative === 1, isReturn, cover, settlement },
        source,
        destination,
      )
    : decide(
        {
          ...{ amount, currency, capture, network, rail: railOf(row) },
          canWaitForPerson: row.batchId === null,
          canWaitForNetwork: state.canWaitForNetwork,
          stepUp: stepUpOf(tx, row, limits),
        },
        source,
        destination,
        { closedRails, limits, cover, settlement },
      );
  const movesMoney = decision.kind !== 'decline' && decision.kind !== 'confirmation';
  const coverTransfer = movesMoney && row.allowNegative !== 1 ? transfer : null;
  return { decision, source, destination, original, limits, coverTransfer };
}

/** The state of the customer's second factor. It is looked up only when a limit requires one. */
export function stepUpOf(tx: Tx, row: TransactionRow, limits: LimitFacts | null): StepUp {
  return limits && needsStepUp(limits) ? stepUps(tx).stateOf(tx, row) : 'none';
}

/** The ledger's decision, or a wait for a review. */
export type DecisionOrReview = Decision | { readonly kind: 'review'; readonly amount: bigint };

/**
 * Applies the risk verdict to a decision. A decline by the ledger takes precedence over the
 * verdict.
 */
export function withRisk<Made extends { readonly kind: Decision['kind'] }>(
  row: TransactionRow,
  decision: Made,
  verdict: Pick<Verdict, 'decision' | 'rules' | 'isConfirmable'> | null,
  canConfirm = false,
): Made | Extract<DecisionOrReview, { kind: 'review' | 'decline' | 'confirmation' }> {
  if (decision.kind === 'decline' || decision.kind === 'confirmation' || !verdict) return decision;
  if (verdict.decision === 'decline') {
    const isListed = verdict.rules.some((rule) => rule.matches && rule.decision === 'decline');
    const code = isListed ? 'sanctions_match' : 'risk_declined';
    return { kind: 'decline', rejection: rejection(code) };
  }
  if (verdict.decision !== 'block_and_review') return decision;
  if (verdict.isConfirmable && canConfirm) return { kind: 'confirmation' };
  // The hit stays in the screening: once an operator has cleared it, the next reversal is booked.
  if (row.type === 'reversal')
    return { kind: 'decline', rejection: rejection('party_not_cleared') };
  if (row.batchId !== null) {
    return { kind: 'decline', rejection: rejection('review_unavailable', '/amount') };
  }
  return { kind: 'review', amount: BigInt(row.amount) };
}

const bookedAmounts = (row: TransactionRow) => ({
  amountPosted: BigInt(row.amountPosted ?? 0),
  amountReversed: BigInt(row.amountReversed),
});

function railOf({ externalParty }: TransactionRow): Rail | null {
  if (externalParty === null) return null;
  return (JSON.parse(externalParty) as { method?: Rail }).method ?? null;
}
