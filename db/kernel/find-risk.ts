// Finds the risk decision of a transaction. Queries only for types that can have one.

import { columnsOf } from './columns.ts';
import type { Database } from './connect.ts';
import type { RiskDecisionRow } from './risk-summary.ts';
import type { TransactionRow } from './rows.ts';
import { riskDecisions } from './tables.ts';
import type { Tx } from './tx.ts';

/**
 * Types whose risk is scored, because a customer initiates them. Of a deposit or its reversal only
 * the external party is screened.
 */
export const JUDGED_TYPES = ['transfer', 'withdrawal'];

/** True for types that no model scores: only their external party is screened. */
export function isScreenedOnly({ type }: Pick<TransactionRow, 'type'>): boolean {
  return type === 'deposit' || type === 'reversal';
}

export type FindRisk = (
  row: Pick<TransactionRow, 'id' | 'type' | 'stage' | 'externalParty'>,
) => RiskDecisionRow | null;

const DECISION = `SELECT ${columnsOf(riskDecisions)} FROM risk_decisions WHERE transaction_id = ?`;

function canHaveRisk({ type, stage, externalParty }: Parameters<FindRisk>[0]): boolean {
  const mayHaveDecision = isScreenedOnly({ type })
    ? externalParty !== null
    : JUDGED_TYPES.includes(type);
  return mayHaveDecision && stage !== 'accepted';
}

/** Returns the function that finds the decision; transactions without one cost no query. */
export function riskFinder({ raw }: Database): FindRisk {
  const decision = raw.prepare<[string], RiskDecisionRow>(DECISION);
  return (row) => (canHaveRisk(row) ? (decision.get(row.id) ?? null) : null);
}

/** Finds the decision of a transaction inside an act. */
export function findRisk(tx: Tx, row: Parameters<FindRisk>[0]): RiskDecisionRow | null {
  return canHaveRisk(row) ? (tx.get<RiskDecisionRow>(DECISION, row.id) ?? null) : null;
}
