// Answers settlements of transactions that are already final, with one narrow read for all. Nearly
// all transactions of the lane are final before their workflow starts.

import { isFinal, TRANSACTION_STATUSES, type TransactionStatus } from '../../ledger/transaction.ts';
import type { Tx } from '../kernel/tx.ts';
import type { RiskOutcome, Settlement } from './port.ts';
import { finalSettlement } from './settlement-record.ts';

interface FinalRow extends Pick<RiskOutcome, 'score'> {
  readonly id: string;
  readonly status: TransactionStatus;
  readonly ledgerSequence: number | null;
  /** Null when no risk decision was made. */
  readonly decision: RiskOutcome['decision'] | null;
  readonly level: RiskOutcome['level'] | null;
}

const FINAL_STATUSES = TRANSACTION_STATUSES.filter(isFinal)
  .map((status) => `'${status}'`)
  .join(', ');

const FINAL_SQL = `SELECT t.id, t.status, t.ledger_sequence AS ledgerSequence,
    coalesce(d.score, t.archived_risk ->> '$.score') AS score,
    coalesce(d.level, t.archived_risk ->> '$.level') AS level,
    coalesce(d.decision, t.archived_risk ->> '$.decision') AS decision
  FROM json_each(?) given CROSS JOIN transactions t ON t.id = given.value
  LEFT JOIN risk_decisions d ON d.transaction_id = t.id
  WHERE t.workflow_id IS NOT NULL AND +t.status IN (${FINAL_STATUSES})`;

/**
 * Finds the transactions that are final. Unknown ids and transactions without a workflow are left
 * out, because their callers have to write. Outside of a commit, the result may contain rows of a
 * commit that is not on disk yet. It then only serves to choose ids, and is no answer to a caller.
 */
export function findFinalSettlements(
  tx: Tx,
  ids: readonly string[],
): ReadonlyMap<string, Settlement> {
  const rows = tx.all<FinalRow>(FINAL_SQL, JSON.stringify(ids));
  return new Map(rows.map((row) => [row.id, finalSettlement(row.id, outcomeOf(row))]));
}

function outcomeOf({ status, ledgerSequence, score, level, decision }: FinalRow) {
  const risk = level === null || decision === null ? null : { score, level, decision };
  return { status, ledgerSequence, risk };
}
