// Fees of payments below zero: a fee is recorded when such a payment is booked, waived when the
// account recovers within the grace period, and otherwise billed as its own transaction. The row of
// a fee stores its state, so a fee is charged once however often a step runs.

import { HOUR_MS } from '../../ledger/durations.ts';
import { feeIncomeId } from '../../ledger/internal-account.ts';
import { type FeePolicy, feeDayOf } from '../../ledger/overdraft.ts';
import { engineCause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mint } from '../kernel/mint.ts';
import { rowOf } from '../kernel/new-row.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { Tx } from '../kernel/tx.ts';
import { transactionRows } from '../transactions/rows.ts';
import { overdraftFees } from './tables.ts';
import type { OverdraftRow } from './view.ts';

type FeeRow = typeof overdraftFees.$inferSelect;

/** The columns of the overdrawn payment that its fee transaction takes over. */
interface OverdrawnPayment {
  readonly customerId: string;
  readonly currency: string;
  readonly requestHash: Buffer;
}

export interface BilledFees {
  /** In ascending order of id. */
  readonly transactionIds: string[];
  /** Number of examined fees. */
  readonly rows: number;
}

const INSERT = `INSERT INTO overdraft_fees ${insertOf(overdraftFees)}`;
const WAIVE_FEE = `UPDATE overdraft_fees SET status = 'waived', updated_at = @at
  WHERE account_id = @accountId AND status = 'pending' AND -grace_amount <= @balance
  AND due_at > @at`;
const END_FEE = `UPDATE overdraft_fees SET status = ?, updated_at = ?
  WHERE transaction_id = ? AND status = 'billed'`;

/** Records the fee that a payment will cost because it left the account below the grace amount. */
export function recordExpectedFee(
  tx: Tx,
  { accountId, tenantId }: OverdraftRow,
  { id }: TransactionRow,
  policy: FeePolicy,
  now: number,
): void {
  tx.run(INSERT, {
    transactionId: id,
    accountId,
    tenantId,
    amount: policy.perItem,
    graceAmount: policy.graceAmount,
    maxPerDay: policy.maxPerDay,
    drawnAt: now,
    dueAt: now + policy.gracePeriodHours * HOUR_MS,
    status: 'pending',
    feeTransactionId: null,
    createdAt: now,
    updatedAt: now,
  } satisfies FeeRow);
}

/**
 * Waives the pending fees whose grace amount the balance reaches in time.
 * @param balance the balance after a credit, minor units
 */
export function waiveFees(tx: Tx, accountId: string, balance: bigint, now: number): void {
  tx.run(WAIVE_FEE, { accountId, balance, at: now });
}

/** Records the final status of a fee's transaction in the fee. */
export function followFee(tx: Tx, { linkedTo, status, tenantId }: TransactionRow): void {
  if (status === 'pending') return;
  tx.run(END_FEE, status === 'posted' ? 'charged' : 'uncollected', tx.clock(tenantId), linkedTo);
}

const SET_FEE_STATUS = `UPDATE overdraft_fees SET status = ?, fee_transaction_id = ?, updated_at = ?
     WHERE transaction_id = ? AND status = 'pending'`;
const COUNT_OF_DAY = `SELECT count(*) FROM overdraft_fees WHERE account_id = ? AND drawn_at >= ? AND drawn_at < ?
       AND status IN ('billed', 'charged')`;
const ITEM_BY_TRANSACTION = `SELECT a.customer_id AS customerId, a.currency, t.request_hash AS requestHash
     FROM transactions t JOIN accounts a ON a.id = t.source_account_id WHERE t.id = ?`;
const OPEN_INCOME = `INSERT INTO accounts (id, tenant_id, kind, currency, name, account_number, status,
     created_at, updated_at, activated_at)
     VALUES (@id, @tenantId, 'fee_income', @currency, @name, @id, 'active', @at, @at, @at)
     ON CONFLICT (id) DO NOTHING`;

/** Accepts the transaction of a fee, unless the maximum number of fees of the day is reached. */
function bill(tx: Tx, fee: FeeRow): string | null {
  const now = tx.clock(fee.tenantId);
  const { startsAt, endsAt } = feeDayOf(fee.drawnAt);
  if ((tx.value<number>(COUNT_OF_DAY, fee.accountId, startsAt, endsAt) ?? 0) >= fee.maxPerDay) {
    tx.run(SET_FEE_STATUS, 'capped', null, now, fee.transactionId);
    return null;
  }
  const item = tx.get<OverdrawnPayment>(ITEM_BY_TRANSACTION, fee.transactionId);
  if (!item) throw new Error(`transaction ${fee.transactionId}, for which a fee is due, is gone`);
  const row = feeRow(fee, item, now);
  const { currency } = item;
  const { tenantId } = fee;
  tx.run(OPEN_INCOME, {
    id: row.destinationAccountId,
    tenantId,
    currency,
    name: `Fee income ${currency}`,
    at: now,
  });
  transactionRows(tx).insert(row, engineCause(row.requestId));
  tx.run(SET_FEE_STATUS, 'billed', row.id, now, fee.transactionId);
  return row.id;
}

function billAll(tx: Tx, fees: readonly FeeRow[]): BilledFees {
  const billed = fees.map((fee) => bill(tx, fee)).filter((id) => id !== null);
  return { transactionIds: billed.sort(), rows: fees.length };
}

/** Bills due fees by the clock of each developer. Returns the transactions to settle. */
export function billDueFees(tx: Tx, limit: number): BilledFees {
  return billAll(tx, dueQueries(tx.database).ofAllDevelopers(tx.now(), limit));
}

