// The decision about an accepted transaction, with the facts it is based on. Settling writes it and
// a dry run only shows it, so that the two can never differ.

import { availableOf } from '../../ledger/account.ts';
import { type LimitFacts, needsStepUp } from '../../ledger/limits.ts';
import { lackOf } from '../../ledger/overdraft.ts';
import { rejection } from '../../ledger/rejection.ts';
import { isBanks, type Rail } from '../../ledger/transaction.ts';
import { type Decision, decide, decideReversal, type StepUp } from '../../ledger/transfer.ts';
import type { Journal, LoadedAccount } from '../journal/acts.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import type { Verdict } from '../kernel/judge.ts';
import { mint } from '../kernel/mint.ts';
import { rowOf } from '../kernel/new-row.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { stepUps } from '../kernel/step-up.ts';
import type { Tx } from '../kernel/tx.ts';
import type { LimitReader } from '../limits/acts.ts';
import { isOfReturn, isRailReturn, type RailWriter } from '../rails/acts.ts';
import { isByOperator, type SettlementReader } from '../settlement/acts.ts';
import type { TransactionWriter } from './rows.ts';

export interface DecisionDeps {
  /** False to decline a payment that a network would carry; omitted to give it to the network. */
  readonly canTravel?: boolean;
  readonly writer: Pick<TransactionWriter, 'find'>;
  readonly journal: Pick<Journal, 'load'>;
  readonly limits: LimitReader;
  readonly tx: Tx;
  readonly closedRails: readonly Rail[];
  readonly rails: Pick<RailWriter, 'networkOf'>;
  readonly settlement: SettlementReader;
  /** Decides which holds have run out. */
  readonly clock: BusinessClock;
}

export interface Case {
  readonly decision: Decision;
  readonly source: LoadedAccount;
  readonly destination: LoadedAccount;
  /** The transaction that a reversal undoes. */
  readonly original: TransactionRow | undefined;
  readonly limits: LimitFacts | null;
  /** The transfer from a linked account that has to be booked before; null when none has. */
  readonly sweep: TransactionRow | null;
}

/**
 * The transfer from the linked account of a payer that a payment needs; null when it needs none, or
 * when the linked account cannot or may not make it. Reads only.
 */
export function sweepFor(
  deps: DecisionDeps,
  row: TransactionRow,
  source: LoadedAccount,
  at: number,
): TransactionRow | null {
  const { linkedId } = source;
  if (linkedId === null || linkedId === row.destinationAccountId) return null;
  const lack = lackOf(availableOf(source), BigInt(row.amount));
  if (lack === 0n) return null;
  const linked = deps.journal.load(linkedId, deps.clock(row.tenantId));
  const spare = availableOf(linked);
  if (spare <= 0n) return null;
  const sweep = sweepRow(row, linked, { amount: Math.min(Number(lack), Number(spare)), at });
  return decideRow(deps, sweep, at).decision.kind === 'post' ? sweep : null;
}

/** The transfer from a linked account that a payment needs; with an id of its own. */
export function sweepRow(
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
    // Its own key: it comes without a request.
    keyScope: 'sweep',
    requestHash: row.requestHash,
    requestId: row.requestId,
    actor: 'workflow',
  });
}

/** Decides a transaction by the present state of the ledger; reads only. */
export function decideRow(deps: DecisionDeps, row: TransactionRow, at: number): Case {
  const { journal } = deps;
  // Money that an operator records came by a network that the bank need not be connected to.
  const closedRails = isByOperator(row) ? [] : deps.closedRails;
  const isReturn = isRailReturn(row);
  const settlement = isOfReturn(row) ? null : deps.settlement(row);
  // Only a payment to or from a named party can travel by a network.
  const network = row.externalParty === null ? null : deps.rails.networkOf(row);
  const time = deps.clock(row.tenantId);
  const source = journal.load(row.sourceAccountId, time);
  const destination = journal.load(row.destinationAccountId, time);
  const original = row.reversalOf === null ? undefined : deps.writer.find(row.reversalOf);
  // No limit of a customer applies to an act of the bank, and it uses none of them.
  const limits = source.hasLimits && !isBanks(row) ? deps.limits.facts(row, at) : null;
  const sweep = source.linkedId === null ? null : sweepFor(deps, row, source, at);
  const cover = BigInt(sweep?.amount ?? 0);
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
          canWait: row.batchId === null,
          canTravel: deps.canTravel !== false,
          stepUp: stepUpOf(deps, row, limits),
        },
        source,
        destination,
        { closedRails, limits, cover, settlement },
      );
  const moves = decision.kind !== 'decline' && decision.kind !== 'confirmation';
  const needed = moves && row.allowNegative !== 1 ? sweep : null;
  return { decision, source, destination, original, limits, sweep: needed };
}

/** The state of the customer's second factor. It is looked up only when a limit requires one. */
export function stepUpOf(
  { tx }: Pick<DecisionDeps, 'tx'>,
  row: TransactionRow,
  limits: LimitFacts | null,
): StepUp {
  return limits && needsStepUp(limits) ? stepUps(tx).standing(tx, row) : 'none';
}

/** The ledger's decision, or a wait for a review. */
export type Weighed = Decision | { readonly kind: 'review'; readonly amount: bigint };

/**
 * Applies the risk verdict to a decision. A decline by the ledger takes precedence, without a look
 * at the verdict.
 */
export function withRisk<Made extends { readonly kind: Decision['kind'] }>(
  row: TransactionRow,
  decision: Made,
  verdict: Pick<Verdict, 'decision' | 'rules' | 'isConfirmable'> | null,
  canConfirm = false,
): Made | Extract<Weighed, { kind: 'review' | 'decline' | 'confirmation' }> {
  if (decision.kind === 'decline' || decision.kind === 'confirmation' || !verdict) return decision;
  if (verdict.decision === 'decline') {
    const isListed = verdict.rules.some((rule) => rule.matches && rule.decision === 'decline');
    const code = isListed ? 'sanctions_match' : 'risk_declined';
    return { kind: 'decline', rejection: rejection(code) };
  }
  if (verdict.decision !== 'block_and_review') return decision;
  if (verdict.isConfirmable && canConfirm) return { kind: 'confirmation' };
  // Its hit stays with the screening: once a person has decided about it, the next one goes through.
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
