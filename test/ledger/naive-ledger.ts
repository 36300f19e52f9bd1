// A naive ledger: lists and loops, no database, no stored figure that can be calculated. The real
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
  /** Of a reversal, the original transaction. */
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
      .filter((one) => (side === 'out' ? one.from : one.to) === account)
      .filter(({ hold }) => hold?.status === 'active' && (!alive || hold.expiresAt > this.now))
      .reduce((sum, { amount }) => sum + amount, 0n);
  }

  accept(one: NaiveTransaction): string {
    this.transactions.push(one);
    this.events += 1;
    return 'accepted';
  }

  /** Accepts a reversal of `one.undoes`; without an amount it takes the rest. */
  reverse(one: NaiveTransaction, original: NaiveTransaction, amount: bigint | null): string {
    if (original.undoes) return 'not_reversible';
    if (original.status === 'reversed') return 'already_reversed';
    if (original.status !== 'posted') return 'not_posted';
    const left = original.booked - original.reversed;
    if (amount !== null && amount > left) return 'reversal_exceeds_amount';
    one.amount = amount ?? left;
    return this.accept(one);
  }

  settle(one: NaiveTransaction): string {
    if (one.settled || one.status !== 'pending') return this.standing(one);
    one.settled = true;
    this.events += 1;
    const code = one.undoes ? this.objectionBack(one, one.undoes) : this.objection(one);
    if (code !== null) {
      one.status = 'declined';
      one.code = code;
      return this.standing(one);
    }
    this.endSpentHolds(one.from);
    if (one.manual) {
      const expiresAt = one.expiresAt ?? this.now + SEVEN_DAYS_MS;
      one.hold = { status: 'active', captured: 0n, expiresAt };
      this.events += 1;
    } else {
      this.book(one, one.amount);
      if (one.undoes) this.undo(one.undoes, one.amount);
    }
    return this.standing(one);
  }

  capture(one: NaiveTransaction, amount: bigint | null): string {
    const { hold } = one;
    if (!hold) return 'conflict';
    if (hold.status === 'captured' || hold.status === 'partially_captured') {
      return (amount ?? one.amount) === hold.captured ? 'replayed' : 'conflict';
    }
    if (hold.status === 'expired') return 'hold_expired';
    if (hold.status !== 'active') return 'conflict';
    if (hold.expiresAt <= this.now) return 'hold_expired';
    const taken = amount ?? one.amount;
    if (taken > one.amount) return 'capture_exceeds_hold';
    const code = this.standingObjection(one) ?? this.overflow(one, taken, one.amount);
    if (code !== null) return code;
    hold.status = taken === one.amount ? 'captured' : 'partially_captured';
    hold.captured = taken;
    this.book(one, taken);
    this.events += 3;
    return 'posted';
  }

  release(one: NaiveTransaction, to: 'canceled' | 'expired' | 'failed'): string {
    if (one.status === to) return 'replayed';
    if (one.status !== 'pending') return 'conflict';
    const ranOut = one.hold !== null && one.hold.expiresAt <= this.now;
    if (to === 'expired' && !ranOut) return 'conflict';
    if (one.hold) one.hold.status = to === 'expired' ? 'expired' : 'released';
    one.status = to;
    one.settled = true;
    this.events += one.hold ? 2 : 1;
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
    for (const one of this.transactions) {
      if (account === null || one.from !== account) continue;
      if (one.hold?.status === 'active' && one.hold.expiresAt <= this.now) {
        this.release(one, 'expired');
      }
    }
  }

  private standing(one: NaiveTransaction): string {
    return one.code === null ? one.status : `${one.status} ${one.code}`;
  }

  private objection(one: NaiveTransaction): string | null {
    const standing = this.standingObjection(one);
    if (standing !== null) return standing;
    for (const account of [one.from, one.to]) {
      if (account && account.currency !== one.currency) return 'currency_mismatch';
    }
    if (one.from) {
      const free = one.from.posted - this.sumPromised(one.from, 'out');
      if (free + one.from.overdraft < one.amount) {
        return one.from.overdraft > 0n ? 'overdraft_limit_exceeded' : 'insufficient_funds';
      }
    }
    return this.overflow(one, one.amount, 0n);
  }

  private objectionBack(one: NaiveTransaction, original: NaiveTransaction): string | null {
    const left = original.booked - original.reversed;
    if (left === 0n) return 'already_reversed';
    if (one.amount > left) return 'reversal_exceeds_amount';
    const standing = this.standingObjection(one);
    if (standing !== null) return standing;
    if (!one.forced && one.from) {
      const free = one.from.posted - this.sumPromised(one.from, 'out');
      if (free + one.from.overdraft < one.amount) {
        return one.from.overdraft > 0n ? 'overdraft_limit_exceeded' : 'insufficient_funds';
      }
    }
    return this.overflow(one, one.amount, 0n);
  }

  private undo(original: NaiveTransaction, amount: bigint): void {
    original.reversed += amount;
    if (original.reversed === original.booked) original.status = 'reversed';
    this.events += 1;
  }

  private standingObjection({ from, to }: NaiveTransaction): string | null {
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
    const most = to.posted + to.overdraft + this.sumPromised(to, 'in', false) - promise + amount;
    return most > MAX_BALANCE ? 'balance_out_of_range' : null;
  }

  private book(one: NaiveTransaction, amount: bigint): void {
    const ofBank = () => this.bank.get(one.currency) ?? 0n;
    if (one.from) one.from.posted -= amount;
    else this.bank.set(one.currency, ofBank() - amount);
    if (one.to) one.to.posted += amount;
    else this.bank.set(one.currency, ofBank() + amount);
    one.status = 'posted';
    one.booked = amount;
  }
}
