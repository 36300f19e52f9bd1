// The result of a settlement for one transaction, which may have been settled earlier.

import { isInternal, positionId } from '../../ledger/internal-account.ts';
import { isFinal, type Stage } from '../../ledger/transaction.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { MoneyOutcome, RiskOutcome, Settlement } from './port.ts';

/**
 * Returns the account that will receive the held money: for an exchange, the bank's position
 * account in the payer's currency.
 */
export function payeeOf({
  type,
  tenantId,
  currency,
  destinationAccountId,
}: TransactionRow): string {
  return type === 'exchange' ? positionId(tenantId, currency) : destinationAccountId;
}

/**
 * Returns the actor of a settlement in the timeline. A workflow without a run has not settled, so
 * the lane has.
 */
export function actorOf({ runId }: WorkflowRef): 'workflow' | 'lane' {
  return runId === null ? 'lane' : 'workflow';
}

/** Returns the part of a risk decision that operators read beside a status. */
export function riskOutcome(decision: RiskOutcome | null): RiskOutcome | null {
  return decision && { score: decision.score, level: decision.level, decision: decision.decision };
}

/** Returns the settlement of a final transaction. */
export function finalSettlement(id: string, outcome: MoneyOutcome): Settlement {
  return { id, state: 'final', expiresInMs: null, ...outcome };
}

/** Stages that wait for a day or a network, not for a client or a person. */
const WAITS_FOR: Readonly<Partial<Record<Stage, Settlement['waitsFor']>>> = {
  validate: 'day',
  submitting: 'network',
  submitted: 'network',
};

/**
 * Returns the settlement of a transaction that is final or waits.
 * @param expiresAt milliseconds since 1970 UTC, by the same clock as `now`
 */
export function settlementOf(
  row: TransactionRow,
  { status, ledgerSequence, risk, stage }: MoneyOutcome & { readonly stage: Stage },
  expiresAt: number | null,
  now: number,
): Settlement {
  const outcome = { status, ledgerSequence, risk: riskOutcome(risk) };
  if (isFinal(status)) return finalSettlement(row.id, outcome);
  const { id, tenantId, customerId, currency } = row;
  const sides = [row.sourceAccountId, row.destinationAccountId];
  const accountIds = sides.filter((side) => !isInternal(side));
  const waitsFor = WAITS_FOR[stage];
  return {
    id,
    state: 'waiting',
    ...outcome,
    ...(waitsFor ? { waitsFor } : {}),
    expiresInMs: expiresAt === null ? null : Math.max(0, expiresAt - now),
    facts: { tenantId, customerId, accountIds, currency, amountMinor: row.amount },
  };
}
