// Records the outcomes of loans: each report of the lender is added with its event, and a final
// outcome cannot change.

import type { CreditOutcome } from '../../ledger/decisions/credit.ts';
import { invalidField, invalidState, Refusal } from '../../ledger/refusal.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { insertOf } from '../kernel/columns.ts';
import type { Tx } from '../kernel/tx.ts';
import { creditStatements } from './statements.ts';
import { creditOutcomes } from './tables.ts';
import {
  type CreditAssessmentRow,
  type CreditAssessmentView,
  type CreditOutcomeRow,
  creditAssessmentView,
} from './view.ts';

export interface OutcomeOrder {
  readonly tenantId: string;
  readonly assessmentId: string;
  readonly outcome: CreditOutcome;
  /** Milliseconds since 1970 UTC, by the business clock. */
  readonly observedAt: number;
  readonly daysPastDue: number | null;
  readonly lossAmount: number | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

const OPERATION = 'POST /v1/ai/credit-assessments/{id}/outcome';
const MAX_OUTCOMES = 1_000;

const INSERT = `INSERT INTO credit_outcomes ${insertOf(creditOutcomes)}`;

/** Records a lender's report about a loan. */
export const recordOutcome = act(
  'credit.record_outcome',
  (
    tx,
    order: OutcomeOrder,
  ): {
    readonly replayed: boolean;
    readonly assessment: CreditAssessmentView;
  } => {
    const { tenantId, assessmentId, requestHash, cause } = order;
    const keyUse = { tenantId, operation: OPERATION, key: cause.idempotencyKey, requestHash };
    const row = creditStatements(tx.database).byId.get(assessmentId);
    if (row?.tenantId !== tenantId) throw new Refusal('credit_assessment_not_found');
    if (tx.keys.find(keyUse, tx.now()) !== null)
      return { replayed: true, assessment: viewOf(tx, row) };
    const outcomeRow = newRow(tx, order, row);
    tx.run(INSERT, outcomeRow);
    tx.keys.bind(keyUse, row.id, tx.now());
    const object = viewOf(tx, row);
    tx.emit({ tenantId, type: 'credit.outcome.recorded', object, cause, at: outcomeRow.createdAt });
    return { replayed: false, assessment: object };
  },
);

function viewOf(tx: Tx, row: CreditAssessmentRow) {
  return creditAssessmentView(row, creditStatements(tx.database).readHistory(row), tx.livemode);
}

function newRow(tx: Tx, order: OutcomeOrder, row: CreditAssessmentRow): CreditOutcomeRow {
  const { tenantId, assessmentId, outcome, observedAt, daysPastDue, lossAmount } = order;
  const latest = creditStatements(tx.database).decisions.all(row.id).at(-1);
  if (latest?.decision !== 'approved') {
    throw invalidState(`The assessment is ${latest?.decision}: only a loan has an outcome.`);
  }
  const earlierOutcomes = creditStatements(tx.database).outcomes.all(row.id);
  requireOpenLoan(earlierOutcomes, outcome);
  // The clock that dates ids may be slightly ahead of the business clock.
  const now = Math.max(tx.clock(tenantId, tx.now()), row.createdAt);
  const earliest = earlierOutcomes.at(-1)?.observedAt ?? row.createdAt;
  if (observedAt < earliest || observedAt > now) {
    const message = 'Expected a time between the last report about the loan and now.';
    throw invalidField('/observedAt', message);
  }
  if (lossAmount !== null && lossAmount > (latest.approvedAmount ?? 0)) {
    throw invalidField('/lossAmount', 'Expected at most the approved amount.');
  }
  const number = earlierOutcomes.length + 1;
  const outcomeFields = { outcome, observedAt, daysPastDue, lossAmount };
  const createdAt = Math.max(now, earlierOutcomes.at(-1)?.createdAt ?? 0);
  return { assessmentId, number, tenantId, ...outcomeFields, actor: order.cause.actor, createdAt };
}

function requireOpenLoan(
  earlierOutcomes: readonly CreditOutcomeRow[],
  outcome: CreditOutcome,
): void {
  const last = earlierOutcomes.at(-1)?.outcome;
  if (last === 'repaid') throw invalidState('The loan is repaid, which is its final outcome.');
  if (last === 'defaulted' && outcome !== 'defaulted') {
    throw invalidState('The loan has defaulted, which is its final outcome.');
  }
  if (earlierOutcomes.length >= MAX_OUTCOMES) {
    throw invalidState(`The loan already has ${MAX_OUTCOMES} outcomes, the most that are kept.`);
  }
}
