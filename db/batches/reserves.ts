// The reserves of an open atomic batch on accounts: the money of its decided items, which nothing
// else can spend. They are read once for each slice, changed in memory, and written with the slice.

import type { LimitFacts } from '../../ledger/limits.ts';
import type { LoadedAccount } from '../journal/acts.ts';
import { columnsOf } from '../kernel/columns.ts';
import type { Tx } from '../kernel/tx.ts';
import { batchReserves } from './tables.ts';

/** Bigints: the bank's own accounts can pass 2^53. */
interface Row {
  readonly accountId: string;
  run: bigint;
  reserved: bigint;
  expected: bigint;
  spends: bigint;
  payments: bigint;
  pays: bigint;
}

interface ChangedReserve extends Row {
  /** The stored values. */
  readonly stored: Pick<Row, 'reserved' | 'expected' | 'spends' | 'payments'>;
}

/** An amount that moves from one account to another. */
export interface Movement {
  readonly from: string;
  readonly to: string;
  /** Minor units. */
  readonly amount: bigint;
}

/** The change of the reserves by one booked item, minor units. */
export interface ReserveChange {
  /** Released from the payer's reserve. */
  readonly held: bigint;
  /** Subtracted from the amount that the payee expects. */
  readonly pendingIn: bigint;
  /** Added to the payee's reserve, because later items of the batch spend it. */
  readonly reservedForLater: bigint;
}

/** The accounts of one batch during one slice. */
export interface Reserves {
  /**
   * Returns an account as the next item sees it, including the movements of the items before it.
   */
  project(account: LoadedAccount): LoadedAccount;
  /** Returns the limits as the next item sees them. */
  limitsFor(facts: LimitFacts | null, accountId: string): LimitFacts | null;
  /** The sum that decided items take from an account, minor units. */
  outflowOf(accountId: string): bigint;
  /** Reserves the amount of a decided item. */
  reserve(movement: Movement): void;
  /** Releases the reserve of an item that is not booked after all. */
  cancelReserve(movement: Movement): void;
  /** Subtracts a booked item from the reserves. */
  releaseReserve(movement: Movement): ReserveChange;
  /** Writes the changed reserves; with `alsoAccounts` also the balances of the accounts. */
  save(now: number, alsoAccounts: boolean): void;
}

const SELECT = `SELECT ${columnsOf(batchReserves)} FROM batch_reserves`;
const FIND_RESERVE = `${SELECT} WHERE batch_id = ? AND account_id = ?`;
const INSERT_RESERVE = `INSERT INTO batch_reserves VALUES (@batchId, @accountId, @run, @reserved, @expected,
  @spends, @payments, @pays) ON CONFLICT (batch_id, account_id) DO UPDATE SET run = excluded.run,
  reserved = excluded.reserved, expected = excluded.expected, spends = excluded.spends,
  payments = excluded.payments, pays = excluded.pays`;
const ADJUST = `UPDATE accounts SET held = held + @held, pending_in = pending_in + @pendingIn,
  version = version + 1, updated_at = max(updated_at, @at) WHERE id = @id`;

/** The reserves of a batch, for one slice of it. */
export function reservesOf(tx: Tx, batchId: string): Reserves {
  const accounts = new Map<string, ChangedReserve>();

  function reserveOf(accountId: string): ChangedReserve {
    const existing = accounts.get(accountId);
    if (existing) return existing;
    const row = tx.bigints<Row>(FIND_RESERVE, batchId, accountId) ?? { ...NO_RESERVES, accountId };
    const { reserved, expected, spends, payments } = row;
    const reserve = { ...row, stored: { reserved, expected, spends, payments } };
    accounts.set(accountId, reserve);
    return reserve;
  }

  return {
    project(account) {
      const { run, stored } = reserveOf(account.id);
      // The batch may spend the money that it has reserved.
      return {
        ...account,
        posted: account.posted + run,
        held: account.held - stored.reserved,
        pendingIn: account.pendingIn - stored.expected,
      };
    },
    limitsFor(facts, accountId) {
      const { spends, payments, stored } = reserveOf(accountId);
      if (!facts || payments === stored.payments) return facts;
      const extraUse = spends - stored.spends;
      const { day, week, month } = facts.usage.amount;
      const amount = { day: day + extraUse, week: week + extraUse, month: month + extraUse };
      const dayCount = facts.usage.dayCount + Number(payments - stored.payments);
      return { ...facts, usage: { amount, dayCount } };
    },
    outflowOf: (accountId) => reserveOf(accountId).spends,
    reserve({ from, to, amount }) {
      const payer = reserveOf(from);
      payer.run -= amount;
      if (payer.reserved < -payer.run) payer.reserved = -payer.run;
      payer.spends += amount;
      payer.payments += 1n;
      payer.pays = 1n;
      const payee = reserveOf(to);
      payee.run += amount;
      payee.expected += amount;
    },
    cancelReserve({ from, to, amount }) {
      const payer = reserveOf(from);
      payer.run += amount;
      payer.spends -= amount;
      payer.payments -= 1n;
      const payee = reserveOf(to);
      payee.run -= amount;
      payee.expected -= amount;
    },
    releaseReserve({ from, to, amount }) {
      const payer = reserveOf(from);
      payer.reserved -= amount;
      payer.spends -= amount;
      payer.payments -= 1n;
      const payee = reserveOf(to);
      payee.expected -= amount;
      const reservedForLater = payee.pays === 1n ? amount : 0n;
      payee.reserved += reservedForLater;
      return { held: amount, pendingIn: amount, reservedForLater };
    },
    save(now, alsoAccounts) {
      for (const { stored, ...reserve } of accounts.values()) {
        tx.run(INSERT_RESERVE, { ...reserve, batchId });
        const reservedDifference = reserve.reserved - stored.reserved;
        const pendingIn = reserve.expected - stored.expected;
        const isChanged = reservedDifference !== 0n || pendingIn !== 0n;
        if (alsoAccounts && isChanged)
          tx.run(ADJUST, { held: reservedDifference, pendingIn, at: now, id: reserve.accountId });
      }
    },
  };
}

/** Releases the remaining reserves of up to `limit` accounts; returns the number of accounts. */
export function releaseReserves(tx: Tx, batchId: string, limit: number, now: number): number {
  const ids = tx.values<string>(
    'SELECT account_id FROM batch_reserves WHERE batch_id = ? LIMIT ?',
    batchId,
    limit,
  );
  for (const id of ids) {
    const { reserved, expected } = tx.bigints<Row>(FIND_RESERVE, batchId, id) ?? NO_RESERVES;
    if (reserved !== 0n || expected !== 0n) {
      tx.run(ADJUST, { held: -reserved, pendingIn: -expected, at: now, id });
    }
    tx.run('DELETE FROM batch_reserves WHERE batch_id = ? AND account_id = ?', batchId, id);
  }
  return ids.length;
}

const NO_RESERVES = { run: 0n, reserved: 0n, expected: 0n, spends: 0n, payments: 0n, pays: 0n };
