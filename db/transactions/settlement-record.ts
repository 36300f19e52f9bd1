// What a settlement returns about a transaction, settled now or before.

import { isInternal, positionId } from '../../ledger/internal-account.ts';
import { isFinal, type Stage } from '../../ledger/transaction.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import type { MoneyOutcome, RiskOutcome, Settlement } from './port.ts';

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

/** The part of a decision about risk that operators read beside a status. */
export function riskOutcome(decision: RiskOutcome | null): RiskOutcome | null {
  return decision && { score: decision.score, level: decision.level, decision: decision.decision };
}

/** What is said of a transaction that is final. */
export function finalSettlement(id: string, outcome: MoneyOutcome): Settlement {
  return { id, state: 'final', expiresInMs: null, ...outcome };
}

/** What neither a client nor a person has to do anything for. */
const WAITS_FOR: Readonly<Partial<Record<Stage, Settlement['waitsFor']>>> = {
  validate: 'day',
  submitting: 'network',
  submitted: 'network',
};

/** @param expiresAt milliseconds since 1970 UTC, by the clock that `now` is of */
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
