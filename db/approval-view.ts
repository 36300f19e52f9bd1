// The approval of a transaction as operators and events see it.

import type { approvals } from './limits-schema.ts';
import { type TransactionRow, timestamp } from './transaction-view.ts';

export type ApprovalRow = typeof approvals.$inferSelect;

/** The wire form. Amount in minor units. */
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
    developerId: row.tenantId,
    status: row.status,
    transaction: {
      type: transaction.type,
      status: transaction.status,
      amount: transaction.amount,
      currency: transaction.currency,
      initiator: transaction.actor,
      expiresAt: timestamp(transaction.expiresAt),
    },
    decidedBy: row.decidedBy,
    reason: row.reason,
    decidedAt: timestamp(row.decidedAt),
    version: row.status === 'requested' ? 1 : 2,
    createdAt: timestamp(row.createdAt),
  };
}

export type ApprovalView = ReturnType<typeof approvalView>;
