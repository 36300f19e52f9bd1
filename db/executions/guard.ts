// The tie between an execution and the hold that it uses: whether the hold is good for it when it
// is accepted and when it is sent.

import { type ExecutionEffect, HOLD_LEAST_MS } from '../../ledger/execution.ts';
import type { Database } from '../kernel/connect.ts';
import type { TransactionWriter } from '../transactions/rows.ts';
import type { HoldRow, TransactionRow } from '../transactions/view.ts';
import type { PaymentFault, PaymentOrder } from './port.ts';

interface Use {
  readonly tenantId: string;
  readonly contract: string;
  readonly effect: ExecutionEffect;
  readonly payment: PaymentOrder;
}

/** Returns the function that says why a transaction cannot be used; null when it can. */
export function paymentGuard(
  { raw }: Database,
  writer: TransactionWriter,
  now: () => number,
): (use: Use) => PaymentFault | null {
  const atWork = raw
    .prepare<[string], string>(
      `SELECT id FROM contract_executions WHERE transaction_id = ?
       AND status IN ('queued', 'simulated', 'submitted', 'included')`,
    )
    .pluck();
  const keptFor = raw.prepare<[string], { id: string; contract: string }>(
    `SELECT id, contract FROM contract_executions WHERE transaction_id = ?
     AND effect = 'bind' AND status = 'final'`,
  );

  function inUse({ contract, effect, payment }: Use): string | null {
    const kept = keptFor.get(payment.transactionId);
    if (kept && (effect === 'bind' || kept.contract !== contract)) return kept.id;
    return atWork.get(payment.transactionId) ?? null;
  }

  return (use) => {
    const { transactionId, amount, currency } = use.payment;
    const row = writer.find(transactionId);
    if (!row || row.tenantId !== use.tenantId) return { kind: 'transaction_not_found' };
    if (row.currency !== currency) return { kind: 'currency_mismatch', currency: row.currency };
    if (BigInt(row.amount) !== amount) return { kind: 'amount_mismatch', amount: row.amount };
    const executionId = inUse(use);
    if (executionId !== null) return { kind: 'in_use', executionId };
    const hold = writer.holdOf(row.id);
    const until = Math.max(now() + HOLD_LEAST_MS, use.payment.heldUntil ?? 0);
    return holdFault({ effect: use.effect, row, hold, until });
  };
}

/** Why a hold cannot be used; null when it is there and lasts until then (ms since 1970 UTC). */
export function holdFault(use: {
  readonly effect: ExecutionEffect;
  readonly row: TransactionRow;
  readonly hold: HoldRow | null;
  readonly until: number;
}): PaymentFault | null {
  const { effect, row, hold, until } = use;
  // What waits for a second person is not booked around them.
  const isActive = hold?.status === 'active' && row.status === 'pending';
  const isGoneBack = row.status === 'expired' || row.status === 'canceled';
  // A refund of money that has gone back already only tells the contract so.
  if (effect === 'release' && (isActive || isGoneBack)) return null;
  if (!isActive) return { kind: 'not_held', status: row.status };
  const expiresAt = hold.expiresAt ?? Infinity;
  return expiresAt < until ? { kind: 'hold_too_short', expiresAt } : null;
}
