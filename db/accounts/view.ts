// The account and its balance as the API and the events show them.

import { availableOf, overdraftUsedOf, spendableOf } from '../../ledger/account.ts';
import { exponentOf } from '../../ledger/currency.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import { toJson } from '../../ledger/money.ts';
import type { ExpiredHolds } from '../kernel/hold-expiry.ts';
import type { accounts } from '../kernel/tables.ts';
import { timestamp } from '../kernel/timestamp.ts';

export type AccountRow = typeof accounts.$inferSelect;

/** The figures of a balance that are stored or summed; all others are derived. Minor units. */
export interface BalanceFigures {
  readonly posted: number;
  /** Active holds that have not expired. */
  readonly held: number;
  /** The part of `held` that transactions own. */
  readonly pendingOut: number;
  readonly pendingIn: number;
  readonly overdraftLimit: number;
}

/** Returns the figures of an account's row without its expired holds. */
export function figuresOf(row: AccountRow, expiredHolds: ExpiredHolds): BalanceFigures {
  const { posted, overdraftLimit } = row;
  const heldAmount = row.held - expiredHolds.held;
  const pendingIn = row.pendingIn - expiredHolds.pendingIn;
  return { posted, held: heldAmount, pendingOut: heldAmount, pendingIn, overdraftLimit };
}

/** The wire form of an account. */
export function accountView(row: AccountRow, livemode: boolean, expiredHolds: ExpiredHolds) {
  const balance = balanceView(figuresOf(row, expiredHolds));
  return {
    id: row.id,
    object: 'account' as const,
    livemode,
    customerId: row.customerId ?? '',
    walletId: row.walletId,
    type: row.type ?? 'checking',
    currency: row.currency,
    currencyExponent: exponentOf(row.currency),
    name: row.name,
    status: row.status,
    statusReason:
      row.statusCode === null
        ? null
        : { code: row.statusCode, message: row.statusMessage ?? row.statusCode },
    freezeReason: row.freezeReason,
    restrictions: {
      debitsBlocked: row.debitsBlocked === 1 || row.status === 'frozen',
      creditsBlocked: row.creditsBlocked === 1,
    },
    accountNumber: row.accountNumber,
    balance: {
      posted: balance.posted,
      current: balance.current,
      available: balance.available,
      held: balance.held,
    },
    overdraft:
      row.overdraftLimit === 0 && row.overdraftMode === null
        ? null
        : { enabled: true, ...balance.overdraft },
    limitsConfigured: row.limitsConfigured === 1,
    metadata: JSON.parse(row.metadata) as Metadata,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
    activatedAt: timestamp(row.activatedAt),
    closedAt: timestamp(row.closedAt),
  };
}

export type AccountView = ReturnType<typeof accountView>;

/** The figures of a balance, derived by the formulas of docs/understand/glossary.md. */
export function balanceView(figures: BalanceFigures) {
  const big = bigFigures(figures);
  const usedAmount = overdraftUsedOf(big);
  const remaining = big.overdraftLimit > usedAmount ? big.overdraftLimit - usedAmount : 0n;
  return {
    posted: figures.posted,
    pendingIn: figures.pendingIn,
    pendingOut: figures.pendingOut,
    held: figures.held,
    current: toJson(big.posted + big.pendingIn - big.held),
    available: toJson(availableOf(big)),
    overdraft: {
      limit: figures.overdraftLimit,
      used: toJson(usedAmount),
      remaining: toJson(remaining),
    },
    spendable: toJson(spendableOf(big)),
  };
}

export type BalanceView = ReturnType<typeof balanceView>;

function bigFigures(figures: BalanceFigures) {
  return {
    posted: BigInt(figures.posted),
    held: BigInt(figures.held),
    pendingIn: BigInt(figures.pendingIn),
    overdraftLimit: BigInt(figures.overdraftLimit),
  };
}