/** Bills the fees of one developer that are due at a time of its clock. */
export function billDueFeesOf(tx: Tx, tenantId: string, now: number, limit: number): BilledFees {
  return billAll(tx, dueQueries(tx.database).ofDeveloper(tenantId, now, limit));
}

/** Returns the fee transactions that are accepted but not settled. */
export function listUnsettledFees(tx: Tx, tenantId: string | null, limit: number): string[] {
  return dueQueries(tx.database).unsettled(tenantId, limit);
}

/** Returns when the next fee of a developer is due, by the developer's clock; null without one. */
export function nextFeeDueOf(tx: Tx, tenantId: string): number | null {
  return dueQueries(tx.database).nextDueOf(tenantId);
}

/** Returns the milliseconds of real time until the next fee of any account is due. */
export function nextFeeInMs(tx: Tx): number | null {
  const next = dueQueries(tx.database).nextDue();
  return next === null ? null : Math.max(0, next - tx.now());
}

/** Queries for due fees, each by an index. */
const dueQueries = prepareOnce(({ raw }: Database) => {
  const columns = columnsOf(overdraftFees, 'f');
  const ownClock = `EXISTS (SELECT 1 FROM clocks c WHERE c.tenant_id = f.tenant_id
    AND (c.target IS NOT NULL OR c.offset_ms > 0))`;
  const byRealTime = raw.prepare<[number, number], FeeRow>(
    `SELECT ${columns} FROM overdraft_fees f INDEXED BY overdraft_fees_due
     WHERE f.status = 'pending' AND f.due_at <= ? AND NOT ${ownClock} ORDER BY f.due_at LIMIT ?`,
  );
  const byOwnClock = raw.prepare<[number, number], FeeRow>(
    `SELECT ${columns} FROM clocks c CROSS JOIN overdraft_fees f INDEXED BY
     overdraft_fees_due_by_tenant ON f.tenant_id = c.tenant_id AND f.status = 'pending'
     AND f.due_at <= ? + c.offset_ms WHERE c.target IS NULL AND c.offset_ms > 0
     ORDER BY f.due_at - c.offset_ms LIMIT ?`,
  );
  const dueOfDeveloper = raw.prepare<[string, number, number], FeeRow>(
    `SELECT ${columns} FROM overdraft_fees f INDEXED BY overdraft_fees_due_by_tenant
     WHERE f.tenant_id = ? AND f.status = 'pending' AND f.due_at <= ?
     ORDER BY f.due_at, f.transaction_id LIMIT ?`,
  );
  const nextOfDeveloper = raw
    .prepare<[string], number | null>(
      `SELECT min(due_at) FROM overdraft_fees INDEXED BY overdraft_fees_due_by_tenant
       WHERE tenant_id = ? AND status = 'pending'`,
    )
    .pluck();
  const nextByRealTime = raw
    .prepare<[], number>(
      `SELECT f.due_at FROM overdraft_fees f INDEXED BY overdraft_fees_due
       WHERE f.status = 'pending' AND NOT ${ownClock} ORDER BY f.due_at LIMIT 1`,
    )
    .pluck();
  const nextByOwnClock = raw
    .prepare<[], number | null>(
      `SELECT min((SELECT min(f.due_at) FROM overdraft_fees f INDEXED BY
         overdraft_fees_due_by_tenant WHERE f.tenant_id = c.tenant_id AND f.status = 'pending')
         - c.offset_ms) FROM clocks c WHERE c.target IS NULL AND c.offset_ms > 0`,
    )
    .pluck();
  const unsettled = raw
    .prepare<[{ tenantId: string | null; limit: number }], string>(
      `SELECT t.id FROM overdraft_fees f INDEXED BY overdraft_fees_billed
       CROSS JOIN transactions t ON t.id = f.fee_transaction_id
       WHERE f.status = 'billed' AND (@tenantId IS NULL OR f.tenant_id = @tenantId)
       AND t.status = 'pending' AND t.stage = 'accepted' ORDER BY t.id LIMIT @limit`,
    )
    .pluck();
  return {
    ofAllDevelopers(now: number, limit: number): FeeRow[] {
      const ownClock = byOwnClock.all(now, limit);
      return ownClock.length >= limit
        ? ownClock
        : [...ownClock, ...byRealTime.all(now, limit - ownClock.length)];
    },
    ofDeveloper: (tenantId: string, now: number, limit: number) =>
      dueOfDeveloper.all(tenantId, now, limit),
    nextDue(): number | null {
      const candidates = [nextByRealTime.get() ?? null, nextByOwnClock.get() ?? null];
      const times = candidates.filter((time) => time !== null);
      return times.length === 0 ? null : Math.min(...times);
    },
    nextDueOf: (tenantId: string) => nextOfDeveloper.get(tenantId) ?? null,
    unsettled: (tenantId: string | null, limit: number) => unsettled.all({ tenantId, limit }),
  };
});

/** Returns the transaction of a fee at stage `accepted`. */
function feeRow(
  fee: FeeRow,
  { customerId, currency, requestHash }: OverdrawnPayment,
  now: number,
): TransactionRow {
  return rowOf(now, {
    id: mint('transaction'),
    tenantId: fee.tenantId,
    type: 'fee',
    amount: fee.amount,
    currency,
    sourceAccountId: fee.accountId,
    destinationAccountId: feeIncomeId(fee.tenantId, currency),
    customerId,
    description: 'Overdraft fee.',
    keyScope: 'fee',
    requestHash,
    requestId: fee.transactionId,
    actor: 'workflow',
    linkedTo: fee.transactionId,
  });
}
