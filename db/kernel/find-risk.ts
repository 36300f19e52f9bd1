// What was decided about the risk of a transaction, found only where something can have been.

import { columnsOf } from './columns.ts';
import type { Database } from './connect.ts';
import type { RiskDecisionRow } from './risk-summary.ts';
import type { TransactionRow } from './rows.ts';
import { riskDecisions } from './tables.ts';

/** What a customer does is judged, and who is outside of a deposit or of its reversal. */
export const JUDGED = ['transfer', 'withdrawal'];

/** True for what no model knows: only its party is screened. */
export function isScreenedOnly({ type }: Pick<TransactionRow, 'type'>): boolean {
  return type === 'deposit' || type === 'reversal';
}

export type FindRisk = (
  row: Pick<TransactionRow, 'id' | 'type' | 'stage' | 'externalParty'>,
) => RiskDecisionRow | null;

/** Returns the function that finds it; the other transactions do not pay for the question. */
export function riskFinder({ raw }: Database): FindRisk {
  const decision = raw.prepare<[string], RiskDecisionRow>(
    `SELECT ${columnsOf(riskDecisions)} FROM risk_decisions WHERE transaction_id = ?`,
  );
  return ({ id, type, stage, externalParty }) => {
    const isLooked = isScreenedOnly({ type }) ? externalParty !== null : JUDGED.includes(type);
    return isLooked && stage !== 'accepted' ? (decision.get(id) ?? null) : null;
  };
}
