// Approvals as operators and events see them: of a transaction, or of the end of a freeze.

import type { AccountRow } from '../accounts/view.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { developerOfTenant } from '../kernel/tenant.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { approvals } from '../limits/tables.ts';
import type { accountApprovals } from './account-tables.ts';

export type ApprovalRow = typeof approvals.$inferSelect;
export type AccountApprovalRow = typeof accountApprovals.$inferSelect;

/** The wire form of the approval of a transaction. Amount in minor units. */
export function approvalView(
  row: ApprovalRow,
  transaction: Pick<TransactionRow, 'type' | 'amount' | 'currency' | 'actor' | 'status'> & {
    readonly expiresAt: number | null;
  },
  livemode: boolean,
) {
  return {
    id: row.id,
    object: 'approval' as const,
    livemode,
    transactionId: row.transactionId,
    developerId: developerOfTenant(row.tenantId),
    status: row.status,
    transaction: {
      type: transaction.type,
      status: transaction.status,
      amount: transaction.amount,
      currency: transaction.currency,
      initiator: transaction.actor,
      expiresAt: timestamp(transaction.expiresAt),
    },
    accountId: null,
    account: null,
    ...decisionOf(row),
  };
}

/** The wire form of a request to end a freeze. */
export function accountApprovalView(
  row: AccountApprovalRow,
  account: Pick<AccountRow, 'status' | 'freezeReason'>,
  livemode: boolean,
) {
  return {
    id: row.id,
    object: 'approval' as const,
    livemode,
    transactionId: null,
    developerId: developerOfTenant(row.tenantId),
    status: row.status,
    transaction: null,
    accountId: row.accountId,
    account: {
      act: 'unfreeze' as const,
      status: account.status,
      freezeReason: account.freezeReason,
      initiator: row.requestedBy,
      reason: row.requestReason,
    },
    ...decisionOf(row),
  };
}

function decisionOf(row: ApprovalRow | AccountApprovalRow) {
  return {
    decidedBy: row.decidedBy,
    reason: row.reason,
    decidedAt: timestamp(row.decidedAt),
    version: row.status === 'requested' ? 1 : 2,
    createdAt: timestamp(row.createdAt),
  };
}

export type ApprovalView = ReturnType<typeof approvalView> | ReturnType<typeof accountApprovalView>;
