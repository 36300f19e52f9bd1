// Accounts of the bank itself. An id states kind, currency and tenant: `settlement/EUR/<tenant>`.

import { ACCOUNT_KINDS, PROFIT_AND_LOSS, type ProfitAndLoss } from './account.ts';

const INTERNAL_PREFIXES = ACCOUNT_KINDS.filter((kind) => kind !== 'customer').map(
  (kind) => `${kind}/`,
);

/** True for the id of an account of the bank itself. */
export function isInternal(accountId: string): boolean {
  return accountId.includes('/') && INTERNAL_PREFIXES.some((start) => accountId.startsWith(start));
}

/** The id of a customer's account; null for an account of the bank itself. */
export function customerAccount(id: string): string | null {
  return isInternal(id) ? null : id;
}

/** The kind of a profit and loss account, from its id; null for other accounts. */
export function profitAndLossOf(accountId: string): ProfitAndLoss | null {
  return PROFIT_AND_LOSS.find((kind) => accountId.startsWith(`${kind}/`)) ?? null;
}

/** Id of the bank's profit and loss account for a tenant and currency. */
export function profitAndLossId(kind: ProfitAndLoss, tenantId: string, currency: string): string {
  return `${kind}/${currency}/${tenantId}`;
}

/** Id of the settlement account of a tenant and currency. */
export function settlementId(tenantId: string, currency: string): string {
  return `settlement/${currency}/${tenantId}`;
}

/** Id of the bank's position account, the counterpart of a tenant's exchanges in a currency. */
export function positionId(tenantId: string, currency: string): string {
  return `position/${currency}/${tenantId}`;
}

/** Id of the account that collects the fees of a tenant in a currency. */
export function feeIncomeId(tenantId: string, currency: string): string {
  return `fee_income/${currency}/${tenantId}`;
}
