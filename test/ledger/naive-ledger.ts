// A naive ledger of lists and loops, without a database and without derived figures. The real
// ledger has to agree with it after every act.

import type { AccountStatus } from '../../ledger/account.ts';
import type { HoldStatus, TransactionStatus } from '../../ledger/transaction.ts';

const MAX_BALANCE = 2n ** 53n - 1n;
const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000;

export interface NaiveAccount {
  readonly id: string;
  readonly currency: string;
  status: AccountStatus;
  creditsBlocked: boolean;
  posted: bigint;
  overdraft: bigint;
}

export interface NaiveTransaction {
  id: string;
  /** Null for the bank. */
  readonly from: NaiveAccount | null;
  readonly to: NaiveAccount | null;
  amount: bigint;
  readonly currency: string;
  readonly manual: boolean;
  readonly expiresAt: number | null;
  settled: boolean;
  status: TransactionStatus;
  code: string | null;
  /** The original transaction of a reversal. */
  readonly undoes: NaiveTransaction | null;
  readonly forced: boolean;
  /** The booked amount, and the reversed part of it. */
  booked: bigint;
  reversed: bigint;
  hold: { status: HoldStatus; captured: bigint; readonly expiresAt: number } | null;
}

export class NaiveLedger {
  now: number;
  readonly accounts: NaiveAccount[] = [];
  readonly transactions: NaiveTransaction[] = [];
  /** The bank's balance by currency. */
  readonly bank = new Map<string, bigint>();
  /** Number of events of transactions, holds and accounts. */
  events = 0;

  constructor(now: number) {
    this.now = now;
  }

  /** Active holds on an account (out) or in its favour (in); `alive`: without expired ones. */
  sumPromised(account: NaiveAccount, side: 'in' | 'out', alive = true): bigint {
    return this.transactions
      .filter((transaction) => (side === 'out' ? transaction.from : transaction.to) === account)
      .filter(({ hold }) => hold?.status === 'active' && (!alive || hold.expiresAt > this.now))
      .reduce((sum, { amount }) => sum + amount, 0n);
  }

  accept(transaction: NaiveTransaction): string {
    this.transactions.push(transaction);
    this.events += 1;
    return 'accepted';
  }

  /** Accepts a reversal of `one.undoes`; without an amount it takes the rest. */
  reverse(
    transaction: NaiveTransaction,
    original: NaiveTransaction,
    amount: bigint | null,
  ): string {
    if (original.undoes) return 'not_reversible';
    if (original.status === 'reversed') return 'already_reversed';
    if (original.status !== 'posted') return 'not_posted';
    const remaining = original.booked - original.reversed;
    if (amount !== null && amount > remaining) return 'reversal_exceeds_amount';
    transaction.amount = amount ?? remaining;
    return this.accept(transaction);
  }

  settle(transaction: NaiveTransaction): string {
    if (transaction.settled || transaction.status !== 'pending') return this.statusOf(transaction);
    transaction.settled = true;
    this.events += 1;
    const code = transaction.undoes
      ? this.objectionBack(transaction, transaction.undoes)
      : this.objection(transaction);
    if (code !== null) {
      transaction.status = 'declined';
      transaction.code = code;
      return this.statusOf(transaction);
    }
    this.endSpentHolds(transaction.from);
    if (transaction.manual) {
      const expiresAt = transaction.expiresAt ?? this.now + SEVEN_DAYS_MS;
      transaction.hold = { status: 'active', captured: 0n, expiresAt };
      this.events += 1;
    } else {
      this.book(transaction, transaction.amount);
      if (transaction.undoes) this.undo(transaction.undoes, transaction.amount);
    }
    return this.statusOf(transaction);
  }

  capture(transaction: NaiveTransaction, amount: bigint | null): string {
    const { hold } = transaction;
    if (!hold) return 'conflict';
    if (hold.status === 'captured' || hold.status === 'partially_captured') {
      return (amount ?? transaction.amount) === hold.captured ? 'replayed' : 'conflict';
    }
    if (hold.status === 'expired') return 'hold_expired';
    if (hold.status !== 'active') return 'conflict';
    if (hold.expiresAt <= this.now) return 'hold_expired';
    const captured = amount ?? transaction.amount;
    if (captured > transaction.amount) return 'capture_exceeds_hold';
    const code =
      this.accountObjection(transaction) ??
      this.overflow(transaction, captured, transaction.amount);
    if (code !== null) return code;
    hold.status = captured === transaction.amount ? 'captured' : 'partially_captured';
    hold.captured = captured;
    this.book(transaction, captured);
    this.events += 3;
    return 'posted';
  }

