// The overdraft of an account as the API and the events show it.

import { exponentOf } from '../../ledger/currency.ts';
import { countDaysInOverdraft, type FeePolicy, overdraftStatus } from '../../ledger/overdraft.ts';
import { type AccountRow, balanceView, figuresOf } from '../accounts/view.ts';
import type { ExpiredHolds } from '../kernel/hold-expiry.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { overdrafts } from './tables.ts';

export type OverdraftRow = typeof overdrafts.$inferSelect;

/** Fees that wait for the end of their grace period; amounts in minor units. */
export interface PendingFees {
  readonly count: number;
  readonly amount: number;
  /** Milliseconds since 1970 UTC by the business clock; null when none waits. */
  readonly nextDueAt: number | null;
}

/** Reads {@link PendingFees}; `?` is the account. */
export const PENDING_FEES = `SELECT count(*) AS count, coalesce(sum(amount), 0) AS amount,
  min(due_at) AS nextDueAt FROM overdraft_fees WHERE account_id = ? AND status = 'pending'`;

interface OverdraftParts {
  readonly account: AccountRow;
  /** Null when no overdraft was ever set up. */
  readonly row: OverdraftRow | null;
  readonly expiredHolds: ExpiredHolds;
  readonly pendingFees: PendingFees;
  readonly livemode: boolean;
  /** The time by the business clock. */
  readonly now: number;
}

/** The wire form of an overdraft; amounts in minor units. */
export function overdraftView({
  account,
  row,
  expiredHolds,
  livemode,
  now,
  ...parts
}: OverdraftParts) {
  const { limit, used, remaining } = balanceView(figuresOf(account, expiredHolds)).overdraft;
  const days = countDaysInOverdraft(row?.drawnAt ?? null, now);
  const enabled = account.overdraftMode !== null;
  const state = { enabled, limit: BigInt(limit), used: BigInt(used), days };
  const { count, amount, nextDueAt } = parts.pendingFees;
  return {
    id: row?.id ?? null,
    object: 'overdraft' as const,
    livemode,
    accountId: account.id,
    currency: account.currency,
    currencyExponent: exponentOf(account.currency),
    enabled,
    limit,
    used,
    remaining,
    mode: row?.mode ?? null,
    linkedAccountId: row?.linkedAccountId ?? null,
    status: overdraftStatus(state),
    daysInOverdraft: days,
    feePolicy: row && policyOf(row),
    pendingFees: { count, amount, nextChargeAt: timestamp(nextDueAt) },
    consentAt: timestamp(row?.consentAt ?? null),
    version: row?.version ?? 0,
    createdAt: timestamp(row?.createdAt ?? null),
    updatedAt: timestamp(row?.updatedAt ?? null),
  };
}

export type OverdraftView = ReturnType<typeof overdraftView>;

/** Returns the fee of a payment below zero; null when it is free. */
export function policyOf(row: OverdraftRow): FeePolicy | null {
  const { feePerItem, feeGraceHours, feeGraceAmount, feeMaxPerDay } = row;
  if (feePerItem === null) return null;
  return {
    perItem: feePerItem,
    gracePeriodHours: feeGraceHours ?? 0,
    graceAmount: feeGraceAmount ?? 0,
    maxPerDay: feeMaxPerDay ?? 1,
  };
}
