// Settles a transaction once: a second call returns the recorded result.

import { waitsForValueDate } from '../../ledger/value-date.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import { findRisk } from '../kernel/find-risk.ts';
import type { ModelAnswer } from '../kernel/judge.ts';
import { archivedRiskOf } from '../kernel/risk-summary.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { stepUps } from '../kernel/step-up.ts';
import type { Tx } from '../kernel/tx.ts';
import { isDue, valueDateStart } from '../transactions/future-dates.ts';
import type { Settlement } from '../transactions/port.ts';
import { transactionRows } from '../transactions/rows.ts';
import { settlementOf } from '../transactions/settlement-record.ts';
import { settleExchange } from './exchange-terms.ts';
import { settleRow } from './settle.ts';

/**
 * Makes a transaction that its customer has confirmed pending, so that it is decided again. Returns
 * the new row, or null when no confirmation applies.
 */
function confirmedRow(tx: Tx, row: TransactionRow): TransactionRow | null {
  const rows = transactionRows(tx);
  const confirmed = stepUps(tx).findConfirmed(tx, row.id);
  if (!confirmed || row.status !== 'requires_confirmation') return null;
  const cause = {
    actor: confirmed.confirmedBy ?? '',
    requestId: row.requestId,
    idempotencyKey: null,
  };
  rows.writeStep(row, {
    status: 'pending',
    stage: 'authorize_limits',
    events: [],
    expiresAt: confirmed.holdExpiresAt,
    cause,
    at: tx.clock(row.tenantId),
  });
  return rows.find(row.id) ?? null;
}

/**
 * Settles a transaction at stage `accepted`, or returns the recorded result.
 * @param answer the answer of a model about the transaction; omitted when no model was asked
 */
export function settleTransaction(
  tx: Tx,
  id: string,
  workflow: WorkflowRef,
  answer?: ModelAnswer,
): Settlement {
  const rows = transactionRows(tx);
  const storedRow = rows.find(id);
  const row = storedRow && (confirmedRow(tx, storedRow) ?? storedRow);
  if (!row) return { id, state: 'unknown', status: null, expiresInMs: null };
  const time = tx.clock(row.tenantId);
  const isUndecided = row.stage === 'accepted' || row.stage === 'authorize_limits';
  if (row.status !== 'pending' || !(isUndecided || isDue(row, time))) {
    if (row.workflowId === null && workflow.runId !== null)
      rows.setWorkflow(row, workflow, tx.now());
    const transaction = { ...row, risk: findRisk(tx, row) ?? archivedRiskOf(row) };
    return settlementOf(
      row,
      transaction,
      waitsForValueDate(row) ? valueDateStart(row) : row.expiresAt,
      time,
    );
  }
  const outcome =
    row.type === 'exchange'
      ? settleExchange(tx, row, workflow)
      : settleRow(tx, row, workflow, answer);
  const { expiresAt } = outcome;
  const endsAt = expiresAt === null ? null : Date.parse(expiresAt);
  return settlementOf(
    row,
    outcome,
    waitsForValueDate(outcome) ? valueDateStart(row) : endsAt,
    time,
  );
}
