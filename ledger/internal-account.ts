// Accounts of the bank itself: their ids are their kind, a currency and a tenant.

import { ACCOUNT_KINDS, PROFIT_AND_LOSS, type ProfitAndLoss } from './account.ts';

const INTERNAL = ACCOUNT_KINDS.filter((kind) => kind !== 'customer').map((kind) => `${kind}/`);

/** True for the bank's own side: of deposits, withdrawals, exchanges and fees, profit and loss. */
export function isInternal(accountId: string): boolean {
  return accountId.includes('/') && INTERNAL.some((start) => accountId.startsWith(start));
}

/** Returns null for an account of the bank itself. */
export function customerAccount(id: string): string | null {
  return isInternal(id) ? null : id;
}

/** The kind of a profit and loss account by its id; null for other accounts. */
export function profitAndLossOf(accountId: string): ProfitAndLoss | null {
  return PROFIT_AND_LOSS.find((kind) => accountId.startsWith(`${kind}/`)) ?? null;
}

/** Id of an account of the bank's profit and loss, beside a tenant's accounts. */
export function profitAndLossId(kind: ProfitAndLoss, tenantId: string, currency: string): string {
  return `${kind}/${currency}/${tenantId}`;
}

/** Id of the settlement account of a tenant and currency. */
export function settlementId(tenantId: string, currency: string): string {
  return `settlement/${currency}/${tenantId}`;
}

/** Id of the bank's position in a currency, beside a tenant's exchanges. */
export function positionId(tenantId: string, currency: string): string {
  return `position/${currency}/${tenantId}`;
}

/** Id of the account of a tenant's fees in a currency. */
export function feeIncomeId(tenantId: string, currency: string): string {
  return `fee_income/${currency}/${tenantId}`;
}
