// The decision on a movement of money: checks in published order of precedence
// (ledger/rejection.ts). The caller reads the facts under lock and writes the decision.

import type { LedgerAccount } from './account.ts';
import { spendableOf } from './account.ts';
import {
  allowsOverCapture,
  type LimitFacts,
  limitRefusal,
  needsApproval,
  needsStepUp,
} from './limits.ts';
import { MAX_AMOUNT } from './money.ts';
import type { NetworkRail } from './rail.ts';
import { type Rejection, type RejectionCode, rejection } from './rejection.ts';
import { type SettlementTerms, settlementRefusal } from './settlement.ts';
import type { Rail } from './transaction.ts';

/** The requested transfer. `amount` is in minor units, 1 to 2^53 − 1. */
export interface TransferOrder {
  readonly amount: bigint;
  readonly currency: string;
  /** `manual` places a hold and waits for the capture. */
  readonly capture: 'automatic' | 'manual';
  /** Payment method of the external party; null when both accounts are in this bank. */
  readonly rail: Rail | null;
  /** The network that settles the payment later; absent or null when it is booked at once. */
  readonly network?: NetworkRail | null;
  /** False for an order that cannot wait for a person, such as a batch item; by default true. */
  readonly canWaitForPerson?: boolean;
  /** False for an order that cannot wait for a network, such as an item of an atomic batch. */
  readonly canWaitForNetwork?: boolean;
  /** Absent when the customer has no second factor. */
  readonly stepUp?: StepUp;
}

/**
 * The customer's second factor. `confirmed`: it has confirmed this very order. `enrolled`: it has not
 * confirmed the order yet. `none`: the customer has no second factor. `absent`: the customer cannot
 * be asked, as in a batch.
 */
export type StepUp = 'confirmed' | 'enrolled' | 'none' | 'absent';

/** The facts of a decision besides the order and the two accounts. */
export interface TransferTerms {
  /** Methods whose network has no connection in this environment. */
  readonly closedRails: readonly Rail[];
  /** The limits of the source and their usage; null without limits. */
  readonly limits: LimitFacts | null;
  /** Contribution of a linked account to an uncovered payment, minor units. */
  readonly cover?: bigint;
  /** Bounds of a deposit or withdrawal; absent or null when there are none. */
  readonly settlement?: SettlementTerms | null;
}

/** One side of a booking; `balanceAfter` is the posted balance after it. */
export interface Leg {
  readonly accountId: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: bigint;
  readonly balanceAfter: bigint;
}

export type Decision =
  | { readonly kind: 'post'; readonly legs: readonly [Leg, Leg] }
  | { readonly kind: 'hold'; readonly amount: bigint }
  /** Held until the network has settled the payment. */
  | { readonly kind: 'submit'; readonly amount: bigint }
  /** Nothing is held until the customer confirms the payment. */
  | { readonly kind: 'confirmation' }
  /** Held until a second person approves. */
  | { readonly kind: 'approval'; readonly amount: bigint }
  | { readonly kind: 'decline'; readonly rejection: Rejection };

/**
 * Decides one transfer, deposit or withdrawal.
 * @param source the account to debit, read under lock
 * @param destination the account to credit, never the same one
 */
export function decide(
  order: TransferOrder,
  source: LedgerAccount,
  destination: LedgerAccount,
  terms: TransferTerms,
): Decision {
  if (order.rail !== null && terms.closedRails.includes(order.rail)) {
    return decline('rail_not_configured', '/externalParty/method');
  }
  if (terms.settlement?.isPartyMissing) return decline('external_party_required', '/externalParty');
  const objection = statusObjection(source, destination);
  if (objection) return decline(objection.code, objection.pointer);
  if (source.currency !== order.currency || destination.currency !== order.currency) {
    return decline('currency_mismatch', '/currency');
  }
  const shortfall = fundsRefusal(source, order.amount, terms.cover);
  if (shortfall) return decline(shortfall, '/amount');
  const refusal = terms.limits && limitRefusal(terms.limits);
  if (refusal) return { kind: 'decline', rejection: refusal };
  const uncovered = settlementRefusal(terms.settlement, source, destination, order.amount);
  if (uncovered) return decline(uncovered, '/amount');
  if (leavesRange(source, destination, order.amount)) {
    return decline('balance_out_of_range', '/amount');
  }
  if (terms.limits && needsStepUp(terms.limits) && order.stepUp !== 'confirmed') {
    if (order.stepUp === 'absent') return decline('mfa_unavailable', '/amount');
    if (order.stepUp !== 'enrolled') return decline('mfa_not_enrolled', '/amount');
    return { kind: 'confirmation' };
  }
  if (terms.settlement?.needsSecondPerson || (terms.limits && needsApproval(terms.limits))) {
    if (order.canWaitForPerson === false) return decline('approval_unavailable', '/amount');
    return { kind: 'approval', amount: order.amount };
  }
  if (order.network && order.canWaitForNetwork === false) {
    return decline('rail_unavailable', '/externalParty/method');
  }
  if (order.capture === 'manual') return { kind: 'hold', amount: order.amount };
  if (order.network) return { kind: 'submit', amount: order.amount };
  return { kind: 'post', legs: legsOf(source, destination, order.amount) };
}