  release(transaction: NaiveTransaction, to: 'canceled' | 'expired' | 'failed'): string {
    if (transaction.status === to) return 'replayed';
    if (transaction.status !== 'pending') return 'conflict';
    const isExpired = transaction.hold !== null && transaction.hold.expiresAt <= this.now;
    if (to === 'expired' && !isExpired) return 'conflict';
    if (transaction.hold) transaction.hold.status = to === 'expired' ? 'expired' : 'released';
    transaction.status = to;
    transaction.settled = true;
    this.events += transaction.hold ? 2 : 1;
    return to;
  }

  move(account: NaiveAccount, to: 'active' | 'frozen' | 'closed', creditsBlocked: boolean): string {
    if (account.status === to) return 'replayed';
    if (account.status === 'closed') return 'invalid_state_transition';
    if (to === 'frozen' && account.status !== 'active') return 'invalid_state_transition';
    const isEmpty = account.posted === 0n && this.sumPromised(account, 'out', false) === 0n;
    if (to === 'closed' && !isEmpty) return 'account_not_empty';
    account.status = to;
    account.creditsBlocked = to === 'frozen' && creditsBlocked;
    this.events += 1;
    return 'done';
  }

  /** Ends expired holds whose money is about to be used. */
  private endSpentHolds(account: NaiveAccount | null): void {
    for (const transaction of this.transactions) {
      if (account === null || transaction.from !== account) continue;
      if (transaction.hold?.status === 'active' && transaction.hold.expiresAt <= this.now) {
        this.release(transaction, 'expired');
      }
    }
  }

  private statusOf(transaction: NaiveTransaction): string {
    return transaction.code === null
      ? transaction.status
      : `${transaction.status} ${transaction.code}`;
  }

  private objection(transaction: NaiveTransaction): string | null {
    const objection = this.accountObjection(transaction);
    if (objection !== null) return objection;
    for (const account of [transaction.from, transaction.to]) {
      if (account && account.currency !== transaction.currency) return 'currency_mismatch';
    }
    if (transaction.from) {
      const freeFunds = transaction.from.posted - this.sumPromised(transaction.from, 'out');
      if (freeFunds + transaction.from.overdraft < transaction.amount) {
        return transaction.from.overdraft > 0n ? 'overdraft_limit_exceeded' : 'insufficient_funds';
      }
    }
    return this.overflow(transaction, transaction.amount, 0n);
  }

  private objectionBack(transaction: NaiveTransaction, original: NaiveTransaction): string | null {
    const remaining = original.booked - original.reversed;
    if (remaining === 0n) return 'already_reversed';
    if (transaction.amount > remaining) return 'reversal_exceeds_amount';
    const objection = this.accountObjection(transaction);
    if (objection !== null) return objection;
    if (!transaction.forced && transaction.from) {
      const freeFunds = transaction.from.posted - this.sumPromised(transaction.from, 'out');
      if (freeFunds + transaction.from.overdraft < transaction.amount) {
        return transaction.from.overdraft > 0n ? 'overdraft_limit_exceeded' : 'insufficient_funds';
      }
    }
    return this.overflow(transaction, transaction.amount, 0n);
  }

  private undo(original: NaiveTransaction, amount: bigint): void {
    original.reversed += amount;
    if (original.reversed === original.booked) original.status = 'reversed';
    this.events += 1;
  }

  private accountObjection({ from, to }: NaiveTransaction): string | null {
    if (from?.status === 'closed' || to?.status === 'closed') return 'account_closed';
    if (from?.status === 'frozen') return 'account_frozen';
    if (from?.status === 'dormant') return 'account_dormant';
    return to?.creditsBlocked ? 'credits_blocked' : null;
  }

  /** @param promise the part of the pending credits that is booked with it, and so not counted */
  private overflow({ to }: NaiveTransaction, amount: bigint, promise: bigint): string | null {
    if (!to) return null;
    // Overdraft and pending credits are JSON numbers too, so both count towards the largest
    // balance.
    const max = to.posted + to.overdraft + this.sumPromised(to, 'in', false) - promise + amount;
    return max > MAX_BALANCE ? 'balance_out_of_range' : null;
  }

  private book(transaction: NaiveTransaction, amount: bigint): void {
    const ofBank = () => this.bank.get(transaction.currency) ?? 0n;
    if (transaction.from) transaction.from.posted -= amount;
    else this.bank.set(transaction.currency, ofBank() - amount);
    if (transaction.to) transaction.to.posted += amount;
    else this.bank.set(transaction.currency, ofBank() + amount);
    transaction.status = 'posted';
    transaction.booked = amount;
  }
}
