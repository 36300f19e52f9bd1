// What is told of a transaction that was settled, now or before.

import { isFinal, type TransactionStatus } from '../../ledger/transaction.ts';
import type { Settlement, WorkflowRef } from './port.ts';
import { isInternal, positionId, type TransactionRow } from './view.ts';

/** Who is about to get what a hold keeps: of an exchange, the bank in the currency of the payer. */
export function payeeOf({
  type,
  tenantId,
  currency,
  destinationAccountId,
}: TransactionRow): string {
  return type === 'exchange' ? positionId(tenantId, currency) : destinationAccountId;
}

/** Who the timeline says has settled: a workflow that has no run yet has settled nothing. */
export function actorOf({ runId }: WorkflowRef): 'workflow' | 'lane' {
  return runId === null ? 'lane' : 'workflow';
}

export function recorded(
  row: TransactionRow,
  status: TransactionStatus,
  expiresAt: number | null,
  now: number,
): Settlement {
  if (isFinal(status)) return { id: row.id, state: 'final', status, expiresInMs: null };
  const { id, tenantId, customerId, currency } = row;
  const sides = [row.sourceAccountId, row.destinationAccountId];
  const accountIds = sides.filter((side) => !isInternal(side));
  return {
    id,
    state: 'waiting',
    status,
    expiresInMs: expiresAt === null ? null : Math.max(0, expiresAt - now),
    facts: { tenantId, customerId, accountIds, currency, amountMinor: row.amount },
  };
}