/** The fields of a hold that its capture uses; amounts in minor units. */
export interface HeldMoney {
  readonly amount: bigint;
  readonly expired: boolean;
  /** Percentage by which a capture may exceed the hold; by default none. */
  readonly overcapturePercent?: number;
  /** The limits of the payer, for a capture beyond the hold. */
  readonly limits?: LimitFacts | null;
  /** Bounds of a deposit or withdrawal, for a capture beyond the hold. */
  readonly settlement?: SettlementTerms | null;
  /** True when a network has already moved the money: the payer's status no longer matters. */
  readonly isMovedByNetwork?: boolean;
}

/** The maximum of a capture: the hold and the agreed percentage of it, rounded down. */
export function computeMaxCapturable({ amount, overcapturePercent = 0 }: HeldMoney): bigint {
  return amount + (amount * BigInt(overcapturePercent)) / 100n;
}

/**
 * Decides the capture of a hold, which books `amount` and releases the rest. The statuses of the
 * accounts are checked again, because an account can be frozen or closed after the authorisation.
 * The held money is reserved, so funds and limits are checked only for the part beyond the hold.
 */
export function decideCapture(
  hold: HeldMoney,
  amount: bigint,
  source: LedgerAccount,
  destination: LedgerAccount,
): Decision {
  if (hold.expired) return decline('hold_expired', null);
  const refusal = overCaptureRefusal(hold, amount, source, destination);
  if (refusal) return { kind: 'decline', rejection: refusal };
  const objection = hold.isMovedByNetwork
    ? creditObjection(destination)
    : statusObjection(source, destination);
  if (objection) return decline(objection.code, null);
  // The booking removes the hold from the pending amount.
  const payee = { ...destination, pendingIn: destination.pendingIn - hold.amount };
  if (leavesRange(source, payee, amount)) return decline('balance_out_of_range', '/amount');
  return { kind: 'post', legs: legsOf(source, destination, amount) };
}

function overCaptureRefusal(
  hold: HeldMoney,
  amount: bigint,
  source: LedgerAccount,
  destination: LedgerAccount,
): Rejection | null {
  if (amount <= hold.amount) return null;
  const baseRefusal = rejection('capture_exceeds_hold', '/amount');
  if (amount > computeMaxCapturable(hold)) return baseRefusal;
  const excess = amount - hold.amount;
  if (fundsRefusal(source, excess)) {
    return {
      ...baseRefusal,
      message: 'The balance does not cover the part of the capture that exceeds the hold.',
    };
  }
  if (settlementRefusal(hold.settlement, source, destination, excess)) {
    return {
      ...baseRefusal,
      message: 'The settlement balance does not cover the part of the capture beyond the hold.',
    };
  }
  if (!hold.limits || allowsOverCapture(hold.limits, hold.amount, amount)) return null;
  return {
    ...baseRefusal,
    message: 'The limits do not allow the part of the capture that exceeds the hold.',
  };
}

/** The booked amount of the transaction to reverse, and the amount already reversed. */
export interface BookedMoney {
  readonly amountPosted: bigint;
  readonly amountReversed: bigint;
}

/** The requested reversal; amounts in minor units. */
export interface ReversalTerms {
  readonly amount: bigint;
  readonly allowNegative: boolean;
  /** True when a network has returned the money already: only a closed account stops it. */
  readonly isReturn?: boolean;
  /** Contribution of a linked account. */
  readonly cover?: bigint;
  /** Bounds of a deposit or withdrawal; absent or null when there are none. */
  readonly settlement?: SettlementTerms | null;
}

/**
 * Decides a reversal, which returns all or part of a booked amount.
 * @param order with `allowNegative` an operator allows a balance below zero; all other checks apply
 * @param source account that received the money and returns it
 */
export function decideReversal(
  original: BookedMoney,
  order: ReversalTerms,
  source: LedgerAccount,
  destination: LedgerAccount,
): Decision {
  const remaining = original.amountPosted - original.amountReversed;
  if (remaining === 0n) return decline('already_reversed', null);
  if (order.amount > remaining) return decline('reversal_exceeds_amount', '/amount');
  const objection = order.isReturn
    ? closedObjection(source, destination)
    : statusObjection(source, destination);
  if (objection) return decline(objection.code, null);
  const shortfall = order.allowNegative ? null : fundsRefusal(source, order.amount, order.cover);
  if (shortfall) return decline(shortfall, '/amount');
  const uncovered = settlementRefusal(order.settlement, source, destination, order.amount);
  if (uncovered) return decline(uncovered, '/amount');
  if (leavesRange(source, destination, order.amount)) {
    return decline('balance_out_of_range', '/amount');
  }
  return { kind: 'post', legs: legsOf(source, destination, order.amount) };
}

/** The debit and the credit of a movement. */
export function legsOf(
  source: LedgerAccount,
  destination: LedgerAccount,
  amount: bigint,
): [Leg, Leg] {
  return [
    {
      accountId: source.id,
      direction: 'debit',
      amount,
      balanceAfter: source.posted - amount,
    },
    {
      accountId: destination.id,
      direction: 'credit',
      amount,
      balanceAfter: destination.posted + amount,
    },
  ];
}

interface Objection {
  readonly code: RejectionCode;
  /** Field of the order that names the account at fault. */
  readonly pointer: '/sourceAccountId' | '/destinationAccountId';
}

/** Why the status of an account stops the movement: permanent reasons first, then the payer's. */
function statusObjection(source: LedgerAccount, destination: LedgerAccount): Objection | null {
  const debit = debitObjection(source);
  const credit = creditObjection(destination);
  if (!debit || !credit) return debit ?? credit;
  const find = (code: RejectionCode) =>
    [debit, credit].find((objection) => objection.code === code);
  return find('account_closed') ?? find('account_pending') ?? debit;
}

function debitObjection(source: LedgerAccount): Objection | null {
  const code = debitRefusal(source);
  return code && { code, pointer: '/sourceAccountId' };
}

function creditObjection(destination: LedgerAccount): Objection | null {
  const code = creditRefusal(destination);
  return code && { code, pointer: '/destinationAccountId' };
}

function closedObjection(source: LedgerAccount, destination: LedgerAccount): Objection | null {
  const debit = stateRefusal(source);
  if (debit) return { code: debit, pointer: '/sourceAccountId' };
  const credit = stateRefusal(destination);
  return credit && { code: credit, pointer: '/destinationAccountId' };
}

function debitRefusal(account: LedgerAccount): RejectionCode | null {
  const state = stateRefusal(account);
  if (state) return state;
  if (account.status === 'frozen') return 'account_frozen';
  if (account.status === 'dormant') return 'account_dormant';
  return account.debitsBlocked ? 'debits_blocked' : null;
}

function creditRefusal(account: LedgerAccount): RejectionCode | null {
  return stateRefusal(account) ?? (account.creditsBlocked ? 'credits_blocked' : null);
}

function stateRefusal(account: LedgerAccount): RejectionCode | null {
  if (account.status === 'closed' || account.status === 'rejected') return 'account_closed';
  return account.status === 'pending' ? 'account_pending' : null;
}

function fundsRefusal(source: LedgerAccount, amount: bigint, cover = 0n): RejectionCode | null {
  if (source.kind !== 'customer' || spendableOf(source) + cover >= amount) return null;
  return source.overdraftLimit > 0n ? 'overdraft_limit_exceeded' : 'insufficient_funds';
}

// A customer's balance, overdraft and pending credits are JSON numbers, so that their sum is at
// most 2^53 − 1. Settlement balances only have to fit 64 bits.
const SETTLEMENT_BOUND = 2n ** 62n;

function leavesRange(source: LedgerAccount, destination: LedgerAccount, amount: bigint): boolean {
  const { kind, overdraftLimit, pendingIn } = destination;
  const upperBound = kind === 'customer' ? MAX_AMOUNT - overdraftLimit : SETTLEMENT_BOUND;
  if (destination.posted + pendingIn + amount > upperBound) return true;
  // A customer's balance gets that low only by a reversal that an operator allowed.
  const lowerBound = source.kind === 'customer' ? -MAX_AMOUNT + source.held : -SETTLEMENT_BOUND;
  return source.posted - amount < lowerBound;
}

function decline(code: RejectionCode, pointer: string | null): Decision {
  return { kind: 'decline', rejection: rejection(code, pointer) };
}
